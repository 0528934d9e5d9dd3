"""What the editor paints: nothing raw, columns true, fences known."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from workbench.tui.editor import PromptArea
from workbench.tui.line_strip import Mark
from workbench.tui.paint import Fences, spans_of


class Bench(App[None]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.prompt = text

    def compose(self) -> ComposeResult:
        yield PromptArea(self.prompt)


@settings(max_examples=40)
@given(st.text(max_size=200))
async def test_no_control_character_is_painted(text: str) -> None:
    app = Bench("\x1b]52;c;AAAA\x07\u202e[/foo]\x9b31m" + text)
    async with app.run_test(size=(30, 12)):
        area = app.query_one(PromptArea)
        for y in range(12):
            strip = area.render_line(y)
            assert strip.cell_length == area.scrollable_content_region.width
            for ch in strip.text:
                assert ch >= " " and not "\x7f" <= ch <= "\x9f" and ch != "\u202e"


async def test_the_gutter_shows_glyph_number_and_flag() -> None:
    app = Bench("# Title\n\nNever do that.\n")
    async with app.run_test(size=(40, 8)):
        area = app.query_one(PromptArea)
        area.mark_of = lambda line: Mark("▃", "weak", "!" if line == 2 else " ")
        area.notify_style_update()
        assert area.render_line(2).text.startswith("▃  3! Never do that.")


@given(
    st.lists(st.sampled_from(["```", "~~~~", "text", "```py", "    ```", ""]), max_size=20),
    st.data(),
)
def test_fences_after_an_edit_equal_a_fresh_scan(lines: list[str], data: st.DataObject) -> None:
    fences = Fences(lines)
    start = data.draw(st.integers(0, len(lines)))
    end = data.draw(st.integers(start, len(lines)))
    new = data.draw(st.lists(st.sampled_from(["```", "~~~~", "x"]), max_size=4))
    fences.changed(start, end, new)
    lines[start:end] = new
    fresh = Fences(lines)
    assert [fences.inside(i) for i in range(len(lines))] == [
        fresh.inside(i) for i in range(len(lines))
    ]


def test_spans_name_what_people_look_for() -> None:
    def names(line: str) -> list[str]:
        return [name for _, _, name in spans_of(line, False)]

    assert names("## Release") == ["heading"]
    assert names("- Use `make` for {{TARGET}} in <task>") == [
        "marker",
        "code",
        "placeholder",
        "tag",
    ]
    assert spans_of("# not a heading", True)[0][2] == "code"
