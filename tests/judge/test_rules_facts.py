"""Rules that look at the project: stale claims, path filters, skills that steal each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.projects import TODAY, build
from workbench.judge.findings import Finding
from workbench.verbs.inputs import Input
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
    assert (finding.start_line, finding.text, finding.confidence) == (2, "src/rates.ts", "high")
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


def test_case_124_skills_that_steal_each_others_moment(shared: Path) -> None:
    (finding,) = found(shared / "cases/inputs/124/a/SKILL.md", "overlapping-skills")
    assert finding.start_line == 3
    assert "evaluate, improve" in finding.message
    (other,) = finding.related
    assert other.path == "b/SKILL.md"


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("Fills PDF forms from data. Use for AcroForm files.", "Reviews SQL queries and indexes."),
        ("Use to evaluate a skill; do not use to write one.", "Use to evaluate or write a skill."),
        ("Evaluates a skill and improves it.", "Evaluates a skill and improves it."),
    ],
)
def test_skills_that_are_apart(tmp_path: Path, mine: str, theirs: str) -> None:
    root = build(
        tmp_path / "a",
        {
            "one/SKILL.md": f"---\nname: one\ndescription: {mine}\n---\n\nx\n",
            "two/SKILL.md": f"---\nname: two\ndescription: {theirs}\n---\n\nx\n",
        },
    )
    assert found(root / "one/SKILL.md", "overlapping-skills") == ()


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


def test_a_skill_does_not_overlap_itself_by_another_path_or_while_it_is_edited(
    tmp_path: Path,
) -> None:
    """The description in the editor is another than that on the disk: both are one skill."""
    text = "---\nname: one\ndescription: Grade school reports by clarity and tone.\n---\n\nx\n"
    other = "---\nname: two\ndescription: Water the plants of the hall.\n---\n\nx\n"
    root = build(tmp_path / "a", {"one/SKILL.md": text, "two/SKILL.md": other})
    (root / "linked").mkdir()
    try:
        (root / "linked" / "SKILL.md").hardlink_to(root / "one" / "SKILL.md")
    except OSError as error:
        pytest.skip(f"no links here: {error}")
    edited = text.replace("tone.", "tone, in full.").encode()
    given = Input(str(root / "one/SKILL.md"), edited, "file", root / "one/SKILL.md")
    chosen = Options(rules=frozenset({"overlapping-skills"}), all=True, root=root)
    assert review(given, chosen).findings == ()
    build(root, {"three/SKILL.md": text.replace("name: one", "name: three")})
    (finding,) = review(given, chosen).findings
    assert finding.related[0].path == "three/SKILL.md"
