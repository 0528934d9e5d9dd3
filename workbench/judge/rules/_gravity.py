# ruff: noqa: E501  (a list of words is one expression)
"""Which rules do harm when they are broken: absolute words together with harm or a consequence.

The field of harm comes from the cues of instructions; here the consequence that a sentence names
itself counts too ("cannot be undone", "or people enter for free").
"""

from __future__ import annotations

import re

from workbench.prompt.caseless import Caseless
from workbench.prompt.cues.critical import harm

_ABSOLUTE = Caseless(
    r"\b(?:never|must(?: not|n't)?|under no circumstances|at no (?:time|point)|do not|don't|don’t|may not|cannot|can't|not allowed|forbidden|prohibited|not permitted|no one|nobody|nothing but|only (?:after|with|when|if|by|the|once|a)|no \w+ (?:may|is|are|without|leaves?|goes)|may only|only (?:be )?once|without (?:a |an |the |explicit |written |prior )?(?:approval|permission|consent|confirmation|backup|asking)|always|is required|stop and ask|on no account|not even|not under any)\b"
    r"|絶対に|決して|必ず|してはならない|してはいけない|禁止|厳禁|しないこと|せず|しない|なければならない|承認|绝不|绝对|严禁|禁止|不得|不要|不能|不准|切勿|必须|务必",
)
_CONSEQUENCE = Caseless(
    r"\b(?:cannot|can't|can not|could not|never) be (?:undone|reversed|recovered|restored|repeated|taken back|recalled|rolled back|brought back|revoked)|irreversibl\w+|no (?:way back|undo|going back|second chance)|(?:is|are|will be|gets?|be) (?:gone|lost|destroyed|wiped|unrecoverable|charged|fined|sued|locked out|exposed|leaked|compromised|deleted|erased|killed|hurt|injured|burned|burnt|poisoned)\b"
    r"|\b(?:deletes?|erases?|wipes?|destroys?|overwrites?|corrupts?|leaks?|exposes?|loses?|drops?|changes?|reveals?|discloses?|removes?) (?:the |all |every |any |real |live |customer |user )*(?:data|events?|records?|rows?|files?|money|backups?|history|accounts?|identit\w+|originals?|sources?|evidence|samples?|orders?|names?|passwords?)\b"
    r"|\bfor free\b|\bwithout paying\b|\b(?:data|money|revenue|evidence|life|lives|health|patients?|customers?|people|someone|somebody|law|legal\w*|illegal|liab\w+|lawsuit|penalt\w+|fines?|fraud|theft|stolen)\b(?=[^.]{0,60}\b(?:risk|danger|lost|loss|harm\w*|die[sd]?|hurt|leak\w*|at stake|damage\w*|suffer\w*)\b)"
    r"|\b(?:against the law|illegal|fraud|dangerous|lethal|fatal|deadly|hazard\w*|explosi(?:on|ve)\w*|fire risk|electrocut\w*|outage|downtime|data loss|real money|real customers?|audit(?:ed|ors?) )\b"
    r"|\b(?:pays?|paid|charges?|charged|refunds?|transfers?|wages?|salar\w+|invoice[sd]?) (?:\w+ ){0,3}(?:twice|again|already|double|out|wrongly|the wrong)\b"
    r"|取り消せない|元に戻せない|戻せない|復元できない|失われ|消える|消えて|漏えい|漏洩|流出|二重に|支払われて|支払済|給与|事故|法律|違反|命に|危険|无法(?:恢复|撤销|还原|挽回)|不可逆|丢失|泄露|泄漏|违法|危险|损失|扣两次|重复扣",
)
_PERSONAL = Caseless(
    r"\b(?:passengers?|guests?|customers?|clients?|users?|members?|patients?|visitors?|readers?|residents?|tenants?|donors?|students?|pupils?|child(?:ren)?|employees?|staff|applicants?|candidates?|players?|travell?ers?|subscribers?|callers?|people|persons?|donors?|voters?|witness(?:es)?)(?:['’]s?)? (?:\w+ ){0,1}(?:names?|address(?:es)?|e-?mails?|phone numbers?|data|details|records?|files?|photos?|identit(?:y|ies)|numbers?|locations?|diagnos[ei]s|birth ?dates?|salar(?:y|ies)|grades?)\b",
)
_CARRY = Caseless(
    r"\b(?:send|log|logs|share|print|store|paste|leaves?|expose|upload|include|appear|contain|put|write|written|commit|export|copy|forward|post|show|tell|publish|hand)\b",
)
_DISCLOSE = Caseless(
    r"\b(?:tell|give|reveal|disclose|confirm|share|pass on|hand over|show|mention|name|state|repeat|read out|say|send|forward)\b[^.;]{0,60}\b(?:anyone|anybody|nobody|no one|third part\w+|relatives?|strangers?|callers?|outsiders?|(?:other|another) (?:passengers?|travell?ers?|residents?|donors?|visitors?|candidates?|applicants?|guests?|users?|customers?|patients?|tenants?|members?|people|persons?|readers?|clients?|pupils?|students?|players?|employees?)|(?:who|whether|where|what) (?:a |an |another |the |other )?(?:person|passenger|resident|donor|visitor|candidate|applicant|guest|user|customer|patient|tenant|member|reader|client|pupil|student|child|player|employee|caller)\w*)"
    r"|\b(?:whose|which|what) (?:room|address|diagnosis|phone number|account|balance|salary|grade)\b"
    r"|(?:氏名|住所|電話番号|部屋番号|診断|口座|給与|年齢|連絡先)[^。]{0,20}(?:教え|伝え|漏ら|開示|見せ|含め)|(?:姓名|住址|电话|病情|账户|工资)[^。]{0,12}(?:告诉|透露|泄露|提供)",
)
_FLAT_BAN = Caseless(
    r"^(?:never|do not|don't|don’t|under no circumstances|no one|nobody|run nothing but|nothing)\b|\b(?:must never|must not|may never|never (?:be|point|run|send|push|delete))\b|絶対に|決して|绝不|严禁|切勿",
)

_BAN = Caseless(
    r"\b(?:never|not|under no|no circumstances|don't|don’t|no one|nobody|cannot|can't|without|nothing)\b|ない|禁止|せず|不|严禁|切勿",
)


def flat_ban(text: str) -> bool:
    """Whether a sentence opens with a ban or holds an absolute one."""
    return bool(_FLAT_BAN.search(text))


def gravity(text: str, critical: bool = False) -> float:
    """0 for an ordinary rule; from 1 on breaking it harms. `critical`: the cues already said so."""
    text = text[:800]
    if not _ABSOLUTE.search(text):
        return 0.0
    bare = re.sub(r"[`*]+", "", text)
    points = 0.0
    if _CONSEQUENCE.search(bare):
        points += 1.0
    if _DISCLOSE.search(bare) and _BAN.search(bare):
        points += 1.0
    elif _PERSONAL.search(bare) and _CARRY.search(bare) and _BAN.search(bare):
        points += 0.6
    if critical:
        points += 0.6
    elif harm(bare):
        points += 0.4
    if points and _FLAT_BAN.search(text):
        points += 0.5
    return points
