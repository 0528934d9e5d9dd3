"""Parts cover the text exactly once and never cut inside a thought."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import UsageError
from workbench.measure.tokens import line_costs, rough_tokenizer
from workbench.prompt import markdown
from workbench.prompt.outline import scan
from workbench.prompt.parts import Cuts, anchor_of
from workbench.prompt.prompt import Prompt

LINES = st.sampled_from(
    ["# One", "## Two", "### Three", "Text here.", "", "", "- item", "  more", "1. first", "```"]
    + ["~~~", "<rules>", "</rules>", "<!--", "-->", "| a | b |", "|---|---|", "    code", "---"]
    + ["<<<<<<< HEAD", "=======", ">>>>>>> main", "<<<<<<< SEARCH", ">>>>>>> REPLACE", "{% if x %}"]
    + ["  <x>", "    deep", "\tdeep", "  </x>", "- <x>", "[Role]", "====", "RULES", "**1. Topic**"]
    + ["> quote", ">", "#", "Title\n===", "</x>", "<x a='1'>", "***", "\u2028", "<br>", "**Bold**"]
)
TEXTS = st.lists(LINES, max_size=40).map("\n".join)


def forbidden_lines(text: str) -> set[int]:
    """0-based lines at which no part may begin: inside a list item, fence, table or comment.

    The parser is CommonMark's, but a line that holds nothing but a tag closes what stands before
    it, as whoever wrote it meant.
    """
    inside: set[int] = set()
    for token in markdown.parse(text):
        comment = token.type == "html_block" and token.content.lstrip().startswith("<!--")
        if token.map and (
            comment or token.type in ("fence", "table_open", "list_item_open", "code_block")
        ):
            inside.update(range(token.map[0] + 1, token.map[1]))
    return inside


@given(TEXTS, st.sampled_from(["auto", "coarse", "fine", 1, 2, 5, 12]))
def test_joined_parts_are_the_text(text: str, granularity: str | int) -> None:
    prompt = Prompt.from_text(text)
    parts = prompt.parts(granularity)
    assert "".join(prompt.part_text(part) for part in parts) == text
    assert [part.index for part in parts] == list(range(1, len(parts) + 1))
    assert len({part.id for part in parts}) == len(parts)
    ranges = prompt.part_bytes(parts)
    assert ranges[0][0] == 0 and ranges[-1][1] == len(prompt.source.data)
    assert all(a[1] == b[0] for a, b in pairwise(ranges))


@given(TEXTS, st.sampled_from(["auto", "fine", 9]))
@settings(max_examples=200)
def test_no_part_begins_inside_a_thought(text: str, granularity: str | int) -> None:
    prompt = Prompt.from_text(text)
    forbidden = forbidden_lines(text)
    pairs = prompt.outline.pairs
    for part in prompt.parts(granularity)[1:]:
        line = part.start_line - 1
        assert line not in forbidden, part
        assert not any(pair.start_line < line < pair.end_line for pair in pairs), part


def test_case_001_a_comment_in_a_fence_is_no_heading() -> None:
    text = "# Setup\n\n```bash\n# get the tools\nmake tools\n```\n\n# Ship\n\nPush the tag.\n"
    parts = Prompt.from_text(text).parts()
    assert [part.title for part in parts] == ["Setup", "Ship"]
    assert "# get the tools" in text[parts[0].start : parts[0].end]


def test_case_002_fence_shapes_and_a_heading_that_ends_in_a_sharp() -> None:
    text = (
        "# F#\n\n```\n~~~\n# a\n```\n\n````\n```\n# b\n````\n\n```\n``` not closed\n# c\n```\n\n"
        "para\n\n    # d\n\n# Next\n\nok\n"
    )
    assert [part.title for part in Prompt.from_text(text).parts()] == ["F#", "Next"]


@pytest.mark.parametrize("text", [">", "#", "- a\n>", "# T\n\n>\n", "##", "1.", "-"])
def test_case_013_bare_markers_open(text: str) -> None:
    prompt = Prompt.from_text(text)
    assert "".join(prompt.part_text(part) for part in prompt.parts()) == text


@pytest.mark.parametrize("mark", ["- ", "> ", "1. "])
def test_case_014_very_deep_nesting_is_one_plain_part_with_a_note(mark: str) -> None:
    """It opens within two seconds, it is counted, and it is written back as it was."""
    text = "".join("  " * i + mark + "x\n" for i in range(300)) if mark != "> " else "> " * 4000
    started = process_time()
    prompt = Prompt.from_bytes(text.encode())
    parts = prompt.parts()
    assert process_time() - started < 2
    assert [(part.start, part.end) for part in parts] == [(0, len(text))]
    assert prompt.outline.note == "nesting too deep to split"
    assert line_costs(rough_tokenizer(), prompt.lines) != []
    assert prompt.source.data == text.encode()


def test_headings_inside_tags_and_lists_open_no_part() -> None:
    text = "<context>\n# Not a part\n\ntext\n</context>\n\n- # neither\n\n# Real\n\nwords\n"
    for granularity in ("auto", "fine"):
        parts = Prompt.from_text(text).parts(granularity)
        assert [(part.title, part.kind) for part in parts] == [
            ("<context>", "tag"),
            ("neither", "text"),
            ("Real", "section"),
        ]


def test_tags_without_blank_lines_between_them_are_parts() -> None:
    text = "<role>\nYou test.\n</role>\n<rules>\n- a\n- b\n</rules>\n<output>\nJSON\n</output>\n"
    parts = Prompt.from_text(text).parts()
    assert [part.title for part in parts] == ["<role>", "<rules>", "<output>"]


def test_a_placeholder_in_angle_brackets_is_no_tag_pair() -> None:
    text = "# A\n\nCall <name>.\n\n<file>\n\n# B\n\nend </other>\n\n# C\n\nx\n"
    assert [part.title for part in Prompt.from_text(text).parts()] == ["A", "B", "C"]


def test_frontmatter_is_the_first_part_and_blank_lines_belong_to_the_next() -> None:
    text = "---\nname: x\ndescription: y\n---\n\n# Title\n\nBody.\n"
    parts = Prompt.from_text(text).parts()
    assert [part.kind for part in parts] == ["frontmatter", "section"]
    assert (parts[0].end_line, parts[1].start_line) == (4, 5)


def test_a_thematic_break_at_the_top_is_no_frontmatter() -> None:
    assert Prompt.from_text("---\n\nText only\n\n---\n").parts()[0].kind != "frontmatter"


def test_a_heading_with_nothing_of_its_own_is_a_container() -> None:
    parts = Prompt.from_text("# All\n\n## One\n\na\n\n## Two\n\nb\n").parts()
    assert [(part.title, part.kind) for part in parts] == [
        ("All", "container"),
        ("One", "section"),
        ("Two", "section"),
    ]
    assert parts[1].path == ("All", "One")


def test_splits_and_merges_by_hand_survive_an_edit() -> None:
    text = "# A\n\none\n\ntwo\n\n# B\n\nthree\n"
    prompt = Prompt.from_text(text)
    cuts = Cuts(
        splits=frozenset({anchor_of(prompt.lines, 4)}),
        joins=frozenset({anchor_of(prompt.lines, 6)}),
    )
    assert [p.start_line for p in prompt.with_cuts(cuts).parts()] == [1, 5]
    edited = Prompt.from_text("# A\n\nzero\n\n" + text[5:], "", "").with_cuts(cuts)
    assert [p.start_line for p in edited.parts()] == [1, 7]


def test_a_number_asks_for_that_many_parts() -> None:
    text = "\n\n".join(f"Paragraph {i} says something." for i in range(30))
    for wanted in (1, 3, 7, 30):
        assert len(Prompt.from_text(text).parts(wanted)) == wanted


@pytest.mark.parametrize("word", ["medium", "0", "-3", ""])
def test_another_granularity_is_refused_by_name(word: str) -> None:
    with pytest.raises(UsageError):
        Prompt.from_text("# A\n").parts(word)


def test_every_corpus_file_is_covered_and_most_have_3_to_15_parts(corpus: list[Path]) -> None:
    good = wanted = 0
    for path in corpus:
        prompt = Prompt.from_bytes(path.read_bytes(), str(path))
        parts = prompt.parts()
        assert "".join(prompt.part_text(part) for part in parts) == prompt.text, path.name
        ranges = prompt.part_bytes(parts)
        assert ranges[0][0] == 0 and ranges[-1][1] == len(prompt.source.data)
        if not prompt.is_data and not prompt.reading.wrapped:
            forbidden = forbidden_lines(prompt.text) if prompt.outline.pairs == () else set()
            assert not forbidden & {part.start_line - 1 for part in parts[1:]}, path.name
        tokens = len(prompt.source.data) / 4
        if path.suffix in (".md", ".mdc", ".mdx") and 500 <= tokens <= 20_000:
            wanted += 1
            good += 3 <= len(parts) <= 15
    assert good >= 0.9 * wanted, (good, wanted)


def test_two_processes_name_the_parts_alike() -> None:
    text = "# Ä\n\nx\n\n# Ä\n\ny\n\n# 規則\n\nz\n"
    program = (
        "import sys; from workbench.prompt.prompt import Prompt;"
        f"print(ascii([p.id for p in Prompt.from_text({text!r}).parts()]))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert runs == {ascii([p.id for p in Prompt.from_text(text).parts()]) + "\n"}


def test_scanning_is_linear_in_the_number_of_tags_and_headings() -> None:
    def cost(n: int) -> float:
        lines = ["<a>\n", "x\n", "\n", "# h\n", "\n"] * n
        start = process_time()
        scan(lines)
        return process_time() - start

    cost(50)
    small = min(cost(300) for _ in range(3))
    assert min(cost(2400) for _ in range(2)) < 8 * small * 2.5
