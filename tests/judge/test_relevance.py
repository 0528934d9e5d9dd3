"""The offline scorer: finds strangers, stays modest, says why, and is the same every time."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.judge.samples import BAKERY, KAIGI, PARSER, PROMPTS, TELESCOPE
from workbench.errors import Interrupted, UsageError
from workbench.judge.relevance import (
    RECOMMENDATIONS,
    PartScore,
    Progress,
    ScoreResult,
    class_of,
    score_offline,
    score_steps,
    usage_of,
)
from workbench.judge.relevance.lex import cut, measure
from workbench.judge.relevance.terms import background, terms
from workbench.judge.relevance.tone import tone
from workbench.judge.task import Task
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt


@dataclass(frozen=True)
class FakeRule:
    part: str
    start_line: int = 1
    strength: str = "hard"
    critical: bool = False
    form: str = "duty"
    cue: str = "never"


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
def test_part_of_another_prompt_scores_lowest(host: str, guest: str) -> None:
    result = scored(with_stranger(PROMPTS[host], PROMPTS[guest]))
    lowest = min(result.parts, key=lambda part: part.score or 0)
    assert lowest.title.startswith("Stranger")


@pytest.mark.parametrize("name", PROMPTS)
def test_nothing_of_an_untouched_prompt_is_flagged(name: str) -> None:
    assert scored(PROMPTS[name]).flagged == ()


def test_anecdote_scores_below_rule_with_the_same_words() -> None:
    """In parts of one line, a story that shares words with the task is not taken for a rule."""
    lines = [
        "The export job was once renamed after a cat that sat in the office.",
        "Export jobs write to `out/`, at most 5 files.",
        "Menus are sorted by name.",
        "Pages are cached for an hour.",
    ]
    *_, found = measure([("", line) for line in lines], "Change the export job.")
    assert isinstance(found, list)
    assert found[0].distance > found[1].distance
    assert min(found, key=lambda part: part.distance) is found[1]


def test_background_knows_common_and_rare_terms() -> None:
    assert background().parts == 4923
    assert background().idf("test") < background().idf("telescope") <= background().idf("xqzzy")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parseInvoice files", ["parse", "invoice"]),
        ("snake_case2 testing", ["snake", "case2", "test"]),
        ("議事録を", ["議事", "事録", "録を"]),
        ("Größe prüfen", ["größe", "prüfen"]),
        ("Ошибки", ["ошибки"]),
        ("한국어", ["한국", "국어"]),
        ("1 a ! 中", []),
    ],
)
def test_terms_of_every_script(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_tone_tells_rules_from_stories() -> None:
    assert tone("Never push to `main`. Use at most 5 jobs.").ruling == 1
    assert tone("The team was founded in 2012. It moved to the harbour last year.").telling == 1
    assert tone("以前はJenkinsを使っていた。").telling == 1
    assert tone("# History\nThe team was founded long ago.").telling == 1
    assert tone("").ruling == tone("").telling == 0


# --- modesty: caps, constraints, thresholds ---


def test_without_shared_word_seven_is_the_most() -> None:
    result = scored(BAKERY, "Zzyzx quux.")
    assert all(part.score is not None and part.score <= 7 for part in result.parts)
    assert all(part.shared == () for part in result.parts)
    assert "7 is the most" in result.parts[0].justification


def test_linking_words_are_no_shared_words() -> None:
    result = scored(BAKERY, "What would they do before each of these?")
    assert all(not part.shared for part in result.parts)


def test_hard_rule_in_a_low_part_asks_for_a_check_by_hand() -> None:
    prompt, parts = parts_of(with_stranger(BAKERY, TELESCOPE))
    odd = next(part for part in parts if part.title.startswith("Stranger"))
    costs = [10] * len(parts)
    rule = FakeRule(odd.id, start_line=odd.start_line + 1, cue="must")
    row = stranger(score_offline(prompt, parts, None, costs, rules=[rule]))
    assert row.score is not None and row.score < 5
    assert row.check_by_hand and "check by hand" in row.justification
    assert (
        f'rule word "must" in line {odd.start_line + 1}'.casefold() in row.justification.casefold()
    )
    assert row.recommendation == "RELOCATE"
    plain = FakeRule(odd.id, form="imperative", cue="run")
    row = stranger(score_offline(prompt, parts, None, costs, rules=[plain]))
    assert not row.check_by_hand


def test_always_is_for_pins_and_critical_rules_only() -> None:
    prompt, parts = parts_of(BAKERY)
    costs = [10] * len(parts)
    assert "ALWAYS" not in {p.usage for p in score_offline(prompt, parts, None, costs).parts}
    critical = FakeRule(parts[1].id, critical=True)
    result = score_offline(prompt, parts, None, costs, rules=[critical], pinned={parts[2].id})
    assert [part.usage == "ALWAYS" for part in result.parts][1:4] == [True, True, False]
    assert "Pinned by you" in result.parts[2].justification


def test_pinned_part_is_kept_whatever_its_score() -> None:
    prompt, parts = parts_of(with_stranger(BAKERY, TELESCOPE))
    odd = next(part for part in parts if part.title.startswith("Stranger"))
    result = score_offline(prompt, parts, None, [10] * len(parts), pinned={odd.id})
    row = stranger(result)
    assert row.below(5) and row.recommendation == "KEEP"


def test_the_only_mention_of_a_name_used_elsewhere_is_said() -> None:
    text = (
        BAKERY
        + "\nRead the oven temperatures from `brotwerk` only.\n\n## Telescope\n"
        + (
            "The dome of the telescope closes in wind. Filters and exposures are logged at dusk.\n"
            "The password vault is called brotwerk. Frames and magnitudes are kept for a year.\n"
        )
    )
    row = next(part for part in scored(text).parts if part.title == "Telescope")
    assert row.below(5)
    assert '"brotwerk" stands only here and in "Complaints": check by hand' in row.justification
    assert row.recommendation != "REMOVE"


def test_repeated_part_names_the_part_it_repeats() -> None:
    text = BAKERY + "\n" + section(BAKERY, 2).replace("Allergies", "Allergies again", 1)
    result = scored(text)
    row = next(part for part in result.parts if part.title == "Allergies again")
    assert row.repeats == next(part.id for part in result.parts if part.title == "Allergies")
    assert 'epeats much of "Allergies"' in row.justification


@pytest.mark.parametrize(
    ("score", "klass", "usage"),
    [
        (10, "ESSENTIAL", "OFTEN"),
        (8, "ESSENTIAL", "OFTEN"),
        (7.9, "HELPFUL", "SOMETIMES"),
        (5, "HELPFUL", "SOMETIMES"),
        (4.9, "MARGINAL", "RARELY"),
        (2, "MARGINAL", "RARELY"),
        (1.9, "DISTRACTOR", "NEVER"),
        (0, "DISTRACTOR", "NEVER"),
    ],
)
def test_classes_and_usage_follow_the_score(score: float, klass: str, usage: str) -> None:
    assert (class_of(score), usage_of(score)) == (klass, usage)


def test_aggregates_at_each_threshold() -> None:
    text = with_stranger(BAKERY, TELESCOPE)
    results = {threshold: scored(text, threshold=threshold) for threshold in (3, 5, 7)}
    assert len({tuple(r.scores) for r in results.values()}) == 1
    flagged = [results[t].distractor_parts for t in (3, 5, 7)]
    assert flagged == sorted(flagged) and flagged[1] == 1
    for threshold, result in results.items():
        low = sum(score < threshold for score in result.scores)
        assert result.total_parts == result.high_relevance_parts + result.distractor_parts
        assert result.distractor_parts == low
        assert result.context_efficiency == pytest.approx(1 - low / result.total_parts)
        assert result.average_relevance == pytest.approx(sum(result.scores) / result.total_parts)
        assert result.distractor_tokens == 10 * low
        assert result.savings_pct == pytest.approx(100 * 10 * low / result.total_tokens)
    assert all(part.recommendation == "KEEP" for part in results[7].parts if (part.score or 0) >= 5)


def test_long_low_part_is_for_a_file_and_a_short_one_for_removal() -> None:
    prompt, parts = parts_of(with_stranger(BAKERY, TELESCOPE))
    for tokens, expected in ((400, "OFFLOAD"), (40, "REMOVE")):
        row = stranger(score_offline(prompt, parts, None, [tokens] * len(parts)))
        assert row.score is not None and 2 <= row.score < 5
        assert row.recommendation == expected


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
    assert "inconclusive" in result.inconclusive
    assert result.total_parts == 0 and result.flagged == ()
    assert result.context_efficiency is None and result.average_relevance is None
    for row in result.parts:
        assert row.score is None and row.klass is None and row.recommendation == "KEEP"
        assert "nconclusive" in row.justification


def test_part_without_words_is_inconclusive_not_foreign() -> None:
    prompt, parts = parts_of(BAKERY + "\n## 1\n\n+++ 1234 *** 5678\n", "fine")
    rows = score_offline(prompt, parts, None, [1] * len(parts)).parts
    assert rows[-1].score is None and "no words" in rows[-1].justification
    assert all(row.score is not None for row in rows[:-1])


# --- words ---


def all_rows() -> list[PartScore]:
    texts = [with_stranger(a, b) for a, b in itertools.permutations(PROMPTS.values(), 2)]
    return [
        row for text in texts for task in (None, "", "Zzyzx") for row in scored(text, task).parts
    ]


def test_reasons_are_two_or_three_checkable_sentences() -> None:
    for row in all_rows():
        sentences = re.findall(r"[.!?](?:\s|$)", re.sub(r'"[^"]*"', "x", row.justification))
        assert 2 <= len(sentences) <= 3, row.justification
        assert "the task" in row.justification or "No task" in row.justification
        assert "the rest of the file" in row.justification


def test_reasons_claim_nothing_that_words_cannot_show() -> None:
    forbidden = (
        r"essential|harm|useless|irrelevant|needed|will (?:improve|break)|must be|obey|ignore"
    )
    for row in all_rows():
        assert not re.search(forbidden, row.justification, re.IGNORECASE), row.justification
        assert row.recommendation in RECOMMENDATIONS


def test_result_says_that_scores_alone_justify_nothing() -> None:
    note = scored(BAKERY).note
    assert "foreign" in note and "no reason to remove" in note


def test_shared_words_are_in_the_part_and_named_in_the_reason() -> None:
    result = scored(PARSER, "Let the parser return decimals for amounts.")
    row = next(part for part in result.parts if part.title == "Amounts")
    assert {"decimals", "amounts", "parser"} <= set(row.shared)
    assert "amounts" in row.justification and row.score == max(result.scores)


def test_japanese_reasons_name_whole_words() -> None:
    result = scored(KAIGI, "決定事項の担当者を変更する")
    row = next(part for part in result.parts if part.title == "担当者")
    assert "担当者" in row.shared
    assert all(not re.fullmatch(r"[\u3041-\u3096]+", word) for word in row.shared)


# --- the same every time, in steps, and fast enough ---


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
    assert outputs[0]["task_origin"] == "title and first paragraph"


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


def _seconds(parts: list[tuple[str, str]]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        list(measure(parts, "Plan bread deliveries and telescope nights"))
        best = min(best, time.process_time() - start)
    return best


def test_twice_the_parts_cost_less_than_three_times() -> None:
    sections = [section(text, n) for text in PROMPTS.values() for n in range(1, 5)]
    many = [
        (str(i), f"{sections[i % len(sections)]} item{i} thing{i % 7}\n" * 3) for i in range(200)
    ]
    assert _seconds(many) < 3 * max(_seconds(many[:100]), 0.01)


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


def test_score_is_below_five_exactly_past_the_cut() -> None:
    for text in PROMPTS.values():
        prompt, parts = parts_of(with_stranger(text, TELESCOPE))
        texts = [(part.title, prompt.part_text(part)) for part in parts if part.scored]
        *_, found = measure(texts, "bread orders")
        assert isinstance(found, list)
        result = score_offline(prompt, parts, Task("bread orders"), [1] * len(parts))
        for measured, row in zip(found, result.parts, strict=True):
            assert row.score is not None and (row.score < 5) == (measured.distance > cut())


def test_every_corpus_file_is_scored(corpus: list[Path]) -> None:
    for path in corpus:
        prompt = Prompt.from_bytes(path.read_bytes(), path=path.name.split("__")[-1])
        parts = prompt.parts()
        result = score_offline(prompt, parts, None, [1] * len(parts))
        assert len(result.parts) == sum(part.scored for part in parts), path.name
        assert bool(result.inconclusive) == (result.total_parts == 0), path.name


def test_common_word_is_no_link_between_two_parts() -> None:
    """Only what one of the two marks as a name is worth a warning."""
    text = (
        BAKERY
        + "\nPut it aside.\n\n## Telescope\n"
        + (
            "The dome of the telescope closes in wind. Filters and exposures are logged at dusk.\n"
            "Leave frames and magnitudes aside.\n"
        )
    )
    result = scored(text, threshold=10)
    assert len(result.flagged) >= 5
    assert not any(row.check_by_hand for row in result.parts)
