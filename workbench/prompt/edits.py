"""Edits as values: applied they give a new text, and each knows its inverse.

An edit is a set of splices over the old text. Everything else (moving, echoing, wrapping)
is built from them, so that applying, undoing and following a position work alike for all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.errors import EditRefused
from workbench.prompt.lines import usual_ending
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line


@dataclass(frozen=True, slots=True, order=True)
class Splice:
    """Characters `start` to `end` of the old text (half-open) become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Disjoint splices in order of their place; `kind` names what the edit does.

    move, remove, replace, insert, wrap, echo or undo.
    """

    kind: str
    splices: tuple[Splice, ...]

    @classmethod
    def of(cls, kind: str, splices: Iterable[Splice]) -> Edit:
        """Order the splices, join those that touch, refuse (`EditRefused`) those that overlap."""
        joined: list[Splice] = []
        for splice in sorted(s for s in splices if s.start != s.end or s.text):
            last = joined[-1] if joined else None
            if last and splice.start < last.end:
                raise EditRefused("Two changes touch the same words.", hint="Make them in turn.")
            if last and splice.start == last.end:
                joined[-1] = Splice(last.start, splice.end, last.text + splice.text)
            else:
                joined.append(splice)
        return cls(kind, tuple(joined))

    def apply(self, text: str) -> str:
        """The new text. Raises `EditRefused` when a splice lies outside of `text`."""
        if self.splices and self.splices[-1].end > len(text):
            raise EditRefused(
                "This change was made for another version of the text.",
                hint="Ask for the proposals again.",
            )
        out: list[str] = []
        position = 0
        for splice in self.splices:
            out += (text[position : splice.start], splice.text)
            position = splice.end
        out.append(text[position:])
        return "".join(out)

    def inverse(self, text: str) -> Edit:
        """The edit that turns `apply(text)` back into `text`."""
        back: list[Splice] = []
        shift = 0
        for splice in self.splices:
            start = splice.start + shift
            back.append(Splice(start, start + len(splice.text), text[splice.start : splice.end]))
            shift += len(splice.text) - (splice.end - splice.start)
        return Edit("undo", tuple(back))

    def follow(self, offset: int, *, after: bool = False) -> int:
        """Where the old position `offset` stands in the new text.

        A position inside replaced text goes to the start of what replaced it, or with
        `after` to its end; so does a position at which text is inserted.
        """
        index = bisect_right(self.splices, offset, key=lambda splice: splice.start)
        shift = sum(len(s.text) - (s.end - s.start) for s in self.splices[: max(index - 1, 0)])
        if not index:
            return offset
        splice = self.splices[index - 1]
        if offset > splice.end or (offset == splice.end and splice.start < splice.end):
            return offset + shift + len(splice.text) - (splice.end - splice.start)
        if offset == splice.start and splice.start < splice.end:
            return splice.start + shift
        return splice.start + shift + (len(splice.text) if after else 0)


def remove(start: int, end: int) -> Edit:
    return Edit.of("remove", [Splice(start, end, "")])


def replace(start: int, end: int, text: str) -> Edit:
    return Edit.of("replace", [Splice(start, end, text)])


def insert(offset: int, text: str, *, kind: str = "insert") -> Edit:
    return Edit.of(kind, [Splice(offset, offset, text)])


def wrap(prompt: Prompt, part: Part, tag: str) -> Edit:
    """Put `part` between an opening and a closing tag on lines of their own."""
    newline = usual_ending(prompt.text)
    text = prompt.part_text(part)
    close = "" if text.endswith(("\n", "\r")) else newline
    return Edit.of(
        "wrap",
        [
            Splice(part.start, part.start, f"<{tag}>{newline}"),
            Splice(part.end, part.end, f"{close}</{tag}>{newline}"),
        ],
    )


def move_part(prompt: Prompt, parts: Sequence[Part], index: int, to: int) -> Edit:
    """Move part `index` so that it stands before the part that is now at `to`.

    Both count from 0; `to == len(parts)` moves to the end. Blank lines at the seams are
    added where two parts would touch, how the file ends stays as it is, nothing else changes.
    Refused (`EditRefused`) when the frontmatter would move, or when any line would come to
    stand under other headings than before.
    """
    if not (0 <= index < len(parts) and 0 <= to <= len(parts)):
        raise EditRefused("There is no such part.", hint="List them with `ctxbench parts`.")
    if to in (index, index + 1):
        return Edit("move", ())
    if prompt.is_data:
        raise EditRefused("The records of JSON and logs stay in their order.")
    if parts[index].kind == "frontmatter" or (to == 0 and parts[0].kind == "frontmatter"):
        raise EditRefused("Frontmatter must stay first: hosts read it only there.")
    edit = Edit.of("move", _move_splices(prompt, parts, index, to))
    refuse_lost_scope(prompt, prompt.with_text(edit.apply(prompt.text)))
    return edit


def _move_splices(prompt: Prompt, parts: Sequence[Part], index: int, to: int) -> list[Splice]:
    newline = usual_ending(prompt.text)
    moved, last = parts[index], len(parts) - 1
    core, gap = split_gap(prompt.part_text(moved))
    blank = newline * 2
    if to == len(parts):
        end_core, end_gap = split_gap(prompt.part_text(parts[last]))
        seam = _at_least(gap, newline)
        return [
            Splice(moved.start, moved.end, _seam_after_removal(prompt, parts, index, newline)),
            Splice(parts[last].start + len(end_core), parts[last].end, seam + core + end_gap),
        ]
    target = parts[to].start
    lead = ""
    if to:
        lead = _at_least(split_gap(prompt.part_text(parts[to - 1]))[1], newline, only_more=True)
    if index == last:  # how the file ends stays with the end of the file
        before = parts[index - 1]
        kept, between = split_gap(prompt.part_text(before))
        return [
            Splice(target, target, lead + core + _at_least(between or blank, newline)),
            Splice(before.start + len(kept), moved.end, gap),
        ]
    return [
        Splice(target, target, lead + core + _at_least(gap, newline)),
        Splice(moved.start, moved.end, _seam_after_removal(prompt, parts, index, newline)),
    ]


def _seam_after_removal(prompt: Prompt, parts: Sequence[Part], index: int, newline: str) -> str:
    """What must be put where a part was taken out, so that its neighbours do not touch."""
    if index == 0 or index + 1 >= len(parts):
        return ""
    return _at_least(split_gap(prompt.part_text(parts[index - 1]))[1], newline, only_more=True)


def split_gap(text: str) -> tuple[str, str]:
    """A stretch and the line endings and blank lines behind it; spaces on its last line stay."""
    bare = text.rstrip(" \t\r\n")
    blank = _ENDINGS.search(text, len(bare))
    cut = blank.start() if blank else len(text)
    return text[:cut], text[cut:]


def _at_least(gap: str, newline: str, *, only_more: bool = False) -> str:
    """`gap`, or what it lacks to hold a blank line (with `only_more` that lack alone)."""
    have = len(_ENDINGS.findall(gap))
    more = newline * max(0, 2 - have)
    return more if only_more else gap + more


_ENDINGS = re.compile(r"\r\n|\n|\r")


def refuse_lost_scope(old: Prompt, new: Prompt) -> None:
    """Raise `EditRefused` when a line of `old` stands under other headings in `new`."""
    gone = scopes(old) - scopes(new)
    if not gone:
        return
    trail, line = next(iter(gone))
    now = next((t for t, words in scopes(new) - scopes(old) if words == line), ())
    raise EditRefused(
        f"'{one_line(line, 60)}' would come to stand under {_named(now)}"
        f" instead of {_named(trail)}.",
        hint="Move the whole section, or to a place of the same level.",
    )


def _named(trail: Sequence[str]) -> str:
    return f"'{one_line(trail[-1], 40)}'" if trail else "no heading"


def scopes(prompt: Prompt) -> Counter[tuple[tuple[str, ...], str]]:
    """How often each line (without its indent and ending) stands under each path of headings."""
    found: Counter[tuple[tuple[str, ...], str]] = Counter()
    trail: list[tuple[int, str]] = []
    headings = {block.start_line: block for block in prompt.outline.headings}
    for number, line in enumerate(prompt.lines):
        heading = headings.get(number)
        if heading is not None:
            trail = [entry for entry in trail if entry[0] < heading.level]
        words = line.strip()
        if words:
            found[tuple(title for _, title in trail), words] += 1
        if heading is not None:
            trail.append((heading.level, heading.title))
    return found
