"""The outline that is carried over an edit is the one that the new text has."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.change.outline_after_edit import Following
from workbench.prompt.edits import Edit, Splice
from workbench.prompt.outline import scan
from workbench.prompt.prompt import Prompt

PIECES = [
    *("---\n", "a: b\n", "# One\n", "## Two\n", "- item\n", "  more\n", "text\n", "\n", "\n"),
    *("```\n", "<t>\n", "</t>\n", "<!-- x -->\n", "<!-- ", "| a | b |\n|---|---|\n", "> q\n"),
    *("Two\n===\n", "text\r\n", "text\r", "1. a\n", "    code\n", "end"),
]
texts = st.lists(st.sampled_from(PIECES), max_size=200).map("".join)


@pytest.mark.slow
@settings(max_examples=300)
@given(text=texts, data=st.data())
def test_an_outline_follows_edits(text: str, data: st.DataObject) -> None:
    old = Prompt.from_text(text, "CLAUDE.md")
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    splices: list[Splice] = []
    for start, end in zip(places[::2], places[1::2], strict=False):
        put = data.draw(st.lists(st.sampled_from(PIECES), max_size=2).map("".join))
        if (put or end > start) and (not splices or splices[-1].end < start):
            splices.append(Splice(start, end, put))
    edit = Edit("test", tuple(splices))
    new, fresh = (Prompt.from_text(edit.apply(text), "CLAUDE.md") for _ in range(2))
    Following(old).outline(edit, new)
    assert new.lines == fresh.lines
    assert new.outline == scan(fresh.lines)


def test_an_edit_in_a_long_text_parses_little_of_it() -> None:
    text = "".join(f"## Part {n}\n\n- Never use x{n}.\n\n" for n in range(500))
    old = Prompt.from_text(text, "CLAUDE.md")
    at = text.index("## Part 250")
    edit = Edit("test", (Splice(at, at, "## New\n\nx\n\n"),))
    new = Prompt.from_text(edit.apply(text), "CLAUDE.md")
    Following(old).outline(edit, new)
    assert "outline" in new.__dict__
    assert [h.title for h in new.outline.headings][249:252] == ["Part 249", "New", "Part 250"]
