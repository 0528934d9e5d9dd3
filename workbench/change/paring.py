# ruff: noqa: E501  (a pattern is one expression)
"""Words that a sentence can do without: politeness, stress and long ways round.

Two wordings are compared by what is left of them. Only what adds no demand, no limit, no
condition and no subject is taken out or put shortly; a word that may bind stays where it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.change.cjk_words import one_word
from workbench.change.quantities import spelled
from workbench.prompt.caseless import lowered
from workbench.prompt.needed import needed

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
    # Short forms.
    (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n['’]t\b", r"\1 not"),
    (r"\bcan['’]?t\b|\bcan not\b", "cannot"),
    (r"\bwon['’]t\b", "will not"),
    (r"\b(you|they|we)['’]re\b", r"\1 are"),
    (r"\b(you|they|we|i)['’]ve\b", r"\1 have"),
    (r"\b(you|they|we|i|it)['’]ll\b", r"\1 will"),
    (r"\b(it|that|there)['’]s\b", r"\1 is"),
    # Limits.
    (r"\b(?:do not|must not|may not|should not|shall not|cannot|never|not|no)((?: [\w-]+){0,6}?) (?:more|longer|larger|bigger|greater|later|higher|heavier|wider|deeper|faster|further)(?: [\w-]+)? than (?=\d|once\b|twice\b|one\b)", r"\1 at most "),
    (r"\b(?:do not|must not|may not|should not|shall not|cannot|never|not|no)((?: [\w-]+){0,6}?) (?:less|fewer|shorter|smaller|earlier|lower|lighter) than (?=\d|once\b|twice\b|one\b)", r"\1 at least "),
    (r"\b(\d+(?:[.,]\d+)*[^,.;\d]{0,20}?) (?:or|and) (?:fewer|less|lower|shorter|below|under|earlier)\b", r"at most \1"),
    (r"\b(\d+(?:[.,]\d+)*[^,.;\d]{0,20}?) (?:or|and) (?:more|higher|longer|above|over|later|older|up)\b", r"at least \1"),
    (r"\b(?:a |the |an )?(?:absolute )?max(?:imum|\.)? of (?=\d)|\b(?:up )?to a maximum of (?=\d)|\bmaximum (?=\d)", " at most "),
    (r"\b(?:a |the |an )?(?:absolute )?min(?:imum|\.)? of (?=\d)|\bminimum (?=\d)", " at least "),
    (r"\b(?:is|are|be) (?:limited|restricted|capped) (?:to|at) (?=\d)", "at most "),
    (r"\bthe (?:total |maximum |overall )?number of ([\w-]+)(?= (?:is|are|must|should|may|at most|at least|does|cannot|never)\b)", r"\1"),
    (r"(\d+[^,.;\d]{0,20}?) (?:at most|maximum|max\.?)(?=[ ,.;]|$)", r"at most \1"),
    (r"(\d+[^,.;\d]{0,20}?) (?:at least|minimum)(?=[ ,.;]|$)", r"at least \1"),
    (r"\be\. ?g\.,?|\bfor (?:example|instance),?|\beg\.?(?= )", "such as"),
    (r"\bi\. ?e\.,?|\bthat is to say,?", "that is"),
    # One against another.
    (r",? ?\b(?:rather than|instead of|as opposed to|in place of)\b", ", not"),
    (r"\b(?:nobody|no one|none|nothing)\b (?:but|except|other than|apart from|besides) (.{1,60}?) (?=(?:may|can|must|should|is|are|has|have)\b)", r"only \1 "),
    (r"^((?:[\w-]+ ){1,3}(?:.{1,60}?)),? and nothing (?:else|more)\b", r"only \1"),
    (r"\b(?:do not|never|must not|may not|cannot) ([^,;.]{1,80}?),? (?:unless|except (?:when|if|where)) ", r" \1 only if "),
    (r"\b(?:do not|never|must not|may not|cannot) ([^,;.]{1,80}?),? except (?=in|on|for|with|by|from|at|under|to)", r" \1 only "),
    (r"\b(?:is|are) (?:strictly )?(?:forbidden|prohibited|banned|disallowed|not allowed|not permitted) (?:unless|except (?:when|if|where)) ", "only if "),
    (r"(^|[;:.] )no ([^,;.]{1,60}?) (?:unless|except (?:when|if|where)) ", r"\1\2 only if "),
    (r"\b(?:do not|never|must not|may not|cannot) ([^,;.]{1,80}?) outside(?: of)? ", r" \1 only in "),
    (r"(^|[;:.] )no ([^,;.]{1,60}?) outside(?: of)? ", r"\1\2 only in "),
    (r"\b(?:is|are) (\w+) by (?:somebody|someone|anyone) else\b(?:, (?:not|never) by you)?", r"must never be \1"),
    (r"\b(?:do not|never|must not) (\w+) ([\w -]{1,30}?) (?:other than|besides) ", r"\1 only \2 "),
    (r"\b(?:with the exception of|apart from|aside from|other than|save for|except for|excluding|with the exclusion of)\b", "except"),
    (r"\bexcept (?:when|if|where|in case)\b", "unless"),
    (r"\b(?:leave|keep) ([^,.;]{1,60}?) (?:unchanged|untouched|unmodified|unaltered|unedited|as (?:it|they|is|are)(?: is| are)?)\b", r"never change \1"),
    (r"\bleave ([^,.;]{1,60}?) (closed|open|on|off|empty|blank|intact|clear|clean|visible|hidden|running)\b", r"keep \1 \2"),
    (r"\bkeep ([^,.;]{1,60}?) (?:secret|confidential|private|to yourself)\b", r"never reveal \1"),
    (r"\bkeep ([^,.;]{1,60}?) (?:out of|away from) ", r"never put \1 in "),
    (r"\b(?:must|is to|are to|has to|have to|should) be (?:kept|treated as) (?:secret|confidential|private)\b|\b(?:is|are|stays?|remains?) (?:secret|confidential)\b", "must never be revealed"),
    (r"\bun(?=(?:sign|chang|encrypt|review|test|approv|verifi|confirm|attend|authoriz|authoris|finish|resolv|format|label|valid|publish|commit|translat|complet|check|edit|authenticat|cleanli|wash|lock|nam|pai|inspect|train|licens|sort|document)\w*(?:ed|d)\b)", "not "),
    (r"\b(?:decline|refuse|reject) (?:to answer )?(questions?|requests?)\b", r"never answer \1"),
    # Ways of saying when and who.
    (r"(^|[,;.] ?|and |but )should (?=(?:a|an|the|any|there|it|you|they|this|that|anyone|someone|somebody|anybody)\b)", r"\1if "),
    (r"\b(?:at once|right away|straight away|straightaway|without (?:any )?delay|instantly|promptly)\b", "immediately"),
    (r"\b(?:(?:any|every)(?:one|body)|whoever|those|people|persons|a person|anyone) who\b", "who"),
    (r"\b(?:is|are) (?:responsible for|in charge of|tasked with)\b", "must"),
    (r"\b(choose|prefer|use|pick|favou?r|take) ([^,.;]{1,50}?) over (?!\d)", r"\1 \2, not "),
    (r"\bprefer ([\w` -]{1,30}?) to (?!\w+ing\b|be\b)(?=[\w`-]+(?:[.,;]|$))", r"prefer \1, not "),
    (r"\b(?:begin|start) by (\w+ing [^,.;]{1,60})", r"first \1"),
    (r"\bbetween any 2\b", "between"),
    (r"\b(before|when|while|after|once) (you )?(?:start|begin)(?:ing|s)? (?:to |with )?(?=\w)", r"\1 \2"),
    (r"\b(?:less|fewer) than (\d+ s) old\b", r"younger than \1"),
    (r"\bmore than (\d+ s) old\b", r"older than \1"),
    (r"\bthe words? (?=[\"“`])", " "),
    (r"(\d+ \w+) (?:deep|long|wide|high|tall|in (?:length|depth|width|height))\b", r"\1"),
    (r"\bnext to\b|\balongside\b", "beside"),
    (r"\bas soon as\b", "when"),
    (r"\b(?:each|every) (day|week|month|year)\b", r"\1ly"),
    (r"\bdayly\b", "daily"),
    (r"\bwe+k ?ly\b", "weekly"),
    (r"\bin (?:a|an) (\w+(?:al|ed|ful|ive|ly|nt|ous|ic)) (?:way|manner|fashion|order)\b", r"\1"),
    (r"\b(?:in case of|in the case of|in the event of|in) doubt (?:about|on|over|as to)?\b", "if unsure "),
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
    (r"\bin the presence of\b|\b(?:together|along) with\b", "with"),
    (r"\b1 time\b|\ba single time\b", "once"),
    (r"\b2 times\b", "twice"),
    (r"\bright (?=next to|before|after|beside|at)", " "),
    (r"\b(?:is|are) able to\b|\bhas the ability to\b", " can "),
    (r"\bdouble-check\b", " check "),
    (r",? and (?:it |they )?(?:must|should|may|can) ?not be (?:longer|shorter|more|fewer|less|larger|bigger|higher|lower) than that\b", " "),
    (r"\bmaximum (length|size|number|width|height|amount|time|duration) of (.{1,60}?) (?:is|are) (?=\d)", r" \2 at most "),
    (r"\bminimum (length|size|number|width|height|amount|time|duration) of (.{1,60}?) (?:is|are) (?=\d)", r" \2 at least "),
    # Relative clauses that name nothing.
    (rf"\b(?:(?:that|which) )?you(?:'ll| will| may| have| are going to| are about to)? {_MAKING}\b(?! (?:a|an|the|any|sure|certain|use)\b)", " "),
    (rf"\b(?:that|which|who) {_BE} (?:(?:currently|already) )?(?=\w+(?:ed|wn|en)\b|part\b)", " "),
    (rf"\b(?:the )?{_THING} (?:in|under|inside|within|below) (?=`)", " "),
    (rf"\bthe (?:(?:config|configuration|following|relevant|respective|corresponding) )?{_THING}(?: (?:called|named))?(?:,? (?:that|which) {_BE})?(?: (?:located|found|stored|kept|situated))?(?: (?:at|in|under))? (?=`)", " "),
    (rf"(`[^`\n]{{1,200}}`) {_THING}\b", r"\1"),
    (rf"\b(?:the )?{_THING} (?=`)", " "),
)  # fmt: skip
_CHINESE_JAPANESE: tuple[tuple[str, str], ...] = (
    (r"(?<=\d)(?:名|位)", "人"),
    (r"(?:完了|終了)(?:した?)?|終わ(?=[っりる])", "終"),
    (r"(?:が|の)?(?:発生|起き|生じ|出)(?:した|た|る|する)?(?:場合|とき|時|際)(?:は|に|には)?", "時"),
    (r"(?:記述|記載|表記|記入)(?=[すしさはがを])", "書"),
    (r"てから(?!の)", "た後に"),
    (r"(?:ないかぎり|ない限り)", "なければ"),
    (r"(?:不|勿)(?:得|能|要|应|可|允许|可以)?(?:超过|多于|高于|大于|长于|超出)(?=\s?\d)", "≤"),
    (r"(?:不|勿)(?:得|能|要|应|可|允许|可以)?(?:少于|低于|小于|短于)(?=\s?\d)", "≥"),
    (r"(\d+\s?[\w%]{0,4}?)(?:を超えない(?:よう(?:に)?(?:する|すること)?|こと)?|を超えて(?:は)?(?:ならない|いけない|いけません|ならず)|以下|まで(?!に)|以内|之内)", r"≤\1"),
    (r"(\d+\s?[\w%]{0,4}?)(?:以上|を下回らない)", r"≥\1"),
    (r"(?:最多|至多|上限|最大|最长)(?:で|为|は)?(?=\s?\d)", "≤"),
    (r"(?:最少|至少|最低|最小|少なくとも)(?:で|为|は)?(?=\s?\d)", "≥"),
    (r"[≤]{2,}", "≤"),
    (r"(?:する|ある|の)?場合に?(?:のみ|だけ|に限(?:る|り|って|ります|定))", "場合のみ"),
    (r"に限(?:る|り(?!なく)|って|ります|定する)", "のみ"),
    (r"的?(?:大小|长度|字数|数量)(?=请|应|须|控|不|最|≤|≥)|の(?:長さ|サイズ|文字数)(?=は)", ""),
    (r"(?<=本番|開発|検証)環境|(?<=テスト)環境|(?<=生产|测试|开发)环境", ""),
    (r"除非(.{1,40}?)[，,]\s*(?:否则)?(?:就)?(?:都)?(?:不要|不得|不能|不可|禁止|勿|请勿|不)", r"只在\1时"),
    (r"(?:仅|只)(?:在|当|有在)", "只在"),
    (r"(?:然后|接着|随后)再?", "再"),
    (r"(?:点|事項)?があれば|がある(?:場合|とき)は?", "は"),
    (r"(?<!必)ずに?(?=[\u4e00-\u9fff])", "ず、"),
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
_Way = tuple[re.Pattern[str], str, tuple[str, ...]]


@lru_cache(maxsize=2)
def _ways(foreign: bool) -> tuple[_Way, ...]:
    """Each pattern with what stands for it and the words without which it does not match."""
    listed, flags = (_CHINESE_JAPANESE, 0) if foreign else (_ENGLISH, re.IGNORECASE)
    return tuple((re.compile(p, flags), by, needed(p, flags)) for p, by in listed)


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

    short = spelled(_QUOTED.sub(away, text))
    foreign = bool(_HAS_CJK.search(short))
    if foreign:
        short = one_word(short)
    low = lowered(short)
    for pattern, by, words in _ways(foreign):
        if low is not None and words:
            for word in words:  # a sentence has few of the ways; the rest is seen at once
                if word in low:
                    break
            else:
                continue
        short, changed = pattern.subn(by, short)
        if changed:
            short = _BLANKS.sub(" ", short)
            low = lowered(short)
    short = _KEPT.sub(lambda found: kept[int(found[1])], short)
    short = _BLANKS.sub(" ", short).strip(" ,")
    return short if any(ch.isalnum() for ch in short) else text


_QUOTED = re.compile(r"`[^`\n]{1,400}`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,200}」")
_KEPT = re.compile("`\x00(\\d+)\x00`")
