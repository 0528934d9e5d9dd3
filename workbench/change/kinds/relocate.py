"""RELOCATE: a useful rule inside a part where it does not belong goes to the section of its topic.

Never safe: under another heading a rule may hold for something else. The reason names both
headings, and the ledger asks for a yes where the old one limited the rule.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.change.ground import Change, Ground
from workbench.change.kinds import echo, move
from workbench.change.passages import Passage
from workbench.change.pressing import binds_alone
from workbench.change.proposals import Draft
from workbench.change.scope import begins_afresh, stands_alone
from workbench.change.wording import is_checklist_title, is_critical_title, is_reminder_title
from workbench.judge.relevance import ScoreResult
from workbench.language.content import content_stems
from workbench.prompt.language import plain

MOST = 4
#: A section must hold this share of what the rule speaks of (rare words count more), in at least
#: so many words, and by this factor more than any other section.
_SHARE, _WORDS, _MARGIN = 0.34, 2, 1.5
#: How much a word in a title counts.
_TITLE = 3
_LONGEST_WORDS = 60
#: What stands below such a heading is shown, not told.
_SHOWN = re.compile(r"example|sample|template|例|テンプレート|模板", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Region:
    """Lines (0-based, half-open) of a part that does not serve the task; `why` in words, `by` the
    model that says so, or nothing."""

    first: int
    last: int
    why: str
    by: str = ""

    def holds(self, unit: Passage) -> bool:
        return self.first <= unit.start_line and unit.end_line <= self.last


def low_parts(ground: Ground, scores: ScoreResult | None) -> Iterator[Region]:
    """The parts that scored low."""
    if scores is None or scores.inconclusive:
        return
    parts = {part.id: part for part in ground.parts}
    for score in scores.flagged:
        part = parts.get(score.id)
        if part is not None and part.scored and score.recommendation != "KEEP":
            why = f"The part '{part.title}' around it scored {score.score:g} of 10 for this task."
            yield Region(part.start_line - 1, part.end_line, why, scores.model)


@dataclass(frozen=True)
class _Section:
    """A section that takes rules: the last item of its last list, and its words."""

    title: str
    path: tuple[str, ...]
    last: Passage
    words: Counter[str]


def find(ground: Ground, regions: Sequence[Region], drafts: Sequence[Draft]) -> Iterator[Draft]:
    """One draft for each rule in `regions` whose home is plain; `drafts` are offered already."""
    if not regions or ground.fixed:
        return
    touched = {line for d in drafts for cut in d.change.cuts for line in range(*cut)}
    echoes = {d.start_line - 1: d for d in drafts if d.kind == "ECHO"}
    sections = tuple(_sections(ground, regions))
    rest = move.Rest(ground)
    made = 0
    for k, unit in enumerate(ground.passages):
        region = next((r for r in regions if r.holds(unit)), None)
        if region is None or unit.start_line in touched or made == MOST:
            continue
        if not _is_rule(ground, unit) or not rest.spares(unit):
            continue
        behind = ground.passages[k + 1 : k + 2]
        if behind and behind[0].block == unit.block and not begins_afresh(behind[0].words):
            continue
        home = _home(unit, sections)
        if home is None:
            continue
        target, shared = home
        rest.take(unit)
        made += 1
        lines = range(unit.start_line, unit.end_line)
        instead = next((echoes[line].words for line in lines if line in echoes), "")
        yield _draft(unit, region, target, shared, instead)


def _is_rule(ground: Ground, unit: Passage) -> bool:
    """Whether a unit is a rule that can stand elsewhere word for word."""
    hard = [r for r in unit.rules if r.strength == "hard"]
    if not any(r.critical or binds_alone(r, explicit=True) for r in hard):
        return False
    if unit.ordered or unit.foreign or not unit.whole or unit.nested:
        return False
    if _SHOWN.search(" ".join(unit.path)):
        return False
    if any(is_critical_title(name) or is_reminder_title(name) for name in unit.above):
        return False
    if unit.kind == "paragraph" and len(unit.sentences) != 1:
        return False
    if ground.is_pinned(*unit.span) or len(plain(unit.words).split()) > _LONGEST_WORDS:
        return False
    return all(stands_alone(text) for text in unit.sentences)


def _sections(ground: Ground, regions: Sequence[Region]) -> Iterator[_Section]:
    """Sections outside of `regions` whose text ends in a plain list."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Passage]] = {}
    for unit in ground.passages:
        if unit.path and not any(r.holds(unit) for r in regions):
            groups.setdefault((unit.path, unit.tags), []).append(unit)
    blocks = ground.prompt.outline.blocks
    for (path, tags), units in groups.items():
        last = units[-1]
        block = blocks[last.block]
        loose = any(
            not line.strip() for line in ground.prompt.lines[block.start_line : last.end_line]
        )
        if last.kind != "item" or last.ordered or last.nested or not last.whole or loose or tags:
            continue
        if block.kind != "list" or last.lead or last.foreign or echo.is_example(last):
            continue
        if any(is_reminder_title(t) or is_checklist_title(t) for t in path):
            continue
        title = path[-1]
        words = Counter(content_stems(" ".join(unit.words for unit in units)))
        for stem in content_stems(title):
            words[stem] += _TITLE
        if ground.is_pinned(last.end_line - 1, last.end_line):
            continue
        yield _Section(title, path, last, words)


def _home(unit: Passage, sections: Sequence[_Section]) -> tuple[_Section, tuple[str, ...]] | None:
    """The section that a rule belongs to, with the words they share; None where none stands out."""
    others = [s for s in sections if s.path != unit.path]
    own = set(content_stems(unit.words))
    if len(others) < 2 or not own:
        return None
    rare = {w: math.log(1 + len(others) / (1 + sum(w in s.words for s in others))) for w in own}
    whole = sum(rare.values())
    scored = sorted(
        (
            (sum(rare[w] * min(1.0, s.words[w] / 2) for w in own if w in s.words) / whole, k)
            for k, s in enumerate(others)
        ),
        key=lambda pair: (-pair[0], pair[1]),
    )
    (best, k), (second, _) = scored[0], scored[1]
    shared = tuple(sorted(own & others[k].words.keys(), key=lambda w: -rare[w]))
    if best < _SHARE or len(shared) < _WORDS or best < _MARGIN * second:
        return None
    return others[k], shared


def _draft(
    unit: Passage, region: Region, target: _Section, shared: Sequence[str], instead: str
) -> Draft:
    line = unit.start_line + 1
    old = unit.path[-1] if unit.path else "no heading"
    said = ", ".join(f"{word}…" for word in shared[:4])
    reason = (
        f"{region.why} The rule shares more words with '{target.title}' ({said}) than with any"
        f" other section. Its words stay; its heading was '{old}' and becomes '{target.title}'."
    )
    if instead:
        reason += " It would take the place of the echo."
    return Draft(
        "RELOCATE",
        False,
        unit.words,
        line,
        unit.end_line,
        f"line {line}: {'critical rule' if any(r.critical for r in unit.rules) else 'rule'}"
        f" below '{old}', where it does not belong",
        reason,
        f"medium: from now on it is read as a rule of '{target.title}'",
        Change(
            cuts=(unit.span,),
            puts=((unit.start_line, target.last.end_line - 1, unit.words, target.last.mark),),
        ),
        "move",
        instead=instead,
        by=region.by,
    )
