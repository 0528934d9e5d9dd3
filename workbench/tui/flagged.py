"""The findings of the open prompt, as the panes need them: by line, by part, in order.

A table belongs to the text that was reviewed; until the next review its lines go along with the
edits (`shift`). All lines here count from 1, as findings do.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

SEVERITIES = ("error", "warning", "note")
#: A sign for each severity, so that no colour is needed; and the style of its colour.
SIGNS = {"error": "✗", "warning": "⚑", "note": "⚐"}
STYLES = {"error": "bad", "warning": "warn", "note": "dim"}
#: The sign of both ends of the pair that is looked at.
PAIR = "⇄"


class Other(NamedTuple):
    """Another place of a finding; `path` is empty when it is in this prompt."""

    line: int
    text: str
    path: str


class Flagged(NamedTuple):
    """One finding. `column` and `end_column` count from 1, half-open as `Finding` gives them; 0
    for whole lines. `key` names it in settings."""

    key: str
    rule: str
    severity: str
    confidence: str
    line: int
    end_line: int
    column: int
    end_column: int
    message: str
    why: str
    text: str
    fix: str
    others: tuple[Other, ...]

    @property
    def sign(self) -> str:
        return SIGNS[self.severity]

    @property
    def pair(self) -> bool:
        """Whether it is about more than one place."""
        return bool(self.others)

    @property
    def places(self) -> tuple[int, ...]:
        """Its lines in this prompt: its own first, then the other ends."""
        return (self.line, *(other.line for other in self.others if not other.path))

    @staticmethod
    def of(row: dict[str, Any]) -> Flagged:
        """From the JSON form of a `Finding`."""
        others = tuple(
            Other(int(o["start_line"]), str(o["text"]), str(o["path"])) for o in row["related"]
        )
        severity = row["severity"] if row["severity"] in SIGNS else "note"
        return Flagged(
            row["key"], row["rule"], severity, row["confidence"], row["start_line"],
            row["end_line"], row["start_column"], row["end_column"], row["message"], row["why"],
            row["text"], row["fix"], others,
        )  # fmt: skip


class Reviewed(NamedTuple):
    """What one review gave: the findings (with those of low confidence), how many the project's
    settings mute, how many there were before the list was cut, and what was wrong with settings."""

    findings: tuple[Flagged, ...] = ()
    muted: int = 0
    total: int = 0
    trouble: str = ""


class FlagTable:
    """Findings that are shown, in the order of their lines."""

    def __init__(self) -> None:
        self.known = False  # whether a review has ended at all
        self.reviewed = Reviewed()
        self.low = False  # whether findings of low confidence are shown
        self.quiet: set[str] = set()  # keys muted in this session
        self.shown: list[Flagged] = []
        self.hidden = 0  # findings of low confidence that are not shown
        self.current: tuple[str, str, int] | None = None
        self._starts: list[int] = []
        self._by_line: dict[int, str] = {}
        self._ends: frozenset[int] = frozenset()

    def take(self, reviewed: Reviewed) -> None:
        """The result of a review of the text as it is now."""
        self.known, self.reviewed = True, reviewed
        self.choose()

    def choose(self) -> None:
        """Work out what is shown; call after `low` or `quiet` changed."""
        heard = [f for f in self.reviewed.findings if f.key not in self.quiet]
        self.shown = [f for f in heard if self.low or f.confidence != "low"]
        self.hidden = len(heard) - len(self.shown)
        self._index()

    def _index(self) -> None:
        self.shown.sort(key=lambda f: (f.line, SEVERITIES.index(f.severity)))
        self._starts = [f.line for f in self.shown]
        self._by_line = {}
        for finding in self.shown:  # the loudest of a line comes first
            self._by_line.setdefault(finding.line, finding.severity)
        at = self.at
        chosen = self.shown[at] if at is not None else None
        self._ends = frozenset(chosen.places if chosen is not None and chosen.pair else ())

    def shift(self, end: int, by: int) -> None:
        """Lines from `end` (0-based) on have moved by `by`."""

        def moved(line: int) -> int:
            return line + by if line > end else line

        def follow(found: Iterable[Flagged]) -> tuple[Flagged, ...]:
            return tuple(
                f._replace(
                    line=max(1, moved(f.line)),
                    end_line=max(1, moved(f.end_line)),
                    others=tuple(
                        o if o.path else o._replace(line=max(1, moved(o.line))) for o in f.others
                    ),
                )
                for f in found
            )

        if self.reviewed.findings:
            chosen = self.at
            self.reviewed = self.reviewed._replace(findings=follow(self.reviewed.findings))
            if chosen is not None and self.current is not None:
                self.current = (*self.current[:2], max(1, moved(self.current[2])))
            self.choose()

    # -- asking ---------------------------------------------------------------------------

    @property
    def at(self) -> int | None:
        """The index of the finding that is looked at; it is known again after a review."""
        if self.current is None:
            return None
        rule, key, line = self.current
        near = [
            (abs(f.line - line), i)
            for i, f in enumerate(self.shown)
            if f.rule == rule and f.key == key
        ]
        return min(near)[1] if near else None

    def look_at(self, index: int | None) -> Flagged | None:
        """Make a finding the one that is looked at (None: none)."""
        found = self.shown[index] if index is not None and 0 <= index < len(self.shown) else None
        self.current = None if found is None else (found.rule, found.key, found.line)
        self._ends = frozenset(found.places if found is not None and found.pair else ())
        return found

    def mark(self, line: int) -> tuple[str, str]:
        """(sign, severity) for a line; both ends of the chosen pair have a sign of their own."""
        severity = self._by_line.get(line, "")
        if line in self._ends:
            return PAIR, severity or "warning"
        return (SIGNS[severity], severity) if severity else ("", "")

    def inside(self, first: int, last: int) -> range:
        """Indexes of the findings that begin on the lines `first` to `last`."""
        return range(bisect_left(self._starts, first), bisect_right(self._starts, last))

    def at_line(self, line: int) -> int | None:
        """The finding that begins on a line, else one that has another end there."""
        found = self.inside(line, line)
        if found:
            return found[0]
        return next((i for i, f in enumerate(self.shown) if line in f.places), None)

    def after(self, line: int, by: int) -> int | None:
        """The next finding after a line (`by` 1) or before it (-1), round the ends of the text."""
        if not self.shown:
            return None
        if by > 0:
            return bisect_right(self._starts, line) % len(self.shown)
        return (
            bisect_left(self._starts, line) - 1 if self._starts[0] < line else -1 + len(self.shown)
        )

    def badge(self, first: int, last: int) -> tuple[str, str]:
        """A part's findings as (sign and count, severity of the loudest); empty for none."""
        found = self.inside(first, last)
        if not found:
            return "", ""
        loudest = _loudest(self.shown[i].severity for i in found)
        return f"{SIGNS[loudest]}{len(found)}", loudest

    def totals(self) -> list[tuple[str, int]]:
        """(severity, how many), the loudest first, without those that are 0."""
        counts = [(s, sum(1 for f in self.shown if f.severity == s)) for s in SEVERITIES]
        return [(severity, count) for severity, count in counts if count]


def _loudest(severities: Iterable[str]) -> str:
    return min(severities, key=SEVERITIES.index)


def in_words(totals: Sequence[tuple[str, int]]) -> str:
    """`1 error, 3 warnings`; `none` for nothing."""
    words = [f"{count} {severity}{'s' if count != 1 else ''}" for severity, count in totals]
    return ", ".join(words) or "none"
