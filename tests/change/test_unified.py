"""The unified diff of an edit: a patch of it makes the new text, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.change.unified import unified
from workbench.prompt.edits import Edit, Splice
from workbench.prompt.lines import split_lines

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(text: str, diff: str) -> str:
    """What `patch` would make of a text whose lines end in \\n."""
    if not diff:
        return text
    old, out, at = split_lines(text), list[str](), 0
    rows = diff.split("\n")[2:-1]
    for number, row in enumerate(rows):
        if head := _HUNK.fullmatch(row):
            first = int(head[1]) - (head[2] != "0")
            out += old[at:first]
            at = first
            made = sum(len(split_lines(x)) for x in out)
            assert int(head[3]) - (head[4] != "0") == made
            continue
        if row.startswith("\\"):
            continue
        bare = number + 1 < len(rows) and rows[number + 1].startswith("\\")
        line = row[1:] + ("" if bare else "\n")
        if row[0] in " -":
            assert old[at] == line
            at += 1
        if row[0] in " +":
            out.append(line)
    return "".join([*out, *old[at:]])


@given(
    st.lists(st.sampled_from(["a", "b", "", "long line"]), max_size=30),
    st.booleans(),
    st.lists(
        st.tuples(st.integers(0, 90), st.integers(0, 12), st.sampled_from(["", "x", "x\n", "\n"])),
        max_size=4,
    ),
)
def test_a_patch_of_it_makes_the_new_text(
    lines: list[str], ended: bool, wanted: list[tuple[int, int, str]]
) -> None:
    text = "\n".join(lines) + ("\n" if ended and lines else "")
    splices, at = list[Splice](), 0
    for gap, size, new in wanted:
        start = min(len(text), at + gap)
        end = min(len(text), start + size)
        splices.append(Splice(start, end, new))
        at = end + 1
        if at > len(text):
            break
    edit = Edit.of("replace", splices)
    diff = unified(text, edit, "old", "new")
    assert patched(text, diff) == edit.apply(text)
    assert bool(diff) == (edit.apply(text) != text)


@pytest.mark.parametrize(
    ("text", "edit", "shown"),
    [
        ("a\nb\nc\n", Splice(2, 4, ""), "@@ -1,3 +1,2 @@\n a\n-b\n c\n"),
        ("a\r\nb\r\n", Splice(3, 4, "B"), "@@ -1,2 +1,2 @@\n a\n-b\n+B\n"),
        ("a", Splice(1, 1, "b"), "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n"),
        ("a\u200bb\n", Splice(1, 2, ""), "@@ -1 +1 @@\n-a·b\n+ab\n"),
    ],
)
def test_how_it_looks(text: str, edit: Splice, shown: str) -> None:
    diff = unified(text, Edit.of("replace", [edit]), "x\x1b[2J", "y")
    assert "\x1b" not in diff
    assert shown in diff
