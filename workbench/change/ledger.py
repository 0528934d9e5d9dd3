"""The preservation ledger: what became of every statement and every literal of a prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from workbench.change.changes import NewFile, kept_lines
from workbench.change.literals import Literal, lost
from workbench.change.meaning import compare
from workbench.change.pairing import Pairing, pair_units
from workbench.change.units import Unit, leftovers, units_of
from workbench.language.statements import headings
from workbench.prompt.lines import split_lines
from workbench.prompt.prompt import Prompt
from workbench.prompt.titles import bare_title

#: Statuses that change what a prompt demands: each needs a yes.
BAD = frozenset(("lost", "changed", "weakened", "strengthened", "flipped"))


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one statement.

    Lines are 1-based, 0 where a side has none. `why` says what was seen; `echo_of` names the
    statement that an added one repeats; `scope_lost`: it moved away from the heading that
    limited it, or a copy of it below another heading is all that stays. `elsewhere`: the file that
    it went to.
    """

    unit: Unit
    status: str
    a_line: int
    b_line: int
    text_a: str
    text_b: str
    why: str = ""
    echo_of: str = ""
    scope_lost: bool = False
    elsewhere: str = ""

    @property
    def id(self) -> str:
        """That of the old statement, for `added` that of the new one with a leading `+`."""
        return "+" + self.unit.id if self.status == "added" else self.unit.id

    @property
    def kind(self) -> str:
        """instruction, statement (a fact or an example) or frontmatter."""
        return self.unit.kind

    @property
    def critical(self) -> bool:
        """Breaking it does harm."""
        return self.unit.critical

    @property
    def bad(self) -> bool:
        return self.status in BAD or self.scope_lost

    def to_dict(self) -> dict[str, object]:
        return {
            "id": self.id,
            "status": self.status,
            "a_line": self.a_line,
            "b_line": self.b_line,
            "text_a": self.text_a,
            "text_b": self.text_b,
            "kind": self.kind,
            "critical": self.critical,
            "why": self.why,
            "echo_of": self.echo_of,
            "scope_lost": self.scope_lost,
            "elsewhere": self.elsewhere,
        }


@dataclass(frozen=True, slots=True)
class LostLiteral:
    """A token that the new text lacks. `harmful` is false where the wording around it changed
    and its meaning stayed; `row` is the id of its statement, or `#LINE` outside of statements.
    """

    kind: str
    text: str
    a_line: int
    row: str = ""
    harmful: bool = True

    def to_dict(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "text": self.text,
            "a_line": self.a_line,
            "row": self.row,
            "harmful": self.harmful,
        }


@dataclass(frozen=True)
class Ledger:
    """The rows of two versions and the verdict of the gate."""

    a: str
    b: str
    rows: tuple[Row, ...]
    lost_literals: tuple[LostLiteral, ...]
    allowed: frozenset[str] = field(default_factory=frozenset)

    @property
    def objections(self) -> tuple[str, ...]:
        """Ids of rows (and `#LINE` of literals outside of rows) that need a yes."""
        found = dict.fromkeys(row.id for row in self.rows if row.bad)
        found |= dict.fromkeys(x.row for x in self.lost_literals if x.harmful)
        return tuple(key for key in found if key not in self.allowed and "all" not in self.allowed)

    @property
    def gate(self) -> str:
        """`pass`, or `refused` while an objection stands."""
        return "refused" if self.objections else "pass"

    def allow(self, ids: Iterable[str]) -> Ledger:
        """The same ledger with these rows allowed (`all` allows every one)."""
        return replace(self, allowed=self.allowed | frozenset(ids))

    def counts(self) -> dict[str, int]:
        """How many rows have each status."""
        return dict(Counter(row.status for row in self.rows))

    def to_dict(self) -> dict[str, object]:
        """The keys of the CLI contract."""
        return {
            "a": self.a,
            "b": self.b,
            "rows": [row.to_dict() for row in self.rows],
            "lost_literals": [x.to_dict() for x in self.lost_literals],
            "counts": self.counts(),
            "objections": list(self.objections),
            "allowed": sorted(self.allowed),
            "gate": self.gate,
        }


def ledger(
    a: Prompt, b: Prompt, *, allow: Collection[str] = (), kept: Sequence[NewFile] = ()
) -> Ledger:
    """Compare two versions statement by statement and token by token.

    `kept`: files to which parts of `a` went word for word; what stands there is moved, and a
    critical rule among it, which is no longer read every time, needs a yes.
    """
    old, new = units_of(a), units_of(b)
    away = kept_lines(a, kept)
    elsewhere = [_elsewhere(unit, *away[unit.line]) for unit in old if unit.line in away]
    if away:
        old = tuple(unit for unit in old if unit.line not in away)
    pairing = pair_units(old, new)
    rows: list[Row] = []
    gone: list[LostLiteral] = []
    titles = frozenset(title for _, _, title in headings(b)) if old else frozenset()
    copies = {unit.normal: unit for unit in reversed(new) if unit.statement is not None}
    for k, unit in enumerate(old):
        row, literals = _row(unit, k, pairing, new, titles, copies)
        rows.append(row)
        gone += literals
    used = pairing.used
    if len(used) < len(new):
        twins = {unit.normal: unit for unit in old}
        for k, unit in enumerate(new):
            if k not in used:
                rows.append(_added(unit, twins.get(unit.normal)))
    gone += _outside(a, b, away)
    if elsewhere:
        rows = sorted([*rows, *elsewhere], key=lambda row: (row.status == "added", row.a_line))
    return Ledger(a.path or "older", b.path or "newer", tuple(rows), tuple(gone), frozenset(allow))


def _row(
    unit: Unit,
    k: int,
    pairing: Pairing,
    new: Sequence[Unit],
    titles: frozenset[str],
    copies: Mapping[str, Unit],
) -> tuple[Row, list[LostLiteral]]:
    targets = pairing.partners.get(k, ())
    if k in pairing.duplicates:
        keeper = new[pairing.duplicates[k]]
        return _make(unit, keeper, "merged", "the same words stand elsewhere"), []
    if not targets:
        copy = copies.get(unit.normal)
        if copy is not None and copy.kind == unit.kind and not unit.opens:
            # Its words stand, but not where it held: merged, and it needs a yes like a loss.
            left = f"the same words stay at line {copy.line}; they stood below "
            why = left + (" › ".join(unit.path) or "no heading")
            return _make(unit, copy, "merged", why, scope_lost=True), []
        row = Row(unit, "lost", unit.line, 0, unit.text, "")
        literals = _lost(unit, Counter(), harmful=True)
        if unit.kind == "frontmatter":
            literals.append(LostLiteral("frontmatter", unit.text, unit.line, unit.id))
        return row, literals
    first = new[targets[0]]
    if k in pairing.carried:
        return _make(unit, first, "moved", f"its heading went along: {_front(unit, first)}"), []
    if k in pairing.marked:
        return _make(unit, first, "reworded", "a marker stands in front"), []
    if k in pairing.exact:
        return _exact(unit, first, k in pairing.moved, titles), []
    both = first.joined([new[t].text for t in targets]) if len(targets) > 1 else first
    merging = pairing.shared[targets[0]] > 1
    if merging or len(targets) > 1:
        judged = compare(unit.signature, both.signature, part=merging)
    else:
        judged = pairing.judged(unit, first)
    status = judged.status
    why = judged.why
    if status == "reworded" and merging:
        extra = pairing.extra.get(targets[0], "")
        status, why = ("changed", f"new in the merge: {extra}") if extra else ("merged", why)
    row = _make(unit, both, status, why)
    return row, _lost(unit, both.signature.literals, harmful=row.bad)


def _exact(unit: Unit, other: Unit, moved: bool, titles: frozenset[str]) -> Row:
    """The row of a statement whose words are the same in both versions.

    `titles`: the headings of the new version. Where the old heading is still among them, the
    statement left it; otherwise the heading may only have a new name.
    """
    status = "moved" if moved else "kept"
    if unit.path == other.path:
        return _make(unit, other, status)
    left = [title for title in unit.scope if not _carried(title, other)]
    came = [title for title in other.scope if not _carried(title, unit)]
    if not (left or came):
        return _make(unit, other, status)
    why = f"it stood below {' › '.join(unit.path) or 'no heading'}, now below " + (
        " › ".join(other.path) or "no heading"
    )
    away = moved or any(title in titles for title in left)
    scope_lost = away and unit.kind == "instruction"
    return _make(unit, other, "moved", why, scope_lost=scope_lost)


def _front(unit: Unit, other: Unit) -> str:
    """What stands in front of the words that both have."""
    return other.text[: len(other.text) - len(unit.text)].strip(" :：")


def _make(unit: Unit, other: Unit, status: str, why: str = "", *, scope_lost: bool = False) -> Row:
    return Row(
        unit, status, unit.line, other.line, unit.text, other.text, why, scope_lost=scope_lost
    )


def _elsewhere(unit: Unit, path: str, line: int) -> Row:
    why = f"it stands word for word in {path}, line {line}, which is read on demand"
    return Row(
        unit, "moved", unit.line, 0, unit.text, unit.text, why, "", unit.critical, elsewhere=path
    )


def _added(unit: Unit, echo: Unit | None) -> Row:
    why = "it repeats a statement" if echo else ""
    return Row(unit, "added", 0, unit.line, "", unit.text, why, echo.id if echo else "")


def _carried(title: str, unit: Unit) -> bool:
    """Whether a statement still says where it holds: in its headings, its lead or its words."""
    wanted = {title.casefold(), bare_title(title).casefold()} - {""}
    places = [place.casefold() for place in (*unit.path, unit.lead, unit.text, unit.block)]
    return any(name in place for name in wanted for place in places)


def _lost(unit: Unit, new: Counter[Literal], *, harmful: bool) -> list[LostLiteral]:
    gone = lost(unit.signature.literals, new)
    row = unit.id if gone else ""
    return [LostLiteral(x.kind, x.text, unit.line, row, harmful) for x in gone]


def _outside(a: Prompt, b: Prompt, away: Container[int] = ()) -> list[LostLiteral]:
    """Headings, code lines and tags that are gone; where they stand does not matter.

    `away`: lines of `a` that are kept elsewhere.
    """
    left, right = leftovers(a), leftovers(b)
    have = Counter((kind, text) for _, kind, text in right)
    out = []
    for line, kind, text in left:
        if line in away:
            continue
        if have[kind, text]:
            have[kind, text] -= 1
        else:
            out.append(LostLiteral(kind, text, line, f"#{line}"))
    return out


def check_preserved(
    a: Prompt, b: Prompt, *, added: Sequence[str] = (), dropped: Sequence[str] = ()
) -> tuple[str, ...]:
    """What an edit that may only move and repeat has broken, in words; empty when nothing.

    Headings, links, imports and placeholders of `a` must all be in `b`, and the words of `b`
    must be those of `a` with the texts `added` and without the texts `dropped`.
    """
    problems: list[str] = []
    for x in _outside(a, b):
        problems.append(f"line {x.a_line}: {x.kind} {x.text!r} is gone")
    old, new = _tokens(a.text, dropped), _tokens(b.text, added)
    gone, come = old - new, new - old
    if gone:
        problems.append("words gone: " + " ".join(sorted(gone.elements())[:12]))
    if come:
        problems.append("words added: " + " ".join(sorted(come.elements())[:12]))
    return tuple(problems)


def _tokens(text: str, without: Sequence[str]) -> Counter[str]:
    """White-space separated words, list and heading marks left out."""
    count: Counter[str] = Counter()
    for line in split_lines(text):
        count.update(_line_words(line))
    for extra in without:
        for line in split_lines(extra):
            count.subtract(_line_words(line))
    return Counter({word: n for word, n in count.items() if n > 0})


def _line_words(line: str) -> list[str]:
    words = line.split()
    while words and not any(ch.isalnum() for ch in words[0]) and len(words[0]) < 7:
        words = words[1:]
    if words and words[0][:-1].isdigit() and words[0][-1] in ".)":
        words = words[1:]
    return words
