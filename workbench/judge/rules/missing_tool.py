"""A tool or a program that the text tells to use, and that the list of tools leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.claims_fences import shell_lines
from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import code, said
from workbench.judge.rules.unknown_tool import tool_entries
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.lines import line_at
from workbench.prompt.visible import visible

_USED = re.compile(
    r"\b(?:[Uu]se|[Uu]sing|[Cc]all|[Cc]alling|[Ii]nvoke|[Rr]un|[Ww]ith|[Vv]ia)\s+(?:the\s+)?[`*]{0,3}(?P<name>[A-Z]\w{2,30})"
    r"[`*]{0,3}\s+(?:tool|skill tool)\b|[`*]{1,3}(?P<marked>[A-Z]\w{2,30})[`*]{1,3}\s+tool\b"
)
#: An entry that allows one program: `Bash(git status:*)`.
_ALLOWED = re.compile(r"Bash\((?P<program>[^\s:)]*)[^)]*\)")
#: Programs that a host could ask about; what a shell does itself is left out.
_PROGRAM = re.compile(
    r"(?!(?:cd|echo|export|set|if|then|fi|for|do|done|while|cat|test|true|else|read)\b)[a-z][\w-]+"
)
_BAN = re.compile(
    r"\b(?:not|never|no|without|don['’]t|cannot|can['’]t|avoid|instead of|rather than|if|when"
    r"|unless|lacks?|other|caller|main|parent|user)\b",
    re.IGNORECASE,
)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Each tool once where the list is all that the agent may use; programs that a list of
    allowed commands leaves out."""
    if context.prompt.kind == "sub-agent":
        yield from _of_agent(rule, context)
    else:
        yield from _programs(rule, context)


def _programs(rule: Rule, context: Context) -> Iterator[Finding]:
    """Where commands are allowed one by one, those that the text runs and that no entry names."""
    host, front = context.host, find_frontmatter(context.prompt.text)
    if host is None or host.tools is None or front is None:
        return
    listed = tool_entries(front, "allowed-tools")
    allowed = [one for one in (_ALLOWED.fullmatch(entry) for entry in listed) if one]
    if not allowed or "Bash" in listed or not all(host.tools.known(one) for one in listed):
        return
    programs = {one["program"] for one in allowed}
    if programs & {"*", ""}:
        return
    found: dict[str, tuple[int, str]] = {}
    for number, command in _commands(context):
        program = command.split(None, 1)[0]
        if program not in programs and _PROGRAM.fullmatch(program):
            found.setdefault(program, (number, command))
    if found:
        (first, (line, command)), *others = found.items()
        names = ", ".join(found)
        yield rule.finding(
            line,
            f"The text runs {visible(names)[:200]}, and `allowed-tools` (line "
            f"{front.field_lines.get('allowed-tools', front.start_line)}) has no entry for "
            f"{'it' if not others else 'them'}: the host asks each time.",
            text=command[:200],
            fix=f"Add `Bash({first}:*)`, if it may run without asking.",
            severity="note",
            related=[Related(n, c[:200]) for _, (n, c) in others],
        )


def _commands(context: Context) -> Iterator[tuple[int, str]]:
    text, starts = context.prompt.text, context.prompt.starts
    for span in code(context):
        inner = text[span.start : span.end]
        if inner.startswith(("```", "~~~")):
            for command, at, shell in shell_lines(span.start, inner):
                if shell:
                    yield line_at(starts, at) + 1, command
        elif text[span.start - 1 : span.start] == "!" and inner.strip("` "):
            yield line_at(starts, span.start) + 1, inner.strip("` ")


def _of_agent(rule: Rule, context: Context) -> Iterator[Finding]:
    host, front = context.host, find_frontmatter(context.prompt.text)
    if host is None or host.tools is None or front is None:
        return
    listed = tool_entries(front, "tools")
    tools = host.tools
    # A list with names of another host says nothing about the tools of this one.
    if not listed or not all(tools.known(one) for one in listed):
        return
    have = {tools.aliases.get(bare, bare) for one in listed for bare in [one.partition("(")[0]]}
    if "*" in have or "All" in have:
        return
    told: set[str] = set()
    for passage in said(context):
        for found in _USED.finditer(passage.text):
            name = found["name"] or found["marked"]
            real = tools.aliases.get(name, name)
            if real not in tools.names or real in have or name in told:
                continue
            if _BAN.search(passage.text):
                continue
            told.add(name)
            yield rule.finding(
                passage.line,
                f"The text uses the {name} tool, and `tools` (line "
                f"{front.field_lines.get('tools', front.start_line)}) does not list it: the agent "
                "cannot call it.",
                text=passage.text[:200],
                fix=f"Add {name} to `tools`, or say how it is done without.",
            )


RULE = Rule(
    id="missing-tool",
    title="a tool the list leaves out",
    severity="warning",
    why="The agent is told to do what it cannot, and makes do with a guess.",
    source="code.claude.com/docs/en/sub-agents: `tools` is all that it may use",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"sub-agent", "command", "skill"}),
    example="tools: Read, Grep … Use the WebFetch tool to read the page.",
    instead="tools: Read, Grep, WebFetch",
    family="hosts",
)
