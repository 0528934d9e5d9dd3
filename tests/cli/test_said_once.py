"""What the command line says is so: one cause once, what was looked at, who agreed, whose fault."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

_SKILL = "---\nname: wash\ndescription: Wash the pans.\n---\n"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


# -- one cause ----------------------------------------------------------------------------


def test_what_is_wrong_in_many_files_is_said_once_with_its_places(run: Run, here: Path) -> None:
    names = [f"a{n}.md" for n in range(9)]
    for name in names:
        _write(here / name, "# Rules\n\n- Fill in `src`.\n\n```\nnever closed\n")
    done = run("review", *names, "--rule", "unclosed")
    assert done.out.count("The code fence that opens here") == 1
    also = next(line for line in done.out.splitlines() if line.startswith("  also: "))
    assert also.startswith("  also: a1.md:5, a2.md:5") and "and 3 more (--json names all)" in also
    assert done.out.count("1 said above, as the same was found before") == 8
    assert "9 findings in 9 files" in done.out
    records = run("review", *names, "--rule", "unclosed", "--json").records
    assert [len(record["findings"]) for record in records] == [1] * 9


def test_another_message_or_another_line_is_another_thing(run: Run, here: Path) -> None:
    _write(here / "a.md", "# Rules\n\n```\nnever closed\n")
    _write(here / "b.md", "# Rules\n\n<!-- never closed\n")
    done = run("review", "a.md", "b.md", "--rule", "unclosed")
    assert "also:" not in done.out and "said above" not in done.out


def test_an_error_that_holds_for_all_files_is_said_once(run: Run, here: Path) -> None:
    for name in ("a.md", "b.md", "c.md"):
        _write(here / name, "- Sweep.\n")
    done = run("count", "a.md", "b.md", "c.md", "--counter", "nonsense")
    assert done.code == 2
    first, *rest = [line for line in done.talk.splitlines() if line.startswith("error:")]
    assert len(rest) == 1 and rest[0].startswith("error: the same for b.md and c.md: ")
    assert rest[0].endswith(first.removeprefix("error: "))


# -- silence ------------------------------------------------------------------------------


def test_no_findings_says_what_was_looked_at_and_what_was_not(run: Run, here: Path) -> None:
    text = b"# Kitchen\n\n- Wash the pans.\n"
    said = run("review", "-", stdin=text).out
    assert "No findings by " in said and "English, Japanese and Chinese" in said
    assert "not looked at: what it says of a project, as none was found" in said
    assert "relevance, which a reading tells (--judge)" in said
    assert "by the rule repeat" in run("review", "-", "--rule", "repeat", stdin=text).out
    record = run("review", "-", "--rule", "repeat", "--json", stdin=text).record
    assert record["looked_at"] == ["repeat"] and len(record["not_looked_at"]) == 2


def test_imports_that_were_not_read_are_no_part_of_an_all_clear(run: Run, here: Path) -> None:
    _write(here / "CLAUDE.md", "@style.md\n@git.md\n\n- Wash the pans.\n")
    _write(here / "style.md", "- Use tabs.\n")
    _write(here / "git.md", "- Sign commits.\n")
    for verb in ("review", "audit"):
        assert "not looked at: the 2 files that it imports" in run(verb, "CLAUDE.md").out


def test_of_several_clean_files_the_sum_names_the_rules(run: Run, here: Path) -> None:
    for name in ("a.md", "b.md"):
        _write(here / name, f"# Room {name}\n\n- Sweep room {name}.\n")
    last = run("review", "a.md", "b.md").out.splitlines()[-1]
    assert last.startswith("No findings in 2 files by ") and "rules each" in last


# -- verify -------------------------------------------------------------------------------


def test_a_review_names_how_many_claims_the_project_denies(run: Run, here: Path) -> None:
    (here / ".git").mkdir()
    _write(here / "package.json", '{"scripts": {"test": "vitest"}}')
    _write(here / "src/app.ts", "export const app = 1;\n")
    lines = "".join(f"- See `src/gone{n}.ts` for part {n}.\n" for n in range(3))
    _write(here / "CLAUDE.md", f"# App\n\n{lines}- Run `npm run lint`.\n")
    record = run("review", "CLAUDE.md", "--json").record
    denied = run("verify", "CLAUDE.md", "--json").record["false"]
    assert record["false_claims"] == denied > 0
    shown = run("review", "CLAUDE.md", "--rule", "stale-claim", "--all").out
    assert "The project denies" not in shown, "each of them stands above"
    args = ("--rule", "stale-claim", "--all", "--write-baseline", "b.json")
    muted = run("review", "CLAUDE.md", *args)
    assert muted.code == 0
    quiet = run("review", "CLAUDE.md", "--baseline", "b.json").out
    assert f"The project denies {denied} claims of it: ctxbench verify CLAUDE.md" in quiet


def test_without_a_project_nothing_is_said_of_claims(run: Run, here: Path) -> None:
    record = run("review", "-", "--json", stdin=b"- See `src/gone.ts`.\n").record
    assert record["false_claims"] is None
    assert "The project denies" not in run("review", "-", stdin=b"- See `src/gone.ts`.\n").out


# -- the gate -----------------------------------------------------------------------------


def test_a_gate_that_waits_for_a_yes_says_for_how_many(run: Run, here: Path) -> None:
    _write(here / "a.md", "# Door\n\n- Never open the door.\n- Ring the bell.\n")
    _write(here / "b.md", "# Door\n\n- Ring the bell.\n")
    done = run("ledger", "a.md", "b.md")
    assert done.code == 1 and "Gate: refused until you agree to 1 row." in done.out
    (row,) = [r for r in run("ledger", "a.md", "b.md", "--json").record["rows"] if r["a_line"] == 3]
    agreed = run("ledger", "a.md", "b.md", "--allow", row["id"])
    assert agreed.code == 0 and "Gate: pass, with 1 row agreed to by you." in agreed.out
    everything = run("ledger", "a.md", "b.md", "--allow", "all").out
    assert "Gate: pass, with every row agreed to by you." in everything


# -- the SDK ------------------------------------------------------------------------------


@pytest.fixture
def without_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "anthropic"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "anthropic", None)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-" + "x" * 20)


@pytest.mark.usefixtures("without_sdk")
def test_without_the_sdk_the_local_count_stands(run: Run, here: Path) -> None:
    _write(here / "a.md", "- Sweep.\n")
    done = run("count", "a.md", "--exact", "--yes")
    local = run("count", "a.md").out.splitlines()[0].partition("tokens (")[2].partition(",")[0]
    assert done.code == 0 and f"tokens ({local}" in done.out
    assert "`anthropic`" in done.talk and "is not installed" in done.talk
    assert f"The local count stands ({local}" in done.talk and "pip install" in done.talk
    assert "fault of its own" not in done.talk
    assert run("count", "a.md", "--exact", "--yes", "--json").record["exact"] is None


@pytest.mark.usefixtures("without_sdk")
def test_without_the_sdk_a_question_says_how_to_install_it(run: Run, here: Path) -> None:
    _write(here / "a.md", "# Kitchen\n\n- Wash the pans.\n\n# Door\n\n- Shut it.\n")
    done = run("score", "a.md", "--task", "cook", "--judge", "anthropic", "--yes")
    assert done.code == 3, done.talk
    assert "is not installed" in done.talk + done.out and "fault of its own" not in done.talk


# -- limits -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("CLAUDE.md", "- Wash pan {n}.\n" * 210, "it loads all of it"),
        ("CLAUDE.md", "- Wash pan {n} with hot water and soap.\n" * 1200, "it warns and loads all"),
        ("MEMORY.md", "- Pan {n}.\n" * 210, "it cuts the rest"),
        (
            "SKILL.md",
            "---\nname: wash\ndescription: d\n---\n" + "- Wash.\n" * 1100,
            "not documented",
        ),
    ],
)
def test_a_limit_says_what_the_host_does_there(
    run: Run, here: Path, name: str, text: str, what: str
) -> None:
    _write(here / "wash" / name, text)
    args = ("review", f"wash/{name}", "--rule", "host-limits", "--all", "--json")
    findings = run(*args).record["findings"]
    assert any(what in finding["message"] for finding in findings), findings
    assert not any("skips or refuses" in finding["why"] for finding in findings)
