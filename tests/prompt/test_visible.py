"""Text from files can be looked at without being obeyed."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from workbench.prompt.visible import one_line, visible

NASTY = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"]),
        st.sampled_from("\x1b]52;c;\x07\u202e\u200d[0m"),
    ),
    max_size=60,
)


@given(NASTY)
def test_nothing_that_drives_a_terminal_or_hides_is_left(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text), "columns stay true"
    for ch in shown:
        assert ch not in ("\u200c", "\u200d") or not shown.isascii()
        if ch not in "\u200c\u200d":
            hidden = unicodedata.category(ch) in ("Cc", "Cs", "Zl", "Zp")
            assert not hidden, ascii(ch)
        assert unicodedata.bidirectional(ch) not in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI")
    shown.encode("utf-8")


@given(NASTY)
def test_whole_texts_keep_their_lines_and_tabs_only(text: str) -> None:
    shown = visible(text, lines=True)
    assert shown.count("\n") == text.count("\n")
    assert {ch for ch in shown if ord(ch) < 0x20} <= {"\n", "\t"}


@given(NASTY)
def test_showing_twice_changes_nothing(text: str) -> None:
    assert visible(visible(text)) == visible(text)


def test_what_people_see() -> None:
    assert visible("\x1b]52;c;cm0=\x07") == "␛]52;c;cm0=␇"
    assert visible("safe\u202egnp.exe") == "safe⇄gnp.exe"
    assert visible("pass\u200bword") == "pass·word"
    assert visible("a\u2028b") == "a⏎b"
    assert visible("byte \udcff") == "byte �"
    assert visible("👩‍👩‍👧 ok") == "👩‍👩‍👧 ok", "joiners inside emoji are no hiding place"
    assert visible("a\u200db") == "a·b"
    assert one_line("  two\n  lines ", 8) == "two lin…"
