# ruff: noqa: E501  (a list of words is one expression)
"""What a ban protects and what a duty guards: the second look at what makes a rule critical.

A ban needs no reason to be critical where its object is live, real money, personal data, access
or a deletion without a way back. A duty needs a verb that guards, a stated harm or a reader that
parses. Decided: "never push to main" is not critical, since a push can be reverted and most
repositories refuse it; to force it, to rewrite shared history, or to push what deploys is.
"""

from __future__ import annotations

import re

_PERSON = (
    r"(?:passenger|travell?er|customer|user|patient|client|member|employee|guest|tenant|pupil|student|donor|resident|child|children|person|people"
    r"|visitor|reader|subscriber|applicant|candidate|voter|caller|player|witness|citizen|driver|staff|colleague|parent|participant)"
)
#: What names or reaches a person whatever stands beside it.
_IDENTITY = (
    r"(?:passport\w*|e-?mail addresse?s?|(?:phone|telephone|mobile) numbers?|home address\w*|postal address\w*|street address\w*|birth ?dates?|dates? of birth"
    r"|(?:social security|national insurance|tax|id card|identity card|licen[cs]e plate) numbers?|full names?|real names?|first names?|last names?|surnames?"
    rf"|{_PERSON}(?:'s|s'|s)? (?:\w+ )?(?:names?|addresse?s?|e-?mails?|phone\w*|identit\w+|photos?|room|(?:room|account|id) numbers?))"
)
_LET_OUT = (
    r"(?:log|print|store|save|share|send|commit|expose|publish|write|paste|include|upload|show|reveal|leak|put|post|keep|export|copy|record|cache|appear|emit|output|forward|mention|disclose|give|giv|hand|tell)"
    r"(?:s|es|ed|ged|t|ting|ing|ging|ten)?"
)
_LIVE = r"(?:live|production|prod) (?!(?:build|bundle|mode|ready|grade|quality|docs?|documentation|preview|reload|view|demo|session|event|stream|coding|like|code|css|assets?|dependenc|region|update|example|region|search|version|stylesheet)\w*\b)"
#: Objects of a ban that need no other reason.
_BANNED = re.compile(
    rf"\b{_LIVE}(?:[\w-]+ ){{0,2}}(?:providers?|gateways?|apis?|services?|endpoints?|databases?|dbs?|systems?|servers?|accounts?|data|sites?|environments?|keys?|credentials?|clusters?|customers?|users?|queues?|buckets?|tenants?|machines?|network|plant|line|records?|traffic|payments?|orders?|bookings?|hosts?|urls?|config\w*|stores?|shops?|backend|mailing list|phone numbers?|calendar|ledger|schema|tables?|secrets?)\b"
    r"|\b(?:on|against|in|to|into|from|at|touch\w*) (?:live|production|prod)(?=[.,;:!)]|$| (?:and|or|from|without|by|until|unless|while|when|during|yourself|directly)\b)"
    rf"|\breal (?:money|payments?|(?:bank |credit |debit )?cards?|charges?|transactions?|transfers?|bookings?|orders?|{_PERSON}s?)\b"
    rf"|\b{_LET_OUT}\b[^.;]{{0,80}}\b{_IDENTITY}|\b{_IDENTITY}[^.;]{{0,60}}\b{_LET_OUT}\b"
    r"|\b(?:delet|drop|eras|wip|purg|remov|discard|destroy|overwrit|truncat)(?:e|es|ed|ing|ping|ped|s)?\b (?:(?!head|title|css|style|comp|fixture|empty|unused|dup|stale|temp)[\w'-]+ ){0,3}(?:rows?|records?|tables?|backups?|bookings?|orders?|accounts?|snapshots?|volumes?|buckets?|originals?|archives?(?! of)|databases?|invoices?|ledgers?|recordings?|(?:user|customer|production|live)(?:'s|s')? \w+)\b(?! (?:heading|header|label|style|component|css|fixture|view|layout|column|name|filter)s?\b)"
    r"|\brewrit\w+ (?:\w+ ){0,2}history\b|\b(?:rebas|amend|squash)\w* (?:\w+ ){0,2}(?:shared|published|pushed|released)\b|\bpush\w* (?:[\w-]+ ){0,4}--?f(?:orce)?\b"
    r"|\bshared (?:[\w-]+ ){0,2}(?:databases?|dbs?|clusters?|environments?|servers?|buckets?|volumes?|queues?|accounts?|calendars?|drives?|state files?)\b"
)
#: Harm that a rule names itself, as something that happens or has happened.
_HARMED = re.compile(
    rf"\bcharg(?:e|es|ed|ing) (?:\w+ ){{0,3}}(?:{_PERSON}s?|cards?|twice|double|again)\b|\b(?:paid|pays?|billed|refunded|shipped) (?:\w+ ){{0,3}}(?:twice|double)\b"
    r"|\b(?:cannot|can't|can not|could not|never) be (?:undone|reversed|recovered|restored|taken back|recalled|brought back)\b|\bno (?:undo|way back|going back)\b|\birreversibl\w+"
    r"|\b(?:data|records?|backups?|bookings?|orders?|money|files) (?:\w+ )?(?:is|are|was|were|gets?|got) (?:\w+ )?(?:lost|gone|leaked|deleted|destroyed|stolen|exposed)\b|\b(?:lost|leaked|exposed|wiped|deleted) (?:\w+ ){0,3}(?:data|records?|bookings?|orders?|backups?|database)\b"
    r"|\b(?:people|someone|somebody|patients?|children) (?:\w+ ){0,2}(?:died?|hurt|injured|harmed|killed)\b|\b(?:fatal|lethal|deadly)\b(?! error)|\b(?:against the law|illegal)\b"
)
#: Words of a duty that is meant to prevent harm.
_GUARDS = re.compile(
    r"\b(?:ask|confirm|approv|verif|double-check|check|backup|back(?:ed)? up|backed|encrypt|redact|mask|anonymi|pseudonymi|saniti|escap|validat|rotat|revok|protect|secur|hid|keep|kept|lock"
    r"|refus|den(?:y|ied)|reject|declin|escalat|stop|halt|abort|hash|restrict|limit|quarantin|warn|prevent|avoid|requir|snapshot|isolat|guard|separat|wip|eras|delet|remov|disconnect|unplug"
    r"|notif|alert|wear|authenti|authori|permi|consent|sign|audit|log(?:ged)? out|supervis|withdraw|report|hand|redirect|review|treat|call|wait|human|approv|vault|forbid)\w*"
    r"|\b(?:only|before|without|unless|until|never|not|no|nobody|at most|exactly|even if|two people|first|stay\w*|remain\w*|bound|parameteri[sz]ed|row-level|through|via|over|behind|contain no|free of)\b"
)
#: Tokens that open nothing: of a design, and of a text.
_HARMLESS_TOKENS = re.compile(
    r"\b(?:colou?rs?|spacing|fonts?|css|themes?|theming|figma|design(?:ers?)?|typograph\w+|stylesheets?|radius|radii|palettes?|margins?|paddings?|tailwind"
    r"|context window|prompts?|max(?:imum)? tokens|token (?:count|budget|limit|cost|usage)s?)\b|\d[\d,.]*k? tokens"
)
_TOKEN = re.compile(
    r"(\b(?:access|auth|authentication|bearer|refresh|session|api|jwt|id|security|login|oauth|csrf|secret|deploy|bot)[- _]?)?\btokens?\b"
)
_SCREEN_WIDE = re.compile(
    r"(?:決済|支払い?|課金|請求|返金|削除|リリース|パスワード|バックアップ|診断|薬|支付|付款|退款|删除|密码|备份|上线|发布)(?:の|的)?(?:画面|ページ|ボタン|欄|フォーム|一覧|文言|アイコン|タブ|メニュー|ラベル|页面|按钮|表单|弹窗|文案|图标|菜单|标签)"
)
_BANNED_WIDE = re.compile(
    r"(?:氏名|本名|メールアドレス|電話番号|住所|旅券|パスポート|生年月日|マイナンバー|口座番号|姓名|邮箱|电话号码|手机号|住址|护照|身份证|银行卡|出生日期)[^。]{0,30}(?:ログ|出力|記録|保存|送信|共有|公開|コミット|書き|表示|含め|渡|貼|日志|记录|打印|输出|提交|上传|发送|泄露|公开|保存|写入)"
    r"|(?:日志|ログ|仓库|输出|记录|打印|提交|上传|发送|写入)[^。]{0,20}(?:氏名|メールアドレス|電話番号|住所|旅券|生年月日|姓名|邮箱|电话号码|手机号|住址|护照|身份证|银行卡)"
    r"|実(?:際の|在の|)(?:お金|顧客|利用者|乗客|患者|決済|カード|口座|ユーザー)|真实的?(?:客户|用户|乘客|患者|资金|支付|银行卡|账户|订单|付款)"
    r"|共有(?:の)?(?:DB|データベース|サーバー?|環境)|共享的?(?:数据库|服务器|环境)"
)
_GUARDS_WIDE = re.compile(
    r"確認|確かめ|承認|許可|同意|暗号|マスク|匿名|伏せ|検証|バックアップ(?:を|し|後|して)|中止|停止|止め|報告|エスカレ|保護|守[るりっ]|通報|連絡|引き継|救急|のみ|だけ|限[りる]|前に|必ず|ローテ|破棄|人に|担当者|拒否|断[るりっ]"
    r"|确认|核对|备份(?:数据|后|，|再|一)|先备份|加密|脱敏|匿名|校验|验证|批准|审批|停止|报告|人工|征得|检查|就医|急救|拒绝|只能|仅|之前|前|遮盖|打码|轮换|通知|联系|参数化"
)
_HARMED_WIDE = re.compile(
    r"取り消せ|元に戻せ|戻せない|復元でき|失われ|消えて?しま|漏えい|漏洩|流出|二重(?:に)?(?:請求|課金|決済)|違法|命に|无法(?:恢复|撤销|还原)|不可逆|数据丢失|丢失数据|泄露|泄漏|违法|重复扣|扣两次|有生命危险"
)


def cleared(lower: str) -> str:
    """The lower-case text without what only looks dangerous: design tokens, names of screens."""
    if "token" in lower and _HARMLESS_TOKENS.search(lower):
        lower = _TOKEN.sub(lambda m: m[0] if m[1] else "¢", lower)
    return lower if lower.isascii() else _SCREEN_WIDE.sub("¢", lower)


#: Texts under version control: to delete a line of them loses no data.
_WRITTEN = re.compile(
    r"\b(?:docs?/|adrs?\b|changelog|readme|glossary|[\w-]+\.md\b)|\b(?:records?|minutes|logs?|history) of (?:the |a |our |any )?(?:decisions?|changes?|meetings?|choices|discussions?|reasons?)\b"
)
_TAKEN = re.compile(r"\b(?:delet|remov|drop|eras|discard|overwrit)\w*\b")
_RECORDS = re.compile(r"\b(?:rows?|records?|entries|entry|files?|archives?|originals?)\b")


def spared(lower: str) -> str:
    """The text without the deletion of lines and records that are mere documents."""
    if _TAKEN.search(lower) and _WRITTEN.search(lower):
        return _RECORDS.sub("¢", lower)
    return lower


def banned(lower: str) -> bool:
    """Whether a ban is about what is live, real, personal, or gone for ever."""
    return bool(_BANNED.search(lower)) or (not lower.isascii() and bool(_BANNED_WIDE.search(lower)))


def harmed(lower: str) -> bool:
    """Whether a text names the harm itself."""
    return bool(_HARMED.search(lower)) or (not lower.isascii() and bool(_HARMED_WIDE.search(lower)))


def guards(lower: str, wide: bool) -> bool:
    """Whether a duty says that something is to be prevented. `wide`: Japanese or Chinese."""
    return bool((_GUARDS_WIDE if wide else _GUARDS).search(lower))
