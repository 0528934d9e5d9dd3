# ruff: noqa: E501  (a list of words is one expression)
"""Rules that hold for a while: with an end that is dated, or with one that nobody dated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from workbench.judge.registry import Context
from workbench.judge.rules._dates import Written, dates
from workbench.judge.rules._passages import Passage, said, shared
from workbench.judge.stories import telling
from workbench.prompt.caseless import AnyPattern, Caseless

#: A demand, a permission or a state that holds now: only these can have an end. What is told in
#: the past alone ("was open until 2019") is over and says so.
_BINDS = Caseless(
    r"\b(?:must|should|shall|may|can|cannot|have to|has to|needs? to|allowed|permitted|forbidden|required|don't|do not|never|valid|deadline|due|expires?|eol|will|is|are|has|have|stays?|remains?|holds?|goes|go|keeps?)\b"
    r"|ない|せず|こと|ください|限り|期限|禁|必須|する|ます|である|必须|不[要得能准]|禁|请|可以|只能|仅|之前|有效",
)
#: Words right before a date that make it the end of something. `before` and `by` are weaker:
#: "orders placed before 2024" is a lasting rule about old orders.
_END = Caseless(
    r"(?:\b(?:until|till|'til|through|thru|up to(?: and including)?|no later than|not (?:later than|after)"
    r"|end(?:s|ed|ing)?(?: on| in)?|expir(?:es?|ed|ing)(?: on| in)?|valid (?:to|for)|deadline(?: is|:)?|due(?: on| by)?|eol(?: on| in|:)?"
    r"|last(?:s|ed|ing)? (?:to|until)|clos(?:es?|ed)(?: on)?|over on|back on|(?:goes|go|went) away(?: on| in| after)?"
    r"|(?:removed?|dropp?(?:ed)?|retired?|deleted?|replaced?|switch(?:ed)? off|shut ?down|sunset|turned off|lifted|revert(?:ed)?|re-?enabled?)"
    r"(?: it| this| them)?(?: again)? (?:on|in|by|after|from)|(?:only|just|solely) (?:for|during|in)|during|while in|for the (?:duration|rest) of|throughout|freeze\w* (?:of|in|for|from)"
    r"|planned for|scheduled for|expected (?:in|by|on))"
    r"(?: (?:about|around|early|mid|late))?(?: the)?(?:(?: very)? (?:end|beginning|middle|start|close|first half|release|launch|sale|event|campaign|week|night|weekend|month|audit|migration)s?(?: of| on| in| ending)?)?(?: \w+day,?)?\s*"
    r"|\b(?:until|till|during|while|from [^.,;]{1,24} (?:to|until|till)|between [^.,;]{1,24} and)\b[^.,;:]{0,44}\s(?:on|in|of|ends|to|until|till|and)?\s?(?:the )?"
    r"|\bfrom (?:the )?\w{1,12} (?:to|until|till|through) (?:the )?"
    r"|(?:截至|截止到?|直到|到|至|有效期至)\s?)$",
)
_WEAK_END = Caseless(
    r"\bbefore (?:the |our )?(?:\w+ ){1,3}(?:on|of|in|ends(?: on)?) (?:the )?$|\b(?:before|by|prior to)(?: the)?(?: (?:end|beginning|middle|start) of)?\s*$",
)
_AFTER_JA = re.compile(
    r"^\s?(?:\(.{1,6}\)|（.{1,6}）)?\s?(?:の?\d{1,2}時)?(?:の?(?:末|上旬|中旬|下旬|春|夏|秋|冬|年度末))?\s?(?:日)?(?:頃|ごろ)?\s?"
    r"(?:まで(?!も)|迄|限り|をもって|で終了|に終了|に廃止|に削除|の(?:移行|リリース|切り替え|切替|監査)(?:が終わる)?まで|期限|中(?:は|に)|間(?:は|に)|之前|以前(?!の)|前(?:，|,|、|必须|请|不)|为止|结束|底(?:之前|前|为止)|月底)"
)
_PARTICIPLE = Caseless(
    r"\b\w+(?:ed|en|wn|lt|pt|ght|made|sold|sent|put|built|set|bought|older|earlier|from|dating) $",
)
_DUTY = Caseless(
    r"^(?:please )?(?:do not|don't|never|no|use|keep|send|run|leave|skip|add|avoid|merge|finish|ship|migrate|stop|wait|hold|freeze|update|remove|drop|delete|accept|mention|show|hide|treat|write|apply|set|enable|disable|report|route|answer|ask|tell|offer|include|ignore|support|call|pin)\b"
    r"|\b(?:must|should|shall|have to|has to|freeze|frozen|not allowed|allowed|is paused|are paused)\b",
)
_EVENT = (
    r"(?:migration|move|rewrite|refactor(?:ing)?|release|launch|freeze|audit|upgrade|roll-?out|cut-?over|switch(?:over)?|transition|merger"
    r"|cleanup|clean-up|redesign|renovation|reorgani[sz]ation|deprecation|relaunch|rebrand(?:ing)?|port|split|incident|pilot|trial|campaign|sprint|quarter|season|beta|construction|repair|works?|relocation|vacation|holidays?|sabbatical|office move)"
)
_OPEN: tuple[tuple[int, AnyPattern], ...] = (
    (
        2,
        re.compile(
            r"(?<!empty )(?<!blank )(?<!none )\bfor now\b|\bfor the (?:time being|moment)\b|\btemporarily\b(?! (?:store|stor|sav|hold|cache|assign|creat|copy|writ)\w*)|\b(?:a |as a |the |this )?temporary (?:rule|ban|fix|workaround|work-around|exception|measure|freeze|solution|hack|arrangement|limit|policy|restriction|rate|closure|change|replacement|stop|hold|patch|setting|override)s?\b|\buntil further notice\b"
            r"|\b(?:as a )?stop-?gap\b|\binterim (?:rule|solution|measure|fix|arrangement)\b"
            rf"|\buntil (?:the |our |this |that |its |we (?:have )?|(?:\w+ ){{1,3}}?)?{_EVENT}\b[^.]{{0,40}}\b(?:is|are|has|have|was|gets?|goes|comes|ends?|lands?|ships?|finish\w*|done|over|complete\w*|closed|merged)\b"
            rf"|\b(?:during|while) (?:the |our |this )?(?:current |ongoing )?{_EVENT}\b(?: (?:is|are) (?:under way|underway|ongoing|running|in progress)| phase| period)"
            r"|\b(?:until|till|once|when|after) (?:ticket|issue|pr|pull request|bug|story|task|card|case)s? ?(?:#|no\.? ?)?[A-Z]{0,6}-?\d+[^.]{0,40}\b(?:closed|merged|done|fixed|resolved|lands?|ships?|solved|released|in)\b"
            r"|\b(?:until|till) (?:#\d+|[A-Z]{2,8}-\d+)\b"
            r"|\b(?:until|till|while) \w+(?: \w+)? (?:is|are|comes?|gets?|returns?)(?: back| away| out| off)? (?:from|on|in) (?:leave|holiday|vacation|sick leave|parental leave|paternity leave|maternity leave)\b"
            r"|\bthis (?:week|sprint|month|quarter|release)\b[^.]{0,60}\b(?:only|freeze|do not|don't|no|skip|hold)\b|\b(?:only|just) (?:for )?this (?:week|sprint|month|quarter|release)\b",
        ),
    ),
    (
        1,
        Caseless(
            r"\b(?:we are|we're|is|are) currently \w+ing\b|\bat the moment\b|\bright now\b(?=[^.]{0,60}\b(?:do not|don't|avoid|leave|no)\b)|\bfor a (?:few|couple of) (?:days|weeks|months)\b|\bin the process of\b|\bunder construction\b",
        ),
    ),
    (
        2,
        re.compile(
            r"当面(?:の間|は)?|暫定(?:的に|で|対応|措置|規則)|一時的に|とりあえず|今のところ|仮に(?:は)?、|(?:移行|改修|刷新|リリース|工事|切り替え|切替|監査|対応)(?:が)?(?:完了|終了|終わる)(?:する)?まで|(?:移行|工事|改修)(?:期間)?中は"
            r"|暂时|临时(?:措施|方案|规则|地|禁止)|目前先|(?:迁移|重构|改造|发布|审计|升级)(?:完成|结束)(?:之前|前)|在(?:迁移|重构|改造|升级)期间"
        ),
    ),
)
#: One of these stands in every open end; most sentences hold none.
_HINT = Caseless(
    r"\b(?:now|being|moment|temporar|until|till|further|stop-?gap|interim|during|while|once|when|after|this (?:week|sprint|month|quarter|release)|currently|few|couple|process|under construction)",
)
_CASED = re.compile(r"\b[A-Z]{2,8}-\d+\b|#\d{2,}")


@dataclass(frozen=True, slots=True)
class Passing:
    """A sentence that will not hold for ever.

    `ends`: the last day, when it names one; `exact`: whether it names a day; `cue`: the words that
    say so; `weight`: 2 when they are plain, 1 when they need company.
    """

    passage: Passage
    cue: str
    weight: int
    ends: date | None = None


def passing(context: Context) -> tuple[Passing, ...]:
    """The sentences of the prompt that say when they end, or that they will."""
    return shared(context, "passing", lambda: tuple(_passing(context)))


def _passing(context: Context) -> Iterator[Passing]:
    ruled = {i.start for i in context.instructions}
    bound = {
        i.start for i in context.instructions if i.form in ("ban", "duty", "wish", "label", "lead")
    }
    for passage in said(context):
        words = passage.words[:700]
        if passage.statement.kind == "quote":
            continue
        found = list(dates(words))
        if not found and passage.lang == "en" and not _HINT.search(words):
            continue
        rules = passage.statement.start in ruled or bool(_DUTY.search(words))
        ends = [(w, cue) for w in found if (cue := _cue(words, w, rules, passage.lang))]
        if ends and passage.statement.start not in bound and _tells(words):
            continue  # "written during the summer of 2018" has no end, it is over
        if ends:
            last, cue = max(ends, key=lambda entry: entry[0].last)
            yield Passing(passage, cue, 2, last.last)
            continue
        weight, cue = 0, ""
        # "Until the move is done" opens a sentence, too.
        forms = (words,) if words[:1].islower() else (words, words[:1].lower() + words[1:])
        for points, pattern in _OPEN:
            hit = next((m for form in forms if (m := pattern.search(form))), None)
            if hit:
                weight += points
                cue = cue or hit[0]
        if weight == 1 and re.search(r"\b(?:until|till)\b", words) and _CASED.search(words):
            weight = 2
        if weight and (rules or passage.lang != "en" or weight > 2):
            yield Passing(passage, cue.strip(" ,、"), weight)


def _tells(words: str) -> bool:
    """Whether a sentence is told of the past and binds nobody now."""
    told = telling(words)
    return told.past and not told.serves and not _BINDS.search(words)


def _cue(words: str, written: Written, rules: bool, lang: str) -> str:
    before, after = words[: written.start][-70:], words[written.end :][:24]
    found = _END.search(before)
    if (
        found
        and not rules
        and re.match(r"\s(?:is|are|was|were|has|have|had|lies?|lives?|sits?)\b", after)
    ):
        return ""  # "data until June is in the archive": a fact about the data
    if found:
        return f"{found[0].strip()} {words[written.start : written.end]}"
    weak = _WEAK_END.search(before)
    if weak and rules and not _PARTICIPLE.search(before[: weak.start()]):
        return f"{weak[0].strip()} {words[written.start : written.end]}"
    if lang in ("ja", "zh"):
        follows = _AFTER_JA.match(after)
        if follows:
            return words[written.start : written.end] + follows[0]
    return ""
