# ruff: noqa: E501  (a list of words is one expression)
"""General wisdom and personas that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, folded, said
from workbench.prompt.caseless import AnyPattern, Caseless

_PRAISE = (
    r"world[- ]class|world's (?:best|greatest|leading)|top[- ](?:tier|notch|level|\d ?%)|best[- ]in[- ]class|elite|legendary"
    r"|brilliant|genius|exceptional(?:ly)?|outstanding|extraordinary|amazing|incredibl[ey]|wonderful|excellent|superb|unparalleled"
    r"|renowned|award[- ]winning|highly (?:skilled|experienced|intelligent|capable|competent|talented|respected|accomplished)|10x"
    r"|the (?:best|greatest|smartest|finest)|decades? of (?:\w+ )?experience|(?:\d+|many|twenty|thirty|ten|fifteen)\+? years(?: of|')? (?:\w+ )?experience|years of experience"
    r"|(?:deep|deeply) (?:care|passion)\w*|cares? (?:deeply|a lot|passionately)|passionate(?:ly)?|love[s]? (?:clean|beautiful|elegant|good|great)"
    r"|(?:takes? )?(?:great )?pride|strive\w* (?:for|to)|always (?:does?|doing|give|gives|giving) (?:your|their|its|his|her) (?:very )?best"
    r"|do(?:es|ing)? (?:your|their|its) (?:very )?best|(?:very|really|extremely|super|most) (?:smart|intelligent|clever|helpful|talented|experienced|knowledgeable|wise|capable|skilled)"
    r"|perfectionist|master(?:ful)? of (?:your|the) craft|second to none|never make mistakes|rock ?star|ninja|guru|wizard"
)
_PERSONA = Caseless(
    r"\b(?:you are|you're|act as|behave like|imagine (?:that )?you are|pretend to be|think of yourself as|you have (?:\w+ ){0,3}(?:years|decades))\b"
    rf"[^.!?]{{0,160}}?\b(?:{_PRAISE})(?!\w)"
    rf"|\bas an? (?:ai|artificial|large language|language) [^.!?]{{0,100}}\b(?:{_PRAISE}|helpful|harmless|honest)\b"
    r"|\byou (?:always )?(?:strive|aspire|endeavou?r|do your best|give your best|take pride|care deeply|love what you do|live and breathe)\b"
    r"|^(?:always )?(?:do|give|try) your (?:very |absolute )?best\b|^take pride in\b|^be the best\b",
)
_PERSONA_JA = re.compile(
    r"(?:あなた|君|貴方)は[^。]{0,40}(?:優秀|一流|世界最高|経験豊富|プロフェッショナル|超一流|エキスパート|天才|凄腕|熟練|卓越|最高|トップクラス|百戦錬磨|ベテラン)"
    r"|最善を尽く|全力を(?:尽く|注)|ベストを尽く|最高の(?:品質|結果|仕事|成果|答え)を(?:目指|提供|し|出)|心を込めて|誇りを持|常に(?:向上|成長|最高)"
)
_PERSONA_ZH = re.compile(
    r"你是(?:一[位名个])?[^。，]{0,16}(?:世界顶级|世界级|顶尖|顶级|最优秀|非常优秀|杰出|天才|卓越|无与伦比|经验丰富)[^。]{0,30}"
    r"|(?:尽|竭尽)(?:你的)?(?:最大(?:的)?努力|全力)|做到最好|精益求精|追求卓越"
)
_ABSTRACT = (
    r"(?:good |clean |clear |proper |great |high |simple |readable |well[- ]\w+ |solid |careful |open |thorough )?(?:quality|naming|names?|readability|simplicity|testing|tests?|code|code quality|clean code|communication"
    r"|documentation|documenting|consistency|security|performance|user experience|ux|design|architecture|maintainability|teamwork|collaboration|details?|attention to detail"
    r"|planning|feedback|clarity|honesty|trust|craftsmanship|software|engineering|programming|accessibility|correctness|reliability|discipline|focus|the (?:user|customer|guest|client|reader|details?)|customers?|users?|less|refactoring|empathy|safety|politeness|writing|structure|practice|time|hygiene|data|context)"
)
_WISDOM = Caseless(
    rf"^(?:remember[,:]?(?: that)?|note that|always remember(?: that)?|keep in mind(?: that)?|never forget(?: that)?|after all,?|as we all know,?|in the end,?)?\s?{_ABSTRACT} (?:is|are|matters?|comes?|makes?|beats?)"
    r"(?: (?:always|really|truly|absolutely|the|a|an|very|so|most|everything,?|our|of))*"
    r"(?: (?:key|king|queen|everything|paramount|crucial|essential|vital|important|foundation|cornerstone|heart|half the battle|fundamental|imperative|first|top priority|priority|more|utmost importance|right|an art|art|a craft|craft|gold|golden|a must|difference|perfect|responsibility|job|matter of)\b|[.!]|$)"
    r"|\b(?:code|software) is (?:read|written) (?:far |much )?(?:more|for)\b|\bread (?:far |much )?more (?:often|frequently) than (?:it is |it's )?written\b"
    r"|\bpremature optimi[sz]ation is\b|\bthe (?:best|only) (?:code|documentation|test) is (?:no|the|code)\b|\bless is more\b|\bthere is no (?:substitute for|such thing as|silver bullet)\b"
    r"|\b(?:measure twice|rome was not|a chain is only|the devil is in|garbage in|an ounce of prevention|better safe than sorry|practice makes perfect|perfect is the enemy)\b"
    r"|^(?:a |every |all |the )?(?:good|great|true|real|professional|experienced|senior|wise) (?:\w+ )?(?:developers?|engineers?|programmers?|software|code|design(?:er|ers)?|writers?|writing|teams?|products?|architects?|tests?|documentation|reviewers?|craftsm[ae]n|service|cooks?|teachers?|analysts?|scientists?)"
    r" (?:always |never |often |really )?(?:know|knows|write|writes|think|thinks|is|are|care|cares|take|takes|make|makes|ask|asks|understand|understands|start|starts|begin|begins|come|comes|speak|speaks|tell|tells|listen|listens|has|have)\b"
    r"|\b(?:everyone|everybody|we all|nobody|no one|no-one) (?:makes mistakes|is perfect|benefits from|knows that|loves|likes|wants|hates)\b|\bmistakes (?:are|will be|happen)\b|\bbugs (?:are inevitable|happen|cost)\b"
    r"|\b(?:is|are) (?:like|a bit like) (?:a |an )?(?:good |well[- ]\w+ )?(?:garden|house|building|recipe|story|orchestra|marathon|letter|book|joke)\b",
)
_WISDOM_JA = re.compile(
    r"(?:品質|命名|可読性|読みやすさ|テスト|設計|丁寧さ|お客様|コミュニケーション|コード|基本|準備|ユーザー)(?:は|が|こそ)[^。]{0,20}(?:大切|重要|命|鍵|すべて|全て|基本|第一|肝心|要)(?:である|です|だ|。|$)"
    r"|コードは書く(?:より|時間より)[^。]{0,12}読|急がば回れ|習うより慣れ|百聞は一見|失敗は成功"
)
_WISDOM_ZH = re.compile(
    r"(?:质量|命名|可读性|测试|细节|代码|沟通|用户|安全|设计)(?:是|非常|很|最|至关)[^。]{0,10}(?:关键|重要|生命|一切|根本|第一|基础|核心)(?:的)?(?:。|！|$)"
    r"|代码(?:首先)?是(?:写)?给人(?:看|读)|细节决定成败|熟能生巧|没有最好"
)
#: Words of virtue, and what they are said of; a sentence of nothing else is true anywhere.
_VIRTUE = Caseless(
    r"\b(?:quality|excellence|excellent|simplicity|simple|sophistication|readab\w+|clean\w*|success\w*|important|importance|key|love[sd]?|craft\w*|heart|soul|matters?|counts?|great(?:ness)?|good|better|best|difference|responsibility|everyone|everybody|humans?|people|first|happy|happiness|beaut\w+|elegan\w+|priceless|invaluable|valuable|worth|essential|crucial|vital|trust|honesty|liability|asset|friend|enemy|habit|journey|art|virtue|wins?|gold|pays? off|perfect\w*|wise|wisdom|smart|ultimate|foundation|pride|passion|care|respect|kind(?:ness)?|patience|discipline|consistency|clarity|forever|never-ending|half the work|everything)\b",
)
_COMMONPLACE = frozenset(
    re.findall(
        r"\S+",
        """a an the of to in on for with as by from at and or but so is are was be been being it its this that these those there here every each all any
    some no not never always only just also even very really truly more most than then when where who what how why you your we our they their one ones who's
    i my can will would should must may do does done make makes made go goes come comes have has take takes remember note write writes writing written read reads
    reading think thinks know knows code software program programs programmer programmers test tests testing well-tested tested bug bugs line lines detail details
    documentation docs comment comments engineer engineers engineering developer developers development team teams teamwork customer customers user users guest guests
    client clients reader readers business product products company work works job world life money time cost costs money name names naming security safety performance
    design designs architecture architect documentation communication project projects thing things like letter future self build builds built tool tools mistake mistakes
    answer answers question questions service word words text texts food meal data number numbers idea ideas day way long short small big little much many cheap expensive""",
    )
)
_COPULA = Caseless(
    r"\b(?:is|are|matters?|counts?|makes?|pays? off|wins?|comes? first|beats?|should be|must be|speaks?|means?)\b",
)
_MILD_PRAISE = Caseless(
    r"\b(?:seasoned|friendly|smart|clever|reliable|dedicated|diligent|meticulous|talented|creative|senior|expert|professional|experienced|skilled|motivated|thorough|thoughtful|conscientious|polite|curious|enthusiastic|proactive|versatile|wise|bright|hard-?working|knowledgeable|trusted|gifted|savvy)\b"
    r"|\bwho (?:always|never|knows everything|loves|cares|goes)\b|\b(?:passion|love|talent|eye|flair|feeling|instinct) for\b|\bextra mile\b|\bnever compromis\w+\b|\bexcellence\b|\bperfection\b|\bhighest (?:quality|standards?)\b",
)
_ADDRESS = Caseless(
    r"\b(?:you|yourself|act as|behave like|as an? (?:\w+ ){0,2}(?:ai|language|assistant)|pretend|best|pride|imagine)\b",
)
_ROLE = Caseless(
    r"^(?:you are|you're|act as|imagine you are|think of yourself as) (?:an? |the |our |my )?",
)
_ROLE_NOUNS = frozenset(
    re.findall(
        r"\S+",
        """software web full-stack fullstack backend frontend engineer developer programmer coder architect assistant ai agent expert specialist professional
    consultant writer copywriter author editor analyst scientist designer colleague helper person someone somebody teacher tutor manager employee worker""",
    )
)
#: Something of this project: a value, a name, a reason that a reader can check.
_CONCRETE = re.compile(
    r"¤|¢|\d|(?<=[a-z] )[A-Z]{2,}\b|\b(?:since|so that|unless|otherwise|except)\b|ため|ので|因为|否则"
)


def _left(words: str, known: frozenset[str]) -> int:
    """How many words are in no list: what the sentence says of its own."""
    return sum(1 for w in re.findall(r"[a-z'-]+", words.lower()) if w not in known)


def _flattery(words: str) -> bool:
    role = _ROLE.match(words)
    if role is None or len(words) > 220:
        return False
    praise = len(_MILD_PRAISE.findall(words))
    if praise >= 3:
        return True
    own = _left(_MILD_PRAISE.sub(" ", words[role.end() :]), _COMMONPLACE | _ROLE_NOUNS)
    return (praise >= 2 and own <= 3) or (praise == 1 and own == 0)


def _commonplace(words: str) -> bool:
    """A declarative sentence in which virtues are said of things that every project has."""
    if len(words.split()) > 18 or not _COPULA.search(words):
        return False
    virtues = len(_VIRTUE.findall(words))
    return virtues >= 1 and _left(_VIRTUE.sub(" ", words), _COMMONPLACE) <= (
        1 if virtues > 2 else 0
    )


#: Praise and wisdom, by language.
_SAID: dict[str, tuple[AnyPattern, AnyPattern]] = {
    "en": (_PERSONA, _WISDOM),
    "ja": (_PERSONA_JA, _WISDOM_JA),
    "zh": (_PERSONA_ZH, _WISDOM_ZH),
}


def _judge(passage: Passage) -> str:
    words = passage.words[:400]
    if passage.lang not in _SAID:
        return ""
    persona, wisdom = _SAID[passage.lang]
    english = passage.lang == "en"
    if (not english or _ADDRESS.search(words)) and (
        persona.search(words) or (english and _flattery(words))
    ):
        return "persona"
    if (
        (len(words.split()) > 2 or passage.statement.whole if english else len(words) > 3)
        and len(words) <= 160
        and not _CONCRETE.search(words)
        and (wisdom.search(words) or (english and _commonplace(words)))
    ):
        return "wisdom"
    return ""


def says_nothing(passage: Passage) -> bool:
    """Whether this rule names the passage: no other rule needs to say it a second time."""
    return bool(_judge(passage)) and passage.words.rstrip()[-1:] not in (":", "：")


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Praise for the reader, and sentences that hold everywhere."""
    hits: list[tuple[float, Finding]] = []
    last = -1
    for passage in said(context):
        if passage.line == last or passage.words.rstrip()[-1:] in (":", "："):
            continue
        found = _judge(passage)
        if not found:
            continue
        last = passage.line
        what = (
            "Praise of the reader; it says nothing about the work."
            if found == "persona"
            else "True anywhere, so it decides nothing here."
        )
        hits.append(
            (
                2.0 if found == "persona" else 1.0,
                rule.finding(
                    passage.line,
                    what,
                    end_line=passage.end_line,
                    text=passage.text[:300],
                    fix="Drop it, or say what to do differently in this project.",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="truism",
    title="wisdom or praise without effect",
    severity="note",
    confidence="high",
    why="It costs tokens with every request and changes no answer; what matters stands further "
    "back because of it.",
    source="Anthropic, Claude Code best practices: cut what would cause no mistake if removed "
    "(standard conventions, truisms)",
    dated="2026-08-22",
    check=check,
    example="You are a world-class engineer. Good naming is key.",
    instead="Name a function after what it returns: `open_orders`, not `get_data`.",
)
