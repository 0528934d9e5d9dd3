"""Names of tools that the host does not document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter

_MOST = 200


def tool_entries(front: Frontmatter, name: str) -> list[str]:
    """The tools that a field lists: a list, or words with commas or blanks between them."""
    value = front.fields.get(name)
    if isinstance(value, str):
        return list(_split(value))
    if isinstance(value, (list, tuple)):
        return [one for item in value if isinstance(item, str) for one in _split(item)]
    return []


def _split(value: str) -> Iterator[str]:
    """Commas divide, and blanks where there are none; what stands in brackets stays whole."""
    depth, word = 0, ""
    blanks = "," not in re.sub(r"\([^()]*\)", "", value)
    for sign in value:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth <= 0 and (sign == "," or (blanks and sign.isspace())):
            if word.strip():
                yield word.strip().strip("\"'")
            word = ""
        else:
            word += sign
    if word.strip():
        yield word.strip().strip("\"'")


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Each name once; a host that ignores unknown names on purpose is not asked."""
    host, kind = context.host, context.prompt.kind
    known = host.frontmatter.get(kind) if host is not None else None
    front = find_frontmatter(context.prompt.text)
    if host is None or known is None or front is None or host.tools is None:
        return
    # An `agents/` folder elsewhere may be of another host, whose tools have other names.
    if "are ignored" in host.tools.unknown or host.place_of(context.prompt.path) is None:
        return
    for name in known.with_role("tools"):
        wrong = [one for one in tool_entries(front, name)[:_MOST] if not host.tools.known(one)]
        for entry in dict.fromkeys(wrong):
            near = _near(entry, host.tools.names)
            yield rule.finding(
                front.field_lines.get(name, front.start_line),
                f"{entry[:60]} is none of the tools that {host.title} documents "
                f"({host.tools.source}, {host.tools.date}).",
                text=entry[:120],
                fix=f"Did you mean {near}?" if near else "Take it out, or name the tool as it is.",
            )


def _near(entry: str, names: Iterable[str]) -> str:
    bare = entry.partition("(")[0].lower()
    return next((name for name in names if name.lower() == bare), "")


RULE = Rule(
    id="unknown-tool",
    title="a tool that is not there",
    severity="note",
    why="A name that the host does not know allows nothing, and nothing says so.",
    source="the tools reference of the host, see ctxbench hosts",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill", "command", "sub-agent"}),
    example="tools: Read, Grepp",
    instead="tools: Read, Grep",
    family="hosts",
    measured="1 of 1 true (about 5,000 files of 10 public repositories, 2026-11-30)",
)
