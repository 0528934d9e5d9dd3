# ruff: noqa: E501  (a list of words is one expression)
"""Instructions dissolved by their own hedges."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, folded, is_article, said
from workbench.prompt.caseless import Caseless

#: A hedge of weight 2 leaves the choice open by itself, one of weight 1 needs company.
_EN: tuple[tuple[int, str], ...] = (
    (
        2,
        r"(?:you|we|one|it) (?:might|could|may) (?:maybe|perhaps|possibly|potentially|want to|like to|wish to|consider"
        r"|also want|even|try|be (?:worth|good|nice|better|an idea|helpful|useful|wise))"
        r"|(?:might|may|could) (?:possibly|perhaps|maybe|potentially|conceivably)"
        r"|(?:should|could|would) (?:probably|maybe|perhaps|possibly|ideally)"
        r"|try (?:to|and) (?:\w+ )?(?:avoid|not|keep|maybe|somewhat)|if (?:at all )?(?:that |it |this |you )?(?:seems?|feels?|looks?|sounds?)"
        r"(?: like)? (?:right|appropriate|sensible|reasonable|useful|good|fine|ok(?:ay)?|fitting|worthwhile|like it|necessary|suitable)"
        r"|should (?:that|it|this) (?:feel|seem|look|appear) \w+|if you feel like(?: it)?|where(?:ver)? (?:it |that )?(?:makes|seems to make) (?:some )?sense"
        r"|(?:may|might|could) (?:be )?worth|(?:more or less|kind of|sort of)|if (?:that|it)(?:'s| is| isn't)(?: not)? too (?:much|hard|difficult|slow|expensive|complicated|long)(?: \w+)?(?: trouble| work| effort)?|(?:depending on )?what(?:ever)? (?:feels|seems|looks|sounds) \w+|unless (?:that|it|this) (?:seems|feels|looks|appears) \w+|or (?:maybe|perhaps|possibly) not|if (?:that|it|this) works(?: for you)?|might be (?:a )?(?:good|nice|better|worth)(?: idea)?",
    ),
    (
        1,
        r"probably|perhaps|maybe|possibly|presumably|potentially|hopefully|arguably|conceivably|somewhat|ideally"
        r"|might|if (?:at all )?(?:possible|needed|necessary|appropriate|feasible|applicable|practical|desired|required|time (?:permits|allows)|you (?:can|like|want|wish|have time))"
        r"|(?:when|where|as)(?:ever)? (?:possible|needed|necessary|appropriate|feasible|applicable|practical|reasonable|suitable|convenient|sensible)"
        r"|at some point|some ?(?:day|time)|sooner or later|in some cases|in most cases|from time to time|now and then|every so often"
        r"|(?:should|would) (?:generally|usually|normally|typically|mostly)|try (?:to|and)|consider(?: \w+ing)?|you could|we could|it could be"
        r"|i (?:think|guess|suppose|believe)|tend to|if you can(?: \w+ it)?|it (?:seems|appears)|not (?:really|necessarily)|to some extent|a bit|rather|or so",
    ),
)
_JA: tuple[tuple[int, str], ...] = (
    (
        2,
        r"方がよいかもしれない|方が良いかもしれ|ほうがよいかもしれ|かもしれません|かもしれない|かも知れない|と思われる|と思います|気がする",
    ),
    (
        1,
        r"必要に応じて|可能であれば|可能な限り|できれば|できるだけ|なるべく|適宜|場合によっては|おそらく|多分|たぶん|もしかすると|状況に応じて|余裕があれば|(?:方|ほう)が(?:よい|良い|いい)|検討する|一応|基本的に|ある程度|時々|そのうち|いずれ",
    ),
)
_ZH: tuple[tuple[int, str], ...] = (
    (2, r"也许可以|或许可以|可能需要考虑|可能会比较好|似乎可以"),
    (
        1,
        r"也许|或许|可能|大概|尽量|如果可以|如有可能|如有必要|必要时|视情况|适当|酌情|考虑一下|一般来说|差不多|最好(?![的地])",
    ),
)


def _compiled(rows: tuple[tuple[int, str], ...], word: bool) -> tuple[tuple[int, Caseless], ...]:
    edge = r"\b" if word else ""
    return tuple((w, Caseless(f"{edge}(?:{p}){edge}")) for w, p in rows)


_CUES = {"en": _compiled(_EN, True), "ja": _compiled(_JA, False), "zh": _compiled(_ZH, False)}
#: What makes a sentence an order or advice at all; a fact may be uncertain ("the API might lag").
_ADVICE = Caseless(
    r"\byou\b|\bshould\b|\bplease\b|\blet's\b|\bit (?:may|might|could|would) be\b|^(?:¤\W{0,3})?(?:if [^,]{1,120}, )?(?:try|consider|avoid|use|add|keep|"
    r"handle|write|make|check|look|think|do|don't|run|mention|suggest|offer|prefer|ensure|include|put|"
    r"test|document|refactor|update|split|move|ask|tell|give|show|leave|remove|create|improve|perhaps|maybe|probably|ideally|possibly)\b",
)
_CONDITION_FACT = Caseless(
    r"\b(?:might|may|could|can) (?:be|have|cause|lead|fail|break|result|return|contain|differ|change|take|need|not)\b"
    r"|\b(?:how|what|whether|why|that) (?:[\w'-]+ ){1,5}(?:might|may|could)\b|\bconsider (?:how|what|whether|why)\b"
    r"|\b(?:encourag|invit|ask|help|advis|urg|remind|prompt)(?:e|es|s)? (?:[\w'-]+ ){1,3}to consider\b"
    r"|\b(?:whatever|anything|everything) (?:you|it|they) (?:might|may|could)\b|\bas if\b|\brather than\b|\bas (?:\S+ ){1,10}as possible\b|\b(?:a bit|rather) (?:of|than)\b",
)


#: Every English hedge holds one of these words: most sentences are passed over by it.
_TRIGGERS = frozenset(
    [
        "might",
        "may",
        "could",
        "should",
        "would",
        "probably",
        "perhaps,",
        "perhaps",
        "maybe",
        "maybe,",
        "possibly",
        "possibly,",
        "presumably",
        "potentially",
        "hopefully",
        "arguably",
        "conceivably",
        "somewhat",
        "ideally",
        "ideally,",
        "if",
        "where",
        "wherever",
        "when",
        "whenever",
        "as",
        "try",
        "trying",
        "consider",
        "some",
        "someday",
        "sometime",
        "sooner",
        "from",
        "now",
        "every",
        "at",
        "in",
        "i",
        "tend",
        "it",
        "not",
        "to",
        "a",
        "rather",
        "or",
        "more",
        "kind",
        "sort",
        "depending",
        "unless",
        "what",
        "whatever",
    ]
)


def _weigh(words: str, lang: str) -> tuple[int, list[str]]:
    total = 0
    found: list[str] = []
    rest = _CONDITION_FACT.sub(" · ", words) if lang == "en" else words
    for weight, pattern in _CUES.get(lang, ()):
        hits = [hit[0] for hit in pattern.finditer(rest)]
        if hits:
            total += weight * len(hits)
            found += hits
            rest = pattern.sub(" · ", rest)
    return total, found


def _short_item(passage: Passage) -> bool:
    return (
        passage.statement.kind == "item"
        and not passage.words.startswith("¤")
        and len(passage.words.split()) <= 18
    )


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sentences that advise something and hold hedges worth two or more."""
    if is_article(context):
        return
    hits: list[tuple[float, Finding]] = []
    hard = {i.start for i in context.instructions}
    for passage in said(context):
        if not 12 <= len(passage.words) <= 700 or passage.words.rstrip().endswith(("?", "？")):
            continue
        if passage.lang not in _CUES:
            continue
        if passage.lang == "en" and _TRIGGERS.isdisjoint(passage.words.lower().split()):
            continue
        total, found = _weigh(passage.words, passage.lang)
        if len({hedge.casefold() for hedge in found}) < len(found):
            total -= 1
        advice = passage.statement.start in hard or (
            bool(_ADVICE.search(passage.words)) or _short_item(passage)
            if passage.lang == "en"
            else passage.lang == "ja"
        )
        needed = 2 if len(passage.words) < 220 or passage.lang != "en" else 3
        if total < max(needed, 2) or len(found) < (1 if total >= 4 else 2) or not advice:
            continue
        named = ", ".join(f'"{hedge}"' for hedge in list(dict.fromkeys(found))[:4])
        hits.append(
            (
                total,
                rule.finding(
                    passage.line,
                    f"Hedged until no rule is left: {named}.",
                    end_line=passage.end_line,
                    text=passage.text[:300],
                    fix="Say when it holds and what to do then, or drop the line.",
                    confidence="high" if total >= 3 else "medium",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="hedged",
    title="a rule behind maybes",
    severity="warning",
    confidence="medium",
    why="The reader has to guess whether it applies: one run follows it, the next does not, and "
    "nobody can check it.",
    source="Anthropic, Claude Code memory: instructions that are specific and can be checked",
    dated="2026-08-22",
    check=check,
    example="- You should probably try to avoid long functions if at all possible.",
    instead="- Split functions above 60 lines.",
)
