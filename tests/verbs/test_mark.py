"""Marks: what you call critical is yours, true to its sentence, and no word of the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.errors import UsageError
from workbench.store.store import Store
from workbench.verbs.instructions import instructions
from workbench.verbs.mark import mark, marks
from workbench.verbs.unplaced import adrift

KITCHEN = (
    "# Kitchen\n\n- Never salt the stock twice.\n- Prefer wooden spoons.\n- Label every jar.\n\n"
    "## Never\n\n- Leave the oven on.\n"
)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store() as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_text(KITCHEN)
    return path


def listed(file: Path, store: Store) -> list[tuple[int, bool, str]]:
    return [(one.line, one.critical, one.by) for one in marks(file, store)]


def test_you_mark_what_nobody_guesses(file: Path, store: Store) -> None:
    assert listed(file, store) == [(9, True, "author")]
    one = mark(file, "5", store)
    assert (one.line, one.text, one.critical, one.by) == (5, "Label every jar.", True, "you")
    mark(file, "9", store, critical=False)
    assert listed(file, store) == [(5, True, "you"), (9, False, "you")]
    found = {rule.start_line: rule.critical_by for rule in instructions(str(file)).instructions}
    assert found == {3: "", 4: "", 5: "you", 9: ""}
    assert not mark(file, "5", store, critical=False).by
    mark(file, "9", store)
    assert listed(file, store) == [(9, True, "you")]
    assert file.read_text() == KITCHEN


def test_a_mark_goes_with_its_sentence(file: Path, store: Store) -> None:
    mark(file, "3", store)
    file.write_text(
        "# Kitchen\n\n- Prefer wooden spoons.\n- Label every jar.\n\n## Stock\n\n"
        "- Never ever salt the stock twice.\n"
    )
    assert listed(file, store) == [(8, True, "you")]
    file.write_text("# Kitchen\n\n- Label every jar.\n")
    assert listed(file, store) == []
    file.write_text(KITCHEN)
    assert (3, True, "you") in listed(file, store)


def test_what_another_program_reworded_is_listed(file: Path, store: Store) -> None:
    mark(file, "3", store)
    assert not adrift(file, file.read_bytes(), store).marks
    file.write_text(KITCHEN.replace("Never salt", "Never ever salt"))
    ((words, line),) = adrift(file, file.read_bytes(), store).marks
    assert (words, line) == ("A marked sentence was changed: Never salt the stock twice.", 3)
    file.write_text("# Kitchen\n\n- Label every jar.\n")
    found = adrift(file, file.read_bytes(), store)
    assert found.marks == (
        ("A marked sentence is not in the text: Never salt the stock twice.", 0),
    )
    assert found.summary() == "1 mark waits: its text changed"
    store.save(file, file.read_bytes(), reason="shorter")  # you saved it yourself
    assert not adrift(file, file.read_bytes(), store).marks


def test_a_sentence_in_any_language_can_be_marked(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text("# Küche\n\nBrühe niemals zweimal salzen!\n")
    mark(path, "3", store)
    (rule,) = instructions(str(path)).instructions
    assert (rule.text, rule.critical_by) == ("Brühe niemals zweimal salzen!", "you")


def test_two_sentences_of_a_line_are_told_apart_by_their_ids(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text("Never salt twice. Label every jar. It is big.\n")
    with pytest.raises(UsageError) as error:
        mark(path, "1", store)
    assert "2 sentences" in error.value.message
    name = instructions(str(path)).instructions[1].id
    assert name in str(error.value.hint)
    assert mark(path, name, store).text == "Label every jar."
    for line in ("7", "x", "0", "²"):
        with pytest.raises(UsageError):
            mark(path, line, store)


def test_the_command_line(file: Path, run: Run) -> None:
    one = run("mark", str(file), "3", "--json").record
    assert one == {
        "path": str(file),
        "line": 3,
        "text": "Never salt the stock twice.",
        "critical": True,
        "by": "you",
    }
    found = run("mark", str(file), "--json").record["marks"]
    assert [(row["line"], row["by"]) for row in found] == [(3, "you"), (9, "author")]
    rows = run("instructions", str(file), "--json").record["instructions"]
    assert [row["critical_by"] for row in rows] == ["you", None, None, "author"]
    said = run("mark", str(file), "3", "--no-critical")
    assert said.code == 0 and "Line 3 is not critical" in said.out
    assert run("mark", str(file), "99").code == 2
    assert run("mark", str(file), "--critical").code == 2
    assert "◆" in run("mark", str(file)).out


def test_what_instructions_say_of_what_they_do_not_show(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(
        "".join(f"- IMPORTANT: rinse cup {n} twice.\n" for n in range(12))
        + "\nНикогда не солите дважды.\n"
    )
    out = run("instructions", str(path)).out
    assert "Not read: 1 statement in Cyrillic letters (from line 14)." in out
    assert "The text calls 12 of these critical: too many to tell anything apart" in out
    record = run("instructions", str(path), "--json").record
    assert record["labels_without_meaning"] == 12
    assert record["not_read"] == [
        {"language": "Cyrillic letters", "statements": 1, "first_line": 14}
    ]
    review = run("review", str(path), "--json").record
    assert "1 statement in Cyrillic letters (from line 14)" in review["not_looked_at"]
