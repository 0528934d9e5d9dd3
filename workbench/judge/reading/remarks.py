"""What a reading says of a prompt: values, and their form in JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.prompt.source import encode

KINDS = ("critical", "conflict", "repeat", "suspect", "foreign", "edit")
#: What can be wrong with a line that a reading suspects.
SUSPECTS = (
    "stale",
    "vague",
    "truism",
    "brittle",
    "placeholder",
    "dangling reference",
    "broken markup",
    "several tasks",
    "several rules in one sentence",
    "confusable",
    "other",
)
#: Where text belongs that does not serve the task of this prompt.
PLACES = ("skill", "sub-agent", "command", "rule for paths", "document", "linter", "nowhere")
#: What an editor does.
EDITS = ("cut", "merge", "rewrite", "move", "split-off", "fix", "add")
USAGES = ("ALWAYS", "OFTEN", "SOMETIMES", "RARELY", "NEVER")
#: Put before the model a second time, to be refuted.
REFUTED = ("critical", "conflict", "edit")
CONFIRMED, DOUBTFUL = "confirmed", "doubtful"


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of the prompt, counted from 1, inclusive; `quote`: words that stand in the first one;
    `path`: of another file, "" for the prompt itself."""

    start_line: int
    end_line: int
    quote: str = ""
    path: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "quote": self.quote,
        }


@dataclass(frozen=True, slots=True)
class Edit:
    """What an `edit` does. `what`: one of EDITS; `new`: the exact text in the place of the lines,
    for a split-off the one that stays; `after`: the line after which a move puts them; `target`:
    the file of a split-off; `keeps`: where each rule is afterwards; `needs`: ids of edits without
    which this one loses something; `lacks`: words of the old lines that stand nowhere
    afterwards."""

    what: str
    new: str = ""
    after: int = 0
    target: str = ""
    keeps: str = ""
    needs: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "edit": self.what,
            "new": self.new,
            "after": self.after or None,
            "target": self.target or None,
            "keeps": self.keeps,
            "needs": list(self.needs),
            "lacks": list(self.lacks),
        }


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a model says of the prompt. `kind`: one of KINDS; `label`: one of SUSPECTS or
    PLACES for these two kinds; `related`: the other places of a conflict or repeat; `edit`: of
    kind `edit` alone. `state`: `confirmed` once nothing speaks against it, else `doubtful`, with
    the reason in `against`."""

    kind: str
    place: Place
    why: str
    label: str = ""
    related: tuple[Place, ...] = ()
    edit: Edit | None = None
    state: str = CONFIRMED
    against: str = ""
    id: str = ""

    @property
    def lines(self) -> tuple[int, ...]:
        """Every line that it is about, in order."""
        found: set[int] = set()
        for place in (self.place, *self.related):
            if not place.path:
                found.update(range(place.start_line, place.end_line + 1))
        return tuple(sorted(found))

    def but(self, **changes: Any) -> Remark:
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        place = self.place
        return {
            "id": self.id,
            "kind": self.kind,
            "label": self.label or None,
            "start_line": place.start_line,
            "end_line": place.end_line,
            "quote": place.quote,
            "related": [one.to_dict() for one in self.related],
            "new": None,
            "why": self.why,
            "state": self.state,
            "against": self.against or None,
            **(self.edit.to_dict() if self.edit is not None else {}),
        }


@dataclass(frozen=True, slots=True)
class PartReading:
    """What a model says of one part. `relevance`: 0 to 10 for the task; `usage`: one of USAGES;
    `why`: what would go wrong without it."""

    id: str
    relevance: float
    usage: str
    why: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "relevance": self.relevance,
            "usage": self.usage,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one model says of one text. `task`: in its words; `dropped`: why remarks were left
    out, with how many."""

    task: str = ""
    parts: tuple[PartReading, ...] = ()
    remarks: tuple[Remark, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)

    def of(self, kind: str, *, doubtful: bool = False) -> tuple[Remark, ...]:
        """The remarks of a kind; with `doubtful` those as well that did not stand."""
        return tuple(
            one for one in self.remarks if one.kind == kind and (doubtful or one.state == CONFIRMED)
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "task": self.task,
            "parts": [part.to_dict() for part in self.parts],
            "remarks": [remark.to_dict() for remark in self.remarks],
            "dropped": dict(self.dropped),
        }


def joined(readings: list[Reading]) -> Reading:
    """The readings of several stretches of one prompt as one; remarks with one id count once."""
    dropped: dict[str, int] = {}
    remarks: dict[str, Remark] = {}
    for reading in readings:
        for why, count in reading.dropped.items():
            dropped[why] = dropped.get(why, 0) + count
        for remark in reading.remarks:
            remarks.setdefault(remark.id, remark)
    task = next((reading.task for reading in readings if reading.task), "")
    parts = tuple(part for reading in readings for part in reading.parts)
    return Reading(task, parts, tuple(sorted(remarks.values(), key=_order)), dropped)


def _order(remark: Remark) -> tuple[int, int, str]:
    return remark.place.start_line, KINDS.index(remark.kind), remark.id


def remark_id(remark: Remark, lines: tuple[str, ...]) -> str:
    """The same for the same remark on the same words in two processes. `lines`: those that it is
    about."""
    what = remark.edit.what if remark.edit is not None else remark.label
    data = "\0".join([remark.kind, what, *(" ".join(line.split()) for line in lines)])
    return f"{remark.kind}-{hashlib.sha256(encode(data)).hexdigest()[:8]}"
