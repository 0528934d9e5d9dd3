"""The notebook face says what the command line says, as HTML, as text and as data."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, run
from tests.page_checks import hostile, read
from workbench import Prompt
from workbench.errors import CtxbenchError, GateRefused, UnreadableInput, UsageError
from workbench.notebook.magic import prompt_cell
from workbench.notebook.results import flat
from workbench.prompt.visible import HOSTILE
from workbench.resources import sample_prompts

__all__ = ["run"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample project as the current folder."""
    folder = tmp_path / "project"
    shutil.copytree(sample_prompts() / "ledger-service", folder)
    monkeypatch.chdir(folder)
    return folder


SAME: list[tuple[str, list[str], Callable[[Prompt], Any]]] = [
    ("parts", [], lambda p: p),
    ("map", ["--scenario", "half"], lambda p: p.map("half")),
    ("count", ["--by", "line"], lambda p: p.count("line")),
    ("score", ["--task", "review"], lambda p: p.score("review")),
    ("instructions", [], lambda p: p.instructions()),
    ("review", ["--all"], lambda p: p.review(all=True)),
]


@pytest.mark.parametrize(("verb", "options", "call"), SAME, ids=[verb for verb, _, _ in SAME])
def test_a_result_is_the_json_of_the_command_line(
    verb: str, options: list[str], call: Callable[[Prompt], Any], project: Path, run: Run
) -> None:
    said = run(verb, "CLAUDE.md", "--json", *options).record
    found = call(Prompt.load("CLAUDE.md"))
    assert json.loads(json.dumps(found.to_dict())) == said


@pytest.fixture
def twice(project: Path) -> Path:
    """The same with a prompt that says rules twice, so that there are safe proposals."""
    shutil.copyfile(sample_prompts() / "duplicates" / "AGENTS.md", project / "CLAUDE.md")
    return project


def test_proposals_diff_and_ledger_are_those_of_the_command_line(twice: Path, run: Run) -> None:
    prompt = Prompt.load("CLAUDE.md")
    done = prompt.optimize(accept="safe")
    said = run("optimize", "CLAUDE.md", "--accept", "safe", "-o", "better.md", "--json").record
    assert {key: said[key] for key in done.to_dict()} == json.loads(json.dumps(done.to_dict()))
    assert Path("better.md").read_bytes() == done.prompt.input.data
    named = {"a", "b", "a_side", "b_side"}
    for verb, found in (
        ("diff", prompt.diff("better.md")),
        ("ledger", prompt.ledger(done.prompt)),
    ):
        there = run(verb, "CLAUDE.md", "better.md", "--json").record
        here = json.loads(json.dumps(found.to_dict()))
        assert {k: v for k, v in here.items() if k not in named} == {
            k: v for k, v in there.items() if k not in named
        }


def test_nothing_is_counted_twice(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.measure.tokens import LineCounter

    loads: list[int] = []
    load = LineCounter.load

    def counted(self: LineCounter, lines: Any) -> Any:
        loads.append(len(lines))
        return load(self, lines)

    monkeypatch.setattr(LineCounter, "load", counted)
    prompt = Prompt.load("CLAUDE.md")
    prompt.score()
    prompt.map()
    prompt.count()
    repr(prompt)
    prompt._repr_html_()
    assert loads == [172]


def test_rows_are_flat_and_as_many_as_are_shown(project: Path) -> None:
    with Path("CLAUDE.md").open("a", encoding="utf-8") as file:
        file.write("\nTake\u200b orders.\n")  # so that something is proposed
    prompt = Prompt.load("CLAUDE.md")
    answers = [prompt.score(), prompt.instructions(), prompt.review(), prompt.map(), prompt.count()]
    answers += [prompt.optimize(), prompt.diff(prompt.optimize(accept="safe").prompt)]
    for answer in [prompt, *answers]:
        rows = answer.rows()
        assert rows
        for row in rows:
            assert all(v is None or isinstance(v, str | int | float) for v in row.values())
    first = prompt.rows()[0]
    assert {"title", "tokens", "share", "weight", "low", "high", "band"} <= set(first)
    assert len(answers[0]) == len(answers[0].rows()) == len(list(answers[0]))


def test_lists_and_nested_values_become_words_and_names() -> None:
    assert flat({"a": {"b": {"c": 1}}, "d": ["x", "y"], "e": None}) == {
        "a_b_c": 1,
        "d": "x, y",
        "e": None,
    }


def test_a_hostile_prompt_is_harmless_as_text_and_as_html() -> None:
    text = hostile("http://tracker.example") + "\nNever\u200b take orders.\n"
    prompt = Prompt.from_text(text, "SKILL.md")
    other = Prompt.from_text(text.replace("Never", "Always"))
    for each in (
        prompt,
        prompt.map(),
        prompt.count("line"),
        prompt.score("<script>"),
        prompt.review(all=True),
        prompt.instructions(),
        prompt.optimize(accept="safe"),
        prompt.diff(other),
        prompt.ledger(other),
    ):
        assert HOSTILE.search(repr(each)) is None
        words = read(each._repr_html_())
        assert "<script>" in words or "Never" in words or each.rows()


def test_below_1000_tokens_it_says_inconclusive() -> None:
    prompt = Prompt.from_text("# A\n\nNever push to main.\n", "CLAUDE.md")
    assert prompt.kind == "claude-md"
    for shown in (repr(prompt), read(prompt._repr_html_())):
        assert "Inconclusive: below 1,000 tokens no position effect is known" in shown
    assert prompt.rows()[0]["weight"] is None


def test_versions_are_kept_of_files_only(twice: Path) -> None:
    prompt = Prompt.load("CLAUDE.md")
    assert "as version 1" in repr(prompt.save("first"))
    better = prompt.optimize(accept="safe").prompt
    with pytest.raises(GateRefused):
        better.export("same", "CLAUDE.md")
    better.export("same", "CLAUDE.md", force=True)
    with pytest.raises(UsageError, match="Load it again"):
        prompt.save("too late")
    now = Prompt.load("CLAUDE.md")
    assert next(row["reason"] for row in now.versions()) == "first"
    assert now.diff(1).to_dict()["a"] == "CLAUDE.md@1"  # the older side is on the left
    assert now.diff().to_dict()["same"]
    with pytest.raises(UsageError, match="versions are kept of files"):
        better.versions()
    assert Prompt.load("CLAUDE.md@1").text == prompt.text


def test_a_sentence_is_marked_and_the_file_stays(project: Path) -> None:
    file = project / "marked.md"
    file.write_text("- Never boil it.\n- Warm the pot first.\n")
    prompt = Prompt.load(file)
    assert prompt.mark(2).by == "you"
    rows = prompt.instructions().to_dict()["instructions"]
    assert [row["critical_by"] for row in rows] == [None, "you"]
    assert not prompt.mark(2, critical=False).critical
    assert file.read_text() == "- Never boil it.\n- Warm the pot first.\n"


def test_the_cell_magic_keeps_the_text_and_names_the_kind() -> None:
    names: dict[str, Any] = {}
    text = "---\nname: notes\ndescription: Write notes.\n---\n# Notes\n\nNever invent one.\n"
    made = prompt_cell("draft SKILL.md", text, names)
    assert names == {"draft": made}
    assert (made.text, made.kind) == (text, "skill")
    assert prompt_cell("SKILL.md", text, names).kind == "skill"
    assert prompt_cell("", text, names).text == text and len(names) == 1
    with pytest.raises(UsageError, match="left over"):
        prompt_cell("a b c d", text, names)


def test_an_error_is_shown_in_two_lines_and_harmless() -> None:
    with pytest.raises(UnreadableInput) as caught:
        Prompt.load("gone\x1b[31m.md")
    shown = caught.value._render_traceback_()
    assert shown[0].startswith("UnreadableInput: ") and len(shown) <= 2
    assert HOSTILE.search("\n".join(shown)) is None


def test_a_prompt_can_be_compared_and_never_changes() -> None:
    one, two = Prompt.from_text("# A\n"), Prompt.from_text("# A\n")
    assert one == two and hash(one) == hash(two)
    with pytest.raises(AttributeError):
        one.input = two.input  # type: ignore[misc]


ANY: Any = Prompt  # a cell checks no types


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda p: ANY.from_text(b"# A"), "text is bytes here; it takes a text in quotes"),
        (lambda p: ANY.from_bytes("# A"), "from_bytes takes bytes"),
        (lambda p: ANY.load(None), "does not exist"),
        (lambda p: Prompt.load("CLAUDE.md", counter="claud-5"), "no counter named 'claud-5'"),
        (lambda p: p.map("nowhere"), "unknown scenario"),
        (lambda p: p.map(window="big"), "window is text here; it takes a whole number"),
        (lambda p: p.map(content="poem"), "unknown kind of content"),
        (lambda p: p.score(5), "task is a number here"),
        (lambda p: p.score(threshold="high"), "threshold is text here; it takes a number"),
        (lambda p: p.review(rules="nosuch"), "Unknown rule 'nosuch'"),
        (lambda p: p.optimize(accept="nosuch"), "no proposal 'nosuch'"),
        (lambda p: p.ledger(None), "none that can be compared"),
        (lambda p: p.diff(3.5), "none that can be compared"),
        (lambda p: p.diff(3), "No version"),
        (lambda p: Prompt.from_text("# A").diff(3), "versions are kept of files"),
        (lambda p: p.export("same", 5), "out is a number here"),
    ],
)
def test_a_slip_in_a_cell_is_told_in_two_lines(
    call: Callable[[Any], Any], said: str, project: Path
) -> None:
    prompt: Any = Prompt.load("CLAUDE.md")
    with pytest.raises(CtxbenchError, match=re.escape(said)) as caught:
        call(prompt)
    assert len(caught.value._render_traceback_()) == 2


def test_one_rule_may_be_named_by_itself(project: Path) -> None:
    prompt = Prompt.load("CLAUDE.md")
    assert prompt.review(rules="repeat").rows() == prompt.review(rules=["repeat"]).rows()
