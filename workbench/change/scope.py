"""What a rule is about besides its own words: its headings, and the sentences around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.change.passages import Passage
from workbench.language.detection import language
from workbench.language.lists import group
from workbench.language.markup import plain
from workbench.language.titles import bare_title, is_generic_title, is_named
from workbench.language.words import tokens
from workbench.prompt.outline import Block, plain_title
from workbench.prompt.prompt import Prompt

#: Pronouns that name what another sentence named, unless their own did before.
_NAMED_BEFORE = frozenset(("it", "its", "they", "them", "their"))
#: Words that join a sentence to the one before it.
_JOINS = frozenset(("and", "but", "so", "or", "nor", "that", "then", "first", "second", "finally"))
_LABEL = re.compile(r"^(?:\*\*|__)?[^\n:：*_.。]{1,60}[:：]?(?:\*\*|__)?[:：]?$")
#: A label that rates what follows ("Impact: high") and limits nothing.
_RATING = re.compile(
    r"(?:impact|priority|severity|importance|status|level|risk|重要度|優先度|优先级|严重程度)\s*[:：]",
    re.IGNORECASE,
)
#: Names in front of a rule that stands elsewhere.
_MOST_NAMES, _MOST_WORDS, _LONGEST_NAMES = 3, 16, 110
_LABEL_WORDS = 4
_PAIRS = ("()", "[]", "“”", "「」", "（）")


def stands_alone(words: str) -> bool:
    """Whether a sentence can be read without its neighbours: it points at none of them.

    A pronoun is fine behind the third word, where the sentence itself has named something.
    """
    said = _said(words)
    if not said or plain(words)[0] in "/|$" or not _balanced(words):
        return False
    if words.rstrip().endswith((":", "：")) or said[0] in _JOINS:
        return False
    first = plain(words)[0]
    if first.islower() and first.isascii() and not words.lstrip("*_ ").startswith("`"):
        return False
    return not _points(words, said, len(said)) and not _NAMED_BEFORE & set(said[:3])


def begins_afresh(words: str) -> bool:
    """Whether a passage can stand behind another neighbour than now."""
    said = _said(words)
    early = said[:1] and said[0] in (_NAMED_BEFORE | _JOINS)
    return not early and not _points(words[:12], said, 3)


#: Kinds of token that stand for something said.
_SAID_KINDS = frozenset({"word", "code", "placeholder", "link", "tag"})


def _said(words: str) -> list[str]:
    """Its words in lower case; `this project` names what every reader knows, and is left out."""
    found = [
        one.lower
        for one in tokens(plain(words))
        if one.kind in _SAID_KINDS or not one.text.isascii()
    ]
    own = group("english", "own-name")
    return [
        word
        for k, word in enumerate(found)
        if not (word in ("this", "these") and found[k + 1 : k + 2] and found[k + 1] in own)
    ]


def _points(words: str, said: Sequence[str], most: int) -> bool:
    """Whether one of the first words points at another sentence."""
    if group("english", "pointing") & set(said[:most]):
        return True
    lang = language(words)
    names = {"ja": "japanese", "zh": "chinese"}
    return lang in names and any(sign in words for sign in group(names[lang], "pointing"))


def _is_label(lead: str) -> bool:
    """Whether what introduces a list is a name ("**Release:**"), not a sentence."""
    many = len(plain(lead).split())
    return bool(_LABEL.match(lead)) and (many <= _LABEL_WORDS or lead.startswith(("**", "__")))


def _balanced(words: str) -> bool:
    return not (
        words.count("**") % 2
        or words.count("`") % 2
        or words.count('"') % 2
        or any(words.count(a) != words.count(b) for a, b in map(tuple, _PAIRS))
    )


def title_of(prompt: Prompt) -> Block | None:
    """The heading that names the whole prompt: the first one, when no other is as high.

    Among several of one level it is the first one, when the frontmatter gives the same name.
    """
    headings = prompt.outline.headings
    if not headings:
        return None
    first = headings[0]
    if first.level > 2 or not (
        all(h.level > first.level for h in headings[1:])
        or (first.level == 1 and is_named(prompt.text, first.title))
    ):
        return None
    before = (b for b in prompt.outline.blocks if b.start_line < first.start_line)
    return None if any(b.kind not in ("frontmatter", "comment", "html") for b in before) else first


def topics(passage: Passage, title: str) -> tuple[str, ...]:
    """The headings, elements and label that limit what a passage is about, outermost first.

    `title` is the name of the whole prompt; headings of that name and generic ones ("Rules")
    limit nothing.
    """
    lead = "" if _RATING.match(plain(passage.lead)) else passage.lead
    names = [*passage.tags, *passage.path, *([lead] if lead else [])]
    return tuple(
        plain_title(name)
        for name in names
        if not is_generic_title(name) and plain_title(name) != title
    )


def carried(passage: Passage, title: str) -> tuple[str, ...] | str:
    """The names that a passage must carry elsewhere, or in words why they cannot go along.

    Headings and short labels can; a sentence that introduces a list, a parent item and an
    element cannot.
    """
    if passage.nested:
        return "part of a nested list"
    rated = _RATING.match(plain(passage.lead))
    if passage.lead and not rated and not _is_label(passage.lead):
        return "introduced by the sentence above its list"
    tag = next((tag for tag in passage.tags if not is_generic_title(tag)), "")
    if tag:
        return f"inside <{tag}>, which may be read apart from the rest"
    names = [bare_title(name) for name in topics(passage, title)]
    if not all(names):
        return "its heading has no words"
    words = sum(len(name.split()) for name in names)
    if len(names) > _MOST_NAMES or words > _MOST_WORDS or sum(map(len, names)) > _LONGEST_NAMES:
        return "the headings above it are too long to go along"
    return tuple(names)
