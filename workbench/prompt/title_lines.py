"""Lines that stand for a heading without being one: banners, `[Section]`, `**1. Topic**`, `RULES:`.

Each is recognised by its form alone. Which forms open parts, and how strongly, is said by `places`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from workbench.prompt.markdown import is_code
from workbench.prompt.placeholders import ANY_SYNTAX
from workbench.prompt.tags import without_layout
from workbench.prompt.visible import one_line
from workbench.prompt.word_lists import word_list

#: Forms of lines that stand for headings, the strongest first, with how many ranks each stands
#: below a heading: `framed` stands between two drawn lines, `label` counts
#: only where what it names follows at once, `turn` (what somebody says in a chat) only where
#: somebody else speaks too (see `places`).
STRENGTH = {
    "banner": 1,
    "framed": 1,
    "section": 2,
    "turn": 2,
    "topic": 3,
    "numbered": 3,
    "capitals": 4,
    "marked": 4,
    "bold": 5,
    "label": 5,
    "bracketed": 5,
    "comment": 6,
    "plain": 6,
    "glued": 6,
    "example": 6,
    "lead": 6,
    "intro": 6,
    "bare": 7,
}
#: Forms that are titles only where so many of them stand in a text: one such line may be anything.
#: `bracketed`: 【Title】 with text in its line; `glued`: `Title:` right above its text; `lead`: a
#: few words more with a colon; `intro`: a sentence with a colon, which opens what it introduces
#: only beside so many leads; `bare`: a few words alone.
AT_LEAST = {
    "numbered": 3,
    "marked": 2,
    "bracketed": 3,
    "glued": 3,
    "lead": 3,
    "intro": 3,
    "bare": 3,
}
#: Forms of which one stands for another where they are counted.
ALIKE = {"glued": ("plain",), "lead": ("plain", "glued"), "intro": ("plain", "glued", "lead")}
#: Forms that are titles only where no other form stands in a text more than once.
LAST = frozenset({"lead", "intro", "bare"})
#: Lines that introduce what follows.
LEADS = frozenset({"lead", "intro"})
_LONGEST = 80
#: The mark with which a comment of a program begins: people write titles behind it.
_REMARK = r"(?://+|--+|;{2,}|%{2,}|#+)[ \t]+"
_RULER = r"[=─━═~*_#+-]"
_FRAME = re.compile(rf"(?://+|;+|%+|#+)?[ \t]*{_RULER}{{3,}}")
_DRAWN = r"(?:={2,}|[─━═]{2,}|~{2,}|-{2,})"
_FRAMED = re.compile(
    rf"(?:{_REMARK})?{_DRAWN}[ \t]*(?P<title>[^\s=─━═~-][^=─━═~]{{0,60}}?)[ \t]*{_DRAWN}"
)
#: `== Title`, with marks in front alone.
_EQUALS = re.compile(r"={2,5}[ \t]+(?P<title>[^\W_][^=<>]{0,60})")
_SECTION = re.compile(r"\[(?P<title>[^\W\d_][^\[\]:/()@]{1,60})\]")
_BRACKETS = frozenset("【〔〖［")
_CORNERS = re.compile(
    r"[【〔〖［](?P<title>[^【〔〖［】〕〗］]{1,40})[】〕〗］][ \t]*"
    r"(?P<rest>[:：]?[ \t]*\S)?"
)
#: `3.1 Title`, `IV. Title`, `Section 2: Title`, `二、标题`, `第三章 标题`.
_NUMBERED = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2}){1,3}[.)]?|\d{1,2}[.)]|[IVX]{1,4}\.|[A-Z][.)]"
    r"|[A-Z][a-z]{2,9} (?:\d{1,2}|[IVX]{1,4}|[A-Z])(?:[.:)]| ?[–—-])"
    r"|(?:[一二三四五六七八九十]{1,3}[、.．]|第[一二三四五六七八九十\d]{1,3}[章节節条條部])(?=\s{0,4}\S))"
    r"(?:(?<=[、.．章节節条條部])|[ \t]{1,4})[ \t]{0,4}"
    r"(?P<words>[^\W_]\S.{0,60}?|[^\x00-\u2e80]{1,30})[:：]?"
)
_NUMBER = r"(?:step[ \t]+)?(?:\d{1,2}|[IVX]{1,4}|[A-Z])[.):][ \t]+"
_TOPIC = re.compile(
    rf"(?:\*\*|__)(?P<title>{_NUMBER}[^*_]{{2,80}}?)(?:\*\*|__)[:：]?(?:[ \t,].{{0,500}})?",
    re.IGNORECASE,
)
_ASIDE = r"(?:[ \t]{0,4}\([^()]{1,80}\))?"
#: `**Topic**:` as all of the first line of a list item.
_BOLD_ITEM = re.compile(rf"(?:\*\*|__)(?P<title>[^*_]{{2,80}}?)(?:\*\*|__){_ASIDE}[:：]?")
#: A list item with a label in front: `- **Topic**: ...`, `- [Topic](page.md): ...`, `- [ ] ...`.
_LABELLED_ITEM = re.compile(
    r"\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+(?P<task>\S.{0,200})|"
    rf"(?:\*\*|__)(?P<bold>[^*_:：]{{1,80}})"
    rf"(?:(?:\*\*|__){_ASIDE}[ \t]?(?:[:：–—-]|$)|[:：](?:\*\*|__))"
    rf"|`(?P<code>[^`]{{1,80}})`{_ASIDE}[ \t]?(?:[:：–—]|-[ \t]|$)"
    r"|\[(?P<link>[^\[\]]{1,80})\]\([^()\s]{1,200}\)[ \t]?(?:[:：–—-]|$)"
    r"|(?P<words>[^\W_a-z][^:：.!?。`*\[\]]{0,30})[:：](?:[ \t]|$|(?<=：)))"
)
_BOLD = re.compile(rf"(?:\*\*|__)(?P<title>[^*_]{{1,80}}?)(?:\*\*|__){_ASIDE}[:：]?")
#: A paragraph with a label in front: `**Topic**: all that is to say of it.`
_LABELLED = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_:：]{1,80})(?:(?:\*\*|__)[ \t]?[:：–—-]|[:：](?:\*\*|__))[ \t]*\S"
)
_STRESSED = re.compile(r"(?P<mark>\*\*|__)(?P<words>[^\s*][^*]{2,200}?)(?P=mark)[^\w*]{0,3}\s\S")
_LABEL = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_:：]{1,40})(?:(?:\*\*|__)[:：]|[:：](?:\*\*|__))[ \t]+"
    r"(?P<rest>[^*_`|]{3,80})"
)
_TURN = re.compile(
    r"(?:\*\*|__)?(?P<who>[^\W\d_]{2,12})(?:(?:\*\*|__)?[:：]|[:：](?:\*\*|__))"
    r"(?P<words>[ \t]+\S|(?<=：)\S)?(?(words)|$)"
)
_CAPITALS = re.compile(r"[^.!?`|<>]{4,60}:?")
#: Capitals right above their text: words alone, so that no line of code or of a log is one.
_GLUED = re.compile(r"[^\W\d_][\w &'’/()–-]{2,59}:?")
_COMMENTED = re.compile(
    r"(?://+|;{2,}|%{2,})[ \t]+(?P<title>[^\W\d_][^.!?`|<>{}()=,;:：]{2,60}?)"
    + _ASIDE
    + r"(?:[:：]|[ \t]+[–—][ \t]+\S.{0,200})?"
)
#: What stands in sentences, code and addresses, and in no title of a few words.
_NEVER_BARE = re.compile(r"[.!?。！？；;=<>|{}\[\]`，,]|://|\\")
_PLAIN = re.compile(r"(?P<title>[^\W\d_a-z][^.!?`|<>{}()=,;:：\[\]\"]{2,40}?)" + _ASIDE + r"[:：]")
#: With one of these words in front, a line with a colon is the beginning of a sentence.
_SENTENCE = frozenset(
    ["for", "the", "this", "these", "it", "you", "we", "if", "when", "here", "there", "then"]
)
_END = re.compile(r"(?:the[ \t]+)?end(?:[ \t]+of)?\b.*|.*\bend", re.IGNORECASE)
_HTML_HEADING = re.compile(
    r"\s{0,8}<h(?P<level>[1-6])\b[^<>]{0,200}>(?P<words>.{0,400}?)</h[1-6]\s*>", re.IGNORECASE
)
_HTML_OPEN = re.compile(r"\s{0,8}<h(?P<level>[1-6])\b[^<>]{0,200}>\s*$", re.IGNORECASE)
_ELEMENT = re.compile(r"</?[A-Za-z][^<>]{0,400}>")


def speakers() -> frozenset[str]:
    """The words for who speaks in a chat, in small letters."""
    return word_list("speakers.txt")


def speaker(title: str) -> str:
    """Who speaks, where the title of a part (`User`, `2 user`, `2 user: Its words`) says just that;
    else nothing."""
    who = re.sub(r"^\d+ ([^:]*).*", r"\1", title).lower()
    return who if who in speakers() else ""


def is_frame(line: str) -> bool:
    """Whether a line is drawn and says nothing: `=====`, `// -----`."""
    return _FRAME.fullmatch(line.strip()) is not None


def read_title(lines: Sequence[str]) -> tuple[str, str]:
    """The form and the words of the title that a paragraph of these lines begins with.

    The lines come without their endings. The form is `frame` for a drawn line, `lead` or `intro`
    for a line that introduces what follows, `closes` for `END OF X`, and empty for running text.
    """
    first = lines[0].strip()
    turn = _TURN.match(first)
    if turn and turn["who"].lower() in speakers() and (turn["words"] or len(lines) > 1):
        return "turn", turn["who"]
    if first[:1] in _BRACKETS and (corners := _CORNERS.match(first)):
        return "bracketed" if corners["rest"] else "section", corners["title"].strip()
    if len(first) > 2 * _LONGEST:
        return _introduction(first) if len(lines) == 1 and introduces(first) else ("", "")
    if not first[:1].isalnum() and (found := _marked(first, lines)) is not None:
        return found
    if first.isupper() and _CAPITALS.fullmatch(first) and _shouted(first):
        if len(lines) == 1:
            return _ended("capitals", first)
        if _GLUED.fullmatch(first) and not lines[1].isupper():
            return _ended("capitals", first)
    plain = _PLAIN.fullmatch(first) if introduces(first) else None
    titled = plain is not None and _title_like(plain["title"])
    if len(lines) > 1:
        if plain and titled and not introduces(lines[1].strip()):
            return "glued", plain["title"]
        if _is_above(first, lines[1].strip()):
            return ("numbered" if numbered_title(first) else "bare"), first
        return ("lead", "") if len(lines) < 4 and introduces(lines[-1]) else ("", "")
    if title := numbered_title(first):
        return "numbered", title
    if not introduces(first):
        return ("bare", first) if _is_bare(first) else ("", "")
    if plain and titled:
        return "plain", plain["title"]
    words = first.rstrip("*_:： ")
    few = _is_bare(words, 6) and words.split()[0].lower() not in _SENTENCE
    return ("lead", words) if few else _introduction(first)


def _introduction(line: str) -> tuple[str, str]:
    return "intro", one_line(clean(line), 48)


def numbered_title(line: str) -> str:
    """The title that a line is which begins with a number, `3.1 Dates`; else nothing."""
    found = _NUMBERED.fullmatch(line) if len(line) <= _LONGEST else None
    return line if found and _is_bare(found["words"], 9) else ""


def _is_above(first: str, second: str) -> bool:
    """Whether a line is a title right above its text: the line below begins a sentence."""
    if numbered_title(first):
        return not numbered_title(second)
    begins = second[:1].isalpha() and not second[:1].islower() and len(second) > len(first)
    return begins and _is_bare(first, 6) and not _is_bare(second)


def number_depth(title: str) -> int:
    """How many numbers stand before the last one in front of a title: none in `3. Checks`."""
    return title.split(" ", 1)[0].rstrip(".)").count(".")


def _is_bare(words: str, most: int = 7) -> bool:
    """Whether these are few words that end and begin as a title does, and no code."""
    begins = words[:1].isalpha() and not words[:1].islower()
    ends = words[-1:].isalnum() or words.endswith((")", "）"))
    if not begins or not ends or _NEVER_BARE.search(words):
        return False
    wide = sum(ord(ch) > 0x2E80 for ch in words)
    return len(words) <= 16 if wide else len(words.split()) <= most and len(words) <= 60


def _marked(first: str, lines: Sequence[str]) -> tuple[str, str] | None:
    """The same for a line that begins with a mark; None where it is read like any other."""
    if is_frame(first):
        if len(lines) == 1:
            return "frame", ""
        title = re.sub(rf"^{_REMARK}", "", lines[1].strip())
        if len(title) <= _LONGEST and len(lines) > 2 and is_frame(lines[2]):
            return _ended("framed", title)
        return "", ""
    for form, pattern in (
        ("banner", _FRAMED),
        ("banner", _EQUALS),
        ("section", _SECTION),
        ("topic", _TOPIC),
    ):
        if found := pattern.fullmatch(first):
            return _ended(form, found["title"])
    if title := _behind_sign(first, lines[1:]):
        return "marked", title
    shown = not lines[0][:1].isspace() and not any(map(is_code, lines[1:2]))
    if shown and (found := _COMMENTED.fullmatch(first)) and _title_like(found["title"], 5):
        return _ended("comment", found["title"])
    if found := _BOLD.fullmatch(first):
        if found["title"].rstrip().endswith((".", "!", "。", "！")):
            return None  # a sentence that is stressed
        return _ended("bold", found["title"])
    if len(lines) > 1:
        return None
    if found := _LABEL.fullmatch(first):
        if not found["rest"].rstrip().endswith((".", "!", "?", "。", "；", ";", ":", "：")):
            return "label", f"{found['label']}: {found['rest']}"
        return "", ""
    return None


_PARAGRAPH = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,3}[.)]?\s{1,4}")
#: Signs that people draw in front of titles besides pictures and geometric shapes.
_SIGNS = "§¶※"


def _is_sign(mark: str) -> bool:
    return bool(mark) and (mark in _SIGNS or (mark > "\xff" and unicodedata.category(mark) == "So"))


def _behind_sign(first: str, below: Sequence[str]) -> str:
    """The title behind a sign, `■ Title`, of a line that is no item of a list of such lines."""
    if not _is_sign(first[:1]) or (below and _is_sign(below[0].strip()[:1])):
        return ""
    words = first[1:].lstrip(" \t\u3000\ufe0f").rstrip(":： ")
    number = _PARAGRAPH.match(words)
    if not _is_bare(words[number.end() :] if number else words):
        return ""
    return f"{first[0]}{words}" if number else words


_FIELD = re.compile(r"(?:\*\*|__)?(?P<label>[^\W\d_][\w ]{0,20})(?:\*\*|__)?[:：](?:\*\*|__)?")
#: So many lines of a paragraph are looked at for a second label.
_LONGEST_EXAMPLE = 60


def example_title(lines: Sequence[str]) -> str:
    """The first words of a paragraph that shows a case, `Input: ...`, `Output: ...`, with a label
    in front of each; nothing where it has no two labels."""
    first = _FIELD.match(lines[0])
    if not first:
        return ""
    for line in lines[1:_LONGEST_EXAMPLE]:
        other = _FIELD.match(line)
        if other and other["label"] != first["label"]:
            return one_line(lines[0].strip(), 48)
    return ""


def is_slot(line: str) -> bool:
    """Whether a line is a placeholder and nothing else."""
    return _SLOT.fullmatch(line.strip()) is not None


_SLOT = re.compile(rf"{ANY_SYNTAX}|<[A-Z_]{{2,60}}>")


def introduces(line: str) -> bool:
    """Whether a line ends as one does that introduces the lines below it."""
    text = _ELEMENT.sub("", line) if "<" in line else line
    return text.rstrip("*_ \t").endswith((":", "："))


def item_title(line: str) -> str:
    """The title that is all of the first line of a list item, `2. **Topic**:`; else nothing."""
    found = _BOLD_ITEM.fullmatch(re.sub(r"^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+", "", line).strip())
    return clean(found["title"]) if found else ""


def paragraph_label(line: str) -> str:
    """The label that a paragraph with this first line begins with, `**Topic**: ...`, or nothing."""
    found = _LABELLED.match(line)
    return clean(found["label"]) if found else ""


def is_stressed(line: str) -> bool:
    """Whether a line begins with three stressed words or more, and goes on behind them."""
    found = _STRESSED.match(line)
    if found is None:
        return False
    return len(found["words"].split()) > 2 or sum(ord(ch) > 0x2E80 for ch in found["words"]) > 7


def item_label(line: str) -> str:
    """What a list item is called by the label in front of it, `- **Topic**: ...`; else nothing. A
    task is called by its own line."""
    found = _LABELLED_ITEM.match(line.rstrip())
    if not found:
        return ""
    task = found["task"]
    return clean(one_line(task, _LONGEST)) if task else found[found.lastgroup or 0].strip()


def html_title(line: str) -> tuple[int, str] | None:
    """Level and words of the HTML heading that a line opens, or None."""
    found = _HTML_HEADING.match(line)
    if found:
        return int(found["level"]), " ".join(_ELEMENT.sub("", found["words"]).split())
    found = _HTML_OPEN.match(line)
    return (int(found["level"]), "") if found else None


def without_elements(line: str) -> str:
    """The words of a line of HTML."""
    return _ELEMENT.sub("", line)


def clean(title: str) -> str:
    """A title without what surrounds it: marks, drawn lines, a colon at its end."""
    if "<" in title:
        title = without_layout(title)
    title = " ".join(title.split()).strip("=─━═~ ")
    for mark in ("**", "__"):
        if title.startswith(mark) and title.endswith(mark) and len(title) > 4:
            title = title[2:-2]
    return title.rstrip(":： ").strip() or title


def _ended(form: str, title: str) -> tuple[str, str]:
    title = clean(title)
    if form != "comment" and len(title.split()) <= 8 and _END.fullmatch(title):
        return "closes", ""
    return form, title


def _title_like(words: str, most: int = 3) -> bool:
    """Whether these are the few words of a title rather than the beginning of a sentence."""
    few = words.split()
    wide = sum(ord(ch) > 0x2E80 for ch in words)
    if wide:
        return len(words) <= 12
    return len(few) <= most and few[0].lower() not in _SENTENCE


def _shouted(line: str) -> bool:
    """Whether a line of capitals holds at least four letters."""
    return sum(ch.isalpha() for ch in line) >= 4
