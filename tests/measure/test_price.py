"""What a run will cost: the sums are those that a person makes with a pencil."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import UsageError
from workbench.measure.amounts import usd, usd_words
from workbench.measure.price import Learned, Meter, estimate
from workbench.measure.prices import Tariff, parse_prices, tariff
from workbench.measure.request import Request, Usage
from workbench.measure.tokens.types import CounterInfo

INFO = CounterInfo("letters", "", "exact", None, "one token for each character")


class Letters:
    """A counter that anyone can check: one token for each character, ten around a message."""

    info = INFO
    frame_tokens = 10
    unit = 1
    slice_chars = 1000

    def count(self, text: str) -> int:
        return len(text)

    def describe(self, text: str) -> CounterInfo:
        return INFO

    def cut_before(self, line: str, previous: str) -> bool:
        return True

    def block_cost(self, text: str, first: bool, last: bool) -> int:
        return len(text)


SCHEMA: dict[str, Any] = {}
PRICES = {"input": 2.0, "output": 10.0, "write_5m": 2.5, "write_1h": 4.0, "read": 0.1}


def asked(n: int, *, prefix: int = 900, question: int = 40) -> list[Request]:
    return [
        Request(f"q{i}", "s" * 100, "p" * prefix, "q" * question, SCHEMA, 500, (20, 100))
        for i in range(n)
    ]


def meter(**more: Any) -> Meter:
    given: dict[str, Any] = {
        "tariff": Tariff("m", PRICES, None, 512, "2026-11-01", "a table"),
        "payment": "price",
        "tokenizer": Letters(),
    }
    return Meter(**(given | more))


def test_the_first_call_writes_the_cache_and_the_others_read_it() -> None:
    found = estimate({"scores": asked(4)}, meter())
    expected = found.expected
    assert (expected.calls, expected.cache_write, expected.cache_read) == (4, 1000, 3000)
    assert (expected.input, expected.output) == (4 * 50, 4 * 100)
    by_hand = (200 * 2 + 1000 * 2.5 + 3000 * 0.1 + 400 * 10) / 1e6
    assert expected.usd == pytest.approx(by_hand)
    assert found.low.usd == pytest.approx(by_hand - 4 * 80 * 10 / 1e6)
    # Worst: eight calls, each of which finds nothing cached, with the longest answers.
    assert found.worst.calls == 8
    assert found.worst.usd == pytest.approx(8 * (50 * 2 + 1000 * 2.5 + 500 * 10) / 1e6)


def test_the_formula_can_be_recalculated() -> None:
    found = estimate({"scores": asked(4)}, meter())
    first = found.formula[0]
    assert first == (
        "expected = (200 in x 2 + 1,000 cache write x 2.5 + 3,000 cache read x 0.1 + 400 out x 10)"
        " / 1,000,000 = 0.0072 USD (prices of 2026-11-01, a table)"
    )
    left = first.removeprefix("expected = ").split(" = ")[0]
    for words in (" in", " cache write", " cache read", " out", ","):
        left = left.replace(words, "")
    assert eval(left.replace("x", "*")) == pytest.approx(found.expected.usd)
    assert any("assumed" in line for line in found.formula)


def test_a_start_too_short_for_the_cache_is_read_in_full_each_time() -> None:
    found = estimate({"scores": asked(4, prefix=100)}, meter())
    assert (found.expected.cache_write, found.expected.cache_read) == (0, 0)
    assert found.expected.input == 4 * 250
    assert any("shorter than the least of 512" in line for line in found.formula)


def test_where_nobody_knows_the_least_length_only_the_low_end_reckons_with_a_cache() -> None:
    unknown = meter(tariff=Tariff("m", PRICES, None, None, "2026-11-01"))
    found = estimate({"scores": asked(4)}, unknown)
    assert found.low.cache_read == 3000
    assert found.expected.cache_read == 0
    single = estimate({"scores": asked(1)}, unknown)
    assert single.low.cache_write == 0  # a cache for one question would only cost


def test_a_runner_without_a_cache() -> None:
    found = estimate({"scores": asked(4)}, meter(caches=False))
    assert found.low.input == found.expected.input == 4 * 1050
    assert any("this runner has none" in line for line in found.formula)


def test_prices_above_a_length_of_one_prompt() -> None:
    """Haiku 5.5 costs five times as much above 100,000 tokens of one prompt."""
    step = (1000, {name: 5 * price for name, price in PRICES.items()})
    dear = meter(tariff=Tariff("m", PRICES, step, 512, "2026-11-01"))
    short = estimate({"a": asked(2, prefix=500)}, dear).expected.usd
    long = estimate({"a": asked(2, prefix=900)}, dear).expected.usd
    assert short == pytest.approx((2 * 50 * 2 + 600 * 2.5 + 600 * 0.1 + 200 * 10) / 1e6)
    assert long == pytest.approx(5 * (2 * 50 * 2 + 1000 * 2.5 + 1000 * 0.1 + 200 * 10) / 1e6)
    haiku = tariff("claude-haiku-5-5")
    assert haiku.usd(Usage(100_000, 0)) == pytest.approx(0.01)
    assert haiku.usd(Usage(90_000, 0, 0, 10_001)) == pytest.approx(0.0455, rel=1e-3)


def test_steps_add_up_to_the_total_and_share_one_cache() -> None:
    found = estimate({"judge": asked(2), "rewrite": asked(2), "nothing": []}, meter())
    assert [step.name for step in found.steps] == ["judge", "rewrite"]
    assert found.expected.cache_write == 1000
    assert found.expected.usd == pytest.approx(sum(s.expected.usd or 0 for s in found.steps))
    other = [replace(request, prefix="x" * 900) for request in asked(2)]
    assert estimate({"judge": asked(2), "rewrite": other}, meter()).expected.cache_write == 2000


@given(
    n=st.integers(1, 12),
    prefix=st.integers(0, 3000),
    least=st.sampled_from([None, 512, 4096]),
    caches=st.booleans(),
)
def test_low_expected_and_worst_are_in_order(
    n: int, prefix: int, least: int | None, caches: bool
) -> None:
    found = estimate(
        {"a": asked(n, prefix=prefix)},
        meter(tariff=Tariff("m", PRICES, None, least), caches=caches),
    )
    low, expected, worst = found.low.usd, found.expected.usd, found.worst.usd
    assert low is not None and expected is not None and worst is not None
    assert 0 < low <= expected <= worst


def test_the_length_of_answers_is_learned_from_earlier_runs() -> None:
    found = estimate({"a": asked(3)}, meter(learned=Learned(40, 251.4)))
    assert found.expected.output == 3 * 251
    assert any("mean of 40 earlier answers" in line for line in found.formula)
    much = estimate({"a": asked(3)}, meter(learned=Learned(40, 9000.0)))
    assert much.expected.output == 3 * 500  # no answer is longer than it may be


def test_case_118_an_unknown_price_is_never_zero() -> None:
    """A total that leaves out what is not known reads as cheap."""
    own = parse_prices(
        {
            "as_of": "2025-05-01",
            "models": {
                "model-old": {"prices": {"input": 15.0, "output": 75.0}},
                "model-new": {},
                "claude-opus-5": {"window": 1_000_000},
            },
        },
        "prices.yaml",
    )
    old = tariff("model-old", own)
    assert old.usd(Usage(1_000_000, 1_000_000)) == pytest.approx(90.0)
    assert (old.as_of, old.source) == ("2025-05-01", "prices.yaml")
    for unknown in ("model-new", "model-never-heard-of"):
        found = estimate({"a": asked(2)}, meter(tariff=tariff(unknown, own)))
        assert found.payment == "price unknown"
        assert found.expected.usd is None and found.low.usd is None and found.worst.usd is None
        assert found.money() == "price unknown"
        assert found.to_dict()["expected"]["usd"] is None
        assert "price unknown" in found.formula[0]
        assert tariff(unknown, own).usd(Usage(10, 10)) is None
    # The user's row wins over the built-in one, also when it says that the price is not known.
    assert tariff("claude-opus-5").known
    assert not tariff("claude-opus-5", own).known
    assert tariff("claude-opus-5-5", own).prices["input"] == 4


def test_case_118_partial_counts_give_no_price() -> None:
    known = tariff("claude-sonnet-5-5")
    assert known.usd(Usage(100, None)) is None
    assert known.usd(Usage(None, 100)) is None
    assert known.usd(Usage(100, 10, 1000, 0)) == pytest.approx((200 + 2500 + 100) / 1e6)
    own = parse_prices({"models": {"m": {"prices": {"input": 1, "output": 2}}}}, "p.yaml")
    assert tariff("m", own).usd(Usage(100, 10, 0, 500)) is None  # what a cached token costs is open


def test_case_118_the_formula_shows_the_date_of_the_prices() -> None:
    found = estimate({"a": asked(2)}, meter(tariff=tariff("claude-sonnet-5-5")))
    assert f"prices of {tariff('claude-sonnet-5-5').as_of}, built in" in found.formula[0]
    assert found.to_dict()["prices_as_of"] == "2026-11-29"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (["a"], "the file: it must be a table"),
        ({"models": {"m": {"prices": {"in": 3}}}}, "unknown key in; known: input"),
        ({"models": {"m": {"prices": {"input": 3}}}}, "both input and output are needed"),
        ({"models": {"m": {"prices": {"input": "3", "output": 1}}}}, "input must be US dollars"),
        ({"models": {"m": {"prices": {"input": True, "output": 1}}}}, "input must be US dollars"),
        ({"models": {"m": {"prices": {"input": -1, "output": 1}}}}, "0 or more"),
        ({"models": {"m": {"prices": {"input": float("nan"), "output": 1}}}}, "0 or more"),
        ({"models": {"m": {"prices": {"input": 10**400, "output": 1}}}}, "0 or more"),
        ({"models": {"m": {"prices": {"input": 1, "output": 1, "above": {}}}}}, "tokens must be"),
        ({"models": {"m": {"min_cache": "512"}}}, "min_cache must be a number"),
        ({"modles": {}}, "unknown key modles"),
        ({"models": {"m": {"price": 3}}}, "models: m: unknown key price"),
    ],
)
def test_case_118_a_wrong_price_table_is_refused_with_its_row(content: Any, words: str) -> None:
    with pytest.raises(UsageError, match=r"mine\.yaml.*cannot be used") as caught:
        parse_prices(content, "mine.yaml")
    assert words in caught.value.message


def test_money_in_words() -> None:
    assert [usd(v) for v in (12.4, 1234.5, 0.04, 0.0031, 0.00002)] == [
        "12.40",
        "1,234.50",
        "0.04",
        "0.0031",
        "0.00002",
    ]
    assert usd_words(0.5, "local") == "no price: local"
    assert usd_words(None, "subscription") == "no price known: a command"
    assert usd_words(None, "price") == "price unknown"
