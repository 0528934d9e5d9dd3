"""MARK: a marker in front of a rule that is marked critical. Made on request only, never safe.

Current models over-react to capitals and markers, and where many lines carry one, none stands
out: so it is off unless somebody asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.change.section_words import words_for
from workbench.prompt.edits import Splice

MOST = 5
_MARKED = re.compile(
    r"\W*(?:\[[^\]]{2,20}\]|【[^】]{2,12}】|\*\*[A-Z ]{4,24}[:!]?\*\*|[A-Z]{5,12}:)"
)


def find(ground: Ground) -> Iterator[Draft]:
    """A marker for each critical rule that has none, the first ones only."""
    words = words_for(ground.prompt.text)
    if words is None or ground.fixed:
        return
    made = 0
    for unit in ground.passages:
        rule = unit.rules[0] if unit.rules else None
        if rule is None or not rule.critical or made == MOST:
            continue
        # A marker in front of a paragraph would seem to mean all of it.
        if unit.foreign or len(unit.sentences) != 1 or _MARKED.match(unit.words):
            continue
        if ground.is_pinned(*unit.span):
            continue
        made += 1
        line = unit.start_line + 1
        yield Draft(
            "MARK",
            False,
            unit.words,
            line,
            unit.end_line,
            f"line {line}: a rule that is marked critical",
            f"{words.mark} in front sets it apart where it stands. You asked for markers: current"
            " models over-react to them, and where many rules carry one, none stands out.",
            "medium: the model may follow it where it does not apply",
            Change(splices=(Splice(rule.start, rule.start, f"{words.mark} "),)),
            "mark",
        )
