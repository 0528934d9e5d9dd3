"""Edits apply, undo to the character, and carry positions along."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import EditRefused
from workbench.prompt.edits import Edit, Splice, insert, move_part, remove, replace, wrap
from workbench.prompt.prompt import Prompt


@st.composite
def text_and_edit(draw: st.DrawFn) -> tuple[str, Edit]:
    text = draw(st.text(max_size=60))
    borders = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(borders[::2], borders[1::2], strict=False))
    splices = [Splice(a, b, draw(st.text(max_size=6))) for a, b in pairs]
    try:
        return text, Edit.of("replace", splices)
    except EditRefused:
        return text, Edit("replace", ())


@given(text_and_edit())
def test_an_edit_and_its_inverse_give_the_text_back(case: tuple[str, Edit]) -> None:
    text, edit = case
    changed = edit.apply(text)
    assert edit.inverse(text).apply(changed) == text
    assert edit.inverse(text).inverse(changed).apply(text) == changed


@given(text_and_edit(), st.data())
def test_places_survive_edits_that_do_not_touch_them(
    case: tuple[str, Edit], data: st.DataObject
) -> None:
    text, edit = case
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    new_start, new_end = edit.follow(start, after=True), edit.follow(end)
    changed = edit.apply(text)
    touched = any(s.start < end and s.end > start for s in edit.splices)
    inserted = any(s.start == s.end and start < s.start < end for s in edit.splices)
    if not touched and not inserted and start < end:
        assert changed[new_start:new_end] == text[start:end]


SECTION = st.sampled_from(
    ["## A\n\nalpha\n", "## B\nbeta", "## C\n\n- c\n- d\n\n\n", "## D\n\n```\n# x\n```\n\n"]
    + ["## E\r\n\r\nepsilon\r\n\r\n", "## F", "## G\n\n> g\n", "## H\n\nhard break  \n"]
)


@given(st.lists(SECTION, min_size=2, max_size=7, unique=True), st.data())
def test_any_sequence_of_moves_keeps_every_word_and_can_be_undone(
    sections: list[str], data: st.DataObject
) -> None:
    text = "".join(s if s.endswith("\n") else s + "\n\n" for s in sections[:-1]) + sections[-1]
    prompt = Prompt.from_text("# Top\n\nintro\n\n" + text)
    undo: list[tuple[Edit, str]] = []
    for _ in range(data.draw(st.integers(1, 6))):
        parts = prompt.parts("fine")
        index = data.draw(st.integers(1, len(parts) - 1))
        to = data.draw(st.integers(1, len(parts)))
        edit = move_part(prompt, parts, index, to)
        undo.append((edit.inverse(prompt.text), prompt.text))
        moved = prompt.with_text(edit.apply(prompt.text))
        assert sorted(moved.text.split()) == sorted(prompt.text.split())
        titles = [p.title for p in moved.parts("fine")]
        assert sorted(titles) == sorted(p.title for p in parts)
        order = [p.title for i, p in enumerate(parts) if i != index]
        order.insert(to - (to > index), parts[index].title)
        assert titles == order
        prompt = moved
    text = prompt.text
    for inverse, before in reversed(undo):
        text = inverse.apply(text)
        assert text == before


def test_moving_fixes_the_blank_lines_at_the_seam_and_nothing_else() -> None:
    prompt = Prompt.from_text("# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree")
    parts = prompt.parts()
    moved = move_part(prompt, parts, 2, 0).apply(prompt.text)
    assert moved == "# C\n\nthree\n\n# A\n\none\n\n# B\n\ntwo"
    moved = move_part(prompt, parts, 0, 3).apply(prompt.text)
    assert moved == "# B\n\ntwo\n\n# C\n\nthree\n\n# A\n\none"
    moved = move_part(prompt, parts, 1, 0).apply(prompt.text)
    assert moved == "# B\n\ntwo\n\n# A\n\none\n\n# C\n\nthree"


def test_a_subsection_is_not_moved_under_another_heading() -> None:
    prompt = Prompt.from_text("# Pay\n\np\n\n## Refunds\n\nr\n\n# Search\n\ns\n")
    parts = prompt.parts("fine")
    with pytest.raises(EditRefused, match="'## Refunds' would come to stand under 'Search'"):
        move_part(prompt, parts, 1, 3)


def test_frontmatter_stays_first() -> None:
    prompt = Prompt.from_text("---\nname: a\n---\n# A\n\nx\n\n# B\n\ny\n")
    parts = prompt.parts()
    for index, to in ((0, 3), (1, 0), (2, 0)):
        with pytest.raises(EditRefused, match="first"):
            move_part(prompt, parts, index, to)


def test_small_edits() -> None:
    prompt = Prompt.from_text("one two\n")
    assert remove(0, 4).apply(prompt.text) == "two\n"
    assert replace(0, 3, "1").apply(prompt.text) == "1 two\n"
    assert insert(4, "and ").apply(prompt.text) == "one and two\n"
    part = prompt.parts()[0]
    assert wrap(prompt, part, "note").apply(prompt.text) == "<note>\none two\n</note>\n"
    with pytest.raises(EditRefused):
        Edit.of("replace", [Splice(0, 4, "a"), Splice(2, 6, "b")])
    with pytest.raises(EditRefused, match="another version"):
        remove(4, 40).apply(prompt.text)
