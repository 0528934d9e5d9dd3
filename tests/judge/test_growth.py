"""Texts that nobody writes on purpose are reviewed and improved in time that grows with their
length, not with its square. `benchmarks/growth.py` tries many more."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from workbench.change.choosing import Wish
from workbench.change.ground import Ground
from workbench.change.optimise import optimise
from workbench.judge.registry import Context
from workbench.judge.review import review
from workbench.prompt.prompt import Prompt

# Each of these took the square of its length once; the sizes are such that a square takes 5 s
# and more, and what is right some tenths of a second.
REVIEWED = {
    "one heading many times": "## A\n\nx\n\n" * 9_000,
    "headings without text": "# A\n" * 12_000,
    "many tags": "<a>\nNever use x.\n</a>\n" * 2_000,
}


def spent(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", REVIEWED)
def test_review_takes_no_square_time(name: str) -> None:
    context = Context(Prompt.from_text(REVIEWED[name], "CLAUDE.md"))
    assert spent(lambda: review(context)) < 4


def improved(text: str) -> object:
    prompt = Prompt.from_text(text, "CLAUDE.md")
    rules = Context(prompt).instructions
    ground = Ground(prompt, prompt.parts(), rules, lambda lines: [len(x) // 4 + 1 for x in lines])
    return optimise(ground, Wish(strategy="edges"))


@pytest.mark.slow
def test_improving_a_list_of_thousands_takes_no_square_time() -> None:
    assert spent(lambda: improved("- aaaaaaaa\n" * 16_000)) < 4


@pytest.mark.slow
def test_hundreds_of_critical_rules_are_not_all_tried_out() -> None:
    text = "".join(f"- CRITICAL: never delete database w{k}x!\n" for k in range(150))
    assert spent(lambda: improved(text)) < 6
