# ruff: noqa: E501  (a pattern is one expression)
"""The statements of a prompt as data, and the pairs of them that are worth comparing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from workbench.judge.registry import Context
from workbench.judge.rules._means import ALL_OF
from workbench.judge.rules._passages import shared
from workbench.judge.rules._side import Side
from workbench.language.instructions import Instruction
from workbench.language.statements import Statement, statements
from workbench.prompt.caseless import Caseless
from workbench.prompt.cues.context import GENERIC_TITLE
from workbench.prompt.language import plain
from workbench.prompt.lexicon.words import opposed
from workbench.prompt.lines import line_at
from workbench.prompt.slots import slots_of
from workbench.prompt.slots_choices import concepts_of

#: A concept that more statements share than this says nothing about two of them.
_COMMON = 40
#: At most so many statements are compared; a longer file is read from its top.
_MOST = 12_000
#: Longer sentences explain more than they rule.
_LONGEST = 220
#: At most so many pairs are looked at closely.
_PAIRS = 30_000
_SHOWN = Caseless(
    r"\b(?:examples?|samples?|sample session|before and after|good|bad|wrong|anti-?patterns?|faq|questions"
    r"|history|glossary|decisions|background|terms|references?|input|output example)\b"
    r"|例|サンプル|用語|沿革|示例|术语|历史",
)

#: Shown, not told: quotations, entries of a table of contents, good and bad samples.
_QUOTED = Caseless(
    r"[(（\"“«「']|(?:\d+(?:\.\d+)*\s+)?\[[^\]]+\]\([^)]*\)\s*$"
    r"|`[^`]+`\s*\([^)]*default"
    r"|\W*(?:in)?(?:correct|good|bad|wrong|right|before|after|yes|no|example|e\.g\.|note to)\b[^\w]{0,3}:",
)
_CODE_LIKE = re.compile(
    r"[{};]\s*$|\{[^{}]*:[^{}]*;|^\s*[.#@:]\w|=>|^\W*(?:\*\*|__)[^*_]{1,40}(?:\*\*|__)\W*$"
)
_POINTS = Caseless(r"\b(?:it|them|they|these|those|this|that)\b|\bone(?=[.,;]|$)|それ|これ|它")


@dataclass(frozen=True)
class Place:
    """One statement of a prompt: its data, its line (from 1), and its instruction, if it is one."""

    side: Side
    statement: Statement
    line: int
    instruction: Instruction | None
    index: int
    antecedent: frozenset[str] = frozenset()  # what its pronoun stands for
    rules_around: bool = False  # it stands among instructions
    label: str = ""  # the case that its list item begins with: "Simple task: …"

    @property
    def text(self) -> str:
        return self.statement.text

    @property
    def section(self) -> tuple[str, ...]:
        return self.statement.path + self.statement.tags


def places_of_prompt(context: Context) -> tuple[Place, ...]:
    """The statements that may be rules, in order; shown examples and tables of data are left out."""
    return shared(
        context,
        "places",
        lambda: _places(context.prompt.text, context.instructions, tuple(context.prompt.starts)),
    )


@lru_cache(maxsize=2)
def _places(
    text: str, instructions: tuple[Instruction, ...], starts: tuple[int, ...]
) -> tuple[Place, ...]:
    told = {i.start: i for i in instructions}
    items = [item for item in statements(text) if item.kind != "heading"]
    density: dict[tuple[str, ...], list[int]] = {}
    for item in items:
        if item.kind != "cell":
            density.setdefault(item.path + item.tags, []).append(item.start in told)
    ruled = {where for where, flags in density.items() if sum(flags) * 3 >= len(flags)}
    out: list[Place] = []
    before: Statement | None = None
    for item in items:
        previous, before = before, item
        found = told.get(item.start)
        if len(item.text) > _LONGEST or (found is None and not _may_be_rule(item)):
            continue
        if (
            _QUOTED.match(item.text)
            or _CODE_LIKE.search(item.text)
            or item.text.rstrip("*_ ").endswith((":", "：", "...", "…"))
        ):
            continue
        if item.kind == "cell" and (found is None or len(item.text.split()) < 4):
            continue
        if any(_SHOWN.search(title) for title in item.path[-2:]) or any(
            _SHOWN.search(tag) for tag in item.tags
        ):
            continue
        heading = " / ".join(
            title
            for title in (*item.path[1:], *item.tags, _lead(item))
            if title and not _generic(title)
        )
        antecedent: frozenset[str] = frozenset()
        if previous and previous.unit == item.unit and _POINTS.search(item.text):
            heading += " / " + previous.text  # "Run them before every commit."
            antecedent = concepts_of(previous.text)
        side = Side(slots_of(item.text), heading)
        if side.slots.clauses and side.slots.lang in ("en", "ja", "zh"):
            out.append(
                Place(
                    side,
                    item,
                    line_at(starts, item.start) + 1,
                    found,
                    len(out),
                    antecedent,
                    item.path + item.tags in ruled,
                    _label(text[item.unit[0] : item.unit[1]]) if item.kind == "item" else "",
                )
            )
            if len(out) >= _MOST:
                break
    return tuple(out)


_LABEL = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+(?P<label>[^:：`\n]{3,80})[:：]\s")


def _label(unit: str) -> str:
    found = _LABEL.match(unit)
    return found["label"].strip("*_ ") if found else ""


def _lead(item: Statement) -> str:
    lead = item.lead.strip()
    return lead if 0 < len(lead) <= 80 else ""


@lru_cache(maxsize=512)
def _generic(title: str) -> bool:
    return bool(GENERIC_TITLE.match(plain(title)))


def _may_be_rule(item: Statement) -> bool:
    """Short items and sentences told as facts may be rules: "Money is an integer of cents"."""
    text = item.text
    if item.kind in ("cell", "quote") or len(text) > 160 or text.endswith(("?", "？", ":", "：")):
        return False
    return item.kind == "item" or (item.kind == "paragraph" and bool(item.path or item.tags))


def marks(place: Place) -> tuple[frozenset[int], frozenset[str], frozenset[str]]:
    """Signs, modes and approvals of its clauses."""
    clauses = place.side.slots.clauses
    return (
        frozenset(c.sign for c in clauses),
        frozenset(c.mode for c in clauses),
        frozenset(c.approval for c in clauses if c.approval),
    )


def candidates(places: tuple[Place, ...]) -> Iterator[tuple[Place, Place]]:
    """Pairs that share something and could disagree, earlier place first; never all pairs."""
    by_concept: dict[str, list[int]] = defaultdict(list)
    by_role: dict[str, list[int]] = defaultdict(list)
    noted = [marks(place) for place in places]
    roles = [frozenset(c.role for c in p.side.slots.choices) for p in places]
    sizes = [frozenset(a.dimension for a, _ in p.side.slots.amounts) for p in places]
    names = [any(c.names & c.value for c in p.side.slots.clauses) for p in places]
    turned = [any(c.rejected for c in p.side.slots.clauses) for p in places]
    capped = [any(a.bound == "at-most" for a, _ in p.side.slots.amounts) for p in places]
    whole = [ALL_OF.search(p.text) is not None for p in places]
    deeds = [frozenset(d for c in p.side.slots.clauses for d in c.deeds) for p in places]
    yielded = 0
    seen: set[tuple[int, int]] = set()
    for place in places:
        i = place.index
        near: set[int] = set()
        for concept, weight in place.side.slots.weights:
            if weight >= 0.55:
                posting = by_concept[concept]
                near.update(posting[-_COMMON:] if len(posting) <= 4 * _COMMON else posting[-12:])
                posting.append(i)
        shared = roles[i] | {
            f"#{a.what or a.dimension}"
            for a, _ in place.side.slots.amounts
            if a.what or a.dimension in ("words", "sentences", "page size", "spaces")
        }
        for role in shared:
            posting = by_role[role]
            near.update(posting[-_COMMON:])
            posting.append(i)
        for j in sorted(near):
            if (j, i) in seen or (
                not _may_disagree(noted[j], noted[i], places[j], place)
                and not (
                    roles[j] & roles[i]
                    or sizes[j] & sizes[i]
                    or (names[j] and names[i])
                    or turned[j]
                    or turned[i]
                    or (capped[j] and whole[i])
                    or (capped[i] and whole[j])
                    or any(opposed(x, y) for x in deeds[j] for y in deeds[i])
                )
            ):
                continue
            seen.add((j, i))
            yield places[j], place
            yielded += 1
            if yielded >= _PAIRS:
                return


Marks = tuple[frozenset[int], frozenset[str], frozenset[str]]


def _may_disagree(a: Marks, b: Marks, one: Place, two: Place) -> bool:
    if (-1 in a[0] and 1 in b[0]) or (-1 in b[0] and 1 in a[0]):
        return True
    if "optional" in a[1] | b[1] and a[1] | b[1] != {"optional"}:
        return True
    if a[2] and b[2] and a[2] | b[2] == {"ask", "free"}:
        return True
    if "wish" in a[1] | b[1] and "must" in a[1] | b[1]:
        return True
    return bool(one.side.slots.orders and two.side.slots.orders)
