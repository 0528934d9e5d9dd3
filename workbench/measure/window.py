"""The window: where a prompt lands in an assembled context, and what the context leaves free.

Session figures are dated and cited in `data/scenarios.yaml`. Everything here is tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from workbench.errors import UsageError
from workbench.measure.position import (
    DEFAULT_FAMILY,
    NO_EFFECT,
    Curve,
    Shape,
    Weight,
    band_of,
    weight_curve,
)
from workbench.measure.position_words import fill_words

DEFAULT_KIND = "claude-md"
DEFAULT_SCENARIO = "fresh"


@dataclass(frozen=True, slots=True)
class Row:
    """One stretch of a context: its name and its tokens."""

    name: str
    tokens: int


@dataclass(frozen=True)
class Placement:
    """A prompt of `tokens` with `before` and `after` it, in a `window`."""

    before: int
    tokens: int
    after: int
    window: int

    @property
    def total(self) -> int:
        return self.before + self.tokens + self.after

    @property
    def fill(self) -> float:
        """Used share of the window; above 1 the limit is exceeded, and `words` says so."""
        return self.total / self.window

    @property
    def exceeded_by(self) -> int:
        """Tokens that do not fit, 0 when all do."""
        return max(0, self.total - self.window)

    @property
    def words(self) -> str:
        return fill_words(self.total, self.window)

    def place(self, offset: float) -> float:
        """0 to 1: where the token `offset` of the prompt stands in the context."""
        return (self.before + offset) / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Scenario:
    """A context to put a prompt into: `before` and `after` it in a `window`, all tokens.

    With `fill`, conversation is added until that share of the window is used; `share` of it
    stands before the prompt. `rows_before` and `rows_after` name what `before` and `after` hold.
    """

    name: str
    before: int
    after: int
    window: int
    date: str = ""
    source: str = ""
    note: str = ""
    title: str = ""
    fill: float | None = None
    share: float = 0.0
    rows_before: tuple[Row, ...] = ()
    rows_after: tuple[Row, ...] = ()

    def place(self, tokens: int) -> Placement:
        """The prompt of `tokens` in this context."""
        talk = self._conversation(tokens)
        early = round(talk * self.share)
        return Placement(self.before + early, tokens, self.after + talk - early, self.window)

    def _conversation(self, tokens: int) -> int:
        if self.fill is None:
            return 0
        return max(0, round(self.fill * self.window) - self.before - self.after - tokens)

    def rows(self, tokens: int, name: str = "this file") -> tuple[Row, ...]:
        """What the context holds, in order; the rows add up to the total of `place(tokens)`."""
        talk = self._conversation(tokens)
        early = round(talk * self.share)
        rows = [
            *(self.rows_before or (Row("before", self.before),)),
            Row("conversation", early),
            Row(name, tokens),
            *(self.rows_after or (Row("after", self.after),)),
            Row("conversation", talk - early),
        ]
        return tuple(row for row in rows if row.tokens or row.name == name)

    def changed(
        self, *, before: int | None = None, after: int | None = None, window: int | None = None
    ) -> Scenario:
        """The same scenario with figures of the user's own.

        A side that is given is exact: the conversation of a `fill` scenario goes to the other
        side. Raises UsageError for figures below zero and windows below one.
        """
        for side, value in (("before", before), ("after", after)):
            if value is not None and value < 0:
                raise UsageError(f"{side} cannot be {value} tokens.", hint="Give 0 or more.")
        if window is not None and window < 1:
            raise UsageError(f"a window of {window} tokens is not possible.", hint="Give 1 or more")
        new = self if window is None else replace(self, window=window)
        if before is None and after is None:
            return new
        new = replace(
            new,
            before=new.before if before is None else before,
            after=new.after if after is None else after,
            rows_before=new.rows_before if before is None else (),
            rows_after=new.rows_after if after is None else (),
            source="figures given by the user",
            share=0.0 if after is None else 1.0,
        )
        return replace(new, fill=None) if before is not None and after is not None else new


@dataclass(frozen=True)
class Channel:
    """Weights of the places of one prompt inside one context."""

    placement: Placement
    curve: Curve

    def at(self, offset: float) -> Weight:
        """The weight at token `offset` (a midpoint) of the prompt."""
        return self.curve.at(self.placement.place(offset))

    def over(self, start: float, end: float) -> Weight:
        """The mean weight of the tokens `start` to `end` of the prompt."""
        if not self.curve.known:
            return NO_EFFECT
        place = self.placement.place
        return band_of(*self.curve.over(place(start), place(end)))

    def height(self, offset: float) -> float:
        """The bare weight, also below 1,000 tokens: for shapes, never for numbers."""
        return self.curve.height(self.placement.place(offset))


def window_curve(
    scenario: Scenario,
    tokens: int,
    content: str = "instruction",
    family: str | Shape = DEFAULT_FAMILY,
) -> Channel:
    """The channel "in the window": a prompt of `tokens` in `scenario`."""
    placed = scenario.place(tokens)
    return Channel(placed, weight_curve(placed.total, placed.window, content, family))


def prompt_curve(
    tokens: int,
    window: int,
    content: str = "instruction",
    family: str | Shape = DEFAULT_FAMILY,
) -> Channel:
    """The channel "in this prompt": between its own start and end."""
    return Channel(Placement(0, tokens, 0, window), weight_curve(tokens, window, content, family))


def load_scenarios(kind: str = DEFAULT_KIND, window: int | None = None) -> dict[str, Scenario]:
    """All scenarios by name, for a file of `kind` (each kind stands at its own place)."""
    found = _scenarios(kind)
    if window is None:
        return dict(found)
    return {name: scenario.changed(window=window) for name, scenario in found.items()}


def scenario_of(
    name: str = DEFAULT_SCENARIO,
    kind: str = DEFAULT_KIND,
    *,
    before: int | None = None,
    after: int | None = None,
    window: int | None = None,
) -> Scenario:
    """One scenario, changed as the user asks. Raises UsageError for an unknown name."""
    known = _scenarios(kind)
    if name not in known:
        raise UsageError(f"unknown scenario {name!r}.", hint=f"Known: {', '.join(known)}.")
    return known[name].changed(before=before, after=after, window=window)


@lru_cache(maxsize=1)
def _figures() -> Mapping[str, Any]:
    from importlib.resources import files

    import yaml

    text = (files("workbench.measure") / "data" / "scenarios.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@lru_cache(maxsize=32)
def _scenarios(kind: str) -> Mapping[str, Scenario]:
    data = _figures()
    places: Mapping[str, Any] = data["places"]
    place = next((p for p in places.values() if kind in p["kinds"]), places["memory"])
    rows = [Row(row["name"], row["tokens"]) for row in data["session"]["rows"]]
    names = [row.name for row in rows]
    if "replaces_row" in place:
        cut = names.index(place["replaces_row"])
        early, late = rows[:cut], rows[cut + 1 :]
    else:
        cut = names.index(place["after_row"]) + 1
        early, late = rows[:cut], rows[cut:]
    found = {}
    for name, entry in data["scenarios"].items():
        inside = entry.get("session", True)
        before, after = (tuple(early), tuple(late)) if inside else ((), ())
        found[name] = Scenario(
            name,
            sum(row.tokens for row in before),
            sum(row.tokens for row in after),
            data["window"],
            data["session"]["date"] if inside else data["date"],
            data["session"]["source"] if inside else "the file itself",
            f"{entry['note']}; {place['note']}" if inside else entry["note"],
            entry["title"],
            entry.get("fill"),
            place["conversation_before"] if "fill" in entry else 0.0,
            before,
            after,
        )
    return found
