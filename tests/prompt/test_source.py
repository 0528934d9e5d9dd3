"""Bytes in, text out, the same bytes back: whatever the file holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.prompt.lines import body, ending, line_at, line_starts, split_lines
from workbench.prompt.source import Source, encode

BOMS = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"]
AWKWARD = st.lists(
    st.sampled_from(
        [*BOMS, b"\r\n", b"\n", b"\r", b"\x00", b"a", b"\xff", b"\xc3", b"\xa9", b"\xed\xa0\x80"]
        + ["é".encode(), "日本".encode("utf-16-le"), "\u2028".encode(), b"# T\n", b"\xd8\x00"]
    )
).map(b"".join)


@given(st.one_of(st.binary(max_size=200), AWKWARD))
def test_any_bytes_come_back(data: bytes) -> None:
    source = Source.from_bytes(data)
    assert source.data == data
    assert source.with_text(source.text).data == data


@given(st.text(alphabet=st.characters(), max_size=80), st.sampled_from(BOMS[:3]))
def test_marked_text_is_decoded(text: str, bom: bytes) -> None:
    encoding = {BOMS[0]: "utf-8", BOMS[1]: "utf-16-le", BOMS[2]: "utf-16-be"}[bom]
    data = bom + text.encode(encoding, "surrogatepass")
    assert Source.from_bytes(data).data == data


@given(st.text(alphabet=st.characters(categories=["Cs", "Lu", "Cc"]), max_size=40))
def test_lone_surrogates_can_be_written(text: str) -> None:
    assert Source.from_bytes(encode(text)).data == encode(text)


@pytest.mark.parametrize("repeat", [2, 3])
def test_a_second_mark_stays_in_the_text(repeat: int) -> None:
    data = b"\xef\xbb\xbf" * repeat + b"hello\n"
    source = Source.from_bytes(data)
    assert source.text == "\ufeff" * (repeat - 1) + "hello\n"
    assert source.data == data


def test_a_utf16_file_that_stops_inside_a_character() -> None:
    data = b"\xff\xfe" + "Rule".encode("utf-16-le") + b"\x41"
    source = Source.from_bytes(data)
    assert (source.text, source.tail, source.undecodable) == ("Rule", b"\x41", 1)
    assert source.data == data


def test_case_007_utf16_from_a_windows_shell_is_read_as_text() -> None:
    """Redirected from PowerShell: detected, shown by name, kept on saving."""
    for encoding, bom in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        text = "# Regeln\r\n\r\n- Immer testen.\r\n"
        source = Source.from_bytes(bom + text.encode(encoding))
        assert source.text == text
        assert source.encoding_label == f"{encoding.upper()} with BOM"
        edited = source.with_text(text + "- Nie raten.\r\n")
        assert edited.data == bom + (text + "- Nie raten.\r\n").encode(encoding)


def test_utf16_without_a_mark_is_guessed() -> None:
    source = Source.from_bytes("# Build\nRun make.\n".encode("utf-16-le"))
    assert source.encoding == "utf-16-le"
    assert source.text.startswith("# Build")


@given(st.text(alphabet="a\r\n\u2028\u0085\x0b\x0c", max_size=60))
def test_lines_join_to_the_text_and_end_only_at_line_endings(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    for line in lines:
        assert not set(body(line)) & {"\r", "\n"}
        assert ending(line) in ("\n", "\r\n", "\r") or line is lines[-1]
    starts = line_starts(lines)
    for offset in range(len(text)):
        line = line_at(starts, offset)
        assert starts[line] <= offset < starts[line + 1]
