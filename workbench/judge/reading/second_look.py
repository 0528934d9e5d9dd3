"""The second look: conflicts, critical rules and edits are put before the model to be refuted.

In a fresh call, with the same start. It sees the reasons of the first one: a trial in which it saw
quotes alone threw out three of five real conflicts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.judge.agents.quoting import quote
from workbench.judge.reading.answer_rows import (
    TEXT,
    TRUTH,
    answer_of,
    in_one_line,
    numbered_rows,
    objects,
    one_of,
    unreadable,
)
from workbench.judge.reading.question import MOST_TOKENS, Shown
from workbench.judge.reading.remarks import (
    CONFIRMED,
    DOUBTFUL,
    REFUTED,
    Reading,
    Remark,
)
from workbench.judge.reading.wording import wording
from workbench.measure.request import Request

METHOD = "second-look-2"
VERDICTS = ("stands", "repair", "falls")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the second look says of one remark. `verdict`: one of VERDICTS; `lost`: words that an
    edit would lose or bend; `against`: the best case against the remark; `harmful`: an edit that
    would do damage unnoticed."""

    verdict: str
    against: str
    lost: str = ""
    harmful: bool = False


SCHEMA = answer_of(
    verdicts=objects(
        **{"id": TEXT, "for": TEXT, "against": TEXT, "lost": TEXT},
        harmful=TRUTH,
        verdict=one_of(VERDICTS),
    )
)


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The question about the remarks of one stretch that can be refuted. `order`: the remarks in
    the order in which they are numbered, from 1."""

    shown: Shown
    order: tuple[Remark, ...]
    run: int = 1

    @property
    def request(self) -> Request:
        rows = []
        for number, remark in enumerate(self.order, start=1):
            rows.append(f"[{self.shown.mark} remark {number}]\n{quote(told(remark))}")
        count = len(self.order)
        where = f" of lines {self.shown.first} to {self.shown.last}"
        return Request(
            id=f"second look{where}" + (f", run {self.run}" if self.run > 1 else ""),
            system=wording("system"),
            prefix=self.shown.start,
            question=wording("second_look", mark=self.shown.mark, remarks="\n".join(rows)),
            schema=SCHEMA,
            max_tokens=MOST_TOKENS,
            answer_tokens=(30 * count + 20, min(MOST_TOKENS, 120 * count + 200)),
            repeat=self.run,
        )

    @property
    def step(self) -> str:
        return "second look"

    @property
    def about(self) -> Mapping[str, Any]:
        return {"remarks": [remark.id for remark in self.order], "run": self.run}

    def read(self, answer: str) -> dict[str, Verdict]:
        """Verdicts by id of the remark. Raises AnswerBroken where there is none at all."""
        rows = numbered_rows(answer, "verdicts", len(self.order))
        found: dict[str, Verdict] = {}
        for number, row in rows.items():
            said = str(row.get("verdict")).strip().casefold()
            word = {"takes": "stands", "fix": "repair", "fall": "falls"}.get(said, said)
            if word in VERDICTS:
                against, lost = (in_one_line(row.get(key)) for key in ("against", "lost"))
                harmful = row.get("harmful") is True
                found[self.order[number - 1].id] = Verdict(word, against, lost, harmful)
        if self.order and not found:
            raise unreadable("verdict", answer)
        return found


def second_look(shown: Shown, reading: Reading, run: int = 1) -> SecondLook | None:
    """The question about what can be refuted of a reading; None where there is nothing. From the
    second run on the items stand in another order, the same one each time."""
    order = [
        one
        for one in reading.remarks
        if one.kind in REFUTED and shown.first <= one.place.start_line <= shown.last
    ]
    if run > 1:
        random.Random(f"{shown.mark} {run}").shuffle(order)
    return SecondLook(shown, tuple(order), run) if order else None


def judged(reading: Reading, verdicts: Mapping[str, Verdict]) -> Reading:
    """The reading after the second look: what it let stand is confirmed, unless a check of our own
    speaks against it; what fell, or has no verdict, is doubtful."""
    remarks = []
    for remark in reading.remarks:
        if remark.kind in REFUTED:
            remark = _after(remark, verdicts.get(remark.id))
        remarks.append(remark)
    return replace(reading, remarks=tuple(remarks))


def _after(remark: Remark, verdict: Verdict | None) -> Remark:
    if verdict is None:
        return remark.but(state=DOUBTFUL, against=remark.against or "no second look at it")
    if verdict.verdict == "falls" or verdict.harmful:
        why = verdict.against or "the second look refuted it"
        edit = replace(remark.edit, lacks=()) if remark.edit is not None else None
        return remark.but(edit=edit, state=DOUBTFUL, against=why)  # there is nothing to repair
    if verdict.verdict == "repair" and remark.edit is not None:
        lacks = tuple(dict.fromkeys((*remark.edit.lacks, *filter(None, [verdict.lost]))))
        why = f"it would lose: {verdict.lost or verdict.against}"
        return remark.but(edit=replace(remark.edit, lacks=lacks), state=DOUBTFUL, against=why)
    if remark.edit is not None and remark.edit.lacks:
        return remark  # its literals are lost, whatever a model says
    return remark.but(state=CONFIRMED, against="")


def told(remark: Remark) -> str:
    """A remark as it is put before the model."""
    place = remark.place
    lines = f"line {place.start_line}"
    if place.end_line > place.start_line:
        lines = f"lines {place.start_line} to {place.end_line}"
    if remark.kind == "conflict":
        other = remark.related[0]
        return (
            f"conflict of line {place.start_line} ({place.quote})\n"
            f"with line {other.start_line} ({other.quote})\nreason: {remark.why}"
        )
    edit = remark.edit
    if edit is None:
        return f"{remark.kind}, {lines}: {place.quote}\nreason: {remark.why}"
    rows = [f"edit, {edit.what}, {lines}", f"reason: {remark.why}"]
    if edit.keeps:
        rows.append(f"where each rule is afterwards: {edit.keeps}")
    if edit.what == "move":
        rows.append(f"to: after line {edit.after}")
    if edit.what == "split-off":
        rows.append(f"the lines go as they are into the file: {edit.target}")
    if edit.new:
        rows.append(f"new text:\n{edit.new}")
    return "\n".join(rows)
