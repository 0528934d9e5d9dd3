"""What the words around a name make of it: a claim, its denial, an order to make it, an example."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from workbench.language.lists import caseless
from workbench.prompt.caseless import Caseless

#: There is none: right before the name, or right after it.
_NO_BEFORE = caseless("claims", "context-no-before")
_NO_AFTER = caseless("claims", "context-no-after")
#: Only supposed to be absent: "whose `a.md` is deleted".
_SUPPOSED = Caseless(
    r"\b(?:whose|if|when|whenever|once|unless|until|after)\b[^.;:`]{0,30}[\"'“(*_`]*$"
)
#: To be made: it need not be there yet.
_MADE_BEFORE = caseless("claims", "context-made-before")
_MADE_AFTER = caseless("claims", "context-made-after")
_MADE_CJK = re.compile(r"(?:创建|新建|生成|输出|写入|保存(?:到|为)|新規作成)[^。；]{0,12}$")
#: An example, a condition, a pattern.
_EXAMPLE_BEFORE = caseless("claims", "context-example-before")
_EXAMPLE_AFTER = caseless("claims", "context-example-after")
#: Said to be over, refused or replaced: nothing is said about what is there now.
_PAST_BEFORE = caseless("claims", "context-past-before")
_PAST_AFTER = caseless("claims", "context-past-after")
_BAN = caseless("claims", "context-ban")
_BAN_AFTER = re.compile(
    r"^[^.;:。；]{0,40}?(?:ない(?:こと|で)|てはならない|てはいけない|禁止|しない(?:。|$)|使わない)"
)
#: Made by a tool: not under version control, so that looking proves nothing.
_BUILT = caseless("claims", "context-built")
_BUILT_PLACES = frozenset(
    {
        *("dist", "build", "out", "target", "node_modules", ".venv", "venv", "coverage", ".next"),
        *("__pycache__", "htmlcov", ".cache", "tmp", "temp", "output", "outputs", "logs", ".tox"),
        *(".pytest_cache", ".mypy_cache", ".ruff_cache", "results", ".turbo", "storybook-static"),
    }
)
_FAR = caseless("claims", "context-far")


@dataclass(frozen=True)
class Around:
    """The sentence around a name: some words `before` and `after` it, and titles above.

    `quoted`: it stands in quoted speech. `sentence`: all of it, of a long one the beginning.
    """

    before: str
    after: str
    titles: tuple[str, ...] = ()
    quoted: bool = False
    sentence: str = ""

    @cached_property
    def absent(self) -> bool:
        """The text says that there is no such thing."""
        if _SUPPOSED.search(self.before):
            return False
        after = bool(_NO_AFTER.search(self.after))
        return after or bool(_NO_BEFORE.search(self.before) and not _BAN.search(self.before[:-4]))

    @cached_property
    def to_be_made(self) -> bool:
        return bool(
            _MADE_BEFORE.search(self.before)
            or _MADE_AFTER.search(self.after)
            or _MADE_CJK.search(self.before)
        )

    @cached_property
    def example(self) -> bool:
        if self.quoted:
            return True
        return bool(_EXAMPLE_BEFORE.search(self.before) or _EXAMPLE_AFTER.search(self.after))

    @cached_property
    def over(self) -> bool:
        """Refused, replaced or forbidden."""
        return bool(
            _PAST_BEFORE.search(self.before)
            or _PAST_AFTER.search(self.after)
            or _BAN.search(self.before)
            or _BAN_AFTER.search(self.after)
        )

    @cached_property
    def elsewhere(self) -> bool:
        lead = self.titles[-1] if self.titles else ""
        return any(_FAR.search(words) for words in (self.before, self.after, lead, self.sentence))

    @cached_property
    def no_claim(self) -> bool:
        """A thing that is not there does not make this sentence wrong."""
        return self.to_be_made or self.example or self.over

    def built(self, path: str) -> bool:
        """Made by a tool, as the sentence or the place says."""
        parts = path.strip("./").lower().split("/")
        return bool(
            _BUILT.search(self.before + " " + self.after)
            or any(part in _BUILT_PLACES for part in parts)
            or parts[-1].endswith((".sock", ".pid", ".log", ".db", ".sqlite", ".sqlite3", ".tmp"))
            or parts[-1] == "env"
            or parts[-1].startswith("env.local")
        )

    def under(self, pattern: str) -> bool:
        """Whether a title above matches."""
        return any(re.search(pattern, title, re.IGNORECASE) for title in self.titles)
