"""The repair: edits that lose something are asked for once more, with the lost words named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.judge.agents.quoting import quote
from workbench.judge.reading.answer import with_losses
from workbench.judge.reading.answer_rows import (
    TEXT,
    TRUTH,
    answer_of,
    in_one_line,
    numbered_rows,
    objects,
)
from workbench.judge.reading.question import MOST_TOKENS, Shown
from workbench.judge.reading.remarks import CONFIRMED, DOUBTFUL, Reading, Remark
from workbench.judge.reading.second_look import told
from workbench.judge.reading.wording import wording
from workbench.measure.request import Request
from workbench.prompt.prompt import Prompt

METHOD = "repair-1"

SCHEMA = answer_of(edits=objects(id=TEXT, keeps=TEXT, possible=TRUTH, new=TEXT))


@dataclass(frozen=True, slots=True)
class Repair:
    """The question about the edits of one stretch that lack something."""

    shown: Shown
    edits: tuple[Remark, ...]

    @property
    def request(self) -> Request:
        rows = []
        for number, remark in enumerate(self.edits, start=1):
            assert remark.edit is not None
            lost = "\n".join(remark.edit.lacks)
            words = f"{told(remark)}\nlost: {lost}"
            rows.append(f"[{self.shown.mark} edit {number}]\n{quote(words)}")
        lines = sum(one.place.end_line - one.place.start_line + 1 for one in self.edits)
        return Request(
            id=f"repair of lines {self.shown.first} to {self.shown.last}",
            system=wording("system"),
            prefix=self.shown.start,
            question=wording("repair", mark=self.shown.mark, edits="\n".join(rows)),
            schema=SCHEMA,
            max_tokens=MOST_TOKENS,
            answer_tokens=(60 * len(self.edits), min(MOST_TOKENS, 30 * lines + 200)),
        )

    @property
    def step(self) -> str:
        return "repair"

    @property
    def about(self) -> Mapping[str, Any]:
        return {"remarks": [remark.id for remark in self.edits]}

    def read(self, answer: str) -> dict[str, tuple[str, str]]:
        """(new text, what it keeps) by id of the remark; an edit that cannot be repaired is left
        out. Raises AnswerBroken where nothing can be read."""
        found: dict[str, tuple[str, str]] = {}
        for number, row in numbered_rows(answer, "edits", len(self.edits)).items():
            new = row.get("new")
            if row.get("possible") is not False and isinstance(new, str) and new.strip():
                found[self.edits[number - 1].id] = (new, in_one_line(row.get("keeps")))
        return found


def repair(shown: Shown, reading: Reading) -> Repair | None:
    """The question about edits that lack something and were not refuted; None without any."""
    edits = tuple(
        one
        for one in reading.remarks
        if one.edit is not None
        and one.edit.lacks
        and shown.first <= one.place.start_line <= shown.last
    )
    return Repair(shown, edits) if edits else None


def repaired(prompt: Prompt, reading: Reading, found: Mapping[str, tuple[str, str]]) -> Reading:
    """The reading with the repaired edits, each looked at again: one whose words are still lost
    stays doubtful."""
    remarks = []
    for remark in reading.remarks:
        if remark.edit is not None and remark.id in found:
            new, keeps = found[remark.id]
            edit = replace(remark.edit, new=new, keeps=keeps or remark.edit.keeps, lacks=())
            remark = remark.but(edit=edit, state=CONFIRMED, against="")
        elif remark.edit is not None and remark.edit.lacks:
            remark = remark.but(state=DOUBTFUL)
        remarks.append(remark)
    return with_losses(prompt, replace(reading, remarks=tuple(remarks)))
