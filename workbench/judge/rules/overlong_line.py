"""One sentence or list item that should be several."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded, said
from workbench.prompt.caseless import Caseless

#: Words in one sentence; measured on the real files at hand, one sentence in a thousand is longer.
_SENTENCE = 80
#: Words in one list item, whatever its sentences.
_ITEM = 150
#: Characters of Japanese or Chinese that stand for as much.
_WIDE_SENTENCE, _WIDE_ITEM = 220, 400
_CLAUSE = Caseless(
    r"[,;、，；:]|\b(?:and|but|which|who|because|unless|if|when|after|before|so|while|that|until|except|where)\b"
    r"|が、|ので|場合|ため|但|如果|因为|并且",
)

#: Where a link leads is not read.
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*\)|https?://\S+")


def _size(words: str, wide: bool) -> int:
    return len(words) if wide else len(words.split())


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sentences above the limit with several clauses; else whole list items."""
    hits: dict[int, tuple[float, Finding]] = {}
    items: dict[tuple[int, int], list[tuple[int, int, str, int]]] = {}
    for passage in said(context):
        wide = passage.lang in ("ja", "zh")
        statement = passage.statement
        # An enumeration of names or code is long without holding several thoughts.
        words = statement.text if len(statement.text) < 1500 else statement.text[:6000]
        words = _ADDRESS.sub("", words)
        size = _size(words, wide)
        if statement.kind == "item":
            items.setdefault(statement.unit, []).append(
                (passage.line, passage.end_line, statement.text, size)
            )
        if statement.kind == "cell" or "\t" in statement.text:
            continue
        if size < (_WIDE_SENTENCE if wide else _SENTENCE):
            continue
        clauses = len(_CLAUSE.findall(words[:3000]))
        code = passage.words.count("¤") + passage.words.count("/")
        listing = words.count(",") > size / 4
        if clauses >= 5 and code < 10 and not listing:
            hits[passage.line] = (
                float(size),
                rule.finding(
                    passage.line,
                    f"One sentence of {size} {'characters' if wide else 'words'} with "
                    f"{clauses} clauses.",
                    end_line=passage.end_line,
                    text=statement.text[:300],
                    fix="One rule per line; put the condition first, then what to do.",
                ),
            )
    for rows in items.values():
        total = sum(size for *_, size in rows)
        wide = _is_wide(rows[0][2])
        if rows[0][0] in hits or total < (_WIDE_ITEM if wide else _ITEM) or len(rows) < 3:
            continue
        if any(row[0] in hits for row in rows):
            continue
        hits[rows[0][0]] = (
            total / 2,
            rule.finding(
                rows[0][0],
                f"One list item holds {len(rows)} sentences and {total} "
                f"{'characters' if wide else 'words'}.",
                end_line=rows[-1][1],
                text=rows[0][2][:300],
                fix="Make it a short section or several items.",
                confidence="low",
            ),
        )
    yield from folded(hits.values())


def _is_wide(text: str) -> bool:
    return sum(ord(ch) > 0x2E80 for ch in text[:200]) > 20


RULE = Rule(
    id="overlong-line",
    title="several rules in one sentence",
    severity="warning",
    confidence="medium",
    why="Rules in the depth of a sentence are missed, and a change of one touches all.",
    source="Anthropic, Claude Code memory: short, specific statements as list items",
    dated="2026-08-22",
    check=check,
    example="- When X, do A, unless B, in which case C, and if D, then E, …",
    instead="- When X: do A.\n- When X and B: do C.",
    family="structure",
)
