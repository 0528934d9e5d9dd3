"""MOVE of a rule under a topic: to the start, with the names of its headings in front.

Never safe: whether a rule is better off away from its neighbours is for a person to say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from workbench.change.ground import WEAK, Change, Ground
from workbench.change.kinds import echo, move
from workbench.change.ledger import ledger
from workbench.change.passages import Passage
from workbench.change.pressing import binds_alone, is_strong, pressing_words
from workbench.change.proposals import Draft, proposal_key
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.statement_ids import normal

#: More of them than this, and the reviewer is asked about the order of the whole file.
MOST = 4
#: An item may have a second sentence, which gives its reason; it goes along.
_SENTENCES = 2
#: An item of a set that is told apart by labels: "**Erasure**: ...".
_LABELLED = re.compile(
    r"(?:\*\*|__)[^*_\n]{1,60}(?:\*\*|__)\s*(?:\([^)]*\))?\s*[:：—–-]|\*\*[^*]{1,60}[:：]\*\*"
)
_OUTSIDE = re.compile(
    r"\b(?:above|below|previous(?:ly)?|earlier|following|here|(?:step|section|phase|rule) \d+)\b"
    r"|上記|下記|前述|後述|上述|下述|上面|下面|前面|后面|以下",
    re.IGNORECASE,
)


def find(ground: Ground, drafts: Sequence[Draft], refused: frozenset[str]) -> list[Draft]:
    """Moves offered beside `drafts`, which name the echoes that they would replace."""
    if ground.total < FLOOR_TOKENS or not ground.pressing_units:
        return []
    touched = {line for d in drafts for cut in d.change.cuts for line in range(*cut)}
    touched |= {line for d in drafts if d.kept for line in range(*d.kept)}
    touched |= {line for d in drafts for h in d.change.sections for line in range(h, d.end_line)}
    echoes = {d.start_line - 1: d for d in drafts if d.kind == "ECHO"}
    rest, room = move.Rest(ground), move.room(ground)
    room -= sum(len(d.change.start) for d in drafts if d.safe)
    most = MOST
    out: list[Draft] = []
    for unit in _candidates(ground):
        if len(out) >= min(most, room):
            break
        if unit.start_line in touched or not rest.spares(unit):
            continue
        if proposal_key("MOVE", unit.words) in refused:
            room, most = room - 1, most - 1  # a refusal makes no room for another rule
            continue
        lines = range(unit.start_line, unit.end_line)
        instead = next((echoes[line] for line in lines if line in echoes), None)
        made = _draft(ground, unit, instead)
        if _good(ground, made, unit):
            out.append(made)
            rest.take(unit)
    return out


def _candidates(ground: Ground) -> Iterator[Passage]:
    """Units that could go, the most pressing first."""
    times = Counter(unit.key for unit in ground.passages)
    said = echo.said_twice(ground)
    at = {unit.start_line: k for k, unit in enumerate(ground.passages)}
    found = []
    for unit in ground.pressing_units:
        if not move.weak(ground.place(*unit.span)) or times[unit.key] > 1:
            continue
        k = at[unit.start_line]
        rules = [rule for rule in unit.rules if _leads(ground, unit, rule.start)]
        if not rules or any(normal(rule.text) in said for rule in rules):
            continue
        if isinstance(ground.carried(unit), str) or not echo.prefix(ground, unit):
            continue
        if not hindrance(ground, unit, ground.passages[k + 1 : k + 9]):
            found.append((min(echo.rank(rule) for rule in rules), unit))
    found.sort(key=lambda pair: pair[0])
    return iter(unit for _, unit in found)


def _leads(ground: Ground, unit: Passage, start: int) -> bool:
    return any(
        rule.start == start and start in ground.pressing and binds_alone(rule, explicit=True)
        for rule in unit.rules
    )


def hindrance(ground: Ground, unit: Passage, later: Sequence[Passage]) -> str:
    """Why a unit cannot go to the start behind the names of its headings; empty when it can."""
    if echo.is_example(unit):
        return "below a heading of examples, templates or checklists"
    if len(unit.sentences) > (_SENTENCES if unit.mark else 1):
        return "one of several sentences of a paragraph"
    if any(_OUTSIDE.search(text) for text in unit.sentences[1:]):
        return "its words point at the text around it"
    if _is_labelled(ground, unit):
        return "one of a set of labelled items"
    return move.hindrance(ground, unit, later, sentences=unit.sentences[:1])


def _is_labelled(ground: Ground, unit: Passage) -> bool:
    if not _LABELLED.match(unit.words) or is_strong(unit.words):
        return False
    others = [u for u in ground.passages if u.block == unit.block and u is not unit]
    return not unit.mark or any(_LABELLED.match(other.words) for other in others)


def _draft(ground: Ground, unit: Passage, instead: Draft | None) -> Draft:
    front, line = echo.prefix(ground, unit), unit.start_line + 1
    percent = round(100 * ground.place(*unit.span))
    reason = (
        "The rule stands in the weak place of this prompt; the start is the strong one. Its words"
        f" stay as they are, and its heading goes along ('{front.strip()}')."
    )
    if instead is not None:
        reason += " It would take the place of the echo, which leaves the rule where it is."
    return Draft(
        "MOVE",
        False,
        unit.words,
        line,
        unit.end_line,
        f"line {line}: {pressing_words(unit.rules)} at {percent} % of the prompt",
        reason,
        "medium: it is no longer read among the rules of its section",
        Change(
            cuts=((unit.start_line, unit.end_line),),
            start=((unit.start_line, front + unit.words, unit.mark),),
        ),
        "move",
        instead=instead.words if instead else "",
    )


def _good(ground: Ground, made: Draft, unit: Passage) -> bool:
    """Whether it finds a better place and the ledger has nothing against it."""
    built = ground.attempt(made.change)
    if built is None or not ground.keeps_pins(built.prompt):
        return False
    new = ground.after(built)
    if not all(new.place(*where) < WEAK[0] for where in built.start_lines.values()):
        return False
    return ledger(ground.prompt, built.prompt).gate == "pass"
