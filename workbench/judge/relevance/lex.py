"""How foreign each part is to its document and its task, by words alone (no model, no numpy).

Twelve measures of a part (likeness to the task, likeness to the other parts, length, heading) go
through a logistic model fitted once; see `data/README.md`. Where parts are as short as one line,
likeness to other parts says little; there the words shared with the task and the tone decide.

The weights come from other files than the benchmark's. The window and the rule for short parts
were chosen while looking at the benchmark's files and probes; `benchmarks/relevance.py` prints
their halves apart. Tried and left out, since unseen topics gained nothing: groups of related
words, expansion of the task by its best parts, coverage of the file's vocabulary, likeness to
the neighbours, weights fitted anew, and cues of code, numbers and people apart.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from importlib import resources
from statistics import fmean, median, pstdev

from workbench.judge.relevance.shared import TaskWords, root
from workbench.judge.relevance.terms import Background, background, terms
from workbench.judge.relevance.tone import Tone, tone
from workbench.judge.stories import is_story

#: Characters of a part that are compared, and of a task. Parts of real prompts have a median of
#: about 1,000 characters; a window of 600 flags twice as many parts of untouched files.
WINDOW, TASK_WINDOW = 3000, 2000
#: Median terms per part: at or below `_FEW` the rule for short parts decides, from `_ENOUGH` on
#: the model alone, in between both in proportion.
_FEW, _ENOUGH = 8, 20
_SHORT_BASE, _SHORT_TASK, _SHORT_TELLING, _SHORT_RULING, _SHORT_MOST = -1.2, 1.5, 2.0, 0.4, 3.0
#: A term that stands in more parts than this is left out of the pairwise comparison of very long
#: documents (its weight is tiny, its cost grows with the square).
_MOST_HOLDERS = 250
_SIDE_HEADING = re.compile(
    r"change ?log|histor|background|legacy|deprecat|archive|roadmap|to ?do\b|future|acknowledg"
    r"|credits|licen[cs]e|contact|about|faq|misc|notes"
    r"|変更履歴|履歴|沿革|背景|廃止|今後|謝辞|ライセンス|連絡先|その他|備考|メモ",
    re.IGNORECASE,
)
_EPSILON = 1e-6
#: How far past the cut a part stands that only tells a story: a score of 4 (see `score.score_of`).
STORY = 0.51


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one part. `distance`: larger is more foreign; `cut()` is the border.

    `task`, `rest`: cosines, 0 to 1, to the task and to the mean other part; `nearest` is the index
    of the most similar other part (-1: none) and `nearness` its cosine. `shared`: words of the part
    that the task holds too, the rarest first. `terms`: number of different terms compared.
    """

    distance: float
    task: float
    rest: float
    nearest: int
    nearness: float
    shared: tuple[str, ...]
    terms: int
    tone: Tone
    story: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """The fitted weights: `measures` maps a name to (mean, deviation, weight)."""

    bias: float
    threshold: float
    measures: Mapping[str, tuple[float, float, float]]

    def distance(self, values: Mapping[str, float]) -> float:
        return self.bias + sum(
            weight * (values[name] - mean) / deviation
            for name, (mean, deviation, weight) in self.measures.items()
        )


@lru_cache(maxsize=1)
def model() -> Model:
    """The packaged weights."""
    raw = json.loads((resources.files(__package__) / "data" / "weights.json").read_text("utf-8"))
    measures = {k: (v["mu"], v["sd"], v["weight"]) for k, v in raw["measures"].items()}
    return Model(raw["bias"], raw["threshold"], measures)


def cut() -> float:
    """The distance above which a part is called foreign: a score of 5."""
    return model().threshold


@dataclass(frozen=True, slots=True)
class _Bag:
    """The terms of one text: counts, and a vector of length 1."""

    counts: Mapping[str, int]
    vector: Mapping[str, float]

    @property
    def size(self) -> float:
        """Different terms; a pair of CJK characters counts half (pairs overlap)."""
        return sum(1.0 if term.isascii() else 0.5 for term in self.counts)


def _bag(text: str, known: Background) -> _Bag:
    counts = Counter(terms(text))
    raw = {t: (1 + math.log(n)) * known.idf(t) for t, n in counts.items()}
    length = math.sqrt(math.fsum(x * x for x in raw.values())) or 1.0
    return _Bag(counts, {t: x / length for t, x in raw.items()})


def _cosine(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    if len(b) < len(a):
        a, b = b, a
    return math.fsum(x * b[t] for t, x in a.items() if t in b)


def measure(texts: Sequence[tuple[str, str]], task: str) -> Iterator[int | list[Measured]]:
    """Measure (title, text) pairs of one document against `task`.

    Yields the number of texts done so far, twice each (read, then compared), and the list of
    results last. Cost: linear in the text up to `WINDOW` characters a part, plus the pairs of
    parts that share a term.
    """
    known = background()
    aim = _bag(task[:TASK_WINDOW], known)
    bags: list[_Bag] = []
    for done, (_, text) in enumerate(texts, 1):
        bags.append(_bag(text[:WINDOW], known))
        yield done
    compare = _Compare(bags)
    rows: list[tuple[float, float, int, float]] = []
    for index in range(len(bags)):
        rows.append(compare.row(index))
        yield len(bags) + index + 1
    yield _judge(texts, bags, aim, rows, TaskWords(task[:TASK_WINDOW]))


class _Compare:
    """Cosines of one part to all others, through an index of who holds which term."""

    def __init__(self, bags: Sequence[_Bag]) -> None:
        self._bags = bags
        self._holders: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, bag in enumerate(bags):
            for term, x in bag.vector.items():
                self._holders[term].append((index, x))
        self._sums = {t: math.fsum(x for _, x in held) for t, held in self._holders.items()}

    def row(self, index: int) -> tuple[float, float, int, float]:
        """(mean cosine, mean of the three largest, index of the largest or -1, the largest)."""
        others = len(self._bags) - 1
        if others < 1:
            return 0.0, 0.0, -1, 0.0
        vector = self._bags[index].vector
        total = math.fsum(x * (self._sums[t] - x) for t, x in vector.items())
        near: dict[int, float] = defaultdict(float)
        for term, x in vector.items():
            held = self._holders[term]
            if 1 < len(held) <= _MOST_HOLDERS:
                for other, y in held:
                    near[other] += x * y
        near.pop(index, None)
        best = nlargest(3, near.items(), key=lambda item: (item[1], -item[0]))
        top = math.fsum(x for _, x in best) / min(3, others)
        nearest, nearness = best[0] if best else (-1, 0.0)
        return total / others, top, nearest, nearness


def _relative(values: Sequence[float]) -> list[float]:
    largest = max(values) + _EPSILON
    return [x / largest for x in values]


def _standard(values: Sequence[float]) -> list[float]:
    mean, deviation = fmean(values), pstdev(values) + _EPSILON
    return [(x - mean) / deviation for x in values]


def _judge(
    texts: Sequence[tuple[str, str]],
    bags: Sequence[_Bag],
    aim: _Bag,
    rows: Sequence[tuple[float, float, int, float]],
    words: TaskWords,
) -> list[Measured]:
    if not bags:
        return []
    fitted = model()
    task = [_cosine(bag.vector, aim.vector) for bag in bags]
    rest, top = [row[0] for row in rows], [row[1] for row in rows]
    ranked = _bm25(bags, aim)
    best = max(ranked) or 1.0
    columns = {
        "tf": task,
        "tf_rel": _relative(task),
        "bm_rel": [x / best for x in ranked],
        "lc": rest,
        "lc_rel": _relative(rest),
        "lt": top,
        "lt_rel": _relative(top),
        "st": [1.0 if _SIDE_HEADING.search(title) else 0.0 for title, _ in texts],
        "ln": [math.log(1 + len(text)) - 6 for _, text in texts],
        "tf_z": _standard(task),
        "lc_z": _standard(rest),
        "lt_z": _standard(top),
    }
    long = (median(bag.size for bag in bags) - _FEW) / (_ENOUGH - _FEW)
    long = min(1.0, max(0.0, long))
    known = background()
    result = []
    for i, bag in enumerate(bags):
        text = texts[i][1][:WINDOW]
        voice, shared = tone(text), words.within(text)
        distance = long * fitted.distance({name: column[i] for name, column in columns.items()})
        if long < 1:
            distance += (1 - long) * _short_distance(bag, aim, voice, known)
        nearest, nearness = rows[i][2:]
        story = is_story(*texts[i])
        if story:
            distance = max(distance, fitted.threshold + STORY)
        size = len(bag.counts)
        result.append(
            Measured(distance, task[i], rest[i], nearest, nearness, shared, size, voice, story)
        )
    return result


def _short_distance(bag: _Bag, aim: _Bag, voice: Tone, known: Background) -> float:
    """For parts of a line or two: words shared with the task, and rule against anecdote."""
    mine, theirs = _weights(bag, known), _weights(aim, known)
    length = math.sqrt(math.fsum(x * x for x in mine.values())) or 1.0
    overlap = math.fsum(min(x, theirs[t]) for t, x in mine.items() if t in theirs) / length
    telling, ruling = _SHORT_TELLING * voice.telling, _SHORT_RULING * voice.ruling
    return _SHORT_BASE - _SHORT_TASK * (min(overlap, _SHORT_MOST) - telling + ruling)


def _weights(bag: _Bag, known: Background) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for term, n in bag.counts.items():
        counts[root(term)] += n
    return {t: (1 + math.log(n)) * known.idf(t) for t, n in counts.items()}


def _bm25(bags: Sequence[_Bag], aim: _Bag) -> list[float]:
    """BM25 of the task's terms in each part (k1 1.2, b .75; the collection is the document)."""
    sizes = [sum(bag.counts.values()) for bag in bags]
    mean = fmean(sizes) or 1.0
    scores = [0.0] * len(bags)
    for term in aim.counts:
        holders = [i for i, bag in enumerate(bags) if term in bag.counts]
        rarity = math.log(1 + (len(bags) - len(holders) + 0.5) / (len(holders) + 0.5))
        for i in holders:
            n = bags[i].counts[term]
            scores[i] += rarity * n * 2.2 / (n + 1.2 * (0.25 + 0.75 * sizes[i] / mean))
    return scores
