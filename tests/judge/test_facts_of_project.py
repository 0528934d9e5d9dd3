"""Facts that show only when somebody looks at the project around the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.projects import TODAY, build
from workbench.judge.findings import Finding
from workbench.verbs.review import Options, review

AGENT = "---\nname: {}\ndescription: Reads gauges. Use for gauges.\n---\n\nRead it.\n"


def _review(path: Path, rule: str, host: str | None = None) -> tuple[Finding, ...]:
    return review(str(path), Options(today=TODAY, host=host, rules=frozenset({rule}))).findings


def test_two_agents_of_one_name(tmp_path: Path) -> None:
    root = build(
        tmp_path,
        {
            "package.json": "{}",
            ".claude/agents/a.md": AGENT.format("gauge"),
            ".claude/agents/sea/b.md": AGENT.format("gauge"),
            ".claude/agents/c.md": AGENT.format("boat"),
            "plugins/x/agents/boat.md": AGENT.format("boat"),
        },
    )
    (finding,) = _review(root / ".claude/agents/a.md", "same-name")
    assert finding.start_line == 2
    assert [one.path for one in finding.related] == [".claude/agents/sea/b.md"]
    # A plugin has names of its own.
    assert not _review(root / ".claude/agents/c.md", "same-name")


def test_agents_files_are_counted_together(tmp_path: Path) -> None:
    line = "- Heights are in metres, as the harbour master gives them.\n"
    root = build(
        tmp_path,
        {"package.json": "{}", "AGENTS.md": line * 350, "web/AGENTS.md": line * 350},
    )
    assert not _review(root / "AGENTS.md", "combined-limit", "codex")
    (finding,) = _review(root / "web/AGENTS.md", "combined-limit", "codex")
    assert "2 files down to here have 41,300 bytes together, 8,532 above 32,768" in finding.message
    assert [one.path for one in finding.related] == ["AGENTS.md"]
    (root / "AGENTS.md").write_text(line * 100)
    assert not _review(root / "web/AGENTS.md", "combined-limit", "codex")


def test_a_tree_that_a_listing_shows(tmp_path: Path) -> None:
    names = [f"gauge_{n}.py" for n in range(9)]
    root = build(tmp_path, {"package.json": "{}", **{f"src/{name}": "x\n" for name in names}})
    page = root / "CLAUDE.md"

    def tree(rows: list[str]) -> str:
        drawn = "\n".join(f"├── {row}" for row in rows)
        return f"# Gauges\n\n```\nsrc/\n{drawn}\n```\n"

    page.write_text(tree(names), "utf-8")
    (finding,) = _review(page, "inventory")
    assert (finding.start_line, finding.end_line) == (3, 14)
    assert "All 9 entries" in finding.message and "tokens" in finding.message
    # Words about the entries are more than a listing, and a missing one is another matter.
    page.write_text(tree([f"{name}  # reads gauge {name}" for name in names]), "utf-8")
    assert not _review(page, "inventory")
    page.write_text(tree([*names, "gone.py"]), "utf-8")
    assert not _review(page, "inventory")


SPELLINGS = [
    ("Call `runInTempDir()`.\n\nNot `runInTmpDir()`.\n", [3]),
    ("Call `runInTmepDir()`.\n\nSee `runInTempDir()`.\n\nSee `runInTempDir()`.\n", [1]),
    ("Read `config/table.yaml`.\n\nSee `confg/table.yaml`.\n", [3]),
    # A plural, another word, two endings of a file, and nothing that the project has.
    ("Call `getTides()`.\n\nOr `getTide()`.\n", []),
    ("Use `load_table`.\n\nOr `read_table`.\n", []),
    ("Read `config/table.yaml`.\n\nOr `config/table.yml`.\n", []),
    ("Call `openNcblastGate()`.\n\nOr `openNctblastGate()`.\n", []),
]


@pytest.mark.parametrize(("text", "lines"), SPELLINGS)
def test_a_spelling_that_the_project_does_not_have(
    tmp_path: Path, text: str, lines: list[int]
) -> None:
    code = "function runInTempDir() {}\nfunction getTides() {}\nconst load_table = 1\n"
    code += "".join(f"const harbour_{number} = {number}\n" for number in range(400))
    root = build(
        tmp_path,
        {"package.json": "{}", "a.ts": code, "config/table.yaml": "a: 1\n", "CLAUDE.md": text},
    )
    assert [f.start_line for f in _review(root / "CLAUDE.md", "two-spellings")] == lines
    (root / "b.ts").write_text("function runInTmpDir() {}\nfunction runInTmepDir() {}\n")
    (root / "confg").mkdir()
    (root / "confg/table.yaml").write_text("a: 1\n")
    assert not _review(root / "CLAUDE.md", "two-spellings")


def test_a_list_of_skills_that_the_host_shows(tmp_path: Path) -> None:
    names = ["chart", "gauge", "moon", "rope", "sail"]
    skill = "---\nname: {0}\ndescription: Does {0}. Use for {0}.\n---\n\nDo it.\n"
    files = {f".claude/skills/{name}/SKILL.md": skill.format(name) for name in names}
    root = build(tmp_path, {"package.json": "{}", **files})
    page = root / "CLAUDE.md"
    page.write_text("# Skills\n\n" + "".join(f"- `{name}`: for boats.\n" for name in names))
    (finding,) = _review(page, "inventory")
    assert (finding.start_line, finding.end_line) == (3, 7)
    assert "5 of the 5 skills" in finding.message
    # A few of them, and other names, are no inventory.
    page.write_text("# Skills\n\n- `chart`: first.\n- `gauge`: then.\n- `deck`: last.\n")
    assert not _review(page, "inventory")
