# ruff: noqa: E501  (a list of words is one expression)
"""English word forms: a crude stem, and the words of grammar."""

from __future__ import annotations

from functools import lru_cache


def listed(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


#: Words of grammar.
GRAMMAR = listed(
    """a an the this that these those there here it its itself they them their he she his her we our us you your
    yours i me my mine one ones is are was were be been being am do does did done has have had having will would
    shall should can could may might must ought to of in on at by for from with into onto as and or but nor so if
    when whenever while where wherever than then also too very just only even still yet again ever please always
    never not no none any some all every each both either such same own other another more most less least few
    fewer about over under above below between within without during before after until unless except per up down
    out off via through across against along around because since though although however which who whom whose
    what how why whether sure instead rather once first exactly directly straight enough else don't doesn't isn't
    aren't won't can't cannot mustn't shouldn't needn't didn't wasn't e.g i.e etc upon onto toward towards much many
    well now later soon already away back forth like already them nobody nothing anybody whoever ok okay fine
    allowed forbidden banned prohibited permitted required optional mandatory compulsory necessary needed possible
    free freely able already however small large new good best better really simply quite almost near next let's
    normally usually generally typically whole entire several especially particularly strictly absolutely
    two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty ninety hundred thousand twice thrice moment
    otherwise therefore thus afterwards afterward beforehand straightaway hence therein meaning short"""
)
_IRREGULAR = {
    "sent": "send", "seen": "see", "saw": "see", "wrote": "write", "written": "write", "kept": "keep",
    "made": "make", "gave": "give", "given": "give", "took": "take", "taken": "take", "ran": "run",
    "told": "tell", "left": "leave", "found": "find", "held": "hold", "built": "build", "chose": "choose",
    "chosen": "choose", "went": "go", "gone": "go", "done": "do", "said": "say", "began": "begin",
    "begun": "begin", "broke": "break", "broken": "break", "spoken": "speak", "shown": "show",
    "frozen": "frozen", "thrown": "throw", "threw": "throw", "hidden": "hide", "caught": "catch",
    "brought": "bring", "drawn": "draw", "indices": "index", "people": "people", "worked": "work", "children": "child",
    "analyses": "analysis", "dying": "die", "paid": "pay", "laid": "lay", "stuck": "stick",
    "does": "do", "has": "have", "goes": "go", "tests": "test", "unwritten": "write", "tabs": "tabs", "spaces": "spaces",
    "settings": "setting", "classes": "class", "series": "series", "status": "status", "alias": "alias",
    "aliases": "alias", "redis": "redis", "axios": "axios", "postgres": "postgres", "canvas": "canvas", "css": "css",
    "rewritten": "rewrite", "rewrote": "rewrite", "overwritten": "overwrite", "rebuilt": "rebuild", "resent": "resend", "undone": "undo", "redone": "redo", "reread": "reread", "withheld": "withhold", "forgotten": "forget", "sold": "sell", "bought": "buy", "lent": "lend", "worn": "wear", "taught": "teach", "spent": "spend", "lost": "lose", "met": "meet", "led": "lead", "sung": "sing", "drunk": "drink", "eaten": "eat", "driven": "drive", "ridden": "ride", "fed": "feed", "cut": "cut",
    "using": "use", "uses": "use", "used": "use", "stripe": "stripe", "staging": "staging", "bare": "bare", "reveal": "reveal", "reveals": "reveal", "revealed": "reveal", "paging": "paging", "cookies": "cookie", "cookie": "cookie", "movies": "movie", "aws": "aws", "ios": "ios", "jenkins": "jenkins", "kubernetes": "kubernetes", "pandas": "pandas", "docs": "doc",
}  # fmt: skip
#: Words that the endings below would join with others: "reveal" with "revise".
_WHOLE = {
    form: word
    for word, forms in {
        "reveal": "reveal reveals revealed revealing", "contraction": "contraction contractions",
        "comment": "comment comments commented commenting", "terminal": "terminal terminals",
        "role": "role roles", "statement": "statement statements", "production": "production productions",
        "rotten": "rotten", "news": "news", "goods": "goods",
        "apply": "apply applies applied applying", "reply": "reply replies replied replying",
        "supply": "supply supplies supplied", "family": "family families", "assembly": "assembly assemblies",
        "anomaly": "anomaly anomalies", "rely": "rely relies relied relying", "comply": "comply complies",
        "multiply": "multiply multiplies", "imply": "imply implies implied", "ally": "ally allies", "setting": "setting settings", "organ": "organ organs", "station": "station stations",
        "element": "element elements", "ration": "ration rations",
    }.items()
    for form in forms.split()
}  # fmt: skip
_ENDINGS = (
    ("ifications", "ify"), ("ification", "ify"), ("izations", ""), ("isations", ""), ("ization", ""),
    ("isation", ""), ("izing", ""), ("ising", ""), ("ized", ""), ("ised", ""), ("izes", ""), ("ises", ""),
    ("ize", ""), ("ise", ""), ("ations", ""), ("ation", ""), ("ating", ""), ("ated", ""), ("ates", ""), ("ate", ""),
    ("ements", ""), ("ement", ""), ("ments", ""), ("ment", ""), ("ings", ""), ("ing", ""), ("ions", ""),
    ("ion", ""), ("ies", "y"), ("ied", "y"), ("ily", "y"), ("ically", "ic"), ("ally", ""), ("ly", ""), ("ioned", ""), ("ioning", ""), ("als", ""), ("al", ""), ("ed", ""), ("es", ""), ("s", ""),
)  # fmt: skip


@lru_cache(maxsize=20000)
def stem(word: str) -> str:
    """A crude English stem, good enough to tell that two forms are one word."""
    whole = _WHOLE.get(word)
    if whole is not None:
        return whole
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        if word.endswith("s") and len(word) > 3 and not word.endswith("ss"):
            word = word[:-1]
        return word
    if word.endswith("ss"):
        return word
    for end, by in _ENDINGS:
        if word.endswith(end) and len(word) - len(end) >= 3:
            word = word[: len(word) - len(end)] + by
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeious":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word
