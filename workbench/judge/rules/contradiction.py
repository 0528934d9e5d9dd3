"""Two instructions that one agent cannot both obey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._file_pairs import asks, counts
from workbench.judge.rules._pairs import signals
from workbench.judge.rules._side import Verdict
from workbench.judge.rules._sides import Place, candidates, places_of_prompt

#: In a whole file most pairs have nothing to do with one another, so more is asked of a pair
#: than when two sentences are put side by side.
SURE = 0.66
_SURE_ASKED = 0.58
_WISH = "one demands what the other only wishes"
#: Words that tell an instruction from an explanation run out in long sentences.
_LONGEST = 170


def pairs(context: Context) -> Iterator[tuple[Place, Place, Verdict]]:
    """Conflicting statements, the stronger ones first; each statement is in one pair at most."""
    places = places_of_prompt(context)
    common = Counter(c for p in places for c, w in p.side.slots.weights if w)
    versions = _versions(places)
    surveyed = _surveyed(places)
    found: list[tuple[Place, Place, Verdict]] = []
    for one, two in candidates(places):
        if len(one.text) > _LONGEST or len(two.text) > _LONGEST:
            continue
        best: Verdict | None = None
        for verdict in signals(one.side, two.side, least=_SURE_ASKED):
            if (
                verdict.score >= (SURE if not asks(verdict) else _SURE_ASKED)
                and verdict.reason != _WISH
                and (best is None or verdict.score > best.score)
                and counts(one, two, verdict, common)
                and not any(verdict.reason.startswith(name) for name in surveyed)
                and not versions & {a.dimension for a, _ in one.side.slots.amounts}
            ):
                best = verdict
        if best is not None:
            found.append((one, two, best))
    taken: set[int] = set()
    for one, two, verdict in sorted(found, key=lambda f: -f[2].score):
        if one.index not in taken and two.index not in taken:
            taken |= {one.index, two.index}
            yield one, two, verdict


def _surveyed(places: tuple[Place, ...]) -> frozenset[str]:
    """Alternatives of roles of which the file names many: it compares them."""
    names: dict[str, set[str]] = {}
    for place in places:
        for choice in place.side.slots.choices:
            if choice.sign > 0:
                names.setdefault(choice.role, set()).add(choice.name)
    return frozenset(n for found in names.values() if len(found) > 3 for n in found)


def _versions(places: tuple[Place, ...]) -> frozenset[str]:
    """Names that stand with many numbers or are only counted: "Block 1, Block 2"."""
    seen: dict[str, set[float]] = {}
    for place in places:
        for amount, _ in place.side.slots.amounts:
            if amount.dimension.startswith("version of "):
                seen.setdefault(amount.dimension, set()).add(amount.low)
    return frozenset(
        name
        for name, numbers in seen.items()
        if len(numbers) > 2 or (max(numbers) < 7 and all(n == int(n) for n in numbers))
    )


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    for one, two, verdict in pairs(context):
        yield rule.finding(
            two.line,
            f"contradicts line {one.line}: {verdict.reason}",
            text=two.text,
            fix=(
                f"keep one of lines {one.line} and {two.line}, or say in both where each holds "
                "or that one is the exception to the other"
            ),
            related=[Related(one.line, one.text)],
            confidence="high" if verdict.score >= 0.85 else "medium",
        )


RULE = Rule(
    id="contradiction",
    title="two instructions that clash",
    severity="warning",
    confidence="medium",
    why="an agent may follow either of two clashing rules, and which one can vary between runs",
    source="Claude Code docs, memory: conflicting rules are picked arbitrarily",
    dated="2026-11-29",
    check=_check,
    example="Indent with tabs. … Indent with two spaces.",
    instead="Indent Python with four spaces and Makefiles with tabs.",
    family="meaning",
)
