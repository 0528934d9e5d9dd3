# ruff: noqa: E501  (a pattern is one expression)
"""What a statement says as data: its clauses, choices, order; and how a clause binds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from workbench.prompt import modes
from workbench.prompt.amounts import Amount
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import Token

FOLD = re.IGNORECASE


MASK = re.compile(
    r"`[^`\n]{1,200}`|\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|「[^」\n]{1,120}」|https?://\S+"
)


#: Concepts that say how one binds, not what is bound.
EMPTY = listed(
    """
    禁止 必須 以内 以下 以上 目安 原則 場合 必要 不要 任意 推奨 厳禁 可能 統一 場合 必ず 常に 省略 以外 今後 直接 単位 必须 需要 应该 可以 不要 任何 所有
    一律 每个 每条 不得 禁止 上限 超过 不超 长度 通过 单行 每行 always ban except limit rule
    """
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a statement with a mood of its own. Sets hold concepts.

    `mode`: must, wish, may or optional. `sign`: 1 to do, -1 not to do. `things`: what it is
    about; `heads`: the last word of each of these phrases; `value`: with, by or as what;
    `around`: where; `when`: under which condition. `approval`: ask, free or nothing.
    """

    text: str
    mode: str
    sign: int
    deeds: frozenset[str]
    things: frozenset[str]
    heads: frozenset[str]
    value: frozenset[str]
    around: frozenset[str]
    when: frozenset[str]
    approval: str = ""
    told: bool = False  # a fact rather than a command
    scope: frozenset[str] = frozenset()  # the part of `around` that limits where it holds
    limited: bool = False  # holds under a condition or at a time
    rejected: frozenset[str] = frozenset()  # "not X", "instead of X"
    names: frozenset[str] = frozenset()  # code and proper names in `value`
    start: int = 0
    end: int = 0

    @property
    def words(self) -> frozenset[str]:
        return self.deeds | self.things | self.value | self.around


@dataclass(frozen=True, slots=True)
class Choice:
    """An alternative that fills a role; `sign` -1 when it is turned down."""

    role: str
    name: str
    sign: int
    clause: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Order:
    """`earlier` comes before `later`; sets of deeds and things."""

    earlier: frozenset[str]
    later: frozenset[str]


@dataclass(frozen=True, slots=True)
class Slots:
    """One statement as data. `places`: dimension to the places named; `paths`: in backticks."""

    text: str
    lang: str
    clauses: tuple[Clause, ...]
    choices: tuple[Choice, ...]
    amounts: tuple[tuple[Amount, int], ...]
    places: tuple[tuple[str, frozenset[str]], ...]
    paths: frozenset[str]
    codes: frozenset[str]
    orders: tuple[Order, ...]
    exception: frozenset[str] | None
    everywhere: bool
    also: bool
    only: bool
    weights: tuple[tuple[str, float], ...]
    chosen: frozenset[tuple[str, str]]  # role and a concept that names its alternative

    @property
    def codes_in(self) -> frozenset[str]:
        """Concepts that stand in backticks."""
        return frozenset(c for c, w in self.weights if w == 1.01)

    def names_of(self, role: str) -> frozenset[str]:
        """The concepts that only name an alternative of `role`."""
        return frozenset(c for r, c in self.chosen if r == role)

    def place(self, dimension: str) -> frozenset[str]:
        return dict(self.places).get(dimension, frozenset())


WEIGHT = {
    "thing": 1.0,
    "weak": 0.3,
    "raw": 0.8,
    "verb": 0.55,
    "code": 1.01,
    "action": 0.6,
    "light": 0.05,
}


def mode_of(masked: str, main: str, *, japanese: bool = False) -> tuple[str, int]:
    clean = modes.cleaned(main)
    if modes.OPTIONAL.search(clean) or modes.OPTIONAL_IF.search(masked):
        return "optional", 1
    if japanese and modes.OPTIONAL_JA.search(clean):
        return "optional", 1
    sign = -1 if len(modes.NEGATION.findall(clean)) % 2 else 1
    if modes.ALLOWED.search(clean) and sign > 0:
        return "may", sign
    if modes.WISHED.search(clean):
        return "wish", sign
    return "must", sign


def approval_of(clause: str, sign: int) -> str:
    if modes.FREE.search(clause):
        return (
            "ask"
            if sign < 0
            and re.search(r"\bwithout\b|なしに|なしで|なく|せずに|を得ずに|を取らずに|未经", clause)
            else "free"
        )
    return "ask" if modes.ASKS.search(clause) else ""


Made = list[tuple[Clause, "Order | None", list[tuple[int, int]]]]


@lru_cache(maxsize=2048)
def noun_too(concept: str) -> bool:
    return concept in NOUN_DEEDS


NOUN_DEEDS = listed(
    """
    commit test mock log cache review release deploy plan publish change answer apologise
    summarise explain translate format indent refund retry wrap document charge book call lock
    measure sign quote squash rebase push merge archive validate group
    """
)


def content_of(toks: Iterable[Token]) -> frozenset[str]:
    return frozenset(t.concept for t in toks if t.kind not in ("grammar", "number", "light"))


KANA = re.compile("[ぁ-ヿ]")
