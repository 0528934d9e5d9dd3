"""What a model's tokens cost: dated prices, the user's before ours, and unknown where nobody knows.

A price that is not known is None everywhere, never zero: a zero would make a sum look cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import UsageError
from workbench.measure.request import Usage
from workbench.measure.tokens.models import find_model, find_row, table_date
from workbench.prompt.visible import one_line

BUILT_IN = "built in"
_NAMES = ("input", "output", "write_5m", "write_1h", "read")
_ROW = frozenset(("family", "verified", "window", "max_output", "min_cache", "prices", "as_of"))
_TOP = frozenset(("as_of", "sources", "models", "guess_error_pct", "unknown_error_pct"))


@dataclass(frozen=True, slots=True)
class Tariff:
    """Prices of one model, in US dollars per million tokens.

    `prices`: input, output, write_5m, write_1h, read, as far as they are known; `above`: (tokens
    of one prompt, prices for prompts longer than that); `min_cache`: the shortest prefix that is
    kept cached, None when not known; `as_of`: the date of the prices; `source`: where they stand.
    """

    model: str
    prices: Mapping[str, float] = field(default_factory=dict)
    above: tuple[int, Mapping[str, float]] | None = None
    min_cache: int | None = None
    as_of: str = ""
    source: str = BUILT_IN

    @property
    def known(self) -> bool:
        return "input" in self.prices and "output" in self.prices

    @property
    def caches(self) -> bool:
        """Whether it is known what a cached prefix costs."""
        return "write_5m" in self.prices and "read" in self.prices

    def at(self, read: int) -> Mapping[str, float]:
        """The prices that hold for one prompt of `read` tokens."""
        return self.above[1] if self.above is not None and read > self.above[0] else self.prices

    def usd(self, usage: Usage) -> float | None:
        """What one answer cost; None where a price or a count is missing."""
        if usage.input is None or usage.output is None:
            return None
        prices = self.at(usage.read or 0)
        counts = {
            "input": usage.input,
            "output": usage.output,
            "write_5m": usage.cache_write or 0,
            "read": usage.cache_read or 0,
        }
        if any(count and name not in prices for name, count in counts.items()) or not self.known:
            return None
        return sum(count * prices.get(name, 0.0) for name, count in counts.items()) / 1_000_000


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices of the user's own: model id -> tariff. A model listed without a price is unknown."""

    tariffs: Mapping[str, Tariff] = field(default_factory=dict)


def tariff(model: str, own: PriceTable | None = None) -> Tariff:
    """The prices of `model`: the user's row where there is one, else ours, else none."""
    if own is not None:
        found = find_row(model, own.tariffs)[1]
        if isinstance(found, Tariff):
            return found
    row = find_model(model)
    return Tariff(model, row.prices, row.above, row.min_cache, table_date())


def parse_prices(content: Any, where: str) -> PriceTable:
    """A table of the user's, as YAML gave it; same shape as our models.yaml.

    Raises UsageError that names the row and what is wrong with it; nothing is half taken over.
    """
    table = _mapping(content, where, "the file")
    _only(table, _TOP, where, "the file")
    models = _mapping(table.get("models"), where, "models")
    date = str(table.get("as_of") or "")
    found = {}
    for name, row in models.items():
        model = str(name).strip().lower()
        what = f"models: {one_line(model, 60)}"
        fields = _mapping(row, where, what)
        _only(fields, _ROW, where, what)
        prices, above = _prices(fields.get("prices"), where, what)
        builtin = find_model(model)
        least = fields.get("min_cache", builtin.min_cache)
        if least is not None and (not isinstance(least, int) or isinstance(least, bool)):
            raise _wrong(where, what, "min_cache must be a number of tokens")
        as_of = str(fields.get("as_of") or date)
        found[model] = Tariff(model, prices, above, least, as_of, where)
    return PriceTable(found)


def _prices(
    given: Any, where: str, what: str
) -> tuple[dict[str, float], tuple[int, Mapping[str, float]] | None]:
    if given is None:  # a row without a price says: not known
        return {}, None
    row = dict(_mapping(given, where, f"{what}: prices"))
    step = row.pop("above", None)
    prices = _numbers(row, where, f"{what}: prices")
    if step is None:
        return prices, None
    more = dict(_mapping(step, where, f"{what}: above"))
    tokens = more.pop("tokens", None)
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 1:
        raise _wrong(where, f"{what}: above", "tokens must be a number of tokens")
    return prices, (tokens, _numbers(more, where, f"{what}: above"))


#: No model costs as much for a million tokens; a larger number cannot be reckoned with.
_MOST = 1e12


def _numbers(row: Mapping[str, Any], where: str, what: str) -> dict[str, float]:
    _only(row, frozenset(_NAMES), where, what)
    for name, value in row.items():
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not 0 <= value < _MOST:
            raise _wrong(where, what, f"{name} must be US dollars per million tokens, 0 or more")
    if row and not {"input", "output"} <= row.keys():
        raise _wrong(where, what, "both input and output are needed; leave out prices if unknown")
    return {name: float(value) for name, value in row.items()}


def _mapping(value: Any, where: str, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _wrong(where, what, "it must be a table of `key: value` lines")
    return value


def _only(row: Mapping[str, Any], known: frozenset[str], where: str, what: str) -> None:
    for name in row:
        if str(name) not in known:
            raise _wrong(
                where,
                what,
                f"unknown key {one_line(str(name), 40)}; known: {', '.join(sorted(known))}",
            )


def _wrong(where: str, what: str, problem: str) -> UsageError:
    return UsageError(
        f"The prices in {where} cannot be used: {what}: {problem}.",
        hint="Nothing was sent. The file has the shape of models.yaml:"
        " models: {ID: {prices: {input: 2, output: 10}}}.",
    )
