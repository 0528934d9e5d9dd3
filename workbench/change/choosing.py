"""Which rules move, which are repeated and which copies merge: a set that holds together.

The safe drafts fit the cap, pass the ledger when they are carried out together, and leave
nothing that a second run would add.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from workbench.change.closure import close, total
from workbench.change.ground import WEAK, Built, Change, Ground
from workbench.change.kinds import echo, merge, move, scoped
from workbench.change.ledger import ledger
from workbench.change.offering import Wish, offered
from workbench.change.passages import Passage
from workbench.change.proposals import ORDER, Draft, Proposal, finish, proposal_key
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.lines import line_at

#: A prompt may grow by this share through safe proposals, at least and at most by these tokens.
_SHARE, _LEAST, _CAP = 0.03, 16, 60
#: In a long prompt a little more is allowed: it still grows by next to nothing.
_LONG_SHARE, _LONG_CAP = 0.005, 120
#: Tokens of the cap that are kept for headings, and how much closer a second run must fit.
RESERVE, _MARGIN = 8, 8
#: Shorter prompts are read at a glance; nothing in them is out of place.
_SHORT = 300


def growth_cap(tokens: int) -> int:
    """Tokens by which safe proposals may lengthen a prompt of `tokens`.

    3 %, 16 to 60; above 12,000 tokens half a percent, at most 120.
    """
    long = min(_LONG_CAP, int(tokens * _LONG_SHARE))
    return max(_LEAST, long, min(_CAP, int(tokens * _SHARE)))


def choose(ground: Ground, wish: Wish) -> tuple[Proposal, ...]:
    """The proposals for one prompt; see `optimise.propose`."""
    refused, cap = wish.refused, wish.cap
    if ground.fixed:
        return ()
    limit = growth_cap(ground.total) if cap is None else cap

    def first(now: Ground) -> list[Draft]:
        merges = [d for d in merge.find(now) if proposal_key(d.kind, d.words) not in refused]
        return _passing(now, merges, refused, limit)

    def fits(built: Built) -> bool:
        return ground.grown(built) <= limit and ledger(ground.prompt, built.prompt).gate == "pass"

    wanted = close(ground, first, fits)
    wanted += _beyond(ground, wanted, refused, limit)
    wanted += scoped.find(ground, wanted, refused)
    for found in offered(ground, wanted, wish):
        wanted += [d for d in found if proposal_key(d.kind, d.words) not in refused]
    wanted.sort(key=_place_in_list)
    return finish(ground, wanted)


def _place_in_list(draft: Draft) -> tuple[int, bool, int, bool]:
    """By kind, the safe ones first; echoes by line, each followed by the move in its stead."""
    scoped_move = draft.kind == "MOVE" and not draft.safe
    by_line = scoped_move or draft.kind == "ECHO"
    kind = "ECHO" if scoped_move else draft.kind
    return ORDER.index(kind), not (draft.safe or by_line), draft.start_line, scoped_move


def _beyond(
    ground: Ground, drafts: Sequence[Draft], refused: frozenset[str], cap: int
) -> list[Draft]:
    """Echoes for which the cap has no room: offered, so that a refusal brings up nothing new."""
    touched = {line for d in drafts for cut in d.change.cuts for line in range(*cut)}
    echoed = {d.words for d in drafts if d.kind == "ECHO"}
    found = echo.candidates(ground)
    room = echo.MOST - len(echoed) - sum(_refused(candidate, refused) for candidate in found)
    out: list[Draft] = []
    for candidate in found:
        rule = candidate.rule
        if len(out) >= room or not move.weak(ground.place(candidate.first, rule.end_line)):
            continue
        if candidate.first in touched or rule.text in echoed or _refused(candidate, refused):
            continue
        made = echo.draft(ground, candidate)
        built = ground.attempt(made.change)
        if built is not None and ground.keeps_pins(built.prompt):
            reason = f"{made.reason} With it, more than {cap} tokens would be added."
            out.append(replace(made, safe=False, reason=reason))
    return out


def _passing(ground: Ground, merges: list[Draft], refused: frozenset[str], cap: int) -> list[Draft]:
    """The drafts whose safe ones together pass the gate of the ledger."""
    offered = [d for d in merges if not d.safe]
    section = move.section(ground)
    if section is not None and proposal_key("MOVE", section.words) in refused:
        section = None
    given = list(merges)
    barred: frozenset[int] = frozenset()
    room = cap
    while True:
        moved, echoes = _choose(ground, given, refused, room, section, barred)
        found = [*move.find(ground, moved, section), *echo.find(ground, echoes)]
        safe = [*found, *(d for d in given if d.safe)]
        if not safe:
            return offered
        built = ground.build(total(safe), "optimise")
        book = ledger(ground.prompt, built.prompt) if built else None
        if built and book and book.gate == "pass":
            over = ground.grown(built) - cap
            if over <= 0:
                return [*safe, *offered]
            room -= over  # tries were counted with less care
            continue
        # What the ledger sees stays where it is; without a hint no copy is merged.
        lost = {row.a_line - 1 for row in book.rows if row.bad} if book else set()
        torn = {u.start_line for u in moved if any(u.start_line <= x < u.end_line for x in lost)}
        if torn - barred:
            barred |= torn
            continue
        fewer = [
            d for d in given if not any(a <= line < b for a, b in d.change.cuts for line in lost)
        ]
        if section is not None and not given:
            section = None
            continue
        if not given:
            return offered
        given = fewer if len(fewer) < len(given) else []


def _choose(
    ground: Ground,
    merges: Sequence[Draft],
    refused: frozenset[str],
    cap: int,
    section: Draft | None,
    barred: Collection[int] = (),
) -> tuple[list[Passage], list[echo.Echo]]:
    """The rules to move and to repeat: those in the weak place now, or once the others moved.

    A move shifts what stands before its old place; a rule that would be in the weak place
    afterwards is taken along now, so that a second run has nothing to add. `barred`: first lines
    of units that stay.
    """
    gone = {cut for draft in merges if draft.safe for cut in draft.change.cuts}
    if ground.total < _SHORT or not ground.pressing_units:
        return [], []
    movable = [
        unit
        for unit in move.candidates(ground, gone)
        if unit.start_line not in barred and not _left_alone(unit.words, refused)
    ]
    worth = [e for e in echo.candidates(ground, gone) if e.unit.span not in gone]
    lasting = [e for e in worth if not _refused(e, refused)]
    most = echo.MOST - (len(worth) - len(lasting))  # a refusal makes no room for another rule
    base = Change(cuts=tuple(sorted(gone)))
    near = {unit.start_line for unit in movable if move.weak(_place(ground, unit))}
    pressing = {e.rule.start for e in lasting if move.weak(ground.place(e.first, e.rule.end_line))}
    while True:
        moved = _moves(ground, [u for u in movable if u.start_line in near], cap, section)
        taken = {unit.start_line for unit in moved}
        wanted = [e for e in lasting if e.rule.start in pressing and e.unit.start_line not in taken]
        echoes = _echoes(ground, moved, wanted, cap, section, most)
        if not moved and not echoes and not gone and section is None:
            return [], []
        change = base + total([*move.find(ground, moved, section), *echo.find(ground, echoes)])
        built = ground.attempt(change)
        if built is None:
            return moved, echoes
        more_near, more_pressing = _weak_after(ground, built, movable, lasting)
        if more_near <= near and more_pressing <= pressing:
            return moved, echoes
        near |= more_near
        pressing |= more_pressing


def _refused(candidate: echo.Echo, refused: frozenset[str]) -> bool:
    """Of a rule under a topic only its echo was refused; of others either says both."""
    words = candidate.rule.text
    if candidate.line != words:
        return proposal_key("ECHO", words) in refused
    return _left_alone(words, refused) or _left_alone(candidate.unit.words, refused)


def _left_alone(words: str, refused: frozenset[str]) -> bool:
    """Whether a person refused to have this rule moved or repeated: either says both."""
    return any(proposal_key(kind, words) in refused for kind in ("MOVE", "ECHO"))


def _place(ground: Ground, unit: Passage) -> float:
    return ground.place(unit.start_line, unit.end_line)


def _weak_after(
    ground: Ground, built: Built, movable: Iterable[Passage], lasting: Iterable[echo.Echo]
) -> tuple[set[int], set[int]]:
    """Which of the rules stand in the weak place of the new text."""
    new = ground.after(built)
    follow, starts = built.edit.follow, new.prompt.starts

    def weak(first: int, last: int) -> bool:
        at = line_at(starts, follow(ground.prompt.starts[first], after=True))
        return move.weak(new.place(at, min(at + last - first, len(new.prompt.lines))))

    return (
        {u.start_line for u in movable if weak(u.start_line, u.end_line)},
        {e.rule.start for e in lasting if weak(e.first, e.rule.end_line)},
    )


def _moves(
    ground: Ground, wanted: Sequence[Passage], cap: int, section: Draft | None
) -> list[Passage]:
    """Those that find a place, empty no list or section, get better placed and fit the cap."""
    out: list[Passage] = []
    rest = move.Rest(ground)
    room = move.room(ground)
    for unit in wanted:
        if len(out) >= room or not rest.spares(unit):
            continue
        built = _built(ground, [*out, unit], section=section)
        if built is None or not ground.keeps_pins(built.prompt):
            continue
        new = ground.after(built)
        spot = built.start_spot
        if ground.total < FLOOR_TOKENS and spot and not spot.existing:
            continue  # nothing is added to a short prompt
        if new.total - ground.total > cap:
            continue
        if not all(new.place(*where) < WEAK[0] for where in built.start_lines.values()):
            continue
        out.append(unit)
        rest.take(unit)
    return out


def _built(
    ground: Ground,
    moved: Sequence[Passage],
    echoes: Sequence[echo.Echo] = (),
    section: Draft | None = None,
) -> Built | None:
    change = total([*move.find(ground, moved, section), *echo.find(ground, echoes)])
    return ground.attempt(change)


def _echoes(
    ground: Ground,
    moved: Sequence[Passage],
    wanted: Sequence[echo.Echo],
    cap: int,
    section: Draft | None,
    most: int,
) -> list[echo.Echo]:
    """The most pressing ones that fit the cap together, at most `most`."""
    out: list[echo.Echo] = []
    if not wanted:
        return out
    have = echo.spent(ground)
    limit = cap - RESERVE - (have + _MARGIN if have else 0)
    for candidate in wanted:
        if len(out) >= most:
            break
        alone = _built(ground, (), [*out, candidate])
        if alone is None or ground.after(alone).total - ground.total > limit:
            continue  # told without building the rest, as most are once the room is used up
        both = _built(ground, moved, [*out, candidate], section)
        if both is None or not ground.keeps_pins(both.prompt):
            continue
        if ground.after(both).total - ground.total > cap:
            continue
        out.append(candidate)
    return out
