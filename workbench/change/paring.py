# ruff: noqa: E501  (a pattern is one expression)
"""Words that a sentence can do without: politeness, stress and long ways round.

Two wordings are compared by what is left of them. Only what adds no demand, no limit, no
condition and no subject is taken out or put shortly; a word that may bind stays where it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

_BE = r"(?:is|are|was|were|be)"
_STRESSES = "very|really|extremely|absolutely|quite|highly|truly|particularly"
_STRESS = rf"(?:(?:{_STRESSES}|most|so|strictly|critically) )*"
_WEIGHTY = r"(?:important|essential|crucial|vital|critical|imperative|required|necessary|mandatory|key|paramount|obligatory)"
#: What somebody makes anyway: "each commit that you make" is each commit.
_MAKING = r"(?:make|write|create|produce|implement|generate|provide|submit|give|author|prepare|deliver|come up with)"
_THING = r"(?:files?|folder|directory|commands?|scripts?|functions?|methods?|modules?|class|variables?|options?|flags?|settings?|tools?|branch|packages?|library|tables?|columns?|fields?|keys?|endpoints?|keyword|hook|placeholders?|tags?)"

#: Pattern and what stands for it, in this order; each is one way of saying little.
_ENGLISH: tuple[tuple[str, str], ...] = (
    (r"\bno (?:more|longer|larger|bigger|greater|later) than\b|\bnot (?:more|longer|exceed)(?: than)?\b|\b(?:do|must|may|shall|should) not exceed\b|\bnever more than\b", " at most "),
    (r"\bno (?:less|fewer|shorter|earlier) than\b|\bnot (?:less|fewer) than\b", " at least "),
    (r"\b(?:please|kindly)\b,?", " "),
    # Frames around a rule.
    (rf"\b(?:it {_BE}|it's) {_STRESS}{_WEIGHTY} (?:that|to)\b(?: you\b)?", " must "),
    (r"\b(?:it is|it's) (?:strictly |absolutely |expressly |explicitly )?(?:forbidden|prohibited|not allowed|not permitted) (?:to|for you to|that)\b", " never "),
    (r"\b(?:as a (?:general |friendly |gentle |quick )?reminder|needless to say|first and foremost|above all|it goes without saying|of course|obviously|naturally|in general terms)\b,?(?: that\b)?", " "),
    (r"\b(?:always |also |do )?(?:note|be aware|be advised|remember|keep in mind|bear in mind|understand|be mindful|do not forget|don't forget|never forget) (?:that|of the fact that)\b", " "),
    (r"\b(?:always |also )?(?:remember|do not forget|don't forget|never forget|do not fail|never fail|do not neglect|never neglect|do not omit) to\b", " "),
    (r"\b(?:keep|bear) in mind(?: to)?\b", " "),
    (r"\b(?:keep|bear) ([^,.;]{1,40}?) in mind\b(?: and\b)?", r"\1"),
    (r"\b(?:you )?(?:(?:must|should|need to|have to|will) )?(?:always )?(?:make|be) (?:absolutely |very |quite )?(?:sure|certain)(?: to| that)?\b(?: you\b)?", " must "),
    (r"\b(?:you )?(?:(?:must|should|need to|have to|will) )?(?:always )?ensure(?: that)?\b(?: you\b)?", " must "),
    (r"\byou(?: are|'re) (?:expected|required|supposed|asked|requested|obliged|obligated|instructed) to\b", " you must "),
    (r"\b(?:we|i)(?: would|'d)? (?:like|want|need|ask|expect|require) (?:you|that you) to\b", " must "),
    (rf"\byou(?: {_BE}|'re) not (?:permitted|allowed|authori[sz]ed) to\b", " never "),
    (rf"\b(?:the|an|this|your) (?:agent|assistant|model|ai) (?:{_BE} not (?:permitted|allowed|authori[sz]ed) to)\b", " never "),
    (r"^\W*(?:the|an|this) (?:agent|assistant|model|ai)\b(?= (?:must|should|shall|may|can|will|has|needs)\b)", " you "),
    (r"\bwhat you (?:should|must|need to|have to) do (first|next|last|then) is(?: to)?\b", r" \1 "),
    (r"\b(?:try|do) your (?:very )?best to\b", " try to "),
    (r"\brefrain from\b", " never "),
    # Stress.
    (r"\bunder no circumstances?(?: whatsoever)?\b", " never "),
    (r"\bin no (?:case|event|way)\b|\bby no means\b|\bat no time\b|\bon no account\b", " never "),
    (r"\bnever,? ever\b,?", " never "),
    (r",? ?\b(?:under any circumstances?|for any reason|in any (?:case|event|situation|circumstances?|way)|no matter what|whatsoever|ever)\b(?: whatsoever)?,?", " "),
    (r"\bat all times\b", " always "),
    (r",? ?\b(?:with no|without(?: any| an)?|no) exceptions?\b(?: at all| whatsoever)?,?", " "),
    (r"(?<=[a-z]) at all\b", " "),
    (rf"\b(?:{_STRESSES}|actually|simply|basically|completely|totally|literally|certainly|definitely)\b", " "),
    (r"\b(pass|complete|finish)(e[sd]|ing)? successfully\b", r"\1\2"),
    (r"\b(?:successfully )(pass|complet|finish)(e[sd]|ing)\b", r"\1\2"),
    (r"\bno (?:matter|doubt|wonder)\b", " "),
    # Long ways round.
    (r",? ?(?:\band )?\b(?:with )?nothing but\b", " only "),
    (r"(?<=\bonly\b)(.*?),? (?:and )?nothing (?:else|more)\b", r"\1"),
    (r",? (?:and )?only (?:after that|afterwards|then)(?: (?:should|may|can) you)?\b", "; only then"),
    (r"\b(?:in the event that|in case(?: that)?|if it (?:so )?happens that|should it happen that|on the condition that|provided that|assuming that)\b", " if "),
    (r"\b(?:in order|so as) (?:to|that)\b", " to "),
    (r"\bprior to\b|\bin advance of\b", " before "),
    (r"\bsubsequent to\b", " after "),
    (r"\b(?:due to|because of|given|despite) the fact that\b", " because "),
    (r"\bas far as (.{1,60}?) (?:is|are) concerned,? (?:it|they)\b", r" \1 "),
    (r"\bwhen it comes to (.{1,60}?), ", r" \1 "),
    (r"\beach and every(?: one of)?\b", " each "),
    (r"\bany and all\b", " all "),
    (r"\bmake use of\b", " use "),
    (r"\btake (?:into account|into consideration)\b", " consider "),
    (r"\bin (?:total|size|length|number)\b(?=\W*(?:$|must|should|have|has|is|are|,))", " "),
    (r"\bin question\b", " "),
    (r"\bright (?=next to|before|after|beside|at)", " "),
    (r"\b(?:is|are) able to\b|\bhas the ability to\b", " can "),
    (r"\bdouble-check\b", " check "),
    (r",? and (?:it |they )?(?:must|should|may|can) ?not be (?:longer|shorter|more|fewer|less|larger|bigger|higher|lower) than that\b", " "),
    (r"\bmaximum (length|size|number|width|height|amount|time|duration) of (.{1,60}?) (?:is|are) (?=\d)", r" \2 at most "),
    (r"\bminimum (length|size|number|width|height|amount|time|duration) of (.{1,60}?) (?:is|are) (?=\d)", r" \2 at least "),
    # Relative clauses that name nothing.
    (rf"\b(?:(?:that|which) )?you(?:'ll| will| may| have| are going to| are about to)? {_MAKING}\b(?! (?:a|an|the|any|sure|certain|use)\b)", " "),
    (rf"\b(?:that|which|who) {_BE} (?:(?:currently|already) )?(?=\w+(?:ed|wn|en)\b|part\b)", " "),
    (rf"\bthe (?:\w+ )?{_THING}(?: (?:called|named))?(?:,? (?:that|which) {_BE})?(?: (?:located|found|stored|kept|situated))?(?: (?:at|in|under))? (?=`)", " "),
    (rf"(`[^`\n]{{1,200}}`) {_THING}\b", r"\1"),
    (rf"\b(?:the )?{_THING} (?=`)", " "),
)  # fmt: skip
_CHINESE_JAPANESE: tuple[tuple[str, str], ...] = (
    (r"(?:なお|ちなみに|また)、", ""),
    (r"(?:ので|ため)、?(?:十分に?)?(?:ご)?注意(?:して)?ください", ""),
    (r"(?:いかなる|どのような|どんな)(?:場合|状況|理由)(?:でも|であっても|があっても|においても)、?", ""),
    (r"(?:するように|ように)?お願い(?:いた|致)?します", ""),
    (r"(?:する)?ように(?:して|心がけて)ください", "する"),
    (r"(?:は|を)?(?:絶対に|決して|断じて)(?=.{0,30}(?:ない|せん|禁止))", "は"),
    (r"固く(?=禁止|禁じ)", ""),
    (r"(?:ことは|ことを)?(?:しないで|なさらないで)ください", "ない"),
    (r"(?:場合には|場合は|ときには|際には|時には)", "場合"),
    (r"もし(?:も)?", ""),
    (r"(?:設定)?(?:ファイル|フォルダ|コマンド|関数)(?:である|の)?\s*(?=`)", ""),
    (r"を書くときは|を作成するときは|を書く際は", "は"),
    (r"(?:を除いて|を除き)", "を除いて"),
    (r"(?:请)?(?:务必|一定要?|千万)(?:注意|记住)?[，,]?", ""),
    (r"(?:需要|请|要)注意的?是?[，,]", ""),
    (r"在任何(?:情况|条件|时候)下?都?[，,]?|无论如何[，,]?", ""),
    (r"请?确保(?=在|每|所|全|没|不|已)", ""),
    (r"的话(?=[，,])", ""),
    (r"(?<=[，,])那么", ""),
    (r"来进行|进行(?=[\u4e00-\u9fff]{2})", ""),
    (r"[，,](?:不要|不得|不能|请勿)超过(?:这个|该|此)[\u4e00-\u9fff]{2}", ""),
    (r"控制在", ""),
    (r"个(?=字|词|行|句)", ""),
    (r"^请|(?<=[，,])请", ""),
)  # fmt: skip
_LATIN = tuple((re.compile(p, re.IGNORECASE), by) for p, by in _ENGLISH)
_CJK = tuple((re.compile(p), by) for p, by in _CHINESE_JAPANESE)
_HAS_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_BLANKS = re.compile(r"[ \t]{2,}")
#: Longer sentences are compared as they stand.
_LONGEST = 4_000


@lru_cache(maxsize=2048)
def pare(text: str) -> str:
    """`text` without what binds nobody; never empty where `text` is not.

    Quotations and spans of code keep every word.
    """
    if len(text) > _LONGEST:
        return text
    kept: list[str] = []

    def away(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"`\x00{len(kept) - 1}\x00`"

    short = _QUOTED.sub(away, text)
    for pattern, by in _CJK if _HAS_CJK.search(short) else _LATIN:
        short, changed = pattern.subn(by, short)
        if changed:
            short = _BLANKS.sub(" ", short)
    short = _KEPT.sub(lambda found: kept[int(found[1])], short)
    short = _BLANKS.sub(" ", short).strip(" ,")
    return short if any(ch.isalnum() for ch in short) else text


_QUOTED = re.compile(r"`[^`\n]{1,400}`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,200}」")
_KEPT = re.compile("`\x00(\\d+)\x00`")
