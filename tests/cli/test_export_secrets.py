"""A key in a prompt leaves the machine with every copy: an export says so, with the lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run

KEY = "ghp_7wQFAKE9rTz3LmN5xKv2YbHs8PcJ1dEu4Wo6"
SLUICE = f"# Sluice\n\n- Open it at noon.\n- Log in with `{KEY}`.\n"


@pytest.fixture
def file(here: Path) -> Path:
    path = here / "CLAUDE.md"
    path.write_text(SLUICE)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("to", ["same", "html", "messages-json", "xml", "agents-md", "json"])
def test_case_115_every_form_warns_and_is_written_all_the_same(
    run: Run, file: Path, here: Path, to: str
) -> None:
    result = run("export", file, "--to", to, "-o", "out", "--json")
    assert result.code == 0, "a warning is no failure"
    assert "1 string that may be a key or a password:" in result.talk
    assert "line 4: a GitHub token" in result.talk
    assert [key["line"] for key in result.record["keys"]] == [4]
    assert KEY not in result.talk and KEY not in str(result.record["keys"])
    assert (here / "out").stat().st_size  # the user asked for it, and got it
    if to == "same":
        assert (here / "out").read_bytes() == file.read_bytes()


def test_a_pipeline_can_make_it_a_failure(run: Run, file: Path) -> None:
    result = run("export", file, "--to", "same", "-o", "out", "--fail-on-keys")
    assert result.code == 1 and "line 4" in result.talk


def test_standard_output_holds_the_text_alone(run: Run, file: Path) -> None:
    result = run("export", file, "--to", "same", "-o", "-")
    assert result.code == 0 and result.raw == SLUICE.encode()
    assert result.talk.startswith("warning: ")
    assert run("export", file, "--to", "same", "-o", "-", "--json").record["keys"]


def test_a_text_without_keys_is_exported_in_silence(run: Run, file: Path) -> None:
    file.write_text("# Sluice\n\n- Log in with the token in `SLUICE_TOKEN`.\n")
    result = run("export", file, "--to", "same", "-o", "out", "--json")
    assert result.code == 0 and not result.talk
    assert result.record["keys"] == []


def test_what_was_accepted_in_the_settings_is_not_warned_of(run: Run, file: Path) -> None:
    (key,) = run("export", file, "--to", "same", "-o", "out", "--json").record["keys"]
    (file.parent / ".ctxbench.yaml").write_text(f"muted: [{key['key']}]\n")
    assert run("export", file, "--to", "same", "-o", "out2", "--fail-on-keys").code == 0


def test_all_lines_are_listed_also_those_that_a_review_leaves_out(run: Run, here: Path) -> None:
    """A review shows six lines and no logs; who hands a text on wants to know of all."""
    letters = "qzjxkvbwmfgp"
    rows = [f'{{"note": "use {KEY[:-1]}{c}"}}\n' for c in letters[:9]]
    (here / "log.jsonl").write_text("".join(rows))
    record = run("export", "log.jsonl", "--to", "same", "-o", "out", "--json").record
    assert [key["line"] for key in record["keys"]] == list(range(1, 10))


def test_case_115_the_shared_file(run: Run, shared: Path, here: Path) -> None:
    source = shared / "cases/inputs/115.md"
    copy = here / "CLAUDE.md"
    copy.write_bytes(source.read_bytes())
    result = run("export", copy, "--to", "html", "-o", "out.html", "--json")
    assert result.code == 0
    assert [key["line"] for key in result.record["keys"]] == [3, 4]
    assert "hunter2" not in result.talk


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="file modes of POSIX")
def test_case_115_the_store_is_for_its_owner_alone(run: Run, file: Path) -> None:

    run("save", file, "-m", "first")
    store = Path(os.environ["CTXBENCH_HOME"]) / "ctxbench.db"
    assert store.stat().st_mode & 0o077 == 0
