"""Two agents or skills of one project with the same name."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import find_frontmatter

_FOLDER = {"sub-agent": "agents", "skill": "skills"}
_MOST = 20


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Where a host asks for one of each name, within one folder of agents or skills."""
    kind, facts = context.prompt.kind, context.facts
    front = find_frontmatter(context.prompt.text)
    name = front.text("name").strip() if front is not None else ""
    # Where no host looks, a file may be of any of them.
    hosts = [host for host in context.hosts if host.place_of(context.prompt.path) is not None]
    found = (host.names[kind] for host in hosts if kind in host.names)
    spec = next((one for one in found if one.unique), None)
    if front is None or not name or spec is None or not facts.known:
        return
    names = facts.agent_names if kind == "sub-agent" else facts.skill_names
    same = [path for path, one in names.items() if one == name]
    own = next((path for path in same if facts.itself(path)), "")
    if not own:
        return
    # Another folder of agents belongs to another host, a plugin or a user: the nearer one wins.
    base = _base(own, _FOLDER[kind])
    others = [path for path in same if path != own and _base(path, _FOLDER[kind]) == base]
    if others:
        yield rule.finding(
            front.field_lines.get("name", front.start_line),
            f"{others[0]} is called {name[:80]} too: which of the two is loaded, nothing here says "
            f"({spec.source}, {spec.date}).",
            text=name[:120],
            fix="Give one of them another name, or delete the copy.",
            related=[Related(1, name, path) for path in others[:_MOST]],
        )


def _base(path: str, folder: str) -> str:
    parts = path.split("/")
    return "/".join(parts[: parts.index(folder) + 1]) if folder in parts else path


RULE = Rule(
    id="same-name",
    title="two with the same name",
    severity="warning",
    why="Only one of them is used, and changes to the other have no effect.",
    source="code.claude.com/docs/en/sub-agents; agentskills specification",
    dated="2026-08-22",
    check=check,
    kinds=frozenset(_FOLDER),
    example="agents/a.md and agents/b.md with `name: reviewer`",
    instead="name: reviewer … name: style-reviewer",
    family="hosts",
    measured="no finding (1,646 files in seven projects, 2026-11-30)",
)
