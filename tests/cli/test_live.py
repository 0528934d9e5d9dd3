"""A text never goes live by accident: who would load a new file is said, and a yes is needed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.resources import sample_prompts

LEDGER = sample_prompts() / "duplicates" / "AGENTS.md"
AGENT = "---\nname: lockkeeper\ndescription: Opens the lock.\n---\n\n- Open it at noon.\n"


@pytest.fixture
def agent(here: Path) -> Path:
    """The one agent of a project."""
    path = here / ".claude" / "agents" / "lockkeeper.md"
    path.parent.mkdir(parents=True)
    path.write_text(AGENT)
    return path


@pytest.fixture
def file(here: Path) -> Path:
    shutil.copyfile(LEDGER, here / "CLAUDE.md")
    return here / "CLAUDE.md"


class TestExport:
    def test_a_second_agent_needs_a_yes(self, run: Run, here: Path, agent: Path) -> None:
        out = ".claude/agents/second.md"
        refused = run("export", agent, "--to", "same", "-o", out)
        assert refused.code == 2
        assert "Claude Code offers it as a sub-agent" in refused.talk
        assert "another one of the same name is there" in refused.talk
        assert "--live" in refused.talk and "Nothing was written" in refused.talk
        assert [path.name for path in agent.parent.iterdir()] == ["lockkeeper.md"]
        assert run("versions", agent, "--json").record["versions"] == []
        done = run("export", agent, "--to", "same", "-o", out, "--live", "--json")
        assert done.code == 0
        assert (here / out).read_text() == AGENT
        assert [live["host"] for live in done.record["live"]] == ["Claude Code"]

    @pytest.mark.parametrize(("answer", "code"), [(b"n\n", 1), (b"\n", 1), (b"y\n", 0)])
    def test_on_a_terminal_it_asks(self, run: Run, here: Path, answer: bytes, code: int) -> None:
        (here / "a.md").write_text("# A\n")
        result = run(
            "export", "a.md", "--to", "agents-md", "-o", "AGENTS.md", stdin=answer, tty=True
        )
        assert "read it in that folder" in result.talk and "Write AGENTS.md?" in result.talk
        assert result.code == code
        assert (here / "AGENTS.md").exists() == (code == 0)

    def test_agents_md_makes_no_agents_md_by_itself(self, run: Run, here: Path) -> None:
        (here / "CLAUDE.md").write_text("# A\n\n- Never push.\n")
        (here / "out").mkdir()
        assert run("export", "CLAUDE.md", "--to", "agents-md").code == 0
        assert run("export", "CLAUDE.md", "--to", "agents-md", "-o", "out").code == 0
        assert [path.name for path in (here / "out").iterdir()] == ["CLAUDE.agents.md"]
        assert not (here / "AGENTS.md").exists()

    def test_a_folder_gives_the_copy_the_live_name_of_its_source(
        self, run: Run, here: Path
    ) -> None:
        (here / "CLAUDE.md").write_text("# A\n")
        (here / "sub").mkdir()
        assert run("export", "CLAUDE.md", "--to", "same", "-o", "sub/").code == 2
        assert not (here / "sub" / "CLAUDE.md").exists()

    def test_an_empty_file_of_that_name_goes_live_as_well(self, run: Run, here: Path) -> None:
        (here / "a.md").write_text("# A\n")
        (here / "GEMINI.md").touch()
        assert run("export", "a.md", "--to", "same", "-o", "GEMINI.md").code == 2
        assert (here / "GEMINI.md").read_bytes() == b""

    def test_the_same_bytes_over_the_file_itself_are_no_case_of_it(
        self, run: Run, agent: Path
    ) -> None:
        result = run("export", agent, "--to", "same", "-o", agent)
        assert result.code == 0 and not result.talk
        assert "holds these bytes already; nothing was written" in result.out
        assert run("versions", agent, "--json").record["versions"] == []

    def test_a_live_file_in_the_way_shows_its_difference_and_who_loads_it(
        self, run: Run, here: Path
    ) -> None:
        (here / "a.md").write_text("# A\n")
        (here / "CLAUDE.md").write_text("# Mine\n")
        refused = run("export", "a.md", "--to", "same", "-o", "CLAUDE.md")
        assert refused.code == 1 and "- # Mine" in refused.talk
        assert "Claude Code reads it" in refused.talk
        done = run("export", "a.md", "--to", "same", "-o", "CLAUDE.md", "--force")
        assert done.code == 0 and "Note: CLAUDE.md is loaded" in done.talk
        assert run("show", "CLAUDE.md@1").raw == b"# Mine\n"

    def test_a_page_without_a_name_lands_beside_no_host(
        self, run: Run, here: Path, agent: Path
    ) -> None:
        skill = here / ".claude" / "skills" / "oars" / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text(AGENT)
        assert run("export", skill, "--to", "html").code == 0
        assert [path.name for path in skill.parent.iterdir()] == ["SKILL.md"]
        assert (here / "SKILL.html").is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    "verb", [("export", "--to", "same"), ("optimize", "--accept", "safe"), ("report",)]
)
def test_a_folder_that_is_not_there_is_an_error_and_no_file(
    run: Run, file: Path, here: Path, verb: tuple[str, ...]
) -> None:
    for out in ("out/", "out/x.md"):
        result = run(verb[0], file, *verb[1:], "-o", out)
        assert result.code == 2, result.talk
        assert "no folder" in result.talk or "does not exist" in result.talk
    assert [path.name for path in here.iterdir()] == ["CLAUDE.md"]
    assert run("versions", file, "--json").record["versions"] == []


class TestOptimize:
    @pytest.mark.slow
    def test_where_nothing_was_accepted_nothing_is_written(
        self, run: Run, file: Path, here: Path
    ) -> None:
        (here / "there.md").write_bytes(b"theirs\n")
        for out in ("new.md", "there.md"):
            done = run("optimize", file, "-o", out)
            assert done.code == 0
            assert f"Nothing changed, so {out} was not written." in done.out
        assert run("optimize", file, "-o", "new.md", "--json").record["written"] is None
        assert sorted(path.name for path in here.iterdir()) == ["CLAUDE.md", "there.md"]
        assert (here / "there.md").read_bytes() == b"theirs\n"
        assert "CLAUDE.md was not written" in run("optimize", file, "--in-place").out
        assert run("versions", file, "--json").record["versions"] == []

    @pytest.mark.slow
    def test_a_better_rule_beside_the_old_one_needs_a_yes(
        self, run: Run, file: Path, here: Path
    ) -> None:
        (here / ".claude" / "rules").mkdir(parents=True)
        args = ("optimize", file, "--accept", "safe", "-o", ".claude/rules/better.md")
        refused = run(*args)
        assert refused.code == 2 and "loads it as a rule" in refused.talk
        assert not list((here / ".claude" / "rules").iterdir())
        assert run(*args, "--live").code == 0
        assert (here / ".claude" / "rules" / "better.md").is_file()


def test_a_report_into_a_folder_of_rules_needs_a_yes(run: Run, file: Path, here: Path) -> None:
    (here / ".claude" / "rules").mkdir(parents=True)
    args = ("report", file, "--format", "markdown", "-o", ".claude/rules")
    assert run(*args).code == 2
    assert not list((here / ".claude" / "rules").iterdir())
    assert run(*args, "--live").code == 0
