"""The offline scorer: 0 to 10 for each part, with reasons, without a model or a network."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Protocol

from workbench.errors import Interrupted, UsageError
from workbench.judge.relevance import reasons
from workbench.judge.relevance.lex import Measured, cut, measure
from workbench.judge.relevance.links import only_links
from workbench.judge.relevance.result import (
    THRESHOLD,
    PartScore,
    ScoreResult,
    class_of,
    usage_of,
)
from workbench.judge.task import Task, infer_task
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt

#: Changes whenever a score could, so that stored scores of an older method are not mixed in.
METHOD = "offline-words-2"
#: Steepness of the curve from distance to score; the cut is at 5.
_STEEPNESS = 0.8
#: The most a part gets that shares no word with the task. From there on the score follows the
#: likeness to the task, up to `_FULL`: words show that a part belongs, hardly that it matters, so
#: the upper scores are kept for parts that name the task (a third of the parts of real files).
_CAP = 7.0
_FULL = 0.4
#: From this cosine on, one part is said to repeat the other.
_REPEATS = 0.75
_FEWEST_PARTS = 3


class Rule(Protocol):
    """What scoring needs to know of an instruction (`language.instructions.Instruction`)."""

    @property
    def part(self) -> str: ...
    @property
    def start_line(self) -> int: ...
    @property
    def strength(self) -> str: ...
    @property
    def critical(self) -> bool: ...
    @property
    def form(self) -> str: ...
    @property
    def cue(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` steps; `part` is a finished score once there is one."""

    done: int
    total: int
    part: PartScore | None = None


def score_offline(
    prompt: Prompt,
    parts: Sequence[Part],
    task: Task | str | None,
    costs: Sequence[int],
    *,
    threshold: float = THRESHOLD,
    rules: Sequence[Rule] = (),
    pinned: Collection[str] = (),
) -> ScoreResult:
    """Score `parts` of `prompt` against `task` (None or blank: inferred from the prompt).

    `costs`: tokens of each part, aligned with `parts`. `rules`: its instructions; hard ones make a
    low part one to check by hand. `pinned`: ids of parts that stay. Raises UsageError when the
    threshold is not between 0 and 10 or `costs` does not fit. The same input gives the same result.
    """
    steps = score_steps(prompt, parts, task, costs, threshold=threshold, rules=rules, pinned=pinned)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: ScoreResult = stop.value
            return result


def score_steps(
    prompt: Prompt,
    parts: Sequence[Part],
    task: Task | str | None,
    costs: Sequence[int],
    *,
    threshold: float = THRESHOLD,
    rules: Sequence[Rule] = (),
    pinned: Collection[str] = (),
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[Progress, None, ScoreResult]:
    """`score_offline` in small steps, for work in the background; returns the result.

    Yields after every few milliseconds of work, with the finished scores last. Raises Interrupted
    at the next step once `cancel()` is true.
    """
    if not 0 <= threshold <= 10:
        raise UsageError(
            f"A threshold of {threshold:g} is outside 0 to 10.",
            hint="5 is usual; 3 flags only clear cases, 7 brings more up for review.",
        )
    if len(costs) != len(parts):
        raise UsageError(f"{len(costs)} token counts were given for {len(parts)} parts.")
    if isinstance(task, Task):
        aim = task
    else:  # a task of blanks is none
        aim = Task(task) if task and task.strip() else infer_task(prompt)
    chosen = [i for i, part in enumerate(parts) if part.scored]
    texts = [(parts[i].title, prompt.part_text(parts[i])) for i in chosen]
    total = 3 * len(chosen)
    measured: list[Measured] = []
    for step in measure(texts, aim.text):
        if cancel():
            raise Interrupted("Scoring was stopped; nothing was changed.")
        if isinstance(step, list):
            measured = step
        else:
            yield Progress(step, total)
    usable = [k for k, found in enumerate(measured) if found.terms]
    few = len(usable) < _FEWEST_PARTS
    judge = _Judge(aim, threshold, [parts[i] for i in chosen], texts, measured, rules, pinned)
    scores: list[PartScore] = []
    for k, i in enumerate(chosen):
        if cancel():
            raise Interrupted("Scoring was stopped; nothing was changed.")
        scores.append(judge.part(k, costs[i], scored=not few and bool(measured[k].terms), few=few))
        yield Progress(2 * len(chosen) + k + 1, total, scores[-1])
    alone = bool(aim.text and measured) and not any(found.shared for found in measured)
    return ScoreResult(
        task=aim,
        judge="offline",
        method=METHOD,
        threshold=float(threshold),
        parts=tuple(scores),
        total_tokens=sum(costs),
        note=(reasons.NOTHING_SHARED if alone else "") + reasons.NOTE,
        inconclusive=reasons.TOO_FEW if few else "",
    )


def score_of(found: Measured) -> float:
    """0 to 10 with one decimal, 5 exactly at the cut; without a shared word at most 7.

    The decimal is cut off, not rounded, so that a part is below 5 exactly when it is past the cut.
    """
    exponent = _STEEPNESS * (found.distance - cut())
    score = 10 / (1 + math.exp(min(max(exponent, -50.0), 50.0)))
    if score > THRESHOLD:
        least = (_CAP - THRESHOLD) / (10 - THRESHOLD)
        named = min(found.task / _FULL, 1.0) if found.shared else 0.0
        score = THRESHOLD + (score - THRESHOLD) * (least + (1 - least) * named)
    return math.floor(score * 10 + 1e-9) / 10


class _Judge:
    """Turns what was measured into scores with reasons, one part at a time."""

    def __init__(
        self,
        task: Task,
        threshold: float,
        parts: Sequence[Part],
        texts: Sequence[tuple[str, str]],
        measured: Sequence[Measured],
        rules: Sequence[Rule],
        pinned: Collection[str],
    ) -> None:
        self._task, self._threshold, self._parts = task, threshold, parts
        self._measured, self._pinned = measured, pinned
        self._rules: dict[str, Rule] = {}
        self._critical = {rule.part for rule in rules if rule.critical}
        for rule in _strongest_first(rules):
            self._rules.setdefault(rule.part, rule)
        self._scores = [score_of(found) for found in measured]
        low = [k for k, score in enumerate(self._scores) if score < max(threshold, THRESHOLD)]
        self._links = only_links([text for _, text in texts], low)
        self._middle = median(m.rest for m in measured) if measured else 0.0

    def part(self, k: int, tokens: int, *, scored: bool, few: bool) -> PartScore:
        part, found = self._parts[k], self._measured[k]
        if not scored:
            why = reasons.inconclusive(few)
            return PartScore(part.id, part.title, tokens, None, None, None, why, "KEEP")
        score = self._scores[k]
        low = score < max(self._threshold, THRESHOLD)
        rule, link = self._rules.get(part.id), self._links.get(k)
        twin = self._parts[found.nearest] if found.nearness >= _REPEATS else None
        context = reasons.Context(
            has_task=bool(self._task.text),
            middle=self._middle,
            repeats=_name(twin) if twin else "",
            rule=(rule.cue, rule.start_line) if rule else None,
            link=(link[0], _name(self._parts[link[1]])) if link else None,
            pinned=part.id in self._pinned,
            capped=score >= THRESHOLD,
            low=low,
        )
        return PartScore(
            id=part.id,
            title=part.title,
            tokens=tokens,
            score=score,
            klass=class_of(score),
            usage=usage_of(score, always=context.pinned or part.id in self._critical),
            justification=reasons.justify(found, context),
            recommendation=reasons.recommend(score, self._threshold, tokens, context),
            shared=found.shared,
            task_likeness=found.task,
            rest_likeness=found.rest,
            repeats=twin.id if twin else "",
            check_by_hand=low and bool(rule or link),
        )


def _name(part: Part) -> str:
    return part.title or f"part {part.index}"


def _strongest_first(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Hard rules, critical ones first. A plain imperative alone ("Run the tests") is no hard rule
    here: nearly every part holds one."""
    hard = [r for r in rules if r.strength == "hard" and (r.critical or r.form != "imperative")]
    yield from sorted(hard, key=lambda r: (not r.critical, r.start_line))
