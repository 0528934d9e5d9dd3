"""The answer of a reading: read leniently, checked strictly.

Models write `"7/10"`, JSON behind prose or in a fence, one key too many: that is taken. What they
say is held against the text: a quote that does not stand in its line, a line that does not exist,
a conflict of a place with itself are dropped and counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.judge.reading.answer_rows import unreadable
from workbench.judge.reading.question import MOST, MOST_EDITS, Shown, reading_request
from workbench.judge.reading.remarks import (
    DOUBTFUL,
    EDITS,
    PLACES,
    SUSPECTS,
    USAGES,
    Edit,
    PartReading,
    Place,
    Reading,
    Remark,
    joined,
    remark_id,
)
from workbench.language.literals import literals
from workbench.language.literals_held import holds
from workbench.measure.answer_json import json_values
from workbench.measure.request import Request
from workbench.prompt.lines import body
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import visible

#: Why a remark is dropped, for people.
NO_QUOTE = "the quote is not in the text"
NO_LINE = "the line does not exist"
SAME_PLACE = "the two places are one"
NO_WORDS = "it says nothing"
NO_KIND = "it is of no known kind"
OVERLAPS = "it overlaps another edit"
NO_CHANGE = "it changes nothing"
TOO_MANY = "there are too many of its kind"
#: The keys of an answer; one with fewer than these many of them is none.
_KEYS = ("task", "parts", "critical", "conflicts", "repeats", "suspect", "foreign", "edits")
_LEAST_KEYS = 2
_LONGEST = 1_200
_LONGEST_NEW = 20_000
#: Markup and marks that a model may leave out of a quote, or write otherwise.
_MARKUP = re.compile(
    r"[*_`#>\[\]()|~\"'\u2018\u2019\u201c\u201d\u2026]|\.\.\.|^\s*(?:[-+*]|\d+[.)])\s"
)
#: Kinds of literal that an edit may not lose.
_HARD = frozenset({"placeholder", "import", "link", "path", "flag", "code", "number"})


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """The question about one stretch of a prompt, in one of several runs."""

    prompt: Prompt
    shown: Shown
    number: int = 1
    of: int = 1
    run: int = 1

    @property
    def request(self) -> Request:
        name = "reading" if self.of == 1 else f"reading of stretch {self.number} of {self.of}"
        return reading_request(self.shown, name + (f", run {self.run}" if self.run > 1 else ""),
                               self.run)  # fmt: skip

    @property
    def step(self) -> str:
        return "reading"

    @property
    def about(self) -> Mapping[str, Any]:
        return {"lines": [self.shown.first, self.shown.last], "run": self.run}

    def read(self, answer: str) -> Reading:
        """Raises AnswerBroken where no answer can be read at all."""
        return read_answer(self.prompt, self.shown, answer)


def read_answer(prompt: Prompt, shown: Shown, answer: str) -> Reading:
    """What a model wrote about lines `shown.first` to `shown.last`, checked against the text.

    Raises AnswerBroken where it holds no object with the keys that were asked for.
    """
    found = _object_of(answer)
    reader = _Reader(prompt, shown)
    remarks = [
        *reader.critical(_rows(found, "critical")),
        *reader.conflicts(_rows(found, "conflicts")),
        *reader.repeats(_rows(found, "repeats")),
        *reader.suspect(_rows(found, "suspect")),
        *reader.foreign(_rows(found, "foreign")),
        *reader.edits(_rows(found, "edits")),
    ]
    task = _text(found.get("task"))
    parts = reader.parts(_rows(found, "parts"))
    return joined([Reading(task, parts, tuple(remarks), dict(reader.dropped))])


def _object_of(answer: str) -> Mapping[str, Any]:
    """The last object that looks like an answer: models correct themselves, and think aloud."""
    best: Mapping[str, Any] | None = None
    for value in json_values(answer):
        if isinstance(value, Mapping) and sum(key in value for key in _KEYS) >= _LEAST_KEYS:
            best = value
    if best is None:
        raise unreadable("reading", answer)
    return best


class _Reader:
    """Remarks from rows; what does not hold is counted in `dropped`."""

    def __init__(self, prompt: Prompt, shown: Shown) -> None:
        self._prompt, self._shown = prompt, shown
        self._lines = [body(line) for line in prompt.lines]
        self._bare = [_bare(line) for line in self._lines]
        self.dropped: Counter[str] = Counter()

    def parts(self, rows: Sequence[Mapping[str, Any]]) -> tuple[PartReading, ...]:
        """One for each part that was asked about and is scored; the last one of a part counts."""
        known = {part.index: part for part in self._shown.parts if part.scored}
        found: dict[int, PartReading] = {}
        for row in rows:
            part = known.get(_number(row.get("part", row.get("id"))) or 0)
            relevance = _number(row.get("relevance", row.get("score")))
            if part is None or relevance is None or not 0 <= relevance <= 10:
                continue
            usage = _word(row.get("usage"), USAGES) or _usage(relevance)
            why = _text(row.get("without_it", row.get("why")))
            found[part.index] = PartReading(part.id, float(relevance), usage, why)
        return tuple(found[index] for index in sorted(found))

    def critical(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Remark]:
        for row in self._most(rows):
            place = self._quoted(row.get("line"), row.get("quote"))
            why = _text(row.get("harm", row.get("why")))
            if place is not None and self._says(why):
                yield self._remark("critical", place, why)

    def conflicts(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Remark]:
        for row in self._most(rows):
            one = self._quoted(row.get("a_line", row.get("a")), row.get("a_quote"))
            two = self._quoted(row.get("b_line", row.get("b")), row.get("b_quote")) if one else None
            if one is None or two is None:
                continue
            if one.start_line == two.start_line and _bare(one.quote) == _bare(two.quote):
                self.dropped[SAME_PLACE] += 1
                continue
            why = _text(row.get("why"))
            if self._says(why):
                first, other = sorted((one, two), key=lambda place: place.start_line)
                yield self._remark("conflict", first, why, related=(other,))

    def repeats(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Remark]:
        for row in self._most(rows):
            given = row.get("lines")
            numbers = [_number(one) for one in given] if isinstance(given, list) else []
            places = [
                Place(number, number, self._lines[number - 1].strip()[:120])
                for number in dict.fromkeys(numbers)
                if number is not None and self._exists(number)
            ]
            if len(places) < 2:
                self.dropped[NO_LINE if numbers else NO_WORDS] += 1
                continue
            places.sort(key=lambda place: place.start_line)
            why = _text(row.get("why")) or "said again"
            yield self._remark("repeat", places[0], why, related=tuple(places[1:]))

    def suspect(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Remark]:
        for row in self._most(rows):
            place = self._quoted(row.get("line"), row.get("quote"))
            why, kind = _text(row.get("why")), _word(row.get("kind"), SUSPECTS) or "other"
            if place is not None and self._says(why):
                yield self._remark("suspect", place, why, label=kind)

    def foreign(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Remark]:
        for row in self._most(rows):
            place = self._span(row)
            why, where = _text(row.get("why")), _word(row.get("better_place"), PLACES) or "nowhere"
            if place is not None and self._says(why):
                yield self._remark("foreign", place, why, label=where)

    def edits(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[Remark]:
        """Edits that touch no line twice; `needs` are ids of remarks afterwards."""
        made: dict[str, Remark] = {}
        taken: set[int] = set()
        for number, row in enumerate(self._most(rows, MOST_EDITS), start=1):
            remark = self._edit(row)
            if remark is None:
                continue
            place = remark.place
            lines = set(range(place.start_line, place.end_line + 1))
            if remark.edit is not None and remark.edit.what != "add" and lines & taken:
                self.dropped[OVERLAPS] += 1
                continue
            if remark.edit is not None and remark.edit.what != "add":
                taken |= lines
            made.setdefault(_text(row.get("id")) or f"e{number}", remark)
        names = {name: remark.id for name, remark in made.items()}
        for remark in made.values():
            edit = remark.edit
            assert edit is not None
            needs = tuple(names[name] for name in edit.needs if name in names)
            own = tuple(name for name in needs if name != remark.id)
            yield remark.but(edit=replace(edit, needs=own))

    def _edit(self, row: Mapping[str, Any]) -> Remark | None:
        what = _word(row.get("kind"), EDITS)
        place = self._span(row)
        why = _text(row.get("why"))
        if what is None:
            self.dropped[NO_KIND] += 1
            return None
        if place is None or not self._says(why):
            return None
        given = row.get("new")
        new = given[:_LONGEST_NEW] if isinstance(given, str) else ""
        after = _number(row.get("after_line", row.get("after"))) or 0
        target = _text(row.get("target"))
        old = "\n".join(self._lines[place.start_line - 1 : place.end_line])
        if _nothing(what, old, new, after, target, place):
            self.dropped[NO_CHANGE] += 1
            return None
        if what == "move" and not 0 <= after <= len(self._lines):
            self.dropped[NO_LINE] += 1
            return None
        needs = row.get("needs")
        names = tuple(_text(one) for one in needs) if isinstance(needs, list) else ()
        keeps = _text(row.get("keeps"))
        edit = Edit(what, new, after, target if what == "split-off" else "", keeps, names)
        return self._remark("edit", place, why, edit=edit)

    def _remark(
        self,
        kind: str,
        place: Place,
        why: str,
        *,
        label: str = "",
        related: tuple[Place, ...] = (),
        edit: Edit | None = None,
    ) -> Remark:
        made = Remark(kind, place, why, label, related, edit)
        return made.but(id=remark_id(made, tuple(self._lines[n - 1] for n in made.lines)))

    # -- checks ---------------------------------------------------------------------------

    def _most(
        self, rows: Sequence[Mapping[str, Any]], most: int = MOST
    ) -> Sequence[Mapping[str, Any]]:
        if len(rows) > most:
            self.dropped[TOO_MANY] += len(rows) - most
        return rows[:most]

    def _says(self, why: str) -> bool:
        if not why:
            self.dropped[NO_WORDS] += 1
        return bool(why)

    def _exists(self, number: int) -> bool:
        return 1 <= number <= len(self._lines)

    def _span(self, row: Mapping[str, Any]) -> Place | None:
        """Lines that a row names; dropped where they do not exist. Blank lines at its ends do not
        count."""
        first = _number(row.get("from_line", row.get("from")))
        last = _number(row.get("to_line", row.get("to")))
        if first is None or not self._exists(first):
            self.dropped[NO_LINE] += 1
            return None
        last = first if last is None or last < first else min(last, len(self._lines))
        while last > first and not self._lines[last - 1].strip():
            last -= 1
        while first < last and not self._lines[first - 1].strip():
            first += 1
        return Place(first, last, self._lines[first - 1].strip()[:120])

    def _quoted(self, line: Any, quote: Any) -> Place | None:
        """Where a quote stands: in its line, in a text that begins there and goes on in the next
        ones, or else in the one line of the prompt that has it."""
        number, words = _number(line), _bare(quote) if isinstance(quote, str) else ""
        if number is None or not self._exists(number):
            self.dropped[NO_LINE] += 1
            return None
        if not words:
            self.dropped[NO_QUOTE] += 1
            return None
        said = str(quote).strip()[:200]
        for count in (1, 2, 3):
            text = " ".join(self._bare[number - 1 : number - 1 + count])
            if words in text:
                return Place(number, min(number + count - 1, len(self._lines)), said)
        holders = [n for n, text in enumerate(self._bare, start=1) if words in text]
        if len(holders) == 1:
            return Place(holders[0], holders[0], said)
        self.dropped[NO_QUOTE] += 1
        return None


def lacking(prompt: Prompt, remark: Remark, others: Sequence[Remark] = ()) -> tuple[str, ...]:
    """Literals and placeholders of the lines that an edit replaces which stand nowhere after it:
    neither in its own new text, nor in the rest of the prompt, nor in the new text of the edits
    that it needs (`others`). What a move or a split-off takes along is kept."""
    edit = remark.edit
    if edit is None or edit.what in ("add", "move", "split-off"):
        return ()
    first, last = remark.place.start_line, remark.place.end_line
    gone = set(range(first, last + 1))
    new = [edit.new]
    for other in others:
        if other.id in edit.needs and other.edit is not None:
            new.append(other.edit.new)
            if other.edit.what not in ("add", "move", "split-off"):
                gone.update(range(other.place.start_line, other.place.end_line + 1))
    rest = [body(line) for n, line in enumerate(prompt.lines, start=1) if n not in gone]
    after = "\n".join([*new, *rest])
    lost: dict[str, None] = {}
    for line in prompt.lines[first - 1 : last]:
        text = body(line)
        for one in literals(text):
            if one.kind in _HARD and one.text not in lost and not holds(after, one, text):
                lost[one.text] = None
    return tuple(lost)


def with_losses(prompt: Prompt, reading: Reading) -> Reading:
    """The reading with `lacks` filled in; an edit that lacks something is doubtful until it is
    repaired. To cut what is foreign to the task is meant to lose its words."""
    edits = [one for one in reading.remarks if one.edit is not None]
    foreign: set[int] = set()
    for one in reading.of("foreign"):
        foreign.update(one.lines)
    remarks = []
    for remark in reading.remarks:
        meant = remark.edit is not None and remark.edit.what == "cut"
        meant = meant and foreign.issuperset(remark.lines)
        lost = () if meant else lacking(prompt, remark, edits)
        if lost and remark.edit is not None:
            named = ", ".join(visible(word) for word in lost[:6])
            remark = remark.but(
                edit=replace(remark.edit, lacks=lost),
                state=DOUBTFUL,
                against=f"these words would stand nowhere: {named}",
            )
        remarks.append(remark)
    return Reading(reading.task, reading.parts, tuple(remarks), reading.dropped)


def _nothing(what: str, old: str, new: str, after: int, target: str, place: Place) -> bool:
    """Whether an edit would leave everything as it is, or says not what it does."""
    if what == "move":
        return place.start_line - 1 <= after <= place.end_line
    if what == "split-off":
        return not target or not new.strip()
    if what == "cut":
        return False
    return not new.strip() or (what != "add" and new.strip() == old.strip())


def _rows(found: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = found.get(key)
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def _text(value: Any) -> str:
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""


def _number(value: Any) -> int | None:
    """A whole number as models write them: `7`, `"7"`, `"7/10"`, `"lines 7-9"` (the first one)."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return round(value) if abs(value) < 1e9 else None
    if isinstance(value, str) and (found := re.search(r"\d{1,9}", value)):
        return int(found.group())
    return None


def _word(value: Any, known: Sequence[str]) -> str | None:
    if not isinstance(value, str):
        return None
    said = " ".join(re.split(r"[\s_]+", value.strip().casefold()))
    return next((word for word in known if word.casefold() in (said, said.replace(" ", "-"))), None)


def _usage(relevance: int) -> str:
    """Where a model names the usage in words of its own, the score tells it: the middle of each
    class of `spec B` (always for 9 and 10, never for 0)."""
    return USAGES[4 - max(0, min(4, relevance // 2 if relevance < 9 else 4))]


def _bare(text: str) -> str:
    """`text` without markup, blanks folded, in small letters; hidden characters as they are shown
    to the model."""
    plain = _MARKUP.sub(" ", visible(text, lines=True))
    return " ".join(plain.casefold().split()).strip(" .,;:")
