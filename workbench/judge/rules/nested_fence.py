"""A fence inside a fence whose marks are as long: the inner one closes the outer one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text, shared
from workbench.prompt.edits import Splice
from workbench.prompt.fence_nests import Mark, read_fences
from workbench.prompt.plural import plural

_FENCE = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)$"
)
_MOST = 50


@dataclass(frozen=True, slots=True)
class Nest:
    """A fence that holds others: its first and last line, and the first line inside that opens
    another one (all from 1); `short`: how many marks the lines lack that open or close a block
    which holds another, by line."""

    first: int
    last: int
    inner: int
    short: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Nests:
    """The nests of a text in order; `whole`: they are all, so that mending them mends the text."""

    found: tuple[Nest, ...]
    whole: bool


def nests(context: Context) -> Nests:
    """The outermost fences that hold fences of marks as long as theirs.

    A line of marks that names a language opens a block, a bare one closes the block that was
    opened last. Only a text in which every block closes by this count is read so: then no line
    too many or too few can have shifted the others. At a nest with a bare line that may do the
    other thing the reading ends.
    """
    return shared(context, "nests", lambda: _nests(context))


def _nests(context: Context) -> Nests:
    fences, closed = read_fences(_marks(context))
    found: list[Nest] = []
    for fence in fences if closed else ():
        if fence.short and fence.unsure:
            return Nests(tuple(found), False)
        if fence.short and fence.inner is not None:
            found.append(Nest(fence.first, fence.last, fence.inner, fence.short))
    return Nests(tuple(found), closed)


def _marks(context: Context) -> Iterator[Mark]:
    for number in range(1, len(context.prompt.lines) + 1):
        line = line_text(context, number)
        found = _FENCE.match(line[:400]) if "```" in line or "~~~" in line else None
        if found:
            mark, info = found["mark"], found["info"].strip()
            yield Mark(number, len(mark), info, sign=mark[0], begins=_begins(context, number))


def _begins(context: Context, line: int) -> bool:
    """Whether a bare line of marks looks like a first one: words stand right below it."""
    below = line_text(context, line + 1).strip() if line < len(context.prompt.lines) else ""
    return bool(below) and not _FENCE.match(below[:400])


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    prompt = context.prompt
    if prompt.is_data or prompt.kind in ("yaml", "toml"):
        return
    known = nests(context)
    if not known.found:
        return
    first, *others = known.found
    which = "The block that opens here is"
    if others:
        which = f"This block and {plural(len(others), 'more')}, from line {others[0].first} on, are"
    yield rule.finding(
        first.first,
        f"{which} closed too early: the one inside (line {first.inner}) has marks as long, so where"
        f" it ends both end, and not in line {first.last}.",
        end_line=first.last,
        text=line_text(context, first.first).strip()[:200],
        fix="Write the marks of the outer block longer than those inside, in both its lines.",
        related=[
            Related(number, line_text(context, number).strip()[:200])
            for number in islice((first.inner, *(nest.first for nest in others)), _MOST)
        ],
    ).but(
        # One block alone would turn all that follows from code to prose and from prose to code.
        repair=list(_longer(context, known.found)) if known.whole else (),
        safe_repair=True,
    )


def _longer(context: Context, found: Iterable[Nest]) -> Iterator[Splice]:
    starts = context.prompt.starts
    for nest in found:
        for line, lacks in sorted(nest.short.items()):
            text = line_text(context, line)
            at = text.index("```" if "```" in text else "~~~")
            yield Splice(starts[line - 1] + at, starts[line - 1] + at, text[at] * lacks)


RULE = Rule(
    id="nested-fence",
    title="a block closed by one inside it",
    severity="warning",
    why="What stands behind the inner block is read as prose and rules, and the text after the "
    "outer one may be read as code.",
    source="CommonMark 0.31, fenced code blocks: a fence closes with the first line of at least as "
    "many marks",
    dated="2026-11-30",
    check=check,
    example="```` ```markdown … ```bash … ``` … ``` ````",
    instead="````` ````markdown … ```bash … ``` … ```` `````",
    family="structure",
    measured="3 of 3 true (89 files in ten projects, 2026-11-30)",
)
