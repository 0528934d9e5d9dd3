"""The name of a skill against the folder that it lies in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import find_frontmatter


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Where a host asks for the two to be the same, or calls the skill by its folder."""
    prompt = context.prompt
    path = PurePath(prompt.path.replace("\\", "/"))
    folder = path.parent.name
    front = find_frontmatter(prompt.text)
    if front is None or path.name.lower() != "skill.md" or folder in ("", ".", ".."):
        return
    for host in context.hosts:
        spec = host.names.get(prompt.kind)
        if spec is None or spec.same_as != "folder":
            continue
        name = front.text(spec.of).strip()
        if name and name != folder:
            yield rule.finding(
                front.field_lines.get(spec.of, front.start_line),
                f"The name is {name[:80]} and the folder {folder}. {host.title}: "
                f"{spec.does.rstrip('.')} ({spec.source}, {spec.date}).",
                text=name[:120],
                fix=f"Name both the same: `{spec.of}: {folder}`, or rename the folder.",
            )
        return


RULE = Rule(
    id="name-folder",
    title="name and folder differ",
    severity="warning",
    why="One host calls the skill by its folder, another refuses it: people type a name that is "
    "not there.",
    source="agentskills specification; code.claude.com/docs/en/skills",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill"}),
    example="release-notes/SKILL.md with `name: changelog`",
    instead="release-notes/SKILL.md with `name: release-notes`",
    family="hosts",
    measured="20 of 20 true that were read, of 82 (about 5,000 files of 10 public repositories, "
    "2026-11-30)",
)
