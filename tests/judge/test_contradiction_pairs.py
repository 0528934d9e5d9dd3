"""Two sentences side by side: which clash, and which only look as if they did."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.judge.registry import Context, all_rules
from workbench.judge.review import review
from workbench.judge.rules._pairs import conflict, judge, signals
from workbench.judge.rules._side import THRESHOLD, Side
from workbench.prompt.prompt import Prompt
from workbench.prompt.slots import slots_of

DATA = Path(__file__).resolve().parents[2] / "benchmarks" / "data"

CLASHES = [
    ("Indent with tabs.", "Indent with two spaces."),
    ("Never return stack traces.", "Include the stack trace in every answer."),
    ("Use Elasticsearch for full-text search.", "Full-text search goes through Meilisearch."),
    ("Lines have at most 80 characters.", "Wrap lines at 100 columns."),
    ("Retry failed uploads three times.", "A failed upload is retried once."),
    ("All public functions must be annotated.", "Annotating public functions is optional."),
    ("A change without tests is rejected.", "Tests are up to you."),
    ("Warm the cache before switching traffic.", "Switch traffic first, then warm the cache."),
    ("Ask before you delete a draft.", "Delete drafts without asking."),
    ("Sauna hours are booked at the desk, not by you.", "Book a sauna hour with `spa` when asked."),
    ("Suggest at most two indexes.", "List all indexes, however many."),
    ("Lend readers three books per visit.", "Books are unlimited."),
    (
        "A reminder goes out two days before the sale.",
        "Bidders are reminded 5 days before a sale.",
    ),
    ("Name files in kebab-case.", "File names are PascalCase."),
    ("コミットメッセージは英語で書く。", "コミットメッセージは日本語で統一する。"),
    ("レビューなしでマージしてはならない。", "レビューは省略してよい。"),
    ("不要在日志中记录请求体。", "出错时在日志中记录请求体。"),
    ("每行不超过 80 个字符。", "单行长度上限为 120 个字符。"),
]
LOOK_ALIKES = [
    ("Go files are indented with tabs.", "Indent YAML with two spaces."),
    ("Never log passwords.", "Log every change of a role."),
    ("No dependencies unless the lead agrees.", "The lead has agreed to `visx`: add it."),
    ("No abbreviations, except `id`.", "Write `id`, not `identifier`."),
    ("Be brief.", "Brief means at most three sentences."),
    ("Replies have no more than 100 words.", "Stay below 100 words per reply."),
    ("Run the unit tests before each deploy.", "Run the smoke tests after each deploy."),
    ("Keep the colour scheme in a cookie.", "Never keep a session id in a cookie."),
    ("On staging you may reset the database.", "Never reset the production database."),
    ("Tests run without network.", "No test may depend on the network."),
    ("All dates are UTC.", "Never use local time for dates."),
    ("Nothing reaches `main` without review.", "Changes get into `main` through review only."),
    ("In dark mode links are light blue.", "In light mode links are dark blue."),
    ("`web/` ではスペース2個でインデントする。", "`api/` ではスペース4個でインデントする。"),
    ("依存を追加しない。ただしテスト用は除く。", "テスト用の依存は追加してよい。"),
    ("不要记录个人信息。", "用户编号可以记录。"),
]


@pytest.mark.parametrize(("a", "b"), CLASHES)
def test_these_clash_in_either_order(a: str, b: str) -> None:
    for one, two in ((a, b), (b, a)):
        verdict = conflict(one, "", two, "")
        assert verdict.conflict and verdict.reason, (one, two, verdict)


@pytest.mark.parametrize(("a", "b"), LOOK_ALIKES)
def test_these_only_look_alike(a: str, b: str) -> None:
    for one, two in ((a, b), (b, a)):
        assert not conflict(one, "", two, "").conflict, (one, two, conflict(one, "", two, ""))


def test_what_is_only_looked_for_is_not_chosen() -> None:
    rule = "Keep every amount of money in integer cents."
    for hint in (
        "In a review, look for amounts that are stored as floats.",
        "Watch for a float where an amount is compared.",
    ):
        assert not conflict(rule, "", hint, "").conflict
    assert conflict(rule, "", "Keep every amount of money as a float.", "").conflict


def test_a_heading_keeps_two_values_apart() -> None:
    a, b = "Timeouts are five seconds.", "Timeouts are thirty seconds."
    assert conflict(a, "", b, "").conflict
    assert not conflict(a, "Production", b, "Local development").conflict


def _rates(rows: list[tuple[bool, float]]) -> tuple[float, float]:
    found = [score >= THRESHOLD for clash, score in rows if clash]
    flagged = [score >= THRESHOLD for clash, score in rows if not clash]
    return sum(found) / len(found), sum(flagged) / len(flagged)


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("pairs*.tsv")))
def test_our_own_pairs_stay_found(name: str) -> None:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found, flagged = _rates(
        [(r[1] == "conflict", conflict(r[4], r[3], r[6], r[5], r[0]).score) for r in rows]
    )
    # The first four sets shaped the lexicon and keep their bound; later ones were written blind.
    early = {"pairs.tsv", "pairs_fresh.tsv", "pairs_third.tsv", "pairs_fourth.tsv"}
    assert found >= (0.75 if name in early else 0.6) and flagged <= 0.05


def test_the_shared_pairs_stay_found(shared: Path) -> None:
    lines = (shared / "probes" / "contradictions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found, flagged = _rates(
        [
            (
                r["label"] == "conflict",
                conflict(r["a"], r["a_heading"], r["b"], r["b_heading"], r["lang"]).score,
            )
            for r in rows
        ]
    )
    assert found >= 0.8 and flagged <= 0.02


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_gets_a_verdict_the_same_in_both_directions(a: str, b: str) -> None:
    one, two = Side(slots_of(a)), Side(slots_of(b))
    assert 0.0 <= judge(one, two).score <= 1.0
    assert (judge(one, two).score >= THRESHOLD) == (judge(two, one).score >= THRESHOLD)


@given(st.text(alphabet="はをにでが使う不要不得ないabc0123456789 。、，`-", max_size=80))
def test_mixed_scripts_never_fail(text: str) -> None:
    assert slots_of(text).text == text
    assert judge(Side(slots_of(text)), Side(slots_of(text))).score <= 1.0


NARROWED = [
    ("Sort rows by date.", "Do not sort rows in the database."),  # a place
    ("Answer the guest.", "Don't answer with a poem."),  # a means
    ("Send the bill to the guest.", "Never send the bill to the press."),  # a receiver
    ("Copy tickets.", "Do not copy tickets in parallel."),  # a manner
    ("Fold the sheets of a bed.", "Do not fold the sheets of paper."),  # a kind
    ("Quote the poem.", "Do not quote more than ten lines."),  # a cap
    ("Paint the doors around the windows.", "Do not paint windows."),  # an object
    ("Knock before you enter a cabin.", "Never enter a cabin without knocking."),
]
TOLD = [
    ("Until 2019 the ferry ran on diesel.", "The ferry never runs on diesel."),
    ("Why do we not sail at night? Because it is dark.", "Sail at night."),
    ("Guests say that we never answer.", "Answer each guest."),
    ("Lend readers three books per visit.", "For schools, books are unlimited."),
    ("Guests get two drinks.", "Members have unlimited drinks."),
    ("Ask for the number of nights.", "Lend a boat for at most two hours per guest."),
    ("A reminder goes out two days before the sale.", "Ask for the fee 5 days before the sale."),
    ("In night view, do not draw the legend.", "In day view, draw the legend."),
    ("Be formal with pilots.", "Be informal with stewards."),
    ("Do not sail when a detail is missing.", "Ask for details that are missing."),
    ("No knots but the bowline.", "Tie the bowline."),
    ("Beta guests see the new menu.", "Other guests do not see the new menu."),
    (
        "During the trial, seats are booked by hand.",
        "After the trial, seats are booked automatically.",
    ),
]


@pytest.mark.parametrize(("a", "b"), NARROWED)
def test_a_ban_on_one_way_leaves_the_others(a: str, b: str) -> None:
    assert not conflict(a, "", b, "").conflict and not conflict(b, "", a, "").conflict


@pytest.mark.parametrize(("a", "b"), TOLD)
def test_the_past_questions_and_cases_bind_nobody_else(a: str, b: str) -> None:
    assert not conflict(a, "", b, "").conflict and not conflict(b, "", a, "").conflict


@pytest.mark.parametrize("least", [0.3, 0.58])
def test_weak_signals_may_be_left_out_and_no_others(least: float) -> None:
    """A whole file asks for strong ones only, which saves most of the work."""
    told = [text for pair in [*CLASHES, *LOOK_ALIKES] for text in pair]
    sides = [Side(slots_of(text), "") for text in told]
    strong = 0
    for one in sides:
        for two in sides:
            every = [v for v in signals(one, two) if v.score >= least]
            assert [v for v in signals(one, two, least) if v.score >= least] == every
            strong += len(every)
    assert strong > len(CLASHES)


@pytest.mark.parametrize(
    "text",
    [
        "- Install packages with uv.\n- The output must be piped into the log.\n",
        "- Use Vue components.\n- The team reacts to each bug in a component.\n",
        "- Use the Read tool, not Bash.\n\n```bash\ncat notes.txt\n```\n",
    ],
)
def test_the_name_of_a_program_is_a_whole_word(text: str) -> None:
    """ "Piped" is no pip, "reacts" no React, a fence tag no tool."""
    rules = [rule for rule in all_rules() if rule.id == "contradiction"]
    assert review(Context(Prompt.from_text(text, "CLAUDE.md")), rules=rules).findings == ()


def test_a_program_that_is_named_is_still_found() -> None:
    rules = [rule for rule in all_rules() if rule.id == "contradiction"]
    text = "- Use uv to install packages.\n- Use pip to install packages.\n"
    assert review(Context(Prompt.from_text(text, "CLAUDE.md")), rules=rules).findings
