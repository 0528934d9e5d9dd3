"""Characters that nobody sees and a model reads all the same."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.prompt.edits import Splice
from workbench.prompt.plural import plural

#: Zero-width and format characters, controls, tag characters and variation selectors.
_SEEK = re.compile(
    "[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u115f\u1160\u17b4\u17b5"
    "\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e01ef]"
)
_MOST = 20


def _expected(line: str, at: int) -> bool:
    """Whether the character has a job here: joins an emoji or letters of a joining script."""
    ch = line[at]
    before = line[at - 1] if at else ""
    after = line[at + 1] if at + 1 < len(line) else ""
    if ch in "\u200c\u200d":
        if before and (ord(before) > 0x2190 or before == "\ufe0f") and ord(before) < 0xE0000:
            return True  # an emoji sequence, or a mark before it
        return 0x0590 <= ord(before or " ") <= 0x1FFF or 0x0590 <= ord(after or " ") <= 0x1FFF
    if "\U000e0020" <= ch <= "\U000e007f":
        # The flags of England, Scotland and Wales are a black flag and a few tag characters.
        start = max(0, at - 7)
        return "\U0001f3f4" in line[start:at]
    if "\U000e0100" <= ch <= "\U000e01ef":
        return bool(before) and "\u3400" <= before <= "\U0003ffff"  # a form of a Han character
    if ch == "\u200b":
        return 0x0E00 <= ord(before or " ") <= 0x17FF  # marks words in Thai, Khmer, Myanmar
    return False


def name_of(ch: str) -> str:
    """Code point and name, such as `U+200B zero width space`."""
    if "\U000e0000" <= ch <= "\U000e007f":
        return f"U+{ord(ch):04X} tag character"
    return f"U+{ord(ch):04X} {unicodedata.name(ch, 'control character').lower()}"


def places(line: str) -> list[int]:
    """Offsets of the characters in a line that have no job there."""
    return [f.start() for f in _SEEK.finditer(line) if not _expected(line, f.start())]


def deletions(context: Context, hits: Iterable[tuple[int, int, str]]) -> tuple[Splice, ...]:
    """Edits that delete characters, given as line and column (from 1); neighbours are one edit."""
    starts = context.prompt.starts
    made: list[Splice] = []
    for at in sorted(starts[line - 1] + column - 1 for line, column, _ in hits):
        if made and made[-1].end == at:
            made[-1] = Splice(made[-1].start, at + 1, "")
        else:
            made.append(Splice(at, at + 1, ""))
    return tuple(made)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for all ordinary ones, one for text hidden in tag characters."""
    plain_hits: list[tuple[int, int, str]] = []
    hidden: list[tuple[int, int, str]] = []
    if context.prompt.text.isascii() and not _SEEK.search(context.prompt.text):
        return
    for number in range(1, len(context.prompt.lines) + 1):
        line = line_text(context, number)
        for at in places(line):
            kind = hidden if line[at] >= "\U000e0000" else plain_hits
            kind.append((number, at + 1, line[at]))
    for hits, severity, what in (
        (hidden, "error", "characters that spell hidden text"),
        (plain_hits, "warning", "invisible or control characters"),
    ):
        if not hits:
            continue
        number, column, ch = hits[0]
        lines = list(dict.fromkeys(hit[0] for hit in hits))
        kinds = Counter(name_of(ch if what.endswith("text") else hit[2]) for hit in hits)
        named = ", ".join(
            f"{name} {'once' if n == 1 else f'{n} times'}" for name, n in kinds.most_common(3)
        )
        if len(kinds) > 3:
            named += f", and {plural(len(kinds) - 3, 'other')}"
        where = f" in {len(lines)} lines" if len(lines) > 1 else ""
        yield rule.finding(
            number,
            f"The text holds {what}: {named}{where}.",
            text=name_of(ch),
            fix="Delete them, or write what is meant in letters that can be seen.",
            related=[Related(n) for n in lines[1:_MOST]],
        ).but(
            severity=severity,
            columns=(column, column + 1),
            # In front of a blank they hold an indent that Markdown would take for code.
            quiet=severity == "warning" and all(_indents(context, hit) for hit in hits),
            repair=deletions(context, hits),
        )


def _indents(context: Context, hit: tuple[int, int, str]) -> bool:
    """Whether a character stands at the start of its line."""
    number, column, _ = hit
    return not line_text(context, number)[: column - 1].strip(" \t\u200b\u200c\u200d\u2060\ufeff")


RULE = Rule(
    id="invisible-characters",
    title="characters that cannot be seen",
    severity="warning",
    why="The reader of a change sees nothing, the model reads them: they split words, break "
    "searches and commands, and can carry instructions.",
    source="Unicode UTS 39 (security mechanisms); reports of instructions smuggled in tag "
    "characters, 2024 to 2026",
    dated="2026-11-29",
    check=check,
    example="a zero width space inside a command",
    instead="the command with plain blanks, so that it can be copied and run",
    family="safety",
    measured="6 of 6 true (open gold and corpus, 140 files, 2026-11-30)",
)
