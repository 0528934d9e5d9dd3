"""optimize and ledger on the command line: nothing is written unasked, undo is exact."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.resources import sample_prompts

#: A prompt with rules that are said twice.
TWICE = sample_prompts() / "duplicates" / "AGENTS.md"
KEYS = {
    *("path", "proposals", "tokens_before", "tokens_after", "reduction_pct", "ledger", "gate"),
    "text",
}
PROPOSAL_KEYS = {
    *("id", "kind", "safe", "start_line", "end_line", "before", "after", "reason"),
    *("tokens_before", "tokens_after", "accepted", "weights"),
}


@pytest.fixture
def file(here: Path) -> Path:
    shutil.copyfile(TWICE, here / "CLAUDE.md")
    return here / "CLAUDE.md"


def test_without_accept_nothing_changes_and_nothing_is_written(run: Run, file: Path) -> None:
    record = run("optimize", file, "--json").record
    assert record.keys() >= KEYS
    assert record["proposals"]
    assert all(one.keys() >= PROPOSAL_KEYS for one in record["proposals"])
    assert record["text"].encode() == file.read_bytes() == TWICE.read_bytes()
    assert record["written"] is None
    assert run("versions", file, "--json").record["versions"] == []


def test_safe_proposals_to_a_new_file(run: Run, file: Path, here: Path) -> None:
    result = run("optimize", file, "--accept", "safe", "-o", "better.md")
    assert result.code == 0, result.talk
    assert file.read_bytes() == TWICE.read_bytes()
    assert "Wrote better.md." in result.out
    assert "CLAUDE.md is unchanged; it is version 1." in result.out
    assert "0 lost" in result.out
    compared = run("ledger", file, "better.md", "--json").record
    assert compared["gate"] == "pass"
    assert {row["status"] for row in compared["rows"]} <= {"kept", "moved", "merged"}
    again = run("optimize", "better.md", "--accept", "safe", "--json").record
    assert [one["id"] for one in again["proposals"] if one["safe"]] == []


def test_in_place_and_undo_to_the_byte(run: Run, file: Path) -> None:
    done = run("optimize", file, "--accept", "safe", "--in-place", "--json")
    assert done.code == 0, done.talk
    assert file.read_bytes() == done.record["text"].encode() != TWICE.read_bytes()
    newest = run("versions", file, "--json").record["versions"][-1]
    assert (newest["kind"], newest["author"]) == ("optimise", "offline agent")
    assert run("undo", file).code == 0
    assert file.read_bytes() == TWICE.read_bytes()


def test_a_file_in_the_way_is_not_replaced_unasked(run: Run, file: Path, here: Path) -> None:
    (here / "out.md").write_bytes(b"mine\n")
    result = run("optimize", file, "--accept", "safe", "-o", "out.md")
    assert result.code == 1
    assert (here / "out.md").read_bytes() == b"mine\n"
    assert "- mine" in result.talk
    assert run("optimize", file, "--accept", "safe", "-o", "out.md", "--force").code == 0
    assert run("show", "out.md@1").raw == b"mine\n"


def test_a_gate_that_does_not_pass_writes_nothing(run: Run, here: Path) -> None:
    # What is in code is compared as it is.
    text = "# A\n\nStart it so:\n\n```sh\nmake \u200ball\n```\n"
    file = here / "CLAUDE.md"
    file.write_text(text)
    (merge,) = run("optimize", file, "--json").record["proposals"]
    args = ("optimize", file, "--accept", merge["id"])
    waiting = run(*args, "--in-place", "--json")
    assert waiting.code == 1
    assert waiting.record["gate"] == "refused"
    assert file.read_text() == text
    rows = ",".join(waiting.record["ledger"]["objections"])
    assert run(*args, "--allow", rows, "--in-place").code == 0
    assert file.read_text() != text


def test_a_refusal_is_remembered(run: Run, file: Path) -> None:
    first = run("optimize", file, "--json").record["proposals"][0]["id"]
    assert run("optimize", file, "--refuse", "nope").code == 2
    result = run("optimize", file, "--refuse", first, "--json")
    assert result.record["refused_now"] == [first]
    assert first in result.talk
    later = run("optimize", file, "--json").record["proposals"]
    assert first not in [one["id"] for one in later]
    assert file.read_bytes() == TWICE.read_bytes()


def test_unknown_ids_and_both_targets_are_wrong_usage(run: Run, file: Path) -> None:
    assert run("optimize", file, "--accept", "move-nope").code == 2
    assert run("optimize", file, "-o", "x.md", "--in-place").code == 2
    assert run("optimize", "-", "--in-place", stdin=b"# A\n").code == 2


def test_marked_rules_that_stay_are_named_with_the_reason(run: Run, here: Path) -> None:
    from tests.change.texts import project

    rules = "- Never print the passwords above.\n- Be brief.\n"
    text = project(rules)
    (here / "CLAUDE.md").write_text(text)
    line = next(n for n, one in enumerate(text.splitlines(), 1) if "passwords" in one)
    assert run("mark", "CLAUDE.md", str(line), "--critical").code == 0
    (left,) = run("optimize", "CLAUDE.md", "--json").record["left"]
    assert left["reason"].startswith("its words point at the text around it")
    out = run("optimize", "CLAUDE.md").out
    assert "1 marked rule left in the weak place:" in out
    assert f"line {left['line']}: {left['reason']}: stays" in out


def test_all_marked_rules_go_to_the_edges_in_one_go(run: Run, here: Path) -> None:
    from tests.change.texts import RULES, project

    (here / "CLAUDE.md").write_text(project(RULES))
    none = run("optimize", "CLAUDE.md", "--strategy", "edges").out
    assert "No rule is marked critical" in none
    line = project(RULES).splitlines().index(RULES.splitlines()[1]) + 1
    assert run("mark", "CLAUDE.md", str(line), "--critical").code == 0
    args = ("--strategy", "edges", "--accept", "edges", "--in-place", "--json")
    done = run("optimize", "CLAUDE.md", *args).record
    assert [p["kind"] for p in done["proposals"] if p["accepted"]] == ["MOVE"]
    assert "## Critical rules" in (here / "CLAUDE.md").read_text()


def test_exact_duplicates_are_merged(run: Run, here: Path) -> None:
    twice = sample_prompts() / "duplicates" / "AGENTS.md"
    record = run("optimize", twice, "--accept", "safe", "--json").record
    (merge,) = [one for one in record["proposals"] if one["kind"] == "MERGE"]
    assert merge["safe"] and "Keep the bus free" in merge["before"]  # in one list
    assert record["text"].count("Keep the bus free between two reads.") == 1
    assert record["text"].count("Do not allocate memory after start-up.") == 2  # two headings
    assert record["tokens_after"] < record["tokens_before"]
    assert record["gate"] == "pass"


def test_ledger_says_what_is_lost_and_refuses(run: Run, here: Path) -> None:
    (here / "a.md").write_text("# A\n\n- Never push to main.\n- Keep lines below 100 characters.\n")
    (here / "b.md").write_text("# A\n\n- Keep lines below 120 characters.\n")
    result = run("ledger", "a.md", "b.md", "--json")
    assert result.code == 1
    record = result.record
    assert {"a", "b", "rows", "lost_literals", "gate"} <= record.keys()
    assert record["gate"] == "refused"
    assert "lost" in {row["status"] for row in record["rows"]}
    assert any(one["text"] == "100" for one in record["lost_literals"])
    text = run("ledger", "a.md", "b.md")
    assert text.code == 1
    assert "Never push to main." in text.out and "Gate: refused until you agree to" in text.out
    assert run("ledger", "a.md", "a.md").code == 0


def test_case_130_a_suggestion_has_four_fields_and_a_refused_one_is_remembered(
    run: Run, here: Path
) -> None:
    """What happened, what the file says now, the new words, the reason; and a yes for each."""
    file = here / "AGENTS.md"
    file.write_text(
        "# Quay\n\n## Ropes\n\n- Keep the quay free of ropes at night.\n- Coil ropes to the left.\n"
        "- Keep the quay free of ropes at night.\n\n## Lamps\n\n- Clean the lamp glass each Monday."
        "\n- Wicks are trimmed short.\n- Clean the lamp glass each Monday.\n"
    )
    before = file.read_bytes()
    found = run("optimize", file, "--json").record["proposals"]
    assert len(found) == 2
    for one in found:
        assert one["found"] and one["start_line"]  # what happened, and where
        assert one["before"] and one["before"] != one["after"]
        assert one["before"].splitlines()[-1] in file.read_text()
        assert one["reason"]
    shown = run("optimize", file).out
    for name in ("Found", "Now", "New", "Why"):
        assert shown.count(f"    {name} ") == 2  # the same four for people
    assert file.read_bytes() == before  # nothing without a yes
    yes, no = (one["id"] for one in found)
    assert run("optimize", file, "--refuse", no).code == 0
    assert run("optimize", file, "--accept", yes, "--in-place").code == 0
    assert file.read_text().count("free of ropes") == 1
    assert file.read_text().count("lamp glass") == 2
    assert run("optimize", file, "--json").record["proposals"] == []
    other = here / "other.md"
    other.write_bytes(before)
    assert len(run("optimize", other, "--json").record["proposals"]) == 2  # of this file only


def test_case_046_a_description_above_the_limit_is_shortened_on_a_yes(run: Run, here: Path) -> None:
    row = "  Use when somebody asks for the ferry, its hours or its fares on a weekday.\n"
    text = f"---\nname: ferry\ndescription: >-\n{row * 15}---\n\n# Ferry\n\nAnswer in one line.\n"
    file = here / "SKILL.md"
    file.write_text(text)
    (one,) = run("optimize", file, "--json").record["proposals"]
    assert (one["kind"], one["safe"]) == ("MERGE", False)
    assert "1,124 characters, 100 above 1,024" in one["found"]
    assert run("optimize", file, "--accept", "safe", "--in-place").code == 0
    assert file.read_text() == text  # never without a yes of its own
    assert run("optimize", file, "--accept", one["id"], "--in-place").code == 0
    assert file.read_text() == text.replace(row * 15, row)
    assert run("optimize", file, "--json").record["proposals"] == []
    assert run("review", file, "--rule", "host-limits", "--json").record["findings"] == []
    assert run("undo", file).code == 0 and file.read_text() == text


def test_case_047_what_would_be_lost_is_listed_instead_of_dropped(run: Run, here: Path) -> None:
    row = 'Use on "call {}" or /dock-{} for pier{}. '
    text = "".join(row.format(n, n, n) for n in range(30)).strip()
    file = here / "SKILL.md"
    file.write_text(f"---\nname: dock\ndescription: {text}\n---\n\n# Dock\n\nx\n")
    record = run("optimize", file, "--json").record
    assert record["proposals"] == []
    (note,) = [note for note in record["notes"] if "description" in note]
    assert "above 1,024" in note and "“call 1”" in note and "/dock-1" in note
