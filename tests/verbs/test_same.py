"""One file by many names is one file: counted, summed and reviewed once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from workbench.verbs.budget import load_of
from workbench.verbs.inputs import read_input
from workbench.verbs.measured import Counting
from workbench.verbs.same_file import distinct, file_identity


@pytest.fixture
def prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A prompt in the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "CLAUDE.md"
    path.write_text("- Use tabs.\n- Run the tests.\n", "utf-8")
    return path


def _linked(link: Path, to: Path, *, hard: bool = False) -> Path:
    try:
        link.hardlink_to(to) if hard else link.symlink_to(to)
    except OSError as error:
        pytest.skip(f"no links here: {error}")
    return link


def test_a_path_written_in_another_way_is_the_same_file(prompt: Path) -> None:
    kept, repeats = distinct(["CLAUDE.md", "./CLAUDE.md", str(prompt), "CLAUDE.md"])
    assert kept == ["CLAUDE.md"]
    assert [repeat.spec for repeat in repeats] == ["./CLAUDE.md", str(prompt), "CLAUDE.md"]
    assert repeats[0].words == "./CLAUDE.md is the same file as CLAUDE.md; it counts once."
    assert repeats[2].words == "CLAUDE.md is named more than once; it counts once."


def test_a_file_stands_for_its_links_wherever_they_are_named(prompt: Path) -> None:
    _linked(Path("AGENTS.md"), Path("CLAUDE.md"))
    _linked(Path("hard.md"), prompt, hard=True)
    kept, repeats = distinct(["AGENTS.md", "hard.md", "CLAUDE.md"])
    assert kept == ["hard.md"]  # the first name that is the file itself
    assert {repeat.spec for repeat in repeats} == {"AGENTS.md", "CLAUDE.md"}


def test_a_file_system_that_minds_no_case_has_one_file_of_two_spellings(
    prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.stat

    def caseless(self: Path, **options: bool) -> os.stat_result:
        return real(prompt if self.name.lower() == "claude.md" else self, **options)

    monkeypatch.setattr(Path, "stat", caseless)
    assert file_identity(Path("claude.md")) == file_identity(Path("CLAUDE.md"))


def test_where_files_have_no_number_the_real_path_tells_them_apart(
    prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = prompt.with_name("other.md")
    other.write_text("- Use tabs.\n", "utf-8")
    fields = list(prompt.stat())
    fields[1] = 0  # st_ino
    monkeypatch.setattr(Path, "stat", lambda self, **_: os.stat_result(fields))
    assert file_identity(Path("./CLAUDE.md")) == file_identity(prompt)
    assert file_identity(other) != file_identity(prompt)


def test_two_versions_two_revisions_and_two_copies_are_different_texts(prompt: Path) -> None:
    prompt.with_name("copy.md").write_bytes(prompt.read_bytes())
    specs = ["CLAUDE.md", "copy.md", "CLAUDE.md@1", "CLAUDE.md@2", "git:HEAD:CLAUDE.md"]
    specs += ["git:HEAD~1:CLAUDE.md", "gone.md"]
    assert distinct(specs) == (specs, ())
    kept, repeats = distinct(["CLAUDE.md@1", "./CLAUDE.md@1", "git:HEAD:./a.md", "git:HEAD:a.md"])
    assert kept == ["CLAUDE.md@1", "git:HEAD:./a.md"] and len(repeats) == 2


def test_an_import_by_a_link_to_the_file_itself_or_to_another_import_adds_nothing(
    prompt: Path,
) -> None:
    prompt.write_text("@style.md\n@again.md\n@me.md\n- Run the tests.\n", "utf-8")
    prompt.with_name("style.md").write_text("- Use tabs.\n" * 20, "utf-8")
    _linked(Path("again.md"), prompt.with_name("style.md"), hard=True)
    _linked(Path("me.md"), prompt, hard=True)
    load = load_of(read_input("CLAUDE.md"), Counting("o200k_base"))
    assert [Path(path).name for path in load.imported] == ["style.md"]
