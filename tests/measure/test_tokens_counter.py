"""Incremental counting equals a full recount, whatever is typed."""

from __future__ import annotations

import importlib.util
import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.times import TIMES
from workbench.measure.tokens import (
    LineCounter,
    RunningCosts,
    Tokenizer,
    get_tokenizer,
    line_costs,
    registry,
)
from workbench.measure.tokens import counter as counter_module
from workbench.measure.tokens.blocks import block_edges
from workbench.measure.tokens.claude import ClaudeTokenizer
from workbench.measure.tokens.estimates import RatioTokenizer
from workbench.measure.tokens.text import LongLines, Memo, clean, has_long_run, slices_of_runs
from workbench.prompt.lines import split_lines

HAS_CTOK = importlib.util.find_spec("ctok") is not None
VERSIONS = {"claude-3": "3.0", "claude-4.7": "4.7", "claude-4.8": "4.8", "claude-5": "4.8"}
EXACT = ["o200k_base", "cl100k_base", *(VERSIONS if HAS_CTOK else ())]
ALL = [*EXACT, "ratio", "chars"]

# Line ends of all kinds, blanks that only some programs treat as line ends, characters that are
# stripped or joined before counting, punctuation that swallows line breaks, control tokens.
NASTY = [
    *("\n", "\n", "\n", "\r\n", "\r", "\n\n", " ", "  ", "\t", "/", "//", ";\n", "  \n"),
    *("a", "Abc", "the", " the", "XML", "'s", "'", "1", "23", ".", ",", "!?", "`", "-", "# ", "*"),
    *("\u00a0", "\u2028", "\u0085", "\x0b", "\x0c", "\x1c", "\x01", "\x00", "\u3000"),
    *("\u0301", "\u3099", "\u0730", "\u200d", "\ue000", "\ufdd0", "\ufeff", "\u0e4d", "\u0e32"),
    *(
        "。",
        "、",
        "テスト",
        "漢字",
        "한글",
        "é",
        "ß",
        "İ",
        "Я",
        "²",
        "५",
        "😀",
        "⚖️",
        "\ud800",
        "\udc80",
    ),
    *("<|endoftext|>", "<|im_start|>"),
]
texts = st.lists(st.sampled_from(NASTY) | st.characters(), max_size=30).map("".join)
FAST = settings(max_examples=30 * TIMES, suppress_health_check=list(HealthCheck))


def tokenizer(name: str) -> Tokenizer:
    if name == "ratio":
        return RatioTokenizer(registry._openai("o200k_base"), "claude-5")
    return get_tokenizer(name)


def truth(name: str, text: str) -> int:
    """A full count by the library itself, or by the counter where it defines the number."""
    counter = tokenizer(name)
    if name in VERSIONS:
        import ctok

        text = clean(text)
        if name == "claude-5":
            text = text.rstrip(" \t\n\r\x0b\x0c")
        return ctok.token_count(text, VERSIONS[name]) - counter.frame_tokens if text else 0
    if name in ("o200k_base", "cl100k_base"):
        return len(counter._encoding.encode(text, disallowed_special=()))  # type: ignore[attr-defined]
    return counter.count(text)


def check(live: LineCounter, lines: list[str], expected: int) -> None:
    """The total, the costs of the lines and the counts before them agree."""
    assert live.total == expected
    costs = live.costs()
    assert len(costs) == len(live) == len(lines)
    assert all(cost >= 0 for cost in costs)
    befores = [live.before(line) for line in range(len(lines) + 1)]
    assert befores[0] == 0
    assert befores[-1] == expected
    assert [b - a for a, b in pairwise(befores)] == costs


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of three lines and segments of two characters, so that short texts reach them."""
    monkeypatch.setattr(counter_module, "_CHUNK", 3)
    monkeypatch.setattr(LongLines, "LONG", 8)
    monkeypatch.setattr(LongLines, "_SEGMENT", 2)


@pytest.mark.parametrize("name", ALL)
@FAST
@given(text=texts)
def test_sum_of_blocks_is_the_count(name: str, text: str) -> None:
    lines = split_lines(text)
    expected = truth(name, text)
    assert tokenizer(name).count(text) == expected
    assert sum(line_costs(tokenizer(name), lines)) == expected
    check(LineCounter(tokenizer(name), lines), lines, expected)


@pytest.mark.parametrize("name", EXACT)
@FAST
@given(text=texts)
def test_segments_of_long_lines_add_up(name: str, small: None, text: str) -> None:
    lines = split_lines(text)
    check(LineCounter(tokenizer(name), lines), lines, truth(name, text))


# What stands at the cuts inside a line, and what could join with it across one.
AT_CUTS = [
    *(
        " ",
        " ",
        " ",
        " ",
        "  ",
        "a",
        "the",
        "THE",
        "Привет",
        "é",
        "1",
        "23",
        "漢",
        "字",
        "한",
        "か",
    ),
    *(
        "カ",
        "ー",
        "😀",
        "😁",
        "*",
        "(",
        "=",
        "<",
        ",",
        "'",
        "'s",
        "’",
        "。",
        "²",
        "٣",
        "①",
        "\u0338",
    ),
    *(
        "\ufe0f",
        "\u3099",
        "\u200d",
        "\u11a8",
        "\u0301",
        "\x00",
        "\x01",
        "\ue000",
        "\u00a0",
        "\u3000",
    ),
]
one_line = st.lists(st.sampled_from(AT_CUTS), min_size=8, max_size=40).map("".join)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT)
@settings(FAST, max_examples=100 * TIMES)
@given(text=one_line)
def test_a_line_may_be_cut_between_words_characters_and_numbers(
    name: str, small: None, text: str
) -> None:
    for lines in ([text], ["before\n", text + "\n", "after"]):
        check(LineCounter(tokenizer(name), lines), lines, truth(name, "".join(lines)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@FAST
@given(text=texts, seed=st.integers(0, 2**32))
def test_after_edits_the_total_is_that_of_a_recount(
    name: str, small: None, text: str, seed: int
) -> None:
    chance = random.Random(seed)
    lines = split_lines(text)
    live = LineCounter(tokenizer(name), lines)
    for _ in range(6):
        start = chance.randint(0, len(lines))
        end = chance.randint(start, min(len(lines), start + 4))
        new = split_lines("".join(chance.choices(NASTY, k=chance.randint(0, 7))))
        if new and end < len(lines) and not new[-1].endswith(("\n", "\r")):
            new[-1] += "\n"
        if start and not lines[start - 1].endswith(("\n", "\r")):
            continue
        lines[start:end] = new
        total = live.splice(start, end, new)
        assert total == live.total
        check(live, lines, truth(name, "".join(lines)))


@pytest.mark.parametrize("name", EXACT)
def test_before_is_the_real_count_where_the_text_may_be_cut(name: str) -> None:
    counter = tokenizer(name)
    text = "# Title\n\nFirst // line;\n// second\n\n\n- item\n  - more\n\n```\nx = 1\n```\n" * 5
    lines = split_lines(text)
    live = LineCounter(counter, lines)
    for edge in block_edges(counter, lines)[1:-1]:
        if name.startswith("claude"):
            # The end of a text has rules of its own; a word behind the cut takes them away.
            expected = truth(name, "".join(lines[:edge]) + "a") - 1
        else:
            expected = truth(name, "".join(lines[:edge]))
        assert live.before(edge) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["o200k_base", "claude-5", "ratio"])
def test_many_lines_in_many_chunks(name: str) -> None:
    chance = random.Random(3)
    lines = [f"Rule {n}: keep `name_{n % 97}` short.\n" for n in range(3000)]
    live = LineCounter(tokenizer(name), lines)
    for size in (0, 1, 40, 2500, 700, 3, 2000, 0):
        start = chance.randint(0, len(lines))
        end = chance.randint(start, min(len(lines), start + 1500))
        new = [f"New {n}.\n" for n in range(size)]
        lines[start:end] = new
        live.splice(start, end, new)
        assert live.total == tokenizer(name).count("".join(lines))
        assert live.before(len(lines) // 2) == sum(live.costs()[: len(lines) // 2])
    live.splice(0, len(lines), [])
    assert (live.total, len(live), live.before(0), live.before(5)) == (0, 0, 0, 0)
    live.splice(0, 0, ["again"])
    assert live.total == tokenizer(name).count("again")


def test_load_comes_in_slices_and_changes_nothing_before_the_end() -> None:
    counter = tokenizer("o200k_base")
    live = LineCounter(counter, ["old\n"])
    lines = [f"line {n} of the new text, which is long enough to be sliced\n" for n in range(5000)]
    steps = live.load(lines)
    done, whole = next(steps)
    assert 0 < done < whole == 5000
    assert live.total == counter.count("old\n")
    steps.close()
    assert live.total == counter.count("old\n")
    seen = [step[0] for step in live.load(lines)]
    assert seen == sorted(seen)
    assert seen[-1] == 5000
    assert live.total == counter.count("".join(lines))


def test_lines_outside_the_text_are_refused() -> None:
    live = LineCounter(tokenizer("chars"), ["a\n"])
    for start, end in ((-1, 0), (0, 2), (1, 0), (2, 2)):
        with pytest.raises(IndexError):
            live.splice(start, end, [])
    with pytest.raises(ValueError, match="costs"):
        live.adopt(["a\n"], [1, 2])


def test_a_key_in_a_long_line_keeps_the_other_segments() -> None:
    text = "".join(f'"key{n}": "value {n}", ' for n in range(20_000))
    longs = LongLines()
    before = longs.split(text)
    at = len(text) // 2
    after = longs.split(text[:at] + "x" + text[at:])
    assert "".join(after) == text[:at] + "x" + text[at:]
    assert len(set(after) - set(before)) <= 3
    assert max(map(len, after)) < 4 * 1024


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@FAST
@given(base=texts, other=texts, cut=st.integers(0, 12))
def test_costs_of_a_similar_text_are_those_of_a_full_count(
    name: str, small: None, base: str, other: str, cut: int
) -> None:
    lines = split_lines(base)
    costs = RunningCosts(tokenizer(name), lines)
    for new in (split_lines("".join(lines[:cut]) + other + "".join(lines[cut:])), lines):
        assert costs(new) == line_costs(tokenizer(name), new)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_CTOK, reason="Claude is counted by ctok, which needs Python 3.12")
@pytest.mark.parametrize(
    "unit",
    ["word ", "Слово ", "12 ", "| 7 ", "漢字", "한글", "😀😁", "use a ", "x, ", "値をaに"],
)
def test_a_key_in_a_line_of_any_script_counts_a_small_part_of_it(unit: str) -> None:
    import ctok

    asked = []

    def counting(text: str, version: str) -> int:
        asked.append(len(text))
        return int(ctok.token_count(text, version))

    counter = ClaudeTokenizer("claude-5", counting)
    text = "".join(f"{unit}{unit}{unit}{'ab'[n % 7 % 2]} " for n in range(20_000 // len(unit) // 3))
    live = LineCounter(counter, [text])
    asked.clear()
    text = f"{text[:9_000]}{unit}{text[9_000:]}"
    live.splice(0, 1, [text])
    assert sum(asked) < 8_000
    assert live.total == ctok.token_count(text.rstrip(), "4.8") - counter.frame_tokens


def test_memo_is_bounded_and_keeps_what_is_used() -> None:
    memo = Memo(entries=10, chars=1000)
    for n in range(200):
        memo.put(f"text {n}", n)
        assert memo.get("text 0") == 0
        assert len(memo) <= 22
    assert memo.get("text 100") is None


def test_long_runs_are_found_at_any_offset() -> None:
    for offset in (0, 1, 49_999, 99_999, 100_000):
        text = "x" * offset + " " * 100_001 + "y"
        assert has_long_run(text)
        assert not has_long_run("x" * offset + " " * 100_000 + "y")
        slices = slices_of_runs(text)
        assert "".join(slices) == text
        assert not any(has_long_run(part) for part in slices)
