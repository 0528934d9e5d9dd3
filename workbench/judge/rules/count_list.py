"""A count that announces a list, and a list of another length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.language.lists import patterns
from workbench.language.sentences import sentence_texts
from workbench.prompt.plural import plural

_WORDS = dict(
    zip(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        range(2, 11),
        strict=True,
    )
)
_CJK = dict(zip("二三四五六七八九十", range(2, 11), strict=True)) | {"两": 2}
_ANNOUNCED = patterns("rules", "count-list-announced", re.IGNORECASE)
_ANNOUNCED_CJK = re.compile(
    r"(?:以下|次|下記|如下|下列)の?(?:的)?\s?(?P<count>[2-9]|10|[两二三四五六七八九十])\s?"
    r"(?:つ|点|個|種類?|項目|ステップ|段階|个|条|项|种|步)[^。.:：]{0,20}[:：]\W{0,4}$"
)
#: Bounds, measures and picks: the number does not count the items below.
_OTHER = patterns("rules", "count-list-other", re.IGNORECASE)
_OPEN_END = re.compile(r"(?:\.{3}|…|\betc\b\.?|\band so on\b)\W{0,3}$", re.IGNORECASE)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """A paragraph that ends in a colon, with its list right below."""
    if context.prompt.is_data:
        return
    for region in context.prompt.reading.regions:
        for lead, line, items in _led(region.tokens, region.start, context.prompt.lines):
            text = lead.rstrip()
            last = sentence_texts(text)[-1][-300:]
            found = _ANNOUNCED.search(last) or _ANNOUNCED_CJK.search(last)
            if found is None or _OTHER.search(last):
                continue
            count = _value(found["count"])
            if count == len(items) or _OPEN_END.search(line_text(context, items[-1])):
                continue
            yield rule.finding(
                line,
                f"{found['count'].capitalize()} are announced and {plural(len(items), 'item')} "
                f"{'follows' if len(items) == 1 else 'follow'} (lines {items[0]} to {items[-1]}).",
                text=last[:200],
                fix="Correct the number, or the list.",
                related=[Related(items[0], line_text(context, items[0]).strip()[:200])],
            )


def _value(word: str) -> int:
    return _WORDS.get(word.lower()) or _CJK.get(word) or int(word)


@dataclass
class _List:
    """A list with the paragraph above it. `closed`: an item ended in a line that belongs to none:
    what follows is not meant as part of the list."""

    lead: tuple[str, int] | None
    depth: int = 0
    items: list[int] = field(default_factory=list)
    closed: bool = False


def _led(
    tokens: Sequence[Token], start: int, lines: Sequence[str]
) -> Iterator[tuple[str, int, list[int]]]:
    """(words of a paragraph, its last line, first lines of the items of the list below it).

    A list that goes on behind an interruption is left out.
    """
    lead: tuple[str, int] | None = None
    stack: list[_List] = []
    ended: list[_List] = []
    for at, token in enumerate(tokens):
        if token.type in ("ordered_list_open", "bullet_list_open") and token.map:
            goes_on = token.type[0] == "o" and token.attrGet("start") not in (None, 1)
            if goes_on and ended:
                ended.pop()
            near = lead is not None and lead[1] >= start + token.map[0] - 1
            own = near and lead is not None and lead[0].rstrip("*_ ").endswith((":", "："))
            if ended and not own and ended[-1].depth == len(stack):
                ended[-1].lead = None  # the next items, behind an interruption
            stack.append(_List(lead if near and not goes_on else None, len(stack)))
            lead = None
        elif token.type == "heading_open":
            yield from _announced(ended)
            ended = []
            lead = None
        elif token.type in ("ordered_list_close", "bullet_list_close") and stack:
            ended.append(stack.pop())
            lead = None
        elif token.type == "list_item_open" and stack and token.map:
            if not stack[-1].closed:
                stack[-1].items.append(start + token.map[0] + 1)
                stack[-1].closed = _glued(lines, start + token.map[0], start + token.map[1])
            lead = None
        elif token.type == "inline" and token.map and tokens[at - 1].type == "paragraph_open":
            lead = (token.content, start + token.map[1])
        elif token.type not in ("paragraph_open", "paragraph_close", "list_item_close"):
            lead = None
    yield from _announced(ended)


def _announced(lists: Sequence[_List]) -> Iterator[tuple[str, int, list[int]]]:
    for one in lists:
        if one.lead is not None and len(one.items) > 1:
            yield one.lead[0], one.lead[1], one.items


def _glued(lines: Sequence[str], first: int, end: int) -> bool:
    """Whether a sentence begins right below the first line of an item, no deeper than its mark."""
    if first + 1 >= min(end, len(lines)):
        return False
    mark, below = lines[first], lines[first + 1]
    depth = len(mark) - len(mark.lstrip(" >"))
    if not mark.rstrip().endswith((".", "!", "?", "。")) or not below.strip()[:1].isupper():
        return False
    return len(below) - len(below.lstrip(" >")) <= depth


RULE = Rule(
    id="count-list",
    title="count and list disagree",
    severity="warning",
    why="One of the two is out of date: the reader looks for an item that is not there, or leaves "
    "one out.",
    source="counted in the text",
    dated="2026-11-30",
    check=check,
    example="Stop in one of two cases:   (three items follow)",
    instead="Stop in one of three cases:",
    family="structure",
    measured="2 of 6 true at first sight, 2 of 2 since interrupted lists are told apart "
    "(about 5,000 files of 10 public repositories, open gold and corpus, 2026-11-30)",
)
