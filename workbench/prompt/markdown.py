"""The one reader of Markdown: CommonMark's block structure, and the lines that prompts add to it.

markdown-it-py does the work. Four kinds of lines that people write in prompts, and that CommonMark
would glue to the text beside them, are blocks of their own here:

* a line that holds nothing but a tag, `<rules>` or `</tool calling spec>`: people who write tags
  close lists and paragraphs with them, and put Markdown inside without a blank line. Text that is
  indented below its tag stands as if it were not.
* a line that holds nothing but a statement or a comment of a template language, `{% if x %}`;
* the lines with which version control marks a conflict;
* a search-and-replace block, `<<<<<<< SEARCH` to `>>>>>>> REPLACE`, which is code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

#: A tag, its name first. `<tool calling spec>` has no attributes: all of it is the name, so the
#: name that counts is what `tag_name` makes of it.
TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z_][\w.:-]*)(?P<rest>(?:\s[^<>]*)?)>")
#: Elements whose inside HTML does not read as text.
_RAW = frozenset({"pre", "script", "style", "textarea"})
_TEMPLATE = re.compile(
    r"\{%[^%]*%\}|\{#[^#]*#\}|\{\{[#/][^{}]*\}\}|\{\{(?:else|end)\}\}|\{\{-?\s*(?:if|else|end|range|with)\b[^{}]*\}\}"
)
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_FENCE_LINE = re.compile(r"~{3}|`{3,}[^`]*$")
_SIGNS = frozenset("<>|={")
_SEARCH, _REPLACE = "<<<<<<< SEARCH", ">>>>>>> REPLACE"


def tag_name(name: str, rest: str) -> str:
    """The name of a tag: with blanks in it where what follows the first word is no attribute."""
    rest = " ".join(rest.rstrip("/").split())
    return f"{name} {rest}" if rest and "=" not in rest and len(rest) < 60 else name


def parse(text: str) -> list[Token]:
    """The tokens of the block structure; inline tokens hold their words unparsed."""
    return _parser().parse(text)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 70 ms of import: only when a text is split

    # Only the block structure is needed; the inline rules cost more than half of the time.
    made = MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list", "table"]}
    rules = made.block.ruler
    rules.before("table", "own_line", _own_line, ends)
    rules.at("lheading", _underlined)
    rules.at("paragraph", _paragraph)
    return made


def _own_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line that is a block of its own; few begin with a sign that such a line begins with."""
    at = state.bMarks[start] + state.tShift[start]
    if state.src[at : at + 1] not in _SIGNS:
        return False
    return (
        _search_replace(state, start, end, silent)
        or _conflict(state, start, end, silent)
        or _template(state, start, end, silent)
        or _tag(state, start, end, silent)
    )


@cache
def _rules() -> ModuleType:
    """The rules of the library, which is loaded when a text is split."""
    from markdown_it import rules_block

    return rules_block


def _words(state: StateBlock, line: int) -> str:
    """The line without the indent of its block; nothing when it is indented code."""
    if state.sCount[line] - state.blkIndent >= 4 or state.sCount[line] < 0:
        return ""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip(" \t\r")


def _push(state: StateBlock, kind: str, start: int, end: int) -> None:
    token = state.push(kind, "", 0)
    token.map = [start, end]
    state.line = end


def _template(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    words = _words(state, start)
    if not words.startswith("{") or not _TEMPLATE.fullmatch(words):
        return False
    if not silent:
        _push(state, "template_line", start, start + 1)
    return True


def _conflict(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    words = _words(state, start)
    if words[:1] not in ("<", ">", "|", "=") or not _CONFLICT.match(words):
        return False
    if words[0] == "=" and "conflict" not in state.env:
        return False  # it underlines a title
    if not silent:
        if words[0] == "<":
            state.env["conflict"] = True
        elif words[0] == ">":
            state.env.pop("conflict", None)
        _push(state, "conflict_line", start, start + 1)
    return True


def _underlined(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A heading by its underline; the line that divides a conflict is none."""
    found: bool = _rules().lheading(state, start, _end_of_words(state, start, end), silent)
    return found


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A paragraph; it ends before a fence, however deep that is indented."""
    last = state.lineMax
    state.lineMax = _end_of_words(state, start, last)
    try:
        found: bool = _rules().paragraph(state, start, end, silent)
        return found
    finally:
        state.lineMax = last


def _end_of_words(state: StateBlock, start: int, end: int) -> int:
    """The line before which running text from `start` on ends at the latest."""
    fences, divides = _marks(state)
    at = bisect_right(fences, start)
    if at < len(fences) and fences[at] < end:
        end = fences[at]
    if "conflict" in state.env:
        at = bisect_right(divides, start)
        if at < len(divides) and divides[at] < end and _words(state, divides[at]) == "=======":
            end = divides[at]
    return end


def _marks(state: StateBlock) -> tuple[list[int], list[int]]:
    """The lines that begin with the mark of a fence, and those that may divide a conflict."""
    found: tuple[list[int], list[int]] | None = state.env.get("marks")
    if found is None:
        lines = [line.lstrip(" \t>") for line in state.src.split("\n")]
        found = (
            [n for n, line in enumerate(lines) if _FENCE_LINE.match(line)],
            [n for n, line in enumerate(lines) if line.startswith("=======")],
        )
        state.env["marks"] = found
    return found


def _search_replace(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if _words(state, start) != _SEARCH:
        return False
    line = start + 1
    while line < end:
        if state.src.startswith(_REPLACE, state.bMarks[line] + state.tShift[line]):
            break
        line += 1
    else:
        return False
    if not silent:
        _push(state, "search_replace", start, line + 1)
    return True


def _tag(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    words = _words(state, start)
    if not words.startswith("<") or not words.endswith(">"):
        return False
    found = TAG.fullmatch(words)
    if found is None or found["name"].lower() in _RAW:
        return False
    if not silent:
        if not found["close"] and not words.endswith("/>"):
            _undent(state, start, end, found["name"])
        _push(state, "tag_line", start, start + 1)
    return True


def _undent(state: StateBlock, start: int, end: int, name: str) -> None:
    """Take the indent that the inside of a tag has beyond its tag off the lines inside."""
    own = state.sCount[start]
    line = start + 1
    while line < end and state.isEmpty(line):
        line += 1
    if line >= end or state.sCount[line] <= own:
        return
    extra = state.sCount[line] - own
    while line < end and (state.isEmpty(line) or state.sCount[line] > own):
        line += 1
    if line >= end or not _words(state, line).startswith(f"</{name}"):
        return  # nothing closes it there: it is a word in angle brackets
    for number in range(start + 1, line):
        _take_indent(state, number, min(extra, state.sCount[number] - own))


def _take_indent(state: StateBlock, line: int, columns: int) -> None:
    """Move the start of a line right over `columns` of its blanks."""
    at, gone = state.bMarks[line], 0
    while gone < columns and at < state.eMarks[line]:
        width = 4 - (gone + state.bsCount[line]) % 4 if state.src[at] == "\t" else 1
        if gone + width > columns:
            break
        gone += width
        at += 1
    state.tShift[line] -= at - state.bMarks[line]
    state.bMarks[line] = at
    state.sCount[line] -= gone
    state.bsCount[line] += gone
