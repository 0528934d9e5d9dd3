"""A whole section of critical rules goes behind the introduction, heading and all."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from workbench.change.compose import chain, cut_lines
from workbench.change.own_sections import inside_pairs
from workbench.change.scope import title_of
from workbench.change.sections import LONGEST_INTRO, gap_before, lead_in
from workbench.change.wording import bare_title, is_critical_title
from workbench.prompt.edits import Edit, insert
from workbench.prompt.language import plain
from workbench.prompt.lines import line_at, usual_ending
from workbench.prompt.prompt import Prompt

_POINTS = re.compile(
    r"\b(?:above|below|previous(?:ly)?|earlier|preceding|next section"
    r"|as (?:described|shown|noted))\b"
    r"|上記|下記|前述|後述|上述|下述|上面|下面|前面|后面",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Moved:
    """An edit that moves a section; `line`: where it stands afterwards (0-based)."""

    edit: Edit
    text: str
    line: int


def section_span(prompt: Prompt, heading: int) -> tuple[int, int] | None:
    """Lines of the section whose heading starts on line `heading`, blank lines at its end out."""
    ends = prompt.outline.section_ends
    if heading not in ends:
        return None
    end = ends[heading]
    last = len(prompt.lines) if end is None else end
    while last > heading + 1 and not prompt.lines[last - 1].strip():
        last -= 1
    return heading, last


def candidate(prompt: Prompt) -> tuple[int, int] | None:
    """The one section of critical rules right below the title that may be moved, as lines."""
    title = title_of(prompt)
    found = [h for h in prompt.outline.headings if h is not title and is_critical_title(h.title)]
    if len(found) != 1 or bare_title(found[0].title) != _unnumbered(found[0].title):
        return None
    span = section_span(prompt, found[0].start_line)
    if span is None or _POINTS.search("".join(prompt.lines[span[0] : span[1]])):
        return None
    return span


def _unnumbered(title: str) -> str:
    """The title without icons and signs around it; a leading number stays."""
    words = plain(title, quotes=False)
    return words if words[:1].isdigit() else bare_title(title)


def move_section(
    prompt: Prompt,
    heading: int,
    share: Callable[[int], float],
    *,
    free: Callable[[int], bool] = lambda line: True,
) -> Moved | None:
    """Move a section before the first other section of its level; None where that is no good."""
    span = section_span(prompt, heading)
    title = title_of(prompt)
    others = [h for h in prompt.outline.headings if h is not title and h.start_line != heading]
    own = next((h for h in prompt.outline.headings if h.start_line == heading), None)
    if span is None or own is None or not others:
        return None
    first = others[0]
    if title is None and not lead_in(prompt, first.start_line):
        # The first of several sections is the introduction; its heading stays on top.
        peers = [h for h in others[1:] if h.level <= first.level]
        if not peers:
            return None
        first = peers[0]
    pairs = prompt.outline.pairs
    crossing = any(
        pair.start_line < line < pair.end_line for pair in pairs for line in (span[0], span[1])
    )
    at = first.start_line
    if first.level != own.level or at >= heading or share(at) > LONGEST_INTRO or crossing:
        return None
    if not free(at) or inside_pairs(pairs, at):
        return None
    newline = usual_ending(prompt.text)
    text = "".join(prompt.lines[span[0] : span[1]]).rstrip("\r\n")
    cut = cut_lines(prompt, [span], "move")
    put = insert(
        prompt.starts[at], gap_before(prompt, at, newline) + text + newline * 2, kind="move"
    )
    edit = chain(prompt.text, put, _after(put, cut), "move")
    new = prompt.with_text(edit.apply(prompt.text))
    line = line_at(new.starts, prompt.starts[at] + len(gap_before(prompt, at, newline)))
    return Moved(edit, text + newline, line)


def _after(first: Edit, second: Edit) -> Edit:
    """`second`, made for the old text, moved to the text after `first` (which adds before it)."""
    grown = sum(len(s.text) - (s.end - s.start) for s in first.splices)
    return Edit.of(
        second.kind,
        (type(s)(s.start + grown, s.end + grown, s.text) for s in second.splices),
    )
