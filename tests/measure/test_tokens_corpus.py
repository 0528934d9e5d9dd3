"""Counts of real prompts: equal to tiktoken and ctok, and still equal after 500 edits."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from workbench.measure.tokens import LineCounter, get_tokenizer, line_costs
from workbench.measure.tokens.vocabulary import load_encoding
from workbench.prompt.lines import split_lines
from workbench.prompt.source import Source

HAS_CTOK = importlib.util.find_spec("ctok") is not None
needs_ctok = pytest.mark.skipif(not HAS_CTOK, reason="ctok needs Python 3.12 or later")
CLAUDE = ["claude-5", "claude-4.7", "claude-3"]


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    """`benchmarks/counts.py`, which makes the edits and the independent recounts."""
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "counts.py"
    spec = importlib.util.spec_from_file_location("bench_counts", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def read(path: Path) -> str:
    return Source.from_bytes(path.read_bytes()).text


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_every_file_counts_as_in_tiktoken(name: str, corpus: list[Path]) -> None:
    counter, reference = get_tokenizer(name), load_encoding(name)
    for path in corpus:
        text = read(path)
        expected = len(reference.encode(text, disallowed_special=()))
        assert counter.count(text) == expected, path.name
        lines = split_lines(text)
        assert sum(line_costs(counter, lines)) == expected, path.name
        assert LineCounter(counter, lines).total == expected, path.name


def edited(bench: ModuleType, name: str, paths: list[Path], number: int, every: int) -> None:
    for seed, path in enumerate(paths):
        lines = split_lines(read(path))
        live = LineCounter(get_tokenizer(name), lines)
        for step, (start, end, new) in enumerate(bench.edits(lines, number, seed), 1):
            total = live.splice(start, end, new)
            if step % every == 0:
                assert total == bench.recount(name, "".join(lines)), (path.name, step)
        assert live.total == sum(live.costs()) == bench.recount(name, "".join(lines)), path.name


def test_after_500_edits_o200k_equals_a_recount(bench: ModuleType, corpus: list[Path]) -> None:
    edited(bench, "o200k_base", [p for p in corpus if p.stat().st_size < 100_000], 500, 100)


@pytest.mark.slow
@needs_ctok
@pytest.mark.parametrize("name", CLAUDE)
def test_after_500_edits_claude_equals_a_recount(
    bench: ModuleType, corpus: list[Path], name: str
) -> None:
    small = [path for path in corpus if path.stat().st_size < 30_000]
    edited(bench, name, small[CLAUDE.index(name) :: 8], 500, 250)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_after_500_edits_o200k_equals_a_recount_in_every_file(
    bench: ModuleType, corpus: list[Path]
) -> None:
    edited(bench, "o200k_base", corpus, 500, 50)
    edited(bench, "cl100k_base", corpus, 500, 100)


@needs_ctok
@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", CLAUDE)
def test_after_500_edits_claude_equals_a_recount_in_every_file(
    bench: ModuleType, corpus: list[Path], name: str
) -> None:
    edited(bench, name, corpus, 500, 500)
