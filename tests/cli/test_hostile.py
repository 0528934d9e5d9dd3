"""Nothing in a file can drive the terminal, and brackets are text: captured bytes of each verb."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.resources import sample_prompts

HOSTILE = sample_prompts() / "hostile.md"
#: Controls, C1 controls, bidirectional and zero-width signs, separators, tag characters.
RAW = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
    "\U000e0000-\U000e0fff]"
)
SGR = re.compile(r"\x1b\[[0-9;]*m")

READING = [
    ("parts",),
    ("parts", "--granularity", "fine"),
    ("count", "--by", "line"),
    ("map",),
    ("instructions",),
    ("score",),
    ("score", "--task", "\x1b]0;task\x07"),
    ("optimize",),
    ("export", "--to", "html", "-o", "-"),
]


@pytest.mark.parametrize("verb", READING, ids=" ".join)
@pytest.mark.parametrize("tty", [False, True])
def test_case_109_no_control_character_reaches_the_terminal(
    verb: tuple[str, ...], tty: bool, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape sequences of a downloaded file wrote the clipboard and changed the title."""
    monkeypatch.setenv("TERM", "xterm-256color")
    result = run(verb[0], *verb[1:], HOSTILE, tty=tty)
    assert result.code == 0, result.talk
    assert not RAW.search(SGR.sub("", result.out) if tty else result.out)
    assert not RAW.search(SGR.sub("", result.talk) if tty else result.talk)


@pytest.mark.parametrize("tty", [False, True])
def test_case_109_diff_ledger_and_versions_are_harmless_too(
    tty: bool, run: Run, here: Path
) -> None:
    (here / "a.md").write_bytes(HOSTILE.read_bytes())
    run("save", "a.md", "-m", "because \x1b]0;x\x07 \u202e")
    (here / "a.md").write_bytes(HOSTILE.read_bytes().replace(b"Never", b"Always \x1b[2J"))
    for args in (("diff", "a.md"), ("ledger", "a.md@1", "a.md"), ("versions", "a.md")):
        result = run(*args, tty=tty)
        assert not RAW.search(SGR.sub("", result.out)), args
        assert not RAW.search(SGR.sub("", result.talk)), args
    assert "␛]0;x␇" in run("versions", "a.md").out


def test_case_109_json_escapes_and_bytes_stay(run: Run, here: Path) -> None:
    result = run("parts", "--json", HOSTILE)
    assert not RAW.search(result.out.rstrip("\n"))
    (here / "a.md").write_bytes(HOSTILE.read_bytes())
    run("save", "a.md", "-m", "as it is")
    assert run("show", "a.md@1").raw == HOSTILE.read_bytes()  # a pipe gets the bytes
    shown = run("show", "a.md@1", tty=True)  # a person gets signs
    assert not RAW.search(shown.out)
    assert "␛]52;c;aGVsbG8=" in shown.out


@pytest.mark.parametrize("name", ["\x1b[31mred.md", "a\u202eb.md", "new\nline.md"])
def test_case_109_file_names_are_untrusted_too(name: str, run: Run, here: Path) -> None:
    for verb in ("parts", "save", "versions", "undo", "open"):
        talk = run(verb, name).talk
        assert not RAW.search(talk), verb
    (here / name).write_bytes(b"# A\n")
    for args in (("parts", name), ("save", name, "-m", "x"), ("versions", name)):
        result = run(*args)
        assert result.code == 0
        assert not RAW.search(result.out)


def test_case_103_brackets_are_text_everywhere(run: Run, here: Path) -> None:
    """Square brackets were read as style markup and crashed the whole program."""
    titles = [
        "path[0].md",
        "[/api/users] rules [r",
        "[type=x, v={'a[0]'}]",
        "[/]",
        "[@click=q]x[/]",
    ]
    text = "".join(f"# {title}\n\n- [ ] open [0] [b + c {title}\n\n" for title in titles)
    (here / "path[0].md").write_text(text)
    found = run("parts", "--granularity", "fine", "--json", "path[0].md").record
    assert [part["title"] for part in found["parts"]] == titles
    shown = run("parts", "--granularity", "fine", "path[0].md").out
    assert all(title in shown for title in titles)
    for verb in ("count", "map", "instructions", "score"):
        assert run(verb, "path[0].md").code == 0


def test_case_010_each_import_that_is_not_found_is_listed_and_counted_as_text(
    run: Run, here: Path
) -> None:
    """An import with blanks, or above the repository, stayed in the prompt; nobody was told."""
    project = here / "project"
    project.mkdir()
    (here / "above.md").write_text("x")
    (project / "beside.md").write_text("x")
    lines = [
        r"@C:\Users\someone\My Notes\rules.md",
        "@../above.md",
        "@../none.md",
        "@gone.md",
        "@beside.md",
        "Ask @alice or see `@gone.md` in code.",
    ]
    file = project / "CLAUDE.md"
    file.write_text("\n".join(lines) + "\n")
    record = run("parts", "--counter", "chars", "--json", file).record
    states = [(one["line"], one["status"]) for one in record["imports"]]
    assert states == [
        (1, "unresolved"),
        (2, "found"),
        (3, "unresolved"),
        (4, "unresolved"),
        (5, "found"),
    ]
    assert record["imports"][0]["raw"].startswith(r"@C:\Users\someone\My")
    assert all(one["counted"] is False for one in record["imports"])
    assert all(one["why"] for one in record["imports"] if one["status"] == "unresolved")
    assert "outside this folder" in record["imports"][1]["why"]
    plain = here / "plain.txt"
    plain.write_text(file.read_text())
    text_only = run("parts", "--counter", "chars", "--json", plain).record
    assert record["total_tokens"] == text_only["total_tokens"]
    shown = run("count", "--counter", "chars", file).out
    assert "5 imports, not counted yet:" in shown
    assert "@gone.md unresolved" in shown
