"""The offline ranking: strangers come last, nothing is advised, and it is the same every time."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.judge.samples import BAKERY, KAIGI, PROMPTS, TELESCOPE
from workbench.errors import Interrupted, UsageError
from workbench.judge.relevance import (
    PartScore,
    Progress,
    ScoreResult,
    score_offline,
    score_steps,
)
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt


def parts_of(text: str, granularity: str | int = "auto") -> tuple[Prompt, tuple[Part, ...]]:
    prompt = Prompt.from_text(text, path="CLAUDE.md")
    return prompt, prompt.parts(granularity)


def scored(text: str, task: str | None = None, **options: object) -> ScoreResult:
    prompt, parts = parts_of(text)
    return score_offline(prompt, parts, task, [10] * len(parts), **options)  # type: ignore[arg-type]


def section(text: str, number: int) -> str:
    """The `number`th second-level section of one of the samples."""
    return "## " + re.split(r"(?m)^## ", text)[number]


def with_stranger(host: str, guest: str, number: int = 2) -> str:
    return host.rstrip("\n") + "\n\n" + section(guest, number).replace("## ", "## Stranger: ", 1)


def stranger(result: ScoreResult) -> PartScore:
    return next(part for part in result.parts if part.title.startswith("Stranger"))


# --- finding what does not belong ---


@pytest.mark.parametrize(("host", "guest"), list(itertools.permutations(PROMPTS, 2)))
def test_part_of_another_prompt_is_looked_at_first(host: str, guest: str) -> None:
    result = scored(with_stranger(PROMPTS[host], PROMPTS[guest]))
    lowest = min(result.parts, key=lambda row: row.score or 0.0)
    assert lowest == stranger(result)
    assert "only here" in lowest.justification


@pytest.mark.parametrize("name", PROMPTS)
def test_a_rank_is_no_verdict(name: str) -> None:
    result = scored(PROMPTS[name])
    assert result.flagged == () and not result.judged
    for row in result.parts:
        assert row.score is not None and 0 <= row.score <= 10
        assert row.klass is None and row.usage is None and row.recommendation is None
    row = result.to_dict()
    for key in ("distractor_parts", "context_efficiency", "average_relevance", "savings_pct"):
        assert row[key] is None, key


def test_the_words_of_the_task_are_named_and_bring_a_part_nearer() -> None:
    text = with_stranger(BAKERY, TELESCOPE)
    plain, asked = scored(text, "Zzyzx"), scored(text, "Plan exposures of the telescope at dusk")
    words = {word.lower() for word in stranger(asked).shared}
    assert "telescope" in words and stranger(plain).shared == ()
    assert (stranger(asked).score or 0) > (stranger(plain).score or 0)


def test_bad_threshold_and_bad_costs_are_usage_errors() -> None:
    prompt, parts = parts_of(BAKERY)
    with pytest.raises(UsageError, match="outside 0 to 10"):
        score_offline(prompt, parts, None, [1] * len(parts), threshold=11)
    with pytest.raises(UsageError, match="token counts"):
        score_offline(prompt, parts, None, [1])


# --- what is not scored ---


def test_frontmatter_containers_and_blank_parts_are_not_counted() -> None:
    text = (
        "---\nname: bread\ndescription: Bread orders\n---\n" + BAKERY + "\n# Empty\n\n## Night\nx\n"
    )
    prompt, parts = parts_of(text, "fine")
    result = score_offline(prompt, parts, None, [1] * len(parts))
    assert [row.id for row in result.parts] == [part.id for part in parts if part.scored]
    assert any(part.kind == "frontmatter" for part in parts)
    assert result.total_tokens == len(parts)


@pytest.mark.parametrize("text", ["", "\n\n", "# One\n\nA line.\n", "# One\nA.\n# Two\nB b b.\n"])
def test_too_few_parts_are_inconclusive(text: str) -> None:
    result = scored(text, "Write tests.")
    assert "Too few parts" in result.inconclusive
    assert result.total_parts == 0 and result.foreign == ()
    for row in result.parts:
        assert row.score is None and row.klass is None and row.recommendation is None
        assert "Too few parts" in row.justification


def test_part_without_words_is_inconclusive_not_foreign() -> None:
    prompt, parts = parts_of(BAKERY + "\n## 1\n\n+++ 1234 *** 5678\n", "fine")
    rows = score_offline(prompt, parts, None, [1] * len(parts)).parts
    assert rows[-1].score is None and "too few words" in rows[-1].justification
    assert all(row.score is not None for row in rows[:-1])


_DUMP = """
import json, sys
from workbench.judge.relevance import score_offline
from workbench.prompt.prompt import Prompt
prompt = Prompt.from_text(sys.stdin.read(), path="CLAUDE.md")
parts = prompt.parts()
print(json.dumps(score_offline(prompt, parts, None, [7] * len(parts)).to_dict(), sort_keys=True))
"""


def test_two_processes_give_the_same_result() -> None:
    text = with_stranger(BAKERY, KAIGI)
    outputs = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, "-c", _DUMP],
            input=text.encode(),
            capture_output=True,
            check=True,
            env=environment,
        )
        outputs.append(json.loads(done.stdout))
    assert outputs[0] == outputs[1]
    assert outputs[0]["task_origin"] == "first paragraph"


def test_contract_keys() -> None:
    result = scored(BAKERY).to_dict()
    assert {
        "task",
        "judge",
        "threshold",
        "parts",
        "total_parts",
        "high_relevance_parts",
        "distractor_parts",
        "context_efficiency",
        "average_relevance",
        "distractor_tokens",
        "savings_pct",
    } <= set(result)
    assert result["judge"] == "offline"
    row = {"id", "title", "tokens", "score", "class", "usage", "justification", "recommendation"}
    assert row <= set(result["parts"][0])
    json.dumps(result)


def test_steps_give_every_score_and_the_same_result() -> None:
    prompt, parts = parts_of(BAKERY)
    steps = score_steps(prompt, parts, None, [10] * len(parts))
    seen: list[Progress] = []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as stop:
            result = stop.value
            break
    assert [step.done for step in seen] == sorted({step.done for step in seen})
    assert seen[-1].done == seen[-1].total
    assert tuple(step.part for step in seen if step.part) == result.parts
    assert result == scored(BAKERY)


def test_cancel_stops_at_the_next_step() -> None:
    prompt, parts = parts_of(BAKERY)
    stop = False
    steps = score_steps(prompt, parts, None, [10] * len(parts), cancel=lambda: stop)
    next(steps)
    stop = True
    with pytest.raises(Interrupted):
        next(steps)


def _seconds(text: str) -> float:
    prompt, parts = parts_of(text, "fine")
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        score_offline(prompt, parts, "Plan bread deliveries", [1] * len(parts))
        best = min(best, time.process_time() - start)
    return best


def test_twice_the_parts_cost_less_than_three_times() -> None:
    sections = [section(text, n) for text in PROMPTS.values() for n in range(1, 5)]
    many = [f"{sections[i % len(sections)]} item{i} thing{i % 7}\n" * 3 for i in range(200)]
    assert _seconds("".join(many)) < 3 * max(_seconds("".join(many[:100])), 0.01)


# --- hostile and real text ---


@pytest.mark.parametrize(
    "bad",
    [
        "\x1b[31mred\x1b[0m \x1b]52;c;aGk=\x07",
        "\u202eevil\u202c \u200b\u2066",
        "[bold]markup[/bold] path[0].md {x} %s %(y)s",
        "\udcff\udc80 lone \ud800",
        "\u2028\u2029\x85\x00",
        "a" * 200_000,
        "あ" * 50_000,
        "\u0301" * 20_000,
        "- " * 20_000,
        '"quote" \\ `tick',
    ],
)
def test_hostile_text_is_scored_and_shown_safely(bad: str) -> None:
    text = BAKERY + f"\n## {bad[:60]}\n{bad}\nBread for every customer of telescope {bad[:40]}\n"
    for task in (None, bad[:500]):
        result = scored(text, task)
        for row in result.parts:
            assert row.score is None or 0 <= row.score <= 10
            assert not re.search(
                "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\u200b]",
                row.justification,
            )


def test_every_corpus_file_is_scored(corpus: list[Path]) -> None:
    for path in corpus:
        prompt = Prompt.from_bytes(path.read_bytes(), path=path.name.split("__")[-1])
        parts = prompt.parts()
        result = score_offline(prompt, parts, None, [1] * len(parts))
        assert len(result.parts) == sum(part.scored for part in parts), path.name
        assert bool(result.inconclusive) == (result.total_parts == 0), path.name
