"""Statements: the sentences, items and cells of a prompt, and how each binds where it stands.

A sentence is read alone first (`english`, `japanese`, `chinese`); then what stands around it has
its say: the sentence that leads its list in, the heading above it, the code that it describes.
Frontmatter, code and comments hold no statements; examples and quotations bind nobody.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from workbench.language import chinese, english, japanese
from workbench.language.code_and_quotes import is_code, names_command, quotation_marks
from workbench.language.detection import language, latin_language
from workbench.language.force import NONE, Force
from workbench.language.lists import group, patterns
from workbench.language.markup import plain
from workbench.language.sentences import cells, sentence_texts, sentences
from workbench.language.titles import is_checklist_title
from workbench.prompt.codespans import in_spans, inline_spans
from workbench.prompt.reading import FRAMED_KINDS
from workbench.prompt.textblocks import TextBlock, text_blocks

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt

#: The languages that are read, by the names of their data files.
LANGUAGES = ("english", "japanese", "chinese")
_FOLD = re.compile(r"(?:(?<![ \t])[ \t]+)?(?:\r\n|\r|\n)[ \t]*(?:>[ \t]?)*[ \t]*")
#: How many texts are remembered; a longer one only alone, so that memory stays bounded.
_KEPT, _LONG = 8, 200_000
#: Longer sentences are read by their beginning.
_LONGEST = 1200
#: Characters that are enough to know a language by.
_SAMPLE = 40_000
#: What is longer is a sentence.
_LONGEST_TITLE = 100


class Statement(NamedTuple):
    """A sentence, list item, heading or table cell, and how it binds.

    `start`, `end`: offsets of its words in the text, list mark left out. `text`: the words
    with line breaks folded. `kind`: item, paragraph, cell, quote or heading. `unit`: offsets of the
    whole lines of the item or paragraph it stands in (children of an item left out).
    `whole`: it is all of that unit. `path`: titles of the headings above; `tags`: names of the
    elements around it. `lead`: the sentence that introduces its list, or its parent item.
    `ordered`: a step of a numbered list. `children`: its item has nested items or code below.
    `lang`: en, ja, zh or other.
    """

    start: int
    end: int
    text: str
    kind: str
    unit: tuple[int, int]
    whole: bool
    path: tuple[str, ...]
    tags: tuple[str, ...] = ()
    lead: str = ""
    ordered: bool = False
    children: bool = False
    depth: int = 0
    lang: str = "en"
    force: Force = NONE


_known: OrderedDict[tuple[str, str], tuple[Statement, ...]] = OrderedDict()


def statements(source: Prompt | str) -> tuple[Statement, ...]:
    """All statements of a prompt or of a Markdown text, in order."""
    from workbench.prompt.prompt import Prompt

    prompt = Prompt.from_text(source, kind="markdown") if isinstance(source, str) else source
    # All kinds of Markdown are read alike.
    key = (prompt.text, prompt.kind if prompt.is_data or prompt.kind in FRAMED_KINDS else "")
    found = _known.get(key)
    if found is None:
        blocks = text_blocks(prompt.reading, prompt.text, prompt.lines, prompt.starts)
        pieces = [piece for block in blocks for piece in _pieces(prompt, block)]
        foreign = _is_foreign(pieces)
        found = tuple(_read(pieces, foreign, _shown_blocks(prompt, blocks)))
        if len(prompt.text) > _LONG:
            _known.clear()
        _known[key] = found
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def headings(source: Prompt | str) -> tuple[tuple[int, int, str], ...]:
    """Headings as `(line, level, title)`, line 1-based; fences and comments do not count."""
    from workbench.prompt.prompt import Prompt

    prompt = Prompt.from_text(source, kind="markdown") if isinstance(source, str) else source
    return tuple((b.start_line + 1, b.level, b.title) for b in prompt.outline.headings)


def alone(text: str, lang: str = "") -> Force:
    """How one sentence binds, read without what stands around it."""
    text = text[:_LONGEST]
    match lang or language(text):
        case "en":
            return english.read(text)
        case "ja":
            return japanese.read(plain(text))
        case "zh":
            return chinese.read(plain(text))
    return NONE


def _read(pieces: Sequence[Statement], foreign: bool, shown: frozenset[int]) -> Iterator[Statement]:
    """The statements with their force; `foreign`: Latin letters are not English here; `shown`:
    where units begin that order nothing by a verb alone."""
    opener: Statement | None = None
    found: list[Statement] = []
    quoted = _quoted(pieces)
    for piece in pieces:
        if opener is None or opener.unit != piece.unit:
            opener = piece
        if foreign and piece.lang == "en":
            found.append(_told(piece, "other", NONE))
        else:
            first = opener.text if opener is not piece else ""
            force = NONE if piece.start in quoted else in_context(piece, first)
            if force.form in _BY_VERB and piece.unit[0] in shown:
                force = NONE
            found.append(_told(piece, piece.lang, force) if force is not NONE else piece)
    return _settled(found)


def _shown_blocks(prompt: Prompt, blocks: Sequence[TextBlock]) -> frozenset[int]:
    """Where paragraphs begin that are code, or that only name the command below them.

    In a file that is called by name (its frontmatter says so) such a caption is a step.
    """
    called = prompt.reading.skip > 0
    return frozenset(
        prompt.starts[block.first]
        for block in blocks
        if block.kind == "paragraph"
        and (
            is_code(block.words)
            or (
                not called
                and names_command(block.words, prompt.lines[block.last + 1 : block.last + 3])
            )
        )
    )


def _quoted(pieces: Sequence[Statement]) -> frozenset[int]:
    """Where sentences begin that stand within a quotation of several sentences."""
    counted = [(piece, quotation_marks(piece.text)) for piece in pieces if piece.kind != "cell"]
    marks: Counter[tuple[int, int]] = Counter()
    for piece, count in counted:
        marks[piece.unit] += count
    found: set[int] = set()
    unit, seen = (-1, -1), 0
    for piece, count in counted:
        if piece.unit != unit:
            unit, seen = piece.unit, 0
        if seen % 2 and not marks[unit] % 2:
            found.add(piece.start)
        seen += count
    return frozenset(found)


#: The items of a list are rules together from this share of rules among the others on, where there
#: are this many.
_SHARE, _FEWEST = 0.75, 3


def _settled(found: Sequence[Statement]) -> Iterator[Statement]:
    """The statements as the others of their list let them be read: the items of one are alike.

    A verb that may be a noun is one where more of the others order than tell, and elsewhere in a
    sentence that is closed. What is no whole sentence orders where nearly all others do.
    """
    order, tell, duty = _counted(found)
    commands = _command_lists(found)
    unit = None
    for item in found:
        first, unit = item.unit != unit, item.unit
        own = _list_of(item) if item.kind == "item" else None
        if item.force.form == "maybe" and own not in commands:
            end = item.text.rstrip("*_ ")[-1:]
            if own and order[own] + tell[own] and end != ".":
                verb = order[own] > tell[own]
            else:
                closed = end in ".:!" or own is not None
                verb = closed and not english.tells(item.text)
            force = replace(item.force, form="imperative") if verb else NONE
            yield _told(item, item.lang, force)
        elif own in commands and item.force.form in _BY_VERB:
            yield _told(item, item.lang, NONE)
        elif item.force.form == "limit":
            held = own is not None and duty[own] >= max(2, (order[own] + tell[own]) / 2)
            yield _told(item, item.lang, replace(item.force, form="ban") if held else NONE)
        elif (
            own
            and first
            and not item.force
            and item.lang == "en"
            and order[own] >= max(_FEWEST, _SHARE * (order[own] + tell[own] - 1))
            and not item.text.endswith((":", "："))
            and not _is_told(item)
            and not _is_closed(item.text)
        ):
            yield _told(item, item.lang, Force("hard", "do", "list", ""))
        else:
            yield item


#: Forms that what stands around decides.
_OPEN = ("maybe", "limit")
_List = tuple[tuple[str, ...], str, int]


def _counted(found: Sequence[Statement]) -> tuple[Counter[_List], Counter[_List], Counter[_List]]:
    """How many items of each list order and how many tell by their first sentence, those that may
    do either left out; and how many hold a duty that is told of somebody."""
    order: Counter[_List] = Counter()
    tell: Counter[_List] = Counter()
    duty: Counter[_List] = Counter()
    unit, counted = None, None
    for item in found:
        if item.kind == "item":
            if item.unit != unit and item.force.form not in _OPEN:
                (order if item.force else tell)[_list_of(item)] += 1
            if item.unit != counted and item.force.form in ("duty", "wish"):
                duty[_list_of(item)] += 1
                counted = item.unit
        unit = item.unit
    return order, tell, duty


#: "Run all tests: `make test`", and nothing else.
_COMMAND = re.compile(r"[^`:]{2,80}:\**\s+`[^`]+`(?:(?:,| and| or)+ `[^`]+`)*\.?")


def _command_lists(found: Sequence[Statement]) -> set[_List]:
    """The lists that say of each command what it does, and nothing else: they are looked up."""
    lists: set[_List] = set()
    others: set[_List] = set()
    for item in found:
        if item.kind == "item":
            shown = item.text[-2:].rstrip(".").endswith("`") and not item.ordered
            own = _list_of(item)
            looked_up = shown and item.whole and _COMMAND.fullmatch(item.text)
            (lists if looked_up and _lead_mood(item.lead) != "do" else others).add(own)
    return lists - others


def _list_of(item: Statement) -> _List:
    """What the items of one list have in common."""
    return item.path, item.lead, item.depth


def _told(item: Statement, lang: str, force: Force) -> Statement:
    return Statement(*item[:-2], lang, force)  # quicker than `_replace`: there are many


def _is_foreign(pieces: Sequence[Statement]) -> bool:
    """Whether most of a text is in Latin letters and in another language than English."""
    latin = [piece.text for piece in pieces if piece.lang == "en"]
    return len(latin) * 2 > len(pieces) and latin_language(" ".join(latin)[:_SAMPLE]) != "English"


def _pieces(prompt: Prompt, block: TextBlock) -> Iterator[Statement]:
    text, starts = prompt.text, prompt.starts
    span = (starts[block.first], starts[block.last + 1])
    row = block.kind == "row"
    if block.kind == "heading":
        found = [(block.start, block.end)]
    else:
        split = cells if row else sentences
        found = [
            piece
            for start, end in _outside_comments(text, block.start, block.end)
            for piece in split(text, start, end)
        ]
    whole = len(found) == 1 and not row
    for start, stop in found:
        words = block.words if block.kind == "heading" else text[start:stop]
        if "\n" in words or "\r" in words:
            words = _FOLD.sub(" ", words)
        if any(map(str.isalpha, words)):
            yield Statement(
                start,
                stop,
                words,
                "cell" if row else block.kind,
                span,
                whole,
                block.path,
                block.tags,
                block.lead,
                block.ordered,
                block.children,
                block.depth,
                language(words),
            )


def _outside_comments(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of a block that stand outside of comments: a comment is no part of a rule."""
    if text.find("<!--", start, end) < 0:
        yield start, end
        return
    code = tuple(inline_spans(text, start, end))
    at = start
    while (opening := text.find("<!--", at, end)) >= 0:
        if in_spans(code, opening):
            at = opening + 4
            continue
        if opening > start:
            yield start, opening
        closing = text.find("-->", opening + 4, end)
        if closing < 0:
            return
        start = at = closing + 3
    if start < end:
        yield start, end


# -- what stands around -------------------------------------------------------------------

_CODE_CELL = re.compile(r"\s*(?:\*\*)?`[^`]+`")
#: A field of JSON; what stands in its string is shown, not said.
_DATA = re.compile(r"\s*[\[{]?\s*\"[\w -]{1,60}\"\s*:\s")
_CALLOUT = re.compile(r"\s*>?\s*(?:\[!\w+\]|\*\*[A-Z]{4,}|[A-Z]{4,}\b|[⚠‼❗🚨⛔🛑ℹ💡])")
#: Forms of an imperative.
_BY_VERB = ("imperative", "maybe")
_TASK = re.compile(r"\[[ xX]\]\s")


def in_context(item: Statement, first: str = "") -> Force:
    """How a statement binds where it stands; `first`: what opens its item, row or paragraph."""
    force = alone(item.text, item.lang)
    if item.kind == "heading":
        # A heading orders by a word of duty or a ban; a verb in front makes it a title.
        spoken = force.form in ("ban", "duty") and item.text.count(" ") > 1
        return force if spoken and force.cue != "no" else NONE
    if item.path and _shows(item.path):
        return NONE
    if "](" in item.text and _LINK_ALONE.fullmatch(item.text):
        return NONE
    if item.text[-3:].rstrip("*_ ").endswith(":") and title_mood(item.text) == "example":
        return NONE  # "Request example:"
    if _DATA.match(first or item.text):
        return NONE
    if item.kind == "quote" and not _CALLOUT.match(first or item.text):
        return force if force.form in ("ban", "duty") else NONE
    if item.kind == "cell":
        if not first or _CODE_CELL.match(first):
            return force if force.form == "ban" and force.cue != "no" else NONE
        return force if force and item.text.count(" ") > 1 else NONE
    if force.form in _BY_VERB:
        if item.path and _API.fullmatch(item.path[-1]):
            return NONE  # below "pour(cup)": "Fill the cup."
        # What is said behind a description may order: "`lid` - A cover. Keep it shut."
        named = item.text if force.form == "imperative" else first or item.text
        if item.kind == "item" and _DESCRIBES.match(named):
            return NONE
    mood = _mood(item)
    if mood == "told":
        soft = force.form == "wish" and force.cue not in group("english", "soft-verb")
        return force if soft or force.form in ("ban", "duty", "label") else NONE
    if mood in ("example", "case"):
        return NONE
    if item.kind != "item" or first:
        return force
    if mood == "dont":
        if force.form in ("", "lead", *_BY_VERB):
            return Force("hard", "dont", "lead", item.lead or item.path[-1])
    elif mood == "that" and not force:
        return Force("hard", "do", "lead", item.lead)
    elif mood == "do" and not (
        force or item.children or _is_told(item) or _DESCRIBES.match(item.text)
    ):
        return Force("hard", "do", "lead", item.lead or item.path[-1])
    elif (
        mood == "soft"
        and not _is_told(item)
        and force.form in ("", *_BY_VERB)
        and item.text.count(" ")
    ):
        return Force("soft", "do", "lead", item.lead or item.path[-1])
    if not force and _TASK.match(item.text) and (item.lead or _is_checklist(item)):
        return Force("hard", "do", "lead", "[ ]")
    return force


#: A title that is a call or a type: a reference tells below it what that does.
_API = re.compile(r"`?[\w.]+(?:\([^()]*\)|<[^<>]*>)`?")
#: A name in front of what it is, of code, of a file or agent ("word-counter"), or of a link.
_DESCRIBES = re.compile(
    r"\s*(?:\*\*)?(?:`[^`]+`|/?[a-z0-9]+(?:[-_][a-z0-9]+)+|\[[^\[\]]{1,300}\]\([^()\s]{1,500}\))"
    r"(?::\*\*|(?:\*\*)?\s*(?::|-{1,2}|[—–=|→]|->|=>))\s"
)


#: A link and nothing else, or with its label or what the place it leads to holds.
_LINK_ALONE = re.compile(r"(?:\w[\w ]{0,30}: )?!?\[[^\[\]]{1,300}\]\([^()\s]{1,500}\)\.?")


def _is_checklist(item: Statement) -> bool:
    return any(is_checklist_title(title) for title in item.path[-2:])


def _is_told(item: Statement) -> bool:
    """A fact below "Rules" or "Follow these:" stays a fact: it has a subject and a finite verb."""
    if item.lang != "en":
        return not item.lead
    if english.states(item.text) or english.shown(item.text) or _LINK_ALONE.match(item.text):
        return True
    if english.gerund(item.text) and english.names_case(item.lead):
        return True  # "Use it when the task involves:", "Mixing teas"
    return not item.lead and item.text.count(" ") < 1


def _is_closed(text: str) -> bool:
    """A sentence of its own with a subject in front: "The shop opens at nine."."""
    first = text.lstrip("*_ ").partition(" ")[0].lower()
    named = first in group("english", "determiner") or first in group("english", "pronoun")
    return named and text.rstrip("*_ ").endswith(".")


def _mood(item: Statement) -> str:
    """`do`, `dont`, `soft`, `told`, `example`, or nothing where nothing around sets a mood."""
    title = title_mood(item.path[-1]) if item.path else ""
    if not item.lead:
        return title
    # A topic below a heading of bans or features changes nothing.
    return _lead_mood(item.lead) or (title if title in ("dont", "told") else "")


@lru_cache(maxsize=512)  # all items of a list have the same lead
def _lead_mood(lead: str) -> str:
    text = plain(lead).rstrip()
    closed = text.endswith((":", "："))
    mood = title_mood(text.rstrip(":： "))
    if mood or not closed:
        return mood
    last = sentence_texts(text)[-1].rstrip(":： ")
    lang = language(last)
    if lang == "en":
        words = [word.strip(",;()") for word in last.lower().split()]
        if (
            words
            and words[-1] in ("example", "examples", "like", "this", "e.g")
            and "example" in last.lower()
        ):
            return "example"
    if lang == "en" and english.ends_in_case(last):
        return "case"
    if lang == "en" and english.promises(last):
        return ""
    if lang == "en" and words[-1:] == ["can"]:
        return "told"  # "Here you can:"
    force = alone(last + ":", lang)
    whole = last.endswith(" that") or last.isalpha() or force.cue in ("ensure", "make sure")
    if force and force.polarity == "do" and whole:
        return "that"  # "Check that:", "Confirm:": what follows completes it, whole sentences too
    if force.form == "limit":
        return "told"
    if force.polarity == "dont" and force:
        return "dont"
    if force.form in ("duty", "label", *_BY_VERB):
        return "do"
    if force.strength == "soft":
        return "soft"
    return "told" if lang == "en" and english.states(last) else ""


@lru_cache(maxsize=512)
def title_mood(title: str) -> str:
    """What a heading or lead makes of items below it: do, dont, soft, example, told or nothing."""
    if len(title) > _LONGEST_TITLE:
        return ""
    words = title_words(title)
    short = title_words(_BEHIND_TITLE.sub("", title))
    head = _head(title_words(title.partition(":")[0]) if ":" in title else short)
    if head in group("english", "told-title") or patterns("english", "told-clause").fullmatch(
        words
    ):
        return "told"
    if head in ("example", "examples") and " and " not in words:
        return "example"
    about = head or (short.rpartition(" ")[2] if short.count(" ") == 1 else "")
    if about in group("english", "ruled-title"):
        return "do"  # also "Naming conventions"
    for mood in ("ban", "duty", "soft", "example"):
        if any({words, short} & group(name, f"{mood}-title") for name in LANGUAGES):
            return {"ban": "dont", "duty": "do"}.get(mood, mood)
    return ""


#: What stands behind a title proper: in parentheses, or behind a dash.
_BEHIND_TITLE = re.compile(r"\s*\([^()]*\)|\s+[—–-]\s.*")


def _shows(path: tuple[str, ...]) -> bool:
    """Whether a text stands below a title of examples, or in a section of one."""
    if title_mood(path[-1]) == "example":
        return True
    above = path[-2] if len(path) > 1 else ""
    # A title may be about examples as well: "Example projects", "Adding examples".
    return title_mood(above) == "example" and " " not in title_words(above.partition(":")[0])


def _head(words: str) -> str:
    """The noun that a title is about, in lower case: "Key features of a pot" is about features."""
    row = words.split()
    if not row or words.endswith("/") or row[0] in group("english", "conjunction"):
        return ""  # "When adding features"
    if row[0].endswith("ing") or english.is_verb_only(row[0]):
        return ""  # "Adding features"
    places = group("english", "preposition")
    end = next((i for i, word in enumerate(row) if i and (word in places or word.isdigit())), None)
    return row[:end][-1]


def title_words(title: str) -> str:
    """The bare words of a title in lower case."""
    words = re.sub(r"[^\w\s'’./-]|/(?!\W|$)", " ", plain(title)).lower()
    return " ".join(words.replace("’", "'").split()).strip(" .")
