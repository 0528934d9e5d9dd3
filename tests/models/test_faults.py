"""Everything that a server can do wrong, and that the documented thing follows.

Four questions are asked one after another; the third one meets the fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.models.asked import GOOD, KEY, QUICK, Noted, of, requests, run, sdk
from tests.models.serving import Served
from tests.waiting import Stopwatch
from workbench import errors
from workbench.models.batch import Answered, Failed, Stopped, Waiting
from workbench.models.faults import FAULTS, GO_ON, STOP
from workbench.models.retry import Patience

pytestmark = pytest.mark.loopback
Start = Callable[..., Served]

SPENT = {"status": 429, "code": "enforced_spend_limit_reached"}
OWN_LIMIT = {"status": 400, "message": "You have reached your specified API usage limits."}
#: name of the test -> (what the server does to question 3, the row of the table, words said)
CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "429": ({"status": 429}, "rate-limit", "too many requests"),
    "429-wait": ({"status": 429, "headers": {"retry-after": "0.05"}}, "rate-limit", "too many"),
    "429-wait-ms": ({"status": 429, "headers": {"retry-after-ms": "50"}}, "rate-limit", "too many"),
    "429-nonsense": ({"status": 429, "headers": {"retry-after": "soon"}}, "rate-limit", "too many"),
    "429-absurd": (
        {"status": 429, "headers": {"retry-after": "4294967"}},
        "wait-too-long",
        "50 days",
    ),
    "529": ({"status": 529}, "overloaded", "is overloaded"),
    "529-inside": ({"do": "error-inside"}, "overloaded", "is overloaded"),
    "503": ({"status": 503}, "overloaded", "is overloaded"),
    "500": ({"status": 500}, "server-error", "HTTP 500"),
    "500-inside": ({"do": "error-inside", "error": "api_error"}, "server-error", "an error"),
    "unknown-inside": ({"do": "error-inside", "error": "gremlins"}, "server-error", "an error"),
    "reset": ({"do": "reset"}, "connection", "broke off"),
    "reset-inside": ({"do": "reset-inside"}, "connection", "broke off"),
    "end-inside": ({"do": "end-inside"}, "connection", "ended early"),
    "stall": ({"do": "stall"}, "silent", "has said nothing for"),
    "stall-inside": ({"do": "stall-inside"}, "silent", "has said nothing for"),
    "garbage": ({"do": "garbage"}, "malformed", "no stream and no JSON"),
    "html": ({"do": "html"}, "malformed", "no stream and no JSON"),
    "garbage-inside": ({"do": "garbage-inside"}, "malformed", "cannot be read"),
    "no-json": ({"answer": "I would say seven."}, "schema", "no JSON"),
    "no-text": ({"answer": ""}, "schema", "no JSON"),
    "out-of-bounds": ({"answer": '{"score": 70}'}, "schema", "out of its bounds"),
    "wrong-kind": ({"answer": '{"score": "high"}'}, "schema", "a text instead of number"),
    "extra-key": ({"answer": '{"score": 7, "exec": 1}'}, "schema", "not asked for"),
    "refusal": ({"answer": "", "stop": "refusal"}, "refused", "declined"),
    "cut": ({"answer": '{"score": 7', "stop": "max_tokens"}, "cut", "cut off"),
    "401": ({"status": 401}, "key", "refused the key"),
    "403": ({"status": 403}, "key", "refused the key"),
    "401-inside": ({"do": "error-inside", "error": "authentication_error"}, "key", "the key"),
    "401-as-200": (
        {"do": "error", "body": {"error": {"type": "authentication_error", "message": "no"}}},
        "key",
        "refused the key",
    ),
    "500-as-200": ({"do": "error", "body": {"error": "it broke"}}, "server-error", "it broke"),
    "402": ({"status": 402, "message": "insufficient_quota"}, "quota", "no credit"),
    "spend-limit": (SPENT, "quota", "a spending limit is reached"),
    "own-limit": (OWN_LIMIT, "quota", "a spending limit is reached"),
    "low-credit": (
        {"status": 400, "message": "Your credit balance is too low to access the API."},
        "quota",
        "no credit",
    ),
    "404": ({"status": 404, "message": "model: gone"}, "unknown-model", "does not know the model"),
    "405": ({"status": 405}, "no-api", "no Messages API"),
    "413": ({"status": 413}, "too-large", "too large"),
    "too-long": (
        {"status": 400, "message": "prompt is too long: 1200000 tokens > 1000000 maximum"},
        "too-large",
        "too large",
    ),
    "400": ({"status": 400, "message": "messages: first one is odd"}, "bad-request", "HTTP 400"),
    "307": (
        {"status": 307, "headers": {"location": "http://127.0.0.1:9/v1/messages"}},
        "redirect",
        "nothing was sent there",
    ),
}
#: These are met elsewhere: by commands, limits, a slow answer, an endless one, a server with TLS.
ELSEWHERE = {"missing", "command-failed", "budget", "too-slow", "flood", "certificate", "waits"}


def faulty(server: Start, rule: dict[str, Any]) -> Served:
    return server(answer=GOOD, rules=[{"match": "part 3", **rule}])


def learned(served: Served) -> Any:
    """A runner that knows its server, so that a 400 is no reason to leave something out."""
    runner = sdk(served.url, silence=0.3)
    can = runner.capabilities
    can.output_config = can.cache_control = True
    return runner


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_met_as_the_table_says(server: Start, case: str) -> None:
    rule, name, words = CASES[case]
    fault = FAULTS[name]
    served, journal = faulty(server, rule), Noted()
    events, result = run(learned(served), requests(4), side_by_side=1, journal=journal)

    error = result.failures["score 3"]
    assert type(error).__name__ == fault.error and error.exit_code == 3
    assert words in error.message and error.hint and KEY not in str(error)
    asked = [row.question for row in served.received()]
    assert sum("part 3" in question for question in asked) == fault.tries
    assert len(journal.sent) == len(asked) == result.calls
    # Each wait is shown, with its reason and how many tries there are.
    waits = of(Waiting, events)
    assert [wait.attempt for wait in waits] == list(range(2, fault.tries + 1))
    assert all(wait.why == error.message and wait.attempts == fault.tries for wait in waits)
    # Nothing is half kept, and what was finished stays.
    if fault.others == GO_ON:
        assert set(result.answers) == {"score 1", "score 2", "score 4"}
        assert result.stopped is None and not of(Stopped, events)
    else:  # also when it is the only one under way: nobody else was answered meanwhile
        assert set(result.answers) == {"score 1", "score 2"}
        assert result.stopped is error and len(asked) == 2 + fault.tries
        assert [event.why for event in of(Stopped, events)] == [error.message]
    assert [event.id for event in of(Failed, events)] == ["score 3"]
    assert [event.id for event in of(Answered, events)] == list(result.answers)


def test_every_row_of_the_table_is_met_by_a_test() -> None:
    assert {name for _, name, _ in CASES.values()} | ELSEWHERE == set(FAULTS)
    assert all(hasattr(errors, fault.error) for fault in FAULTS.values())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "case", [case for case, (_, name, _) in CASES.items() if FAULTS[name].tries > 1]
)
def test_a_fault_that_passes_is_forgotten(server: Start, case: str) -> None:
    rule, name, _ = CASES[case]
    served = faulty(server, {**rule, "times": FAULTS[name].tries - 1})
    events, result = run(learned(served), requests(4), side_by_side=1)
    assert len(result.answers) == 4 and not result.failures and result.stopped is None
    assert len(of(Waiting, events)) == FAULTS[name].tries - 1


def test_others_go_on_while_one_is_being_tried_again(server: Start) -> None:
    """A single question that upsets the server does not cost the others their answers."""
    served = faulty(server, {"status": 500})
    _, result = run(learned(served), requests(12), side_by_side=2)
    assert len(result.answers) == 11 and list(result.failures) == ["score 3"]
    assert result.stopped is None


def test_a_fault_in_the_first_answer_stops_before_the_others_are_sent(server: Start) -> None:
    served = server(rules=[{"status": 401}])
    _, result = run(sdk(served.url), requests(30))
    assert isinstance(result.stopped, errors.AgentKey)
    assert len(served.received()) == 1


def test_others_under_way_are_ended_when_the_key_is_refused(server: Start) -> None:
    served = server(
        answer=GOOD,
        rules=[{"match": "part 2", "status": 401}, {"match": "part [3-9]", "do": "stall"}],
    )
    clock = Stopwatch()
    _, result = run(sdk(served.url), requests(7))
    assert clock.stop() < 5
    assert isinstance(result.stopped, errors.AgentKey) and list(result.answers) == ["score 1"]
    served.wait(lambda rows: all(row.end is not None for row in rows))


def test_nobody_is_sent_anything_before_the_time_that_a_server_asked_for(server: Start) -> None:
    """Question 2 is told to wait while 1 is being answered; 3 and 4 wait as well."""
    served = server(
        answer=GOOD,
        latency=0.2,
        rules=[{"match": "part 2", "times": 1, "status": 429, "headers": {"retry-after": "0.8"}}],
    )
    _, result = run(sdk(served.url), requests(4), side_by_side=2, warm_first=False)
    assert len(result.answers) == 4
    rows = served.received()
    refused = next(row for row in rows if "part 2" in row.question)
    later = [row for row in rows if row.at > (refused.end or 0) and "part 1" not in row.question]
    assert len(later) == 3 and min(row.at for row in later) - refused.at >= 0.79


def test_case_113_temporary_errors_are_tried_a_few_times_and_shown(server: Start) -> None:
    """Ten tries in silence, then failure; elsewhere quota errors were tried again in vain."""
    busy = server(rules=[{"times": 12, "status": 529}])
    events, result = run(sdk(busy.url), requests(5))
    waits = of(Waiting, events)
    assert [(wait.attempt, wait.attempts) for wait in waits] == [(2, 5), (3, 5), (4, 5), (5, 5)]
    assert isinstance(result.stopped, errors.AgentBusy) and len(busy.received()) == 5


@pytest.mark.parametrize("status, error", [(402, "AgentQuota"), (401, "AgentKey")])
def test_case_113_quota_and_key_errors_are_one_plain_message(
    server: Start, status: int, error: str
) -> None:
    served = server(rules=[{"status": status, "message": "insufficient_quota"}])
    events, result = run(sdk(served.url), requests(5))
    assert type(result.stopped).__name__ == error
    assert len(served.received()) == 1 and not of(Waiting, events)
    assert "\n" not in str(result.stopped)


def test_the_waits_grow_and_are_spread() -> None:
    busy = errors.AgentBusy("x", fault="overloaded")
    waits = [Patience(chance=lambda: 0.5).wait(busy, tried) for tried in range(1, 6)]
    assert waits == [1.0, 2.0, 4.0, 8.0, None]
    assert Patience(chance=lambda: 0.0).wait(busy, 1) == 0.75
    assert Patience(chance=lambda: 1.0, longest=3.0).wait(busy, 4) == 3.75
    asked = errors.AgentBusy("x", fault="rate-limit", wait=90.0)
    assert QUICK.wait(asked, 1) == 90.0
    assert FAULTS["wait-too-long"].others == STOP
