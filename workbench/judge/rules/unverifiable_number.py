# ruff: noqa: E501  (a list of words is one expression)
"""Percentages and multiples that praise and name no source."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded, is_article, said
from workbench.prompt.caseless import Caseless
from workbench.prompt.cues.verbs import VERBS

_NUMBER = Caseless(
    r"(?P<n>\d[\d.,]{0,8})\s?(?:%|percent\b|per cent\b|percentage points?\b|times\b|-?fold\b|[x×](?![\w])|倍|割|パーセント|％|成)"
    r"|\b(?:twice|thrice|(?:three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)(?:fold| times)|four times|five times|ten times|a hundred times|half|a third|two[- ]thirds|a quarter|nine out of ten|four out of five|[二两三四五六七八九十百数]倍|[一二三四五六七八九]成|\d+ (?:out of|in) (?:every )?\d+)\b",
)
#: Words that compare or praise; a number beside one of them claims an effect.
_CLAIM = Caseless(
    r"\b(?:faster|slower|quicker|cheaper|smaller|better|worse|happier|safer|smarter|easier|cleaner|lighter|stronger|higher|lower|shorter|longer|greater|larger|bigger"
    r"|more (?!than\b)\w+|less (?!than\b)\w+|fewer|as (?:fast|reliable|accurate|good|productive|many|much|likely|often)|more accurate|accuracy|reliab\w+|productiv\w+|satisf\w+|efficien\w+|uptime|success rate"
    r"|(?:cuts?|reduc\w+|saves?|saved|saving|improv\w+|increas\w+|boost\w*|speeds?|sped|lowers?|lowered|raises?|raised|halv\w+|doubl\w+|tripl\w+|drop(?:s|ped)?|grew|grows?|fell|falls?|rose|rises?|shrinks?|shrank|prevent\w*|avoid(?:s|ed)|eliminat\w+|catch(?:es)?|caught|solv\w+|outperform\w*|beats?|recommends?|prefers?|loves?|agrees?|than any|than (?:our|all|the) competitors?)"
    r"|of (?:all |our |the |most )?(?:users?|customers?|developers?|teams?|bugs?|errors?|guests?|readers?|people|incidents?|cases|outages|questions|problems|tickets|defects|patients|students|engineers|companies|visitors)\b)"
    r"|速|高速|早く|正確|効率|削減|向上|改善|短縮|減|増|満足|信頼|快|提高|提升|减少|降低|节省|准确|增加|缩短|满意|更",
)
#: A rule, a threshold, a default, arithmetic of the domain or a source: then it is no bare claim.
_NOT = Caseless(
    r"\b(?:must|shall|should|never|do not|don't|at (?:least|most)|no more than|up to a (?:max|limit)|maximum|minimum|limit(?:ed)?|threshold|target|goal|aim for|required?|require|ensure|keep|stay|set|"
    r"if|when|unless|until|above|below|exceeds?|over \d|under \d|tax|vat|discount|deposit|interest|padding|margin|width|height|opacity|zoom|scale|rollout|ramp|percentile|sample|default|coverage|retry|retries|"
    r"according to|source|see|measured|benchmark\w*|study|survey|report(?:ed)?|paper|et al|cf\.|fee|refund|surcharge|commission|confidence|probability|alpha|p-value|power|interval|quantile|"
    r"e\.g|example|for instance|budget|quota|battery|humidity|dose|alcohol|recall|precision|use|add|write|calculate|compute|multiply|divide|allow|approximately|roughly|varies|chance|weight|charge[sd]?|paid|pays?)\b"
    r"|[=<>≥≤]|\bhttps?:|\]\(|以上|以下|以内|未満|ならば|場合|する場合|なら|目標|税|割引|までに|すること|とする|設定|出典|調査|不超过|至少|最多|以下|如果|目标|税|折扣|来源|参见|根据",
)
_TALL = Caseless(
    r"\b(?:our|this|the) (?:skill|prompt|assistant|agent|tool|team|service|system|file|setup|workflow|method|approach|layer|engine|library|framework|bot)\b|this (?:file|guide)|since (?:the|we|it)|thanks to|他社|この|我们|本(?:系统|工具)",
)


#: The line above a list says where its figures are from; a changelog tells what was.
_SOURCED = re.compile(
    r"\b(?:19|20)\d\d-\d\d|\b(?:measured|benchmark\w*|according to|source)\b", re.I
)
_RELEASE = re.compile(
    r"^\W*(?:v|version )?\d+\.\d+(?:\.\d+)?\W*(?:$|[-–(]|\d{4}-)|^\W*unreleased\W*$", re.I
)


def _entry(path: tuple[str, ...]) -> bool:
    return any(_RELEASE.search(title) for title in path)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sentences that state an effect in figures and are neither rule nor sourced."""
    if is_article(context):
        return  # a talk or a report is not repeated to anybody as the word of a prompt
    hits: list[tuple[float, Finding]] = []
    ruled = {i.start for i in context.instructions if i.strength == "hard"}
    for passage in said(context):
        words = passage.words[:500]
        if passage.statement.start in ruled or passage.statement.kind == "cell":
            continue
        if "](" in passage.text or "http" in passage.text:
            continue
        if re.split(r"[\s,.]", words, maxsplit=1)[0].lower() in VERBS and not _TALL.search(words):
            continue  # an order, whoever reads it
        if _SOURCED.search(passage.statement.lead) or _entry(passage.statement.path):
            continue
        number = _NUMBER.search(words)
        if number is None or not _CLAIM.search(words) or _NOT.search(words):
            continue
        if "¤" in words and not _TALL.search(words):
            continue
        hits.append(
            (
                2.0 if _TALL.search(words) else 1.0,
                rule.finding(
                    passage.line,
                    f'A figure without a source: "{number[0].strip()}".',
                    end_line=passage.end_line,
                    text=passage.text[:300],
                    fix="Name where it was measured, or leave it out: no answer depends on it.",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="unverifiable-number",
    title="a figure without a source",
    severity="note",
    confidence="medium",
    why="Nobody can check it, and a model repeats it to people as a fact.",
    source="OWASP Top 10 for LLM applications: LLM09 misinformation",
    dated="2026-11-29",
    check=check,
    example="- This skill makes reviews 63 percent faster.",
    instead="(leave it out, or link the measurement)",
    family="truth",
)
