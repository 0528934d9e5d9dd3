"""Whether a text still holds what a literal of another text stands for."""

from __future__ import annotations

from workbench.language.literals import Literal, literals
from workbench.language.quantities import quantities


def holds(text: str, literal: Literal, source: str) -> bool:
    """Whether a text has a literal, however it is written there: without its ticks, a number in
    another unit or as a word."""
    if literal.kind == "number":
        meant = next((q for q in quantities(source) if q.start <= literal.start < q.end), None)
        values = {v for q in quantities(text) for v in (q.low, q.high)}
        if meant is not None and {meant.low, meant.high} <= values | {float("inf"), -float("inf")}:
            return True
        return any(one.text == literal.text for one in literals(text))
    at = text.find(literal.text)
    while at >= 0:
        before, behind = text[at - 1 : at], text[at + len(literal.text) :][:1]
        if not (_word(before) and _word(literal.text[:1])) and not (
            _word(behind) and _word(literal.text[-1:])
        ):
            return True
        at = text.find(literal.text, at + 1)
    return False


def _word(ch: str) -> bool:
    return ch.isascii() and (ch.isalnum() or ch == "_")
