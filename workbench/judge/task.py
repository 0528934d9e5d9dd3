"""What a prompt is for, in a sentence or two: inferred, shown, and the user's to correct."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.language.markup import plain
from workbench.language.sentences import sentences
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

#: Characters of an inferred task: two sentences, rarely three.
LONGEST_TASK = 400
#: What tells nothing about the work: the line that tools write, badges, licences, a label and its
#: value.
_BOILERPLATE = re.compile(
    r"provides guidance to |^(?:\[?!\[|<|@)|\b(?:licen[cs]ed? (?:under|is)|copyright|spdx)\b"
    r"|^[\w -]{1,24}[:：]\s*\S{1,80}$|^[\W\d_]*$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\[[^\]]{0,200}\]\([^)]{0,500}\)|https?://\S{1,500}")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
#: Words of a sentence, and of a line without a stop.
_FEWEST, _FEWEST_OPEN = 2, 5


@dataclass(frozen=True, slots=True)
class Task:
    """A task and how it is known.

    `origin`: given (by the user), stored, description, first paragraph, or not stated (then `text`
    is empty).
    """

    text: str
    origin: str = "given"

    def __str__(self) -> str:
        return self.text

    @property
    def inferred(self) -> bool:
        return self.origin != "given"


NOT_STATED = Task("", "not stated")


def infer_task(prompt: Prompt) -> Task:
    """The task as the file itself names it: its description, else its first paragraph of prose.

    At most `LONGEST_TASK` characters on one line, safe to show. Nothing is guessed: a file that
    names no task (logs, data, an empty file) gives an empty one with the origin `not stated`.
    """
    if prompt.is_data:
        return NOT_STATED
    frontmatter = find_frontmatter(prompt.text)
    if frontmatter:
        described = frontmatter.fields.get("description")
        if isinstance(described, str) and described.strip():
            return Task(_short(described), "description")
    paragraph = _first_paragraph(prompt)
    return Task(_short(paragraph), "first paragraph") if paragraph else NOT_STATED


def _first_paragraph(prompt: Prompt) -> str:
    """The first paragraph of prose above the third heading: further down it would speak of one
    section only. An address, a licence, a label and a line of badges are no prose."""
    headings = 0
    for block in prompt.outline.blocks:
        headings += block.kind == "heading"
        if headings > 2:
            break
        if block.kind == "paragraph":
            text = "".join(prompt.lines[block.start_line : block.end_line]).strip()
            text = _plain(text[: 4 * LONGEST_TASK])
            if _is_prose(text):
                return text
    return ""


def _is_prose(text: str) -> bool:
    """Whether it is a sentence about the work: some words, no address or licence, no label."""
    if _BOILERPLATE.search(text) or text.endswith((":", "：")):
        return False
    bare = _ADDRESS.sub("", text)
    words = len(bare.split()) + len(_WIDE.findall(bare)) / 2
    return words >= (_FEWEST if re.search(r"[.!?。！？]", bare) else _FEWEST_OPEN)


def _plain(text: str) -> str:
    return plain(one_line(text[: 4 * LONGEST_TASK]), quotes=True).replace("`", "")


def _short(text: str) -> str:
    """`text` on one line, cut behind a sentence, else behind a word, at `LONGEST_TASK`."""
    flat = one_line(text[: 4 * LONGEST_TASK])
    if len(flat) <= LONGEST_TASK:
        return flat
    head = flat[:LONGEST_TASK]
    ends = [end for _, end in sentences(head, 0, len(head))][:-1]
    if ends and ends[-1] > LONGEST_TASK // 3:
        return head[: ends[-1]]
    word = head[: LONGEST_TASK - 1].rpartition(" ")[0]
    return (word if len(word) > LONGEST_TASK // 2 else head[:-1]) + "…"
