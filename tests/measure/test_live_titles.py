"""A part without a heading is called after its words, also while they are typed."""

from __future__ import annotations

from workbench.measure.live import LivePrompt
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import Source

_TEXT = "You bake bread.\n\n# Oven\n\n- Keep it hot.\n"


def _live(text: str) -> LivePrompt:
    return LivePrompt(Source.from_bytes(text.encode()), "baker.md")


def test_the_title_of_a_preamble_follows_its_text() -> None:
    live = _live(_TEXT)
    first = live.parts[0]
    assert (first.kind, first.title) == ("preamble", "You bake bread.")
    live.replace_lines(0, 1, ["You bake fine cakes.\n"])
    assert live.parts[0].title == "You bake fine cakes." == live.parts[0].path[-1]
    assert live.parts[0].id == first.id, "it is the same part, whatever it is called"
    fresh = Prompt.from_bytes(live.data(), "baker.md").parts()
    assert [part.title for part in live.parts] == [part.title for part in fresh]


def test_a_line_typed_above_it_names_the_preamble() -> None:
    live = _live(_TEXT)
    live.replace_lines(0, 0, ["Hello.\n", "\n"])
    assert live.parts[0].title == "Hello."
    live.replace_lines(0, 3, ["\n"])
    assert live.parts[0].title == Prompt.from_bytes(live.data(), "b.md").parts()[0].title


def test_a_part_with_a_heading_keeps_its_title_when_its_text_changes() -> None:
    live = _live(_TEXT)
    live.replace_lines(4, 5, ["- Let it cool.\n"])
    assert live.parts[1].title == "Oven"
