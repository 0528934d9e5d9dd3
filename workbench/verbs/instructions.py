"""`instructions`: the sentences and list items that tell the model to do or not to do something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.errors import CtxbenchError
from workbench.language.instructions import (
    Instruction,
    Unread,
    extract_instructions,
    labels_say_nothing,
    unread,
)
from workbench.prompt.prompt import Prompt
from workbench.verbs.inputs import Input, read_input
from workbench.verbs.mark import with_marks

if TYPE_CHECKING:
    from workbench.judge.agents.constraints import Compared


@dataclass(frozen=True, slots=True)
class InstructionsResult:
    """`not_read`: what stands in a language that nobody here reads. `labels`: how many rules the
    text calls critical, where they are too many to tell anything. `compared`: each statement with
    the offline and a model's opinion; `asked`: what the model was asked, as JSON; `error`: why it
    did not answer all. Empty where none was asked."""

    path: str
    prompt: Prompt
    instructions: tuple[Instruction, ...]
    not_read: tuple[Unread, ...] = ()
    labels: int = 0
    compared: tuple[Compared, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    error: CtxbenchError | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "instructions": [
                {
                    "id": found.id,
                    "part": found.part,
                    "start_line": found.start_line,
                    "end_line": found.end_line,
                    "text": found.text,
                    "strength": found.strength,
                    "polarity": found.polarity,
                    "critical": found.critical,
                    "critical_by": found.critical_by or None,
                    "form": found.form,
                    "lang": found.lang,
                    "cue": found.cue,
                    "headings": list(found.path),
                }
                for found in self.instructions
            ],
            "not_read": [
                {
                    "language": one.language,
                    "statements": one.statements,
                    "first_line": one.first_line,
                }
                for one in self.not_read
            ],
            "labels_without_meaning": self.labels,
            "compared": [one.to_dict() for one in self.compared] if self.asked else None,
            "asked": dict(self.asked) or None,
        }


def instructions(spec: str | Input, *, granularity: str = "auto") -> InstructionsResult:
    """What one FILE asks of the model."""
    given = read_input(spec) if isinstance(spec, str) else spec
    prompt = with_marks(given.prompt(), given.path)
    return InstructionsResult(
        given.spec,
        prompt,
        extract_instructions(prompt, prompt.parts(granularity)),
        not_read=unread(prompt),
        labels=labels_say_nothing(prompt),
    )
