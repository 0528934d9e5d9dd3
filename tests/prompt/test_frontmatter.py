"""Frontmatter is shown to people even when YAML refuses it, and never does harm."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from workbench.prompt.frontmatter import LONGEST, find_frontmatter, frontmatter_note
from workbench.prompt.source import Source


def test_a_skill_is_read_with_offsets_lines_and_text() -> None:
    text = "---\nname: deploy\ndescription: Ships it\n---\n\n# Deploy\n"

    found = find_frontmatter(text)

    assert found is not None
    assert text[found.start : found.end] == found.raw == text[: text.index("\n\n# ") + 1]
    assert (found.start_line, found.end_line) == (1, 4)
    assert dict(found.fields) == {"name": "deploy", "description": "Ships it"}
    assert found.field_lines == {"name": 2, "description": 3}
    assert (found.strict_error, found.notes) == ("", ())


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (">-\n  Sorts the mail.\n  Use on Mondays.\n", "Sorts the mail. Use on Mondays."),
        (">\n  Sorts the mail.\n  Use on Mondays.\n", "Sorts the mail. Use on Mondays.\n"),
        ("|\n  Sorts the mail.\n  Use on Mondays.\n", "Sorts the mail.\nUse on Mondays.\n"),
        ("|-\n  Sorts the mail.\n\n  More.\n", "Sorts the mail.\n\nMore."),
    ],
)
def test_case_005_a_block_description_is_its_text_not_its_sign(written: str, value: str) -> None:
    found = find_frontmatter(f"---\nname: mail\ndescription: {written}---\nBody.\n")

    assert found is not None
    assert found.fields["description"] == value == found.text("description")
    assert written in found.raw  # the style stays in the file


def test_case_005_the_block_is_read_even_when_another_field_breaks_the_yaml() -> None:
    text = "---\nglobs: **/*.py\ndescription: >-\n  Sorts the mail.\n  Use on Mondays.\n---\n"

    found = find_frontmatter(text)

    assert found is not None
    assert found.fields == {
        "globs": "**/*.py",
        "description": "Sorts the mail. Use on Mondays.",
    }
    assert "line 2" in found.strict_error
    assert found.notes


def test_a_colon_in_a_value_is_shown_and_reported() -> None:
    found = find_frontmatter("---\nname: tidy\ndescription: Use for notes: short ones\n---\n")

    assert found is not None
    assert found.fields["description"] == "Use for notes: short ones"
    assert "mapping values" in found.strict_error
    assert "line 3" in found.strict_error


def test_values_keep_their_kind_and_the_way_they_are_written() -> None:
    found = find_frontmatter(
        "---\nversion: 1.10\non: yes\ndate: 2026-11-29\ncount: 007\nempty:\n"
        "tools: [Read, Grep]\nmeta: {team: core}\n---\n"
    )

    assert found is not None
    assert found.fields["date"] == "2026-11-29"
    assert found.fields["empty"] is None
    assert found.text("version") == "1.10"
    assert found.text("count") == "007"
    assert found.text("tools") == "Read, Grep"
    assert found.text("meta") == "team: core"
    assert found.text("absent") == ""
    json.dumps(dict(found.fields))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("---\nname: x\n", "never closed"),
        ("---\nSome prose without any key.\n---\nMore.\n", "read as text"),
        ("# Title\n---\n", ""),
        ("", ""),
        ("----\nname: x\n---\n", ""),
    ],
)
def test_what_is_not_frontmatter_says_why_when_it_looks_like_it(text: str, word: str) -> None:
    assert find_frontmatter(text) is None
    note = frontmatter_note(text)
    assert (word in note) if word else not note


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("close", ["---", "...", "--- "])
def test_every_line_end_and_both_closings(end: str, close: str) -> None:
    text = end.join(["---", "name: a", "kind: b", close, "Body."])

    found = find_frontmatter(text)

    assert found is not None
    assert found.fields == {"name": "a", "kind": "b"}
    assert text[found.end :] == "Body."
    assert found.field_lines == {"name": 2, "kind": 3}


def test_aliases_are_not_followed_so_that_a_small_block_cannot_become_huge() -> None:
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [
        f"{b}: &{b} [{', '.join(['*' + a] * 9)}]"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    started = time.process_time()

    found = find_frontmatter("---\n" + "\n".join(rows) + "\n---\n")

    assert found is not None
    assert len(json.dumps(dict(found.fields))) < 5_000
    assert any("alias" in note for note in found.notes)
    assert time.process_time() - started < 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "inside",
    [
        "a: " + "[" * 5_000,
        "a: " + "{b: " * 3_000,
        "- " * 5_000 + "x",
        "a: !!python/object/apply:os.system [ls]",
        "a: &x\n  <<: *x\n",
        "a: 1:59:59\nb: " + "9" * 9_000,
        "a: .inf\nb: .nan\nc: 0x1f",
        "a: !!binary aGVsbG8=\nb: !!float abc\nc: !!int x",
        "a: \x00\x1b[31m\udc80",
        "? [complex, key]\n: value\na: b",
        "a: b\na: c",
        "\tname: x",
        "a: " + "x" * (LONGEST + 1),
        "\n".join(f"k{i}: v" for i in range(LONGEST // 9)),
        "\n".join(f"k{i}: v" for i in range(LONGEST)),
        "a: " + "&x [" * 1_000,
        'a: "' + "\\x41" * 4_000 + '"',
        'a: "\\UFFFFFFFF"',
    ],
)
def test_hostile_blocks_are_shown_without_harm(inside: str) -> None:
    started = time.process_time()

    found = find_frontmatter(f"---\n{inside}\nzz: end\n---\nBody.\n")

    assert found is not None
    json.dumps(dict(found.fields), allow_nan=False)
    assert "\x1b" not in found.strict_error
    assert "\n" not in found.strict_error
    assert time.process_time() - started < 3


def test_a_repeated_key_is_reported_and_the_last_one_shown() -> None:
    found = find_frontmatter("---\nname: one\nname: two\n---\n")

    assert found is not None
    assert found.fields["name"] == "two"
    assert "name" in found.strict_error
    assert "twice" in found.strict_error


def test_every_corpus_file_with_a_description_shows_one(corpus: list[Path]) -> None:
    seen = 0
    for path in corpus:
        found = find_frontmatter(Source.from_bytes(path.read_bytes()).text)
        if found is None:
            continue
        seen += 1
        assert found.raw.startswith("---")
        json.dumps(dict(found.fields))
        if "\ndescription:" in found.raw:
            assert len(found.text("description")) > 5, path.name
    assert seen >= 31 * len(corpus) // 128
