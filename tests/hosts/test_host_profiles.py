"""Hosts as files: what ships is whole and dated, what people write is read strictly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.errors import UnreadableInput, UsageError
from workbench.hosts import registry
from workbench.hosts.registry import Hosts, hosts, user_folder
from workbench.hosts.yaml_nodes import read_nodes
from workbench.judge.description_limits import KINDS as DESCRIBED
from workbench.judge.rules import bad_description, dead_glob
from workbench.measure.host_profile import HostProfile, NameRule, Tools
from workbench.prompt.kinds import HOST_FOLDERS, IMPORTING, detect_kind

SHIPPED = (
    *("antigravity", "claude-code", "codex", "copilot", "cursor", "gemini", "generic"),
    *("skills-api", "windsurf"),
)
#: The least that a host needs.
LEAST = """\
name: tern
title: Tern
about: a host of a test
source: the pages of Tern
date: 2026-11-30
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git checkout with a folder for hosts, which is the current folder."""
    top = tmp_path / "project"
    (top / ".git").mkdir(parents=True)
    (top / ".ctxbench" / "hosts").mkdir(parents=True)
    monkeypatch.chdir(top)
    return top


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return path


def blocks(value: object) -> Iterator[object]:
    """Every block of a profile."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from blocks(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from blocks(item)
    elif is_dataclass(value):
        yield value
        for one in fields(value):
            yield from blocks(getattr(value, one.name))


class TestWhatShips:
    def test_there_is_one_file_a_host(self) -> None:
        assert hosts().names == SHIPPED

    @pytest.mark.parametrize("name", SHIPPED)
    def test_each_statement_has_a_source_and_a_day(self, name: str) -> None:
        host = hosts().get(name)
        for block in blocks(host):
            if block in (type(block)(), None) if type(block).__name__ == "Statement" else False:
                continue  # nobody said anything
            assert block.source, block  # type: ignore[attr-defined]
            assert date.fromisoformat(block.date) <= date(2026, 12, 31)  # type: ignore[attr-defined]

    @pytest.mark.parametrize("name", SHIPPED)
    def test_what_its_places_hold_is_of_the_kind_that_it_says(self, name: str) -> None:
        """One source: the small table of `prompt.kinds` knows every place of every host."""
        for place in hosts().get(name).files:
            for path in place.paths:
                example = path.replace("**", "some").replace("*", "one")
                assert detect_kind(example) == place.kind, (path, place.kind)

    def test_the_small_tables_of_kinds_say_what_the_files_say(self) -> None:
        found = {folder for host in hosts().all() for folder in host.folders()}
        assert found | {".codex"} == HOST_FOLDERS  # Codex has one for settings only
        imports = [host.imports for host in hosts().all() if host.imports is not None]
        kinds = {kind for i in imports for kind in (*i.kinds, *i.attached, *i.assumed)}
        assert kinds == IMPORTING

    def test_descriptions_are_judged_where_a_host_lists_them(self) -> None:
        """The kinds of `bad-description`, and those whose description is shortened."""
        listing = {
            kind
            for host in hosts().all()
            for kind, front in host.frontmatter.items()
            if "description" in front.with_role("listed")
        }
        assert bad_description.RULE.kinds <= listing and listing >= DESCRIBED
        filtered = {
            kind
            for host in hosts().all()
            for kind, front in host.frontmatter.items()
            if front.with_role("filter")
        }
        assert dead_glob.RULE.kinds == filtered

    def test_what_is_asked_of_the_head_stands_in_the_first_paragraph(self) -> None:
        for host in hosts().all():
            for key in ("aliases", "implied_by"):
                assert hosts()._words(host.name, key) == getattr(host, key), host.name

    def test_other_names_and_kinds_lead_to_a_host(self) -> None:
        known = hosts()
        assert known.get("gemini-cli").name == "gemini" and known.get("api").name == "generic"
        assert known.for_kind("gemini-md").name == "gemini"
        assert known.for_kind("cursor-rule").name == "cursor"
        assert known.for_kind("claude-md").name == known.for_kind("text").name == "claude-code"
        assert known.for_kind("claude-md", "codex").name == "codex"

    @pytest.mark.parametrize(
        ("path", "kind", "name"),
        [
            (".github/agents/plan.md", "sub-agent", "copilot"),
            ("app/.gemini/agents/plan.md", "sub-agent", "gemini"),
            ("/home/me/app/.devin/rules/web.md", "rule", "windsurf"),
            (".agents/skills/tide/SKILL.md", "skill", "codex"),
            (".claude/agents/plan.md", "sub-agent", "claude-code"),
            (".opencode/agents/plan.md", "sub-agent", "claude-code"),
            (".agents/AGENTS.md", "agents-md", "claude-code"),
            ("docs/AGENTS.md", "agents-md", "claude-code"),
            ("./CLAUDE.md", "claude-md", "claude-code"),
        ],
    )
    def test_a_file_in_the_folder_of_a_host_is_looked_at_for_that_host(
        self, path: str, kind: str, name: str
    ) -> None:
        assert hosts().for_kind(kind, None, path).name == name
        assert hosts().for_kind(kind, "cursor", path).name == "cursor"

    def test_to_look_at_a_claude_md_one_file_is_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        read: list[str] = []
        real = registry._table
        monkeypatch.setattr(registry, "_table", lambda file: read.append(file.shown) or real(file))
        Hosts(registry._shipped_files()).for_kind("claude-md")
        assert read == ["claude-code.yaml"]

    def test_a_strict_host_is_a_lenient_one_and_what_differs(self) -> None:
        api, open_one = hosts().get("skills-api"), hosts().get("generic")
        assert api.names["skill"].reserved == ("anthropic", "claude")
        assert api.names["skill"].longest == open_one.names["skill"].longest == 64
        assert set(api.fields_of("skill")) == set(open_one.fields_of("skill"))
        assert not api.aliases and not api.implied_by  # those are not handed down

    def test_an_unknown_host_names_the_nearest(self) -> None:
        with pytest.raises(UsageError, match="Did you mean codex"):
            hosts().get("codec")


class TestLoadSemantics:
    """When a file reaches the model, by what stands in its frontmatter."""

    @pytest.mark.parametrize(
        ("given", "loads"),
        [
            ({"alwaysApply": True, "globs": "*.py"}, "always"),
            ({"globs": "*.py", "alwaysApply": False}, "matching"),
            ({"alwaysApply": "true"}, "invoked"),  # a string is not the truth value
            ({"description": "Rules for tides", "globs": ""}, "listed"),
            ({"alwaysApply": False, "description": "", "globs": None}, "invoked"),
            ({}, "invoked"),
        ],
    )
    def test_a_rule_of_cursor(self, given: dict[str, object], loads: str) -> None:
        assert hosts().get("cursor").loads("cursor-rule", given) == loads

    @pytest.mark.parametrize(
        ("trigger", "loads"),
        [
            ("always_on", "always"),
            ("glob", "matching"),
            ("model_decision", "listed"),
            ("manual", "invoked"),
            ("sometimes", "always"),  # not documented: counted as if it were there
        ],
    )
    def test_a_rule_of_windsurf(self, trigger: str, loads: str) -> None:
        assert hosts().get("windsurf").loads("rule", {"trigger": trigger}) == loads

    def test_a_file_without_fields_is_loaded_as_its_place_says(self) -> None:
        cursor = hosts().get("cursor")
        assert cursor.loads("cursor-rule", {}, "/home/me/app/.cursorrules") == "always"
        assert cursor.loads("cursor-rule", {}, "app/.cursor/rules/a.mdc") == "invoked"

    @pytest.mark.parametrize(
        ("kind", "given", "loads"),
        [
            ("claude-md", {}, "always"),
            ("rule", {}, "always"),
            ("rule", {"paths": ["src/**"]}, "matching"),
            ("skill", {"description": "x"}, "listed"),
            ("skill", {"disable-model-invocation": True}, "invoked"),
            ("sub-agent", {"name": "x"}, "listed"),
            ("output-style", {}, "chosen"),
        ],
    )
    def test_a_file_of_claude_code(self, kind: str, given: dict[str, object], loads: str) -> None:
        assert hosts().get("claude-code").loads(kind, given) == loads

    def test_tools_are_known_by_name_by_pattern_and_with_a_rule_in_brackets(self) -> None:
        tools = hosts().get("claude-code").tools
        assert isinstance(tools, Tools)
        for written in ("Read", "Bash(git:*)", "Bash(npm run build)", "mcp__github__search"):
            assert tools.known(written), written
        for written in ("read", "run_shell_command", "Bash(git", "LSP(x)", "mcp_github"):
            assert not tools.known(written), written
        copilot = hosts().get("copilot").tools
        assert copilot is not None and copilot.known("BASH") and copilot.known("my-server/look")

    def test_names_of_skills_are_judged_sign_by_sign(self) -> None:
        rule = hosts().get("skills-api").names["skill"]
        for name in ("tide-tables", "a", "x2"):
            assert rule.written_well(name), name
        for name in ("Tide", "tide_tables", "-tide", "tide-", "tide--tables", "gezeiten-ä", ""):
            assert not rule.written_well(name), name
        assert rule.reserved_in("my-claude-helper") == "claude" and not rule.reserved_in("tide")
        assert not NameRule(not_holding=":").written_well("plugin:agent")


class TestStrictness:
    @pytest.mark.parametrize(
        ("text", "line", "said"),
        [
            (LEAST + "limts: []\n", 6, "unknown key 'limts'. Did you mean limits?"),
            (LEAST + "files:\n- {id: a, kind: skil, paths: [x]}\n", 7, "Did you mean skill?"),
            (LEAST.replace("title: Tern\n", ""), 1, "the key `title` is missing"),
            (LEAST + "bom: {does: it drops the file, source: somebody}\n", 6, "stand together"),
            (LEAST.replace("2026-11-30", "yesterday"), 5, "is a day such as 2026-11-30"),
            (LEAST + "implied_by: skill\n", 6, "is a list, such as [a, b]"),
            (LEAST + "limits:\n- id: a\n  kinds: [skill]\n  unit: words\n", 9, "Known: chars"),
            (
                LEAST + "limits:\n- {id: a, kinds: [skill], unit: lines, most: many, effect: cut,"
                " does: x}\n",
                7,
                "is a number, not 'many'",
            ),
            (LEAST + "frontmatter: {skill: {complete: yes}}\n", 6, "is true or false, not 'yes'"),
            (LEAST + "frontmatter: {skil: {}}\n", 6, "Did you mean skill?"),
            (LEAST + "title: Tern again\n", 6, "stands here a second time"),
            (LEAST + "also: &a [*a]\n", 6, "anchors (&) and aliases (*)"),
            (LEAST + "also: !!python/name:os.system x\n", 6, "tags (!) are not read"),
            (LEAST + "also: " + "[" * 40 + "]" * 40 + "\n", 6, "nested too deeply"),
            (LEAST + "also: [\n", 7, ""),
            (LEAST + "---\nname: b\n", 6, "a second document begins"),
            ("- a\n- b\n", 1, "a table of `key: value` lines is wanted"),
            ("", 1, "the file is empty"),
            (LEAST.replace("tern", "gull"), 1, "the file is tern.yaml"),
            (LEAST + "alongside: {skill: [codec]}\n", 6, "Did you mean codex?"),
            (LEAST + "extends: codec\n", 6, "Did you mean codex?"),
            (LEAST + "without: [a]\n", 6, "goes with `extends`"),
            (LEAST + "extends: codex\nwithout: [codex-byte]\n", 7, "Did you mean codex-bytes?"),
            (
                LEAST
                + "limits:\n- {id: a, kinds: [skill], unit: lines, most: "
                + "9" * 5000
                + ", effect: cut, does: x}\n",
                7,
                "is a number",
            ),
        ],
    )
    def test_a_fault_is_named_with_its_file_and_line(self, text: str, line: int, said: str) -> None:
        path = write(user_folder(), "tern", text)
        with pytest.raises(UnreadableInput) as caught:
            hosts().get("tern")
        assert str(caught.value).startswith(f"{path}, line {line}: "), caught.value
        assert said in str(caught.value)
        assert caught.value.exit_code == 2

    def test_signs_that_drive_a_terminal_are_shown_as_signs(self) -> None:
        write(user_folder(), "tern", LEAST + '"a\\e[2Jb": 1\n')
        with pytest.raises(UnreadableInput) as caught:
            hosts().get("tern")
        assert "\x1b" not in str(caught.value)

    def test_the_least_is_enough_and_says_nothing_that_nobody_said(self) -> None:
        write(user_folder(), "tern", LEAST)
        host = hosts().get("tern")
        assert host.title == "Tern" and host.bom.does == host.precedence.does == "not documented"
        assert host.limits == () and host.tools is None and host.origin.endswith("tern.yaml")


class TestFilesOfPeople:
    LIMIT = "- {{id: codex-bytes, kinds: [agents-md], unit: bytes, most: {}, effect: cut, does: x}}"

    def test_a_file_may_change_one_figure_of_a_host_that_ships(self) -> None:
        mine = (
            "name: codex\nextends: codex\nlimits:\n"
            "- {id: codex-bytes, most: 65536, source: my config.toml, date: 2026-11-30}\n"
        )
        write(user_folder(), "codex", mine)
        host, shipped = hosts().get("codex"), registry.shipped_hosts().get("codex")
        [limit] = host.limits_for("agents-md")
        assert (limit.most, limit.effect, limit.together) == (65536, "cut", True)
        assert (limit.source, limit.date) == ("my config.toml", "2026-11-30")
        assert host.files == shipped.files and host.title == shipped.title
        assert host.origin == str(user_folder() / "codex.yaml")

    def test_blocks_can_be_added_and_left_out(self) -> None:
        write(
            user_folder(),
            "tern",
            LEAST + "extends: gemini\nwithout: [project-agents, user-agents]\nfiles:\n"
            "- {id: notes, kind: agents-md, paths: [TERN.md], scope: project, loads: always}\n",
        )
        host = hosts().get("tern")
        names = [place.id for place in host.files]
        assert names[-1] == "notes" and "project-agents" not in names and "project" in names
        assert host.imports is not None and host.imports.depth == 5
        assert host.aliases == () and host.implied_by == ()
        assert hosts().for_kind("gemini-md").name == "gemini"

    def test_the_project_wins_over_the_user_and_each_may_extend_the_one_before(
        self, project: Path
    ) -> None:
        write(user_folder(), "codex", "name: codex\nextends: codex\ntitle: Mine\nabout: mine\n")
        ours = "name: codex\nextends: codex\ntitle: Ours\n"
        write(project / ".ctxbench" / "hosts", "codex", ours)
        host = hosts().get("codex")
        assert (host.title, host.about) == ("Ours", "mine")
        assert hosts(project.parent).get("codex").title == "Mine"  # outside of the project

    def test_a_new_kind_of_host_is_implied_by_its_kind_of_file(self) -> None:
        write(user_folder(), "tern", LEAST + "implied_by: [memory]\naliases: [sea-bird]\n")
        assert hosts().for_kind("memory").name == hosts().get("sea-bird").name == "tern"

    def test_files_that_extend_one_another_are_refused(self) -> None:
        write(user_folder(), "tern", LEAST + "extends: gull\n")
        write(user_folder(), "gull", LEAST.replace("tern", "gull") + "extends: tern\n")
        with pytest.raises(UnreadableInput, match="in a circle"):
            hosts().get("tern")

    def test_a_link_out_of_the_project_is_refused(self, project: Path, tmp_path: Path) -> None:
        outside = write(tmp_path, "tern", LEAST)
        (project / ".ctxbench" / "hosts" / "tern.yaml").symlink_to(outside)
        with pytest.raises(UnreadableInput, match="leads out of the project"):
            hosts().get("tern")

    def test_a_folder_that_is_a_link_out_of_the_project_is_refused(
        self, project: Path, tmp_path: Path
    ) -> None:
        folder = project / ".ctxbench" / "hosts"
        folder.rmdir()
        write(tmp_path / "elsewhere", "tern", LEAST)
        folder.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
        with pytest.raises(UnreadableInput, match="leads out of the project"):
            hosts().get("tern")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
    def test_a_pipe_is_refused_and_does_not_block(self, project: Path) -> None:
        os.mkfifo(project / ".ctxbench" / "hosts" / "tern.yaml")
        with pytest.raises(UnreadableInput, match="no regular file"):
            hosts().get("tern")

    def test_a_folder_with_such_a_name_is_refused(self, project: Path) -> None:
        (project / ".ctxbench" / "hosts" / "tern.yaml").mkdir()
        with pytest.raises(UnreadableInput, match=r"tern\.yaml, line 1: "):
            hosts().get("tern")

    def test_sizes_and_numbers_of_files_are_bounded(self, project: Path) -> None:
        folder = project / ".ctxbench" / "hosts"
        write(folder, "tern", LEAST + "#" * registry.MOST_BYTES)
        with pytest.raises(UnreadableInput, match="larger than"):
            hosts().get("tern")
        for number in range(registry.MOST_FILES):
            write(folder, f"h{number}", LEAST)
        with pytest.raises(UnreadableInput, match="more than 50"):
            hosts()

    def test_bytes_that_are_no_text_are_refused(self) -> None:
        user_folder().mkdir(parents=True)
        (user_folder() / "tern.yaml").write_bytes(b"name: \xff\xfe\n")
        with pytest.raises(UnreadableInput, match="no UTF-8 text"):
            hosts().get("tern")


def test_words_stay_as_they_are_written() -> None:
    """No YAML 1.1: `no` and `on` are words here, and so is a date."""
    node = read_nodes("a: no\nb: on\nc: 2026-11-30\nd: 0x10\n", "t.yaml")
    assert isinstance(node.value, dict)
    assert [item.value for item in node.value.values()] == ["no", "on", "2026-11-30", "0x10"]


def test_a_profile_is_a_value() -> None:
    assert hosts().get("codex") == hosts().get("codex")
    assert isinstance(hosts().get("codex"), HostProfile)


def test_a_file_that_only_a_host_of_ones_own_knows_is_of_the_kind_that_it_says(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = "implied_by: [memory]\nfiles:\n- {id: notes, kind: memory, paths: [TERN.md],"
    own += " scope: project, loads: always}\nlimits:\n"
    own += "- {id: few, kinds: [memory], unit: lines, most: 3, effect: cut, does: Tern reads 3}\n"
    write(project / ".ctxbench" / "hosts", "tern", LEAST + own)
    (project / "TERN.md").write_text("Be brief.\n" * 5)
    assert main(["review", "TERN.md", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["host"]) == ("memory", "tern")
    [finding] = found["findings"]
    assert finding["start_line"] == 4 and "Tern reads 3" in finding["message"]


def test_what_asks_for_no_host_loads_nothing_that_reads_them() -> None:
    """The start of every verb has a budget."""
    code = """
import sys
import workbench.verbs.parts, workbench.verbs.review
from workbench.hosts.imports import list_imports
from workbench.hosts.registry import kind_of
from workbench.prompt.prompt import Prompt

assert kind_of("CLAUDE.md") == ""
assert list_imports(Prompt.from_text("Be brief.", "CLAUDE.md"), None) == ()
heavy = ("yaml", "workbench.hosts.host_reader", "workbench.measure.host_profile")
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
