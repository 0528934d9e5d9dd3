"""`review --fix` and `--diff`: what is safe to mend is mended, by the one way into a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.verbs import optimize

RULE = "- Never ship a lamp without its printed safety card.\n"
TWICE = f"# Lamps\n\n{RULE}- Prices are in cents.\n{RULE}- Returns are in `docs/lost.md`.\n"
ONCE = f"# Lamps\n\n{RULE}- Prices are in cents.\n- Returns are in `docs/lost.md`.\n"


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "lamps"
    (root / ".git").mkdir(parents=True)
    for name in ("CLAUDE.md", "AGENTS.md"):
        (root / name).write_text(TWICE, newline="")
    (root / "plain.md").write_text("# Lamps\n\nPrices are in cents.\n", newline="")
    monkeypatch.chdir(root)
    return root


def test_what_is_mended_and_what_remains(run: Run, lamps: Path) -> None:
    done = run("review", "CLAUDE.md", "plain.md", "--fix", "--fail-on", "warning")
    assert (lamps / "CLAUDE.md").read_text() == ONCE
    assert "mended CLAUDE.md:5 [repeat]" in done.out
    assert "docs/lost.md" in done.out and "Mended 1 finding in 1 file." in done.talk
    assert done.code == 1  # the dead path remains
    assert run("review", "CLAUDE.md", "--fix", "--fail-on", "error").code == 0
    run("undo", "CLAUDE.md")
    assert (lamps / "CLAUDE.md").read_text() == TWICE


def test_a_version_keeps_what_was_there_with_its_ledger(run: Run, lamps: Path) -> None:
    record = run("review", "CLAUDE.md", "--fix", "--json").record
    assert [one["rule"] for one in record["mended"]] == ["repeat"]
    assert "repeat" not in {one["rule"] for one in record["findings"]}
    assert record["written"]["changed"] and record["written"]["version"]["n"] == 2
    assert run("show", "CLAUDE.md@1").raw == TWICE.encode()


def test_nothing_to_mend_writes_nothing_and_keeps_no_version(run: Run, lamps: Path) -> None:
    done = run("review", "plain.md", "--fix")
    assert (done.code, "Nothing is safe to mend." in done.talk) == (0, True)
    assert run("versions", "plain.md", "--json").record["versions"] == []


def test_the_diff_writes_nothing_and_fails_where_something_would_change(
    run: Run, lamps: Path
) -> None:
    done = run("review", ".", "--diff")
    assert done.code == 1
    assert done.out.count(f"\n-{RULE}") == 2 and "project:" not in done.out
    assert "Would mend 2 findings in 2 files" in done.talk
    assert (lamps / "CLAUDE.md").read_text() == TWICE
    assert run("review", "CLAUDE.md", "--diff", "--fix").code == 1
    assert (lamps / "CLAUDE.md").read_text() == TWICE
    assert run("review", "plain.md", "--diff").code == 0
    record = run("review", "CLAUDE.md", "--diff", "--json").record
    assert record["diff"] in done.out and "repeat" in {one["rule"] for one in record["findings"]}


def test_only_what_the_review_shows_is_mended(run: Run, lamps: Path) -> None:
    (lamps / ".ctxbench.yaml").write_text("rules:\n  repeat: off\n")
    run("review", "CLAUDE.md", "--fix")
    run("review", "AGENTS.md", "--fix", "--rule", "stale-claim")
    assert (lamps / "CLAUDE.md").read_text() == (lamps / "AGENTS.md").read_text() == TWICE


def test_standard_input_becomes_standard_output(run: Run, lamps: Path) -> None:
    done = run("review", "-", "--fix", stdin=TWICE.encode())
    assert (done.code, done.raw) == (0, ONCE.encode())
    assert "mended -:5 [repeat]" in done.talk
    assert run("review", "-", "--fix", stdin=b"Hm.\r\n").raw == b"Hm.\r\n"
    record = run("review", "-", "--fix", "--json", stdin=TWICE.encode()).record
    assert (record["text"], record["written"]) == (ONCE, None)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("-", "CLAUDE.md", "--fix"), "stands alone"),
        (("CLAUDE.md@1", "--fix"), "versions are kept of files"),
        (("git:HEAD:CLAUDE.md", "--fix"), "state in git"),
        (("CLAUDE.md", "--fix", "--judge", "anthropic"), "a model is not asked"),
        (("CLAUDE.md", "--diff", "--format", "sarif"), "SARIF"),
    ],
)
def test_what_does_not_go_together_is_said(
    run: Run, lamps: Path, args: tuple[str, ...], said: str
) -> None:
    run("save", "CLAUDE.md")
    done = run("review", *args)
    assert done.code == 2 and said in done.talk
    assert (lamps / "CLAUDE.md").read_text() == TWICE


def test_a_file_that_changed_meanwhile_is_left_alone_and_the_others_are_mended(
    run: Run, lamps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = optimize.write_in_place

    def late(done: optimize.Optimized, store: object) -> optimize.Made:
        if done.measured.path.endswith("AGENTS.md"):
            (lamps / "AGENTS.md").write_text("Somebody else wrote this.\n")
        return real(done, store)  # type: ignore[arg-type]

    monkeypatch.setattr(optimize, "write_in_place", late)
    done = run("review", "AGENTS.md", "CLAUDE.md", "--fix")
    assert done.code and "AGENTS.md" in done.talk and "error:" in done.talk
    assert (lamps / "AGENTS.md").read_text() == "Somebody else wrote this.\n"
    assert (lamps / "CLAUDE.md").read_text() == ONCE
    assert "mended AGENTS.md" not in done.out


def test_without_a_store_it_asks_for_the_flag(
    run: Run, lamps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXBENCH_HOME", str(lamps / "plain.md" / "home"))
    done = run("review", "CLAUDE.md", "--fix")
    assert done.code == 2 and "--no-version" in done.talk
    assert (lamps / "CLAUDE.md").read_text() == TWICE
    assert run("review", "CLAUDE.md", "--fix", "--no-version").code == 0
    assert (lamps / "CLAUDE.md").read_text() == ONCE
