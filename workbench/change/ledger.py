"""The preservation ledger: what became of every statement and every literal of a prompt.

It claims only what the words prove. `kept` and `moved`: the same words; `merged`: an exact repeat
stays elsewhere; `reworded`: another wording of the same words (see `compare`); `flipped`: the sign
turned; `weakened`, `strengthened`: the same words bind otherwise; `lost`: no statement holds a fair
share of its words. Everything else that has a partner is `changed`, with what differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from workbench.change.changes import NewFile, kept_lines
from workbench.change.compare import Judgement, compare, difference, in_a_row, same, terms
from workbench.change.pairing import Pairing, pair_units
from workbench.change.units import Unit, leftovers, units_of
from workbench.language.force import NONE
from workbench.language.instructions import critical_statements
from workbench.language.lists import group
from workbench.language.literals import literals
from workbench.language.literals_held import holds
from workbench.language.titles import bare_title
from workbench.prompt.lines import body, line_at, split_lines
from workbench.prompt.prompt import Prompt

#: Statuses that take something away that the words prove: refused without a yes.
REFUSED = frozenset(("lost", "flipped"))
#: Statuses that a person has to look at.
LOOK = frozenset(("changed", "weakened", "strengthened"))


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one statement, heading or field of frontmatter.

    Lines are 1-based, 0 where a side has none. `differs`: what is not the same, in words of the
    texts; `why`: what was seen. `echo_of` names the statement that an added one repeats;
    `scope_lost`: it moved away from the heading or lead that limited it, or a copy of it below
    another heading is all that stays, or it joins one that it may limit. `elsewhere`: the file that
    it went to.
    """

    unit: Unit
    status: str
    a_line: int
    b_line: int
    text_a: str
    text_b: str
    differs: tuple[str, ...] = ()
    why: str = ""
    echo_of: str = ""
    scope_lost: bool = False
    elsewhere: str = ""
    critical: bool = False

    @property
    def id(self) -> str:
        """That of the old statement, for `added` that of the new one with a leading `+`."""
        return "+" + self.unit.id if self.status == "added" else self.unit.id

    @property
    def kind(self) -> str:
        """instruction, statement (a fact or an example), heading or frontmatter."""
        return self.unit.kind

    @property
    def gate(self) -> str:
        """What this row alone asks for: pass, look or refused."""
        if self.status in REFUSED:
            return "refused"
        return "look" if self.status in LOOK or self.scope_lost else "pass"

    @property
    def bad(self) -> bool:
        """It needs a yes."""
        return self.gate != "pass"

    def to_dict(self) -> dict[str, object]:
        return {
            "id": self.id,
            "status": self.status,
            "a_line": self.a_line,
            "b_line": self.b_line,
            "text_a": _beginning(self.text_a),
            "text_b": _beginning(self.text_b),
            "differs": list(self.differs),
            "kind": self.kind,
            "critical": self.critical,
            "why": self.why,
            "echo_of": self.echo_of,
            "scope_lost": self.scope_lost,
            "elsewhere": self.elsewhere,
        }


#: A longer text is written by its beginning, with dots behind it: thousands of statements that were
#: joined into one would else each print all of it.
_LONGEST = 1000


@lru_cache(maxsize=8)
def _beginning(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


@dataclass(frozen=True, slots=True)
class LostLiteral:
    """A token that the new text lacks; `row` is the id of its statement, or `#LINE` outside of
    statements."""

    kind: str
    text: str
    a_line: int
    row: str = ""

    def to_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "text": self.text, "a_line": self.a_line, "row": self.row}


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
        found = dict.fromkeys(row.id for row in self.rows if row.gate != "pass")
        found |= dict.fromkeys(x.row for x in self.lost_literals)
        return tuple(key for key in found if key not in self.allowed and "all" not in self.allowed)

    @property
    def gate(self) -> str:
        """`refused` while something is provably gone or turned without a yes, `look` while changed
        rows wait for a person, `pass` otherwise."""
        waiting = set(self.objections)
        if not waiting:
            return "pass"
        gone = {row.id for row in self.rows if row.gate == "refused"}
        gone |= {x.row for x in self.lost_literals}
        return "refused" if waiting & gone else "look"

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
    a: Prompt,
    b: Prompt,
    *,
    allow: Collection[str] = (),
    kept: Sequence[NewFile] = (),
) -> Ledger:
    """Compare two versions statement by statement and token by token.

    `kept`: files to which parts of `a` went word for word; what stands there is moved, and a
    critical rule among it, which is no longer read every time, needs a yes.
    """
    old, new = units_of(a), units_of(b)
    marked = critical_statements(a)
    critical = {u.id for u in old if u.statement is not None and u.statement.start in marked}
    away = kept_lines(a, kept)
    elsewhere = [_elsewhere(u, *away[u.line], critical) for u in old if u.line in away]
    if away:
        old = tuple(unit for unit in old if unit.line not in away)
    pairing = pair_units(old, new)
    book = _Book(old, new, pairing)
    shown, unshown = _more_shown(a, b), _more_shown(b, a)
    rows = [_if_shown(book.row(k), a, shown) for k in range(len(old))]
    gone = list(book.lost_literals(rows))
    used = pairing.used
    if len(used) < len(new):
        twins = {unit.key: unit for unit in old}
        come = (u for k, u in enumerate(new) if k not in used)
        told = {s.unit for j in used if (s := new[j].statement) is not None}
        # A new title demands nothing; what stands below it has rows of its own.
        came = [_added(u, twins.get(u.key), told) for u in come if u.kind != "heading" or u.force]
        rows += [_if_shown(row, b, unshown) for row in came]
    outside = _outside(a, b, away)
    if outside and unshown:  # those whose words stand as statements now are not gone
        here = {body(line).strip() for line in b.lines}
        outside = [x for x in outside if x.text not in unshown or x.text not in here]
    gone += outside
    if critical:
        rows = [replace(row, critical=row.unit.id in critical) for row in rows]
    if elsewhere:
        rows = sorted([*rows, *elsewhere], key=lambda row: (row.status == "added", row.a_line))
    return Ledger(a.path or "older", b.path or "newer", tuple(rows), tuple(gone), frozenset(allow))


class _Book:
    """The rows of the old statements, once all are paired."""

    def __init__(self, old: Sequence[Unit], new: Sequence[Unit], pairing: Pairing) -> None:
        self.old, self.new, self.pairing = old, new, pairing
        self.groups = pairing.groups()
        #: Headings and leads of the new version: what left one of them that still stands has moved.
        self.titles = frozenset(u.text for u in new if u.kind == "heading")
        self.titles |= {u.lead for u in new if u.lead}
        self.copies = {u.key: u for u in reversed(new) if u.statement is not None}
        #: What became of each group of statements, and its new text, by the first new one.
        self.judged: dict[int, tuple[Judgement, str]] = {}

    def row(self, k: int) -> Row:
        unit, pairing = self.old[k], self.pairing
        if k in pairing.duplicates:
            keeper = self.new[pairing.duplicates[k]]
            return _make(unit, keeper, "merged", why="the same words stand elsewhere")
        targets = pairing.partners.get(k, ())
        if not targets:
            copy = self.copies.get(unit.key)
            if copy is not None and copy.kind == unit.kind and not unit.opens:
                # Its words stand, but not where it held: merged, and it waits for a person.
                why = f"the same words stay at line {copy.line}; they stood below {_place(unit)}"
                return _make(unit, copy, "merged", why=why, scope_lost=True)
            return Row(unit, "lost", unit.line, 0, unit.text, "")
        first = self.new[targets[0]]
        if k in pairing.carried:
            front = first.text[: len(first.text) - len(unit.text)].strip(" :：")
            return _make(unit, first, "moved", why=f"its heading went along: {front}")
        if k in pairing.marked:
            return _make(unit, first, "reworded", why="a marker stands in front")
        if k in pairing.exact:
            return self._exact(unit, first, k in pairing.moved)
        if targets[0] not in self.judged:
            olds, news = self.groups[k]
            text = " ".join(self.new[j].text for j in news)
            self.judged[targets[0]] = self._judge(olds, news), text
        judged, text = self.judged[targets[0]]
        return Row(
            unit, judged.status, unit.line, first.line, unit.text, text, differs=judged.differs
        )

    def _judge(self, olds: Sequence[int], news: Sequence[int]) -> Judgement:
        a, b = [self.old[i] for i in olds], [self.new[j] for j in news]
        if len(a) == len(b) == 1:
            spoken = a[0].kind not in ("heading", "frontmatter")
            force_a, force_b = (a[0].force, b[0].force) if spoken else (NONE, NONE)
            judged = compare(a[0].text, b[0].text, force_a, force_b)
            turned = judged.status == "flipped" and not spoken
            return replace(judged, status="changed") if turned else judged
        before, after = in_a_row([u.text for u in a]), in_a_row([u.text for u in b])
        bans = all(u.force.form == "ban" for u in (*a, *b))
        if same(terms(before, bans), terms(after, bans)):
            return Judgement("reworded")
        return Judgement("changed", difference(terms(before), terms(after)))

    def _exact(self, unit: Unit, other: Unit, moved: bool) -> Row:
        """The row of a statement whose words are the same in both versions.

        What stands around it may turn it (another lead, another heading), or no longer limit it.
        Where the old heading or lead still stands, it left it; otherwise that may only have a new
        name, and has a row of its own.
        """
        status = "moved" if moved else "kept"
        old, new = unit.force, other.force
        if old and new and unit.kind != "heading":
            if old.polarity != new.polarity:
                around = f"sign: {old.polarity} -> {new.polarity}"
                return _make(unit, other, "changed", (around,), _around(unit, other))
            if old.strength != new.strength:
                softer = "weakened" if new.strength == "soft" else "strengthened"
                around = f"strength: {old.strength} -> {new.strength}"
                return _make(unit, other, softer, (around,), _around(unit, other))
        if moved and (step := _step(unit, other)):
            return _make(unit, other, "changed", (step,), "its place in a sequence is another")
        if unit.path == other.path and unit.lead == other.lead:
            return _make(unit, other, status)
        left = [title for title in _limits(unit) if not _carried(title, other)]
        came = [title for title in _limits(other) if not _carried(title, unit)]
        if not (left or came):
            return _make(unit, other, status)
        away = moved or any(title in self.titles for title in left)
        lost = away and unit.kind == "instruction"
        return _make(unit, other, "moved", why=_around(unit, other), scope_lost=lost)

    def lost_literals(self, rows: Sequence[Row]) -> Iterable[LostLiteral]:
        """Literals that neither the partner of their statement nor another changed one holds."""
        exact = {j for i in self.pairing.exact for j in self.pairing.partners[i]}
        same = self.pairing.exact | set(self.pairing.duplicates)
        changed = [k for k in range(len(self.old)) if k not in same and rows[k].status != "merged"]
        if not changed:
            return
        have: Counter[str] = Counter()
        for j, unit in enumerate(self.new):
            if j not in exact:
                have.update(one.text for one in literals(unit.text))
        had = Counter(one.text for k in changed for one in literals(self.old[k].text))
        for k in changed:
            unit = self.old[k]
            partner = rows[k].text_b
            for one in dict.fromkeys(literals(unit.text)):
                if had[one.text] > have[one.text] and not holds(partner, one, unit.text):
                    have[one.text] += 1
                    yield LostLiteral(one.kind, one.text, unit.line, unit.id)
            if unit.kind == "frontmatter" and rows[k].status == "lost":
                yield LostLiteral("frontmatter", unit.text, unit.line, unit.id)


def _limits(unit: Unit) -> tuple[str, ...]:
    """What limits a statement: titles, and the sentence that leads its list in."""
    return (*unit.scope, unit.lead) if unit.lead else unit.scope


def _step(unit: Unit, other: Unit) -> str:
    """Why another place means another thing: a step of a numbered list, a sentence that says what
    it follows, one of several in a paragraph. Nothing where a list has no order."""
    if unit.statement is None or other.statement is None or unit.path != other.path:
        return ""
    if unit.statement.kind in ("heading", "cell"):
        return ""
    if unit.statement.ordered and other.statement.ordered:
        return "order: a step of a numbered list"
    if not unit.statement.whole and not other.statement.whole:
        return "order: a sentence of a paragraph"
    low = unit.text.lower().lstrip("*_ ")
    if any(low.startswith(word) for word in group("rewording", "sequence")):
        return "order: it says what it follows"
    return ""


def _place(unit: Unit) -> str:
    return " › ".join(unit.path) or "no heading"


def _around(unit: Unit, other: Unit) -> str:
    if unit.path != other.path:
        return f"it stood below {_place(unit)}, now below {_place(other)}"
    return f"it stood below {unit.lead or 'no lead'!r}, now below {other.lead or 'no lead'!r}"


def _make(
    unit: Unit,
    other: Unit,
    status: str,
    differs: tuple[str, ...] = (),
    why: str = "",
    *,
    scope_lost: bool = False,
) -> Row:
    return Row(
        unit,
        status,
        unit.line,
        other.line,
        unit.text,
        other.text,
        differs,
        why,
        scope_lost=scope_lost,
    )


def _elsewhere(unit: Unit, path: str, line: int, critical: Container[str]) -> Row:
    why = f"it stands word for word in {path}, line {line}, which is read on demand"
    row = Row(unit, "moved", unit.line, 0, unit.text, unit.text, why=why, elsewhere=path)
    return replace(row, critical=unit.id in critical, scope_lost=unit.id in critical)


def _added(unit: Unit, echo: Unit | None, told: Container[tuple[int, int]]) -> Row:
    """The row of a statement that is new. In an item or paragraph that was there (`told`) it may
    limit what stands beside it ("Except on Mondays."), so a person looks at it."""
    row = Row(unit, "added", 0, unit.line, "", unit.text)
    if echo is not None:
        return replace(row, why="it repeats a statement", echo_of=echo.id)
    beside = unit.statement
    if beside is None or beside.kind == "cell" or beside.unit not in told:
        return row
    return replace(row, why="it joins a statement and may limit it", scope_lost=True)


def _carried(title: str, unit: Unit) -> bool:
    """Whether a statement still says where it holds: in its headings, its lead or its words."""
    wanted = {title.casefold(), bare_title(title).casefold()} - {""}
    places = [place.casefold() for place in (*unit.path, unit.lead, unit.text, unit.block)]
    return any(name in place for name in wanted for place in places)


def _more_shown(a: Prompt, b: Prompt) -> Mapping[str, int]:
    """Lines that are code, tags or comments more often in `b` than in `a`, with one place each."""
    have = Counter(text for _, kind, text in leftovers(a) if kind == "line")
    more: dict[str, int] = {}
    for line, kind, text in leftovers(b):
        have[text] -= 1
        if kind == "line" and have[text] < 0:
            more.setdefault(text, line)
    return more


def _if_shown(row: Row, prompt: Prompt, shown: Mapping[str, int]) -> Row:
    """The row of a statement whose lines stand in the other version word for word, but as code or a
    comment: nothing is gone, and a person looks whether it was a statement at all."""
    statement = row.unit.statement
    if statement is None or row.status not in ("lost", "added") or not shown:
        return row
    first = line_at(prompt.starts, statement.start)
    last = line_at(prompt.starts, max(statement.start, statement.end - 1))
    lines = [body(line).strip() for line in prompt.lines[first : last + 1]]
    if not all(line in shown for line in lines):
        return row
    if row.status == "added":
        return replace(row, why="its words stood in code or a comment", scope_lost=True)
    at = shown[lines[0]]
    why = "its words stand in code or a comment now"
    return replace(row, status="changed", b_line=at, text_b=row.unit.text, differs=(why,), why=why)


def _outside(a: Prompt, b: Prompt, away: Container[int] = ()) -> list[LostLiteral]:
    """Code lines, tags, comments and table cells that are gone; where they stand does not matter.

    `away`: lines of `a` that are kept elsewhere.
    """
    have = Counter((kind, text) for _, kind, text in leftovers(b))
    out = []
    for line, kind, text in leftovers(a):
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
    titles = Counter(unit.text for unit in units_of(b) if unit.kind == "heading")
    for unit in units_of(a):
        if unit.kind == "heading":
            titles[unit.text] -= 1
            if titles[unit.text] < 0:
                problems.append(f"line {unit.line}: heading {unit.text!r} is gone")
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
