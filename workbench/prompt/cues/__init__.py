"""Words that make a sentence a duty, a ban or a wish: one module per language.

Each module has `judge(text, bare) -> Verdict` for one sentence already stripped of markup.
The lists hold words of grammar and of harm, not topics.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a sentence binds.

    `strength`: hard, soft or none. `sub`: explicit (a word of duty), implicit (a rule told as
    a fact), bare-imperative, or nothing for none. `polarity`: do or dont. `critical`: breaking
    it does harm (only for hard). `cue`: the words that decided.
    """

    strength: str = "none"
    sub: str = ""
    polarity: str = "do"
    critical: bool = False
    cue: str = ""


NONE = Verdict()


def stronger(a: Verdict, b: Verdict) -> Verdict:
    """The more binding of two verdicts; an explicit one wins over a bare imperative."""
    order = {"none": 0, "soft": 1, "hard": 2}
    subs = {"": 0, "bare-imperative": 1, "implicit": 2, "explicit": 3}
    return max(a, b, key=lambda v: (order[v.strength], subs[v.sub]))
