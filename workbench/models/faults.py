"""What can go wrong while a model is asked, and what follows: one row each.

`docs/models.md` shows this table; a test compares the two. The rows are the only place where it is
decided how often something is tried and whether the other requests go on.
"""

from __future__ import annotations

from dataclasses import dataclass

#: What happens to the other requests of a batch.
GO_ON = "go on"
STOP = "stop"
#: They go on as long as others were answered while this one was being tried.
STOP_IF_ALONE = "stop if none is answered"


@dataclass(frozen=True, slots=True)
class Fault:
    """`when`: what the server or command does. `error`: class in `workbench.errors`. `tries`: how
    often one request is sent in all. `others`: GO_ON, STOP or STOP_IF_ALONE.
    """

    name: str
    when: str
    error: str
    tries: int
    others: str


FAULTS: dict[str, Fault] = {
    row.name: row
    for row in (
        Fault("rate-limit", "429, with or without `retry-after`", "AgentBusy", 5, STOP_IF_ALONE),
        Fault("wait-too-long", "`retry-after` above 2 minutes", "AgentBusy", 1, STOP),
        Fault("overloaded", "529 or 503, before or inside a stream", "AgentBusy", 5, STOP_IF_ALONE),
        Fault("server-error", "500, 502, 504, 408, 409", "AgentBusy", 5, STOP_IF_ALONE),
        Fault(
            "connection",
            "refused, reset, name unknown, stream ends early",
            "AgentBusy",
            3,
            STOP_IF_ALONE,
        ),
        Fault("certificate", "a certificate that is not trusted", "AgentUnavailable", 1, STOP),
        Fault("silent", "no byte for a long while", "AgentSilent", 2, STOP_IF_ALONE),
        Fault("too-slow", "no whole answer within the time limit", "AgentSilent", 1, STOP_IF_ALONE),
        Fault("malformed", "the answer is not what the protocol says", "AnswerBroken", 2, GO_ON),
        Fault(
            "schema",
            "no JSON, another form than asked for, ids not asked for",
            "AnswerBroken",
            2,
            GO_ON,
        ),
        Fault("flood", "more than 4 MB of answer", "AnswerBroken", 1, GO_ON),
        Fault("refused", "the model declines", "AgentRefused", 1, GO_ON),
        Fault("cut", "the answer ends at `max_tokens`", "AgentCut", 1, GO_ON),
        Fault("too-large", "413, or a prompt above the model's window", "AgentFailed", 1, GO_ON),
        Fault("key", "401, 403", "AgentKey", 1, STOP),
        Fault(
            "quota",
            "402, a spending limit as 429, the user's own limit as 400",
            "AgentQuota",
            1,
            STOP,
        ),
        Fault("unknown-model", "404 for the model", "AgentWrongModel", 1, STOP),
        Fault("no-api", "404 or 405 for the address itself", "AgentUnavailable", 1, STOP),
        Fault("redirect", "3xx to another address", "AgentFailed", 1, STOP),
        Fault("bad-request", "any other 4xx", "AgentFailed", 1, STOP),
        Fault("missing", "no key, or the command is not found", "AgentUnavailable", 1, STOP),
        Fault("command-failed", "exit code other than 0", "AgentFailed", 1, STOP_IF_ALONE),
        Fault("waits", "a question in a folder has no answer yet", "AnswersWait", 1, GO_ON),
        Fault("budget", "a limit of calls or money is reached", "BudgetReached", 1, STOP),
    )
}


_SHOWN = {
    GO_ON: "go on",
    STOP: "no more are sent",
    STOP_IF_ALONE: "go on if any was answered meanwhile, else no more are sent",
}


def table() -> str:
    """The table of `docs/models.md`."""
    rows = ["| row | what happens | error | sent at most | the other requests |"]
    rows.append("| --- | --- | --- | --- | --- |")
    for row in FAULTS.values():
        times = "once" if row.tries == 1 else f"{row.tries} times"
        rows.append(f"| {row.name} | {row.when} | `{row.error}` | {times} | {_SHOWN[row.others]} |")
    return "\n".join(rows) + "\n"
