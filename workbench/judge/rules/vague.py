# ruff: noqa: E501  (a list of words is one expression)
"""Instructions that nobody can check: only words of praise are left in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, folded, passages, said
from workbench.judge.rules.truism import says_nothing
from workbench.prompt.caseless import AnyPattern, Caseless
from workbench.prompt.cues.verbs import VERBS

#: Judgements without a measure, as whole phrases first. Weight 2 means nothing to check at all.
_STRONG = Caseless(
    r"\b(?:(?:(?:industry|coding|common|modern|professional|current|usual) standards?|(?:industry |coding |common |general |modern |security |accepted |known )?best practices?)|common sense|(?:your |good |best )+judge?ment|do the right thing|high(?:est)? (?:quality|standards?)|good (?:quality|style|sense|taste|manners|practices?|answers?|code|work|job|care)"
    r"|(?:looks?|feels?|seems?|sounds?|reads?|works?|is|are) (?:right|good|nice|great|fine|well|ok(?:ay)?|natural|professional|polished|proper(?:ly)?|as expected|sensible|reasonable)|think (?:carefully|hard|deeply|twice|things? through|about everything)|pay (?:close )?attention(?: to (?:the )?details?)?|mindful|attention to detail"
    r"|as (?:good|well|nice|clean|helpful|useful|fast|clear) as (?:you can|possible)|in a (?:good|nice|sensible|reasonable|smart|clean|proper|professional|sane|appropriate|suitable) (?:way|manner|fashion)|the (?:right|proper|best|correct) way|state[- ]of[- ]the[- ]art|production[- ](?:ready|quality|grade)|well[- ](?:structured|written|documented|designed|tested|organi[sz]ed|thought[- ]out|crafted|engineered|formed|factored|behaved)"
    r"|user[- ]friendly|developer[- ]friendly|high[- ]quality|top[- ]quality|future[- ]proof|easy to (?:read|understand|maintain|use|follow|work with|extend|change)|up to (?:standard|par|scratch)|where it (?:makes sense|matters)|make sense|makes sense"
    r"|clean(?:ly)?|nice(?:ly)?|good|great|proper(?:ly)?|appropriate(?:ly)?|elegant(?:ly)?|beautiful(?:ly)?|pretty|neat(?:ly)?|tidy|sensibl[ey]|reasonabl[ey]|sane(?:ly)?|smart(?:ly)?|wise(?:ly)?|professional(?:ly)?|polished|excellent|solid(?:ly)?|decent(?:ly)?|adequate(?:ly)?|suitabl[ey]|thorough(?:ly)?|careful(?:ly)?|diligent(?:ly)?|intuitive(?:ly)?|modern|attractive|delightful|pleasant|friendly|helpful|kind|optimal(?:ly)?|gracefully|naturally|well)\b",
)
_MILD = Caseless(
    r"\b(?:clear(?:ly)?|simple|simply|readable|maintainable|robust(?:ly)?|efficient(?:ly)?|effective(?:ly)?|scalable|flexible|meaningful|descriptive|understandable|concise(?:ly)?|performant|idiomatic|correct(?:ly)?|reusable|extensible|testable|consistent(?:ly)?|accurate(?:ly)?|fast|quality|best|better|comprehensive|attentive|responsible|responsibly|sufficient(?:ly)?|enough|sound|right|important|relevant)\b",
)
_FILLER = frozenset(
    re.findall(
        r"\S+",
        """
    a an the and or of to in on for with that which is are be being been it its this these
    those all any every each always very really quite so as at by from your our their his her
    my you we they i them us he she not but also just too can will code work works job result
    results answer answers output outputs thing things stuff everything anything something
    solution solutions way manner make makes making made sure write writes writing written
    keep keeps keeping ensure ensures do does doing give gives giving produce follow follows
    following think try create creates provide provides deliver use uses using handle handles
    implement develop build design look looks looking aim maintain stay remain act behave
    perform respond reply treat should must shall please remember when where what how whenever
    throughout possible possibly ever time times people software project task tasks overall
    whole entire stick
    name names naming variable variables error errors handling comment comments message messages test tests edge case cases ui ux interface page pages text texts tone style format
    formatting layout function functions method methods class classes data user users query queries document documents documentation report reports summary summaries logic
    performance structure response responses sentence sentences content part parts adhere adopt apply have has need needs want take takes care go get let
    come about into out up down if then only more most
""",
    )
)
_CONCRETE = re.compile(
    r"¤|¢|\d|[:：](?=.)|\(|\b(?:because|since|so that|e\.g|i\.e|for example|such as|like|unless|until|instead|rather|than|except|without|at least|at most|via|in order|otherwise)\b| [-–—] |->|→|[a-z][A-Z]|[A-Z]{2,}|/",
)
_VERB = Caseless(
    r"^(?:(?:always|please|also|and|just|then|finally|first),? )*(?:be|write|make|keep|follow|use|do|ensure|give|produce|think|try|create|provide|deliver|handle|implement|develop|build|design|fill|aim|maintain|stay|act|behave|"
    r"respond|reply|treat|apply|adhere|stick|pay|take|strive|format|structure|name|document|test|choose|pick|explain|describe|comment|organi[sz]e|add|answer|talk|speak|communicate|manage|consider|remember|review|check|read|plan|work|prefer|adopt|show|present|style|"
    r"summari[sz]e|translate|edit|cook|serve|greet|help|support|set|put|place|arrange|prepare|leave|let|focus|go|avoid)\b"
    r"|\b(?:should|must|shall|need to|needs to|have to|has to|ought to)\b",
)
_NEGATED = Caseless(r"\b(?:not|never|don't|avoid|no|without|isn't|aren't|instead of|rather than)\b")
_JA_VAGUE = re.compile(
    r"品質の高い|高品質(?:な|の|に)?|質の高い|読みやす(?:い|く|さ)|可読性の高い|保守性の高い|保守しやす(?:い|く)|わかりやす(?:い|く)|分かりやす(?:い|く)|使いやす(?:い|く)|見やす(?:い|く)|きれい(?:な|に)|綺麗(?:な|に)|美し(?:い|く)|適切(?:な|に)|適宜"
    r"|丁寧(?:な|に)|しっかり(?:と)?|きちんと|ちゃんと|うまく|上手(?:な|に)|良い|よい|いい感じ(?:に|の)?|よく考え(?:て|る)?|慎重に|注意深く|ベストプラクティス(?:に)?|シンプル(?:な|に)|効率(?:的|よく)(?:な|に)?|柔軟(?:な|に)|自然(?:な|に)|正し(?:い|く)|優れた|素晴らしい|常識的(?:な|に)|十分(?:な|に)|親切(?:な|に)|最適(?:な|に)|モダン(?:な|に)|堅牢(?:な|に)|整った|気を(?:配|付け|つけ)(?:る|て)?"
)
_JA_FILLER = re.compile(
    r"コード|実装|設計|結果|回答|答え|文章|出力|もの|こと|よう(?:に|な)?|作業|仕事|対応|処理|すべて|全て|常に|必ず|いつも|なるべく|できるだけ|心がけ(?:る|て)?|書(?:く|き|いて)|作(?:る|り|って|成)|行(?:う|い|って)|する|して|します|ください|下さい|従う|従って|保つ|保って|使う|使って|考え(?:る|て)|なる|である|です|ます|ましょう|べき|的|に|を|は|が|の|で|と|も|へ|や|、|。|！|・|\s|良|そして|また"
)
_ZH_VAGUE = re.compile(
    r"高质量(?:的)?|优质(?:的)?|清晰(?:的|地)?|优雅(?:的|地)?|良好(?:的)?|合理(?:的|地)?|适当(?:的|地)?|恰当(?:的|地)?|规范(?:的|地)?|简洁(?:的|地)?|易读(?:的)?|可读(?:的)?|可维护(?:的)?|友好(?:的|地)?|仔细(?:地)?|认真(?:地)?|最佳实践|好的|美观(?:的)?|专业(?:的|地)?|妥善(?:地)?|正确(?:的|地)?|高效(?:的|地)?|健壮(?:的)?|尽可能好|用心"
)
_ZH_FILLER = re.compile(
    r"代码|工作|结果|回答|答案|输出|东西|事情|内容|编写|写|做|保持|确保|遵循|遵守|使用|提供|处理|实现|设计|思考|考虑|始终|总是|所有|一切|请|要|应该|应当|必须|可以|进行|的|地|得|和|与|并|且|是|把|让|在|中|，|。|、|！|\s|出|更|很|非常"
)


_HEAD = Caseless(r"^(?:(?:always|please|also|and|just|then|finally|first),? )+")
_KNOWN_CAPITALS = re.compile(r"\b(?:UI|UX|AI)\b")


def _english(passage: Passage) -> float:
    words = passage.words
    begins = re.split(r"[\s,.]", _HEAD.sub("", words), maxsplit=1)[0].lower()
    if _CONCRETE.search(_KNOWN_CAPITALS.sub("x", words[1:])):
        return 0.0
    if begins not in VERBS and not _VERB.search(words):
        return 0.0
    if len(words.split()) > 18 or _NEGATED.search(words):
        return 0.0
    words = _HEAD.sub("", words)
    first, _, behind = words.partition(" ")
    if first.lower() in VERBS and not _STRONG.match(words):
        words = behind
    strong = len(_STRONG.findall(words))
    rest = _STRONG.sub(" ", words)
    mild = len(_MILD.findall(rest))
    rest = _MILD.sub(" ", rest)
    left = [
        w
        for w in re.findall(r"[a-z'-]+", rest.lower())
        if w.strip("'-") not in _FILLER and len(w) > 1
    ]
    score = strong + 0.5 * mild
    allowed = 0 if score < 1 else 1 if score < 2 else 2
    if score < 0.5 or len(left) > allowed:
        return 0.0
    return score + (allowed - len(left)) / 4


def _wide(words: str, vague: AnyPattern, filler: AnyPattern) -> float:
    if len(words) > 46 or re.search(r"[¤¢\d（(「：:]|ため|ので|場合|因为|如果|例", words):
        return 0.0
    count = len(vague.findall(words))
    if not count or re.search(r"ない|なし|禁止|不要|禁止|避け", words):
        return 0.0
    rest = filler.sub(" ", vague.sub(" ", words))
    left = [run for run in rest.split() if len(run) > 1 or "\u4e00" <= run <= "\u9fff"]
    return (
        float(count)
        if len(left) <= (1 if count > 1 else 0) or (count == 1 and len("".join(left)) <= 3)
        else 0.0
    )


def _score(passage: Passage) -> float:
    if passage.lang == "en":
        return _english(passage)
    if passage.lang == "ja":
        return _wide(passage.words, _JA_VAGUE, _JA_FILLER)
    if passage.lang == "zh":
        return _wide(passage.words, _ZH_VAGUE, _ZH_FILLER)
    return 0.0


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Whole items and paragraphs that hold nothing but such words."""
    beside: dict[tuple[int, int], int] = {}
    for passage in passages(context):
        beside[passage.statement.unit] = beside.get(passage.statement.unit, 0) + 1
    hits: list[tuple[float, Finding]] = []
    for passage in said(context):
        statement = passage.statement
        if statement.kind not in ("item", "paragraph") or statement.children:
            continue
        if len(passage.words) < 5 or passage.words.rstrip()[-1] in ":：?？":
            continue
        score = _score(passage)
        if not score or beside[statement.unit] > 2 or says_nothing(passage):
            continue
        if beside[statement.unit] > 1 and not statement.whole and score < 1.5:
            continue  # the sentence beside it may say what is meant
        hits.append(
            (
                score,
                rule.finding(
                    passage.line,
                    "Nothing to check or act on: only words of judgement are left.",
                    end_line=passage.end_line,
                    text=passage.text[:300],
                    fix="Say what can be seen: a number, a name, a step, an example, or drop it.",
                    confidence="high" if score >= 1.5 else "medium",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="vague",
    title="nothing to check",
    severity="warning",
    confidence="medium",
    why="Two readers do two things, and neither can be shown wrong; the line costs tokens and "
    "changes nothing.",
    source="Anthropic, Claude Code memory: '2-space indent', not 'format code properly'",
    dated="2026-08-22",
    check=check,
    example="- Aim for elegant, robust solutions of high quality.",
    instead="- Functions return early; no function above 60 lines.",
)
