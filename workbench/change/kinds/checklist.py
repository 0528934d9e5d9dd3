"""CHECKLIST: a short list at the end of what is to be checked before the work is finished.

It repeats, word for word, rules that a reader may have lost sight of: critical ones in the weak
middle, and rules of style and process, which nothing in the work itself brings up again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from workbench.change.ground import Change, Ground
from workbench.change.kinds import echo, move
from workbench.change.passages import Passage
from workbench.change.proposals import Draft, proposal_key
from workbench.change.scope import stands_alone
from workbench.change.wording import is_checklist_title, is_critical_title, is_reminder_title
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.instructions import Instruction, classify_sentence, normal
from workbench.prompt.language import plain

MOST, _FEWEST = 7, 2
_LONGEST, _FEWEST_WORDS, _FEWEST_WIDE = 160, 3, 6
#: What holds in one case only is nothing to verify at the end of every task.
_CASE = re.compile(r"(?:if|when|unless|while|once|in case)\b|もし|如果|若", re.IGNORECASE)
#: Tokens that a checklist may add: a share of the prompt, at least and at most so many.
_SHARE, _LEAST, _CAP = 0.06, 60, 160


def cap(tokens: int) -> int:
    """Tokens that a checklist may add to a prompt of `tokens`: 6 %, 60 to 160."""
    return max(_LEAST, min(_CAP, int(tokens * _SHARE)))


def find(
    ground: Ground,
    drafts: Sequence[Draft],
    refused: Collection[str] = (),
) -> Iterator[Draft]:
    """At most one draft. `drafts` are offered already, and
    what they move or repeat is left out, as are rules of which a person refused that.
    """
    if ground.fixed or _has_one(ground):
        return
    chosen = [
        (unit, rule)
        for unit, rule in _chosen(ground, drafts)
        if not any(
            proposal_key(kind, words) in refused
            for kind in ("MOVE", "ECHO")
            for words in (rule.text, unit.words)
        )
    ][:MOST]
    limit = cap(ground.total)
    mark = _usual_mark(ground)
    while len(chosen) >= _FEWEST:
        entries = tuple(
            (rule.start_line - 1, echo.prefix(ground, unit) + rule.text, mark)
            for unit, rule in chosen
        )
        built = ground.attempt(Change(check=entries))
        if built is None:
            return
        if ground.after(built).total - ground.total <= limit:
            yield _draft(ground, chosen, entries, limit)
            return
        chosen = chosen[:-1]


def _has_one(ground: Ground) -> bool:
    """Whether some list is introduced or headed as a checklist."""
    return any(is_checklist_title(name) for unit in ground.passages for name in unit.above)


def _chosen(ground: Ground, drafts: Sequence[Draft]) -> list[tuple[Passage, Instruction]]:
    """Critical rules at weak places, in the order of the prompt."""
    moved = {line for d in drafts for cut in d.change.cuts for line in range(*cut)}
    echoed = {d.words for d in drafts if d.kind == "ECHO"}
    said: Collection[str] = echo.said_twice(ground)
    found: list[tuple[Passage, Instruction]] = []
    for unit in ground.passages:
        if unit.start_line in moved:
            continue
        for rule in unit.rules:
            weak = move.weak(ground.place(rule.start_line - 1, rule.end_line))
            critical = rule.critical and weak and ground.total >= FLOOR_TOKENS
            if not critical or rule.text in echoed or normal(rule.text) in said:
                continue
            if _fits(ground, unit, rule):
                found.append((unit, rule))
    return found


def _fits(ground: Ground, unit: Passage, rule: Instruction) -> bool:
    """Whether a rule can be read on its own in one short line."""
    if unit.foreign or unit.nested or unit.ordered or echo.is_example(unit):
        return False
    if any(is_critical_title(n) or is_reminder_title(n) for n in unit.above):
        return False
    if isinstance(ground.carried(unit), str) or not stands_alone(rule.text):
        return False
    if _CASE.match(plain(rule.text)):
        return False
    # A ban that only its heading makes ("Never") must not come back as an order.
    alone = classify_sentence(rule.text)
    if (alone.polarity == "dont") != (rule.polarity == "dont"):
        return False
    words = plain(rule.text)
    wide = sum(1 for ch in words if ord(ch) > 0x2E80)
    enough = len(words.split()) >= _FEWEST_WORDS or wide >= _FEWEST_WIDE
    return enough and len(rule.text) + wide <= _LONGEST


def _orders(rule: Instruction) -> bool:
    """Whether it is plainly an order: a command begins with its verb, a fact does not."""
    if rule.sub != "bare-imperative" or not rule.cue.isascii():
        return True
    return plain(rule.text).casefold().startswith(rule.cue.casefold())


def _usual_mark(ground: Ground) -> str:
    """The list mark that most items of the prompt have."""
    marks = Counter(unit.mark for unit in ground.passages if unit.mark and not unit.ordered)
    return marks.most_common(1)[0][0] if marks else "- "


def _draft(
    ground: Ground,
    chosen: Sequence[tuple[Passage, Instruction]],
    entries: tuple[tuple[int, str, str], ...],
    limit: int,
) -> Draft:
    lines = sorted({rule.start_line for _, rule in chosen})
    named = ", ".join(map(str, lines))
    return Draft(
        "CHECKLIST",
        False,
        "\n".join(sorted(rule.text for _, rule in chosen)),
        lines[0],
        max(rule.end_line for _, rule in chosen),
        f"line{'s' if len(lines) > 1 else ''} {named}: rules that the middle of the prompt or a"
        " long session may wear out",
        f"A short list at the end repeats their exact words, within {limit} tokens. It may help;"
        " it was not measured on your model and no reminder is certain. What a tool can check is"
        " safer in a hook.",
        "low: nothing is moved; each rule is stated twice and must be kept in step",
        Change(check=entries),
        "echo",
        shown=tuple((rule.start_line - 1, rule.end_line) for _, rule in chosen),
    )
