"""What the words around a name make of it: a claim, its denial, an order to make it, an example."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from workbench.prompt.caseless import Caseless

#: There is none: right before the name, or right after it.
_NO_BEFORE = Caseless(
    r"(?:\b(?:there (?:is|are|was|were) (?:no|not (?:a|an|any))|(?:has|have|had|having|contains?"
    r"|with) no|no longer (?:a|an|any|has|have|uses?|contains?)|(?:do|does|did)(?:n['’]t| not)"
    r" (?:have|contain|exist)|without|lacks?|no)"
    r"(?: (?:a|an|any|such|more|file|folder|directory|script|target|command|function|class|module"
    r"|called|named|the))*|没有|無い|不再有)\s*[\"'“(*_]*$",
)
_NO_AFTER = Caseless(
    r"^[\"'”)*_]*\s*(?:(?:file|folder|directory|script|target|command|function|class|module"
    r"|variable|method)\s+)?(?:(?:does|do|did)(?:n['’]t| not) exist|no longer exists?"
    r"|(?:is|are|was|were|has been|have been)(?: now| since)? (?:gone|absent|missing|removed"
    r"|deleted|dropped)|(?:is|are) not (?:there|present|part of)|(?:は|が|も)?(?:存在しな|ありませ"
    r"|ない(?:。|$|の|た)|無い|削除(?:済|され|し)|廃止)|不存在|已(?:经)?(?:删除|移除|废弃))",
)
#: Only supposed to be absent: "whose `a.md` is deleted".
_SUPPOSED = Caseless(
    r"\b(?:whose|if|when|whenever|once|unless|until|after)\b[^.;:`]{0,30}[\"'“(*_`]*$"
)
#: To be made: it need not be there yet.
_MADE_BEFORE = Caseless(
    r"(?:\b(?:creat\w+|generat\w+|produc\w+|emit\w*|scaffold\w*|mak(?:e|es|ing)|initiali[sz]\w+"
    r"|add(?:s|ing)?|touch|mkdir|introduc\w+|renam\w+ (?:it |them )?(?:to|as)|set up|build)"
    r"(?: (?:a|an|the|new|another|own|your|its|one|file|files|folder|directory|empty|file called"
    r"|called|named))*"
    r"|\b(?:writ\w+|wrote|sav\w+|export\w*|dump\w*|log\w*|render\w*|output\w*|download\w*|copy"
    r"|copies|copied|stor\w+|record\w*|append\w*|cach\w+|upload\w*|mov\w+|extract\w*|unpack\w*)\b"
    r"[^.;:`]{0,80}?\b(?:to|as|into|in|under|at|named|called)(?: (?:a|an|the|new|file|folder"
    r"|directory|called|named))*"
    r"|\b(?:named|called|titled|entitled|name (?:it|them)|call (?:it|them)|(?:of|in) the form"
    r"|pattern|named like|output(?: file)?|results? (?:go|goes|land)s?(?: in| to)?)"
    r"(?: (?:is|are|as))?)\s*[:：]?\s*[\"'“(*_]*$",
)
_MADE_AFTER = Caseless(
    r"^[\"'”)*_]*\s*(?:(?:is|are|will be|gets?|can be) (?:created|generated|written|produced|made"
    r"|built|emitted|updated by)|(?:を|に)(?:新規)?(?:作成|生成|出力|保存|書き出|書き込|追加|作る)"
    r"|(?:として|という名前で)(?:保存|作成|出力))",
)
_MADE_CJK = re.compile(r"(?:创建|新建|生成|输出|写入|保存(?:到|为)|新規作成)[^。；]{0,12}$")
#: An example, a condition, a pattern.
_EXAMPLE_BEFORE = Caseless(
    r"(?:\be\.g\.[^.;)]{0,50}"
    r"|\b(?:e\.g\.?|for example|for instance|such as|like|say|i\.e\.?|imagine|suppose|example"
    r"|if (?:a|an|the|there is|there are|you have|it has|your)(?: [\w-]+){0,3}|if|unless|whether"
    r"(?: [\w-]+){0,3}|when (?:a|an|there is)(?: [\w-]+){0,3}|any|similar to|look for|search for"
    r"|(?:single|specific|particular|individual) (?:test|spec|file|case)s?(?: [^.;]{0,40})?"
    r"|check for|checks? (?:whether|if)|optional(?:ly)?\b[^.;`]{0,30})"
    r"|例えば|例|たとえば|比如|例如|もし)\s*[,:：、]?\s*[\"'“(（*_]*$",
)
_EXAMPLE_AFTER = Caseless(
    r"^[\"'”)*_]*\s*(?:if (?:it |they )?(?:exists?|present|there)|\(if\b"
    r"|where (?:present|it exists)|\((?:optional|if (?:present|any|needed|it exists))\b"
    r"|がある(?:場合|なら|とき)|があれば|が存在する場合|などの|のような|如果存在)",
)
#: Said to be over, refused or replaced: nothing is said about what is there now.
_PAST_BEFORE = Caseless(
    r"\b(?:instead of|rather than|formerly|previously|used to (?:be|live|sit)[^.`]{0,20}"
    r"|(?:renamed|moved|migrated|ported|copied|switched|changed) from|replac\w+|supersed\w+"
    r"|not(?: in| on| from| the| a)?|never|nor|neither|legacy|old|obsolete|deprecated|former"
    r"|delet\w+|remov\w+|dropp?\w*|retired?|avoid\w*|forbid\w*|ban(?:ned|s)?|unlike|don['’]t)"
    r"(?: (?:the|a|an|old|any|use|using|file|folder|directory|of))*\s*[\"'“(*_]*$",
)
_PAST_AFTER = Caseless(
    r"^[\"'”)*_]*\s*(?:(?:was|were|has been|have been|is|are) (?:renamed|moved|replaced|retired"
    r"|deprecated|obsolete|superseded|forbidden|banned|not allowed|a thing of the past)"
    r"|\((?:now |since )?(?:deleted|removed|gone|retired|dropped|renamed|moved|deprecated"
    r"|obsolete)\b"
    r"|(?:は|を)?(?:使わな|使用しな|禁止|避け)|(?:から|より)(?:移行|変更|改名))",
)
_BAN = Caseless(
    r"(?:\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot"
    r"|can['’]t|avoid|no)\b|不要|禁止|切勿|不得|别)[^.;:。；]{0,80}$",
)
_BAN_AFTER = re.compile(
    r"^[^.;:。；]{0,40}?(?:ない(?:こと|で)|てはならない|てはいけない|禁止|しない(?:。|$)|使わない)"
)
#: Made by a tool: not under version control, so that looking proves nothing.
_BUILT = Caseless(
    r"\b(?:generated|auto-?generated|build output|build artifacts?|compiled|gitignored|git-ignored"
    r"|ignored by git|not (?:checked in|committed|tracked|in git)|at (?:run ?time|build time)"
    r"|is cached|local only|untracked)\b|自動生成|生成され|生成物",
)
_BUILT_PLACES = frozenset(
    {
        *("dist", "build", "out", "target", "node_modules", ".venv", "venv", "coverage", ".next"),
        *("__pycache__", "htmlcov", ".cache", "tmp", "temp", "output", "outputs", "logs", ".tox"),
        *(".pytest_cache", ".mypy_cache", ".ruff_cache", "results", ".turbo", "storybook-static"),
    }
)
_FAR = Caseless(
    r"\b(?:(?:another|other|separate|different|upstream|external|sister|parent) (?:repo\w*|project"
    r"|service|package|codebase)|on (?:the|your|a) (?:server|host|machine|phone|device|cluster)"
    r"|in production|inside the container|in the container|on the runner|in the user['’]s"
    r"|(?:the|your) user['’]s (?:project|repo\w*|codebase|folder|workspace)|target (?:project|repo)"
    r"|in (?:your|the user's|their) (?:project|repo\w*|app)"
    r"|the (?!(?:same|current|whole|entire|local|git|github|root|main) )"
    r"[`'\"*]{0,3}[\w./-]{2,40}[`'\"*]{0,3} repo(?:sitory)?(?:['’]s)?"
    r")\b|\bsubmodule"
    r"|別のリポジトリ|他のリポジトリ",
)


@dataclass(frozen=True)
class Around:
    """The sentence around a name: some words `before` and `after` it, and titles above.

    `quoted`: it stands in quoted speech. `sentence`: all of it, of a long one the beginning.
    """

    before: str
    after: str
    titles: tuple[str, ...] = ()
    quoted: bool = False
    sentence: str = ""

    @cached_property
    def absent(self) -> bool:
        """The text says that there is no such thing."""
        if _SUPPOSED.search(self.before):
            return False
        after = bool(_NO_AFTER.search(self.after))
        return after or bool(_NO_BEFORE.search(self.before) and not _BAN.search(self.before[:-4]))

    @cached_property
    def to_be_made(self) -> bool:
        return bool(
            _MADE_BEFORE.search(self.before)
            or _MADE_AFTER.search(self.after)
            or _MADE_CJK.search(self.before)
        )

    @cached_property
    def example(self) -> bool:
        if self.quoted:
            return True
        return bool(_EXAMPLE_BEFORE.search(self.before) or _EXAMPLE_AFTER.search(self.after))

    @cached_property
    def over(self) -> bool:
        """Refused, replaced or forbidden."""
        return bool(
            _PAST_BEFORE.search(self.before)
            or _PAST_AFTER.search(self.after)
            or _BAN.search(self.before)
            or _BAN_AFTER.search(self.after)
        )

    @cached_property
    def elsewhere(self) -> bool:
        lead = self.titles[-1] if self.titles else ""
        return any(_FAR.search(words) for words in (self.before, self.after, lead, self.sentence))

    @cached_property
    def no_claim(self) -> bool:
        """A thing that is not there does not make this sentence wrong."""
        return self.to_be_made or self.example or self.over

    def built(self, path: str) -> bool:
        """Made by a tool, as the sentence or the place says."""
        parts = path.strip("./").lower().split("/")
        return bool(
            _BUILT.search(self.before + " " + self.after)
            or any(part in _BUILT_PLACES for part in parts)
            or parts[-1].endswith((".sock", ".pid", ".log", ".db", ".sqlite", ".sqlite3", ".tmp"))
            or parts[-1] == "env"
            or parts[-1].startswith("env.local")
        )

    def under(self, pattern: str) -> bool:
        """Whether a title above matches."""
        return any(re.search(pattern, title, re.IGNORECASE) for title in self.titles)
