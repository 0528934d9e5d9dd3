"""Places to be filled in that nobody filled, in files that no program fills."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import (
    body_start,
    code,
    code_lines,
    is_template,
    line_text,
    shown_title,
    title_above,
)
from workbench.language.lists import patterns
from workbench.prompt.codespans import in_spans
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible

_FILL = patterns("rules", "placeholder-left-fill").pattern
_LEFT = re.compile(
    rf"\[(?:{_FILL}\b(?!,)[^\[\]\n]{{0,80}}|your [^\[\]\n]{{2,60}}"
    r"|[^\[\]\n]{2,60} here)\](?![(\[:])"
    rf"|<(?:{_FILL}\b[^<>\n/=]{{0,80}}|your [^<>\n/=]{{2,60}}|[a-z][^<>\n/=]{{2,60}} here)>"
    r"|^[\s>*+-]*(?:[\w *]{2,40}[:：]\s{0,3})?\{\{\s{0,3}[\w .:-]{2,60}\s{0,3}\}\}\s*$"
    r"|^[\s>*+-]*(?:TODO|TBD|FIXME|XXX)(?:[:：](?:\s.{0,200})?|\s*)$"
    r"|\blorem ipsum dolor\b",
    re.IGNORECASE,
)
_SIGN = re.compile(r"[\[<{]|TODO|TBD|FIXME|XXX|[Ll]orem")
#: Text that shows, names or forbids such places.
_TOLD = patterns("rules", "placeholder-left-told", re.IGNORECASE)
_MOST = 50


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for the file with every place; none in a template, which a program fills."""
    if is_template(context):
        return
    inside = code_lines(context)
    found: list[tuple[int, str]] = []
    for number in range(body_start(context), len(context.prompt.lines) + 1):
        line = line_text(context, number)[:4000]
        if number in inside or not _SIGN.search(line):
            continue
        hit = _LEFT.search(line)
        if hit is None or in_spans(code(context), context.prompt.starts[number - 1] + hit.start()):
            continue
        if _TOLD.search(line[: hit.start()] + line[hit.end() :]):
            continue
        title = title_above(context, number)
        if not shown_title(title) and not _TOLD.search(title):
            found.append((number, " ".join(hit[0].split())))
    if not found:
        return
    names = ", ".join(visible(words)[:60] for _, words in found[:3])
    yield rule.finding(
        found[0][0],
        f"{plural(len(found), 'place')} nobody filled in: {names}. The host loads this file as it "
        "is.",
        text=found[0][1],
        fix="Fill it in, or delete the line.",
        related=[Related(number, words) for number, words in found[1:_MOST]],
    )


RULE = Rule(
    id="placeholder-left",
    title="a place nobody filled in",
    severity="warning",
    why="The model reads the empty form as an instruction, or fills it with a guess.",
    source="hosts put memory and rule files into the context as they are (see ctxbench hosts)",
    dated="2026-11-30",
    check=check,
    kinds=frozenset(
        {"claude-md", "agents-md", "gemini-md", "copilot", "memory", "rule", "cursor-rule"}
    ),
    example="- Deploys go to [insert the name of the cluster].",
    instead="- Deploys go to `tern-2`.",
    family="structure",
    measured="4 of 11 true at first sight, 4 of 4 since (about 5,000 files of 10 public "
    "repositories and the corpus, 2026-11-30)",
)
