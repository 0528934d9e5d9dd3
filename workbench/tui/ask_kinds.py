"""Each kind of wish as a class: shorter words, contradictions, the exact count.

`shown()` is the plan as JSON (`ask_wants.Shown`); `run()` sends what the plan said and yields rows
for the workbench, the last of them `end`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.measure.amounts import usd_words
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line, visible
from workbench.tui.ask_scoring import Scoring
from workbench.tui.ask_wants import Want, sha_of
from workbench.tui.ask_work import MOST_SECRETS, Row, Work, ending, followed, shown_of
from workbench.verbs.model_session import Plan
from workbench.verbs.optimize_by_model import rewrite_inquiry, wanted_parts
from workbench.verbs.steps import finished


def made(want: Want, data: bytes) -> Work:
    """The plan of a wish; sends nothing. Raises CtxbenchError for what cannot be meant."""
    kinds = {"score": Scoring, "optimize": Optimizing, "review": Reviewing, "count": Counting}
    return kinds[want.kind](want, data)


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
            self.later = rewrite_inquiry(
                self.m,
                task=want.task if want.given else None,
                wanted=wanted,
                describe="describe" in want.agents,
            )
        self.plan = None if self.later is None else self.session.plan(self.later.inquiry())

    def shown(self) -> Row:
        plans: list[Plan[Any, Any]] = []
        what, note = [], []
        if self.scoring is not None:
            plans.append(self.scoring.plan)
            what.append("the whole text and the task, to score its parts")
        if self.later is not None and self.plan is not None:
            plans.append(self.plan)
            count = plural(len(self.later.questions), "text")
            what.append(f"{'then ' if what else ''}{count} to be shortened")
            if self.scoring is not None:
                note.append("Only parts that score low are shortened: the most is shown.")
            elif not self.later.questions:
                note += [one_line(one.why, 160) for one in self.later.unasked[:1]]
        if limits := self._limits(plans[0]):
            note.append(limits)
        return shown_of(plans, ", ".join(what), " ".join(note))

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        scored = None
        if self.scoring is not None:
            self.scoring.session = self.session  # one limit for both
            scored = yield from self.scoring.scored(stopped)
            if scored.error is not None or self.later is None or stopped():
                yield ending(scored.asked, scored.error)
                return
        plan = self.plan
        if scored is not None:
            wanted = wanted_parts(self.m, scored.result)
            task = self.want.task if self.want.given else None
            plan = self.session.plan(rewrite_inquiry(self.m, task=task, wanted=wanted).inquiry())
        assert plan is not None
        events = self.session.ask(plan, say_so=True, cancel=stopped)
        made = yield from followed(events, "shorter words", None)
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
            asked = _both(scored.asked, asked, plan.estimate.payment)
        yield ending(asked, made.error, left=[one.why for one in made.unasked])


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
        from workbench.verbs.review_by_model import contradictions_inquiry

        options, _ = options_of(
            {"task": want.task if want.given else "", "host": want.host}, Path(want.path)
        )
        reviewed = finished(reviewing(self.input, options))
        self.offline = reviewed.findings
        self.plan = self.session.plan(contradictions_inquiry(reviewed, options))

    def shown(self) -> Row:
        count = plural(self.plan.inquiry.things, "instruction")
        what = f"{count} and the task, to be compared with one another"
        return shown_of([self.plan], what, self._limits(self.plan))

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        from workbench.tui.review_child import MOST, row_of

        events = self.session.ask(self.plan, say_so=True, cancel=stopped)
        reviewed = yield from followed(events, "contradictions", None)
        offline = set(map(id, self.offline))
        new = [found for found in reviewed.findings if id(found) not in offline][:MOST]
        yield {"findings": [row_of(found) for found in new]}
        yield ending(reviewed.asked, reviewed.error, found=len(new))


class Counting(Work):
    """The provider's own count."""

    def __init__(self, want: Want, data: bytes) -> None:
        super().__init__(want, data)
        from workbench.verbs.exact_count import plan_exact

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
            "secrets": [(one.place, visible(one.words)) for one in plan.secrets][:MOST_SECRETS],
            "unavailable": one_line(gone.message, 400) if gone is not None and missing else "",
            "hint": one_line(gone.hint, 300) if gone is not None else "",
            "note": "Counting is free of charge." if missing else "",
            "money": "free",
        }

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        from workbench.verbs.exact_count import count_exactly

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
