"""`instructions`: the sentences and list items that tell the model to do or not to do something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.errors import CtxbenchError
from workbench.prompt.instructions import Instruction, extract_instructions
from workbench.prompt.prompt import Prompt
from workbench.prompt.told import told
from workbench.verbs.inputs import Input, read_input

if TYPE_CHECKING:
    from workbench.judge.agents.constraints import Compared


@dataclass(frozen=True, slots=True)
class InstructionsResult:
    """`compared`: each statement with the offline and a model's opinion; `asked`: what the model
    was asked, as JSON; `error`: why it did not answer all. Empty where none was asked."""

    path: str
    prompt: Prompt
    instructions: tuple[Instruction, ...]
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
                    "sub": found.sub,
                    "lang": found.lang,
                    "cue": found.cue,
                    "headings": list(found.path),
                    "data": told(found.text, found.lang).to_dict(),
                }
                for found in self.instructions
            ],
            "compared": [one.to_dict() for one in self.compared] if self.asked else None,
            "asked": dict(self.asked) or None,
        }


def instructions(spec: str | Input, *, granularity: str = "auto") -> InstructionsResult:
    """What one FILE asks of the model."""
    given = read_input(spec) if isinstance(spec, str) else spec
    prompt = given.prompt()
    return InstructionsResult(
        given.spec, prompt, extract_instructions(prompt, prompt.parts(granularity))
    )
