"""`optimize` with a model: shorter words for parts and for the description of a skill.

Relevance by a model is `score_by_model`, with the same questions and the same stored answers.
Nothing of a pinned part is sent here, not even as context.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from workbench.change.agents import describing, rewriting
from workbench.change.agents.describing import DESCRIPTION, description_question
from workbench.change.agents.rewriting import Rewrite, Wanted, questions
from workbench.change.ground import Ground, Surroundings
from workbench.change.kinds.redescribe import described
from workbench.errors import CtxbenchError
from workbench.judge.relevance import ScoreResult
from workbench.judge.task import NOT_STATED, Task
from workbench.language.instructions import extract_instructions
from workbench.measure.amounts import Estimate, usd_words
from workbench.prompt.prompt import Prompt
from workbench.verbs.hosts import hosts_for
from workbench.verbs.measured import Measured
from workbench.verbs.model_session import Inquiry, Outcome, Plan, named
from workbench.verbs.remembered import remembered
from workbench.verbs.score import Scored, task_for

if TYPE_CHECKING:
    from workbench.verbs.inputs import Input
    from workbench.verbs.optimize import Optimized

AGENTS = ("prune", "condense", "describe")
METHOD = f"{rewriting.METHOD}, {describing.METHOD}"
_DATA = "a file of data is not rewritten"
Question = rewriting.Question | describing.Question


@dataclass(frozen=True, slots=True)
class Unasked:
    """A part that was to be rewritten and is not, with the reason."""

    part: str
    title: str
    line: int
    why: str

    def to_dict(self) -> dict[str, Any]:
        return {"part": self.part, "title": self.title, "line": self.line, "why": self.why}


@dataclass(frozen=True)
class Rewritten:
    """The rewrites, who was asked, what it cost, and why some have no answer."""

    rewrites: tuple[Rewrite, ...]
    unasked: tuple[Unasked, ...]
    asked: Mapping[str, Any]
    error: CtxbenchError | None = None
    failed: Mapping[str, str] = field(default_factory=dict)


def wanted_parts(m: Measured, scores: ScoreResult | None, named: Sequence[str] = ()) -> list[str]:
    """Ids of the parts that are to be shortened: those named by id, number or title; without
    names those that `scores` recommend to condense. Raises UsageError for an unknown name."""
    from workbench.verbs.pin import find_part

    if named:
        return list(dict.fromkeys(find_part(name, m.parts) for name in named))
    if scores is None or scores.suspect:
        return []
    return [part.id for part in scores.parts if part.recommendation == "CONDENSE"]


@dataclass(frozen=True)
class RewriteInquiry:
    """What rewriting parts of one FILE would ask. `unasked`: what is not sent, and why."""

    measured: Measured
    questions: tuple[Question, ...]
    unasked: tuple[Unasked, ...]
    texts: tuple[tuple[str, Prompt], ...] = field(repr=False)

    def inquiry(self) -> Inquiry[Rewrite, Rewritten]:
        what = f"optimize {self.measured.path}"
        return Inquiry("rewrite", what, METHOD, self.questions, self.texts, self.result)

    def result(self, outcome: Outcome[Rewrite]) -> Rewritten:
        """The rewrites, and why some questions have none."""
        left = outcome.error.message if outcome.error else "it was not asked about"
        rewrites, failed = [], {}
        for question in self.questions:
            name = question.request.id
            if name in outcome.values:
                rewrites.append(replace(outcome.values[name], by=outcome.plan.who))
            else:
                lost = outcome.failures.get(name)
                failed[question.part] = lost.message if lost is not None else left
        asked = outcome.to_dict()
        return Rewritten(tuple(rewrites), self.unasked, asked, outcome.error, failed)


def rewrite_inquiry(
    m: Measured,
    *,
    task: str | None = None,
    wanted: Collection[str] = (),
    named_parts: bool = False,
    describe: bool = False,
) -> RewriteInquiry:
    """What it would take to have the parts `wanted` and, with `describe`, the description of `m`
    shortened. `named_parts`: a person chose them, so that short ones are asked about too.
    """
    known = remembered(m.input.path)
    ground = Ground(
        m.prompt,
        m.parts,
        extract_instructions(m.prompt, m.parts),
        lambda lines: m.costs,
        Surroundings(pinned=known.pinned, hosts=hosts_for(m.prompt.kind, None, m.prompt.path)),
        known_costs=m.costs,
    )
    pinned = {p.id for p in m.parts if ground.is_pinned(p.start_line - 1, p.end_line)}
    aim = _shown(task_for(m, task, known), ground)
    parts, left = questions(
        m.prompt,
        m.parts,
        [m.part_tokens(part) for part in m.parts],
        aim,
        Wanted(
            () if ground.fixed else wanted,
            pinned,
            0 if named_parts else rewriting.FEWEST_TOKENS,
        ),
    )
    if ground.fixed:
        left = dict.fromkeys(wanted, _DATA)
    unasked = [Unasked(p.id, p.title, p.start_line, left[p.id]) for p in m.parts if p.id in left]
    asked: tuple[Question, ...] = parts
    texts = [
        (f"{m.path}, part {question.number}", _text(m.prompt, m, question.part))
        for question in parts
    ]
    if parts:
        texts += named([("task", aim.text)])
    if describe:
        found = described(ground)
        if isinstance(found, str):
            unasked.append(Unasked(DESCRIPTION, "the description", 1, found))
        else:
            tokens = sum(m.costs[found.first : found.last])
            one = description_question(found.name, found.value, found.most, tokens)
            asked = (*asked, one)
            texts += named([(f"{m.path}, description", f"{found.name}\n{found.value}")])
    return RewriteInquiry(m, asked, tuple(unasked), tuple(texts))


def _shown(task: Task, ground: Ground) -> Task:
    """The task, unless it was inferred from words that are pinned: these are not sent."""
    if not task.inferred or task.origin == "stored" or not ground.pins:
        return task
    pinned = [_words("".join(ground.prompt.lines[first:last])) for first, last in ground.pins]
    for piece in re.split(r"[.!?:。！？：…]", task.text):
        if (words := _words(piece)) and any(words in text for text in pinned):
            return NOT_STATED
    return task


def _words(text: str) -> str:
    return " ".join("".join(ch if ch.isalnum() else " " for ch in text).split())


def _text(prompt: Prompt, m: Measured, part_id: str) -> Prompt:
    part = next(part for part in m.parts if part.id == part_id)
    return Prompt.from_bytes(prompt.part_text(part).encode("utf-8", "replace"))


@dataclass
class Work:
    """What the agents gave for one FILE. `spec`: the same text, not counted again."""

    spec: str | Input
    agents: tuple[str, ...]
    scored: Scored | None = None
    rewritten: Rewritten | None = None
    estimate: Estimate | None = None
    dry: Mapping[str, Any] | None = None
    error: CtxbenchError | None = None

    @property
    def scores(self) -> ScoreResult | None:
        return self.scored.result if self.scored is not None else None

    @property
    def rewrites(self) -> tuple[Rewrite, ...]:
        return self.rewritten.rewrites if self.rewritten is not None else ()

    def asked(self) -> dict[str, Any]:
        """What was asked and what it cost, all agents together."""
        runs = [self.scored.asked] if self.scored is not None else []
        runs += [self.rewritten.asked] if self.rewritten is not None else []
        costs = [run["cost"] for run in runs]
        money = [cost["usd"] for cost in costs]
        whole = None if not money or None in money else round(sum(money), 6)
        payment = self.estimate.payment if self.estimate is not None else "price"
        usage: dict[str, int | None] = {}
        for cost in costs:
            for name, count in cost["usage"].items():
                known = usage.get(name)
                usage[name] = count if known is None else known + (count or 0)
        states = {cost["state"] for cost in costs}
        state = (
            states.pop() if len(states) == 1 else "stopped" if "stopped" in states else "partial"
        )
        missing = self.rewritten
        return {
            "agents": list(self.agents),
            "judge_model": runs[0]["judge_model"] if runs else "",
            "endpoint": runs[0]["endpoint"] if runs else "",
            "estimate": self.estimate.to_dict() if self.estimate is not None else None,
            "cost": {
                "usd": whole,
                "words": usd_words(whole, payment),
                "usage": usage,
                "state": state,
                "stored_answers": sum(cost["stored_answers"] for cost in costs),
            },
            "requests": sum(run["requests"] for run in runs),
            "answers": [answer for run in runs for answer in run["answers"]],
            "suspect": (self.scores.suspect or None) if self.scores is not None else None,
            "unasked": [one.to_dict() for one in missing.unasked] if missing else [],
            "failed": dict(missing.failed) if missing else {},
        }


def both(one: Estimate, two: Estimate) -> Estimate:
    """Two stages as one estimate; a line of the reckoning says which stage it is of."""
    lines = [
        f"{stage.steps[0].name}: {line}"
        for stage in (one, two)
        if stage.steps
        for line in stage.formula
    ]
    return replace(one, steps=(*one.steps, *two.steps), formula=tuple(lines))


def dry_run(
    done: Work,
    plans: Sequence[Plan[Any, Any]],
    unasked: Sequence[Unasked] = (),
    *,
    at_most: bool = False,
) -> Work:
    """What would be sent, as JSON in `done.dry`; `at_most`: rewrites are chosen by scores that are
    not known yet."""
    first = plans[0]
    made = first.estimate if len(plans) == 1 else both(first.estimate, plans[1].estimate)
    done.estimate = made
    why = first.chosen.unavailable
    done.dry = {
        "dry_run": True,
        "agents": list(done.agents),
        "judge_model": first.info.model,
        "endpoint": first.info.endpoint,
        "estimate": made.to_dict(),
        "would_send": sum(len(plan.missing) for plan in plans),
        "at_most": at_most,
        "stored_answers": sum(len(plan.known) for plan in plans),
        "secrets": [one.to_dict() for plan in plans for one in plan.secrets],
        "unavailable": why.message if why else None,
        "unasked": [one.to_dict() for one in unasked],
        "requests": 0,
        "cost": None,
    }
    return done


def verdict(done: Optimized, given: Work) -> str:
    """That no candidate can be used as it is, in words; nothing where one can."""
    made = given.rewritten
    if made is None:
        return ""
    result = done.result
    mine = [p for p in result.proposals if p.kind == "CONDENSE" and p.by_model]
    front = sum(part.end_line for part in done.measured.parts[:1] if part.kind == "frontmatter")
    # A description has checks of its own; the ledger compares its lines, so it always objects.
    usable = [p for p in mine if p.end_line <= front or p.ledger.gate != "refused"]
    agreed = result.gate == "pass" and any(p.accepted for p in mine)
    if usable or agreed:
        return ""
    wanted = len(made.rewrites) + len(made.failed) + len(made.unasked)
    if not wanted:
        return "No part is advised to be shortened; name one with --part."
    counts = [
        (len(result.rejected), "cannot be used"),
        (len(mine), "would lose something: the ledger refuses"),
        (len(made.rewrites) - len(mine) - len(result.rejected), "refused by you before"),
        (len(made.failed), "without an answer"),
        (len(made.unasked), "not sent"),
    ]
    said = ", ".join(f"{count} {words}" for count, words in counts if count)
    return f"No candidate accepted: of {wanted}, {said}."
