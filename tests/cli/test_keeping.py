"""What people decide about a file and its parts: notes, pins, and the file's identity."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.store.store import Store

FERRY = (
    "# Ferry\n\nThe ferry crosses twice a day and carries up to forty people with their bags.\n\n"
    "## Boarding\n\n- Never board after the bell.\n- Count the passengers.\n\n"
    "## Cargo\n\n- Tie down every crate.\n- Weigh the crates.\n"
)


@pytest.fixture
def file(here: Path) -> Path:
    path = here / "CLAUDE.md"
    path.write_text(FERRY)
    return path


class TestNotes:
    def test_rules_are_listed_and_noted_from_the_command_line(self, run: Run, file: Path) -> None:
        noted = run(
            "notes", file, "--rule", "7", "--note", "a man fell in", "--since", "2024",
            "--verdict", "helped", "--json",
        )  # fmt: skip
        (rule,) = noted.record["rules"]
        assert (rule["line"], rule["note"], rule["verdict"]) == (7, "a man fell in", "helped")
        said = run("notes", file).out
        assert "a man fell in" in said and "helped · since 2024" in said
        bare = run("notes", file, "--no-evidence", "--json").record
        assert rule["id"] not in {one["id"] for one in bare["rules"]}
        assert run("notes", file, "--bare", "--json").record == bare
        assert file.read_text() == FERRY
        assert run("notes", file, "--rule", rule["id"], "--clear").code == 0
        assert "a man fell in" not in run("notes", file).out

    @pytest.mark.parametrize(
        "wrong",
        [
            ("--note", "x"),
            ("--clear",),
            ("--rule", "7"),
            ("--rule", "7", "--clear", "--note", "x"),
            ("--rule", "1", "--note", "x"),
            ("--rule", "7", "--verdict", "fine"),
        ],
    )
    def test_half_a_note_is_wrong_usage(self, run: Run, file: Path, wrong: tuple[str, ...]) -> None:
        result = run("notes", file, *wrong)
        assert result.code == 2 and not result.out

    def test_a_note_cannot_drive_the_terminal(self, run: Run, file: Path) -> None:
        run("notes", file, "--rule", "7", "--note", "red \x1b[31m and \u202e back")
        said = run("notes", file).out
        assert "\x1b" not in said and "\u202e" not in said

    def test_a_note_that_waits_is_told_of(self, run: Run, file: Path) -> None:
        run("notes", file, "--rule", "7", "--note", "a man fell in")
        file.write_text("# Ferry\n\n- Weigh the crates.\n")
        assert "1 note waits for a rule that is not in the file now." in run("notes", file).out


class TestPins:
    def test_a_pinned_part_is_touched_by_no_proposal(self, run: Run, here: Path) -> None:
        row = "- Keep the quay free of ropes at night.\n"
        path = here / "AGENTS.md"
        path.write_text(f"# Quay\n\n## Ropes\n\n{row}- Coil ropes to the left.\n{row}")
        assert run("optimize", path, "--json").record["proposals"]
        part = run("parts", path, "--json").record["parts"][-1]
        done = run("pin", path, part["title"], "--json").record
        assert done["changed"] == [part["id"]]
        assert run("optimize", path, "--json").record["proposals"] == []
        assert run("pin", path, str(part["index"]), "--unpin").code == 0
        assert run("optimize", path, "--json").record["proposals"]

    def test_a_pin_holds_for_parts_that_were_merged_by_hand(self, run: Run, here: Path) -> None:
        from workbench.prompt.prompt import Prompt
        from workbench.verbs.manual_cuts import keep_cuts, merge_before

        row = "- Keep the quay free of ropes at night.\n"
        rest = "- Coil ropes to the left.\n- Wash the ropes in spring and in autumn.\n"
        lamps = f"{row}{rest.replace('rope', 'lamp')}{row}"
        text = f"# Quay\n\n## Ropes\n\n{row}{rest}\n## Lamps\n\n{lamps}"
        path = here / "AGENTS.md"
        path.write_text(text)
        parts = Prompt.from_text(text, str(path)).parts()
        assert len(parts) > 1
        keep_cuts(path, merge_before(Prompt.from_text(text, str(path)), parts, len(parts) - 1))
        merged = run("parts", path, "--json").record["parts"]
        assert len(merged) == len(parts) - 1
        assert run("optimize", path, "--json").record["proposals"]
        run("pin", path, str(merged[-1]["index"]))
        assert run("optimize", path, "--json").record["proposals"] == []
        scored = {part["id"] for part in run("score", path, "--json").record["parts"]}
        assert merged[-1]["id"] in scored

    def test_pins_are_those_of_the_workbench(self, run: Run, file: Path) -> None:
        from workbench.tui.keep import pinning

        parts = run("parts", file, "--granularity", "auto", "--json").record["parts"]
        name, last = parts[-1]["id"], parts[-1]
        list(pinning(file, name, FERRY[-len(FERRY) :], True))
        (pin,) = run("pin", file, "--json").record["pins"]
        assert (pin["id"], pin["state"]) == (name, "changed")  # pinned with another text
        run("pin", file, name)
        (pin,) = run("pin", file, "--json").record["pins"]
        assert (pin["start_line"], pin["state"]) == (last["start_line"], "kept")
        with Store() as store:
            assert set(store.memory.pins(file)) == {name}

    def test_a_pin_says_what_became_of_its_part(self, run: Run, file: Path) -> None:
        parts = run("parts", file, "--json").record["parts"]
        run("pin", file, *(part["id"] for part in parts))
        file.write_text("# Other\n\nNothing of the kind is here any more, only these words.\n")
        states = [pin["state"] for pin in run("pin", file, "--json").record["pins"]]
        assert "gone" in states
        gone = next(p for p in run("pin", file, "--json").record["pins"] if p["state"] == "gone")
        assert run("pin", file, gone["id"], "--unpin").code == 0

    def test_an_unknown_part_pins_nothing(self, run: Run, file: Path) -> None:
        result = run("pin", file, "1", "no such part")
        assert result.code == 2 and "nothing was changed" in result.talk
        assert run("pin", file, "--json").record["pins"] == []
        assert run("pin", file, "--unpin").code == 2
        assert run("pin", "-").code == 2
        assert run("pin", file, "1", "--unpin", "--json").record["changed"] == []


class TestRelink:
    def test_a_file_that_moved_and_changed_gets_its_history_back(
        self, run: Run, file: Path, here: Path
    ) -> None:
        run("save", file, "-m", "first")
        run("pin", file, "1")
        new = here / "docs" / "CLAUDE.md"
        new.parent.mkdir()
        file.rename(new)
        new.write_text(FERRY + "\nOne more line.\n")
        listed = run("versions", new)
        assert "ctxbench relink" in listed.out  # in doubt, so it only asks
        done = run("relink", file, new, "--json").record
        assert done == {"old": str(file), "new": str(new), "versions": 1}
        assert [v["n"] for v in run("versions", new, "--json").record["versions"]] == [1]
        assert run("pin", new, "--json").record["pins"]
        assert run("show", f"{new}@1").raw == FERRY.encode()

    def test_save_does_it_by_itself_where_the_text_tells(
        self, run: Run, file: Path, here: Path
    ) -> None:
        run("save", file, "-m", "first")
        new = file.rename(here / "AGENTS.md")
        assert run("save", new, "--json").record["relinked_from"] == str(file)

    def test_a_copy_is_no_move(self, run: Run, file: Path, here: Path) -> None:
        run("save", file, "-m", "first")
        copy = here / "copy.md"
        copy.write_text(FERRY)
        result = run("relink", file, copy)
        assert result.code == 2 and "still there" in result.talk
        assert run("versions", file, "--json").record["versions"]
        assert run("relink", file, copy, "--force").code == 0
        assert run("versions", copy, "--json").record["versions"]

    @pytest.mark.parametrize(("old", "new"), [("CLAUDE.md", "gone.md"), ("gone.md", "CLAUDE.md")])
    def test_what_is_not_there_is_said(self, run: Run, file: Path, old: str, new: str) -> None:
        result = run("relink", old, new)
        assert result.code == 2 and result.talk
        assert run("relink", "CLAUDE.md", "CLAUDE.md").code == 2

    def test_two_histories_are_not_mixed(self, run: Run, file: Path, here: Path) -> None:
        run("save", file, "-m", "first")
        new = here / "new.md"
        new.write_text("other\n")
        run("save", new, "-m", "own")
        file.unlink()
        result = run("relink", file, new)
        assert result.code == 2 and "versions of its own" in result.talk
