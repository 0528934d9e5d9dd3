"""Parts: a cut through the outline that covers the whole text exactly once.

A place where the text may be cut is the first line of a top-level block that is not inside
a tag pair. Each place has a rank: headings by level first, then tags, then lines that look
like headings, rules, paragraphs and list items. The granularities choose among them.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from workbench.prompt.cut_places import BLOCK, Place, places
from workbench.prompt.granularity import choose, running_sizes
from workbench.prompt.lines import body, line_starts
from workbench.prompt.outline import Block, Outline
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
    is not prose (JSON, a log) and stays one part. Errors: `UsageError` for another word.
    """
    sizes = running_sizes(lines)
    head = _head_end(outline)
    choice = (
        [] if data or outline.note else choose(places(outline, sizes), sizes, head, granularity)
    )
    chosen = {place.line: place for place in choice}
    if head:
        chosen = _after_frontmatter(chosen, lines, head)
    if cuts:
        chosen = _apply_cuts(chosen, cuts, lines, outline)
    return _build(lines, outline, sorted(chosen.values(), key=lambda p: p.line), head, data)


def _after_frontmatter(
    chosen: Mapping[int, Place], lines: Sequence[str], head: int
) -> dict[int, Place]:
    """What follows the frontmatter opens a part; blank lines in between belong to that part."""
    kept = {line: place for line, place in chosen.items() if line >= head}
    first = min(kept, default=len(lines))
    if not "".join(lines[head:first]).strip():
        if first < len(lines):
            kept[head] = replace(kept.pop(first), line=head)
    else:
        kept[head] = Place(head, 0, kind="preamble")
    return kept


def _head_end(outline: Outline) -> int:
    first = outline.blocks[0] if outline.blocks else None
    return first.end_line if first and first.kind == "frontmatter" else 0


def _apply_cuts(
    chosen: Mapping[int, Place], cuts: Cuts, lines: Sequence[str], outline: Outline
) -> dict[int, Place]:
    known = {place.line: place for place in places(outline, running_sizes(lines))}
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
    lines: Sequence[str], outline: Outline, chosen: Sequence[Place], head: int, data: bool
) -> tuple[Part, ...]:
    starts = line_starts(lines)
    borders = [p for p in chosen if 0 < p.line < len(lines)]
    opens = _first_place(outline, lines, head, data)
    firsts = [opens, *(p for p in borders if p.line != opens.line)]
    ends = [p.line for p in firsts[1:]] + [len(lines)]
    headings = [b for b in outline.blocks if b.kind == "heading"]
    heading_lines = [b.start_line for b in headings]
    trail = _Trail(headings)
    names = _Names()
    parts: list[Part] = []
    for index, (place, end) in enumerate(zip(firsts, ends, strict=True), 1):
        i, j = bisect_left(heading_lines, place.line), bisect_left(heading_lines, end)
        inner = [h for h in headings[i:j] if h.start_line >= place.line]
        title, kind = _name(place, inner, lines, end)
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


def _first_place(outline: Outline, lines: Sequence[str], head: int, data: bool) -> Place:
    """What opens the text: frontmatter, its first heading or tag, or a preamble."""
    if data:
        return Place(0, 0, kind="data")
    if head:
        return Place(0, 0, "frontmatter", "frontmatter")
    if outline.blocks:
        first = outline.blocks[0]
        blank_before = not "".join(lines[: first.start_line]).strip()
        if first.kind == "heading" and blank_before:
            return Place(0, first.level, first.title, "section", first.level)
        if blank_before and first.title and (first.kind == "title" or not outline.headings):
            return Place(0, 0, first.title)
        for pair in outline.pairs[:1]:
            if pair.start_line == first.start_line:
                return Place(0, 0, f"<{pair.name}>", "tag")
    return Place(0, 0, kind="preamble")


def _name(place: Place, inner: Sequence[Block], lines: Sequence[str], end: int) -> tuple[str, str]:
    """Title and kind of the part that opens at `place` and ends before line `end`."""
    text_lines = [body(x) for x in lines[place.line : end]]
    if place.kind in ("frontmatter", "data"):
        return place.kind, place.kind
    if not any(x.strip() for x in text_lines):
        return "blank", "blank"
    if place.kind == "section":
        own = inner[0]
        siblings = [h for h in inner[1:] if h.level <= place.level]
        rest = lines[own.end_line : (inner[1].start_line if len(inner) > 1 else end)]
        if len(inner) == 1 and not "".join(rest).strip():
            return place.title, "container"
        return (f"{place.title} … {siblings[-1].title}" if siblings else place.title), "section"
    if place.title:
        return place.title, place.kind
    return first_words(text_lines) or place.kind, place.kind


def first_words(lines: Iterable[str]) -> str:
    """What a part without a heading is called: the words of its first line that has any."""
    line = ""
    for line in lines:
        if re.search(r"\w", line):
            break
    return one_line(re.sub(r"^[\s>#*+\-\d.)]*", "", line) or line, 48)


#: Kinds of parts that are called after their own first words.
NAMED_BY_WORDS = frozenset({"preamble", "text"})


class _Trail:
    """The headings above a line, outermost first."""

    def __init__(self, headings: Sequence[Block]) -> None:
        self._lines = [h.start_line for h in headings]
        self._paths: list[tuple[Block, ...]] = []
        stack: list[Block] = []
        for heading in headings:
            while stack and stack[-1].level >= heading.level:
                stack.pop()
            stack.append(heading)
            self._paths.append(tuple(stack))

    def above(self, line: int, level: int) -> tuple[str, ...]:
        """Titles of the headings that hold `line`; for a heading, those above its level."""
        i = bisect_left(self._lines, line) - 1
        if i < 0:
            return ()
        return tuple(h.title for h in self._paths[i] if not level or h.level < level)


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
