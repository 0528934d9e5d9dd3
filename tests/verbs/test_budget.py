"""Limits for a pipeline: what is always loaded, how many findings, how much poison."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.errors import UsageError
from workbench.measure.limits import Limits, limits_from, parse_limits
from workbench.verbs.budget import check, load_of
from workbench.verbs.inputs import read_input
from workbench.verbs.measured import Counting


def _load(path: Path) -> tuple[int, int]:
    found = load_of(read_input(str(path)), Counting("o200k_base"))
    return found.always, found.on_demand


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_a_memory_file_is_always_loaded_with_all_it_imports_each_once(tmp_path: Path) -> None:
    alone = _write(tmp_path / "a" / "CLAUDE.md", "Use tabs.\n")
    assert _load(alone) == (3, 0)
    importing = _write(tmp_path / "b" / "CLAUDE.md", "@one.md\n@two.md\n@gone.md\n")
    _write(tmp_path / "b" / "one.md", "@two.md\n@CLAUDE.md\nUse tabs.\n")
    _write(tmp_path / "b" / "two.md", "Use tabs. Use tabs.\n")
    found = load_of(read_input(str(importing)), Counting("o200k_base"))
    assert [Path(path).name for path in found.imported] == ["one.md", "two.md"]
    own = found.always - sum(found.imported.values())
    assert own == _load(_write(tmp_path / "c" / "CLAUDE.md", "@one.md\n@two.md\n@gone.md\n"))[0]


def test_imports_are_followed_four_hops_and_no_further(tmp_path: Path) -> None:
    for i in range(6):
        _write(tmp_path / f"m{i}.md", f"@m{i + 1}.md\n")
    found = load_of(read_input(str(_write(tmp_path / "CLAUDE.md", "@m0.md\n"))))
    assert [Path(path).name for path in found.imported] == ["m0.md", "m1.md", "m2.md", "m3.md"]


def test_of_a_skill_only_name_and_description_are_always_loaded(tmp_path: Path) -> None:
    head = "---\nname: sort\ndescription: Sort mail by sender. Use for a full inbox.\n"
    skill = _write(tmp_path / "sort" / "SKILL.md", f"{head}---\n" + "Do it well.\n" * 100)
    always, on_demand = _load(skill)
    assert 0 < always < 20 and on_demand > 300
    hidden = _write(
        tmp_path / "x" / "SKILL.md", f"{head}disable-model-invocation: true\n---\nDo it.\n"
    )
    assert _load(hidden)[0] == 0


def test_a_rule_with_paths_is_loaded_when_a_file_matches(tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "rules"
    scoped = _write(folder / "a.md", '---\npaths: ["src/**"]\n---\nUse tabs.\n')
    plain = _write(folder / "b.md", "Use tabs.\n")
    assert _load(scoped)[0] == 0 and _load(scoped)[1] > 0
    assert _load(plain) == (3, 0)


def test_each_limit_gives_a_row_and_only_more_than_the_limit_is_over(tmp_path: Path) -> None:
    file = read_input(str(_write(tmp_path / "CLAUDE.md", "Use tabs.\n")))
    load = load_of(file, Counting("o200k_base"))
    limits = parse_limits(f"tokens={load.always}, findings=0,risk=0.1")
    rows = check(limits, load, 1, 0.1)
    assert [(row.name, row.over) for row in rows] == [
        ("tokens", False),
        ("findings", True),
        ("risk", False),
    ]
    assert rows[1].words == "findings: 1, over the budget of 0"
    assert not Limits() and check(Limits(), load, 9, 2.0) == ()


@pytest.mark.parametrize(
    "text", ["tokens", "tokens=x", "tokens=-1", "tokens=1.5", "token=3", "risk=nan", "risk=inf"]
)
def test_a_mistyped_limit_is_wrong_usage_and_says_what_is_right(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_limits(text)
    assert caught.value.hint


def test_limits_come_from_the_project_file_as_numbers() -> None:
    assert limits_from({"tokens": 4000, "risk": 0.1}) == Limits(4000, None, 0.1)


def test_review_fails_above_a_limit_and_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _write(tmp_path / "CLAUDE.md", "# Work\n\nThe code is in `src/gone.py`.\n")
    assert main(["review", "CLAUDE.md", "--budget", "tokens=500,findings=5,risk=2"]) == 0
    assert "within the budget of 500" in capsys.readouterr().out
    assert main(["review", "CLAUDE.md", "--budget", "risk=0.1", "--json"]) == 1
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert [(row["name"], row["value"], row["over"]) for row in found["budget"]] == [
        ("risk", 2.0, True)
    ]
    assert "over the budget of 0.1" in said.err
    assert main(["review", "CLAUDE.md", "--json"]) == 0
    assert "budget" not in json.loads(capsys.readouterr().out)
    _write(tmp_path / ".ctxbench.yaml", "budget: {tokens: 1}\n")
    assert main(["review", "CLAUDE.md"]) == 1, "the project's own limit holds without an option"


@pytest.mark.parametrize(
    ("name", "head", "always"),
    [
        (".cursor/rules/a.mdc", "alwaysApply: true\nglobs: '*.py'\n", "all"),
        (".cursor/rules/a.mdc", "globs: '*.py'\nalwaysApply: 'true'\n", ""),  # a string is not true
        (".cursor/rules/a.mdc", "description: Tide rules\n", "Tide rules"),  # the model decides
        (".cursor/rules/a.mdc", "alwaysApply: false\n", ""),  # a person has to name it
        (".github/instructions/a.instructions.md", "applyTo: '**/*.ts'\n", ""),
        (".claude/rules/a.md", "paths: ['src/**']\n", ""),
        (".claude/rules/a.md", "globs: 'src/**'\n", "all"),  # Claude Code reads `paths` alone
    ],
)
def test_what_is_always_loaded_follows_from_the_fields_that_the_host_reads(
    tmp_path: Path, name: str, head: str, always: str
) -> None:
    text = f"---\n{head}---\nHeights are in centimetres.\n"
    load = load_of(read_input(str(_write(tmp_path / name, text))), Counting("chars"))
    told = tmp_path / "plain.txt"
    wanted = load_of(read_input(str(_write(told, always))), Counting("chars")).always
    assert load.always == (load.always + load.on_demand if always == "all" else wanted)


def test_the_old_single_file_of_cursor_is_always_there(tmp_path: Path) -> None:
    path = _write(tmp_path / ".cursorrules", "Heights are in centimetres.\n")
    load = load_of(read_input(str(path)), Counting("chars"))
    assert load.always and not load.on_demand


@pytest.mark.parametrize(("name", "followed"), [("CLAUDE.md", 4), ("GEMINI.md", 5)])
def test_imports_of_imports_are_followed_as_far_as_the_host_does(
    tmp_path: Path, name: str, followed: int
) -> None:
    for n in range(7):
        _write(tmp_path / f"n{n}.md", f"@./n{n + 1}.md\n")
    load = load_of(read_input(str(_write(tmp_path / name, "@./n0.md\n"))), Counting("chars"))
    assert len(load.imported) == followed
