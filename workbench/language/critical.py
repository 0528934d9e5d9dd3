"""Which rules their author calls critical: by a heading, an element, a lead, a label, two comments.

Nothing is guessed from what a rule is about. Where labels are many they tell nothing apart, and
then nothing is critical by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from workbench.language.lists import load
from workbench.language.markup import plain
from workbench.language.statements import LANGUAGES, Statement, title_words
from workbench.prompt.outline import Block

#: With more labelled rules than this, and more than this share of all rules, labels say nothing.
MOST_LABELLED, LABELLED_SHARE = 8, 0.1

_TITLE_PIECE = re.compile(r"[(（【\[]|[)）】\]]|\s[-–—]{1,2}\s|[:：!！]")
_ALERT = re.compile(r"\s*(?:>\s*)?\[!(?:IMPORTANT|CAUTION)\]")
_BOLD = re.compile(
    r"\W{0,8}(?:\*\*|__)\W{0,4}(?P<label>[^*_`\n]{2,40}?)[\s:：.!！]{0,3}(?:\*\*|__)"
)


def label_of(item: Statement, opener: str = "") -> str:
    """The words by which a text calls a statement critical, or nothing.

    `opener`: the first sentence of its item or paragraph, which may be the label alone.
    """
    for title in (*item.path[-2:], *(tag.replace("_", " ") for tag in item.tags)):
        if is_critical_title(title):
            return title
    for words in (item.text, item.lead):
        if words and (found := _labelled(words)):
            return found
    if opener and _alone(opener):
        return opener
    return ""


@lru_cache(maxsize=512)
def is_critical_title(title: str) -> bool:
    """Whether a heading, a lead or the name of an element announces what must not go wrong."""
    return any(title_words(piece) in _listed("critical-title") for piece in _pieces(title))


_COMMENT = re.compile(r"\s*<!--\s{0,9}(?P<words>[^\n]{1,80}?)\s{0,9}-->\s*$")
_CLOSES = re.compile(r"/\s?|end(?: of)?\s")


def between_marks(blocks: Sequence[Block], lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Lines (from 0, half-open) between two comments that call what stands between them critical:
    `<!-- critical -->` or `<!-- team:critical -->`, and the same with `/` or `end` in front."""
    name, opened = "", -1
    for block in blocks:
        found = _COMMENT.match(lines[block.start_line]) if block.kind == "comment" else None
        if found is None:
            continue
        words = found["words"].lower()
        closing = _CLOSES.match(words)
        if closing is None and is_critical_title(words):
            name, opened = words, block.end_line
        elif closing and opened >= 0 and words[closing.end() :] == name:
            yield opened, block.start_line
            opened = -1


def _pieces(title: str) -> list[str]:
    """A title, and what stands before and behind a dash, a colon or a bracket in it."""
    return [title, *(piece for piece in _TITLE_PIECE.split(title) if piece.strip())]


@lru_cache(maxsize=2048)
def _labelled(text: str) -> str:
    """The label in front of a sentence or in brackets, or nothing."""
    head = text[:400]
    if _ALERT.match(head):
        return "[!]"
    bold = _BOLD.match(head)
    if bold and title_words(bold["label"]) in _listed("critical-label"):
        return bold["label"]
    bare = plain(head)
    if is_critical_title(bare.rstrip(":： ")) and bare.rstrip().endswith((":", "：")):
        return bare
    found = _label_pattern().search(bare)
    return found[0].strip(" :：—–-([【)]】!！") if found else ""


def _alone(text: str) -> bool:
    """Whether a sentence is nothing but a label."""
    return title_words(text[:80]) in _listed("critical-label")


@cache
def _label_pattern() -> re.Pattern[str]:
    """A label before a colon, a dash or an exclamation mark at the start; one in brackets."""
    names = sorted(_listed("critical-label"), key=len, reverse=True)
    label = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names)
    return re.compile(
        rf"^\W{{0,4}}(?:{label})\s{{0,2}}(?:[:：!！]|\s[—–-]{{1,2}}\s)"
        rf"|[(（【\[](?:{label})[)）】\]]",
        re.IGNORECASE,
    )


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset[str]().union(*(load(language)[name] for language in LANGUAGES))
