"""An OFFLOAD on the command line: two files, each stored first, nothing else overwritten."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.change.test_proposals import large
from tests.cli.conftest import Run
from workbench.store import files as store_files

POINTER = "This section is in `.claude/references/report-reference.md`; read it when you need it.\n"


@pytest.fixture
def file(here: Path) -> Path:
    path = here / "CLAUDE.md"
    path.write_text(large())
    return path


def offload(run: Run, file: Path) -> dict[str, Any]:
    found = run("optimize", file, "--json").record["proposals"]
    return next(p for p in found if p["kind"] == "OFFLOAD" and "Report" in p["found"])


@pytest.mark.slow
def test_in_place_writes_both_and_undo_brings_the_prompt_back(run: Run, file: Path) -> None:
    one = offload(run, file)
    assert not one["safe"] and one["files"][0]["path"] == ".claude/references/report-reference.md"
    assert not (file.parent / ".claude").exists()
    done = run("optimize", file, "--accept", one["id"], "--in-place")
    assert done.code == 0, done.talk
    new = file.parent / ".claude/references/report-reference.md"
    assert new.read_text() == one["files"][0]["text"]
    assert POINTER in file.read_text()
    assert ".claude/references/report-reference.md; it stays when the prompt is undone." in done.out
    assert "moved" in done.out and "0 lost. Gate: pass." in done.out
    (first,) = run("versions", new, "--json").record["versions"]
    assert first["reason"] == "taken out of CLAUDE.md"
    newest = run("versions", file, "--json").record["versions"][-1]
    assert (
        newest["reason"]
        == f"optimised: OFFLOAD {one['id']} (.claude/references/report-reference.md)"
    )
    assert run("undo", file).code == 0
    assert file.read_text() == large()
    assert new.read_text() == one["files"][0]["text"]
    again = offload(run, file)
    assert again["files"] == one["files"]  # its own file is no other file
    assert run("optimize", file, "--accept", again["id"], "--in-place").code == 0


def test_with_o_the_new_file_goes_beside_out(run: Run, file: Path) -> None:
    one = offload(run, file)
    (file.parent / "out").mkdir()
    done = run("optimize", file, "--accept", one["id"], "-o", "out/CLAUDE.md", "--live", "--json")
    assert done.code == 0, done.talk
    assert [Path(f["path"]).as_posix() for f in done.record["written"]["files"]] == [
        "out/.claude/references/report-reference.md"
    ]
    assert (file.parent / "out/.claude/references/report-reference.md").read_text() == one["files"][
        0
    ]["text"]
    assert file.read_text() == large()
    assert not (file.parent / ".claude").exists()


def test_another_file_is_never_overwritten(run: Run, file: Path) -> None:
    one = offload(run, file)
    out = file.parent / "out"
    (out / ".claude/references").mkdir(parents=True)
    (out / ".claude/references/report-reference.md").write_text("mine\n")
    done = run("optimize", file, "--accept", one["id"], "-o", "out/CLAUDE.md", "--live", "--force")
    assert done.code == 1
    assert "holds other text; nothing was written" in done.talk
    assert [p.name for p in out.iterdir()] == [".claude"]
    assert (out / ".claude/references/report-reference.md").read_text() == "mine\n"
    (file.parent / ".claude/references").mkdir(parents=True)
    (file.parent / ".claude/references/report-reference.md").write_text("mine\n")
    assert offload(run, file)["files"][0]["path"] == ".claude/references/report-reference-2.md"


def test_both_are_versions_before_a_file_is_touched(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = offload(run, file)
    seen: list[tuple[str, int]] = []
    write = store_files._replace

    def watch(path: Path | str, *rest: Any) -> None:
        with closing(sqlite3.connect(Path(os.environ["CTXBENCH_HOME"]) / "ctxbench.db")) as db:
            seen.append(
                (Path(path).name, db.execute("SELECT count(*) FROM versions").fetchone()[0])
            )
        write(path, *rest)

    monkeypatch.setattr(store_files, "_replace", watch)
    assert run("optimize", file, "--accept", one["id"], "--in-place").code == 0
    # The prompt as found, the new file, the new prompt; the pointer is written last.
    assert seen == [("report-reference.md", 3), ("CLAUDE.md", 3)]


def test_a_folder_that_cannot_be_made_leaves_the_prompt_whole(run: Run, file: Path) -> None:
    one = offload(run, file)
    (file.parent / ".claude").write_text("a file, no folder\n")
    done = run("optimize", file, "--accept", one["id"], "--in-place")
    assert done.code != 0
    assert file.read_text() == large()
    assert (file.parent / ".claude").read_text() == "a file, no folder\n"


def test_markers_are_offered_on_request(run: Run, file: Path) -> None:
    from tests.change.texts import RULES, project

    text = project(RULES, title="Release")
    file.write_text(text)
    line = text.splitlines().index(RULES.splitlines()[1]) + 1
    assert run("mark", file, str(line), "--critical").code == 0
    kinds = [{p["kind"] for p in run("optimize", file, *more, "--json").record["proposals"]}
             for more in ((), ("--mark",))]  # fmt: skip
    assert "MARK" not in kinds[0] and "MARK" in kinds[1]


# -- review --proposals --------------------------------------------------------------------

LAMPS = "# Lamps\n\n- Clean the lamp\u200b glass each Monday.\n- Be quick.\n"


def test_a_finding_carries_the_proposal_that_optimize_prints(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_text(LAMPS)
    plain = run("review", "CLAUDE.md", "--json").record
    assert plain["proposals_made"] is False
    assert all(f["proposal"] is None for f in plain["findings"])
    record = run("review", "CLAUDE.md", "--proposals", "--json").record
    (finding,) = [f for f in record["findings"] if f["rule"] == "invisible-characters"]
    carried = finding["proposal"]
    (made,) = run("optimize", "CLAUDE.md", "--json").record["proposals"]
    for key in ("id", "kind", "safe", "before", "after"):
        assert carried[key] == made[key]
    text = run("review", "CLAUDE.md", "--proposals").out
    assert f"do:  ctxbench optimize CLAUDE.md --accept {made['id']}  (FIX, yours" in text
    assert run("optimize", "CLAUDE.md", "--accept", made["id"], "--in-place").code == 0
    assert (here / "CLAUDE.md").read_text() == LAMPS.replace("\u200b", "")
    after = run("review", "CLAUDE.md", "--proposals", "--json").record
    assert not [f for f in after["findings"] if f["rule"] == "invisible-characters"]


def test_a_refused_proposal_is_carried_by_no_finding(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_text(LAMPS)
    (made,) = run("optimize", "CLAUDE.md", "--json").record["proposals"]
    assert run("optimize", "CLAUDE.md", "--refuse", made["id"]).code == 0
    record = run("review", "CLAUDE.md", "--proposals", "--json").record
    assert all(f["proposal"] is None for f in record["findings"])
    assert "do:  by hand" in run("review", "CLAUDE.md", "--proposals").out


def test_case_049_what_is_marked_can_be_repeated_in_a_list_at_the_end(run: Run, here: Path) -> None:
    from tests.change.texts import project

    rules = "- Answer in two sentences.\n- Ask the foreman before each lift.\n- So.\n"
    (here / "CLAUDE.md").write_text(text := project(rules))
    for words in ("Answer in two", "Ask the foreman"):
        line = next(n for n, one in enumerate(text.splitlines(), 1) if words in one)
        assert run("mark", "CLAUDE.md", str(line), "--critical").code == 0
    moves = run("optimize", "CLAUDE.md", "--json").record["proposals"]
    assert {p["kind"] for p in moves} <= {"MOVE", "ECHO"} and len(moves) == 2
    assert run("optimize", "CLAUDE.md", "--refuse", ",".join(p["id"] for p in moves)).code == 0
    found = run("optimize", "CLAUDE.md", "--checklist", "--json").record["proposals"]
    (carried,) = (p for p in found if p["kind"] == "CHECKLIST")
    assert not carried["safe"] and carried["origin"] == "mark"
    args = ("--checklist", "--accept", carried["id"], "--in-place")
    done = run("optimize", "CLAUDE.md", *args)
    assert done.code == 0 and "no reminder is certain" in done.out
    assert (here / "CLAUDE.md").read_text() == text + "\n" + carried["after"]
    again = run("optimize", "CLAUDE.md", "--checklist", "--json").record["proposals"]
    assert not again
    assert run("undo", "CLAUDE.md").code == 0
    assert (here / "CLAUDE.md").read_text() == text


@pytest.mark.slow
@pytest.mark.parametrize("what", ["link out", "dangling", "file"])
def test_a_folder_that_leads_elsewhere_gets_no_file(
    what: str, run: Run, file: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A project with a link to another place got the new file written there."""
    outside = tmp_path_factory.mktemp("outside")
    one = offload(run, file)
    docs = file.parent / ".claude"
    if what == "file":
        docs.write_text("a file\n")
    else:
        docs.symlink_to(outside if what == "link out" else outside / "gone")
    found = run("optimize", file, "--json").record["proposals"]
    assert not [p for p in found if p["kind"] == "OFFLOAD"]
    # Neither beside another OUT, which is looked at only when it is written.
    (file.parent / "out").mkdir()
    docs.rename(file.parent / "out/.claude")
    refused = run("optimize", file, "--accept", one["id"], "-o", "out/CLAUDE.md", "--live")
    assert refused.code == 1 and "nothing was written" in refused.talk
    assert not list(outside.iterdir()) and not (file.parent / "out/CLAUDE.md").exists()


def test_the_ledger_of_two_files_knows_what_went_to_a_file_that_the_new_one_names(
    run: Run, file: Path
) -> None:
    one = offload(run, file)
    (file.parent / "out").mkdir()
    assert run("optimize", file, "--accept", one["id"], "-o", "out/CLAUDE.md", "--live").code == 0
    done = run("ledger", file, "out/CLAUDE.md", "--json")
    assert done.code == 0 and done.record["gate"] == "pass"
    assert {row["status"] for row in done.record["rows"]} == {"kept", "moved", "added"}
    new = file.parent / "out/.claude/references/report-reference.md"
    new.write_text(new.read_text().replace("the daily report", "a report"))
    assert run("ledger", file, "out/CLAUDE.md", "--json").record["gate"] == "refused"
    new.unlink()
    (file.parent / "out/.claude/references").rmdir()
    (file.parent / "out/.claude/references").symlink_to(file.parent)  # it leads out of the folder
    (file.parent / "report-reference.md").write_text(one["files"][0]["text"])
    assert run("ledger", file, "out/CLAUDE.md", "--json").record["gate"] == "refused"
