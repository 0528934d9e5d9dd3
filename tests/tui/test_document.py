"""The editor's document: bytes in, the same bytes out, and undo that is exact."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.geometry import Offset

from tests.times import TIMES
from workbench.prompt.lines import split_lines
from workbench.tui.document import PromptDocument
from workbench.tui.editor import PromptArea
from workbench.tui.wrap import LineWrap, break_line

NASTY = st.text(
    st.sampled_from(list("ab \t\n\r\n\r漢é[]\x00\x1b\x85\u2028\u200b\ud800\udcff\U0001f600")),
    max_size=40,
)


class Bench(App[None]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.prompt = text

    def compose(self) -> ComposeResult:
        yield PromptArea(self.prompt)


@given(NASTY)
def test_text_survives(text: str) -> None:
    document = PromptDocument(text)
    assert document.text == text
    assert document.with_endings(0, document.line_count) == split_lines(text)


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_other_separators_do_not_end_a_line(separator: str) -> None:
    assert PromptDocument(f"a{separator}b\r\nc").lines == [f"a{separator}b", "c"]


@given(NASTY, st.data())
def test_replacing_a_range_is_string_surgery(text: str, data: st.DataObject) -> None:
    document = PromptDocument(text)
    mirror = split_lines(text)

    def follow(start: int, end: int, lines: list[str]) -> None:
        mirror[start:end] = lines

    document.on_change = follow
    for _ in range(4):
        ends = []
        for _ in range(2):
            row = data.draw(st.integers(0, document.line_count - 1))
            ends.append((row, data.draw(st.integers(0, len(document.lines[row])))))
        document.replace_range(ends[0], ends[1], data.draw(NASTY))
        assert mirror == split_lines(document.text)
        assert document.line_count == len(split_lines(document.text + "."))


@given(NASTY, st.data(), st.integers(1, 12))
def test_wrapping_after_an_edit_equals_wrapping_anew(
    text: str, data: st.DataObject, width: int
) -> None:
    document = PromptDocument(text)
    wrap = LineWrap(document, width)
    row = data.draw(st.integers(0, document.line_count - 1))
    end_row = data.draw(st.integers(row, document.line_count - 1))
    result = document.replace_range((row, 0), (end_row, 1), data.draw(NASTY))
    wrap.wrap_range((row, 0), (end_row, 1), result.end_location)
    fresh = LineWrap(document, width)
    assert wrap._breaks == fresh._breaks
    assert wrap._starts == fresh._starts
    rows = [wrap.at_row(y) for y in range(wrap.height)]
    assert rows == [
        (line, part)
        for line in range(document.line_count)
        for part in range(len(fresh.get_offsets(line)) + 1)
    ]
    assert wrap.at_row(wrap.height) is None


@given(st.text(st.sampled_from(list("ab 漢\té")), max_size=60), st.integers(4, 20))
def test_rows_fit_and_cover_the_line(text: str, width: int) -> None:
    breaks = break_line(text, width, 4)
    edges = [0, *breaks, len(text)]
    assert edges == sorted(set(edges)) or not text
    document = PromptDocument(text)
    wrap = LineWrap(document, width)
    for column in range(len(text) + 1):
        x, y = wrap.location_to_offset((0, column))
        assert x <= width
        assert y < wrap.height
        if column < len(text):
            assert wrap.offset_to_location((x, y)) == (0, column)


@settings(max_examples=15 * TIMES)
@given(text=NASTY, data=st.data())
async def test_undo_is_exact_to_the_byte(text: str, data: st.DataObject) -> None:
    app = Bench(text)
    async with app.run_test(size=(40, 10)):
        area = app.query_one(PromptArea)
        seen = [area.text]
        for _ in range(data.draw(st.integers(1, 5))):
            row = data.draw(st.integers(0, area.document.line_count - 1))
            column = data.draw(st.integers(0, len(area.document.get_line(row))))
            area.move_cursor((row, column))
            match data.draw(st.integers(0, 3)):
                case 0:
                    area.replace_text(data.draw(NASTY))
                case 1:
                    area.action_delete_left()
                case 2:
                    area._replace_via_keyboard(data.draw(NASTY), (0, 0), (row, column))
                case _:
                    area.action_delete_line()
            area.history.checkpoint()
            if area.text != seen[-1]:
                seen.append(area.text)
        final = area.text
        for _ in range(30):
            area.undo()
        assert area.text == text
        for _ in range(30):
            area.redo()
        assert area.text == final


@settings(max_examples=30 * TIMES)
@given(old=NASTY, new=NASTY)
async def test_replace_text_gives_exactly_that_text(old: str, new: str) -> None:
    app = Bench(old)
    async with app.run_test(size=(40, 10)):
        area = app.query_one(PromptArea)
        area.replace_text(new)
        assert area.text == new


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
async def test_enter_and_paste_use_the_endings_of_the_neighbourhood(ending: str) -> None:
    app = Bench(f"one{ending}two{ending}")
    async with app.run_test(size=(40, 10)) as pilot:
        area = app.query_one(PromptArea)
        area.focus()
        await pilot.press("end", "enter", "x")
        assert area.text == f"one{ending}x{ending}two{ending}"
        area._replace_via_keyboard("p\nq\r\n", (0, 0), (0, 0))
        assert area.text.startswith(f"p{ending}q{ending}one")


@pytest.mark.parametrize("line", ["鍵を貸さない 👍🏽 end", "сеть 🇩🇪 да", "あa漢b👩\u200d💻c"])
def test_case_104_a_click_on_either_half_of_a_wide_character_meets_it(line: str) -> None:
    wrap = LineWrap(PromptDocument(f"- first\n{line}\n"), 60)
    for column, sign in enumerate(line):
        if cell_len(sign) == 2 and not is_joined(line, column):
            left = wrap.location_to_offset((1, column))
            for half in (0, 1):
                assert wrap.offset_to_location(Offset(left.x + half, left.y)) == (1, column)


def is_joined(line: str, column: int) -> bool:
    """Whether a character belongs to the sign before it."""
    return line[column - 1 : column] in ("\u200d", "🇩", "👍")
