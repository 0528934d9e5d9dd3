"""The diff for prose: lines first, words inside, moves as moves."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from workbench.change.diff import diff_sources, diff_texts
from workbench.change.worddiff import word_spans
from workbench.prompt.source import Source

PIECES = st.lists(
    st.tuples(
        st.sampled_from(["", "- one", "- two here", "# Three", "four five six seven", "four five"]),
        st.sampled_from(["\n", "\r\n", "\n", "\r"]),
    ),
    max_size=12,
).map(lambda parts: "".join(a + b for a, b in parts))


@given(PIECES, PIECES, st.sampled_from(["", "last words"]))
def test_the_hunks_alone_lead_from_old_to_new(a: str, b: str, tail: str) -> None:
    diff = diff_texts(a, b + tail)
    assert diff.apply(a) == b + tail
    assert diff.same == (a == b + tail)
    diff.text()


def test_case_076_one_inserted_line_marks_one_line() -> None:
    old = "- warm pot\n- boil water\n- pour tea\n- serve hot\n"
    new = "- warm pot\n- rinse cup\n- boil water\n- pour tea\n- serve very hot\n"
    diff = diff_texts(old, new)
    assert diff.counts() == {"insert": 1, "delete": 0, "replace": 1, "move": 0}
    (inserted,) = [h for h in diff.hunks if h.op == "insert"]
    assert (inserted.b_start, inserted.b_end) == (2, 2)
    assert (inserted.a_start, inserted.a_end) == (2, 1)  # before old line 2, no old line
    (changed,) = [h for h in diff.hunks if h.op == "replace"]
    assert [(s.side, "- serve very hot"[s.start : s.end]) for s in changed.words] == [
        ("b", "very ")
    ]


def test_case_077_a_moved_section_is_one_move_without_a_delete() -> None:
    old = "# Pot\n\n- warm\n\n# Cup\n\n- dry\n\n# Fire\n\n- NEVER leave it alone\n"
    new = "# Fire\n\n- NEVER leave it alone\n\n# Pot\n\n- warm\n\n# Cup\n\n- dry!\n"
    diff = diff_texts(old, new)
    (moved,) = [h for h in diff.hunks if h.op == "move"]
    assert not moved.changed
    assert (moved.a_end, moved.b_start) == (11, 1)
    assert {h.op for h in diff.hunks} == {"equal", "move", "replace"}
    assert diff.summary() == "1 line changed, 1 moved"


def test_case_077_a_section_that_moved_and_changed_shows_both() -> None:
    old = "Never leave the open fire alone.\n\nWarm the pot.\n\nDry every cup.\n"
    new = "Warm the pot.\n\nDry every cup.\n\nNever leave the open gas alone.\n"
    (moved,) = [h for h in diff_texts(old, new).hunks if h.op == "move"]
    assert moved.changed and moved.words


def test_case_079_the_sides_are_named_and_older_comes_first() -> None:
    diff = diff_texts("one\n", "one\ntwo\n", a_label="note.md@1", b_label="note.md@2")
    said = diff.to_dict()
    assert (said["a"], said["b"], said["direction"]) == ("note.md@1", "note.md@2", "older to newer")
    text = diff.text()
    assert text.index("note.md@1 (older)") < text.index("note.md@2 (newer)")
    assert "+ two" in text and "- two" not in text
    assert "- two" in diff_texts("one\ntwo\n", "one\n").text()


def test_a_change_of_line_ends_alone_is_said_in_words() -> None:
    diff = diff_texts("a\nb\n", "a\r\nb\r\n")
    assert [h.op for h in diff.hunks] == ["equal"]
    assert diff.notes == ("line ends changed from LF to CRLF",)
    assert diff.summary() == "only line ends changed from LF to CRLF"
    assert not diff.same


def test_a_final_newline_encoding_and_mark_are_said_in_words() -> None:
    assert diff_texts("a\nb", "a\nb\n").notes == ("final newline added",)
    old, new = Source("a\n"), Source.from_bytes(b"\xef\xbb\xbfa\n")
    assert diff_sources(old, new).notes == ("byte order mark added",)
    wide = Source.from_bytes("a\n".encode("utf-16"))
    assert any("encoding changed from UTF-8" in note for note in diff_sources(old, wide).notes)


def test_words_of_chinese_and_japanese_are_marked_by_character() -> None:
    spans = word_spans("本番に書く", "本番で書く", 1, 1)
    assert [(s.side, s.start, s.end) for s in spans] == [("a", 2, 3), ("b", 2, 3)]


def test_hostile_text_is_made_harmless_in_the_rendering() -> None:
    text = diff_texts("a\n", "a\n\x1b[31mred\u202e\n").text()
    assert "\x1b" not in text and "\u202e" not in text


def test_nothing_changed_is_reported_as_such() -> None:
    assert diff_texts("a\n", "a\n").summary() == "no change"
    assert diff_texts("", "").same


def test_a_text_in_reverse_is_shown_in_time_that_grows_with_its_length() -> None:
    lines = [f"Rule {n} says {n * 7}.\n" for n in range(12_000)]
    diff = diff_texts("".join(lines), "".join(reversed(lines)))
    start = time.process_time()
    shown = list(diff.lines())
    assert time.process_time() - start < 2  # a walk back for every move takes 5 s and more
    moves = [hunk for hunk in diff.hunks if hunk.op == "move"]
    assert sum(mark == "<" for mark, *_ in shown) == len(moves) > 10_000
