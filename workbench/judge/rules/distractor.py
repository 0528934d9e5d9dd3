# ruff: noqa: E501  (a list of words is one expression)
"""Stories and trivia: text that rules nothing, names nothing of the project and is foreign to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, folded, said, shared
from workbench.judge.rules._sections import kinship, stems

_PAST = re.compile(
    r"\b(?:was|were|had|did)\b|(?<!is )(?<!are )(?<!be )(?<!been )(?<!gets )(?<!as )(?<!not )\b(?:went|came|became|began|got|gave|took|made|told|won|lost|left|brought|met|sat|stood|ran|wrote|spoke|drew|fell|felt|found|held|kept|knew|led|meant|paid|sent|sold|taught|thought|threw|wore|chose|broke|grew|hung|used to|bought|caught|fought|slept|swam|sang|flew|rode|drank|ate|built)\b"
    r"|(?<!is )(?<!are )(?<!be )(?<!been )(?<!gets )(?<!as )(?<!not )(?<!must )\b(?:loved|moved|lived|worked|started|decided|named|called|looked|wanted|liked|painted|signed|opened|arrived|joined|visited|returned|retired|married|died|invented|objected|insisted|discovered|celebrated|remembered|travelled|traveled|walked|played|cooked|baked|sailed|filled|printed|served|borrowed|laughed|voted|stayed|turned|founded|designed|converted|adopted|rented|planted|knitted|performed|collected|admired|argued|hoped|tried|learned|finished|launched|appeared|survived|wandered)\b"
    r"|(?:だった|でした|ました|した|されていた|っていた|ていた|された|れた|った)(?:[。」]|$)|曾经|当时|以前|过去|后来|那时|当年",
    re.IGNORECASE,
)
#: Who and what stories are about: people, kin, time off, animals, food, places of an office.
_STORY = re.compile(
    r"\b(?:in the beginning|in the (?:old|early) days|at first|at the time|back (?:then|in (?:the|19|20))|years? ago|once upon|one (?:day|evening|night|morning|summer|winter)|long ago|over a weekend|one weekend|last (?:summer|winter|spring|autumn|christmas|year)|to this day|ever since|legend|anecdote|fun fact|funny|story|stories|trivia|rumou?r|nickname\w*|come a long way|in the war|nobody (?:knows|remembers)|named after|the name (?:of|comes|came|was)|as a child|childhood|originally|tradition\w*|folklore|used to)\b"
    r"|\b(?:founders?|co-?founders?|colleagues?|grandmother|grandfather|grandparents?|mother|father|brother|sister|aunt|uncle|wife|husband|daughter|son|family|cousin|neighbou?rs?|friends?|roommate|intern|professor|man who|woman who|people who|king|queen|emperor|inventor|painter|poet|bishop|monk)\b"
    r"|\b(?:cats?|dogs?|kitten|puppy|parrot|goldfish|hamster|horse|swan|birds?|garden\w*|flowers?|sail\w*|boat|bicycle|bike|hik\w+|mountains?|skiing|swim\w*|guitar|piano|violin|band|choir|concert|painting|landscapes?|museum|novel|poem|poetry|chess|football|soccer|tennis|marathon|picnic|barbecue|party|birthday|wedding|holidays?|vacation|christmas|summer house|beach|lake|barn|attic|cellar|canteen|kitchen|coffee|espresso|tea|cake|cookies?|pizza|lunch|dinner|breakfast|beer|wine|restaurant|pub|mugs?|t-?shirts?|stickers?|sofa|couch|logo|mascot|spreadsheet|weekend|vote|drawing|drew|postcards?|photographs?|rooftop|castle|village|hometown)\b"
    r"|昔|当時|もともと|かつて|以前は|創業|創立|社長|総務の|さんが|猫|犬|旅行|温泉|判子|景品|公募|由来|名付け|趣味|週末|花見|飲み会|喫茶|祖母|祖父|家族|思い出|逸話|余談|曾经|当年|创始人|老板|猫|狗|旅行|周末|咖啡|故事|趣闻|传说|祖父|祖母|爱好|名字来源",
    re.IGNORECASE,
)
_HISTORY_TAG = re.compile(r"(?:history|story|background|trivia|anecdotes?)$", re.IGNORECASE)
_PERSON = re.compile(
    r"\b(?:he|she|him|his|her|hers)\b|(?<=[a-z,] )(?:[A-Z][a-z]{2,12})(?= (?:moved|looked|wrote|built|left|who|from|said|loves|likes|liked|bought|won|and his|and her|had|was|still|once)\b)"
)
_HISTORY_TITLE = re.compile(
    r"\b(?:history|origins?|how (?:we|it|this) (?:got|all|came|began|started)|our story|the story|story of|back ?story|about (?:the|our) (?:team|company|founder|house|office|name)|trivia|fun facts?|anecdotes?|where .{1,40} (?:comes?|came) from|once upon|in the past|a little history|company culture|the early days|off ?topic|by the way|personal note)\b"
    r"|沿革|歴史|由来|余談|あゆみ|思い出|历史|由来|往事|趣闻|花絮",
    re.IGNORECASE,
)
#: A rule or a reason for one: then the passage serves the work.
_SERVES = re.compile(
    r"¤|\b(?:must(?! have)|should|shall|do not|don't|please|ensure|make sure|avoid|prefer|require[sd]?|so that|therefore|because of this|for this reason|that is why|that's why|which is why|hence|thus|instead|now (?:we|use|it)|today (?:we|it)|you (?:are|need|have|will|may)|your)\b"
    r"|^(?:never|always|only|use|run|keep|add|write|read|check|ask|see|note|remember)\b"
    r"|すること|してください|必要がある|ため、|そのため|なければ|必须|应该|因此|所以|请",
    re.IGNORECASE,
)
#: Words of the trades that prompts are about; a passage without any is likelier off the subject.
_WORK = re.compile(
    r"\b(?:apis?|urls?|json|code\w*|scripts?|bugs?|tests?|testing|errors?|commits?|deploy\w*|config\w*|functions?|class(?:es)?|modules?|servers?|databases?|schema\w*|users?|prompts?|models?|agents?|features?|versions?|implement\w*|refactor\w*|migrat\w*|librar\w+|frameworks?|parameters?|releases?|incidents?|outages?|files?|folders?|repositor\w+|branch\w*|endpoints?|requests?|responses?|data|queries|query|pipelines?|services?|clients?|packages?|dependenc\w+|components?|documentation|docs|instructions?|rules?|tasks?|outputs?|inputs?|formats?|skills?|tools?|tokens?|context|types?|objects?|methods?|interfaces?|systems?|security|performance|customers?|orders?|payments?|tickets?|software|developers?|engineers?|projects?)\b"
    r"|コード|テスト|実装|仕様|機能|設定|データ|ファイル|ユーザー|エラー|代码|测试|实现|功能|配置|数据|文件|用户|错误",
    re.IGNORECASE,
)


def _score(context: Context, run: Sequence[Passage]) -> float:
    """From 3 on the passages read as a story that is foreign to the prompt."""
    words = [p.words for p in run]
    text = " ".join(words)
    title = run[0].statement.path[-1] if run[0].statement.path else ""
    tag = run[0].statement.tags[-1] if run[0].statement.tags else ""
    past = sum(1 for w in words if _PAST.search(w)) / len(words)
    cues = len({m.group(0).lower() for m in _STORY.finditer(text)})
    cues += min(2, len(_PERSON.findall(text)))
    serving = sum(1 for w in words if _SERVES.search(w)) / len(words)
    headed = bool(_HISTORY_TITLE.search(title)) or bool(_HISTORY_TAG.match(tag))
    foreign = 1.0 - kinship(context, Counter(stems(text)))
    working = len(_WORK.findall(text)) / len(words)
    if not headed and (past < 0.6 if not cues else past < 0.3 and cues < 2):
        return 0.0
    points = 1.2 * past + 0.5 * min(cues, 4) + 1.2 * max(0.0, foreign - 0.4) / 0.6
    points += 1.0 if headed and past >= 0.5 else 0.0
    points += 0.8 * max(0.0, 1.0 - 2 * working)
    return points - 2.0 * serving - 0.3 * min(3.0, working)


def _runs(context: Context) -> Iterable[list[Passage]]:
    """Paragraphs, and runs of list items beside each other that tell something."""
    ordered = {
        i.start for i in context.instructions if i.sub == "bare-imperative" and i.strength == "hard"
    }
    run: list[Passage] = []
    for passage in said(context):
        statement = passage.statement
        tells = _tells(passage)
        free = statement.kind in ("paragraph", "item") and (tells or statement.start not in ordered)
        last = run[-1].statement if run else None
        near = (
            last is not None
            and statement.path == last.path
            and (
                statement.unit == last.unit
                or (statement.kind == last.kind and tells and _tells(run[0]) and _tells(run[-1]))
            )
        )
        if run and not (free and near):
            yield run
            run = []
        if free and (run or statement.kind == "paragraph" or tells):
            run.append(passage)
    if run:
        yield run


def _tells(passage: Passage) -> bool:
    return bool(_STORY.search(passage.words) or _PAST.search(passage.words)) and not _SERVES.search(
        passage.words
    )


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Passages that tell and do not rule."""
    hits: list[tuple[float, Finding]] = []
    runs = shared(context, "story runs", lambda: list(_runs(context)))
    for run in runs:
        size = sum(len(p.words) * (3 if p.lang in ("ja", "zh") else 1) for p in run)
        if size < 50 or (len(run) < 2 and size < 110):
            continue
        score = _score(context, run)
        if score < 2.4:
            continue
        title = run[0].statement.path[-1] if run[0].statement.path else ""
        hits.append(
            (
                score,
                rule.finding(
                    run[0].line,
                    "Tells a story that no instruction needs: nothing in it is a rule, a name or a "
                    "value of this work, and it shares few words with the rest.",
                    end_line=run[-1].end_line,
                    text=" ".join(p.text for p in run)[:300],
                    fix="Take it out, or keep it in a document that is not loaded"
                    + (f" (section {title!r})." if title else "."),
                    confidence="high" if score >= 3.3 else "medium",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="distractor",
    title="a passage foreign to the work",
    severity="warning",
    confidence="medium",
    why="Text that has nothing to do with the task draws attention away from what has, and costs "
    "tokens with every request.",
    source="Shi et al. 2023, Large language models can be easily distracted by irrelevant context; "
    "survey of peers 2026-11-29 (found by none)",
    dated="2026-11-29",
    check=check,
    example="The first version was a spreadsheet that Henk kept until he moved to Norway.",
    instead="(leave it out)",
    family="relevance",
)
