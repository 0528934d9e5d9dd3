"""The outline that follows edits equals the one made anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.prompt.test_parts import LINES
from tests.times import TIMES
from workbench.prompt import live_outline
from workbench.prompt.lines import split_lines
from workbench.prompt.live_outline import LiveOutline
from workbench.prompt.reading import read
from workbench.prompt.source import Source


def same(live: LiveOutline, lines: list[str], kind: str = "markdown") -> None:
    fresh = read(lines, kind).outline
    assert live.outline.blocks == fresh.blocks
    assert live.outline.tags == fresh.tags


@pytest.mark.slow
@given(
    st.lists(LINES, max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 4), st.lists(LINES, max_size=4))),
)
@settings(max_examples=150 * TIMES)
def test_edits_keep_the_outline_true(
    start: list[str], edits: list[tuple[int, int, list[str]]]
) -> None:
    original = live_outline._CHUNK_LINES
    live_outline._CHUNK_LINES = 3  # many small chunks, so that edits cross their borders
    try:
        lines = split_lines("".join(line + "\n" for line in start))
        live = LiveOutline(lines)
        same(live, lines)
        for at, removed, new in edits:
            at = min(at, len(lines))
            removed = min(removed, len(lines) - at)
            added = split_lines("".join(line + "\n" for line in new))
            before = read(lines).outline
            lines = lines[:at] + added + lines[at + removed :]
            changed = live.splice(lines, at, removed, len(added))
            same(live, lines)
            after = read(lines).outline
            shape = [(b.level, b.title) for b in before.headings]
            if shape != [(b.level, b.title) for b in after.headings]:
                assert changed
    finally:
        live_outline._CHUNK_LINES = original


FRONT = st.sampled_from(
    [
        "---\n",
        "---\n",
        "---\r\n",
        "--- \n",
        "\ufeff---\n",
        "...\n",
        "k: v\n",
        "k: v\r\n",
        "  k: x\n",
    ]
    + [
        "\n",
        "\r\n",
        "word\n",
        "===\n",
        "***\n",
        "# H\n",
        "- a\n",
        "```\n",
        "<!--\n",
        "-->\n",
        "<t>\n",
    ]
)


@pytest.mark.slow
@given(
    st.lists(FRONT, max_size=40),
    st.lists(
        st.tuples(
            st.one_of(st.just(0), st.integers(0, 40)),
            st.integers(0, 5),
            st.lists(FRONT, max_size=2),
        ),
        max_size=8,
    ),
)
@example(["---\n", "k: v\n", "---\n", *["\n", "word\n"] * 9, "---\n"], [(2, 1, [])])
@example(["# H\n", *["\n", "word\n"] * 9, "---\n"], [(0, 1, ["---\n", "k: v\n"])])
@example(["---\n", *["\n", "word\n"] * 9, "---\n"], [(9, 0, ["k: v\n"])])
@settings(max_examples=150 * TIMES)
def test_edits_of_the_frontmatter_reach_as_far_as_it_does(
    start: list[str], edits: list[tuple[int, int, list[str]]]
) -> None:
    """Its fences are opened, closed, taken away and turned into other blocks."""
    original = live_outline._CHUNK_LINES
    live_outline._CHUNK_LINES = 3
    try:
        lines = ["---\n", *start] if start[:1] != ["# H\n"] else start
        live = LiveOutline(lines)
        for at, removed, added in edits:
            at = min(at, len(lines))
            removed = min(removed, len(lines) - at)
            lines = lines[:at] + added + lines[at + removed :]
            live.splice(lines, at, removed, len(added))
            same(live, lines)
    finally:
        live_outline._CHUNK_LINES = original


def test_long_frontmatter_that_opens_is_put_off_and_comes_out_right() -> None:
    lines = ["k: v\n", *["\n", "word\n"] * 800, "---\n", "# End\n"]
    live = LiveOutline(lines)
    lines = ["---\n", *lines]
    assert live.splice(lines, 0, 0, 1)
    assert live.stale
    assert live.settle(lines)
    same(live, lines)
    assert [b.kind for b in live.outline.blocks] == ["frontmatter", "heading"]


def test_corpus_edits_keep_the_outline_true(corpus: list[Path]) -> None:
    rng = random.Random(7)
    pool = ["# New\n", "\n", "word\n", "```\n", "- x\n", "<t>\n", "</t>\n", "    y\n", "<!--\n"]
    small = [p for p in corpus if p.suffix == ".md" and p.stat().st_size < 6e4]
    for path in rng.sample(small, min(12, len(small))):
        lines = split_lines(Source.from_bytes(path.read_bytes()).text)
        live = LiveOutline(lines)
        for _ in range(25):
            at = rng.randrange(len(lines) + 1)
            removed = min(rng.choice([0, 0, 1, 2]), len(lines) - at)
            added = rng.choices(pool, k=rng.choice([0, 1, 1, 2]))
            lines = lines[:at] + added + lines[at + removed :]
            live.splice(lines, at, removed, len(added))
            live.settle(lines)
            same(live, lines)


WRAPPED = [
    "# Prompt\n",
    "\n",
    "```\n",
    *["# Role\n", "You answer questions about trains.\n"] * 9,
    "```\n",
]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9), st.lists(LINES, max_size=3))))
@settings(max_examples=50 * TIMES)
def test_a_frame_that_comes_and_goes_is_followed(
    edits: list[tuple[int, int, list[str]]],
) -> None:
    """A fence around the prompt is opened, closed and filled with other text."""
    lines = list(WRAPPED)
    live = LiveOutline(lines)
    for at, removed, new in edits:
        at = min(at, len(lines))
        removed = min(removed, len(lines) - at)
        added = split_lines("".join(line + "\n" for line in new))
        lines = lines[:at] + added + lines[at + removed :]
        live.splice(lines, at, removed, len(added))
        same(live, lines)


def test_a_data_file_is_followed() -> None:
    lines = ["role: guide\n", "rules: |\n", "  # Tone\n", "  Be brief.\n"]
    live = LiveOutline(lines, "yaml")
    lines = [*lines, "  # Length\n", "  Ten lines.\n"]
    assert live.splice(lines, 4, 0, 2)
    same(live, lines, "yaml")
    assert [h.title for h in live.outline.headings] == ["rules", "Tone", "Length"]


RECORDS = st.sampled_from(
    ['{"role": "user", "text": "Hi"}\n', "{\n", "}\n", '"messages": [\n', "],\n", "},\n", "\n"]
    + ['"role": "tool",\n', '  {"a": 1},\n', "[\n", "words\n", '"open\n', "- role: user\n"]
    + ["  text: |\n", "    # One\n", "key:\n"]
)


@given(
    st.sampled_from(["json", "jsonl", "yaml", "toml"]),
    st.lists(RECORDS, max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3), st.lists(RECORDS, max_size=2))),
)
@settings(max_examples=60)
def test_records_are_followed(
    kind: str, lines: list[str], edits: list[tuple[int, int, list[str]]]
) -> None:
    live = LiveOutline(lines, kind)
    for at, removed, added in edits:
        at = min(at, len(lines))
        removed = min(removed, len(lines) - at)
        lines = lines[:at] + added + lines[at + removed :]
        live.splice(lines, at, removed, len(added))
        same(live, lines, kind)


def test_a_log_of_long_lines_waits_for_the_end_of_typing() -> None:
    lines = ['{"role": "user", "text": "' + "x" * 2_000 + '"}\n' for _ in range(60)]
    live = LiveOutline(lines, "jsonl")
    lines = [*lines[:30], '{"role": "tool"}\n', *lines[30:]]
    assert live.splice(lines, 30, 0, 1) and live.stale
    assert live.settle(lines)
    same(live, lines, "jsonl")
    assert live.outline.blocks[30].title == "31 tool"
