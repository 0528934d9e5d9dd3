"""The same text twice: a clause, a sentence, an item, a paragraph, a cell, a command, a block."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import (
    Fence,
    Passage,
    body_start,
    fences,
    is_sample,
    line_text,
    said,
    shown_title,
    title_above,
)
from workbench.judge.rules._repeated_text import WORDS, Repeat, Unit, repeats, size
from workbench.language.code_and_quotes import SHELLS
from workbench.language.statements import Statement, statements
from workbench.language.titles import is_reminder_title
from workbench.prompt.lines import line_at
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt

#: An order that is a whole item or paragraph counts with fewer words than other texts, a stretch
#: of program code with more.
_ORDER, _PROGRAM = 3, 24
_FENCE_LINES = 3
#: Words of a copy in another section from which on it is said by default.
_LONG = 40
#: Sections with the same skeleton share more texts than this, and say other things between them.
_SKELETON = 2
_PLACES = 40
#: Larger imported files are not compared.
_LARGEST = 1_000_000
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|~~|`+")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,9}[.)]|\[[ xX]\])\s+")
#: A form that is filled in, and the bold words that open a paragraph instead of a heading.
_FORM = re.compile(r"\{\{|\$\{|\[[ xX]\]|<[a-z][\w -]{0,40}>")
_RUN_IN = re.compile(r"(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)[.:：]?")
_CODE = re.compile(r"`[^`]{1,400}`")
#: Left out at both ends of a repeat.
_SIGNS = "*_~`'\"’‘“”()[]{}|<>,;:.!?…。、，；：！？（）「」 \t"
_BADGE = "[!["
_COMMENT = re.compile(r"\s*(?:#|//|--|;;|\*)\s")
#: What stands in a fence: commands (or nobody says what), running text, or a program.
_COMMANDS = SHELLS | {""}
_PROSE = frozenset({"markdown", "md", "mdx", "text", "txt"})


@dataclass(frozen=True, slots=True)
class Copy:
    """One place of a repeat: its lines (from 1), its words, the headings and elements around it.
    `meant`: it is said there, and neither shown nor filled in nor introduces what follows."""

    line: int
    end_line: int
    text: str
    home: tuple[str, ...] = ()
    meant: bool = False


def normal(text: str) -> str:
    """What makes two texts the same: case, blanks, list marks, emphasis and a final stop are left
    out."""
    text = _EMPHASIS.sub("", _LIST_MARK.sub("", text))
    return " ".join(text.casefold().split()).rstrip(".。;；,，:：!！ ")


# -- what is compared -----------------------------------------------------------------------


def _units(context: Context) -> Iterator[Unit]:
    """Paragraphs, items, rows and headings; frontmatter; blocks of code."""
    prompt = context.prompt
    text, starts = prompt.text, prompt.starts
    for _, group in groupby(statements(prompt), key=lambda one: one.unit):
        row = list(group)
        words = text[row[0].start : row[-1].end]
        if _BADGE in words or any(map(is_reminder_title, row[0].path + row[0].tags)):
            continue
        yield Unit(words, row[0].start, _ORDER if _is_order(row) else WORDS)
    for number in range(1, body_start(context)):
        yield Unit(line_text(context, number), starts[number - 1])
    for fence in fences(context):
        yield from _fenced(context, fence)


def _is_order(row: Sequence[Statement]) -> bool:
    one = row[0]
    alone = one.whole and not one.ordered and not one.depth
    if not (one.force and alone and one.kind in ("item", "paragraph")) or is_sample(one):
        return False
    return not _FORM.search(one.text) and not _introduces(one.text)


def _introduces(text: str) -> bool:
    return text.rstrip("*_ ").endswith((":", "："))


def _fenced(context: Context, fence: Fence) -> Iterator[Unit]:
    """A block of commands, the lines of running text, or the comments and the rest of a program."""
    text, starts = context.prompt.text, context.prompt.starts
    first = fence.start_line
    if fence.info in _COMMANDS:
        at = starts[first]
        yield Unit(text[at : starts[first + len(fence.inside)]], at, code=True)
        return
    prose = fence.info in _PROSE
    numbered = enumerate(fence.inside, first)
    for comment, rows in groupby(numbered, key=lambda row: prose or bool(_COMMENT.match(row[1]))):
        lines = [number for number, _ in rows]
        if comment:
            yield from (Unit(text[starts[n] : starts[n + 1]], starts[n]) for n in lines)
        else:
            at = starts[lines[0]]
            yield Unit(text[at : starts[lines[-1] + 1]], at, _PROGRAM, code=True)


# -- where it stands ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Ground:
    """Which passage stands in each line, where the passages that say something begin and end, and
    the fence around each line."""

    lines: dict[int, Passage]
    begins: frozenset[int]
    ends: frozenset[int]
    fences: dict[int, Fence]
    heads: frozenset[int]


def _ground(context: Context) -> _Ground:
    text = context.prompt.text
    lines: dict[int, Passage] = {}
    speaks = [passage for passage in said(context) if _speaks(passage)]
    for passage in speaks:
        for number in range(passage.line, passage.end_line + 1):
            lines.setdefault(number, passage)
    begins, ends = set(), set()
    for one in (passage.statement for passage in speaks):
        begins.add(one.start + len(one.text) - len(one.text.lstrip(_SIGNS)))
        ends.add(one.start + len(text[one.start : one.end].rstrip(_SIGNS)))
    around = {n: f for f in fences(context) for n in range(f.start_line, f.end_line + 1)}
    heads = frozenset(head.start_line + 1 for head in context.prompt.outline.headings)
    return _Ground(lines, frozenset(begins), frozenset(ends), around, heads)


def _speaks(passage: Passage) -> bool:
    """Whether it says something itself: no lead, no form, no name of what follows."""
    text = passage.text
    if _introduces(text) or _FORM.search(text):
        return False
    if _RUN_IN.fullmatch(text) and not passage.force:
        return False
    return passage.statement.kind != "cell" or size(_CODE.sub("", text)) >= 4


def _copies(context: Context, ground: _Ground, repeat: Repeat) -> list[Copy]:
    """The places with their lines, each line once."""
    text, starts = context.prompt.text, context.prompt.starts
    found: list[Copy] = []
    for start, stop in repeat.places:
        first, last = line_at(starts, start) + 1, line_at(starts, stop - 1) + 1
        if found and first <= found[-1].end_line:
            continue
        words = " ".join(text[start:stop].split())
        fence = ground.fences.get(first)
        if fence is None:
            passage = next(
                (ground.lines[n] for n in range(first, last + 1) if n in ground.lines), None
            )
            home = passage.statement.path + passage.statement.tags if passage else ()
            inner = ground.fences.get(last)
            line_end = starts[last] if last < len(starts) else len(text)
            ends = passage is not None and not text[stop:line_end].strip(_SIGNS + "\r\n")
            closed = last in ground.heads or stop in ground.ends
            closed |= ends and not _introduces(text[start:line_end].rstrip())
            if inner is not None:
                closed = last >= inner.end_line - 1
            begins = passage is not None and not text[starts[first - 1] : start].strip(_SIGNS)
            opens = first in ground.heads or start in ground.begins or begins
            found.append(Copy(first, last, words, home, opens and closed))
            continue
        whole = first == fence.start_line + 1 and last >= fence.end_line - 1
        form = shown_title(title_above(context, first)) or any(map(_FORM.search, fence.inside))
        if whole and len(fence.inside) >= _FENCE_LINES:
            first, last = fence.start_line, fence.end_line
        found.append(Copy(first, last, words, (), whole and not form))
    return found


def _skeletons(groups: Sequence[Sequence[Copy]]) -> set[int]:
    """Numbers of the groups that parallel sections share because each needs them."""
    shared: dict[tuple[tuple[str, ...], ...], list[int]] = defaultdict(list)
    for number, same in enumerate(groups):
        homes = tuple(dict.fromkeys(copy.home for copy in same))
        if len(homes) > 1 and len({home[:-1] for home in homes}) == 1:
            shared[homes].append(number)
    return {
        number
        for homes, there in shared.items()
        if len(there) > (_SKELETON if len(homes) == 2 else 1)
        and _scattered([groups[n][0].line for n in there])
        for number in there
    }


def _scattered(lines: Sequence[int]) -> bool:
    """Whether other lines stand between the shared ones: a template that was filled in twice."""
    return max(lines) - min(lines) > 3 * len(lines)


# -- what is said ---------------------------------------------------------------------------


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for each text that stands in more than one place."""
    if context.prompt.is_data:
        return
    found = repeats(sorted(_units(context), key=lambda unit: unit.at))
    if found:
        ground = _ground(context)
        rows = [(one, _copies(context, ground, one)) for one in found]
        rows = [(one, same) for one, same in rows if len(same) > 1]
        skeletons = _skeletons([same for _, same in rows])
        for number, (one, same) in sorted(enumerate(rows), key=lambda row: row[1][1][1].line):
            yield _told(rule, context, one, same, number in skeletons)
    yield from _elsewhere(rule, context)


def _elsewhere(rule: Rule, context: Context) -> Iterator[Finding]:
    """What an imported file says too: the host loads both."""
    if not context.facts.imported:
        return
    own: dict[str, Passage] = {}
    for passage in _sentences(context):
        own.setdefault(normal(passage.text), passage)
    for path, text in sorted(context.facts.imported.items()):
        if len(text) > _LARGEST:
            continue
        open_run: list[tuple[Passage, Passage]] = []
        for there in _sentences(Context(Prompt.from_text(text, path))):
            here = own.get(normal(there.text))
            if here is None:
                continue
            if open_run and not _follow(open_run[-1], (here, there)):
                yield _imported(rule, open_run, path)
                open_run = []
            open_run.append((here, there))
        if open_run:
            yield _imported(rule, open_run, path)


def _sentences(context: Context) -> Iterator[Passage]:
    """Sentences and items that say enough to be a repeat."""
    for passage in said(context):
        order = passage.statement.kind != "cell" and _is_order([passage.statement])
        if _speaks(passage) and size(normal(passage.text)) >= (_ORDER if order else WORDS):
            yield passage


def _follow(above: tuple[Passage, Passage], below: tuple[Passage, Passage]) -> bool:
    return all(0 <= two.line - one.end_line <= 2 for one, two in zip(above, below, strict=True))


def _imported(rule: Rule, pairs: Sequence[tuple[Passage, Passage]], path: str) -> Finding:
    (here, there), (here_last, there_last) = pairs[0], pairs[-1]
    place = _place(there.line, there_last.end_line)
    return rule.finding(
        here.line,
        f"Says the same as {path}, {place}, word for word, and that file is imported.",
        end_line=here_last.end_line,
        text=here.text[:300],
        fix="Keep it in one of the two files.",
        related=[Related(there.line, there.text[:200], path, there_last.end_line)],
    )


def _told(
    rule: Rule, context: Context, one: Repeat, same: Sequence[Copy], skeleton: bool
) -> Finding:
    first, *others = same
    last = others[0]
    whole = _whole(context, same)
    place = _place(first.line, first.end_line)
    if whole:
        says = f"Says the same as {place}"
    elif first.line == first.end_line and last.line == last.end_line:
        says = f"A part of this line stands in {place} too"
    else:
        says = f"Like {place}"
    counted = context.line_tokens
    cost = sum(sum(counted[u.line - 1 : u.end_line]) for u in others) if len(counted) else 0
    price = f" The repeats cost {plural(cost, 'token')} in each request." if cost else ""
    more = f", and {plural(len(others) - 1, 'time')} more" if others[1:] else ""
    return rule.finding(
        last.line,
        f"{says}{more}, word for word.{price}" if whole else f"{says}{more}: {_quote(last.text)}",
        end_line=last.end_line,
        text=last.text[:300],
        fix=f"Keep one of {_listed(same)}. To repeat it on purpose, put it below a heading"
        " `Reminders`.",
        related=[
            Related(u.line, line_text(context, u.line).strip()[:200], end_line=u.end_line)
            for u in [first, *others[1:]][:_PLACES]
        ],
    ).but(quiet=skeleton or not (whole and _one_can_go(context, same, one.size)))


def _whole(context: Context, same: Sequence[Copy]) -> bool:
    """Whether the places are the same whole lines."""
    written = {
        tuple(line_text(context, n) for n in range(copy.line, copy.end_line + 1)) for copy in same
    }
    if len(written) == 1 or len({len(lines) for lines in written}) > 1:
        return len(written) == 1
    lines = {
        tuple(normal(line_text(context, n)) for n in range(copy.line, copy.end_line + 1))
        for copy in same
    }
    return len(lines) == 1


def _one_can_go(context: Context, same: Sequence[Copy], words: float) -> bool:
    """Whether the copies stand under one heading, or are so long that they were hardly meant twice;
    sections, elements and labelled cases beside one another may each need their own."""
    if not all(copy.meant for copy in same):
        return False
    if words < _LONG and any(_opens_a_case(context, *pair) for pair in pairwise(same)):
        return False
    homes = {copy.home for copy in same}
    if len(homes) == 1 and all(homes):
        return words >= WORDS
    beside = len({home[:-1] for home in homes}) == 1 and all(homes)
    return not beside and words >= _LONG


def _opens_a_case(context: Context, one: Copy, two: Copy) -> bool:
    """Whether a heading or a bold label stands between two copies."""
    between = (line_text(context, n).strip() for n in range(one.end_line + 1, two.line))
    return any(line.startswith("#") or _RUN_IN.fullmatch(line) for line in between)


def _quote(words: str) -> str:
    return f"“{words[:80]}…”" if len(words) > 81 else f"“{words}”"


def _place(line: int, end_line: int) -> str:
    return f"lines {line} to {end_line}" if end_line > line else f"line {line}"


def _listed(same: Sequence[Copy]) -> str:
    named = [f"{u.line}-{u.end_line}" if u.end_line > u.line else f"{u.line}" for u in same[:6]]
    if len(same) > 6:
        named.append(f"{len(same) - 6} more")
    return f"lines {', '.join(named[:-1])} and {named[-1]}"


RULE = Rule(
    id="repeat",
    title="the same text twice",
    severity="note",
    why="Each copy costs tokens in every request, and one of them is forgotten when the other is "
    "changed.",
    source="computed from the text: equal words in more than one place",
    dated="2026-11-30",
    check=check,
    example="- Answer in British English.   (lines 12 and 96)",
    instead="- Answer in British English.   (once)",
    family="meaning",
    measured="17 of 18 verbatim repeats that two readers marked are found (open gold and 12 other "
    "files, 2026-11-30), the last is one address; in 1,646 files 12 are said by default, the rest "
    "with --all",
)
