"""`read`: a model reads a prompt once, its remarks are checked, refuted and repaired.

Up to three inquiries within one yes: the reading, the second look at what can be refuted, and the
repair of edits that would lose something. Each answer is kept, so a reading is never paid twice.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import CtxbenchError
from workbench.judge.reading import repair as repairing
from workbench.judge.reading import second_look as looking
from workbench.judge.reading.answer import ReadingQuestion, with_losses
from workbench.judge.reading.question import METHOD, STRETCH, Shown, Subject, stretches
from workbench.judge.reading.remarks import CONFIRMED, Place, Reading, Remark, joined
from workbench.measure.request import Request
from workbench.verbs.inputs import Input
from workbench.verbs.manual_cuts import cut_by_hand
from workbench.verbs.measured import AUTO, Counting, Measured, measuring
from workbench.verbs.model_session import Inquiry, Outcome, account_of, named
from workbench.verbs.remembered import remembered
from workbench.verbs.score import task_for

#: The second look at a reading is reckoned with this many remarks before anybody knows them.
_EXPECTED = 15
_NOWHERE = Place(1, 1, "word " * 10)


@dataclass(frozen=True, kw_only=True)
class ReadRequest:
    """What is to be read. `task`: None for the one that the file states; `refute`: whether a second
    look follows; `stretch`: tokens above which the prompt is read in stretches of whole parts."""

    spec: str | Input
    task: str | None = None
    refute: bool = True
    stretch: int = STRETCH
    granularity: str = "auto"
    counting: Counting = AUTO


@dataclass(frozen=True)
class Read:
    """What a model said of one FILE. `asked`: who was asked and what it cost, as JSON; `error`: why
    the reading is not whole."""

    measured: Measured
    task: str
    model: str
    reading: Reading
    asked: Mapping[str, Any] = field(default_factory=dict)
    error: CtxbenchError | None = None
    trouble: str = ""

    @property
    def path(self) -> str:
        return self.measured.path

    @property
    def confirmed(self) -> tuple[Remark, ...]:
        return tuple(one for one in self.reading.remarks if one.state == CONFIRMED)

    def to_dict(self) -> dict[str, Any]:
        made = self.reading.to_dict()
        usage = self.asked["cost"]["usage"]
        read = [usage[name] for name in ("input", "cache_write", "cache_read")]
        asked = {
            **self.asked,
            "calls": self.asked["requests"],
            "tokens_in": sum(one or 0 for one in read) if any(read) else None,
            "tokens_out": usage["output"],
        }
        return {
            "path": self.path,
            "sha256": self.measured.prompt.source.sha256,
            "model": self.model,
            **made,
            "task": self.task or made["task"],
            "asked": asked,
            "trouble": self.trouble or None,
        }


@dataclass(frozen=True)
class _Stages:
    """The stages of one reading; each leads to the next, or to the end."""

    request: ReadRequest
    measured: Measured
    task: str
    shown: tuple[Shown, ...]
    trouble: str

    def first(self) -> Inquiry[Reading, Read]:
        count = len(self.shown)
        prompt = self.measured.prompt
        asked = [
            ReadingQuestion(prompt, one, number, count)
            for number, one in enumerate(self.shown, start=1)
        ]
        return self._inquiry("read", METHOD, asked, self._after_reading, self._later())

    def _inquiry(
        self, kind: str, method: str, asked: Sequence[Any], result: Any, later: Any = None
    ) -> Inquiry[Any, Read]:
        m = self.measured
        return Inquiry(
            kind,
            f"{kind} {m.path}",
            method,
            asked,
            [(m.path, m.prompt), *named([("task", self.task)])],
            result,
            {"path": m.path},
            things=len(m.prompt.lines),
            later=later or {},
        )

    def _later(self) -> dict[str, list[Request]]:
        """What may follow, as large as it usually is."""
        if not self.request.refute:
            return {}
        sample = Remark("suspect", _NOWHERE, "word " * 60)
        looks = [looking.SecondLook(one, (sample,) * _EXPECTED).request for one in self.shown]
        return {"second look": looks}

    def _after_reading(self, outcome: Outcome[Reading]) -> Read | Inquiry[Any, Read]:
        reading = joined(list(outcome.values.values())) if outcome.values else Reading()
        reading = with_losses(self.measured.prompt, reading)
        if outcome.error is not None or not self.request.refute:
            return self._end(reading, [outcome])
        looks = [
            look for one in self.shown if (look := looking.second_look(one, reading)) is not None
        ]
        if not looks:
            return self._end(reading, [outcome])

        def after(second: Outcome[dict[str, looking.Verdict]]) -> Read | Inquiry[Any, Read]:
            return self._after_second_look(reading, [outcome, second])

        return self._inquiry("second look", looking.METHOD, looks, after)

    def _after_second_look(
        self, reading: Reading, outcomes: list[Outcome[Any]]
    ) -> Read | Inquiry[Any, Read]:
        verdicts = {
            name: verdict
            for found in outcomes[-1].values.values()
            for name, verdict in found.items()
        }
        reading = looking.judged(reading, verdicts)
        if outcomes[-1].error is not None:
            return self._end(reading, outcomes)
        repairs = [
            one for shown in self.shown if (one := repairing.repair(shown, reading)) is not None
        ]
        if not repairs:
            return self._end(reading, outcomes)

        def after(third: Outcome[dict[str, tuple[str, str]]]) -> Read:
            found = {name: new for values in third.values.values() for name, new in values.items()}
            whole = repairing.repaired(self.measured.prompt, reading, found)
            return self._end(whole, [*outcomes, third])

        return self._inquiry("repair", repairing.METHOD, repairs, after)

    def _end(self, reading: Reading, outcomes: list[Outcome[Any]]) -> Read:
        last = outcomes[-1]
        trouble = " ".join(filter(None, [self.trouble, *(one.trouble for one in outcomes)]))
        return Read(
            self.measured,
            self.task,
            last.plan.who,
            reading,
            account_of(outcomes),
            last.error,
            trouble,
        )


def reading_inquiry(
    wanted: ReadRequest,
) -> Generator[tuple[int, int], None, Inquiry[Reading, Read]]:
    """What it would take to have one FILE read; yields progress of counting, sends nothing."""
    m = yield from measuring(wanted.spec, granularity=wanted.granularity, counting=wanted.counting)
    m = cut_by_hand(m, wanted.granularity)
    known = remembered(m.input.path)
    task = task_for(m, wanted.task, known).text
    tokens = [m.part_tokens(part) for part in m.parts]
    shown = stretches(Subject(m.prompt, m.parts, tokens, task), wanted.stretch)
    return _Stages(wanted, m, task, shown, known.trouble).first()
