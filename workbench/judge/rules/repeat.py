"""The same text twice: a sentence, an item, a paragraph, a cell, a fence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import (
    Passage,
    code,
    fences,
    line_text,
    said,
    shown_title,
    title_above,
)
from workbench.judge.rules._stretches import shared_stretches
from workbench.language.titles import is_reminder_title
from workbench.prompt.lines import line_at
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt

#: Words from which on a text says so much that its repeat is one. An order that is a whole item
#: or paragraph counts with fewer.
_WORDS, _ORDER = 6, 3
_FENCE_LINES = 3
#: Words of a copy in another section from which on it is said by default.
_LONG = 40
#: Sections with the same skeleton share more units than this, and say other things between them.
_SKELETON = 2
_PLACES = 40
#: Larger imported files are not compared.
_LARGEST = 1_000_000
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|~~|`+")
_LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,9}[.)]|\[[ xX]\])\s+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SPACES = re.compile(r"\s+")
#: A form that is filled in, and the bold words that open a paragraph instead of a heading.
_FORM = re.compile(r"\{\{|\$\{|\[[ xX]\]|<[a-z][\w -]{0,40}>")
_RUN_IN = re.compile(r"(?:\*\*|__)[^*_]{1,80}(?:\*\*|__)[.:：]?")
_CODE = re.compile(r"`[^`]{1,400}`")


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of text that may be said again: its normalised words, its lines (from 1) and the
    headings and elements around it. `order`: it tells somebody to do or not to do something.
    `part`: its words are a stretch of a longer text."""

    key: str
    line: int
    end_line: int
    home: tuple[str, ...]
    order: bool
    text: str
    part: bool = False


def normal(text: str) -> str:
    """What makes two texts the same: case, blanks, list marks, emphasis and a final stop are left
    out."""
    text = _EMPHASIS.sub("", _LIST_MARK.sub("", text))
    return " ".join(text.casefold().split()).rstrip(".。;；,，:：!！ ")


def size(text: str) -> float:
    """Words; two characters of Japanese, Chinese or Korean count as one."""
    wide = len(_WIDE.findall(text))
    return wide / 2 + (len(text.split()) if wide < len(text) / 2 else 0)


def _units(context: Context) -> Iterator[Unit]:
    """Sentences and cells that say enough to be a repeat, in order."""
    for passage in said(context):
        statement = passage.statement
        text = passage.text
        if text.rstrip("*_ ").endswith((":", "：")) or (
            _RUN_IN.fullmatch(text) and not passage.force
        ):
            continue  # it introduces what follows
        if _FORM.search(text) or (statement.kind == "cell" and size(_CODE.sub("", text)) < 4):
            continue
        key = normal(text)
        order = bool(passage.force) and statement.kind in ("item", "paragraph")
        alone = statement.whole and not statement.ordered and not statement.depth
        if size(key) < (_ORDER if order and alone else _WORDS):
            continue
        yield Unit(key, passage.line, passage.end_line, _home(passage), order, passage.text)


def _home(passage: Passage) -> tuple[str, ...]:
    return passage.statement.path + passage.statement.tags


def _fenced(context: Context) -> Iterator[Unit]:
    for fence in fences(context):
        full = [_SPACES.sub(" ", line).strip() for line in fence.inside if line.strip()]
        form = any(_FORM.search(line) for line in full)
        if len(full) >= _FENCE_LINES and not form and not _shown(context, fence.start_line):
            first = next(line.strip() for line in fence.inside if line.strip())
            yield Unit("\n".join(full), fence.start_line, fence.end_line, (), False, first)


def _shown(context: Context, line: int) -> bool:
    return shown_title(title_above(context, line))


def _commands(context: Context) -> Iterator[Unit]:
    """Long commands in code spans, and the lines of fences that say the same."""
    text, starts = context.prompt.text, context.prompt.starts
    quoted: dict[str, list[Unit]] = defaultdict(list)
    for span in code(context):
        words = _SPACES.sub(" ", text[span.start : span.end].strip("`")).strip()
        if "\n" in text[span.start : span.end] or _FORM.search(words):
            continue
        if size(words) >= _WORDS and not _WIDE.search(words):
            line = line_at(starts, span.start) + 1
            quoted[words].append(Unit(words, line, line, (), False, words))
    if not quoted:
        return
    for units in quoted.values():
        yield from units
    for fence in fences(context):
        for number, row in enumerate(fence.inside, fence.start_line + 1):
            words = _SPACES.sub(" ", row.split(" #")[0]).strip().removeprefix("$ ")
            if words in quoted:
                yield Unit(words, number, number, (), False, words)


def _groups(units: Iterable[Unit]) -> list[list[Unit]]:
    """Units with the same words that stand on different lines, in order."""
    found: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        if not found[unit.key] or found[unit.key][-1].line != unit.line:
            found[unit.key].append(unit)
    return [same for same in found.values() if len(same) > 1]


def _parts(units: Sequence[Unit]) -> list[list[Unit]]:
    """Long stretches of texts that are not the same as a whole."""
    once = list({unit.key: unit for unit in reversed(units)}.values())[::-1]
    found = []
    for one, two, words in shared_stretches([unit.key for unit in once]):
        a, b = once[one], once[two]
        if a.line != b.line:
            found.append([replace(a, key=words, part=True), replace(b, key=words, part=True)])
    return found


def _meant(groups: Sequence[list[Unit]]) -> list[list[Unit]]:
    """Groups without reminders, which repeat on purpose, and without what parallel sections share
    because each needs it."""
    kept = []
    for same in groups:
        plain = [u for u in same if not any(is_reminder_title(title) for title in u.home)]
        if len(plain) > 1:
            kept.append(plain)
    shared: dict[tuple[tuple[str, ...], ...], list[list[Unit]]] = defaultdict(list)
    for same in kept:
        homes = tuple(dict.fromkeys(u.home for u in same))
        if len(homes) > 1 and len({home[:-1] for home in homes}) == 1:
            shared[homes].append(same)
    skeleton = {
        id(same)
        for homes, groups_there in shared.items()
        if len(groups_there) > (_SKELETON if len(homes) == 2 else 1) and _scattered(groups_there)
        for same in groups_there
    }
    return [same for same in kept if id(same) not in skeleton]


def _scattered(groups: Sequence[list[Unit]]) -> bool:
    """Whether other lines stand between the shared ones: a template that was filled in twice."""
    lines = sorted(same[0].line for same in groups)
    return lines[-1] - lines[0] > 3 * len(lines)


def _runs(groups: Sequence[list[Unit]]) -> Iterator[list[Unit]]:
    """Groups that follow one another in all their places become one group of longer stretches."""
    open_run: list[Unit] = []
    for same in sorted(groups, key=lambda group: group[0].line):
        if len(open_run) == len(same) and all(
            0 <= unit.line - above.end_line <= 2 for above, unit in zip(open_run, same, strict=True)
        ):
            open_run = [
                Unit(f"{a.key}\n{b.key}", a.line, b.end_line, a.home, a.order or b.order, a.text)
                for a, b in zip(open_run, same, strict=True)
            ]
            continue
        if open_run:
            yield open_run
        open_run = same
    if open_run:
        yield open_run


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for each text that stands in more than one place."""
    if context.prompt.is_data:
        return
    units = list(_units(context))
    groups = list(_runs(_meant(_groups(units))))
    covered = {line for same in groups for u in same for line in range(u.line, u.end_line + 1)}
    groups += _groups(_fenced(context))
    groups += [
        same
        for same in _groups(_commands(context))
        if not all(unit.line in covered for unit in same)
    ]
    groups += _meant(_parts(units))
    for same in sorted(groups, key=lambda group: group[1].line):
        yield _told(rule, context, same)
    yield from _elsewhere(rule, context)


def _elsewhere(rule: Rule, context: Context) -> Iterator[Finding]:
    """What an imported file says too: the host loads both."""
    if not context.facts.imported:
        return
    own: dict[str, Unit] = {}
    for unit in _units(context):
        own.setdefault(unit.key, unit)
    for path, text in sorted(context.facts.imported.items()):
        if len(text) > _LARGEST:
            continue
        there = Context(Prompt.from_text(text, path))
        pairs = [[own[unit.key], unit] for unit in _units(there) if unit.key in own]
        for here, other in _runs(pairs):
            place = f"{path}, {_place(other)}"
            yield rule.finding(
                here.line,
                f"Says the same as {place}, word for word, and that file is imported.",
                end_line=here.end_line,
                text=here.text[:300],
                fix="Keep it in one of the two files.",
                related=[Related(other.line, other.text[:200], path, other.end_line)],
            )


def _told(rule: Rule, context: Context, same: Sequence[Unit]) -> Finding:
    first, *others = same
    last = others[0]
    if last.part:
        return rule.finding(
            last.line,
            f"{plural(round(size(last.key)), 'word')} in a row that {_place(first)} has too.",
            end_line=last.end_line,
            text=last.key[:300],
            fix=f"Keep them in one of {_listed(same)}.",
            related=[Related(first.line, first.text[:200], end_line=first.end_line)],
            quiet=True,
        )
    whole = len({_lines(context, unit) for unit in same}) == 1
    if not whole and first.line == first.end_line and last.line == last.end_line:
        says = f"A part of this line stands in {_place(first)} too"
    else:
        says = f"Says the same as {_place(first)}" if whole else f"Like {_place(first)}"
    counted = context.line_tokens
    cost = sum(sum(counted[u.line - 1 : u.end_line]) for u in others) if len(counted) else 0
    price = f" The repeats cost {plural(cost, 'token')} in each request." if cost else ""
    more = f", and {plural(len(others) - 1, 'time')} more" if others[1:] else ""
    return rule.finding(
        last.line,
        f"{says}{more}, word for word.{price}" if whole else f"{says}{more}: {_quote(last)}",
        end_line=last.end_line,
        text=last.text[:300],
        fix=f"Keep one of {_listed(same)}. To repeat it on purpose, put it below a heading"
        " `Reminders`.",
        related=[
            Related(u.line, line_text(context, u.line).strip()[:200], end_line=u.end_line)
            for u in [first, *others[1:]][:_PLACES]
        ],
        quiet=not (whole and _one_can_go(same)),
    )


def _lines(context: Context, unit: Unit) -> tuple[str, ...]:
    """The whole lines of a unit."""
    return tuple(normal(line_text(context, n)) for n in range(unit.line, unit.end_line + 1))


def _one_can_go(same: Sequence[Unit]) -> bool:
    """Whether the copies stand under one heading, or are so long that they were hardly meant twice;
    sections and elements beside one another may each need their own."""
    homes = {unit.home for unit in same}
    words = size(same[0].key)
    if len(homes) == 1 and all(homes):
        return words >= _WORDS
    beside = len({home[:-1] for home in homes}) == 1 and all(homes)
    return not beside and words >= _LONG


def _quote(unit: Unit) -> str:
    text = " ".join(unit.text.split())
    return f"“{text[:80]}…”" if len(text) > 81 else f"“{text}”"


def _place(unit: Unit) -> str:
    if unit.end_line > unit.line:
        return f"lines {unit.line} to {unit.end_line}"
    return f"line {unit.line}"


def _listed(same: Sequence[Unit]) -> str:
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
    measured="of 27 that a second reader judged 17 were true and 4 useful (gold and corpus,"
    " 2026-11-30); since then parts of lines say so, and copies in sections beside one another are"
    " shown with --all only",
)
