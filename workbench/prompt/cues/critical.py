# ruff: noqa: E501  (a list of words is one expression)
"""What makes a hard rule critical: breaking it loses data, leaks, costs or harms.

Each field of harm is a list of words that name it; what a ban protects and what a duty guards
is in `stakes`.
"""

from __future__ import annotations

import re

from workbench.prompt.cues import Verdict
from workbench.prompt.cues.stakes import banned, cleared, guards, harmed, spared
from workbench.prompt.cues.verbs import words_of

_ENOUGH: dict[str, str] = {
    "data loss": r"""
        force[- ]?push\w*|rm -rf|reset --hard|drop (?:table|database|schema|column)s?|truncat(?:e|es|ed|ing) (?:the |a |any )?(?:tables?|files?|logs?|data\w*)
        |irreversibl\w+|irrecoverabl\w+|data loss|lose data|(?:back|backed) up|back-?ups?|snapshot before
        |take a snapshot|destructive\w*|overwrit\w+|wipe[sd]?\b|eras(?:e|es|ed|ing)\b|purg(?:e|es|ed|ing)\b
        |destroy\w*|unrecoverabl\w+|shred\w*
        |(?:delet|remov)\w* (?:more than|any|nothing|(?:(?:all|every) (?:the )?)?(?:rows?|records?|files?|data|entries|
        backups?|customer|user|patient))\w*""",
    "security": r"""
        secrets?\b|credentials?|passwords?|passphrases?|api[- _]?keys?|private keys?|access keys?|signing keys?
        |(?:tls|ssl|csrf|xss|sql injection|injection|jwt|oauth|mfa|2fa|ssh keys?|encryption|encrypted|encrypt)\b
        |vulnerabilit\w+|row[- ]level security|security (?:team|hole|risk|issue|polic|rule|header|control|boundar|incident|fix|patch|warning|check)\w*|bound parameters|parameteri[sz]ed (?:quer|statement)\w*
        |sanitis\w+|sanitiz\w+|signature (?:check|verif)\w*|sandbox\w*|privilege\w*|sudo\b|root access
        |access control|authoriz\w+ check\w*|authenticat\w+|untrusted|malicious|malware|phishing
        |(?:execut\w+|eval\w*|run) (?:code|scripts?|commands?|anything|macros?) (?:found|from|in|that)
        |tokens? (?:have|has|must|should|is|are|be|in|into|out)\b|(?:commit|log|print|store|expose|leak|share|rotat)\w* (?:a |the |any |your )?(?:access |auth )?(?:tokens?|keys?)\b
        |\.env\b|\.pem\b|unsigned|certificate\w*""",
    "privacy": r"""
        personal(?:ly)? (?:data|information|details|identif\w+)|private (?:data|information|messages?)|\bpii\b|\bphi\b
        |gdpr|hipaa|ccpa|confidential\w*|(?:customer|user|patient|client|member|employee|guest|tenant|pupil|student|donor|resident|child|person)(?:'s|s'|s)?
        (?: (?:personal|private|home|contact|billing|medical|health|order|account))? (?:data|details|records?|addresse?s?|names?|e-?mails?|phone\w*|history|histories|information|identit\w+|photos?)\b
        |(?:names?|addresses|details|records|data|photos?) of (?:the |any |a |our )?(?:customer|user|patient|client|member|employee|guest|tenant|pupil|student|donor|resident|child|people|person)\w*
        |(?:another|other|different) (?:customer|user|patient|client|member|tenant|guest|shop|account|household|resident|company|school|organi[sz]ation)\w*
        |real (?:customers?|users?|patients?|people|clients?|names?|e-?mails?|addresses|data|accounts?)
        |anonymi[sz]\w+|pseudonymi[sz]\w+|consent\b|home address\w*|date of birth|surveillance|face recognition""",
    "money": r"""
        refund\w*|card numbers?|credit cards?|charged twice|double[- ]charg\w+|charge (?:a|the|any) (?:card|customer)\w*
        |bank (?:account|transfer|detail)\w*|iban\b|pay-?outs?|wire transfer\w*|payment\w* (?:signature|check|amount|run|order|detail)\w*
        |(?:issue|make|send|approve|release|trigger|execute|start)\w* (?:a |any |the )?(?:payment|transfer|payout|purchase|order of)\w*
        |spend\w* (?:money|more|any)|invoices?\b[^.]{0,60}\b(?:delet|tax|chang)\w*|tax law|discounts? (?:above|over|of more)
        |(?:eur|usd|gbp|chf|jpy)\b|[€£]\s?\d|\$\s?\d[\d.,]*\d""",
    "health": r"""
        dos(?:e|es|age|ages|ing)\b|medicat\w+|medicines?|prescri(?:b\w+|ptions?\b)|allerg\w+|diagnos(?:is|es|e|ing) (?:a|any|the|patients?|for)\b
        |medical (?:advice|record|decision|device)\w*|patients?\b|emergenc(?:y|ies)|suicid\w*|self-harm|poison\w*|injur\w+
        |life-threatening|overdos\w+|contraindicat\w+|interlock\w*|high voltage|live wire\w*|asphyxia\w*|choking""",
    "production": r"""
        (?:in|on|to|against|into|from|outside|touch\w*|than|run\w*) (?:production|prod|live)\b(?![- ](?:build|bundle|mode|ready|grade|quality|docs?|documentation|preview|reload|view|demo|session|event|stream|coding|like)\w*)
        |production (?:database|db|data|server|system|environment|credential|cluster|traffic|host|account|branch|deploy\w*)s?
        |(?:permission|allowed|never|not|don't|may|only \w+(?: \w+){0,3}|without \w+(?: \w+){0,2}|approval)\b[^.]{0,40}\b(?:deploy|deploys|push tags|go live|publish a release|restart the (?:server|cluster))\b
        |live (?:system|database|server|site|environment|customers?)s?|roll ?back plan|kill[- ]?switch
        |shared (?:database|cluster)|main database|release bot|pushe?s? (?:release )?tags""",
    "parsed output": r"""
        valid (?:json|ya?ml|xml|csv|toml|html)|(?:json|ya?ml|xml|csv|toml)\b[^.]{0,30}\b(?:only|nothing else|no (?:other )?text|exactly)
        |only (?:valid )?(?:json|ya?ml|xml|csv)|parse[sdr]?\b[^.]{0,60}\b(?:output|answer|respon\w+|reply|result|fail\w*|it|machine|script|program)
        |(?:output|answer|respon\w+|repl(?:y|ies)|result|reply with)\b[^.]{0,80}\b(?:pars(?:e|es|er|able|ed)|nothing else|exactly one of|and nothing (?:else|more)|no (?:text|prose|explanation)\w*)
        |exactly one (?:of the )?(?:words?|labels?|lines?|letters?|tokens?|json)\b|machine[- ]read\w*|no text (?:around|before|after)
        |read by (?:a |the )?(?:script|program|machine|parser)""",
}
_CJK: dict[str, str] = {
    "data loss": r"削除|上書き|消去|破棄|バックアップ|強制プッシュ|删除|覆盖|清空|备份|强制推送|不可逆",
    "security": r"秘密鍵|パスワード|認証情報|シークレット|(?:アクセス|認証|リフレッシュ)トークン|暗号|APIキー|脆弱性|密钥|密码|凭证|令牌|凭据|加密|鉴权|漏洞|注入",
    "privacy": r"個人情報|個人データ|顧客(?:情報|データ|名)|プライバシー|本人確認|他の(?:顧客|利用者|ユーザー)|患者|个人信息|隐私|用户数据|客户(?:数据|信息|资料)|其他(?:租户|客户|用户)|身份证|患者",
    "money": r"返金|決済|課金|請求|送金|支払|クレジットカード|退款|付款|支付|扣款|转账|金额超过|银行卡",
    "health": r"投与|用量|服薬|薬|アレルギー|診断|救急|剂量|用药|过敏|诊断|急救",
    "production": r"本番|稼働中|リリース(?:前|作業)|デプロイ|生产(?:环境|数据库|服务器)|线上|上线|部署|发布到",
    "parsed output": r"(?:JSON|YAML|XML|CSV)\s*(?:のみ|だけ|形式|以外)|(?:只|仅)(?:能)?(?:输出|返回)[^。]{0,12}(?:JSON|YAML|XML)|(?:JSON|YAML)[^。]{0,10}(?:合法|有效)|前後に説明|説明文を付け|不(?:要|得)[^。]{0,10}(?:解释|说明)文字|解析",
}


def _pattern(parts: dict[str, str], front: str = "", flags: int = 0) -> re.Pattern[str]:
    named = (
        f"(?P<g{k}>{re.sub(r'[ ]*' + chr(10) + r'[ ]*', '', part.strip())})"
        for k, part in enumerate(parts.values())
    )
    return re.compile(front + "(?:" + "|".join(named) + ")", flags)


_LATIN = _pattern(_ENOUGH, r"(?<![\w-])")
_WIDE = _pattern(_CJK, flags=re.IGNORECASE)
_FIELDS = tuple(_ENOUGH)
_LONGEST = 600
#: In longer sentences harm counts near the word of duty.
_WIDEST = 300
#: What wins over what is no matter of harm.
_RANKS = ("win", "take precedence", "takes precedence", "has priority")


#: Verbs that guard: a bare command that begins with one is meant to prevent harm.
_GUARDS = words_of(
    """
ask confirm verify double-check check back backup encrypt redact mask anonymise anonymize
pseudonymise pseudonymize sanitise sanitize escape validate rotate revoke protect secure hide keep
lock refuse deny reject decline escalate stop halt abort hash store restrict limit treat strip
remove delete erase route quarantine shred warn prevent avoid require snapshot isolate guard
separate wipe archive save hand request disconnect unplug call alert notify wear
"""
)
#: Verbs that take something away: they guard secrets and people, not data.
_TAKES = frozenset(("remove", "delete", "erase", "strip", "wipe", "shred", "request"))
#: Verbs that write an answer which something else reads.
_WRITES = words_of(
    "wrap return output respond reply answer print emit produce write give send format end"
)
#: What no harmless command mentions.
_GRAVE = re.compile(
    r"\b(?:bound parameters|parameteri[sz]ed (?:quer|statement)\w*|row-level security|(?:get|obtain) (?:\w+ )?consent|against (?:production|prod)\b|snapshot before"
    r"|(?:another|other|different) (?:customer|user|patient|client|member|tenant|guest|shop|account|household|school|organi[sz]ation)(?:'s|s)?(?! (?:name|file)))"
)
#: Things that give access. To get or to name one is set-up; to let one out is harm.
_ACCESS = re.compile(
    r"(?:secrets?|credentials?|passwords?|passphrases?|api[- _]?keys?|\w+ keys?|tls|ssl|jwt|oauth|mfa|2fa|\.env|\.pem|certificate\w*|authenticat\w+)$"
)
_SET_UP = re.compile(
    r"\b(?:get|gets|creat|generat|obtain|set(?:ting)? up|sign up|install|configur|export|past(?:e|ing)|ha(?:ve|s)(?! to)|provid|suppl|add|report|resolv|find|ask)\w*"
    r"\b[^.;]{0,80}\b(?:keys?|credentials?|tokens?|secrets?|passwords?|account|oauth|certificate\w*)\b|\.env (?:file|variable)"
)
_LET_OUT = re.compile(
    r"\b(?:commit|log(?:s|ged|ging)?\b|print|stor|expos|leak|shar|rotat|encrypt|hid|mask|redact|revok|hash|writ|push|publish|send|hard-?cod|plain ?text|read|reveal)\w*\b"
    r"|\b(?:in|into|from|out of|outside) (?:the |any |your |a )?(?:logs?|repo\w*|git|code|source|commits?|chat|output|urls?|tickets?|e-?mails?|messages?|vault|files?|prompts?|images?|scripts?)\b"
)


def grave(text: str, verdict: Verdict) -> bool:
    """Whether breaking a hard rule does harm; to mention a dangerous topic is not enough.

    A ban needs an object that is live, real, personal or irreplaceable, or another word of harm.
    A duty must guard against the harm, state it, or serve a reader that parses; a bare command
    must begin with what guards. A duty to set up a key, or its absence, is none.
    """
    text = text[:_LONGEST]
    lower = text.lower()
    at = lower.find(verdict.cue) if len(text) > _WIDEST else -1
    if at >= 0:  # much else is mentioned in a long sentence
        lower = lower[max(0, at - _WIDEST // 2) : at + _WIDEST // 2]
    lower = spared(cleared(lower))
    ban = verdict.polarity == "dont"
    if verdict.cue.startswith(_RANKS):
        return False
    if (ban and banned(lower)) or (verdict.sub == "explicit" and harmed(lower)):
        return True
    found = _LATIN.search(lower)
    if not found:
        hit = None if text.isascii() else _WIDE.search(cleared(text.lower()))
        return hit is not None and _wide(hit, lower, ban)
    field = _FIELDS[int((found.lastgroup or "g0")[1:])]
    if verdict.sub == "bare-imperative":
        if not verdict.cue.isascii() or _GRAVE.search(lower):
            return True
        if field == "parsed output":
            return verdict.cue in _WRITES
        opens = verdict.cue.strip(",.:;") in _GUARDS
        return opens and not (
            verdict.cue in _TAKES and field not in ("privacy", "security", "health")
        )
    if (
        field == "security"
        and _ACCESS.search(found[0])
        and (verdict.polarity == "do" or verdict.cue == "no")
        and not _LET_OUT.search(lower)
    ):
        return not (verdict.cue in ("no", "only", "wins") or _SET_UP.search(lower))
    return ban or field == "parsed output" or guards(lower, not verdict.cue.isascii())


def _wide(found: re.Match[str], lower: str, ban: bool) -> bool:
    """The same for Japanese and Chinese: a duty that names a dangerous topic guards or states."""
    field = _FIELDS[int((found.lastgroup or "g0")[1:])]
    return ban or field == "parsed output" or harmed(lower) or guards(lower, True)


def harm(text: str) -> str:
    """The field of harm a rule is about (`data loss`, `security`, ...), or nothing."""
    lower = cleared(text[:_LONGEST].lower())
    found = _LATIN.search(lower) or (None if lower.isascii() else _WIDE.search(lower))
    return _FIELDS[int((found.lastgroup or "g0")[1:])] if found else ""
