"""A finding: what one rule saw in one prompt, where, why it matters and how that is known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from workbench.prompt.edits import Splice

#: From loudest to quietest. An error breaks something, a warning costs something, a note
#: may be worth a look.
SEVERITIES = ("error", "warning", "note")
#: How a finding is known: computed from the text, the project and what hosts document; read by a
#: model, its quotes checked; counted in runs.
ORIGINS = ("fact", "reading", "measured")


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding: the other half of a pair, an original."""

    start_line: int
    text: str = ""
    path: str = ""
    end_line: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line or self.start_line,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """`start_line` and `end_line` count from 1, inclusive; columns from 1, 0 for whole lines.

    `message` says what was seen in this text, `why` what it costs. `fix` says in words what to
    do. `text` is what was seen, word for word; it is untrusted. `quiet`: true, but rarely worth a
    look (advice about length, a list that was asked for): shown with `--all`. `repair`: what it
    says to change, as edits of the text; `safe_repair`: no wording changes by it.
    """

    rule: str
    severity: str
    origin: str
    start_line: int
    end_line: int
    message: str
    why: str
    text: str = ""
    fix: str = ""
    related: tuple[Related, ...] = ()
    start_column: int = 0
    end_column: int = 0
    quiet: bool = False
    repair: tuple[Splice, ...] = ()
    safe_repair: bool = False

    def but(
        self,
        *,
        severity: str = "",
        origin: str = "",
        columns: tuple[int, int] = (0, 0),
        quiet: bool = False,
        repair: Iterable[Splice] = (),
        safe_repair: bool = False,
    ) -> Finding:
        """The same with what is different about it, or said of few: its columns, its repair."""
        return replace(
            self,
            severity=severity or self.severity,
            origin=origin or self.origin,
            start_column=columns[0],
            end_column=columns[1],
            quiet=quiet or self.quiet,
            repair=tuple(repair),
            safe_repair=safe_repair,
        )

    @property
    def key(self) -> str:
        """A name that survives moves: the rule and the words that it is about (12 hex digits)."""
        words = " ".join(self.text.split()) or self.message
        digest = hashlib.sha256(f"{self.rule}\0{words}".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:12]

    def to_dict(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "key": self.key,
            "severity": self.severity,
            "origin": self.origin,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "start_column": self.start_column,
            "end_column": self.end_column,
            "message": self.message,
            "why": self.why,
            "text": self.text,
            "fix": self.fix,
            "related": [place.to_dict() for place in self.related],
            "quiet": self.quiet,
        }
