"""The offline ranking: how foreign the words of each part are to the rest of the prompt.

It counts words and understands none: the cosine of a part's content words (tf-idf) to those of the
other parts and of the task. So it has no class and gives no advice but "look at this"; what a part
is worth for a task, a reading tells.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from workbench.errors import Interrupted, UsageError
from workbench.judge.relevance.result import THRESHOLD, PartScore, ScoreResult
from workbench.judge.task import Task, infer_task
from workbench.language.content import content
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt

#: Changes whenever a score could, so that stored scores of an older method are not mixed in.
METHOD = "offline-foreign-1"
NOTE = (
    "An estimate from words alone: low means that a part shares few words with the rest, not that"
    " it is needless. A reading tells what it is worth."
)
TOO_FEW = "Too few parts to compare: at least three with words of their own are needed."
#: Characters of a part that are compared.
WINDOW = 1_500
_FEWEST_PARTS, _FEWEST_WORDS = 3, 4
_NAMED = 6


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
) -> ScoreResult:
    """Rank `parts` of `prompt` (`task` None or blank: inferred from the prompt).

    `costs`: tokens of each part, aligned with `parts`. Raises UsageError when the threshold is not
    between 0 and 10 or `costs` does not fit. The same input gives the same result.
    """
    steps = score_steps(prompt, parts, task, costs, threshold=threshold)
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
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[Progress, None, ScoreResult]:
    """`score_offline` in small steps, for work in the background; returns the result.

    Raises Interrupted at the next step once `cancel()` is true.
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
    total = 2 * len(chosen)
    bags: list[_Bag] = []
    for done, i in enumerate(chosen, 1):
        if cancel():
            raise Interrupted("Scoring was stopped; nothing was changed.")
        bags.append(_bag(f"{parts[i].title}\n{prompt.part_text(parts[i])[:WINDOW]}"))
        yield Progress(done, total)
    few = sum(len(bag.counts) >= _FEWEST_WORDS for bag in bags) < _FEWEST_PARTS
    asked = _bag(aim.text)
    near = _nearness(bags, asked)
    most = max(near, default=0.0) or 1.0
    holders = Counter(stem for bag in bags for stem in bag.counts)
    scores: list[PartScore] = []
    for k, (i, bag) in enumerate(zip(chosen, bags, strict=True)):
        known = not few and len(bag.counts) >= _FEWEST_WORDS
        share = near[k] / most if known else None
        if share is None:
            scores.append(_unscored(parts[i], costs[i], few))
        else:
            scores.append(_scored(parts[i], costs[i], bag, share, holders, asked))
        yield Progress(len(chosen) + k + 1, total, scores[-1])
    return ScoreResult(
        task=aim,
        judge="offline",
        method=METHOD,
        threshold=float(threshold),
        parts=tuple(scores),
        total_tokens=sum(costs),
        note=NOTE,
        inconclusive=TOO_FEW if few else "",
    )


@dataclass(frozen=True, slots=True)
class _Bag:
    """The content words of a text: how often each stem occurs, and how it is first spelled."""

    counts: Mapping[str, int]
    spelled: Mapping[str, str]


def _bag(text: str) -> _Bag:
    counts: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for stem, word in content(text):
        counts[stem] += 1
        spelled.setdefault(stem, word)
    return _Bag(counts, spelled)


def _nearness(bags: Sequence[_Bag], asked: _Bag) -> list[float]:
    """The mean cosine of each bag to all others and to the task; linear in the words."""
    every = [*bags, asked] if asked.counts else list(bags)
    holders = Counter(stem for bag in every for stem in bag.counts)
    vectors: list[dict[str, float]] = []
    for bag in every:
        raw = {
            stem: (1 + math.log(count)) * math.log((len(every) + 1) / holders[stem])
            for stem, count in bag.counts.items()
        }
        length = math.sqrt(math.fsum(x * x for x in raw.values())) or 1.0
        vectors.append({stem: x / length for stem, x in raw.items()})
    sums: dict[str, float] = defaultdict(float)
    for vector in vectors:
        for stem, x in vector.items():
            sums[stem] += x
    others = max(1, len(every) - 1)
    return [
        math.fsum(x * (sums[stem] - x) for stem, x in vector.items()) / others
        for vector in vectors[: len(bags)]
    ]


def _unscored(part: Part, tokens: int, few: bool) -> PartScore:
    why = TOO_FEW if few else "It has too few words of its own to compare."
    return PartScore(part.id, part.title, tokens, None, None, None, why, None)


def _scored(
    part: Part, tokens: int, bag: _Bag, share: float, holders: Mapping[str, int], asked: _Bag
) -> PartScore:
    """A part with its place from 0 to 10: 10 is the part whose words are most at home here."""
    alone = [word for stem, word in bag.spelled.items() if holders[stem] == 1]
    count = len(bag.counts)
    words = f"{count - len(alone)} of its {count} content words stand elsewhere in the prompt"
    if alone:
        words += f"; only here: {', '.join(word[:40] for word in alone[:_NAMED])}"
    return PartScore(
        id=part.id,
        title=part.title,
        tokens=tokens,
        score=math.floor(100 * share + 1e-9) / 10,
        klass=None,
        usage=None,
        justification=f"{words}.",
        recommendation=None,
        shared=tuple(word for stem, word in bag.spelled.items() if stem in asked.counts),
    )
