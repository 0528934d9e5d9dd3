"""Commands that a skill or slash command runs, and that its `allowed-tools` does not allow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._command_lines import runs
from workbench.judge.rules.runs_on_load import commands_on_load
from workbench.judge.rules.unknown_tool import tool_entries
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.visible import visible

_FIELD, _SHELL = "allowed-tools", "Bash"
_NAME = re.compile(r"[a-z][\w.-]*")
_JOINED = re.compile(r"\s*(?:&&|\|\||;|\|)\s*")
_MOST, _NAMED = 50, 3


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for the file, where the list names some commands and leaves out others."""
    host, front = context.host, find_frontmatter(context.prompt.text)
    if host is None or host.tools is None or front is None:
        return
    entries = tool_entries(front, _FIELD)
    scopes = [
        e[len(_SHELL) + 1 : -1] for e in entries if e.startswith(f"{_SHELL}(") and e[-1] == ")"
    ]
    if not scopes or _SHELL in entries or "*" in entries:
        return
    if not all(host.tools.known(entry) for entry in entries) or any(map(_JOINED.search, scopes)):
        return
    programs = {scope.split(" ")[0].partition(":")[0] for scope in scopes}
    unasked = frozenset(host.tools.unasked)
    missing: dict[str, tuple[int, str]] = {}
    for line, command in _run(context, programs):
        words = command.split()
        free = {words[0], " ".join(words[:2])} & unasked or not _NAME.fullmatch(words[0])
        if len(words) > 1 and not free and not any(_covers(one, command) for one in scopes):
            missing.setdefault(" ".join(words[:2]), (line, command))
    if missing:
        places = list(missing.values())
        shown = ", ".join(f"`{visible(name)[:60]}`" for name in list(missing)[:_NAMED])
        more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        at = front.field_lines.get(_FIELD, front.start_line)
        yield rule.finding(
            places[0][0],
            f"`{_FIELD}` (line {at}) does not cover {shown}{more}: "
            f"{host.title} asks each time, or stops where nobody answers.",
            text=places[0][1][:200],
            fix=f"Add {_SHELL}({' '.join(places[0][1].split()[:2])} *), or leave the command out.",
            related=[Related(line, text[:200]) for line, text in places[1:_MOST]],
        )


def _run(context: Context, programs: set[str]) -> Iterator[tuple[int, str]]:
    """What runs on load, and what is shown to be run with a program that the list names."""
    if "!`" in context.prompt.text or "```!" in context.prompt.text:
        for line, command in commands_on_load(context):
            yield from ((line, piece) for piece in _pieces(command))
    for run in runs(context):
        command = " ".join(run.words)
        for piece in _pieces(command):
            if run.shell and piece.split()[0] in programs:
                yield run.line, piece


def _pieces(command: str) -> list[str]:
    """The commands of a line; the first alone where quotes may hide what joins them."""
    pieces = [piece for piece in _JOINED.split(command) if piece.strip()]
    return pieces[:1] if re.search("[\"'$]", command) else pieces


def _covers(scope: str, command: str) -> bool:
    pattern = scope.strip().removesuffix(":*").removesuffix(" *")
    if pattern != scope.strip():
        return (
            command == pattern or command.startswith(f"{pattern} ") or fnmatchcase(command, pattern)
        )
    return fnmatchcase(command, pattern)


RULE = Rule(
    id="uncovered-command",
    title="a command the list leaves out",
    severity="note",
    why="The user is asked in the middle of the work, and a run without a user stops there.",
    source="code.claude.com/docs/en/skills: `allowed-tools` is what is used without asking",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill", "command"}),
    example="allowed-tools: Bash(git diff *) … Run `git push`.",
    instead="allowed-tools: Bash(git diff *), Bash(git push *)",
    family="hosts",
    measured="2 of 3 true, the third told apart since (2,177 files of 32 public repositories, "
    "2026-11-30)",
)
