"""Commands that the host runs before the model sees the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import body_start, line_text
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible

_INLINE = re.compile(r"(?:^|(?<=\s))!`(?P<command>[^`\n]{1,500})`")
_FENCE = re.compile(r"^\s{0,3}```!\s*$")
_NAMED, _PLACES = 3, 50


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for the file, with each command and its line."""
    runs = [
        one
        for host in context.hosts[:1]
        for one in host.dynamic
        if one.runs and context.prompt.kind in one.kinds
    ]
    if not runs or not ("!`" in context.prompt.text or "```!" in context.prompt.text):
        return
    found = list(commands_on_load(context))
    if not found:
        return
    shown = ", ".join(f"`{visible(command)[:80]}`" for _, command in found[:_NAMED])
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    yield rule.finding(
        found[0][0],
        f"{plural(len(found), 'command')} {'runs' if len(found) == 1 else 'run'} when this is "
        f"loaded, before the model sees it: {shown}{more} ({runs[0].source}, {runs[0].date}).",
        text=found[0][1],
        related=[Related(line, command) for line, command in found[1 : _PLACES + 1]],
    )


def commands_on_load(context: Context) -> Iterator[tuple[int, str]]:
    """(line, command) of each."""
    fenced = False
    for number in range(body_start(context), len(context.prompt.lines) + 1):
        line = line_text(context, number)
        if fenced:
            fenced = not line.strip().startswith("```")
            if fenced and line.strip():
                yield number, line.strip()
        elif _FENCE.match(line):
            fenced = True
        elif "!`" in line:
            yield from ((number, one["command"]) for one in _INLINE.finditer(line[:4000]))


RULE = Rule(
    id="runs-on-load",
    title="commands that run on load",
    severity="note",
    why="They run with your rights before anybody reads the text; one that fails ends the call.",
    source="code.claude.com/docs/en/skills",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill", "command"}),
    example="Status: !`git status`",
    instead="(as it is, when you know what it runs)",
    family="safety",
    measured="11 of 11 true that were read, of 69 (about 5,000 files of 10 public repositories, "
    "2026-11-30)",
)
