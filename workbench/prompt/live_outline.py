"""An outline that follows edits: only the stretch around an edit is parsed again.

The lines are cut into chunks at places where Markdown starts afresh: behind a blank line,
before a line in the first column that cannot continue a list. A chunk is parsed with a
sentinel paragraph behind it; only when that comes out as a paragraph of its own is the
chunk closed (no fence or comment runs on) and what follows it left alone. Frontmatter lies in the
first chunk; where it begins or ends elsewhere than before, everything down to its end is parsed.
A text whose prompt stands in a frame (one fence around it, the strings of a YAML file) is read
anew as a whole, and so is one with the marks of a conflict.
"""

from __future__ import annotations

import copy
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from workbench.prompt.lines import body, is_blank
from workbench.prompt.outline import Block, Outline, frontmatter_lines, scan
from workbench.prompt.reading import FRAMED_KINDS, Reading, read, wrapping_fence
from workbench.prompt.tags import Tag

_SENTINEL = ("\n", "sentinel\n")
#: Lines per chunk to aim at: small enough that parsing one takes a few milliseconds.
_CHUNK_LINES = 60
#: More lines than this are not parsed while a key is handled (see `LiveOutline.stale`).
KEY_LINES = 250
#: The same for a text that is read anew as a whole, whose lines may be long.
_KEY_CHARACTERS = 50_000
#: A line that starts afresh behind a blank one: no indent, no quote, no list marker.
_FRESH = re.compile(r"(?![\s>]|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$))")


@dataclass(slots=True)
class _Chunk:
    """`size` lines whose blocks and tags are counted from the first of them."""

    size: int
    blocks: list[Block] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    note: str = ""
    open_end: bool = False
    fence: int = 0  # lines of the largest fence

    def shape(self) -> list[tuple[object, ...]]:
        """What parts depend on: headings and tags in order, not where they stand."""
        headings: list[tuple[object, ...]] = [
            (b.kind, b.level, b.title, b.form, b.marks)
            for b in self.blocks
            if b.title or b.marks or b.form == "slot" or b.kind in ("heading", "frontmatter")
        ]
        return headings + [(t.name, t.closing, t.title, t.attribute) for t in self.tags]


class LiveOutline:
    """The outline of a list of lines that the owner changes; tell it by `splice`.

    `stale` is true while a stretch too large for a key press waits for `settle`.
    """

    def __init__(
        self, lines: Sequence[str], kind: str = "markdown", known: Reading | None = None
    ) -> None:
        """`kind`: what kind of file it is (see `kinds.KINDS`); `known`: how `lines` read."""
        self._kind = kind
        self._take(lines, known or read(lines, kind))

    def copy(self) -> LiveOutline:
        """Another one of the same text; what happens to either leaves the other alone."""
        twin = copy.copy(self)
        twin._chunks = list(self._chunks)
        return twin

    def rebuild(self, lines: Sequence[str]) -> None:
        """Parse everything anew."""
        self._take(lines, read(lines, self._kind))

    def _take(self, lines: Sequence[str], seen: Reading) -> None:
        self._framed = (
            seen.wrapped or self._kind in FRAMED_KINDS or _far_reaching(seen.outline.blocks)
        )
        self._chunks = _chunks(lines, seen.outline, whole=self._framed)
        self.stale = False
        self._cached: Outline | None = seen.outline

    def settle(self, lines: Sequence[str]) -> bool:
        """Do what was put off; true when there was something to do."""
        if not self.stale:
            return False
        self.rebuild(lines)
        return True

    def splice(self, lines: Sequence[str], start: int, removed: int, added: int) -> bool:
        """Lines `start` to `start + removed` of the old text became `added` new ones.

        `lines` are all lines after the change. Returns whether headings, tags or frontmatter
        changed; when the outline has become stale, that is not known yet and true is returned.
        """
        if self._framed:
            return self._anew(lines)
        self._cached = None
        first, last, top = self._touched(start, start + removed)
        growth = added - removed
        skip = frontmatter_lines(lines)
        known = self._frontmatter
        if (skip != known or start < known) and not self.stale:
            # Its closing line can be far from the edit, and so can what it was before.
            first, last, top = 0, self._reaching(skip - growth, last), 0
        old = self._chunks[first:last]
        size = sum(chunk.size for chunk in old) + growth
        while True:
            if (size > KEY_LINES and last - first > 1) or size > 4 * KEY_LINES:
                self._put_off(first, last, size)
                return True
            stretch = lines[top : top + size]
            at_end = last >= len(self._chunks)
            if at_end:
                outline = scan(stretch, first=top == 0)
                break
            outline = scan([*stretch, *_SENTINEL], first=top == 0)
            if _closed(outline, size) and size and is_blank(stretch[-1]):
                break
            size += self._chunks[last].size  # a fence or a comment runs on, or no blank line
            last += 1
            old = self._chunks[first:last]
        fresh = _chunks(stretch, _without_sentinel(outline, size))
        before = [item for chunk in old for item in chunk.shape()]
        after = [item for chunk in fresh for item in chunk.shape()]
        self._chunks[first:last] = fresh
        if self._may_wrap(lines) or _far_reaching(outline.blocks):
            self._anew(lines)
            return True
        return before != after

    def _anew(self, lines: Sequence[str]) -> bool:
        """Read the whole text again, at once where it is short."""
        if len(lines) > KEY_LINES or sum(map(len, lines)) > _KEY_CHARACTERS:
            self._put_off(0, len(self._chunks), len(lines))
            self._cached = None
            return True
        before = [item for chunk in self._chunks for item in chunk.shape()]
        self.rebuild(lines)
        return before != [item for chunk in self._chunks for item in chunk.shape()]

    def _may_wrap(self, lines: Sequence[str]) -> bool:
        """Whether one fence has come to hold most of the text, which is then the prompt."""
        if max((chunk.fence for chunk in self._chunks), default=0) * 5 < len(lines):
            return False
        return wrapping_fence(self.outline, lines) is not None

    def _touched(self, start: int, end: int) -> tuple[int, int, int]:
        """The chunks around old lines `start` to `end`, and the first line of the first one.

        A chunk whose first line is touched may join the one before it.
        """
        position = 0
        first = last = 0
        top = 0
        for index, chunk in enumerate(self._chunks):
            if position < start:
                first, top = index, position
            if position <= end:
                last = index + 1
            else:
                break
            position += chunk.size
        return first, max(last, min(first + 1, len(self._chunks))), top

    @property
    def _frontmatter(self) -> int:
        """Lines that the frontmatter took before the change."""
        blocks = self._chunks[0].blocks if self._chunks else []
        return blocks[0].end_line if blocks and blocks[0].kind == "frontmatter" else 0

    def _reaching(self, end: int, last: int) -> int:
        """How many chunks to take, `last` at least, for `end` lines of the old text."""
        size = sum(chunk.size for chunk in self._chunks[:last])
        while size < end and last < len(self._chunks):
            size += self._chunks[last].size
            last += 1
        return last

    def _put_off(self, first: int, last: int, size: int) -> None:
        self._chunks[first:last] = [_Chunk(size)]
        self.stale = True

    @property
    def outline(self) -> Outline:
        if self._cached is None:
            self._cached = Outline(
                tuple(self._blocks()),
                tuple(self._tags()),
                bool(self._chunks) and self._chunks[-1].open_end,
                note=next((chunk.note for chunk in self._chunks if chunk.note), ""),
            )
        return self._cached

    def _blocks(self) -> Iterator[Block]:
        position = 0
        for chunk in self._chunks:
            for block in chunk.blocks:
                yield block.shifted(position)
            position += chunk.size

    def _tags(self) -> Iterator[Tag]:
        position = 0
        for chunk in self._chunks:
            for tag in chunk.tags:
                yield replace(tag, line=tag.line + position)
            position += chunk.size


def _far_reaching(blocks: Sequence[Block]) -> bool:
    """Whether marks of a conflict are there, each of which is read by where the others are, or a
    command whose lines would end with a word that may be typed anywhere below."""
    return any(block.kind == "conflict" or block.form == "heredoc" for block in blocks)


def _closed(outline: Outline, size: int) -> bool:
    """Whether the sentinel behind the stretch stayed a paragraph of its own."""
    last = outline.blocks[-1] if outline.blocks else None
    return last is not None and last.kind == "paragraph" and last.start_line == size + 1


def _without_sentinel(outline: Outline, size: int) -> Outline:
    blocks = tuple(
        replace(block, end_line=min(block.end_line, size)) if block.end_line > size else block
        for block in outline.blocks
        if block.start_line < size
    )
    tags = tuple(tag for tag in outline.tags if tag.line < size)
    return Outline(blocks, tags, outline.open_end, outline.note)


def _chunks(lines: Sequence[str], outline: Outline, *, whole: bool = False) -> list[_Chunk]:
    """Cut an outline into chunks at places where Markdown starts afresh; `whole`: into one."""
    skip = frontmatter_lines(lines)
    borders = [0]
    for block in outline.blocks:
        line = block.start_line
        if (
            not whole
            and line - borders[-1] >= _CHUNK_LINES
            and line > skip
            and is_blank(lines[line - 1])
            and _FRESH.match(body(lines[line]))
        ):
            borders.append(line)
    chunks = [
        _Chunk(bottom - top, note=outline.note)
        for top, bottom in zip(borders, [*borders[1:], len(lines)], strict=True)
    ]
    chunks[-1].open_end = outline.open_end
    for block in outline.blocks:
        at = bisect_right(borders, block.start_line) - 1
        chunks[at].blocks.append(block.shifted(-borders[at]))
        if block.kind == "fence":
            chunks[at].fence = max(chunks[at].fence, block.end_line - block.start_line)
    for tag in outline.tags:
        at = bisect_right(borders, tag.line) - 1
        chunks[at].tags.append(replace(tag, line=tag.line - borders[at]))
    return chunks
