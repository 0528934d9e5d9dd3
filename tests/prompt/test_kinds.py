"""A prompt file is known by its name, its folder, its frontmatter."""

from __future__ import annotations

import pytest

from workbench.prompt.prompt import Prompt


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("CLAUDE.md", "x", "claude-md"),
        ("sub/CLAUDE.local.md", "x", "claude-md"),
        ("old-CLAUDE.md", "x", "claude-md"),
        ("AGENTS.md", "x", "agents-md"),
        (".claude/skills/pdf/SKILL.md", "---\nname: pdf\n---\n", "skill"),
        (".claude/agents/tester.md", "---\nname: t\ndescription: d\n---\n", "sub-agent"),
        ("tester.md", "---\nname: t\ndescription: d\ntools: Read\n---\n", "sub-agent"),
        (".claude/commands/ship.md", "Ship it.", "command"),
        ("ship.md", "---\nargument-hint: '[pr]'\n---\nShip it.", "command"),
        (".claude/rules/db.md", "x", "rule"),
        ("rules/db.mdc", "---\nglobs: '*.sql'\n---\n", "cursor-rule"),
        (".github/copilot-instructions.md", "x", "copilot"),
        (".github/instructions/py.instructions.md", "x", "copilot"),
        ("agent_system_prompt.md", "x", "system-prompt"),
        ("notes.md", "x", "markdown"),
        ("a.jsonl", "{}", "jsonl"),
        ("a.traj", "{}", "json"),
        ("prompt.txt", "x", "text"),
        ("", '{"a": 1}', "json"),
        ("", "Hello", "text"),
    ],
)
def test_kind(path: str, text: str, kind: str) -> None:
    assert Prompt.from_text(text, path).kind == kind
