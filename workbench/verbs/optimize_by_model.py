"""`optimize` with a model: shorter words for parts and for the description of a skill.

    plan = plan_rewrites(m, asker, store, ...)     says what would be asked; sends nothing
    events = ask_rewrites(plan, store, say_so=...)  sends what is missing, returns the rewrites

Relevance by a model is `score_by_model`, with the same questions and the same stored answers.
Nothing of a pinned part is sent here, not even as context.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.change.agents import describing, rewriting
from workbench.change.agents.describing import DESCRIPTION, description_question, read_description
from workbench.change.agents.rewriting import Question, Rewrite, questions, read_rewrite
from workbench.change.ground import Ground
from workbench.change.kinds.redescribe import described
from workbench.errors import CtxbenchError
from workbench.judge.relevance import ScoreResult
from workbench.judge.task import NOT_STATED, Task
from workbench.language.instructions import extract_instructions
from workbench.models.events import Event
from workbench.prompt.prompt import Prompt
from workbench.store.store import Store
from workbench.verbs.asking import Asker, Outcome, Plan, ask, plan_questions, reader
from workbench.verbs.hosts import hosts_for
from workbench.verbs.measured import Measured
from workbench.verbs.remembered import remembered
from workbench.verbs.score import task_for

AGENTS = ("prune", "condense", "describe")
METHOD = f"{rewriting.METHOD}, {describing.METHOD}"
_DATA = "a file of data is not rewritten"


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
class RewritePlan:
    """What rewriting parts of one FILE would ask; nothing is sent yet."""

    measured: Measured
    task: Task
    questions: tuple[Question, ...]
    unasked: tuple[Unasked, ...]
    plan: Plan[Rewrite]


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


def plan_rewrites(
    m: Measured,
    asker: Asker,
    store: Store,
    *,
    task: str | None = None,
    wanted: Collection[str] = (),
    named: bool = False,
    describe: bool = False,
) -> RewritePlan:
    """What it would take to have the parts `wanted` and, with `describe`, the description of `m`
    shortened. `named`: a person chose them, so that short ones are asked about too. Sends nothing.
    """
    known = remembered(m.input.path)
    ground = Ground(
        m.prompt,
        m.parts,
        extract_instructions(m.prompt, m.parts),
        lambda lines: m.costs,
        pinned=known.pinned,
        known_costs=m.costs,
        hosts=hosts_for(m.prompt.kind, None, m.prompt.path),
    )
    pinned = {p.id for p in m.parts if ground.is_pinned(p.start_line - 1, p.end_line)}
    aim = _shown(task_for(m, task, known), ground)
    asked, left = questions(
        m.prompt,
        m.parts,
        [m.part_tokens(part) for part in m.parts],
        aim,
        wanted=() if ground.fixed else wanted,
        pinned=pinned,
        fewest=0 if named else rewriting.FEWEST_TOKENS,
    )
    if ground.fixed:
        left = dict.fromkeys(wanted, _DATA)
    unasked = [Unasked(p.id, p.title, p.start_line, left[p.id]) for p in m.parts if p.id in left]
    steps = {"shorter parts": [question.request for question in asked]}
    texts = [
        (f"{m.path}, part {question.number}", _text(m.prompt, m, question.part))
        for question in asked
    ]
    if asked:
        texts.append(("task", Prompt.from_bytes(aim.text.encode("utf-8", "replace"))))
    if describe:
        found = described(ground)
        if isinstance(found, str):
            unasked.append(Unasked(DESCRIPTION, "the description", 1, found))
        else:
            tokens = sum(m.costs[found.first : found.last])
            one = description_question(found.name, found.value, found.most, tokens)
            asked = (*asked, one)
            steps["description"] = [one.request]
            words = f"{found.name}\n{found.value}".encode("utf-8", "replace")
            texts.append((f"{m.path}, description", Prompt.from_bytes(words)))
    info = asker.choose(store).info
    by = info.model or info.endpoint

    def read(question: Question, answer: Any) -> Rewrite:
        if question.part == DESCRIPTION:
            return read_description(answer, by)
        return read_rewrite(question, answer, by)

    plan = plan_questions(
        asker,
        steps,
        reader(asked, read),
        kind="rewrite",
        what=f"optimize {m.path}",
        method=METHOD,
        texts=texts,
        store=store,
    )
    return RewritePlan(m, aim, asked, tuple(unasked), plan)


def ask_rewrites(
    planned: RewritePlan,
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
    side_by_side: int = 6,
) -> Generator[Event, None, Rewritten]:
    """Send what is missing; yields the events of the batch and returns the rewrites."""
    plan = planned.plan
    outcome: Outcome[Rewrite] = yield from ask(
        plan, store, say_so=say_so, cancel=cancel, side_by_side=side_by_side
    )
    done = [outcome.values.get(question.request.id) for question in planned.questions]
    left = outcome.error.message if outcome.error else "it was not asked about"
    failed = {
        question.part: outcome.failures[name].message if name in outcome.failures else left
        for question in planned.questions
        if (name := question.request.id) not in outcome.values
    }
    about = {one.request.id: {"part": one.part, "run": 1} for one in planned.questions}
    rewrites = tuple(rewrite for rewrite in done if rewrite is not None)
    return Rewritten(rewrites, planned.unasked, outcome.to_dict(about), outcome.error, failed)


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
