"""`ctxbench report`: where it writes, what it refuses, and what it warns of."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli.conftest import Run
from tests.page_checks import read
from workbench.resources import sample_prompts

TEXT = "# Ledger\n\nNever push to main.\n\n## Style\n\nPrefer short words.\n"


def test_a_page_is_written_and_an_existing_file_is_never_replaced_unasked(
    run: Run, here: Path
) -> None:
    (here / "CLAUDE.md").write_text(TEXT, "utf-8")
    assert run("report", "CLAUDE.md").out == "Wrote CLAUDE.report.html.\n"
    assert "Never push to main." in read((here / "CLAUDE.report.html").read_text("utf-8"))
    (here / "mine.html").write_bytes(b"<p>mine</p>")
    refused = run("report", "CLAUDE.md", "-o", "mine.html")
    assert refused.code == 1 and "--force" in refused.talk
    assert (here / "mine.html").read_bytes() == b"<p>mine</p>"
    assert run("report", "CLAUDE.md", "-o", "mine.html", "--force").code == 0
    assert run("show", "mine.html@1").raw == b"<p>mine</p>"  # it is kept as a version
    assert (here / "CLAUDE.md").read_text("utf-8") == TEXT


def test_markdown_is_short_and_goes_to_standard_output(run: Run, here: Path) -> None:
    (here / "a.md").write_text(TEXT, "utf-8")
    (here / "b.md").write_text(TEXT.replace("Never push", "Push"), "utf-8")
    out = run("report", "a.md", "b.md", "--format", "markdown").out
    assert out.startswith("### ctxbench: `b.md`\n")
    assert "| **ledger** |" in out and "Gate: refused" in out
    assert "- Never push to main." in out and "+ Push to main." in out
    assert out.count("<details>") == out.count("</details>") >= 3
    assert "<summary>What changed: 1 line changed</summary>" in out
    # the name of OUT tells the format, too
    assert run("report", "a.md", "b.md", "-o", "pr.md").code == 0
    assert (here / "pr.md").read_text("utf-8") == out


def test_what_it_takes_is_what_every_verb_takes(run: Run, here: Path) -> None:
    (here / "a.md").write_text(TEXT, "utf-8")
    run("save", "a.md", "-m", "first")
    (here / "a.md").write_text(TEXT + "\nAlways test.\n", "utf-8")
    page = run("report", "a.md", "a.md@1", "-o", "-").out  # the older side is put on the left
    assert "1 added, 0 lost" in read(page)
    assert "2 lines added" in read(page)
    piped = run("report", "-", "-o", "-", stdin=TEXT.encode()).out
    assert "Never push to main." in read(piped)
    assert run("report", "gone.md").code == 2
    assert run("report", "a.md", "-o", "").code == 2
    assert run("report", "a.md", "--scenario", "none").code == 2


def test_json_says_what_was_written(run: Run, here: Path) -> None:
    (here / "a.md").write_text(TEXT, "utf-8")
    record = run("report", "a.md", "-o", "r.html", "--json").record
    assert (record["to"], record["out"]) == ("html", "r.html")
    assert record["bytes"] == (here / "r.html").stat().st_size
    assert "text" in run("report", "a.md", "-o", "-", "--json").record


def test_findings_that_the_settings_mute_are_not_in_it(run: Run, here: Path) -> None:
    shutil.copyfile(sample_prompts() / "duplicates" / "AGENTS.md", here / "a.md")
    found = run("review", "a.md", "--json").record["findings"]
    assert found
    muted = {"muted": [finding["key"] for finding in found]}
    (here / ".ctxbench.yaml").write_text(json.dumps(muted), "utf-8")
    assert f"{len(found)} muted" in read(run("report", "a.md", "-o", "-").out)


def test_keys_are_named_before_a_report_leaves_the_machine(run: Run, here: Path) -> None:
    key = "ghp_7wQFAKE9rTz3LmN5xKv2YbHs8PcJ1dEu4Wo6"
    (here / "a.md").write_text(f"# A\n\nUse the key {key} for now.\n", "utf-8")
    result = run("report", "a.md", "-o", "r.html")
    assert result.code == 0 and "line 3" in result.talk
    assert key not in result.talk
    assert run("report", "a.md", "-o", "r2.html", "--fail-on-keys").code == 1
