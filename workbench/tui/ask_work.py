"""The work of `ask_child.py`: from a wish to a plan with its price, and from a yes to results.

One class for each kind of wish. `shown()` is the plan as JSON (`ask_wants.Shown`); `run()` sends
what the plan said and yields rows for the workbench, the last of them `end`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from workbench.config import Settings, load
from workbench.errors import AgentUnavailable, CtxbenchError
from workbench.judge.relevance import ScoreResult
from workbench.measure.amounts import Amount, Estimate, total_of, usd, usd_words
from workbench.models.events import Answered, Event, Failed, Stopped, Waiting
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line, visible
from workbench.store.store import Store
from workbench.tui.ask_wants import SETTING, Judged, Want, sha_of
from workbench.verbs.asking import Asker, Outcome, Plan, asker_for
from workbench.verbs.inputs import Input
from workbench.verbs.measured import Counted, Measured, measure
from workbench.verbs.optimize_by_model import Rewritten, ask_rewrites, plan_rewrites, wanted_parts
from workbench.verbs.score import Scored
from workbench.verbs.score_by_model import ScorePlan, ask_scores, plan_score
from workbench.verbs.secret_check import SecretsFound

T = TypeVar("T")
Row = dict[str, Any]
#: Seconds between two looks at the scores so far, at least, and times what such a look took.
_EVERY, _SHARE = 0.25, 10
_MOST_SECRETS = 40


def made(want: Want, data: bytes) -> Work:
    """The plan of a wish; sends nothing. Raises CtxbenchError for what cannot be meant."""
    kinds = {"score": Scoring, "optimize": Optimizing, "review": Reviewing, "count": Counting}
    return kinds[want.kind](want, data)


class Work:
    """What all kinds share: settings, the store, who is asked."""

    number = 0

    def __init__(self, want: Want, data: bytes) -> None:
        self.want, self.data = want, data
        self.settings: Settings = load(
            {
                "runner": want.runner,
                "base_url": want.base_url,
                "judge_model": want.judge_model,
                "max_cost": want.max_cost,
            }
        )
        self.store = Store()
        self.asker: Asker = asker_for(
            self.settings,
            judge=want.judge,
            max_calls=want.max_calls,
            allow_secrets=want.allow_secrets,
        )
        self.input = Input(want.path, data, "file", Path(want.path))

    def measured(self) -> Measured:
        from workbench.verbs.cuts import cut_by_hand

        want = self.want
        m = measure(
            self.input, granularity=str(want.granularity), counter=want.counter, model=want.model
        )
        return cut_by_hand(m, want.granularity)

    def shown(self) -> Row:
        raise NotImplementedError

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        raise NotImplementedError

    def _limits(self) -> str:
        said = []
        if self.asker.max_cost is not None:
            said.append(f"{usd(self.asker.max_cost)} USD")
        if self.asker.max_calls is not None:
            said.append(plural(self.asker.max_calls, "call"))
        return f"never more than {' and '.join(said)}" if said else ""


def shown_of(plans: list[Plan[Any]], what: str, note: str) -> Row:
    """Plans that one yes is for, as one `Shown`."""
    first = plans[0]
    missing = [plan for plan in plans if plan.missing]
    secrets = {(one.place, one.words): None for plan in missing for one in plan.secrets}
    gone = first.chosen.unavailable
    blocked: CtxbenchError | None = None
    for plan in missing:
        try:
            plan.check()
        except (AgentUnavailable, SecretsFound):
            pass  # shown by themselves
        except CtxbenchError as error:
            blocked = blocked or error
    estimates = [plan.estimate for plan in missing]
    return {
        "endpoint": visible(first.info.endpoint),
        "model": visible(first.info.model),
        "what": visible(what),
        "calls": sum(len(plan.missing) for plan in plans),
        "known": sum(len(plan.known) for plan in plans),
        "cases": _cases(estimates, first.estimate.payment),
        "secrets": [(place, visible(words)) for place, words in secrets][:_MOST_SECRETS],
        "unavailable": one_line(gone.message, 400) if gone is not None and missing else "",
        "blocked": one_line(blocked.message, 400) if blocked is not None else "",
        "hint": one_line((gone.hint if gone else blocked.hint if blocked else ""), 300),
        "note": note,
        "money": _money(estimates, first.estimate.payment),
    }


def _cases(estimates: list[Estimate], payment: str) -> list[tuple[str, str, str, str]]:
    rows = []
    for name in ("low", "expected", "worst"):
        amount: Amount = total_of(getattr(estimate, name) for estimate in estimates)
        tokens = f"{amount.read + amount.output:,}"
        rows.append((name, f"{amount.calls:,}", tokens, usd_words(amount.usd, payment)))
    return rows if estimates else []


def _money(estimates: list[Estimate], payment: str) -> str:
    """`0.012 to 0.04 USD`, or why there is no figure."""
    low = total_of(estimate.low for estimate in estimates).usd
    high = total_of(estimate.worst for estimate in estimates).usd
    if payment != "price" or low is None or high is None:
        return usd_words(None, payment)
    return f"{usd(low)} to {usd(high)} USD"


def followed(
    events: Generator[Event, None, T], words: str, look: Callable[[Event], Iterator[Row]] | None
) -> Generator[Row, None, T]:
    """The events of a batch as rows for people; returns its result."""
    while True:
        try:
            event = next(events)
        except StopIteration as done:
            result: T = done.value
            return result
        if isinstance(event, (Answered, Failed, Stopped, Waiting)):
            row: Row = {"done": event.done, "total": event.total, "spent": event.spent}
            row["step"] = words
            if isinstance(event, Waiting):
                row["waiting"] = {
                    "id": event.id,
                    "seconds": event.seconds,
                    "attempt": event.attempt,
                    "attempts": event.attempts,
                    "why": one_line(event.why, 160),
                }
            elif isinstance(event, Failed):
                row["failed"] = f"{event.id}: {one_line(event.error.message, 240)}"
            elif isinstance(event, Answered):
                row["answered"] = event.id
            yield {"progress": row}
        if look is not None:
            yield from look(event)


def ending(asked: Mapping[str, Any], error: CtxbenchError | None, **more: Any) -> Row:
    """The last row of a run: what it cost, and in one sentence why something is missing."""
    cost = asked["cost"]
    return {
        "end": {
            "state": cost["state"],
            "money": cost["words"],
            "calls": asked["requests"],
            "stored": cost["stored_answers"],
            "error": one_line(error.message, 400) if error is not None else "",
            "hint": one_line(error.hint, 300) if error is not None else "",
            **more,
        }
    }


class Scoring(Work):
    """Relevance of the parts."""

    def __init__(self, want: Want, data: bytes) -> None:
        super().__init__(want, data)
        self.planned: ScorePlan = _drained(
            plan_score(
                Counted.of(self.measured()),
                self.store,
                self.asker,
                task=want.task or None,
                threshold=want.threshold,
                runs=want.runs,
                granularity=str(want.granularity),
            )
        )
        self.version = version_of(self.store, want.path, data)

    def shown(self) -> Row:
        plan = self.planned
        count = len({question.part for question in plan.questions})
        what = f"the whole text and the task, to score {plural(count, 'part')}"
        if self.want.runs > 1:
            what += f", {self.want.runs} times each"
        return shown_of([plan.plan], what, self._limits())

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        scored = yield from self.scored(stopped)
        result = scored.result
        yield ending(
            scored.asked,
            scored.error,
            suspect=result.suspect if result is not None else "",
            missing=len(result.missing) if result is not None else 0,
        )

    def scored(self, stopped: Callable[[], bool]) -> Generator[Row, None, Scored]:
        """Ask for the scores; rows `scores` say what is known of which part as it comes."""
        live = _Live(self)
        events = ask_scores(self.planned, self.store, say_so=True, cancel=stopped)
        scored = yield from followed(events, "scores", live.look)
        if scored.result is not None:
            found = judged_of(self, scored.result)
            keep_judged(self.store, self.want.path, found)
            yield {"scores": [one.to_dict() for one in found.values()]}
        return scored


class _Live:
    """The scores so far, looked at while more come in."""

    def __init__(self, scoring: Scoring) -> None:
        self._scoring = scoring
        self._values = {name: value for name, (value, _) in scoring.planned.plan.known.items()}
        self._sent: dict[str, Judged] = {}
        self._next = 0.0

    def look(self, event: Event) -> Iterator[Row]:
        if isinstance(event, Answered):
            self._values[event.id] = event.value
        started = time.monotonic()
        if not isinstance(event, Answered) or started < self._next:
            return
        planned = self._scoring.planned
        outcome = Outcome(planned.plan, self._values, {})
        result = planned.result(self._values, outcome).result
        if result is not None and not result.suspect:
            found = judged_of(self._scoring, result)
            new = [one.to_dict() for name, one in found.items() if self._sent.get(name) != one]
            self._sent = found
            if new:
                yield {"scores": new}
        took = time.monotonic() - started
        self._next = started + took + max(_EVERY, _SHARE * took)


def judged_of(scoring: Scoring, result: ScoreResult) -> dict[str, Judged]:
    """What the model said, by the id of the part; parts without an answer are left out."""
    from datetime import UTC, datetime

    m = scoring.planned.measured
    texts = {part.id: m.prompt.part_text(part) for part in m.parts}
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {
        score.id: Judged(
            score,
            sha_of(texts[score.id]),
            result.task.text,
            visible(result.model),
            now,
            scoring.version,
            scoring.want.runs,
            result.suspect,
        )
        for score in result.parts
        if score.score is not None
    }


def keep_judged(store: Store, path: str, found: Mapping[str, Judged]) -> None:
    """Remember what a model said of the parts of a file; what it said of others before stays."""
    if not found:
        return
    kept = store.memory.setting(path, SETTING)
    rows = dict(kept) if isinstance(kept, dict) else {}
    rows |= {name: json.loads(json.dumps(one.to_dict())) for name, one in found.items()}
    store.memory.set_setting(path, SETTING, rows)


def version_of(store: Store, path: str, data: bytes) -> int:
    """The number of the newest version that holds this very text, 0 when none does."""
    from workbench.store.files import sha256

    digest = sha256(data)
    return max((v.n for v in store.versions(Path(path)) if v.sha256 == digest), default=0)


class Optimizing(Work):
    """Scores that lead to proposals, and shorter words for parts."""

    def __init__(self, want: Want, data: bytes) -> None:
        super().__init__(want, data)
        self.m = self.measured()
        self.scoring = Scoring(want, data) if "prune" in want.agents else None
        if "this part" in want.agents:
            wanted = wanted_parts(self.m, None, [str(want.part)])
        else:
            wanted = [part.id for part in self.m.parts] if "condense" in want.agents else []
        self.later = None
        if wanted or "describe" in want.agents:
            self.later = plan_rewrites(
                self.m,
                self.asker,
                self.store,
                task=want.task or None,
                wanted=wanted,
                describe="describe" in want.agents,
            )

    def shown(self) -> Row:
        plans: list[Plan[Any]] = []
        what, note = [], []
        if self.scoring is not None:
            plans.append(self.scoring.planned.plan)
            what.append("the whole text and the task, to score its parts")
        if self.later is not None:
            plans.append(self.later.plan)
            count = plural(len(self.later.questions), "text")
            what.append(f"{'then ' if what else ''}{count} to be shortened")
            if self.scoring is not None:
                note.append("Only parts that score low are shortened: the most is shown.")
            elif not self.later.questions:
                note += [one_line(one.why, 160) for one in self.later.unasked[:1]]
        if limits := self._limits():
            note.append(limits)
        return shown_of(plans, ", ".join(what), " ".join(note))

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        scored = None
        if self.scoring is not None:
            scored = yield from self.scoring.scored(stopped)
            if scored.error is not None or self.later is None or stopped():
                yield ending(scored.asked, scored.error)
                return
        later = self.later
        assert later is not None
        if scored is not None:
            wanted = wanted_parts(self.m, scored.result)
            later = plan_rewrites(
                self.m, self._left(scored), self.store, task=self.want.task or None, wanted=wanted
            )
        events = ask_rewrites(later, self.store, say_so=True, cancel=stopped)
        made: Rewritten = yield from followed(events, "shorter words", None)
        texts = {part.id: self.m.prompt.part_text(part) for part in self.m.parts}
        numbers = {part.id: part.index for part in self.m.parts}
        rows = [
            {
                "part": rewrite.part,
                "number": numbers.get(rewrite.part, 0),
                "sha": sha_of(texts.get(rewrite.part, "")),
                "text": rewrite.text,
                "note": rewrite.note,
                "by": rewrite.by,
            }
            for rewrite in made.rewrites
        ]
        yield {"rewrites": rows}
        asked = dict(made.asked)
        if scored is not None:
            asked = _both(scored.asked, asked, later.plan.estimate.payment)
        yield ending(asked, made.error, left=[one.why for one in made.unasked])

    def _left(self, scored: Scored) -> Asker:
        """Who is asked next, with what is left of the limits."""
        from dataclasses import replace

        spent, calls = scored.asked["cost"]["usd"] or 0.0, scored.asked["requests"]
        money, most = self.asker.max_cost, self.asker.max_calls
        return replace(
            self.asker,
            max_cost=None if money is None else max(0.0, money - spent),
            max_calls=None if most is None else max(0, most - calls),
        )


def _both(one: Mapping[str, Any], two: Mapping[str, Any], payment: str) -> dict[str, Any]:
    """The accounts of two stages as one."""
    money = [one["cost"]["usd"], two["cost"]["usd"]]
    whole = None if None in money else sum(money)
    return {
        "requests": one["requests"] + two["requests"],
        "cost": {
            "state": two["cost"]["state"],
            "words": usd_words(whole, payment),
            "stored_answers": one["cost"]["stored_answers"] + two["cost"]["stored_answers"],
        },
    }


class Reviewing(Work):
    """Contradictions in the opinion of a model, beside what the rules find."""

    def __init__(self, want: Want, data: bytes) -> None:
        super().__init__(want, data)
        from workbench.tui.review_child import options_of
        from workbench.verbs.review import reviewing
        from workbench.verbs.review_by_model import plan_review

        options, _ = options_of({"task": want.task, "host": want.host}, Path(want.path))
        reviewed = _drained(reviewing(self.input, options))
        self.offline = reviewed.findings
        self.planned = plan_review(reviewed, options, self.store, self.asker)

    def shown(self) -> Row:
        count = plural(len(self.planned.told), "instruction")
        what = f"{count} and the task, to be compared with one another"
        return shown_of([self.planned.plan], what, self._limits())

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        from workbench.tui.review_child import MOST, row_of
        from workbench.verbs.review_by_model import ask_review

        events = ask_review(self.planned, self.store, say_so=True, cancel=stopped)
        reviewed = yield from followed(events, "contradictions", None)
        offline = set(map(id, self.offline))
        new = [found for found in reviewed.findings if id(found) not in offline][:MOST]
        yield {"findings": [row_of(found) for found in new]}
        yield ending(reviewed.asked, reviewed.error, found=len(new))


class Counting(Work):
    """The provider's own count."""

    def __init__(self, want: Want, data: bytes) -> None:
        super().__init__(want, data)
        from workbench.verbs.exact import plan_exact

        self.planned = plan_exact(self.measured(), self.asker, self.store)

    def shown(self) -> Row:
        plan = self.planned
        gone = plan.chosen.unavailable
        missing = plan.known is None
        return {
            "endpoint": visible(plan.endpoint),
            "model": visible(plan.chosen.info.model),
            "what": f"the whole text, {len(self.data):,} bytes, to be counted",
            "calls": int(missing),
            "known": int(not missing),
            "cases": [],
            "secrets": [(one.place, visible(one.words)) for one in plan.secrets][:_MOST_SECRETS],
            "unavailable": one_line(gone.message, 400) if gone is not None and missing else "",
            "hint": one_line(gone.hint, 300) if gone is not None else "",
            "note": "Counting is free of charge." if missing else "",
            "money": "free",
        }

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        from workbench.verbs.exact import count_exactly

        found = count_exactly(self.planned, self.store, say_so=True, cancel=stopped)
        if found.tokens is None:
            words = "This server does not count; the local count stands."
        else:
            off = "" if found.error_pct is None else f", {found.error_pct:+g} %"
            words = (
                f"{found.tokens:,} tokens exactly for {visible(found.model)}, with what a message"
                f" adds; counted here: {found.offline:,}{off}."
            )
        yield {
            "end": {
                "state": "done",
                "money": "free",
                "calls": int(not found.stored),
                "stored": int(found.stored),
                "error": "",
                "hint": "",
                "words": words,
            }
        }


def _drained(steps: Generator[Any, None, T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result
