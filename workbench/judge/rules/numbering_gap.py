"""Gaps and doubles in the numbers of steps and sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it.token import Token

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text

_TITLE = re.compile(
    r"(?P<label>(?:step|phase|part|stage|section|chapter|rule|task|principle)\s+)?"
    r"(?P<number>\d{1,2})(?:[.:)]?\s+|[.:)]|\s+[-–—]|$)(?!\d)",
    re.IGNORECASE,
)
#: A bracket right behind the number: another way to take the same step.
_VARIANT = re.compile(r"\d\s{0,3}[(（]")
#: Numbers that prove that somebody counts.
_LEAST = 3


@dataclass
class _Run:
    """Numbers that belong together, each with its line (from 1)."""

    what: str
    numbers: list[tuple[int, int]] = field(default_factory=list)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sections of one parent with the same label, and the items of one numbered list."""
    if context.prompt.is_data:
        return
    for run in (*_sections(context), *_lists(context)):
        values = [number for number, _ in run.numbers]
        if len(values) < _LEAST or values[0] > 1:
            continue
        steps = [b - a for a, b in pairwise(values)]
        wrong = [at for at, step in enumerate(steps) if step != 1]
        # One slip in a row that counts; where many jump, the numbers are names.
        if len(wrong) != 1 or (len(values) == _LEAST and steps[wrong[0]] > 2):
            continue
        at = wrong[0]
        step = steps[at]
        if step not in (0, 2):
            continue
        (before, first), (after, line) = run.numbers[at], run.numbers[at + 1]
        if not step and _VARIANT.search(line_text(context, line)):
            continue
        said = (
            f"{run.what} {after} stands twice"
            if not step
            else (f"{run.what} {after} follows {before}: {before + 1} is missing")
        )
        yield rule.finding(
            line,
            f"{said} (lines {first} and {line}).",
            text=line_text(context, line).strip()[:200],
            fix="Number them again, or put the missing one back.",
            related=[Related(first, line_text(context, first).strip()[:200])],
        )


def _sections(context: Context) -> Iterator[_Run]:
    open_ones: list[tuple[int, dict[str, _Run]]] = [(0, {})]
    runs: list[_Run] = []
    for heading in context.prompt.outline.headings:
        while len(open_ones) > 1 and open_ones[-1][0] >= heading.level:
            open_ones.pop()
        found = _TITLE.match(heading.title.strip("* "))
        if found:
            label = (found["label"] or "").strip().capitalize()
            key = f"{label.lower()} {heading.level}"
            here = open_ones[-1][1]
            if key not in here:
                here[key] = _Run(label or "Section")
                runs.append(here[key])
            here[key].numbers.append((int(found["number"]), heading.start_line + 1))
        open_ones.append((heading.level, {}))
    yield from runs


def _lists(context: Context) -> Iterator[_Run]:
    for region in context.prompt.reading.regions:
        yield from _of_tokens(region.tokens, region.start)


def _of_tokens(tokens: Sequence[Token], start: int) -> Iterator[_Run]:
    stack: list[_Run | None] = []
    for token in tokens:
        if token.type in ("ordered_list_open", "bullet_list_open"):
            stack.append(_Run("Item") if token.type[0] == "o" else None)
        elif token.type in ("ordered_list_close", "bullet_list_close") and stack:
            run = stack.pop()
            if run is not None:
                yield run
        elif token.type == "list_item_open" and stack and token.map:
            run = stack[-1]
            if run is not None and token.info.isdigit():
                run.numbers.append((int(token.info), start + token.map[0] + 1))


RULE = Rule(
    id="numbering-gap",
    title="a number is missing or doubled",
    severity="note",
    why="A step was taken out or put in without counting again: what refers to a number now leads "
    "elsewhere.",
    source="counted in the text",
    dated="2026-11-30",
    check=check,
    example="## 1. Fetch … ## 2. Build … ## 4. Ship",
    instead="## 1. Fetch … ## 2. Build … ## 3. Ship",
    family="structure",
    measured="21 of 22 true, the other mended (about 5,000 files of 10 public repositories, "
    "2026-11-30)",
)
