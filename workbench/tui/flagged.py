"""The findings of the open prompt, as the panes need them: by line, by part, in order.

A table belongs to the text that was reviewed; until the next review its lines go along with the
edits (`shift`). All lines here count from 1, as findings do.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, NamedTuple

SEVERITIES = ("error", "warning", "note")
#: A sign for each severity, so that no colour is needed; and the style of its colour.
SIGNS = {"error": "✗", "warning": "⚑", "note": "⚐"}
STYLES = {"error": "bad", "warning": "warn", "note": "dim"}
#: The sign of both ends of the pair that is looked at.
PAIR = "⇅"


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
    origin: str
    line: int
    end_line: int
    column: int
    end_column: int
    message: str
    why: str
    text: str
    fix: str
    others: tuple[Other, ...]
    quiet: bool = False  # shown on request only

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
            row["key"], row["rule"], severity, row["origin"], row["start_line"],
            row["end_line"], row["start_column"], row["end_column"], row["message"], row["why"],
            row["text"], row["fix"], others, bool(row["quiet"]),
        )  # fmt: skip


class Reviewed(NamedTuple):
    """What one review gave: the findings (those on request included), how many the settings of the
    project mute, how many there were before the list was cut, what was wrong with settings, and
    where critical rules begin."""

    findings: tuple[Flagged, ...] = ()
    muted: int = 0
    total: int = 0
    trouble: str = ""
    critical: tuple[int, ...] = ()  # lines of critical rules
    stopped: tuple[str, ...] = ()  # rules that did not end in time, in words


class FlagTable:
    """Findings that are shown, in the order of their lines.

    Nothing on the way of a key touches all findings one by one: lines are kept in plain lists, and
    the edits since the review are carried out on a finding when it is asked for (`get`).
    """

    def __init__(self) -> None:
        self.known = False  # whether a review has ended at all
        self.broken = False  # whether the last one broke down
        self.reviewed = Reviewed()
        self.low = False  # whether what is rarely worth a look, and what was muted, is shown
        self.quiet: set[str] = set()  # keys muted in this session
        self.hidden = 0  # findings rarely worth a look that are not shown
        self.at: int | None = None  # the finding that is looked at
        self._shown: list[Flagged] = []
        self._edits: list[tuple[int, int]] = []  # since the review: (line, lines that came)
        self._starts: list[int] = []  # lines of the findings, sorted
        self._ranks: list[int] = []  # their severities as numbers, 0 the loudest
        self._ends: list[tuple[int, int]] = []  # other ends in this prompt: (line, finding)
        self._pair: tuple[int, ...] = ()  # lines of the pair that is looked at
        self._totals: list[tuple[str, int]] = []

    def take(self, reviewed: Reviewed) -> None:
        """The result of a review of the text as it is now."""
        chosen = None if self.at is None else self.get(self.at)
        self.known, self.broken, self.reviewed, self._edits = True, False, reviewed, []
        self._choose(chosen)

    def pairs(self) -> list[tuple[Flagged, Flagged]]:
        """Each finding as the review gave it, and with the lines that it has now."""
        return [(finding, self._moved(finding)) for finding in self.reviewed.findings]

    def reviewed_now(self) -> Reviewed:
        """The last review with the lines as they are now."""
        return self.reviewed._replace(findings=tuple(now for _, now in self.pairs()))

    def choose(self) -> None:
        """Work out what is shown; call after `low` or `quiet` changed."""
        chosen = None if self.at is None else self.get(self.at)
        self.reviewed, self._edits = self.reviewed_now(), []
        self._choose(chosen)

    def _choose(self, chosen: Flagged | None) -> None:
        heard = [f for f in self.reviewed.findings if self.low or f.key not in self.quiet]
        shown = [f for f in heard if self.low or not f.quiet]
        self.hidden = len(heard) - len(shown)
        shown.sort(key=lambda f: (f.line, SEVERITIES.index(f.severity)))
        self._shown = shown
        self._starts = [f.line for f in shown]
        self._ranks = [SEVERITIES.index(f.severity) for f in shown]
        self._ends = sorted((line, i) for i, f in enumerate(shown) for line in f.places[1:])
        counts = [(s, self._ranks.count(i)) for i, s in enumerate(SEVERITIES)]
        self._totals = [(severity, count) for severity, count in counts if count]
        near = [] if chosen is None else [
            (abs(f.line - chosen.line), i)
            for i, f in enumerate(shown)
            if f.rule == chosen.rule and f.key == chosen.key
        ]  # fmt: skip
        self.look_at(min(near)[1] if near else None)

    def shift(self, end: int, by: int) -> None:
        """Lines from `end` (0-based) on have moved by `by`."""
        if not self.reviewed.findings:
            return
        self._edits.append((end, by))
        first = bisect_right(self._starts, end)
        self._starts[first:] = [max(1, line + by) for line in self._starts[first:]]
        first = bisect_right(self._ends, (end, len(self._shown)))
        self._ends[first:] = [(max(1, line + by), i) for line, i in self._ends[first:]]
        self._pair = tuple(_moved(line, end, by) for line in self._pair)

    def _moved(self, finding: Flagged) -> Flagged:
        """A finding with the lines that it has now."""
        if not self._edits:
            return finding

        def now(line: int) -> int:
            for end, by in self._edits:
                line = _moved(line, end, by)
            return line

        return finding._replace(
            line=now(finding.line),
            end_line=now(finding.end_line),
            others=tuple(o if o.path else o._replace(line=now(o.line)) for o in finding.others),
        )

    # -- asking ---------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._shown)

    def get(self, index: int) -> Flagged:
        """The finding of an index, with the lines that it has now."""
        return self._moved(self._shown[index])

    def look_at(self, index: int | None) -> Flagged | None:
        """Make a finding the one that is looked at (None: none)."""
        self.at = index if index is not None and 0 <= index < len(self._shown) else None
        found = None if self.at is None else self.get(self.at)
        self._pair = found.places if found is not None and found.pair else ()
        return found

    def mark(self, line: int) -> tuple[str, str]:
        """(sign, severity) for a line; both ends of the chosen pair have a sign of their own."""
        i = bisect_left(self._starts, line)
        here = i < len(self._starts) and self._starts[i] == line
        severity = self._shown[i].severity if here else ""
        if line in self._pair:
            return PAIR, severity or "warning"
        return (SIGNS[severity], severity) if severity else ("", "")

    def inside(self, first: int, last: int) -> range:
        """Indexes of the findings that begin on the lines `first` to `last`."""
        return range(bisect_left(self._starts, first), bisect_right(self._starts, last))

    def at_line(self, line: int) -> int | None:
        """The finding that begins on a line, else one that has another end there; the one that
        is looked at before others."""
        if self.at is not None and (self._starts[self.at] == line or line in self._pair):
            return self.at
        found = self.inside(line, line)
        if found:
            return found[0]
        i = bisect_left(self._ends, (line, 0))
        return self._ends[i][1] if i < len(self._ends) and self._ends[i][0] == line else None

    def after(self, line: int, by: int) -> int | None:
        """The next finding after a line (`by` 1) or before it (-1), round the ends of the text."""
        if not self._shown:
            return None
        if by > 0:
            return bisect_right(self._starts, line) % len(self._shown)
        return (bisect_left(self._starts, line) - 1) % len(self._shown)

    def badge(self, first: int, last: int) -> tuple[str, str]:
        """A part's findings as (sign and count, severity of the loudest); empty for none."""
        found = self.inside(first, last)
        if not found:
            return "", ""
        loudest = SEVERITIES[min(self._ranks[found.start : found.stop])]
        return f"{SIGNS[loudest]}{len(found)}", loudest

    def totals(self) -> list[tuple[str, int]]:
        """(severity, how many), the loudest first, without those that are 0."""
        return self._totals


def _moved(line: int, end: int, by: int) -> int:
    return max(1, line + by) if line > end else line
