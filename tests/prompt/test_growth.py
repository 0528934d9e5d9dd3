"""Text that nobody writes on purpose is still split in time that grows with its length alone."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from workbench.judge.task import infer_task
from workbench.language.instructions import extract_instructions
from workbench.language.sentences import sentences
from workbench.prompt.align import align_lines
from workbench.prompt.outline import plain_title, scan
from workbench.prompt.parts import split_parts
from workbench.prompt.prompt import Prompt
from workbench.prompt.tags import find_tags

N = 40_000
SHAPES: dict[str, Callable[[int], str]] = {
    "backticks before a tag": lambda n: f"x {'`' * n} <a>\n",
    "a heading of backticks": lambda n: f"# {'`' * n}\n",
    "a heading of bold marks": lambda n: f"# {'**a ' * (n // 4)}\n",
    "tags that open and never close": lambda n: f"{'<a> ' * (n // 8)}{'</b> ' * (n // 8)}\n",
    "comments on one line": lambda n: f"x {'<!-- a --> ' * (n // 11)}\n",
    "a tag pair in every other block": lambda n: "<r>\nDo it.\n</r>\n\n" * (n // 8),
}


@pytest.mark.parametrize("name", SHAPES)
def test_splitting_takes_no_square_time(name: str) -> None:
    def taken(size: int) -> float:
        lines = SHAPES[name](size).splitlines(keepends=True)
        start = time.process_time()
        split_parts(lines, scan(lines))
        return time.process_time() - start

    small = min(taken(N // 4) for _ in range(2))
    # Four times the text: a square takes sixteen times as long, in all 2 s and more.
    assert taken(N) < 8 * small + 0.5


def test_marks_of_titles_go_in_pairs_of_one_length() -> None:
    assert plain_title("Run `a` and ``b`` now") == "Run a and b now"
    assert plain_title("`` a ` b `` and ```") == "a ` b and ```"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("`` `<a>` ``\n", []),  # a run of one backtick inside a span of two
        ("<a> `</a>`\n", ["a"]),
        ("<a><b></b>\n", ["a"]),
        ("<a><b></a>\n", []),
        ("</b> <a>\n", ["/b"]),
        ("> <a>\n", []),
        ("<!-- <b> --><a>\n", ["a"]),
    ],
)
def test_tags_of_one_line(line: str, found: list[str]) -> None:
    tags = find_tags([line], 0, set(), set())
    assert [("/" if tag.closing else "") + tag.name for tag in tags] == found


@pytest.mark.slow
def test_blocks_of_repeated_lines_that_change_places() -> None:
    ones, twos = ["Do one.\n"] * 20_000, ["Do two.\n"] * 20_000
    start = time.process_time()
    runs = align_lines([*ones, *twos], [*twos, *ones])
    # Looking at every stretch that could have moved takes 40 s.
    assert time.process_time() - start < 4
    assert {run.op for run in runs} <= {"equal", "move"}
    assert sum(run.b_end - run.b_start for run in runs) == 40_000


def test_tag_pairs_are_worked_out_once() -> None:
    outline = scan(["<a>\n", "x\n", "</a>\n"])
    assert outline.pairs is outline.pairs  # asked for on every candidate of the optimiser
    assert outline == scan(["<a>\n", "x\n", "</a>\n"])


ROWS = {
    "dots": "." * N,
    "two kinds of stops": "Go" + "?!" * (N // 2),
    "blanks before a line end": "a" + " " * N + "\nb",
    "blank lines": "a\n" + " \n" * (N // 2),
    "brackets": "[" * N,
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_of_stops_and_blanks_are_read_in_linear_time(name: str) -> None:
    prompt = Prompt.from_text(ROWS[name])
    start = time.process_time()
    extract_instructions(prompt, prompt.parts())
    infer_task(prompt)
    assert time.process_time() - start < 3  # their square takes 15 s and more


def test_a_row_of_stops_ends_a_sentence_also_behind_an_abbreviation() -> None:
    text = "Lint, test, etc... Never push. Wait... Ask, e.g. Ann."
    found = [text[a:b] for a, b in sentences(text, 0, len(text))]
    assert found == ["Lint, test, etc...", "Never push.", "Wait...", "Ask, e.g. Ann."]
