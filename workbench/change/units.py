"""What the ledger counts: statements, frontmatter lines, and what stands outside of both."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.change.literals import frontmatter_fields
from workbench.change.signature import Signature, signature
from workbench.prompt.cues import Verdict
from workbench.prompt.instructions import (
    classify_sentence,
    document_title,
    in_context,
    normal,
    scope_titles,
    statement_id,
)
from workbench.prompt.lines import body, line_at, line_starts
from workbench.prompt.outline import frontmatter_lines
from workbench.prompt.prompt import Prompt
from workbench.prompt.statements import Statement, headings, statements


@dataclass(frozen=True)
class Unit:
    """One statement of a version; `line` is 1-based, `kind` as in `Row`."""

    id: str
    text: str
    line: int
    kind: str
    path: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    lead: str = ""
    block: str = ""
    statement: Statement | None = None
    critical: bool = False

    @property
    def opens(self) -> bool:
        """It introduces what follows ("Run these:"), so it is no copy of an equal one."""
        return self.text.rstrip("*_ ").endswith((":", "："))

    @cached_property
    def normal(self) -> str:
        return normal(self.text)

    @cached_property
    def verdict(self) -> Verdict:
        found = classify_sentence(self.text)
        return in_context(self.statement, found) if self.statement else found

    @cached_property
    def signature(self) -> Signature:
        return signature(self.text, self.verdict)


@lru_cache(maxsize=16)
def units_of(prompt: Prompt) -> tuple[Unit, ...]:
    """The units of a prompt in order. Data files have none: their lines are literals.

    Kept for the last prompts seen: one version is compared with many candidates.
    """
    if prompt.is_data:
        return ()
    seen: Counter[str] = Counter()
    starts = prompt.starts
    out = [
        Unit(statement_id(text, seen), text, line, "frontmatter")
        for line, text in frontmatter_fields(prompt.lines[: frontmatter_lines(prompt.lines)])
    ]
    document = document_title(prompt.text)
    for item in statements(prompt.text):
        verdict = in_context(item, classify_sentence(item.text))
        out.append(
            Unit(
                statement_id(item.text, seen),
                item.text,
                line_at(starts, item.start) + 1,
                "statement" if verdict.strength == "none" else "instruction",
                item.path,
                scope_titles(item.path, document),
                item.lead,
                prompt.text[item.unit[0] : item.unit[1]] if not item.whole else "",
                item,
                verdict.critical,
            )
        )
    return tuple(out)


@lru_cache(maxsize=16)
def leftovers(prompt: Prompt) -> tuple[tuple[int, str, str], ...]:
    """`(line, kind, text)` of headings and of lines in no statement: code, tags, comments."""
    lines = prompt.lines
    starts = line_starts(lines)
    covered = set(range(frontmatter_lines(lines)))
    out: list[tuple[int, str, str]] = []
    if not prompt.is_data:
        for item in statements(prompt.text):
            covered.update(
                range(line_at(starts, item.unit[0]), line_at(starts, item.unit[1] - 1) + 1)
            )
        for line, _, title in headings(prompt.text):
            out.append((line, "heading", title))
            covered.add(line - 1)
            if line < len(lines) and not set(body(lines[line]).strip()) - set("=-"):
                covered.add(line)
    for number, text in enumerate(lines):
        if number not in covered and any(ch.isalnum() for ch in text):
            out.append((number + 1, "code", body(text).strip()))
    return tuple(sorted(out))
