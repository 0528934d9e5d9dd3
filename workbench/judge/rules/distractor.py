# ruff: noqa: E501  (a list of words is one expression)
"""Stories and trivia: text that rules nothing, names nothing of the project and is foreign to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, folded, is_article, said, shared
from workbench.judge.rules._sections import kinship, stems
from workbench.judge.stories import HISTORY_TITLE, telling
from workbench.prompt.caseless import Caseless
from workbench.prompt.language import plain

_HISTORY_TAG = Caseless(r"(?:history|story|background|trivia|anecdotes?)$")
_NAME = re.compile(r"[\"`“「]([^\"`”」]{3,60})[\"`”」]")
#: Points of a story, and of a single short sentence, which tells less about itself.
_STORY, _SHORT_STORY = 2.2, 3.0


def _score(context: Context, run: Sequence[Passage]) -> float:
    """From 3 on the passages read as a story that is foreign to the prompt."""
    words = [p.words[:600] for p in run]
    text = " ".join(words)
    title = run[0].statement.path[-1] if run[0].statement.path else ""
    tag = run[0].statement.tags[-1] if run[0].statement.tags else ""
    told = [telling(w) for w in words]
    past = sum(t.past for t in told) / len(told)
    cues = len(frozenset().union(*(t.story for t in told))) + min(2, sum(t.people for t in told))
    serving = sum(t.serves for t in told) / len(told)
    headed = bool(HISTORY_TITLE.search(title)) or bool(_HISTORY_TAG.match(tag))
    working = sum(t.work for t in told) / len(told)
    if not headed and (past < 0.5 if not cues else past < 0.3 and cues < 2):
        return 0.0
    foreign = 1.0 - kinship(context, Counter(stems(text)))
    points = 1.2 * past + 0.5 * min(cues, 4) + 1.2 * max(0.0, foreign - 0.4) / 0.6
    points += 1.0 if headed and past >= 0.5 else 0.0
    points += 0.8 * max(0.0, 1.0 - 2 * working)
    return points - 2.0 * serving - 0.3 * min(3.0, working)


def _runs(context: Context) -> Iterable[list[Passage]]:
    """Paragraphs, and runs of list items beside each other that tell something."""
    ordered = {
        i.start for i in context.instructions if i.form == "imperative" and i.strength == "hard"
    }
    ruled = _ruled(context)
    run: list[Passage] = []
    for passage in said(context):
        statement = passage.statement
        tells = telling(passage.words[:600]).tells
        free = (
            statement.kind in ("paragraph", "item")
            and statement.unit not in ruled
            and (tells or statement.start not in ordered)
        )
        last = run[-1].statement if run else None
        near = (
            last is not None
            and statement.path == last.path
            and (
                statement.unit == last.unit
                or (
                    statement.kind == last.kind
                    and tells
                    and telling(run[0].words[:600]).tells
                    and telling(run[-1].words[:600]).tells
                )
            )
        )
        if run and not (free and near):
            yield run
            run = []
        if free and (run or statement.kind == "paragraph" or tells):
            run.append(passage)
    if run:
        yield run


def _ruled(context: Context) -> frozenset[tuple[int, int]]:
    """The paragraphs and items that hold a hard instruction: what else they tell is its reason."""
    return frozenset(
        i.unit
        for i in context.instructions
        if i.strength == "hard"
        and (
            i.critical
            or i.form in ("ban", "duty", "wish", "label", "lead")
            or (i.form == "imperative" and not telling(plain(i.text[:600])).tells)
        )
    )


def _needed(context: Context, run: Sequence[Passage]) -> list[Passage]:
    """The passages of a run that name, in quotes or code, what is named outside of it too."""
    own = {p.statement.start for p in run}
    rest = " ".join(p.text for p in said(context) if p.statement.start not in own).lower()
    return [
        p
        for p in run
        if any(name.lower() in rest for name in _NAME.findall(p.text[:600]) if len(name) > 2)
    ]


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Passages that tell and do not rule."""
    if is_article(context):
        return
    hits: list[tuple[float, Finding]] = []
    runs = shared(context, "story runs", lambda: list(_runs(context)))
    for run in runs:
        size = sum(len(p.words) * (3 if p.lang in ("ja", "zh") else 1) for p in run)
        if size < 50:
            continue
        score = _score(context, run)
        if score < (_STORY if len(run) > 1 or size >= 110 else _SHORT_STORY):
            continue
        title = run[0].statement.path[-1] if run[0].statement.path else ""
        foreign = kinship(context, Counter(stems(" ".join(p.words[:600] for p in run)))) < 0.5
        needed = _needed(context, run)
        keep = f" Keep line {needed[0].line}: other lines speak of the same name." if needed else ""
        hits.append(
            (
                score,
                rule.finding(
                    run[0].line,
                    "Tells a story that no instruction needs: nothing in it is a rule, a name or a "
                    "value of this work"
                    + (", and it shares few words with the rest." if foreign else "."),
                    end_line=run[-1].end_line,
                    text=" ".join(p.text for p in run)[:300],
                    fix="Take it out, or keep it in a document that is not loaded"
                    + (f" (section {title!r})." if title else ".")
                    + keep,
                    related=[Related(p.line, p.text[:120]) for p in needed[:5]],
                    confidence="high" if score >= 3.3 else "medium",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="distractor",
    title="a passage foreign to the work",
    severity="warning",
    confidence="medium",
    why="Text that has nothing to do with the task draws attention away from what has, and costs "
    "tokens with every request.",
    source="Shi et al. 2023, Large language models can be easily distracted by irrelevant context",
    dated="2026-11-29",
    check=check,
    example="The first version was a spreadsheet that Henk kept until he moved to Norway.",
    instead="(leave it out)",
    family="relevance",
)
