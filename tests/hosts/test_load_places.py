"""Which files hosts load by themselves, for their name or their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.hosts.load_places import live_at, places

AGENT = b"---\nname: lockkeeper\ndescription: Opens the lock.\n---\n\nOpen it at noon.\n"


@pytest.mark.parametrize(
    ("path", "host", "does"),
    [
        ("CLAUDE.md", "Claude Code", "start of each session"),
        ("docs/claude.md", "Claude Code", "start of each session"),
        (".claude/CLAUDE.md", "Claude Code", "start of each session"),
        (".claude/agents/a.md", "Claude Code", "sub-agent"),
        (".claude/agents/deep/er/a.md", "Claude Code", "sub-agent"),
        (".claude/commands/a.md", "Claude Code", "command"),
        (".claude/rules/x/y.md", "Claude Code", "rule"),
        (".claude/skills/oars/SKILL.md", "Claude Code", "skill"),
        (".claude/skills/oars/notes.txt", "Claude Code", "parts of a skill"),
        (".claude/output-styles/a.md", "Claude Code", "output style"),
        ("AGENTS.md", "Codex, Cursor, GitHub Copilot and others", "read it"),
        ("anywhere/SKILL.md", "Codex, Cursor, GitHub Copilot and others", "skill"),
        ("AGENTS.override.md", "Codex", "in place of"),
        (".codex/prompts/a.md", "Codex", "prompt"),
        (".codex/x.md", "Codex", "keeps"),
        ("GEMINI.md", "Gemini CLI", "reads it"),
        (".gemini/commands/a.toml", "Gemini CLI", "command"),
        (".gemini/x.md", "Gemini CLI", "keeps"),
        (".agents/skills/a/SKILL.md", "Codex", "skill"),
        (".cursorrules", "Cursor", "rule"),
        (".cursor/rules/a.mdc", "Cursor", "loads it as a rule"),
        (".cursor/rules/a.md", "Cursor", "ignored"),
        ("copilot-instructions.md", "GitHub Copilot", "reads it"),
        (".github/instructions/a.instructions.md", "GitHub Copilot", "applyTo"),
        (".github/prompts/a.prompt.md", "GitHub Copilot", "prompt"),
        (".github/agents/a.md", "GitHub Copilot", "agent"),
        (".windsurf/rules/a.md", "Windsurf and Devin", "rule"),
        (".devin/rules/a.md", "Windsurf and Devin", "rule"),
    ],
)
def test_a_place_is_named_with_its_host_and_what_that_does(
    path: str, host: str, does: str, tmp_path: Path
) -> None:
    found = {live.host: live for live in live_at(tmp_path / path)}
    assert host in found
    assert does in found[host].does
    assert str(found[host]).startswith(host)


@pytest.mark.parametrize(
    "path",
    [
        "better.md",
        "CLAUDE-2.md",
        "CLAUDE.agents.md",
        "docs/agents/a.md",
        "rules/a.md",
        ".claude/agents/a.txt",
        ".claude/settings.json",
        ".codex/worktrees/one/notes.md",
        ".github/workflows/build.yml",
    ],
)
def test_other_places_are_free(path: str, tmp_path: Path) -> None:
    assert live_at(tmp_path / path) == ()


def test_links_lead_no_file_past_it(tmp_path: Path) -> None:
    agents = tmp_path / ".claude" / "agents"
    agents.mkdir(parents=True)
    (tmp_path / "out").symlink_to(agents)  # the folder that is named
    (tmp_path / "note.md").symlink_to(agents / "a.md")  # the file that is named
    shared = tmp_path / "shared"
    shared.mkdir()
    rules = tmp_path / ".claude" / "rules"
    rules.mkdir()
    (rules / "ours").symlink_to(shared)  # a folder that the host reaches by a link
    assert live_at(tmp_path / "out" / "a.md")
    assert live_at(tmp_path / "note.md")
    (live,) = live_at(shared / "a.md")
    assert "rule" in live.does and live.path == rules / "ours" / "a.md"
    (rules / "circle").symlink_to(rules)
    assert live_at(tmp_path / "elsewhere.md") == ()


def test_a_second_agent_of_the_same_name_is_found(tmp_path: Path) -> None:
    agents = tmp_path / ".claude" / "agents"
    agents.mkdir(parents=True)
    (agents / "lockkeeper.md").write_bytes(AGENT)
    (live,) = live_at(agents / "lockkeeper-2.md", AGENT)
    assert live.twin == agents / "lockkeeper.md"
    assert "another one of the same name is there" in str(live)
    (other,) = live_at(agents / "b.md", AGENT.replace(b"lockkeeper", b"ferryman"))
    assert other.twin is None
    (same,) = live_at(agents / "lockkeeper.md", AGENT)  # itself is no second one
    assert same.twin is None


def test_a_second_rule_is_told_by_its_file_name(tmp_path: Path) -> None:
    rules = tmp_path / ".claude" / "rules"
    (rules / "web").mkdir(parents=True)
    (rules / "style.md").write_bytes(b"- Tabs.\n")
    (live,) = live_at(rules / "web" / "style.md", b"- Blanks.\n")
    assert live.twin == rules / "style.md"


def test_a_plugin_is_told_by_what_stands_beside_the_folder(tmp_path: Path) -> None:
    assert live_at(tmp_path / "agents" / "a.md") == ()
    (tmp_path / ".claude-plugin").mkdir()
    (live,) = live_at(tmp_path / "agents" / "a.md")
    assert "plugin" in live.does


def test_every_row_is_complete() -> None:
    assert all(place.host and place.does and place.name for place in places())
    assert {place.named for place in places()} == {"", "name", "stem"}
