"""Headings with nothing below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded, is_template


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """A heading followed by one of its own level or above, or by the end, with no text between."""
    prompt = context.prompt
    if prompt.is_data or is_template(context):
        return
    heads = prompt.outline.headings
    tags = {tag.line for tag in prompt.outline.tags}
    hits: list[tuple[float, Finding]] = []
    for i, head in enumerate(heads):
        after = heads[i + 1] if i + 1 < len(heads) else None
        end = after.start_line if after else len(prompt.lines)
        if any(prompt.lines[n].strip() for n in range(head.end_line, end)):
            continue
        if any(head.end_line <= n < end for n in tags) or len(heads) < 2:
            continue
        if after and (after.level > head.level or i == 0):
            continue  # a title above sections of its own level is a title all the same
        if (
            not prompt.lines[head.start_line].startswith("#")
            or head.title[:1] in "<{@"
            or head.title.endswith(":")
        ):
            continue
        if _comment(prompt.lines, head.start_line):
            continue  # lines of code that begin with "#"
        hits.append(
            (
                1.0,
                rule.finding(
                    head.start_line + 1,
                    f"Nothing stands below the heading {head.title[:80]!r}.",
                    text=head.title[:120],
                    fix="Fill it or take it out.",
                ),
            )
        )
    yield from folded(hits, keep=1)


def _comment(lines: Sequence[str], at: int) -> bool:
    """Whether the heading touches a line of the same mark: people put blanks between headings."""
    mark = lines[at].split(" ", 1)[0]
    return any(
        0 <= n < len(lines) and lines[n].split(" ", 1)[0].rstrip() == mark for n in (at - 1, at + 1)
    )


RULE = Rule(
    id="empty-section",
    title="a heading without text",
    severity="note",
    why="It promises something that is not there; often the text got lost in an edit.",
    source="structure of the file",
    dated="2026-11-29",
    check=check,
    example="## Deployment (and then the next heading)",
    instead="## Deployment, with at least one line of its own below it",
    family="structure",
    measured="2 of 2 true (open gold and corpus, 140 files, 2026-11-30)",
)
