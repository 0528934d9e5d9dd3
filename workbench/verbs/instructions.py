"""`instructions`: the sentences and list items that tell the model to do or not to do something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.prompt.instructions import Instruction, extract_instructions
from workbench.prompt.prompt import Prompt
from workbench.verbs.inputs import Input, read_input


@dataclass(frozen=True, slots=True)
class InstructionsResult:
    path: str
    prompt: Prompt
    instructions: tuple[Instruction, ...]

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
                }
                for found in self.instructions
            ],
        }


def instructions(spec: str | Input, *, granularity: str = "auto") -> InstructionsResult:
    """What one FILE asks of the model."""
    given = read_input(spec) if isinstance(spec, str) else spec
    prompt = given.prompt()
    return InstructionsResult(
        given.spec, prompt, extract_instructions(prompt, prompt.parts(granularity))
    )
