"""The one reader of Markdown: CommonMark's block structure, and the lines that prompts add to it.

markdown-it-py does the work. Four kinds of lines that people write in prompts, and that CommonMark
would glue to the text beside them, are blocks of their own here:

* a line that holds nothing but a tag, `<rules>` or `</tool calling spec>`: people who write tags
  close lists and paragraphs with them, and put Markdown inside without a blank line. Text that is
  indented below its tag stands as if it were not.
* a line that holds nothing but a statement or a comment of a template language, `{% if x %}`;
* the lines with which version control marks a conflict;
* a search-and-replace block, `<<<<<<< SEARCH` to `>>>>>>> REPLACE`, which is code.

Lines that a command takes from below it, `cat << EOF`, are code with it, in no fence either.

A line with one sharp that stands among the code of a program is a remark of it, no heading: people
paste source without a fence. Fences follow CommonMark, but for two closing lines that people see
and it does not: one behind characters without width, and one that stands further left than the
list item whose end has just closed its fence. By the letter either would turn the rest of the file
inside out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from workbench.prompt.word_lists import word_list

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import RuleFuncBlockType
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

#: A tag, its name first. `<tool calling spec>` has no attributes: all of it is the name, so the
#: name that counts is what `tag_name` makes of it.
TAG = re.compile(r"<(?P<close>/?)(?P<name>[^\W\d][\w.:-]*)(?P<rest>(?:\s[^<>]*)?)>")
#: Elements whose inside HTML does not read as text.
_RAW = frozenset({"pre", "script", "style", "textarea"})
_TEMPLATE = re.compile(
    r"\{%[^%]*%\}|\{#[^#]*#\}|\{\{[#/!][^{}]*\}\}|\{\{(?:else|end)\}\}|\{\{-?\s*(?:if|else|end|range|with)\b[^{}]*\}\}"
)
#: A line of a program: an import, an assignment, an end that prose never has.
_CODE = re.compile(
    r"(?:from\s+[\w.]+\s+)?import\s+[\w.*{\"'][^.!?]{0,120}$|@\w[\w.]*(?:\(.*)?$"
    r"|[A-Za-z_][\w.]*\s*(?:=|:=|\+=)\s*\S|try:$|\S{1,200};$|[A-Za-z_@][^#]{0,200}\{$"
)
_DECLARES = re.compile(r"(?P<word>[a-z]+)\s+(?:[a-z]+\s+){0,3}\w[\w<>]*\s*[(:={;]")
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
#: The end of a command that takes the lines below it, down to one that holds this word alone.
_HEREDOC = re.compile(
    r"<<-?\s{0,4}(?P<quote>[\"']?)(?P<end>[A-Z][A-Z_]{1,20})(?P=quote)[^<]{0,60}$"
)
_LONGEST_END = 120
#: After so many of such words that stand nowhere below, no other one is looked for.
_MOST_OPEN = 20
_FENCE_LINE = re.compile(r"~{3}|`{3,}[^`]*$")
_UNDERLINE = re.compile(r"(?:-+|=+)\s*$")
#: So many lines are looked at for a blank one before the rule itself does.
_NEAR = 20
_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"
_FENCE_OPENS = re.compile(
    rf"(?P<unseen>[{_NO_WIDTH}]{{0,4}})(?P<mark>`{{3,}}(?=[^`]*$)|~{{3,}})(?P<info>.*)$"
)
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
    fence: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    rules.at("fence", _fence, fence)
    rules.at("heading", _heading, {"alt": ["paragraph", "reference", "blockquote"]})
    rules.at("lheading", _underlined)
    rules.at("paragraph", _paragraph)
    every = [rule for rule in rules.__rules__ if rule.enabled]
    chains = {"", *(chain for rule in every for chain in rule.alt)}
    # The parser takes its rules from here; it would ask each of them about each line.
    rules.__cache__ = {
        chain: [_by_sign({r.name: r.fn for r in every if not chain or chain in r.alt})]
        for chain in chains
    }
    return made


#: The signs that a line begins with which a rule can be about; all lines for other rules.
_BEGINS = {
    "own_line": "<>|={",
    "fence": "`~" + _NO_WIDTH,
    "blockquote": ">",
    "hr": "*-_",
    "list": "*-+0123456789",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
}


def _by_sign(rules: Mapping[str, RuleFuncBlockType]) -> RuleFuncBlockType:
    """The rules as one, which asks those alone that may be about a line with such a first sign.
    Lines that are indented as code are left to all of them."""
    usual = {name: rule for name, rule in rules.items() if name != "code"}
    signs = set("".join(_BEGINS.values()))
    by_sign = {
        sign: [rule for name, rule in usual.items() if sign in _BEGINS.get(name, sign)]
        for sign in signs
    }
    others = [rule for name, rule in usual.items() if name not in _BEGINS]
    every = list(rules.values())

    def first(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if state.sCount[start] - state.blkIndent >= 4:
            chosen = every
        else:
            at = state.bMarks[start] + state.tShift[start]
            chosen = by_sign.get(state.src[at : at + 1], others)
        for rule in chosen:  # noqa: SIM110  (a generator costs more than most rules)
            if rule(state, start, end, silent):
                return True
        return False

    return first


def _own_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line that is a block of its own."""
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


def _fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    found = _FENCE_OPENS.match(_words(state, start))
    if found is None or (found["unseen"] and found["info"].strip(_NO_WIDTH)):
        return False
    if silent:
        return True
    mark, info = found["mark"], found["info"].rstrip(_NO_WIDTH)
    if not info.strip() and _is_tail(state, start, mark):
        _push(state, "fence_tail", start, start + 1)
        return True
    line, closed = start + 1, False
    shown = False  # a fence that characters without width keep from being one
    while line < end:
        at, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if at < stop and state.sCount[line] < state.blkIndent:
            break  # the list item around it ends
        first = state.src[at : at + 1]
        if first == mark[0] and state.sCount[line] - state.blkIndent < 4:
            closed = _is_mark(state.src[at:stop], mark)
        elif first and first in _NO_WIDTH:
            words = state.src[at:stop].lstrip(_NO_WIDTH)
            if words.startswith(mark):
                closed = not shown and _is_mark(words, mark)
                shown = not closed and not shown
        if closed:
            break
        line += 1
    token = state.push("fence", "code", 0)
    token.info, token.markup = info, mark
    token.content = state.getLines(start + 1, line, state.sCount[start], True)
    state.line = line + closed
    token.map = [start, state.line]
    if not closed and line < end and not state.isEmpty(line - 1):
        state.env["cut_off"] = (line, mark)
    return True


def _is_mark(words: str, mark: str) -> bool:
    """Whether a line is a closing mark for the fence that `mark` opened."""
    words = words.rstrip(" \t\r" + _NO_WIDTH)
    return len(words) >= len(mark) and not words.strip(mark[0])


def _is_tail(state: StateBlock, line: int, mark: str) -> bool:
    """Whether a mark closes, further left, a fence that the end of its list item cut off."""
    at, opened = state.env.get("cut_off", (-1, ""))
    return bool(at == line and _is_mark(mark, opened))


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


def _heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A heading by its sharps; a remark in source that stands in no fence is none."""
    if _is_remark(state, start, end):
        return False
    found: bool = _rules().heading(state, start, end, silent)
    return found


def _is_remark(state: StateBlock, line: int, end: int) -> bool:
    """Whether a line with one sharp is a remark: code stands right below it, or it is one of three
    such lines in a row, or of two below code, or code stands right above it."""
    if not _words(state, line).startswith("# "):
        return False
    first, last = line, line + 1
    while first > line - 2 and first > 0 and _words(state, first - 1).startswith("# "):
        first -= 1
    while last < min(end, line + 3) and _words(state, last).startswith("# "):
        last += 1
    if last - first > 2 or (last < end and is_code(_words(state, last))):
        return True
    above = first - 1
    while last - first == 2 and above > max(0, first - 3) and state.isEmpty(above):
        above -= 1
    return above >= 0 and is_code(_words(state, above))


def is_code(line: str) -> bool:
    """Whether a line is one of a program, as far as its form alone tells."""
    declares = _DECLARES.match(line)
    return bool(_CODE.match(line) or (declares and declares["word"] in word_list("code_words.txt")))


def _underlined(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A heading by its underline; the line that divides a conflict is none."""
    if not _may_be_underlined(state, start, end):
        state.parentType = "paragraph"  # as the rule leaves it
        return False
    found: bool = _rules().lheading(state, start, _end_of_words(state, start, end), silent)
    return found


def _may_be_underlined(state: StateBlock, start: int, end: int) -> bool:
    """Whether a line of dashes or equals signs may belong to the words from `start` on; the rule
    itself goes through them line by line."""
    lines = _marks(state).underlines
    at = bisect_right(lines, start)
    if at == len(lines) or lines[at] >= end:
        return False
    far = min(lines[at], start + _NEAR)
    return not any(state.isEmpty(line) for line in range(start + 1, far))


def _paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A paragraph; it ends before a fence, however deep that is indented. A command that takes what
    stands below it, `cat << EOF`, is code down to that word."""
    first, stop = state.bMarks[start], state.eMarks[start]
    if state.src.find("<<", first, stop) >= 0 and not state.level and _heredoc(state, start, end):
        return True
    last = state.lineMax
    state.lineMax = _end_of_words(state, start, last)
    try:
        found: bool = _rules().paragraph(state, start, end, silent)
        return found
    finally:
        state.lineMax = last


def _heredoc(state: StateBlock, start: int, end: int) -> bool:
    word = heredoc_end(_words(state, start))
    open_: set[str] = state.env.setdefault("open", set())
    if not word or word in open_ or len(open_) > _MOST_OPEN:
        return False
    for line in range(start + 1, end):
        if state.src[state.bMarks[line] : state.eMarks[line]].strip() == word:
            token = state.push("code_block", "code", 0)
            token.content = state.getLines(start, line + 1, state.blkIndent, True)
            token.map = [start, line + 1]
            state.line = line + 1
            return True
    open_.add(word)
    return False


def heredoc_end(line: str) -> str:
    """The word down to which a command takes the lines below it, `cat << EOF`; else nothing."""
    found = _HEREDOC.search(line[-_LONGEST_END:]) if "<<" in line else None
    return found["end"] if found else ""


def _end_of_words(state: StateBlock, start: int, end: int) -> int:
    """The line before which running text from `start` on ends at the latest."""
    fences, divides, _ = _marks(state)
    at = bisect_right(fences, start)
    if at < len(fences) and fences[at] < end:
        end = fences[at]
    if "conflict" in state.env:
        at = bisect_right(divides, start)
        if at < len(divides) and divides[at] < end and _words(state, divides[at]) == "=======":
            end = divides[at]
    return end


class _Marks(NamedTuple):
    """The lines that begin with the mark of a fence, those that may divide a conflict, and those
    that may underline a heading."""

    fences: list[int]
    divides: list[int]
    underlines: list[int]


def _marks(state: StateBlock) -> _Marks:
    found: _Marks | None = state.env.get("marks")
    if found is None:
        lines = [(n, line.lstrip(" \t>")) for n, line in enumerate(state.src.split("\n"))]
        found = _Marks(
            [n for n, line in lines if line[:1] in ("~", "`") and _FENCE_LINE.match(line)],
            [n for n, line in lines if line.startswith("=======")],
            [n for n, line in lines if line[:1] in ("-", "=") and _UNDERLINE.match(line)],
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
