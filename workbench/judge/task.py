"""What a prompt is for, in a sentence or two: inferred, shown, and the user's to correct."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.outline import Block
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

#: Characters of an inferred task: two sentences, rarely three.
LONGEST_TASK = 400
#: What tells nothing about the work: the line that tools write, badges, links alone.
_BOILERPLATE = re.compile(
    r"provides guidance to |^(?:\[?!\[|<)|^\W*\[[^\]]*\]\([^)]*\)\W*$|^[\W\d_]*$", re.IGNORECASE
)
_MARKS = re.compile(r"^[#>*\-\s]+|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?=\W|$)")


@dataclass(frozen=True, slots=True)
class Task:
    """A task and how it is known.

    `origin`: given (by the user), description, title and first paragraph, title,
    first paragraph, or nothing (then `text` is empty).
    """

    text: str
    origin: str = "given"

    def __str__(self) -> str:
        return self.text

    @property
    def inferred(self) -> bool:
        return self.origin != "given"


def infer_task(prompt: Prompt) -> Task:
    """The task as the file itself names it: its description, else its title and first paragraph.

    At most `LONGEST_TASK` characters on one line, safe to show. Nothing is guessed: a file that
    names no task (logs, data, an empty file) gives an empty one with the origin `nothing`.
    """
    if prompt.is_data:
        return Task("", "nothing")
    frontmatter = find_frontmatter(prompt.text)
    if frontmatter:
        described = frontmatter.fields.get("description")
        if isinstance(described, str) and described.strip():
            return Task(_short(described), "description")
    blocks = prompt.outline.blocks
    title = _title(blocks, prompt.name)
    paragraph = _first_paragraph(prompt, blocks)
    if title and paragraph:
        joined = f"{title}{'' if title[-1] in '.!?:。！？：' else '.'} {paragraph}"
        return Task(_short(joined), "title and first paragraph")
    if title or paragraph:
        return Task(_short(title or paragraph), "title" if title else "first paragraph")
    return Task("", "nothing")


def _title(blocks: tuple[Block, ...], name: str) -> str:
    """The first heading, unless it only repeats the name of the file."""
    for block in blocks:
        if block.kind == "heading":
            title = _plain(block.title)
            return "" if title.casefold() in (name.casefold(), "readme") else title
    return ""


def _first_paragraph(prompt: Prompt, blocks: tuple[Block, ...]) -> str:
    """The first paragraph that says something, above the third heading: further down it would
    speak of one section only."""
    headings = 0
    for block in blocks:
        headings += block.kind == "heading"
        if headings > 2:
            break
        if block.kind == "paragraph":
            text = "".join(prompt.lines[block.start_line : block.end_line]).strip()
            text = text[: 4 * LONGEST_TASK]
            if not _BOILERPLATE.search(text):
                return _plain(text)
    return ""


def _plain(text: str) -> str:
    return _MARKS.sub("", one_line(text[: 4 * LONGEST_TASK])).strip()


def _short(text: str) -> str:
    """`text` on one line, cut behind a sentence, else behind a word, at `LONGEST_TASK`."""
    flat = one_line(text[: 4 * LONGEST_TASK])
    if len(flat) <= LONGEST_TASK:
        return flat
    head = flat[:LONGEST_TASK]
    ends = [m.end() for m in re.finditer(r"[.!?](?=\s)|[。！？]", head)]
    if ends and ends[-1] > LONGEST_TASK // 3:
        return head[: ends[-1]]
    word = head[: LONGEST_TASK - 1].rpartition(" ")[0]
    return (word if len(word) > LONGEST_TASK // 2 else head[:-1]) + "…"
