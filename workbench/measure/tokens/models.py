"""Models: tokenizer family, window and prices, from a dated table in the package."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any


@dataclass(frozen=True, slots=True)
class Model:
    """What is known of one model.

    family       counter that holds for it: a Claude family, an OpenAI encoding, or "" for unknown
    error_pct    None when counts of the family were verified for it, else the error of the guess
    window       tokens of context, None when not known; max_output: tokens of one answer
    prices       US dollars per million tokens: input, output, write_5m, write_1h, read; or empty
    above        (prompt tokens, prices above that), or None
    min_cache    shortest prefix in tokens that can be cached, or None when not known
    """

    id: str
    family: str
    error_pct: float | None
    window: int | None
    max_output: int | None
    prices: Mapping[str, float]
    above: tuple[int, Mapping[str, float]] | None
    min_cache: int | None = None

    def input_usd(self, tokens: int) -> float | None:
        """Price in US dollars of reading `tokens` once, uncached; None when it is not known."""
        prices = self.prices
        if self.above is not None and tokens > self.above[0]:
            prices = self.above[1]
        price = prices.get("input")
        return None if price is None else tokens * price / 1_000_000


_DATED = re.compile(r"(?:[-@]\d{4}-?\d{2}-?\d{2}|-latest|-preview|\[1m\])$")
_PROVIDER = re.compile(r"^(?:.*/)?(?:[a-z-]+\.)?(?:anthropic\.)?")
_VERSION = re.compile(r"(\d+)(?:[-.](\d{1,2})(?!\d))?")


@cache
def _table() -> dict[str, Any]:
    from importlib.resources import files

    import yaml

    text = files("workbench.measure.data").joinpath("models.yaml").read_text(encoding="utf-8")
    table: dict[str, Any] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return table


def table_date() -> str:
    """The date of the table, as YYYY-MM-DD."""
    return str(_table()["as_of"])


def model_ids() -> tuple[str, ...]:
    """The ids in the table, newest Claude models first."""
    return tuple(_table()["models"])


def find_model(model_id: str) -> Model:
    """The model with this id; dates and provider prefixes are ignored.

    An id that is not in the table gets the family its name and version suggest, marked as a guess;
    an id that suggests nothing gets the family "".
    """
    table = _table()
    plain, row = find_row(model_id, table["models"])
    if row is not None:
        return _model(model_id, row, float(table["guess_error_pct"]))
    family = _guess(plain)
    error = float(table["unknown_error_pct"]) if family.startswith("claude") else None
    return Model(model_id, family, error, None, None, {}, None)


def nearest_id(model_id: str) -> str:
    """The id of the table that `model_id` is or seems to mean: the same without its date, one that
    holds it as a word (`sonnet`; the newest), or one that is spelled much alike; else ""."""
    from difflib import get_close_matches

    plain, row = find_row(model_id, _table()["models"])
    if row is not None:
        return plain
    ids = model_ids()
    words = set(re.split(r"[^a-z0-9]+", plain)) - {""}
    held = [name for name in ids if words and words <= set(name.split("-"))]
    return next(iter(held or get_close_matches(plain, ids, 1, 0.7)), "")


def reads_like_a_service(model_id: str) -> bool:
    """Whether a name is one of the kind that paid services give: of a known family, or an alias."""
    plain = find_row(model_id, _table()["models"])[0]
    return bool(_guess(plain)) or plain in ("fable", "opus", "sonnet", "haiku")


def find_row(model_id: str, rows: Mapping[str, Any]) -> tuple[str, Any]:
    """The row of a model in a table of models, and the id without what was ignored to find it."""
    plain = model_id.strip().lower()
    if plain in rows:
        return plain, rows[plain]
    plain = _PROVIDER.sub("", plain, count=1) or plain
    while plain not in rows:
        shorter = _DATED.sub("", plain)
        if shorter == plain:
            return plain, None
        plain = shorter
    return plain, rows[plain]


def _model(model_id: str, row: Mapping[str, Any], guess: float) -> Model:
    prices = dict(row.get("prices") or {})
    above = prices.pop("above", None)
    step = None
    if above is not None:
        above = dict(above)
        step = (int(above.pop("tokens")), above)
    return Model(
        id=model_id,
        family=row["family"],
        error_pct=None if row["verified"] else guess,
        window=row.get("window"),
        max_output=row.get("max_output"),
        prices=prices,
        above=step,
        min_cache=row.get("min_cache"),
    )


def _guess(name: str) -> str:
    if name.startswith("claude"):
        match = _VERSION.search(name)
        version = (int(match.group(1)), int(match.group(2) or 0)) if match else (5, 0)
        if version < (4, 7):
            return "claude-3"
        if version < (4, 8):
            return "claude-4.7"
        return "claude-4.8" if version < (5, 0) else "claude-5"
    if re.match(r"gpt-(?:4o|4\.1|4\.5|5)|o[1-9]\b|chatgpt", name):
        return "o200k_base"
    if re.match(r"gpt-(?:4|3\.5)", name):
        return "cl100k_base"
    return ""
