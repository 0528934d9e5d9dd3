"""Settings: user file, project file, variables, flags; an unknown key names the nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench import config
from workbench.errors import UnreadableInput, UsageError


def write_user(text: str) -> None:
    path = config.user_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_later_places_win(here: Path) -> None:
    write_user("counter: chars\nwindow: 100000\nthreshold: 3\ntheme: dark\n")
    (here / config.PROJECT_FILE).write_text("window: 200_000\nthreshold: 4\n")
    environ = {"CTXBENCH_THRESHOLD": "6", "CTXBENCH_HOME": "/x"}
    found = config.load({"threshold": 7.0, "model": None}, environ=environ)
    assert (found.counter, found.theme, found.window, found.threshold) == (
        "chars",
        "dark",
        200_000,
        7.0,
    )
    assert found.sources["threshold"] == "flag"
    assert found.sources["window"].endswith(config.PROJECT_FILE)
    assert found.sources["counter"] == str(config.user_file())
    assert config.load(environ=environ).threshold == 6


def test_nothing_set_is_the_default(here: Path) -> None:
    assert config.load() == config.Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("widnow: 3\n", "Did you mean window?"),
        ("modell: x\n", "Did you mean model?"),
        ("zzzz: 1\n", "Known: model, host, window"),
        ("window: -3\n", "a number of tokens"),
        ("window: many\n", "a number of tokens"),
        ("threshold: 11\n", "from 0 to 10"),
        ("counter: 3\n", "must be a word"),
        ("rules: yes please\n", "a table of rules"),
    ],
)
def test_a_wrong_setting_is_named(text: str, said: str, here: Path) -> None:
    (here / config.PROJECT_FILE).write_text(text)
    with pytest.raises(UsageError) as caught:
        config.load()
    assert said in str(caught.value)
    assert config.PROJECT_FILE in str(caught.value)


@pytest.mark.parametrize("text", ["a: [\n", "- list\n", "\xff"])
def test_a_broken_file_is_named(text: str, here: Path) -> None:
    (here / config.PROJECT_FILE).write_bytes(text.encode("latin-1"))
    with pytest.raises(UnreadableInput, match=r"cannot be read|not a list"):
        config.load()


def test_a_misspelt_variable_is_an_error(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "a.md").write_text("# A\n")
    monkeypatch.setenv("CTXBENCH_COUNTR", "chars")
    result = run("count", "a.md")
    assert result.code == 2
    assert "Did you mean counter?" in result.talk


def test_the_project_file_stops_at_the_top_of_the_checkout(tmp_path: Path) -> None:
    (tmp_path / config.PROJECT_FILE).write_text("window: 5\n")
    inner = tmp_path / "repo" / "sub"
    inner.mkdir(parents=True)
    assert config.project_file(inner) == tmp_path / config.PROJECT_FILE
    (tmp_path / "repo" / ".git").mkdir()
    assert config.project_file(inner) is None
    (tmp_path / "repo" / config.PROJECT_FILE).write_text("window: 6\n")
    assert config.project_file(inner) == tmp_path / "repo" / config.PROJECT_FILE


def test_verbs_use_the_settings(run: Run, here: Path) -> None:
    (here / config.PROJECT_FILE).write_text("counter: chars\nwindow: 1000000\nthreshold: 0\n")
    (here / "CLAUDE.md").write_text("# A\n\n" + "some words here\n" * 50)
    record = run("map", "CLAUDE.md", "--json").record
    assert record["counter"]["name"] == "chars"
    assert record["scenario"]["window"] == 1_000_000
    assert (
        run("map", "--window", "5000", "CLAUDE.md", "--json").record["scenario"]["window"] == 5000
    )
    assert run("score", "CLAUDE.md", "--json").record["threshold"] == 0
    given = run("count", "--counter", "o200k_base", "CLAUDE.md", "--json").record
    assert given["counter"]["name"] == "o200k_base"


def test_a_file_of_settings_that_fights_back(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"# A\n")
    bomb = "&a [x, x, x, x, x, x, x, x, x]"
    for name in "bcdefghij":
        bomb = f"&{name} [{bomb}" + f", *{chr(ord(name) - 1)}" * 8 + "]"
    for text, said in (
        ("[" * 100_000, "nested too deeply"),
        (f"rules: {bomb}\n", "an alias (`*name`) is not read"),
        ("rules: [a]\n", "not a list"),
        ("rules: {x: [a]}\n", "not a table"),
        ("theme: x\nwindow: [a]\n", "line 2) must be a number of tokens, not a list"),
        ("muted: [[a]]\n", "not a list"),
        ("budget: [a]\n", "not a list"),
        ("budget: {tokens: [a]}\n", "'a table or a list'"),
        ("# ours\nwindow: " + "9" * 5_000, "line 2, column 9: a number of too many digits"),
        ("window: 0x" + "f" * 5_000, "a number of too many digits"),
        ("window: " + "9" * 30, "a number in it has too many digits"),
        ("threshold: .nan", "a number in it is not finite"),
        ("theme: x\nmodle: y\n", ", line 2)."),
        ("model: x\n" * 30_000, "larger than 200 kB"),
        ("budget: 5\n", "not 5"),
        ("budget: ~\n", "not None"),
        ("model: [\n", "line 2, column 1: "),
        ("model: \x1b[31m\n", "cannot be read"),
        ("counter: " + "x" * 100_000 + "\n", "no counter"),
    ):
        (here / config.PROJECT_FILE).write_text(text, "utf-8")
        result = run("count", "a.md")
        assert result.code == 2
        assert said in result.talk
        assert "fault of its own" not in result.talk and "\x1b" not in result.talk
        assert len(result.talk) < 2000


@pytest.mark.parametrize("key", config.PRIVATE)
def test_a_project_cannot_say_who_is_asked_nor_at_which_price(key: str, here: Path) -> None:
    (here / config.PROJECT_FILE).write_text(f"{key}: '1'\n")
    with pytest.raises(UsageError) as caught:
        config.load()
    assert "no project may do" in caught.value.message and key in caught.value.message
    (here / config.PROJECT_FILE).unlink()
    write_user(f"{key}: '1'\n")
    assert config.load().sources[key] == str(config.user_file())


def test_limits_of_a_budget_are_a_table_or_a_word(here: Path) -> None:
    (here / config.PROJECT_FILE).write_text("budget: {tokens: 4_000, risk: 0.1}\n")
    assert config.load().budget == {"tokens": 4000, "risk": 0.1}
    found = config.load({"budget": "findings=0"}, environ={})
    assert found.budget == {"findings": 0}
    (here / config.PROJECT_FILE).write_text("budget: {token: 4}\n")
    with pytest.raises(UsageError, match="Unknown limit"):
        config.load()
