"""A prompt under edit: what the screen shows equals what a fresh reading would show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.prompt.test_parts import LINES
from workbench.measure.live import LivePrompt
from workbench.prompt.lines import split_lines
from workbench.prompt.live_outline import LiveOutline
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import Source


class Characters:
    """A running count of characters, to see what the counter is told."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)

    @property
    def total(self) -> int:
        return self.before(len(self.lines))

    def splice(self, start: int, end: int, new_lines: Sequence[str]) -> None:
        self.lines[start:end] = new_lines

    def before(self, line: int) -> int:
        return sum(map(len, self.lines[:line]))


EDITS = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 4), st.lists(LINES, max_size=4)), max_size=8
)


@pytest.mark.slow
@given(st.lists(LINES, max_size=50), EDITS, st.integers(0, 8))
@settings(max_examples=200)
def test_parts_and_counts_follow_any_edits(
    start: list[str], edits: list[tuple[int, int, list[str]]], counted_after: int
) -> None:
    live = LivePrompt(Source("".join(line + "\n" for line in start)), "CLAUDE.md")
    waiting = live.begin_count()
    assert live.total_tokens is None
    for number, (at, removed, new) in enumerate(edits):
        if number == counted_after:
            live.count_in(Characters(waiting))
        at = min(at, len(live.lines))
        live.replace_lines(
            at, min(at + removed, len(live.lines)), split_lines("".join(x + "\n" for x in new))
        )
        parts = live.parts
        assert parts[0].start == 0 and parts[-1].end == len(live.text())
        assert all(a.end == b.start for a, b in pairwise(parts))
        assert all(a.end_line + 1 == b.start_line for a, b in pairwise(parts))
    if live.total_tokens is None:
        live.count_in(Characters(waiting))
    counts = live.part_tokens()
    assert counts is not None and sum(counts) == live.total_tokens == len(live.text())
    assert counts == [part.end - part.start for part in live.parts]
    live.set_cuts(live.cuts)
    fresh = Prompt.from_text(live.text(), "CLAUDE.md").parts()
    assert [(p.title, p.start, p.end) for p in live.parts] == [
        (p.title, p.start, p.end) for p in fresh
    ]


def test_a_part_keeps_its_name_when_its_heading_is_reworded() -> None:
    live = LivePrompt(Source("# A\n\none\n\n# Build\n\nrun make build\n\n# C\n\nthree\n"))
    before = live.parts[1].id
    live.replace_lines(4, 5, ["# Build and test\n"])
    assert live.parts[1].title == "Build and test"
    assert live.parts[1].id == before
    live.replace_lines(4, 5, ["# B\n"])
    assert [p.title for p in live.parts] == ["A", "B", "C"]
    assert live.parts[1].id == before


def test_typing_inside_a_paragraph_cuts_nothing_anew() -> None:
    live = LivePrompt(Source("# A\n\none\n\n# B\n\ntwo\n\n# C\n\nx\n"))
    first = live.parts
    live.replace_lines(6, 7, ["two and more\n"])
    assert not live.stale
    assert [p.id for p in live.parts] == [p.id for p in first]
    assert live.parts[1].end == first[1].end + len(" and more")
    assert live.data() == b"# A\n\none\n\n# B\n\ntwo and more\n\n# C\n\nx\n"


def test_a_log_stays_one_part_while_it_is_edited() -> None:
    live = LivePrompt(Source('{"a": 1}\n{"b": 2}\n'), "session.jsonl")
    live.replace_lines(1, 2, ["# no heading\n", "\n", "# none\n"])
    assert [p.kind for p in live.parts] == ["data"]


def test_a_structure_made_elsewhere_is_taken_over_only_for_its_own_revision() -> None:
    live = LivePrompt(Source("# A\n\none\n"))
    outline, revision = LiveOutline(live.lines), live.revision
    assert live.adopt(outline, revision)
    live.replace_lines(2, 3, ["two\n"])
    assert not live.adopt(outline, revision)
