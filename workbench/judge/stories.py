# ruff: noqa: E501  (a list of words is one expression)
"""Cues of stories: the past tense, people and leisure; and cues of work and of rules.

The review and the scores of relevance share them, so that both call the same text a story.

English is looked up word by word in sets, which keeps long prompts fast; Japanese and Chinese by
pattern.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from workbench.language.statements import alone
from workbench.prompt.cues.verbs import NOUNS, VERBS
from workbench.prompt.language import plain

_WORDS = re.compile(r"[a-z][a-z'-]*")


def _set(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\S+", text))


_PLAIN_PAST = _set(
    "was were had did went came became began got gave took stood ran wrote spoke drew fell felt knew"
    " meant thought threw wore chose grew slept swam sang flew rode drank ate fought"
)
#: The past of these is also what follows "is" and "are" in a rule ("fees are paid"): then no past.
_SHARED_PAST = _set(
    """made told won lost left brought met sat found held kept led paid sent sold taught broke hung bought caught built loved moved lived worked started decided
    named called looked wanted liked painted signed opened arrived joined visited returned retired married died invented objected insisted discovered celebrated
    remembered travelled traveled walked played cooked baked sailed filled printed served borrowed laughed voted stayed turned founded designed converted adopted
    rented planted knitted performed collected admired argued hoped tried learned finished launched appeared survived wandered promised crashed burned burnt
    forgot forgotten flooded restored replaced renamed rained snowed fished danced practised practiced raced climbed"""
)
#: What follows a verb that could be a noun ("report what was said", but not "paper forms").
_OBJECT = _set(
    "the a an what that this these those your each every all only how which when it them"
)
_BEFORE_SHARED = _set("is are be been being gets get as not must can should may it them")
_STORY = _set(
    """founder founders co-founder co-founders cofounder colleague colleagues grandmother grandfather grandparents mother father brother sister aunt uncle wife husband
    daughter son family families cousin neighbour neighbours neighbor neighbors friend friends roommate intern professor king queen emperor inventor painter poet bishop monk
    cat cats dog dogs kitten puppy parrot goldfish hamster horse horses swan bird birds garden gardens gardener sail sails sailing boat boats bicycle bike bikes hike hiking
    mountain mountains skiing swimming guitar piano violin band choir concert painting landscapes landscape museum novel poem poetry chess football soccer tennis marathon
    picnic barbecue party birthday wedding holiday holidays vacation christmas beach lake barn attic cellar canteen kitchen coffee espresso tea cake cakes cookie cookies
    pizza lunch dinner breakfast beer wine restaurant pub mug mugs t-shirt t-shirts sticker stickers sofa couch mascot logo spreadsheet weekend weekends vote drawing postcard
    postcards photograph photographs rooftop castle village hometown childhood anecdote legend trivia rumour rumor nickname nicknamed folklore tradition story stories
    funny originally printer lighthouse bakery train trains ferry trip trips umbrella bread cheese fishing dance dancing songs song"""
)
_STORY_PHRASES = re.compile(
    r"\b(?:in the beginning|in the (?:old|early) days|at first|at the time|back (?:then|in (?:the|19|20))|years? ago|once upon|one (?:day|evening|night|morning|summer|winter)|long ago|over a weekend"
    r"|last (?:summer|winter|spring|autumn|christmas|year)|to this day|ever since|fun fact|come a long way|in the war|nobody (?:knows|remembers)|named after|the name (?:of|comes|came|was)|as a child"
    r"|used to (?!\w+(?:e|ate|ify) the)|man who|woman who|people who)\b",
    re.IGNORECASE,
)
_STORY_WIDE = re.compile(
    r"昔|当時|もともと|元々|かつて|以前は|創業|創立|社長|総務の|さんが|猫|犬|旅行|温泉|判子|景品|公募|由来|名付け|趣味|週末|花見|飲み会|喫茶|祖母|祖父|家族|思い出|逸話|余談"
    r"|曾经|当年|创始人|老板|猫|狗|旅行|周末|咖啡|故事|趣闻|传说|祖父|祖母|爱好|名字来源"
)
_PAST_WIDE = re.compile(
    r"(?:だった|でした|ました|した|されていた|っていた|ていた|された|れた|った|(?<!あな)た)(?:[。」]|$)|一直|曾经|当时|以前|过去|后来|那时|当年"
)
_PERSON = re.compile(
    r"\b(?:he|she|him|his|her|hers)\b|(?<=[a-z,] )(?:[A-Z][a-z]{2,12})(?= (?:moved|looked|wrote|built|left|who|from|said|loves|likes|liked|bought|won|and his|and her|had|was|still|once)\b)"
)
_SERVES = re.compile(
    r"¤|\b(?:must(?! have)|should|shall|do not|don't|please|ensure|make sure|avoid|prefer|require[sd]?|so that|therefore|because of this|for this reason|that is why|that's why|which is why|hence|thus"
    r"|instead|now (?:we|use|it)|today (?:we|it)|you (?:are|need|have|will|may)|your)\b|^(?:never|always|only|use|run|keep|add|write|read|check|ask|see|note|remember)\b"
    r"|すること|してください|必要がある|ため、|そのため|なければ|必须|应该|因此|所以|请",
    re.IGNORECASE,
)
#: Words of the trades that prompts are about; a passage without any is likelier off the subject.
_WORK = _set(
    """api apis url urls json code codebase script scripts bug bugs test tests testing error errors commit commits deploy deploys deployment config configuration function
    functions class classes module modules server servers database databases schema schemas user users prompt prompts model models agent agents feature features version
    versions implement implements implementation refactor migration migrations library libraries framework frameworks parameter parameters release releases incident
    incidents outage outages file files folder folders repository repositories branch branches endpoint endpoints request requests response responses data query queries
    pipeline pipelines service services client clients package packages dependency dependencies component components documentation docs instruction instructions rule rules
    task tasks output outputs input inputs format formats skill skills tool tools token tokens context type types object objects method methods interface interfaces system
    systems security performance customer customers order orders payment payments ticket tickets software developer developers engineer engineers project projects"""
)
_WORK_WIDE = re.compile(
    r"コード|テスト|実装|仕様|機能|設定|データ|ファイル|ユーザー|エラー|代码|测试|实现|功能|配置|数据|文件|用户|错误"
)

#: Titles under which the past is told.
HISTORY_TITLE = re.compile(
    r"\b(?:history|origins?|how (?:we|it|this) (?:got|all|came|began|started)|our story|the story|story of|back ?story|about (?:the|our) (?:team|company|founder|house|office|name)|trivia|fun facts?|anecdotes?|where .{1,40} (?:comes?|came) from|once upon|in the past|a little history|company culture|the early days|off ?topic|by the way|personal note)\b"
    r"|沿革|歴史|由来|余談|あゆみ|思い出|历史|由来|往事|趣闻|花絮",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])(?=\s)|(?<=[。！？])|\n(?=\s*(?:[-*+]|\d+[.)])\s|\s*\n)")
#: Where it stands, a part names something of the work: code, a path, an identifier, an address.
_NAMES = re.compile(
    r"`|\b\w+/[\w./*-]*\w|\b\w+\.(?:py|tsx?|jsx?|md|json|ya?ml|toml|sql|css|csv|sh|go|rs|html|rb|java|kt|txt|log)\b|https?://|\b[a-z]+[A-Z]\w*|\b\w+_\w+|(?<!\w)--?[a-z][\w-]+|(?m:^\s*[$>#|] ?\w+ .*\||^ {4,}\S)"
)
#: Who is addressed has a part to play: a persona with a past is no story.
_ADDRESS = re.compile(r"\byou(?:r|rs|rself)?\b|あなた|你|您", re.IGNORECASE)
#: Share of the sentences that tell, below a title of history and elsewhere.
_HEADED, _UNHEADED = 0.5, 0.7
_LONGEST_STORY = 20_000


@dataclass(frozen=True, slots=True)
class Telling:
    """What one sentence tells: `past` tense, its `story` cues, words of `work`, and `serves`: it
    rules, gives a reason or names code."""

    past: bool
    story: frozenset[str]
    people: int
    work: int
    serves: bool

    @property
    def tells(self) -> bool:
        return (self.past or bool(self.story)) and not self.serves


@lru_cache(maxsize=4096)
def telling(words: str) -> Telling:
    """The cues of one sentence (plain words, code as `¤`)."""
    tokens = _WORDS.findall(words.lower())
    past = any(
        token in _PLAIN_PAST
        or (token in _SHARED_PAST and (not i or tokens[i - 1] not in _BEFORE_SHARED))
        for i, token in enumerate(tokens)
    )
    # One thing in two forms ("trains ... train") is one cue.
    story = {
        token[:-1] if token.endswith("s") and token[:-1] in _STORY else token
        for token in tokens
        if token in _STORY
    }
    work = sum(1 for token in tokens if token in _WORK)
    story.update(match[0].lower() for match in _STORY_PHRASES.finditer(words))
    if not words.isascii():
        past = past or bool(_PAST_WIDE.search(words))
        story.update(match[0] for match in _STORY_WIDE.finditer(words))
        work += len(_WORK_WIDE.findall(words))
    people = len(_PERSON.findall(words)) if tokens else 0
    orders = bool(tokens) and tokens[0] in VERBS
    if orders and tokens[0] in NOUNS:
        orders = len(tokens) > 1 and tokens[1] in _OBJECT
    serves = orders or bool(_SERVES.search(words))
    return Telling(past, frozenset(story), people, work, serves)


def is_story(title: str, text: str) -> bool:
    """Whether most sentences of `text` tell of the past or of people, and none instructs, addresses
    the reader or names code, a path, an identifier or a command. Headings are left out.
    """
    body = "\n".join(x for x in text.splitlines() if not x.lstrip().startswith("#"))
    if len(body) > _LONGEST_STORY or _NAMES.search(body) or _ADDRESS.search(body):
        return False
    sentences = [" ".join(piece.split()) for piece in _SENTENCE.split(body)]
    sentences = [piece for piece in sentences if len(piece) > (8 if piece.isascii() else 3)]
    size = sum(len(piece) * (1 if piece.isascii() else 3) for piece in sentences)
    if not sentences or size < 60:
        return False
    headed = bool(HISTORY_TITLE.search(title)) and len(title) < 80
    told = [telling(plain(piece[:600])) for piece in sentences]
    past = sum(t.past for t in told)
    if not headed:
        cues = frozenset().union(*(t.story for t in told))
        if not cues and not any(t.people for t in told):
            return False
        if len(cues) > 1 and any(t.people or t.past for t in told):  # "she sleeps on the printer"
            past = sum(bool(t.past or t.people or t.story) for t in told)
    if past < (_HEADED if headed else _UNHEADED) * len(told):
        return False
    if any(t.serves and not t.past for t in told):
        return False
    return not any(_instructs(piece) for piece in sentences)


def _instructs(sentence: str) -> bool:
    """An instruction in words of duty or as a command; "came from" is none in a story."""
    return bool(alone(sentence))
