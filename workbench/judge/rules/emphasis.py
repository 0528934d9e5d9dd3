"""Shouting: capitals and exclamation marks for ordinary rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, said

#: Words that people write in capitals to press, also in otherwise calm sentences.
_PRESSING = re.compile(
    r"\b(?:MUST|NEVER|ALWAYS|NOT|DON'?T|IMPORTANT|CRITICAL|MANDATORY|REQUIRED|FORBIDDEN|ONLY|ALL|EVERY|ANY"
    r"|WARNING|ATTENTION|REMEMBER|ABSOLUTELY|EXTREMELY|VERY|IMMEDIATELY|STRICTLY|CAUTION|URGENT|STOP|DO)\b"
)
#: The keywords of RFC 2119; a text that uses several levels of them as terms does not shout.
_LEVELS = re.compile(r"\b(?:MUST|SHALL|REQUIRED)(?: NOT)?\b")
_LOWER_LEVELS = re.compile(r"\b(?:SHOULD(?: NOT)?|MAY|RECOMMENDED|OPTIONAL)\b")
_MANY_TERMS = 3
_MAYBE = re.compile(r"[A-Z]{2}|[!！]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_BANGS = re.compile(r"[!！]{2,}|(?:[!！][^!！]{1,40}){2}[!！]")
_BORDER = re.compile(r"\W*(?:END|BEGIN|START|BEGINNING|EOF)\b[A-Z \W]*$")
_CJK_PRESS = re.compile(r"絶対に|必ず|厳守|最重要|厳禁|绝对|务必|严禁|必须|千万|非常重要|注意|重要")


@dataclass(frozen=True, slots=True)
class _Loud:
    passage: Passage
    shouted: bool  # nearly all of it in capitals, or a row of exclamation marks
    pressed: bool  # a pressing word in capitals


def _as_terms(passages: Sequence[Passage]) -> bool:
    """Whether MUST, SHOULD and MAY stand side by side, as in a specification."""
    firm = sum(1 for p in passages if _LEVELS.search(p.words[:600]))
    free = sum(1 for p in passages if _LOWER_LEVELS.search(p.words[:600]))
    return firm >= _MANY_TERMS and free >= _MANY_TERMS


def _judge(passage: Passage, terms: bool = False) -> _Loud | None:
    words = passage.words[:600]
    if terms:
        words = _LEVELS.sub("must", words)
    if not _MAYBE.search(words) or words.count('"') % 2:  # a piece of a quotation
        return None
    bangs = bool(_BANGS.search(words))
    if passage.lang in ("ja", "zh"):
        shouted = bangs and (
            bool(_CJK_PRESS.search(words)) or words.count("！") + words.count("!") > 2
        )
        return _Loud(passage, True, True) if shouted else None
    if _BORDER.match(words):
        return None  # "END OF OPTIONS" closes a passage
    found = _WORD.findall(words)
    big = [w for w in found if len(w) > 1 and w.isupper()]
    letters = sum(map(len, found))
    pressing = len(_PRESSING.findall(words))
    # Acronyms hold no pressing word and stand among small letters; headings of one or two
    # words, codes and names of variables are no sentence.
    share = sum(map(len, big)) / letters if letters else 0.0
    sentence = (len(big) >= 3 and sum(len(w) > 3 for w in big) >= 2) or len(big) >= 5
    shouted = share > 0.6 and sentence and (pressing > 0 or bangs or len(big) >= 4)
    if bangs and (pressing or share > 0.3) and len(found) > 1:
        shouted = True
    if shouted or pressing:
        return _Loud(passage, shouted, bool(pressing))
    return None


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Runs of shouted lines as one finding each; else one finding when emphasis is everywhere."""
    passages = said(context)
    terms = _as_terms(passages)
    loud = [x for p in passages if (x := _judge(p, terms))]
    shouted = [x for x in loud if x.shouted]
    lines = {p.line for p in passages}
    share = len({x.passage.line for x in loud}) / max(len(lines), 1)
    figures = f"{len({x.passage.line for x in loud})} of {len(lines)} statements press"
    runs: list[list[_Loud]] = []
    for x in shouted:
        if runs and x.passage.line - runs[-1][-1].passage.end_line <= 2:
            runs[-1].append(x)
        else:
            runs.append([x])
    bangs = any(_BANGS.search(x.passage.words[:600]) for x in shouted)
    if len(shouted) > 1 or bangs:
        for run in runs[:2]:
            first, last = run[0].passage, run[-1].passage
            count = f"{len(run)} lines shout" if len(run) > 1 else "This line shouts"
            yield rule.finding(
                first.line,
                f"{count} in capitals or with rows of exclamation marks ({figures}).",
                end_line=last.end_line,
                text=first.text[:200],
                fix="Say it in plain words and add the reason; keep emphasis for the one rule that "
                "keeps being skipped.",
                related=[Related(x.passage.line, x.passage.text[:120]) for x in run[1:20]]
                + [Related(x.passage.line) for r in runs[2:] if run is runs[1] for x in r][:20],
            )
    if (not runs and len(loud) >= 5 and share > 0.2) or (runs and share > 0.5 and len(loud) > 8):
        first = loud[0].passage
        yield rule.finding(
            first.line,
            f"Emphasis is everywhere, so nothing stands out: {figures} with words in capitals.",
            text=first.text[:200],
            fix="Keep capitals for the few rules whose breach does harm.",
            related=[Related(x.passage.line, x.passage.text[:80]) for x in loud[1:20]],
            severity="note",
        )


RULE = Rule(
    id="emphasis",
    title="shouting instead of reasons",
    severity="warning",
    confidence="high",
    why="When every line shouts, none stands out; capitals make recent models overreact to the "
    "shouted line and say nothing about why.",
    source="Anthropic, prompting best practices and Claude Code best practices: plain 'use when' "
    "instead of 'CRITICAL: you MUST'; emphasise one line, never many",
    dated="2026-08-22",
    check=check,
    example="- ALWAYS REBASE!!! NEVER EVER MERGE!!!",
    instead="- Rebase instead of merging: the release script reads a straight history.",
)
