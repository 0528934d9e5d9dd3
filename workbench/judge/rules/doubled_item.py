"""An enumeration of names that has one of them twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import said
from workbench.prompt.visible import visible

_NAME = re.compile(r"`[^`\s]{2,80}`|<[A-Za-z][\w-]{1,60}>")
_JOINT = re.compile(r"(?:,|、|，)?\s?(?:(?:and|or|と|や|和|或)\s?)?")
#: Names from which on they are an enumeration, and no pattern such as `a`, `b`, `a`.
_LEAST = 4


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Names in code or angle brackets with commas between them, in one sentence."""
    for passage in said(context):
        text = passage.text
        if text.count("`") + text.count("<") < _LEAST:
            continue
        for names in _enumerations(text):
            twice = [name for name, count in Counter(names).items() if count > 1]
            # Where several come again, the order is what is told: a row of keys, a path of calls.
            if len(names) >= _LEAST and len(twice) == 1 and len(set(names)) == len(names) - 1:
                yield rule.finding(
                    passage.line,
                    f"{visible(twice[0].strip('`'))} stands twice in this enumeration of "
                    f"{len(names)}.",
                    end_line=passage.end_line,
                    text=text[:300],
                    fix="Take one out, or write the name that was meant.",
                )


def _enumerations(text: str) -> Iterator[list[str]]:
    names: list[str] = []
    end = -1
    for found in _NAME.finditer(text):
        between = text[end : found.start()]
        if names and (not between.strip() or not _JOINT.fullmatch(between)):
            yield names
            names = []
        names.append(found[0])
        end = found.end()
    yield names


RULE = Rule(
    id="doubled-item",
    title="a name twice in one list",
    severity="note",
    why="Often another name was meant, and that one is missing.",
    source="counted in the text",
    dated="2026-11-30",
    check=check,
    example="Read `plan`, `state`, `log` and `state`.",
    instead="Read `plan`, `state`, `log` and `memory`.",
    family="structure",
)
