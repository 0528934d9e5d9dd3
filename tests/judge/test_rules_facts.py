"""Rules that look at the project: stale claims and path filters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.projects import TODAY, build
from workbench.judge.findings import Finding
from workbench.verbs.review import Options, review


def found(path: Path, rule: str, **options: object) -> tuple[Finding, ...]:
    chosen = Options(today=TODAY, rules=frozenset({rule}), **options)  # type: ignore[arg-type]
    return review(str(path), chosen).findings


def test_one_finding_for_each_name_with_its_other_places(tmp_path: Path) -> None:
    root = build(
        tmp_path / "a",
        {
            "package.json": "{}",
            "src/a.ts": "",
            "CLAUDE.md": "- `src/a.ts` is kept.\n- `src/rates.ts` has the rates.\n\n## More\n\n"
            "- Again `src/rates.ts` is named.\n",
        },
    )
    (finding,) = found(root / "CLAUDE.md", "stale-claim")
    assert (finding.start_line, finding.text, finding.origin) == (2, "src/rates.ts", "fact")
    assert [place.start_line for place in finding.related] == [6]
    assert finding.fix and "src/rates.ts" in finding.message


def test_a_lone_file_about_another_project_is_left_alone(tmp_path: Path) -> None:
    lines = "".join(f"- `lib/part{i}/main.rb` does it. Run `npm run x{i}`.\n" for i in range(9))
    root = build(tmp_path / "a", {"CLAUDE.md": lines})
    assert found(root / "CLAUDE.md", "stale-claim") == ()
    assert found(root / "CLAUDE.md", "stale-claim", all=True)
    (root / ".git").mkdir()
    assert found(root / "CLAUDE.md", "stale-claim") == ()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("@docs/gone.md", "Dead import"),
        ("@docs/", "is a folder"),
        ("@guide.md", "exists elsewhere"),
        ("It runs on Node 16.", "package.json says >=22"),
        ("Run `npm run gone` to ship.", "no script gone (it has test)"),
    ],
)
def test_what_the_message_says(tmp_path: Path, line: str, words: str) -> None:
    root = build(
        tmp_path / "a",
        {
            "package.json": '{"engines": {"node": ">=22"}, "scripts": {"test": "x"}}',
            "docs/guide.md": "",
            "CLAUDE.md": f"# A\n\n{line}\n",
        },
    )
    (finding,) = found(root / "CLAUDE.md", "stale-claim")
    assert finding.start_line == 3
    assert words in finding.message


def test_an_import_that_a_host_does_not_follow_is_no_import(tmp_path: Path) -> None:
    root = build(tmp_path / "a", {"package.json": "{}", "notes.md": "@docs/gone.md\n"})
    assert found(root / "notes.md", "stale-claim") == ()


def test_case_020_a_pattern_that_matches_nothing(shared: Path) -> None:
    path = shared / "cases/inputs/020/.claude/rules/web.md"
    (finding,) = found(path, "dead-glob")
    assert (finding.start_line, finding.text) == (4, "scr/**/*.js")
    assert "src/**/*.ts matches 1" in finding.message
    assert "differ" in finding.fix


@pytest.mark.parametrize(
    ("front", "dead"),
    [
        ("globs: src/*.ts,lib/*.ts", ["lib/*.ts"]),
        ('globs: "src/{a,b}.ts"', []),
        ("globs: '*.ts'", ["*.ts"]),
        ("globs: '**/*.ts'", []),
        ("alwaysApply: true", []),
        ("globs:", []),
        ("globs: [1, {a: b}]", []),
        ("globs: 'src/['", ["src/["]),
    ],
)
def test_path_filters_of_cursor(tmp_path: Path, front: str, dead: list[str]) -> None:
    root = build(
        tmp_path / "a",
        {"package.json": "{}", "src/a.ts": "", ".cursor/rules/x.mdc": f"---\n{front}\n---\n\nx\n"},
    )
    assert [f.text for f in found(root / ".cursor/rules/x.mdc", "dead-glob")] == dead


def test_planted_stale_claims_are_all_found_and_clean_files_hold_none(shared: Path) -> None:
    """Dead paths, dead imports and stale versions of the development half."""
    import json

    rows = [json.loads(line) for line in (shared / "probes/planted.jsonl").read_text().splitlines()]
    wanted = {
        (row["file"], row["line"])
        for row in rows
        if row["kind"] in ("dead-path", "dead-import", "stale-version")
    }
    folder = shared / "probes/planted"
    got = {
        (file, f.start_line)
        for file in {row["file"] for row in rows}
        for f in found(folder / file, "stale-claim")
    }
    assert got == wanted
    for path in sorted((shared / "probes/clean").rglob("*.md")):
        if path.name in ("CLAUDE.md", "SKILL.md", "system.md"):
            assert found(path, "stale-claim") == ()


def test_what_an_imported_file_says_too_is_a_repeat(tmp_path: Path) -> None:
    row = "- Never push to `main` without a review.\n"
    root = build(
        tmp_path / "a",
        {
            "package.json": "{}",
            "docs/git.md": f"# Git\n\n{row}- Sign each commit with your own key.\n",
            "CLAUDE.md": f"# A\n\n@docs/git.md\n\n- Be kind.\n{row}",
            "AGENTS.md": f"# A\n\nSee docs/git.md.\n\n{row}",
        },
    )
    (finding,) = found(root / "CLAUDE.md", "repeat")
    assert finding.start_line == 6 and "docs/git.md, line 3" in finding.message
    assert [(p.path, p.start_line) for p in finding.related] == [("docs/git.md", 3)]
    assert found(root / "AGENTS.md", "repeat") == ()


RULE = "- Answer every question in plain English.\n"
PART = "The gauge is read every hour."


@pytest.mark.parametrize(
    ("body", "loud"),
    [
        (f"{RULE}- B.\n{RULE}", True),  # one section, whole lines
        (f"{RULE}\n## B\n\n{RULE}", False),  # sections beside one another may each need it
        (f"- Dogs bark. {PART}\n- Cats do not. {PART}\n", False),  # only a part of the lines
    ],
)
def test_a_repeat_is_said_aloud_where_one_copy_can_go(
    tmp_path: Path, body: str, loud: bool
) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(f"# P\n\n## A\n\n{body}")
    (finding,) = found(path, "repeat", all=True)
    assert finding.quiet != loud
