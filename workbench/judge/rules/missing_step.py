"""References to steps, phases and sections that the file does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import code_lines, line_text
from workbench.language.lists import patterns
from workbench.prompt.lines import line_at

_LABELS = "step|phase|stage|section|chapter|part|rule|ステップ|手順|フェーズ|步骤|阶段"
#: The same without a flag, which makes looking through a whole text three times as fast.
_WORD = patterns("rules", "missing-step-word")
#: A place that carries a number: a heading, a title in bold, the head of an item or a cell.
_PLACE = re.compile(
    rf"^[\s>#*|_\-+]*(?:\d+[.)]\s+)?[*_`\W]{{0,4}}(?P<label>{_LABELS})[\s-]*(?P<number>\d{{1,3}})(?!\d)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^[\s>]*(?:#{1,6}\s*)?[*_]{0,2}(?P<number>\d{1,3})(?:[.)、]|\s)")
#: The label of headings that carry a number alone.
_SECTION = "section"
_REFERENCE = re.compile(
    rf"(?<![a-z])(?P<label>{_LABELS})s?\s?(?P<number>\d{{1,3}})(?![\d.]*\d|[^\W\d]*[a-z]|-\d|\s*[–—-]\s*\d)",
    re.IGNORECASE,
)
#: What stands behind a number that is of another file, or of something that is counted.
_ELSEWHERE = re.compile(
    r"\s*(?:of|in|from|at|under|within|on)\s|\s*\(|\s*[:：]|/|[\"'`”*_]{0,2}\s*[:：]", re.IGNORECASE
)
#: What stands before a number that is meant as a place to go to or to take something from.
_SENT = patterns("rules", "missing-step-sent", re.IGNORECASE)
_SENT_BEHIND = re.compile(r"\s?(?:[にへ](?:戻|進|移)|を(?:参照|繰り返|実行|見)|からやり直)")
#: A number so many times as high as the last place counts something else.
_FAR = 3
_LEAST = 3


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Where the places of one label are numbered, a number that none of them has."""
    if context.prompt.is_data or not _WORD.search(context.prompt.text):
        return
    inside = code_lines(context)
    # One search through the whole text instead of one in each line.
    starts = context.prompt.starts
    named = {line_at(starts, found.start()) + 1 for found in _WORD.finditer(context.prompt.text)}
    lines = [
        (number, line)
        for number in sorted(named - inside)
        if _WORD.search(line := line_text(context, number)[:3000])
    ]
    there: dict[str, set[int]] = {}
    for _, line in lines:
        if found := _PLACE.match(line):
            there.setdefault(found["label"].lower(), set()).add(int(found["number"]))
    for heading in context.prompt.outline.headings:
        if found := _ITEM.match(heading.title + " "):
            there.setdefault(_SECTION, set()).add(int(found["number"]))
    if all(len(have) < _LEAST for have in there.values()):
        return
    every = (_ITEM.match(line) for line in context.prompt.lines)
    items = {int(found["number"]) for found in every if found}
    for number, line, label, wanted in _references(lines):
        have = there.get(label, set())
        if len(have) < _LEAST or wanted in have or wanted in items or wanted > _FAR * max(have):
            continue
        # Places that do not count from the start may be some of those of several files.
        if min(have) > 1 or wanted < min(have) or len(have) <= max(have) - min(have):
            continue
        yield rule.finding(
            number,
            f"{label.capitalize()} {wanted} is not in this file; it has "
            f"{label}{'s' * label.isascii()} {min(have)} to {max(have)}.",
            text=line.strip()[:200],
            fix="Name the step that is meant, as it is numbered now.",
        )


def _references(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str, int]]:
    for number, line in lines:
        for found in _REFERENCE.finditer(line):
            before, behind = line[: found.start()][-40:], line[found.end() :]
            sent = _SENT.search(before) or _SENT_BEHIND.match(behind)
            if sent and not _ELSEWHERE.match(behind):
                yield number, line, found["label"].lower(), int(found["number"])


RULE = Rule(
    id="missing-step",
    title="a step that is not there",
    severity="warning",
    why="The reader is sent to a step that was taken out or has another number, and takes the next "
    "best one.",
    source="counted in the text",
    dated="2026-11-30",
    check=check,
    example="Go back to step 7.   (there are steps 1 to 5)",
    instead="Go back to step 3.",
    family="structure",
    quiet=True,  # of what a reader saw since the last change none was true
    measured="no finding but a law's section, told apart since (2,177 files of 32 public "
    "repositories, open gold and corpus, 2026-11-30)",
)
