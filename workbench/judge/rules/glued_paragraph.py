"""A paragraph without a blank line above it, which Markdown takes for the end of a list item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.prompt.edits import Splice
from workbench.prompt.lines import ending

_ENDS = (".", "!", "?", "。", "！", "？")
_MOST = 50


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Where an item went on below its first line before, deeper than its mark: then a line at the
    margin is meant as a new paragraph, and not as a line that was not indented.
    """
    if context.prompt.is_data:
        return
    lines, starts = context.prompt.lines, context.prompt.starts
    for number, item in islice(_glued(context), _MOST):
        at = starts[number - 1]
        yield rule.finding(
            number,
            f"Without a blank line above it this belongs to the item in line {item}.",
            text=line_text(context, number).strip()[:200],
            fix="Put a blank line above it.",
        ).but(
            repair=[Splice(at, at, ending(lines[number - 2]) or "\n")],
            safe_repair=True,
        )


def _glued(context: Context) -> Iterator[tuple[int, int]]:
    """(line of the paragraph, line of the item), from 1."""
    lines = context.prompt.lines
    for region in context.prompt.reading.regions:
        for item, token in pairwise(region.tokens):
            if token.type != "paragraph_open" or item.type != "list_item_open" or not token.map:
                continue
            first, end = region.start + token.map[0], region.start + token.map[1]
            margin = _deep(lines[first])
            for n in range(first + 2, end):
                above, line = lines[n - 1], lines[n]
                if _deep(above) <= margin:
                    break
                if _deep(line) <= margin and above.rstrip().endswith(_ENDS) and _begins(line):
                    yield n + 1, first + 1
                    break


def _deep(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _begins(line: str) -> bool:
    first = line.strip()[:1]
    return first.isupper() or (first.isalpha() and not first.isascii())


RULE = Rule(
    id="glued-paragraph",
    title="a paragraph glued to a list",
    severity="note",
    why="Markdown takes it for the end of the last item: what holds for all stands in one.",
    source="CommonMark: lazy continuation lines",
    dated="2026-11-30",
    check=check,
    example="- Ask first,\n  and wait.\nThen go on.",
    instead="- Ask first,\n  and wait.\n\nThen go on.",
    family="structure",
    measured="7 of 7 true (2,177 files of 32 public repositories, open gold and corpus, "
    "2026-11-30)",
)
