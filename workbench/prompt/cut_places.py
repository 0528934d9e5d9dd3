"""Where a text may be cut, and how strongly each place asks for it.

A place is the first line of a top-level block that is not inside a tag pair (a pair that holds
much of the text is looked into). Headings rank by level, then tags, then lines that look like
headings, rules, paragraphs and list items. What belongs to the block below it goes with that
block: a drawn line above a title, the opening half of a pair of comments, a title above what it
names, a sentence above the list that it introduces.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.prompt.enclosures import (
    LARGE_SHARE,
    SECTION,
    WRAPS,
    Depth,
    Inside,
    Under,
    documents,
    is_large,
    is_section,
    share,
    statements_of,
)
from workbench.prompt.outline import CONTROL, Block, Outline
from workbench.prompt.tags import TagPair, layout_elements
from workbench.prompt.title_lines import (
    ALIKE,
    AT_LEAST,
    LAST,
    LEADS,
    STRENGTH,
    clean,
    number_depth,
    speaker,
    speakers,
)

#: Ranks of cutting places; headings take 1 to 6, a tag the rank below its enclosing heading, and a
#: line that stands for a heading `PSEUDO` and the strength of its form. `LED` is a paragraph that
#: introduces a list, or begins with stressed words. A `LOOSE_ITEM` opens a part only where somebody
#: asks for so many: a list is one thought.
PSEUDO, RULE, LED, BLOCK, ITEM, LOOSE_ITEM = 20, 30, 35, 40, 50, 60
#: Ranks of what is answered in a chat, and of what tools give: a request is divided there only
#: where it is far too large.
ANSWER = RULE - 3
#: The rank of a list item with a label that is as long as a section, and of a step of a long list.
LONG_ITEM = RULE - 1


@dataclass(frozen=True, slots=True)
class Place:
    """A line (0-based) where the text may be cut, how strongly it asks for it, and its name."""

    line: int
    rank: int
    title: str = ""
    kind: str = "text"
    level: int = 0


#: A list of fewer bytes than this, or of a smaller share, is never cut but on demand.
_LONG_LIST = 2000
#: So many numbered steps are a procedure, and so many lines a long one.
_FEWEST_STEPS, _LONG_STEPS = 3, 60
#: Forms of titles that may stand beside stronger ones: what stands before the first of those is
#: not below it.
_MAY_BE_EQUAL = STRENGTH["capitals"]
#: A tag that holds a text of its own ranks like a heading of this level at least.
_DOCUMENT = 2


def places(outline: Outline, sizes: Sequence[int] = ()) -> list[Place]:
    """Every line where the text may be cut, in order, the first line of the text left out.

    `sizes`: running sum of bytes before each line, with the total last; without it no tag pair is
    taken for large. A tag at the very start of a line opens a place even where Markdown would read
    it as the continuation of a list item or a paragraph: people who write tags close items with
    them. Headings inside a large pair rank below the heading that the pair stands under.
    """
    return [place for place in all_places(outline, sizes) if place.line > 0]


def all_places(outline: Outline, sizes: Sequence[int] = ()) -> list[Place]:
    """Like `places`, with the one that the text itself opens with, where there is one."""
    return _Finder(outline, sizes).run()


class _Finder:
    """One pass over the blocks of an outline."""

    def __init__(self, outline: Outline, sizes: Sequence[int]) -> None:
        self.blocks = outline.seen
        pairs = outline.pairs
        self.inside = Inside([pair for pair in pairs if not is_large(pair, sizes)])
        outer = [pair for pair in pairs if not self.inside(pair.start_line)]
        self.tags = {pair.start_line: pair for pair in reversed(outer)}
        unnamed = layout_elements()
        self.alike = Counter(pair.name for pair in outer)
        self.layout = {pair.start_line for pair in outer if pair.name.lower() in unnamed}
        named = [pair for pair in outer if pair.start_line not in self.layout]
        self.ends = {pair.end_line for pair in named}
        self.borders = sorted(
            {pair.start_line for pair in named if pair.flush}
            | {pair.end_line for pair in named if pair.flush_end}
        )
        large = [pair for pair in pairs if is_large(pair, sizes)]
        self.large = {pair.start_line for pair in large}
        self.depth = Depth([pair for pair in large if pair.name.lower() not in unnamed])
        self.whole = {pair.start_line for pair in large if share(pair, sizes) > WRAPS}
        self.under = Under(large, outline)
        self.sizes = sizes
        statements = statements_of(self.blocks)
        self.wide = {p.start_line for p in statements if is_large(p, sizes, WRAPS)}
        small = [pair for pair in statements if pair.start_line not in self.wide]
        self.in_statement = Inside(small)
        control = [pair for pair in small if pair.name in CONTROL]
        self.in_control = Inside(control)
        within = Inside(statements)
        control = [pair for pair in control if not within(pair.start_line)]
        long = [pair for pair in control if is_section(pair, sizes)]
        self.long_control = {pair.start_line for pair in long}
        self.control_ends = {pair.end_line for pair in long}
        self.controls: set[int] = set()  # those that a title was found in
        titled = {
            b.start_line
            for b in self.blocks
            if b.kind == "template" and b.title and b.topics[0] not in CONTROL
        }
        self.ends |= {pair.end_line for pair in statements if pair.start_line in titled}
        self.helpers = {pair.start_line for pair in control if titled}
        self.statements = {pair.start_line for pair in statements}
        self.documents = documents(outline, sizes)
        self.lone = self._lone_tags(named, [b for b in self.blocks if b.kind == "heading"])
        self.closed = {
            block.title
            for block in self.blocks
            if block.kind == "comment" and block.form == "closes"
        }
        self.bare = not any(
            block.level for block in self.blocks if block.kind in ("heading", "title")
        )
        said = (b for b in self.blocks if b.form in STRENGTH and not self.inside(b.start_line))
        self.chat = len({speaker(clean(block.title)) for block in said} - {""}) > 1
        self.examples: set[int] = set()  # the lines of those that have others like them
        self.closing = -1  # the line of what follows the last of them
        self.strength = self._strengths()
        self._put_below(named)
        self.steps = _steps(self.blocks)
        self.labels = _labels(self.blocks)
        self.behind: set[int] = set()
        self.topics: dict[int, int] = {}
        self._rank_topics()
        tops = [heading for heading in outline.headings if heading.level == 1]
        self.titled = len(tops) == 1 and outline.blocks[0] is tops[0]
        self.level = 0
        self.underlined = 0  # the level of the heading above, where it is one by the line below it
        self.chat_level = 0  # the level of the messages of a chat around
        self.found: dict[int, Place] = {}

    def _rank_topics(self) -> None:
        """How strong the topics of each list are, and the titles that stand behind such a list.

        A list right below a title belongs to it. A title behind the text of the last topic is no
        part of that item; where the numbers go on below, the list is not at its end.
        """
        own = STRENGTH["topic"]
        strength = 0  # of the lists since the last heading
        waiting: list[int] = []
        before: Block | None = None
        for block in self.blocks:
            if block.kind == "heading":
                self.behind.update(waiting)
                waiting, strength = [], 0
            elif block.kind == "list" and block.topics:
                waiting = []
                titled = before is not None and before.title and self._bare_title(before)
                if before is not None and titled and before.form in STRENGTH:
                    strength = max(own, self.strength[before.form] + 1)
                strength = strength or own
                self.topics[block.start_line] = strength
                ended = block.end_line > block.start_line + block.items[-1] + 1
            elif strength == own and block.title and block.form in STRENGTH and ended:
                waiting.append(block.start_line)
            before = block
        self.behind.update(waiting)

    def _put_below(self, pairs: Sequence[TagPair]) -> None:
        """Where no heading stands, a tag alone below one of several strong titles is no section."""
        strong = [
            block
            for block in self.blocks
            if 0 < self.strength.get(block.form, 0) <= _MAY_BE_EQUAL
            and block.title
            and not self.inside(block.start_line)
        ]
        self.minor: set[int] = set()
        if self.bare and len(strong) > 1:
            self.minor = self._lone_tags(pairs, strong)
            self.minor = {line for line in self.minor if line > strong[0].start_line}
            self.ends -= {pair.end_line for pair in pairs if pair.start_line in self.minor}

    def _lone_tags(self, pairs: Sequence[TagPair], titles: Sequence[Block]) -> set[int]:
        """The tags that no other follows before the next of these titles: a note or a figure in the
        text below one, no section."""
        heads = [title.start_line for title in titles]
        starts = [pair.start_line for pair in pairs]
        found: set[int] = set()
        looked_into = self.large | self.documents
        for pair, following in zip(pairs, [*starts[1:], len(self.sizes)], strict=False):
            at = bisect_left(heads, pair.end_line)
            head = heads[at] if at < len(heads) else len(self.sizes)
            if pair.start_line not in looked_into and head <= following:
                found.add(pair.start_line)
        return found

    def _strengths(self) -> dict[str, int]:
        """The strength of each form of title in this text."""
        at: dict[str, list[int]] = {}
        for n, block in enumerate(self.blocks):
            if block.form in STRENGTH and block.title and not self.inside(block.start_line):
                at.setdefault(block.form, []).append(n)
        strengths = dict(STRENGTH)
        for form in ("capitals", "bold"):
            alone = at.get(form, [])
            if len(alone) == 1 and not self._bare_title(self.blocks[alone[0]]):
                strengths[form] = 0  # the one line of its kind: a word that is shouted
        for form, least in AT_LEAST.items():
            like = sum(len(at.get(other, ())) for other in (form, *ALIKE.get(form, ())))
            like -= len(at.get("intro", ())) if form == "intro" else 0
            if like < least or (form in LAST and not self._only(form, at)):
                strengths[form] = 0
        if strengths["lead"]:  # all lines with a colon are titles
            strengths["glued"] = STRENGTH["glued"]
        if "example" in at:
            self._count_examples(at["example"])
            if not self.examples:
                strengths["example"] = 0
        for form, places in at.items():
            own = strengths[form]
            first = next((n for n in places if n), len(self.blocks))  # not that of the whole text
            if form != "turn" and own and own <= _MAY_BE_EQUAL:
                after = (STRENGTH[other] for other in at if at[other][0] > first)
                strengths[form] = min([own, *after])
        self.usual = min((strengths[form] for form in at if strengths[form]), default=0)
        return strengths

    def _count_examples(self, at: Sequence[int]) -> None:
        """Note which examples begin with a label that others begin with too, and what follows the
        last of them: a slot for the real case, with the words above it."""
        labels = [_label(self.blocks[n]) for n in at]
        often = Counter(labels)
        last = 0
        for n, label in zip(at, labels, strict=True):
            if often[label] >= (2 if label.lower() in speakers() else 3):
                self.examples.add(self.blocks[n].start_line)
                last = n
        rest = self.blocks[last + 1 :]
        slot = next((n for n, block in enumerate(rest) if block.form == "slot"), None)
        if self.examples and slot is not None:
            above = rest[slot - 1] if slot else None
            worded = above is not None and above.kind == "paragraph"
            self.closing = (above if worded and above else rest[slot]).start_line

    def _only(self, form: str, at: Mapping[str, Sequence[int]]) -> bool:
        """Whether no other form of titles stands in the text more than once."""
        heads = [b for b in self.blocks[1:] if b.level and b.kind in ("heading", "title")]
        if sum(b.form != "key" for b in heads) > 1:
            return False
        own = {form, *ALIKE.get(form, ()), *LAST}
        return not any(len(places) > 1 for other, places in at.items() if other not in own)

    def run(self) -> list[Place]:
        top = 0  # where the part would begin that the block before opens
        after_tag = False
        before: Block | None = None
        for i, block in enumerate(self.blocks):
            start = block.start_line
            place = self._place(block, before, after_tag, self.blocks[i + 1 : i + 2])
            if place is not None and not place.title and self.in_statement(start):
                place = None  # what a statement of a template encloses stays with it
            if place is not None and (opened := self.in_control.opened(start)) is not None:
                if opened not in self.controls:
                    self._move(place, opened)  # the first title in it is what it is called
                self.controls.add(opened)
                place = None
            if before is not None and self._leads(before, block, place):
                start = top
            if place is not None:
                if start == block.start_line:
                    self.found.setdefault(start, place)
                else:
                    self._move(place, start)
                self._inner(block)
            top = start
            before = block
            if block.kind != "template" or block.form == "closes":
                after_tag = block.end_line in self.ends
        return [self.found[line] for line in sorted(self.found)]

    def _move(self, place: Place, line: int) -> None:
        """Put a place further up: what stands there keeps its name, unless it has none or a
        heading follows."""
        old = self.found.get(line)
        if old is None:
            self.found[line] = replace(place, line=line)
        elif old.kind == place.kind == "tag" and line in self.large:
            rank = min(old.rank, place.rank)
            whole = line in self.whole
            title = place.title if whole else f"{old.title} … {place.title}"
            self.found[line] = replace(place, line=line, rank=rank, title=title)
        elif not old.title or (place.kind == "section" and old.kind != "section"):
            self.found[line] = replace(place, line=line, rank=min(old.rank, place.rank))
        elif place.rank < old.rank:
            taller = place if old.kind == place.kind == "section" else old
            self.found[line] = replace(taller, line=line, rank=place.rank)

    def _place(
        self, block: Block, before: Block | None, after_tag: bool, following: Sequence[Block]
    ) -> Place | None:
        """The place that a block opens, before it is moved up; None where none may begin."""
        start = block.start_line
        if self.inside(start):
            # The words of an element that only says how they look are what it is called.
            if before is None or block.kind != "title" or not block.level:
                return None
            if before.kind != "tag" or before.start_line not in self.layout:
                return None
        if block.kind == "record":
            return Place(start, self._rank_record(block), block.title, "data", block.level)
        if block.kind == "heading" or (block.kind == "title" and block.level):
            near = before is not None and before.end_line == start and before.kind == "heading"
            underlined = block.form in ("underlined", "ruled")
            if near and before is not None and before.level == block.level and not underlined:
                return None  # two lines of one remark: nobody writes two such headings
            self.level = self.under(start) + block.level
            self.underlined = block.level if underlined else 0
            kind = "section" if block.kind == "heading" else "text"
            return Place(start, self.level, clean(block.title), kind, block.level)
        if start in self.tags:
            return self._tag(start, before)
        if block.kind in ("tag", "conflict") or block.form == "closes":
            return None  # it belongs to what stands before it
        if block.kind == "template":
            return self._statement(block, before, after_tag)
        strength = self.strength.get(block.form, 0)
        if (block.form, block.title) in self.labels:
            return None
        if strength and speaker(clean(block.title)):
            strength = STRENGTH["turn"] if self.chat else strength * (block.form != "turn")
        if block.form == "example":
            strength *= start in self.examples
        elif start == self.closing:
            return self._titled(start, "", STRENGTH["example"])
        if strength and block.form == "numbered":
            strength += number_depth(block.title)
        ahead = following[0].kind if following else ""
        if strength and block.form == "label":
            strength *= ahead in _SHOWN or ahead == "tag"
        if strength and block.form == "intro":
            strength *= ahead in _SHOWN and (before is None or before.kind in _SHOWN)
        if strength == STRENGTH["banner"] and self.underlined:
            # Drawn as the headings are; below the title of the whole text, where it has one.
            below = int(self.titled and self.underlined == 1)
            level = self.underlined + below
            return Place(start, self.level + below, clean(block.title), level=level)
        if strength and block.start_line in self.behind:
            strength = min(strength, STRENGTH["topic"])
        if strength and block.title:
            return self._titled(start, clean(block.title), strength, fixed=block.kind == "title")
        if block.kind == "frontmatter":
            return None
        if start in self.topics and (len(block.topics) > 1 or block.end_line == start + 1):
            return self._titled(start, block.topics[0], self.topics[start])
        if start in self.steps:
            return Place(start, LONG_ITEM, block.title or "".join(block.labels[:1]))
        if block.kind == "list" and block.labels[:1] > ("",) and self._is_sections(block):
            return Place(start, LONG_ITEM, block.labels[0])
        return self._untitled(block, before, after_tag, ahead)

    def _untitled(
        self, block: Block, before: Block | None, after_tag: bool, ahead: str
    ) -> Place | None:
        """The place that a block without any title opens."""
        start = block.start_line
        if block.kind == "rule":
            return Place(start, RULE)
        if before is not None and before.form == "announces" and block.kind in _SHOWN:
            return None
        if after_tag:
            return Place(start, self.level + 1)
        if (
            before is not None
            and before.kind == "template"
            and before.end_line in self.control_ends
        ):
            return self._titled(start, "", self.usual or STRENGTH["plain"])
        if before is not None and before.end_line == start and before.kind not in _DIVIDES:
            return None  # no blank line in between: they are one thought
        if before is not None and _is_program(before) and _is_program(block):
            return None
        listed = before is not None and before.kind == "paragraph" and bool(before.labels)
        if listed and block.kind == "paragraph" and block.labels:
            return Place(start, ITEM, block.labels[0])
        led = block.form == "stressed" or (block.form in LEADS and ahead in _SHOWN)
        return Place(start, LED if led else BLOCK)

    def _rank_record(self, block: Block) -> int:
        """The rank of a record: what stands in a chat between two requests belongs together."""
        if self.chat_level and block.level > self.chat_level:
            return ITEM
        self.chat_level = block.level if block.form else 0
        return {"answer": ANSWER, "result": ANSWER + 1}.get(block.form, block.level)

    def _titled(self, start: int, title: str, strength: int, *, fixed: bool = False) -> Place:
        if self.bare:
            return Place(start, max(self.level, self.under(start)) + strength, title)
        return Place(start, self.level + 1 if fixed else PSEUDO + strength, title)

    def _tag(self, start: int, before: Block | None) -> Place | None:
        pair = self.tags[start]
        if start in self.layout or start in self.minor:
            near = before is not None and before.end_line == start and before.kind != "tag"
            return None if near else Place(start, BLOCK)
        self.level = max(self.level, self.under(start))
        rank = self.level + 1 + self.depth(start)
        if start in self.documents:
            rank = min(rank, self.under(start) + _DOCUMENT)
        return Place(start, rank, self._name(pair), "tag")

    def _name(self, pair: TagPair) -> str:
        """What a tag is called; where others have its name, with what tells it from them."""
        more = f" {pair.attribute}" if pair.attribute and self.alike[pair.name] > 1 else ""
        return f"<{pair.name}{more}>"

    def _statement(self, block: Block, before: Block | None, after_tag: bool) -> Place | None:
        """The place that a template line opens: the first one of a pair."""
        start = block.start_line
        if start not in self.statements or self.in_statement(start):
            return None
        headed = before is not None and (before.kind == "heading" or before.level > 0)
        if block.topics[0] not in CONTROL or (start in self.helpers and self.bare):
            return Place(start, max(self.level, self.under(start)) + 1, block.title)
        if start in self.long_control and not headed:
            return self._titled(start, block.title, self.usual or STRENGTH["plain"])
        near = before is not None and before.end_line == start and before.kind not in _DIVIDES
        return None if near else Place(start, self.level + 1 if after_tag else BLOCK)

    def _leads(self, before: Block, block: Block, place: Place | None) -> bool:
        """Whether no part may begin between two blocks: the first belongs to the second."""
        titled = place is not None and bool(place.title)
        near = before.end_line == block.start_line
        if before.kind == "comment":
            if before.form == "closes":
                return False
            return before.form == "opens" or before.title in self.closed or (near and titled)
        if before.form in ("opens", "frame") and before.kind != "template":
            return titled or block.form in ("opens", "frame")
        if before.kind == "template":
            opens = before.form == "opens"
            return (near and titled and before.form in ("opens", "", "between")) or (
                opens and before.start_line in self.wide
            )
        if before.kind == "tag":
            opened = before.start_line
            return opened in self.layout or (opened in self.large and opened in self.tags)
        if before.form in LEADS:
            if block.form in LEADS:
                return False
            return place is None or not titled or place.kind == "tag" or block.kind == "template"
        if before.kind == "record":
            return False
        if before.kind == "heading" and block.kind == "heading":
            return block.level < before.level  # no title stands alone at the end of a part
        if before.kind == "heading" or (before.kind == "title" and before.level):
            return block.kind != "frame" and (not titled or block.start_line in self.lone)
        alone = before.end_line - before.start_line == 1
        if (alone and len(before.topics) == 1) or (before.title and self._bare_title(before)):
            # A title with nothing below it but another of its form goes with that one.
            return not titled or (before.kind == block.kind and before.form == block.form)
        return False

    def _bare_title(self, block: Block) -> bool:
        """Whether a block is a title and holds no other words."""
        if block.form in _WITH_TEXT or block.labels:
            return False
        return block.end_line - block.start_line <= (3 if block.form == "framed" else 1)

    def _inner(self, block: Block) -> None:
        """Places within a block: items of a list, and tags that Markdown takes for its text."""
        if block.kind == "list" and block.start_line not in self.tags:
            topics = block.topics if len(block.topics) > 1 else ()
            strength = self.topics.get(block.start_line, 0)
            most = sum(map(bool, block.labels)) * 2 > len(block.items)
            labels = block.labels if most and self._is_long(block) else ("",) * len(block.items)
            named = LONG_ITEM if self._is_sections(block) else ITEM
            for n, item in enumerate(block.items):
                line = block.start_line + item
                if n == 0 or self.inside(line):
                    continue
                if topics:
                    self.found.setdefault(line, self._titled(line, topics[n], strength))
                else:
                    rank = named if labels[n] else LOOSE_ITEM
                    rank = LONG_ITEM if line in self.steps else rank
                    self.found.setdefault(line, Place(line, rank, labels[n]))
        if block.kind in ("paragraph", "html", "list"):
            first = bisect_left(self.borders, block.start_line + 1)
            for line in self.borders[first : bisect_left(self.borders, block.end_line)]:
                if line in self.tags and line not in self.layout:
                    title = self._name(self.tags[line])
                    self.found[line] = Place(line, self.level + 1, title, "tag")
                elif not self.inside(line):
                    self.found[line] = Place(line, self.level + 1)

    def _is_long(self, block: Block) -> bool:
        """Whether a list is far above the size of a part."""
        if not self.sizes:
            return True
        size = self.sizes[block.end_line] - self.sizes[block.start_line]
        return size > max(_LONG_LIST, LARGE_SHARE * self.sizes[-1])

    def _is_sections(self, block: Block) -> bool:
        """Whether the items of a long list are as long as sections, and nearly all have labels."""
        if not self.sizes or not self._is_long(block):
            return False
        named = sum(map(bool, block.labels))
        size = self.sizes[block.end_line] - self.sizes[block.start_line]
        return named > 1 and named * 5 >= len(block.items) * 4 and size >= SECTION * named


def _labels(blocks: Sequence[Block]) -> set[tuple[str, str]]:
    """Form and words of the lines that stand below several headings, `**Key points:**`: they say
    what follows in a section, and not what a section is about."""
    below: dict[tuple[str, str], int] = {}  # the heading above the first of each
    found: set[tuple[str, str]] = set()
    heading = -1
    for n, block in enumerate(blocks):
        if block.level and block.kind in ("heading", "title"):
            heading = n
        elif block.title and block.form in STRENGTH and heading >= 0:
            words = (block.form, block.title)
            if below.setdefault(words, heading) != heading:
                found.add(words)
    return found


def _steps(blocks: Sequence[Block]) -> set[int]:
    """The lines of the steps of long procedures: items of lists whose numbers go on from 1, however
    much text stands between them. The last one goes on to the next heading."""
    found: set[int] = set()
    row: list[int] = []  # the steps of the procedure that is read
    following = 0  # the number that its next list begins with

    def leave(line: int) -> None:
        if len(row) >= _FEWEST_STEPS and line - row[0] >= _LONG_STEPS:
            found.update(row)
        row.clear()

    for block in blocks:
        if block.level and block.kind in ("heading", "title"):
            leave(block.start_line)
        if not block.number:
            continue
        if block.number != following or not row:
            leave(block.start_line)
            if block.number != 1:
                continue
            following = 1
        items = block.items or (0,)
        row += (block.start_line + item for item in items)
        following += len(items)
    if blocks:
        leave(blocks[-1].end_line)
    return found


def _label(block: Block) -> str:
    """The label that an example begins with."""
    return re.split("[:：]", block.title, maxsplit=1)[0]


def _is_program(block: Block) -> bool:
    return block.kind == "code" or block.form == "source"


#: Forms of titles with text of their own behind them in the line.
_WITH_TEXT = frozenset({"turn", "bracketed", "example"})
#: Blocks that a line above them introduces.
_SHOWN = frozenset({"fence", "code", "table", "quote", "list"})
#: Blocks behind which a part may begin without a blank line in between.
_DIVIDES = frozenset({"rule", "frontmatter", "tag", "template"})
