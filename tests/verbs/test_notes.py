"""Private notes on rules: kept apart from the file, true to their rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.errors import UsageError
from workbench.store.store import Store
from workbench.verbs.notes import Note, NoteRequest, note_rule, noted_rules, waiting_notes

KITCHEN = "- Never salt the stock twice.\n- Prefer wooden spoons.\n- Label every jar.\n"


@pytest.fixture
def store() -> Iterator[Store]:
    with Store() as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_text(KITCHEN)
    return path


def test_a_note_holds_why_since_when_and_what_the_rule_did(file: Path, store: Store) -> None:
    first = noted_rules(file, store)[0]
    note_rule(
        file, first.id, NoteRequest("two spoilt batches", since="2026-03", verdict="helped"), store
    )
    one = noted_rules(file, store)[0]
    assert (one.note, one.since, one.verdict) == ("two spoilt batches", "2026-03", "helped")
    # What is not said stays as it was.
    note_rule(file, "1", NoteRequest(verdict="ignored"), store)
    one = noted_rules(file, store)[0]
    assert (one.note, one.since, one.verdict) == ("two spoilt batches", "2026-03", "ignored")
    note_rule(file, "1", NoteRequest(""), store)
    assert not noted_rules(file, store)[0].evidence
    assert file.read_text() == KITCHEN


def test_only_a_reason_or_a_clear_verdict_is_evidence(file: Path, store: Store) -> None:
    note_rule(file, "1", NoteRequest(verdict="unclear"), store)
    note_rule(file, "2", NoteRequest(since="spring"), store)
    note_rule(file, "3", NoteRequest(verdict="wrong"), store)
    assert [one.line for one in noted_rules(file, store, bare=True)] == [1, 2]


def test_a_note_goes_with_its_rule_and_waits_when_it_is_gone(file: Path, store: Store) -> None:
    note_rule(file, "1", NoteRequest("spoilt", since="May", verdict="helped"), store)
    file.write_text(
        "- Label every jar.\n- Prefer wooden spoons.\n- Never ever salt the stock twice.\n"
    )
    moved = noted_rules(file, store)[2]
    assert (moved.line, moved.note, moved.since, moved.verdict) == (3, "spoilt", "May", "helped")
    file.write_text("- Label every jar.\n")
    assert waiting_notes(file, store) == (Note("spoilt", "May", "helped"),)
    file.write_text(KITCHEN)
    assert noted_rules(file, store)[0].note == "spoilt" and not waiting_notes(file, store)


def test_a_line_with_two_rules_asks_which(file: Path, store: Store) -> None:
    file.write_text("- Never salt the stock twice. Label every jar.\n")
    with pytest.raises(UsageError, match="2 rules"):
        note_rule(file, "1", NoteRequest("x"), store)
    for rule, verdict in (("99", None), ("1", "fine")):
        with pytest.raises(UsageError, match="nothing was noted"):
            note_rule(file, rule, NoteRequest("x", verdict=verdict), store)
    assert not any(one.note for one in noted_rules(file, store))


@pytest.mark.parametrize("why", ["plain words", '{"why": 1}', "{not json", "", "two\nlines"])
def test_notes_are_read_as_they_were_kept(why: str) -> None:
    assert Note.unpack(Note(why).pack()) == Note(why)
    assert Note.unpack(Note(why, "May", "helped").pack()) == Note(why, "May", "helped")


def test_notes_of_rules_that_became_one_are_both_kept() -> None:
    both = Note("a", "", "helped").joined(Note("b", "May", "wrong"))
    assert both == Note("a\nb", "May", "unclear")
    assert Note("a", "", "helped").joined(Note("a")) == Note("a", "", "helped")


def test_case_128_the_note_follows_through_the_steps(
    shared: Path, tmp_path: Path, store: Store
) -> None:
    """A note on the first rule, the rule moved to the end, then reworded slightly."""
    text = (shared / "cases/inputs/128.md").read_text("utf-8")
    path = tmp_path / "CLAUDE.md"
    path.write_text(text)
    first = noted_rules(path, store)[0]
    note_rule(path, first.id, NoteRequest("came back twice"), store)
    rows = text.splitlines(keepends=True)
    path.write_text("".join(rows[1:] + rows[:1]))
    assert noted_rules(path, store)[-1].note == "came back twice"
    path.write_text("".join([*rows[1:], rows[0].replace("it was removed", "it has been removed")]))
    assert [one.note for one in noted_rules(path, store)] == ["", "", "came back twice"]
    assert "came back" not in path.read_text()
