"""A model's text that is no proposal, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.prompt.visible import visible


@dataclass(frozen=True, slots=True)
class Rejected:
    """`part`: id of the part, or `description`; `line`: where it begins. `size`: of the whole
    prompt with it, in words, where it was counted."""

    part: str
    title: str
    line: int
    by: str
    reasons: tuple[str, ...]
    size: str = ""

    def __str__(self) -> str:
        return f"line {self.line}, '{self.title}': {' '.join(self.reasons)}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "part": self.part,
            "title": self.title,
            "line": self.line,
            "by": self.by,
            "reasons": list(self.reasons),
            "size": self.size,
        }


def hidden(text: str) -> bool:
    """Whether a text holds characters that cannot be seen or turn other text around."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return visible(plain, lines=True) != plain
