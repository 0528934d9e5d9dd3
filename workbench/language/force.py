"""How a sentence binds whoever reads it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Force:
    """How a sentence binds: `strength` hard, soft or none, `polarity` do or dont.

    `form`: by which form it was told: ban, duty, wish, imperative, label, lead, list (as the other
    items are), or nothing; `maybe` is an imperative whose verb may be a noun ("Test plans"): what
    stands around decides.
    `cue`: the words that decided.
    """

    strength: str = "none"
    polarity: str = "do"
    form: str = ""
    cue: str = ""

    def __bool__(self) -> bool:
        """Whether it binds at all."""
        return self.strength != "none"


NONE = Force()
_RANK = {"none": 0, "soft": 10, "hard": 20}
_FORMS = ("", "maybe", "limit", "imperative", "lead", "wish", "duty", "label", "ban")
_FORM_RANK = {form: number for number, form in enumerate(_FORMS)}


def stronger(a: Force, b: Force) -> Force:
    """The more binding of two; between equals that which a plainer form tells."""
    if b is NONE:
        return a
    more = _RANK[b.strength] + _FORM_RANK[b.form] > _RANK[a.strength] + _FORM_RANK[a.form]
    return b if more else a
