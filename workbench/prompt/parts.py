"""Parts: a cut through the outline that covers the whole text exactly once.

A place where the text may be cut is the first line of a top-level block that is not inside
a tag pair. Each place has a rank: headings by level first, then tags, then lines that look
like headings, rules, paragraphs and list items. The granularities choose among them.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

from workbench.prompt.cut_places import BLOCK, LONG_ITEM, RULE, Place, all_places
from workbench.prompt.granularity import choose, running_sizes
from workbench.prompt.joined_titles import joined
from workbench.prompt.lines import body, line_starts
from workbench.prompt.outline import Block, Outline, plain_title
from workbench.prompt.tags import without_layout
from workbench.prompt.title_lines import clean
from workbench.prompt.visible import one_line


@dataclass(frozen=True, slots=True)
class Part:
    """One contiguous piece of a prompt.

    `kind`: frontmatter, preamble, section, container (a heading with nothing of its own),
    tag, text, data (a file that is not prose) or blank. `path`: the titles of the enclosing
    headings, outermost first, then the own title. `start`/`end`: offsets into the text,
    half-open. `start_line`/`end_line`: counted from 1, inclusive (an empty text has 1 and 0).
    """

    id: str
    index: int
    kind: str
    title: str
    path: tuple[str, ...]
    level: int
    start: int
    end: int
    start_line: int
    end_line: int

    @property
    def scored(self) -> bool:
        """Frontmatter, containers and blank parts are not scored and not counted."""
        return self.kind not in ("frontmatter", "container", "blank")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A line found again after edits and restarts: its words and which one of its kind it is."""

    text: str
    occurrence: int = 0


@dataclass(frozen=True, slots=True)
class Cuts:
    """What the user split and merged by hand: lines that open a part, and lines that must not."""

    splits: frozenset[Anchor] = frozenset()
    joins: frozenset[Anchor] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.splits or self.joins)


NO_CUTS = Cuts()


def anchor_of(lines: Sequence[str], line: int) -> Anchor:
    """The anchor of the 0-based `line`."""
    words = body(lines[line]).strip()
    return Anchor(words, sum(1 for other in lines[:line] if body(other).strip() == words))


def find_anchor(lines: Sequence[str], anchor: Anchor) -> int | None:
    """The 0-based line of `anchor`, or None when it is gone."""
    left = anchor.occurrence
    for number, line in enumerate(lines):
        if body(line).strip() == anchor.text:
            if not left:
                return number
            left -= 1
    return None


def split_parts(
    lines: Sequence[str],
    outline: Outline,
    granularity: str | int = "auto",
    cuts: Cuts = Cuts(),
    *,
    data: bool = False,
) -> tuple[Part, ...]:
    """The parts of a text, given its lines (with endings) and its outline.

    `granularity`: auto (3 to 15 parts where the text allows), coarse (its outermost
    sections), fine (every heading and tag), or a number of parts to aim at. `data`: the text
    is not prose (JSON, a log): its parts are its records. Errors: `UsageError` for another word.
    """
    sizes = running_sizes(lines)
    head = _head_end(outline)
    found = _opened(all_places(outline, sizes), lines, head, data=data)
    choice = [] if outline.note else choose(found, sizes, head, granularity)
    if data and sizes[-1] < _SMALL_DATA and granularity == "auto" and not _many_records(found):
        choice = []
    chosen = {place.line: place for place in choice}
    if head and head < len(lines):
        chosen.setdefault(
            head, found[0] if _opens(found, head) else Place(head, 0, kind="preamble")
        )
    if cuts:
        chosen = _apply_cuts(chosen, cuts, lines, found)
    return _build(lines, outline, found, chosen, head, data)


#: Data of fewer bytes than this is one part, unless it is a series of records.
_SMALL_DATA = 1400


def _opened(found: list[Place], lines: Sequence[str], head: int, *, data: bool) -> list[Place]:
    """The places, the first of them at the first line where nothing but blank lines is above it
    (in data: nothing but a bracket)."""
    found = [place for place in found if place.line >= head]
    if found:
        above = "".join(lines[head : found[0].line]).strip()
        if not above or (data and above in ("[", "{", "[{")):
            found[0] = replace(found[0], line=head)
    return [
        place
        if place.title or place.rank != LONG_ITEM
        else replace(place, title=_first_line(lines[place.line]))
        for place in found
    ]


def _first_line(line: str) -> str:
    """What a step without a label is called: its number and its first words."""
    return clean(one_line(plain_title(body(line).strip()), 48))


def _opens(found: Sequence[Place], head: int) -> bool:
    return bool(found) and found[0].line == head and bool(found[0].title)


def _many_records(found: Sequence[Place]) -> bool:
    return sum(place.title[:1].isdigit() for place in found) > 1


def _head_end(outline: Outline) -> int:
    first = outline.blocks[0] if outline.blocks else None
    return first.end_line if first and first.kind == "frontmatter" else 0


def _apply_cuts(
    chosen: Mapping[int, Place], cuts: Cuts, lines: Sequence[str], found: Sequence[Place]
) -> dict[int, Place]:
    known = {place.line: place for place in found}
    kept = dict(chosen)
    for anchor in cuts.splits:
        line = find_anchor(lines, anchor)
        if line:
            kept[line] = known.get(line, Place(line, BLOCK))
    for anchor in cuts.joins:
        line = find_anchor(lines, anchor)
        if line is not None:
            kept.pop(line, None)
    return kept


def _build(
    lines: Sequence[str],
    outline: Outline,
    found: Sequence[Place],
    chosen: Mapping[int, Place],
    head: int,
    data: bool,
) -> tuple[Part, ...]:
    starts = line_starts(lines)
    opens = _first_place(found, head, data)
    later = sorted((p for p in chosen.values() if 0 < p.line < len(lines)), key=lambda p: p.line)
    firsts = [opens, *later]
    ends = [p.line for p in later] + [len(lines)]
    titled = [place for place in found if place.title]
    title_lines = [place.line for place in titled]
    trail = _Trail(outline)
    names = _Names()
    parts: list[Part] = []
    for index, (place, end) in enumerate(zip(firsts, ends, strict=True), 1):
        i, j = bisect_right(title_lines, place.line), bisect_left(title_lines, end)
        follower = firsts[index] if index < len(firsts) else None
        title, kind = _name(place, titled[i:j], follower, lines, end)
        path = (*trail.above(place.line, place.level), title)
        parts.append(
            Part(
                names.take(path, kind),
                index,
                kind,
                title,
                path,
                place.level,
                starts[place.line],
                starts[end],
                place.line + 1,
                end,
            )
        )
    return tuple(parts)


def section_ends(parts: Sequence[Part]) -> list[int]:
    """For each part the position behind the last one of its section: of a heading, the parts
    below it. A part that holds no other ends at itself."""
    ends = list(range(1, len(parts) + 1))
    open_: list[int] = []
    for i, part in enumerate(parts):
        while open_ and not _holds(parts[open_[-1]], part):
            open_.pop()
        for holder in open_:
            ends[holder] = i + 1
        if part.level:
            open_.append(i)
    return ends


def _holds(above: Part, part: Part) -> bool:
    depth = len(above.path)
    return len(part.path) > depth and part.path[:depth] == above.path


def _first_place(found: Sequence[Place], head: int, data: bool) -> Place:
    """What opens the text: frontmatter, its first heading, tag or record, or a preamble."""
    if head:
        return Place(0, 0, "frontmatter", "frontmatter")
    if _opens(found, 0):
        return found[0]
    return Place(0, 0, kind="data" if data else "preamble")


def _name(
    place: Place,
    inner: Sequence[Place],
    follower: Place | None,
    lines: Sequence[str],
    end: int,
) -> tuple[str, str]:
    """Title and kind of the part that opens at `place` and ends before line `end`.

    `inner`: the titles that it holds besides its own; `follower`: what opens the next part. The
    last title of those that are as strong as its own is named too, and so is one of those whose
    sisters have parts of their own.
    """
    if place.kind == "frontmatter":
        return place.kind, place.kind
    text_lines = lines[place.line : end]
    full = [body(x) for x in islice((x for x in text_lines if x.strip()), 4)]
    if not full:
        return "blank", "blank"
    if place.kind == "section" and not inner and len(full) == _own_lines(full):
        return place.title, "container"
    alone = sum(x.strip() not in ("{", "[") for x in full) == 1
    if place.kind == "data" and follower and follower.level > place.level and alone:
        return place.title or "data", "container"
    title = (
        place.title
        or ("" if place.kind == "data" else first_words(map(body, text_lines)))
        or place.kind
    )
    strongest = (
        place.rank if place.title else min((p.rank for p in inner if p.rank < RULE), default=0)
    )
    if follower is not None and follower.title:
        strongest = max(strongest, follower.rank)
    sisters = [p for p in inner if p.rank <= strongest]
    if not sisters:
        return title, place.kind
    if place.kind == "data":  # their numbers say that others stand between
        return joined([title, sisters[-1].title]), place.kind
    names = [title, *(sister.title for sister in sisters)]
    return joined(names, _largest(place, sisters, lines, end)), place.kind


def _largest(
    first: Place, sisters: Sequence[Place], lines: Sequence[str], end: int
) -> Iterator[str]:
    """The title of one between the first and the last that holds more than half of them all."""
    borders = [first.line, *(p.line for p in sisters), end]
    spans = [sum(map(len, lines[a:b])) for a, b in pairwise(borders)]
    for place, size in zip(sisters[:-1], spans[1:-1], strict=True):
        if size * 2 > sum(spans):
            yield place.title


def _own_lines(full: Sequence[str]) -> int:
    """How many of these lines their heading takes: two where it is underlined."""
    underlined = len(full) > 1 and full[1].strip() and not full[1].strip().strip("=-")
    return 2 if underlined and not full[0].lstrip().startswith("#") else 1


#: A statement or a comment of a template language.
_STATEMENT = re.compile(r"\{%[^%]{0,400}%\}|\{#[^#]{0,400}#\}|\{\{-?\s{0,3}[#/!][^{}]{0,400}\}\}")

_LINK = re.compile(r"(?P<image>!?)\[(?P<words>[^\[\]]{0,200})\]\([^()]{0,400}\)")


def first_words(lines: Iterable[str]) -> str:
    """What a part without a heading is called: the words of its first line that has any."""
    line = ""
    for line in lines:
        if "{" in line:
            line = _STATEMENT.sub("", line)
        if "<" in line:
            line = without_layout(line)
        if "](" in line:
            line = _LINK.sub(lambda found: "" if found["image"] else found["words"], line)
        if re.search(r"\w", line) and not line.lstrip().startswith("```"):
            break
    words = re.sub(r"^[\s>#*+\-\d.)]*(?:\[[ xX]\]\s+)?", "", line).replace("**", "")
    return one_line(words.rstrip(":： \t") or line, 48)


#: Kinds of parts that are called after their own first words.
NAMED_BY_WORDS = frozenset({"preamble", "text"})


class _Trail:
    """The headings above a line, outermost first; those inside a tag pair hold only inside it."""

    def __init__(self, outline: Outline) -> None:
        self._lines: list[float] = []
        self._paths: list[tuple[Block, ...]] = []
        kept: list[tuple[int, tuple[Block, ...]]] = []  # where a pair ends, and what held before it
        stack: tuple[Block, ...] = ()
        pairs, at = outline.pairs, 0

        def leave(line: float) -> None:
            nonlocal stack
            while kept and kept[-1][0] <= line:
                end, stack = kept.pop()
                self._note(end - 0.5, stack)

        for heading in outline.seen:
            if not heading.level:
                continue
            while at < len(pairs) and pairs[at].start_line <= heading.start_line:
                leave(pairs[at].start_line)
                kept.append((pairs[at].end_line, stack))
                at += 1
            leave(heading.start_line)
            while stack and stack[-1].level >= heading.level:
                stack = stack[:-1]
            stack = (*stack, heading)
            self._note(heading.start_line, stack)
        leave(math.inf)

    def _note(self, line: float, stack: tuple[Block, ...]) -> None:
        self._lines.append(line)
        self._paths.append(stack)

    def above(self, line: int, level: int) -> tuple[str, ...]:
        """Titles of the headings that hold `line`; for a heading, those above its level."""
        i = bisect_left(self._lines, line) - 1
        if i < 0:
            return ()
        return tuple(clean(h.title) for h in self._paths[i] if not level or h.level < level)


@dataclass
class _Names:
    """Ids that two processes agree on: readable, from the heading path, numbered when equal."""

    seen: dict[tuple[str, ...], int] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def take(self, path: tuple[str, ...], kind: str) -> str:
        count = self.seen[path] = self.seen.get(path, 0) + 1
        digest = hashlib.sha256("\0".join([*path, str(count)]).encode("utf-8", "surrogatepass"))
        ascii_title = unicodedata.normalize("NFKD", path[-1]).encode("ascii", "ignore").decode()
        slug = re.sub(r"[^a-z0-9]+", "-", ascii_title.lower())[:24].strip("-") or kind
        length = 4
        while (name := f"{slug}-{digest.hexdigest()[:length]}") in self.used:
            length += 4
        self.used.add(name)
        return name
