"""Which rules move, which are repeated and which copies merge: a set that holds together.

The safe drafts fit the cap, pass the ledger when they are carried out together, and leave
nothing that a second run would add.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.change.closure import close, total
from workbench.change.ground import Built, Change, Ground
from workbench.change.kinds import echo, merge, move, remove
from workbench.change.ledger import ledger
from workbench.change.passages import Passage
from workbench.change.proposals import ORDER, Draft, Proposal, finish, proposal_key
from workbench.judge.relevance import ScoreResult
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.lines import line_at

#: A prompt may grow by this share through safe proposals, and by at most this many tokens.
_SHARE, _LEAST, _CAP = 0.03, 16, 60
#: Tokens of the cap that are kept for headings, and how much closer a second run must fit.
_RESERVE, _MARGIN = 8, 8
#: Shorter prompts are read at a glance; nothing in them is out of place.
_SHORT = 300


def growth_cap(tokens: int) -> int:
    """Tokens by which safe proposals may lengthen a prompt of `tokens`: 3 %, 16 to 60."""
    return max(_LEAST, min(_CAP, int(tokens * _SHARE)))


def choose(
    ground: Ground, scores: ScoreResult | None, refused: frozenset[str], cap: int | None
) -> tuple[Proposal, ...]:
    """The proposals for one prompt; see `optimise.propose`."""
    if ground.fixed:
        return ()
    limit = growth_cap(ground.total) if cap is None else cap

    def first(now: Ground) -> list[Draft]:
        merges = [d for d in merge.find(now) if proposal_key(d.kind, d.words) not in refused]
        return _passing(now, merges, refused, limit)

    def fits(built: Built) -> bool:
        grown = sum(ground.costs(built.prompt.lines)) - ground.total
        return grown <= limit and ledger(ground.prompt, built.prompt).gate == "pass"

    wanted = close(ground, first, fits)
    wanted.sort(key=lambda d: (ORDER.index(d.kind), not d.safe, d.start_line))
    wanted += [
        d for d in remove.find(ground, scores) if proposal_key(d.kind, d.words) not in refused
    ]
    return finish(ground, wanted)


def _passing(ground: Ground, merges: list[Draft], refused: frozenset[str], cap: int) -> list[Draft]:
    """The drafts whose safe ones together pass the gate of the ledger."""
    offered = [d for d in merges if not d.safe]
    section = move.section(ground)
    if section is not None and proposal_key("MOVE", section.words) in refused:
        section = None
    given = list(merges)
    while True:
        moved, echoes = _choose(ground, given, refused, cap, section)
        found = [*move.find(ground, moved, section), *echo.find(ground, echoes)]
        safe = [*found, *(d for d in given if d.safe)]
        built = ground.build(total(safe), "optimise")
        book = ledger(ground.prompt, built.prompt) if built else None
        if book and book.gate == "pass":
            return [*safe, *offered]
        # A copy whose loss the ledger sees stays; without a hint none is merged.
        lost = {row.a_line - 1 for row in book.rows if row.bad} if book else set()
        fewer = [
            d for d in given if not any(a <= line < b for a, b in d.change.cuts for line in lost)
        ]
        if not given:
            return offered
        given = fewer if len(fewer) < len(given) else []


def _choose(
    ground: Ground,
    merges: Sequence[Draft],
    refused: frozenset[str],
    cap: int,
    section: Draft | None,
) -> tuple[list[Passage], list[echo.Echo]]:
    """The rules to move and to repeat: those in the weak place now, or once the others moved.

    A move shifts what stands before its old place; a rule that would be in the weak place
    afterwards is taken along now, so that a second run has nothing to add.
    """
    gone = {cut for draft in merges if draft.safe for cut in draft.change.cuts}
    if ground.total < _SHORT:
        return [], []
    movable = [
        unit for unit in move.candidates(ground, gone) if not _left_alone(unit.words, refused)
    ]
    lasting = [
        e
        for e in echo.candidates(ground, gone)
        if not _left_alone(e.rule.text, refused)
        and not _left_alone(e.unit.words, refused)
        and (e.unit.start_line, e.unit.end_line) not in gone
    ]
    base = Change(cuts=tuple(sorted(gone)))
    near = {unit.start_line for unit in movable if move.weak(_place(ground, unit))}
    pressing = {e.rule.start for e in lasting if move.weak(ground.place(e.first, e.rule.end_line))}
    while True:
        moved = _moves(ground, [u for u in movable if u.start_line in near], cap, section)
        taken = {unit.start_line for unit in moved}
        wanted = [e for e in lasting if e.rule.start in pressing and e.unit.start_line not in taken]
        echoes = _echoes(ground, moved, wanted, cap, section)
        change = base + total([*move.find(ground, moved, section), *echo.find(ground, echoes)])
        built = ground.build(change, "move")
        if built is None:
            return moved, echoes
        more_near, more_pressing = _weak_after(ground, built, movable, lasting)
        if more_near <= near and more_pressing <= pressing:
            return moved, echoes
        near |= more_near
        pressing |= more_pressing


def _left_alone(words: str, refused: frozenset[str]) -> bool:
    """Whether a person refused to have this rule moved or repeated: either says both."""
    return any(proposal_key(kind, words) in refused for kind in ("MOVE", "ECHO"))


def _place(ground: Ground, unit: Passage) -> float:
    return ground.place(unit.start_line, unit.end_line)


def _weak_after(
    ground: Ground, built: Built, movable: Iterable[Passage], lasting: Iterable[echo.Echo]
) -> tuple[set[int], set[int]]:
    """Which of the rules stand in the weak place of the new text."""
    new = Ground(built.prompt, (), (), ground.costs, scenario=ground.scenario)
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
    """Those that find a place, do not empty a list, get better placed and fit the cap."""
    out: list[Passage] = []
    left: dict[int, int] = {}
    for unit in ground.passages:
        left[unit.block] = left.get(unit.block, 0) + 1
    room = move.room(ground)
    for unit in wanted:
        if len(out) >= room or left[unit.block] < 2:
            continue
        built = _built(ground, [*out, unit], section=section)
        if built is None or not ground.keeps_pins(built.prompt):
            continue
        new = Ground(built.prompt, (), (), ground.costs, scenario=ground.scenario)
        spot = built.start_spot
        if ground.total < FLOOR_TOKENS and spot and not spot.existing:
            continue  # nothing is added to a short prompt
        if new.total - ground.total > cap:
            continue
        if not all(new.place(*where) < 0.2 for where in built.start_lines.values()):
            continue
        out.append(unit)
        left[unit.block] -= 1
    return out


def _built(
    ground: Ground,
    moved: Sequence[Passage],
    echoes: Sequence[echo.Echo] = (),
    section: Draft | None = None,
) -> Built | None:
    change = total([*move.find(ground, moved, section), *echo.find(ground, echoes)])
    return ground.build(change, "move")


def _echoes(
    ground: Ground,
    moved: Sequence[Passage],
    wanted: Sequence[echo.Echo],
    cap: int,
    section: Draft | None,
) -> list[echo.Echo]:
    """The most pressing ones that fit the cap together."""
    out: list[echo.Echo] = []
    have = echo.spent(ground)
    limit = cap - _RESERVE - (have + _MARGIN if have else 0)
    for candidate in wanted:
        if len(out) >= echo.MOST:
            break
        alone = _built(ground, (), [*out, candidate])
        both = _built(ground, moved, [*out, candidate], section)
        if alone is None or both is None or not ground.keeps_pins(both.prompt):
            continue
        if sum(ground.costs(alone.prompt.lines)) - ground.total > limit:
            continue
        if sum(ground.costs(both.prompt.lines)) - ground.total > cap:
            continue
        out.append(candidate)
    return out
