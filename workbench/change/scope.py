"""What a rule is about besides its own words: its headings, and the sentences around it."""

from __future__ import annotations

import re

from workbench.change.passages import Passage
from workbench.change.wording import bare_title, is_generic_title
from workbench.prompt.language import plain
from workbench.prompt.outline import Block, plain_title
from workbench.prompt.prompt import Prompt
from workbench.prompt.titles import is_named

#: Words that point at other sentences.
_POINTS = re.compile(
    r"^(?:this|that|these|those|such|it|its|they|them|their|he|she|and|but|so|or|nor|also|then"
    r"|thus|hence|therefore|otherwise|next|after that|afterwards|finally|first|second|third"
    r"|lastly|again|instead|however|for example|e\.g|i\.e|in (?:this|that|which) case"
    r"|if (?:so|not|this|that)|when (?:so|this|that)|except|exception|same|both|either|neither"
    r"|likewise|similarly|even then)\b"
    r"|\b(?:this|these|those|above|below|here|previous(?:ly)?|aforementioned"
    r"|the (?:former|latter|following|rest)|otherwise|likewise|similarly|also"
    r"|(?:next|previous|prior|last|first) (?:step|section|point|rule|item|phase)"
    r"|(?:step|section|phase|rule|chapter|part) \d+|as (?:described|shown|listed|noted|mentioned)"
    r"|(?:do|like|for|of|to|in|with|than|from|on|at|by|about) that"
    r"(?: (?:way|case|point|reason))?(?=[.,;:]|$)"
    r"|one of them|the same (?:way|place|rule|as)|as follows|see (?:the|section|also))\b"
    r"|§|\binstead\b(?! of)|, then\b|\bthen,"
    r"|[こそあ](?:の|れ|れら|こ|ちら|のような|の場合|う)|上記|下記|前述|後述|以下|以上の|同様"
    r"|該当|当該|次の|前の|手順\s*\d"
    r"|该|此|这|那|上述|下述|以下|如下|它们?|上面|下面|前面|后面|同上|否则|步骤\s*\d"
    r"|其(?!他|它|余|中一)",
    re.IGNORECASE,
)
#: "this project" names something that every reader of the prompt knows.
_SELF = re.compile(
    r"^(?:this|it) goes without saying\b"
    r"|\b(?:this|these) (?:repo(?:sitory)?|project|codebase|package|skill|command|prompt|document"
    r"|monorepo|app(?:lication)?|workspace|organi[sz]ation|team|plugin|tool|agent|service|system"
    r"|product|company)\b"
    r"|(?:这个?|本|该|此)(?:项目|仓库|系统|工具|代码库)|この(?:リポジトリ|プロジェクト|サービス|システム)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their)\b", re.IGNORECASE)
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
    text = _SELF.sub("¤", plain(words))
    if (
        not text
        or text[0] in "/|$"
        or text.endswith((":", "：", "?", "？"))
        or _POINTS.search(text)
    ):
        return False
    if text[0].islower() and text[0].isascii() and not words.lstrip("*_ ").startswith("`"):
        return False
    found = _PRONOUN.search(text)
    return (found is None or len(text[: found.start()].split()) > 2) and _balanced(words)


def begins_afresh(words: str) -> bool:
    """Whether a passage can stand behind another neighbour than now."""
    text = _SELF.sub("¤", plain(words))[:60]
    found = _POINTS.search(text)
    early = _PRONOUN.match(text)
    return not early and (found is None or found.start() > 12)


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
