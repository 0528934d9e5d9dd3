"""The quick screen of these tests shows what the emulator shows."""

from __future__ import annotations

import pyte
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tests.tui.terminal import TextScreen

PIECES = st.sampled_from(
    [
        "ab",
        "wide 表 one",
        "e\u0301",
        "x" * 30,
        "\r\n",
        "\n",
        "\b",
        "\t",
        "│┃▁",
        "\x1b[H",
        "\x1b[3;4H",
    ]
    + [
        "\x1b[K",
        "\x1b[2J",
        "\x1b[1J",
        "\x1b[2L",
        "\x1b[M",
        "\x1b[3P",
        "\x1b[2@",
        "\x1b[4h",
        "\x1b[4l",
    ]
    + ["\x1b[2;4r", "\x1b[r", "\x1bM", "\x1bD", "\x1b[5X", "\x1b[?7l", "\x1b[?7h", "\x1b[1A", "😀"]
)


@given(st.lists(st.lists(PIECES, max_size=6).map("".join), max_size=8))
@settings(max_examples=150)
def test_it_is_equal_after_every_piece(pieces: list[str]) -> None:
    slow, quick = pyte.Screen(20, 6), TextScreen(20, 6)
    for piece in pieces:
        pyte.Stream(slow).feed(piece)
        pyte.Stream(quick).feed(piece)
        try:
            shown = slow.display
        except (
            IndexError
        ):  # pyte shows no stub of a wide character whose first half is written over
            reject()
        assert quick.display == shown
        assert (quick.cursor.x, quick.cursor.y) == (slow.cursor.x, slow.cursor.y)
