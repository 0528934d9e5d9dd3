"""A paragraph without a blank line above it, which Markdown takes for the end of a list item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.prompt.edits import Splice
from workbench.prompt.lines import ending

_ENDS = (".", "!", "?", "。", "！", "？")
_MOST = 50


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for the file, with every place.

    Only where the item went on below its first line before, deeper than its mark: then a line at
    the margin is meant as a new paragraph, and not as a line that was not indented.
    """
    prompt = context.prompt
    if prompt.is_data:
        return
    found = list(_glued(context))
    if not found:
        return
    number, item = found[0]
    yield rule.finding(
        number,
        f"Without a blank line above it this belongs to the item in line {item}.",
        text=line_text(context, number).strip()[:200],
        fix="Put a blank line above it, or indent it like the item.",
        related=[Related(n, line_text(context, n).strip()[:200]) for n, _ in found[1:_MOST]],
        repair=[
            Splice(prompt.starts[n - 1], prompt.starts[n - 1], ending(prompt.lines[n - 2]) or "\n")
            for n, _ in found
        ],
        safe_repair=True,
    )


def _glued(context: Context) -> Iterator[tuple[int, int]]:
    """(line of the paragraph, line of the item), from 1."""
    prompt = context.prompt
    for region in prompt.reading.regions:
        tokens = region.tokens
        for at, token in enumerate(tokens):
            if (
                token.type != "paragraph_open"
                or not token.map
                or tokens[at - 1].type != "list_item_open"
            ):
                continue
            item = tokens[at - 1]
            first, end = region.start + token.map[0], region.start + token.map[1]
            mark = prompt.lines[first]
            depth = len(mark) - len(mark.lstrip(" "))
            if end - first < 3 or item.map is None:
                continue
            for n in range(first + 2, end):
                above, line = prompt.lines[n - 1], prompt.lines[n]
                deep = len(above) - len(above.lstrip(" "))
                here = len(line) - len(line.lstrip(" "))
                if deep <= depth:
                    break
                if here <= depth and above.rstrip().endswith(_ENDS) and _begins(line):
                    yield n + 1, first + 1
                    break


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
)
