# ruff: noqa: E501  (a list of words is one expression)
"""Rules that say of themselves that they will not last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._dates import dates
from workbench.judge.rules._passages import folded, said
from workbench.judge.rules._temporal import passing
from workbench.prompt.caseless import Caseless

#: Words of a state that may change; with nothing else they decide nothing.
_NOW = Caseless(
    r"\b(?:currently|presently|at present|as of (?:now|today|this)|nowadays|these days)\b|現在(?:は|、)|現時点|现阶段|目前"
)
_DIGIT = re.compile(r"\d")
#: Numbers of tickets; standards and versions are written alike.
_TICKET = re.compile(
    r"(?<![\w/#&])#\d{2,6}\b"
    r"|\b(?!(?:UTF|ISO|SHA|RFC|CVE|CWE|GPT|PEP|AES|RSA|HTTP|WCAG|DIN|IEEE|COVID|EN|ES|MD|TLS|SSL|H|X|V)-)[A-Z]{2,8}-\d{1,6}\b"
    r"|\b(?:[Tt]icket|[Ii]ssue|[Bb]ug) (?:no\.? ?|#)?\d+\b"
)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Open ends ("for now", "until the migration is done"); dated ends ahead with low confidence."""
    today = context.facts.today
    hits: list[tuple[float, Finding]] = []
    for found in passing(context):
        if found.ends is not None and today is not None and found.ends < today:
            continue
        dated = found.ends is not None
        confidence = "low" if (dated and today) or found.weight < 2 else "medium"
        hits.append(
            (
                found.weight if confidence != "low" else 0,
                rule.finding(
                    found.passage.line,
                    f'Holds for a while only: "{found.cue}".'
                    + ("" if dated else " Nothing says when somebody will take it out."),
                    end_line=found.passage.end_line,
                    text=found.passage.text[:300],
                    fix="Give it a date or a ticket to look at, or keep it out of the file.",
                    confidence=confidence,
                ),
            )
        )
    shown = [hit for hit in hits if hit[1].confidence != "low"]
    yield from folded(shown)
    yield from (finding for _, finding in hits if finding.confidence == "low")
    yield from _hinted(rule, context, {finding.start_line for _, finding in hits})


def _hinted(rule: Rule, context: Context, taken: set[int]) -> Iterator[Finding]:
    """Lines with a date, a ticket or "currently", on request: they may be as lasting as any."""
    for passage in said(context):
        words = passage.words[:700]
        numbered = bool(_DIGIT.search(words))
        hit = _NOW.search(words) or (_TICKET.search(words) if numbered else None)
        cue = hit[0] if hit else ""
        if numbered and not hit:
            cue = next((words[d.start : d.end] for d in dates(words)), "")
        if cue and passage.line not in taken:
            taken.add(passage.line)
            yield rule.finding(
                passage.line,
                f'May hold for a while only: it names "{cue.strip(" ,、")}".',
                end_line=passage.end_line,
                text=passage.text[:300],
                fix="Look whether it still holds.",
                confidence="low",
            )


RULE = Rule(
    id="temporary",
    title="a rule that will not last",
    severity="note",
    confidence="medium",
    why="Nobody comes back to take it out: it goes on ruling when its reason is gone.",
    source="a known failure: a ban meant for a time stays, and correct edits are refused for weeks",
    dated="2026-11-29",
    check=check,
    example="- For now, leave `src/legacy` alone until the move is done.",
    instead="- Leave `src/legacy` alone (until 2027-03-01; ticket 412).",
    family="truth",
)
