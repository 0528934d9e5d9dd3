"""Parts: a cut through the outline that covers the whole text exactly once.

A place where the text may be cut is the first line of a top-level block that is not inside
a tag pair. Each place has a rank: headings by level first, then tags, then lines that look
like headings, rules, paragraphs and list items. The granularities choose among them.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush

from workbench.errors import UsageError
from workbench.prompt.lines import body, line_starts
from workbench.prompt.outline import Block, Outline
from workbench.prompt.visible import one_line

# Ranks of cutting places; headings take 1 to 6, a tag the rank below its enclosing heading.
_PSEUDO, _RULE, _BLOCK, _ITEM = 20, 30, 40, 50
#: Bytes per token, to compare sizes before anything is counted (evidence: 3.8 to 4.4 for
#: English Markdown with o200k; bytes rather than characters, so that Japanese weighs right).
_BYTES_PER_TOKEN = 4
_FEW, _MANY = 3, 15
#: A part above this share of the text, and above this many tokens, is worth splitting.
_LARGE_SHARE, _LARGE_TOKENS = 0.25, 500
#: Texts longer than 15 parts of this size may have more parts, up to `_MOST`; in them twice
#: this size is worth splitting too.
_LONG_PART, _MOST = 2500, 40
_SMALL_TEXT = 350


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


@dataclass(frozen=True, slots=True)
class Place:
    """A line (0-based) where the text may be cut, how strongly it asks for it, and its name."""

    line: int
    rank: int
    title: str = ""
    kind: str = "text"
    level: int = 0


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


def places(outline: Outline) -> list[Place]:
    """Every line where the text may be cut, in order, the first line of the text left out.

    A tag at the very start of a line opens a place even where Markdown would read it as the
    continuation of a list item or a paragraph: people who write tags close items with them.
    """
    inside = _Inside(outline)
    outer = [pair for pair in outline.pairs if not inside(pair.start_line)]
    tags = {pair.start_line: pair.name for pair in outer}
    borders = sorted(
        {pair.start_line for pair in outer if pair.flush}
        | {p.end_line for p in outer if p.flush_end}
    )
    found: list[Place] = []
    level = 0
    tag_ends = {pair.end_line for pair in outer}
    after_tag = False
    for block in outline.blocks:
        start = block.start_line
        if inside(start):
            pass
        elif block.kind == "heading":
            level = block.level
            found.append(Place(start, level, block.title, "section", level))
        elif start in tags:
            found.append(Place(start, level + 1, f"<{tags[start]}>", "tag"))
        elif block.title:
            found.append(Place(start, _PSEUDO, block.title))
        elif block.kind == "rule":
            found.append(Place(start, _RULE))
        else:
            found.append(Place(start, level + 1 if after_tag else _BLOCK))
            found += _items(block, inside)
        if block.kind in ("paragraph", "html", "list"):
            for line in borders[
                bisect_left(borders, start + 1) : bisect_left(borders, block.end_line)
            ]:
                if line in tags:
                    found.append(Place(line, level + 1, f"<{tags[line]}>", "tag"))
                elif not inside(line):
                    found.append(Place(line, level + 1))
        after_tag = any(start < end <= block.end_line for end in tag_ends)
    unique = {place.line: place for place in found if place.line > 0}
    return [unique[line] for line in sorted(unique)]


def _items(block: Block, inside: _Inside) -> list[Place]:
    lines = [block.start_line + item for item in block.items[1:]]
    return [Place(line, _ITEM) for line in lines if not inside(line)]


class _Inside:
    """Whether a line stands inside a tag pair (its opening line itself is outside)."""

    def __init__(self, outline: Outline) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for pair in outline.pairs:
            if not self._ends or pair.start_line >= self._ends[-1]:
                self._starts.append(pair.start_line)
                self._ends.append(pair.end_line)
            elif pair.end_line > self._ends[-1]:  # crossing pairs count as one
                self._ends[-1] = pair.end_line

    def __call__(self, line: int) -> bool:
        i = bisect_left(self._starts, line) - 1
        return i >= 0 and line < self._ends[i]


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
    sizes = _sizes(lines)
    head = _head_end(outline)
    choice = [] if data or outline.note else _choose(places(outline), sizes, head, granularity)
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


def _sizes(lines: Sequence[str]) -> list[int]:
    """Running sum of bytes before each line, with the total last."""
    total = 0
    sizes = [0]
    for line in lines:
        total += len(line) if line.isascii() else len(line.encode("utf-8", "surrogatepass"))
        sizes.append(total)
    return sizes


def _choose(
    found: Sequence[Place], sizes: Sequence[int], head: int, granularity: str | int
) -> list[Place]:
    usable = [place for place in found if place.line >= head]
    wanted = _number(granularity)
    if wanted is not None:
        return _exactly(usable, sizes, head, wanted)
    if granularity == "fine":
        chosen = [p for p in usable if p.rank <= _PSEUDO]
        return chosen or [p for p in usable if p.rank <= _BLOCK]
    if granularity == "coarse":
        return _outermost(usable)
    if granularity == "auto":
        return _auto(usable, sizes, head)
    raise UsageError(
        f"There is no granularity '{one_line(str(granularity), 40)}'.",
        hint="Use auto, coarse, fine or a number of parts from 1 up.",
    )


def _number(granularity: str | int) -> int | None:
    text = str(granularity)
    if not re.fullmatch(r"[0-9]{1,6}", text):
        return None
    if int(text) < 1:
        raise UsageError("A prompt has at least one part.", hint="Use a number from 1 up.")
    return int(text)


def _outermost(usable: Sequence[Place]) -> list[Place]:
    """The places of the strongest rank that occurs at least twice (else of the strongest)."""
    ranks = sorted({p.rank for p in usable if p.rank < _PSEUDO})
    for rank in ranks:
        chosen = [p for p in usable if p.rank <= rank]
        if len(chosen) >= 2:
            return chosen
    return [p for p in usable if p.rank < _PSEUDO]


def _auto(usable: Sequence[Place], sizes: Sequence[int], head: int) -> list[Place]:
    total = sizes[-1] / _BYTES_PER_TOKEN
    most = min(_MOST, max(_MANY, int(total / _LONG_PART))) - (1 if head else 0)
    chosen: list[Place] = []
    for rank in sorted({p.rank for p in usable if p.rank < _PSEUDO}):
        if _count(chosen, head) >= _FEW:
            break
        chosen = [p for p in usable if p.rank <= rank]
    chosen = _refine(chosen, usable, sizes, head, most, _PSEUDO - 1)
    if _count(chosen, head) < _FEW and total >= _SMALL_TEXT:
        for weakest in (_PSEUDO, _RULE, _BLOCK, _ITEM):
            chosen = _fill(chosen, usable, sizes, head, weakest, _FEW)
            if _count(chosen, head) >= _FEW:
                break
    return _merge(chosen, sizes, head, most)


def _count(chosen: Sequence[Place], head: int) -> int:
    """Parts that the chosen places make (the frontmatter left out)."""
    return len(chosen) + (0 if chosen and chosen[0].line == head else 1)


def _spans(chosen: Sequence[Place], head: int, end: int) -> list[tuple[int, int]]:
    borders = [*sorted({head, *(p.line for p in chosen)}), end]
    return [(a, b) for a, b in itertools.pairwise(borders) if b > a]


def _refine(
    chosen: list[Place],
    usable: Sequence[Place],
    sizes: Sequence[int],
    head: int,
    most: int,
    weakest: int,
) -> list[Place]:
    """Split what is much larger than the rest at its strongest inner places, while it fits."""
    end = len(sizes) - 1
    done: set[tuple[int, int]] = set()
    usable_lines = [p.line for p in usable]
    while True:
        share = min(_LARGE_SHARE * sizes[end], 2 * _LONG_PART * _BYTES_PER_TOKEN)
        floor = max(share, _LARGE_TOKENS * _BYTES_PER_TOKEN)
        spans = [s for s in _spans(chosen, head, end) if s not in done]
        spans = [s for s in spans if sizes[s[1]] - sizes[s[0]] > floor]
        if not spans:
            return chosen
        a, b = max(spans, key=lambda s: sizes[s[1]] - sizes[s[0]])
        done.add((a, b))
        between = usable[bisect_left(usable_lines, a + 1) : bisect_left(usable_lines, b)]
        ranks = sorted({p.rank for p in between if p.rank <= weakest})
        if not ranks:
            continue
        inner = [p for p in between if p.rank == ranks[0]]
        if _count(chosen, head) + len(inner) <= most:
            chosen = sorted([*chosen, *inner], key=lambda p: p.line)


def _fill(
    chosen: list[Place],
    usable: Sequence[Place],
    sizes: Sequence[int],
    head: int,
    weakest: int,
    wanted: int,
) -> list[Place]:
    """Add places one by one, each where it halves the largest span best, up to `wanted` parts."""
    end = len(sizes) - 1
    taken = {p.line for p in chosen} | {head}
    spare = [p for p in usable if p.rank <= weakest and p.line not in taken]
    spare_lines = [p.line for p in spare]
    chosen = list(chosen)
    while _count(chosen, head) < wanted:
        best: tuple[float, Place] | None = None
        for a, b in _spans(chosen, head, end):
            size = sizes[b] - sizes[a]
            for place in spare[bisect_left(spare_lines, a + 1) : bisect_left(spare_lines, b)]:
                small = min(sizes[place.line] - sizes[a], sizes[b] - sizes[place.line])
                # A stronger place may be a little off the middle.
                gain = small * (1.3 if place.rank < _BLOCK else 1.0) + size * 1e-9
                if best is None or gain > best[0]:
                    best = (gain, place)
        if best is None:
            return chosen
        chosen = sorted([*chosen, best[1]], key=lambda p: p.line)
        index = spare.index(best[1])
        del spare[index], spare_lines[index]
    return chosen


def _merge(chosen: list[Place], sizes: Sequence[int], head: int, most: int) -> list[Place]:
    """Take away places until at most `most` parts are left: weakest rank, least text first."""
    spare = _count(chosen, head) - most
    if spare <= 0:
        return list(chosen)
    borders = [head, *(p.line for p in chosen), len(sizes) - 1]
    before = list(range(-1, len(borders) - 1))
    after = list(range(1, len(borders) + 1))

    def cost(i: int) -> tuple[int, int, int]:
        """What is joined when border `i` goes: weakest rank first, then least text."""
        joined = sizes[borders[after[i]]] - sizes[borders[before[i]]]
        return (-chosen[i - 1].rank, joined, i)

    queue = [cost(i) for i in range(1, len(borders) - 1) if borders[i] > head]
    heapify(queue)
    gone: set[int] = set()
    while queue and len(gone) < spare:
        entry = heappop(queue)
        i = entry[2]
        if i in gone:
            continue
        now = cost(i)
        if now != entry:  # a neighbour went meanwhile
            heappush(queue, now)
            continue
        gone.add(i)
        before[after[i]], after[before[i]] = before[i], after[i]
    return [place for i, place in enumerate(chosen, 1) if i not in gone]


def _exactly(usable: Sequence[Place], sizes: Sequence[int], head: int, wanted: int) -> list[Place]:
    """As near to `wanted` parts as the text allows (the frontmatter counts as one)."""
    wanted = max(1, wanted - (1 if head else 0))
    chosen: list[Place] = []
    for rank in sorted({p.rank for p in usable}):
        more = [p for p in usable if p.rank <= rank]
        if _count(more, head) >= wanted or rank == _ITEM:
            if rank < _PSEUDO:
                return _merge(more, sizes, head, wanted)
            return _fill(chosen, more, sizes, head, rank, wanted)
        chosen = more
    return chosen


def _apply_cuts(
    chosen: Mapping[int, Place], cuts: Cuts, lines: Sequence[str], outline: Outline
) -> dict[int, Place]:
    known = {place.line: place for place in places(outline)}
    kept = dict(chosen)
    for anchor in cuts.splits:
        line = find_anchor(lines, anchor)
        if line:
            kept[line] = known.get(line, Place(line, _BLOCK))
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
    first = next(x for x in text_lines if re.search(r"\w", x) or x is text_lines[-1])
    words = one_line(re.sub(r"^[\s>#*+\-\d.)]*", "", first) or first, 48)
    return words or place.kind, place.kind


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
