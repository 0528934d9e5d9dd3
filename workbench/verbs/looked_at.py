"""What a review looked at and what it did not: silence is no all-clear, and says so itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.language.instructions import unread
from workbench.prompt.plural import plural

if TYPE_CHECKING:
    from workbench.judge.registry import Context

#: In whose words the rules find sentences.
LANGUAGES = "English, Japanese and Chinese"
#: So many rules are named; more are counted.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class LookedAt:
    """`rules`: ids of those that ran; `known`: how many there are. `left`: what was not looked at,
    in words."""

    rules: tuple[str, ...] = ()
    known: int = 0
    left: tuple[str, ...] = ()

    @property
    def rules_in_words(self) -> str:
        """`the rule vague`, `35 of 41 rules`."""
        if 0 < len(self.rules) <= _NAMED:
            return f"the {'rule' if len(self.rules) == 1 else 'rules'} {', '.join(self.rules)}"
        return f"{len(self.rules)} of {plural(self.known, 'rule')}"

    @property
    def words(self) -> str:
        """One sentence, for a text in which nothing was found."""
        what = f"by {self.rules_in_words}, which read {LANGUAGES}"
        return f"{what}; not looked at: {', '.join(self.left)}" if self.left else what


NOTHING = LookedAt()


def looked_at(context: Context, ran: Sequence[str], known: int) -> LookedAt:
    """What rules that `ran` on a prompt could not see."""
    from workbench.prompt.imports import find_imports

    left: list[str] = []
    if context.prompt.is_data:
        left.append("the text itself, since it is data")
    elif "@" in context.prompt.text:
        imports = [one for one in find_imports(context.prompt.text) if one.kind == "path"]
        if imports:
            left.append(f"the {plural(len(imports), 'file')} that it imports")
    left += [one.said() for one in unread(context.prompt)]
    if not context.facts.known:
        left.append("what it says of a project, as none was found")
    left.append("contradictions by meaning and relevance, which a reading tells (--judge)")
    return LookedAt(tuple(ran), known, tuple(left))
