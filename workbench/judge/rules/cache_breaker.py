# ruff: noqa: E501  (a list of words is one expression)
"""Something near the top that differs from one request to the next."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import body_start, code_lines, costs, line_text
from workbench.prompt.caseless import AnyPattern, Caseless
from workbench.prompt.codespans import code_spans, in_spans
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt

#: How far down the top reaches: lines of text behind the frontmatter that are not blank.
_TOP = 15
_DATE = (
    r"(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d"
    r"|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? ,?(?:19|20)\d\d"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d"
    r"|(?:19|20)\d\d年\s?\d{1,2}月\s?\d{1,2}日)"
)
_CLOCK = r"(?<![\d:.])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?:\.\d{1,6})?(?: ?[ap]\.?m\.?)?(?:Z|[+-]\d\d:?\d\d)?(?![\d:])"
_SECONDS = r"(?<![\d:])[0-2]?\d:[0-5]\d:[0-5]\d(?!\d)"
_RULES: tuple[tuple[str, AnyPattern], ...] = (
    ("a time to the second", re.compile(_SECONDS + r"|(?<!\d)[0-2]\d時[0-5]?\d分[0-5]?\d秒")),
    ("a date with a time", Caseless(_DATE + r"[T ,at]{1,5}" + _CLOCK)),
    (
        "the date of the day",
        Caseless(
            r"\b(?:today(?:'s date)?|current date(?: and time)?|the date|now|it) (?:is|are|=|:)? ?:?\s?"
            r"(?:now |currently |\w+day,? )?(?:the )?"
            + _DATE
            + r"|\b(?:today|current date|date today)\s?[:=]\s?\W{0,3}"
            + _DATE
            + r"|(?:今日|本日|現在|当前日期|今天)(?:の日付)?(?:は|是|：|:)?\s?"
            + _DATE,
        ),
    ),
    (
        "the time of the day",
        Caseless(
            r"\b(?:the (?:clock|time)|current time|local time|time now|it)\s(?:is|shows|says|reads|=)?:?\s?(?:now )?"
            + _CLOCK
            + r"|(?:現在時刻|当前时间|现在时间)\s?(?:は|是|：|:)?\s?"
            + _CLOCK,
        ),
    ),
    (
        "the date on which it was made",
        Caseless(
            r"\b(?:auto-?generated|generated|rendered|synced|refreshed|compiled|exported|built|assembled"
            r"|snapshot(?: taken)?|printed|produced|refreshed|last (?:refreshed|synced|generated|built|run)|fetched|dumped)(?: (?:on|at|by \w+ on|from \w+ on))?\s?:?\s?"
            + _DATE
            + r"|(?:生成|同期|出力|作成)(?:日時?|時刻)?\s?[：:]\s?"
            + _DATE
            + r"|(?:生成|同步|导出|更新)(?:时间|日期|于)\s?[：:]?\s?"
            + _DATE,
        ),
    ),
    (
        "a build or revision number",
        Caseless(
            r"\b(?:build|revision|rev\.?|commit|sha|git|checksum|hash|etag|nonce|seed|cache[- ]?key|cache[- ]?id)"
            r"(?: (?:id|no\.?|number|hash))?\s?[#:=]?\s?\W?"
            r"(?:#?\d{3,12}\b|0x[0-9a-f]{4,16}\b|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b)"
            r"|ビルド\s?(?:番号)?\s?[：:#]?\s?\d{2,12}|(?:构建|版本)号?\s?[：:#]\s?\d{4,12}",
        ),
    ),
    (
        "a running number",
        Caseless(
            r"\b(?:session|run|request|conversation|turn|job|trace|visit|message|ticket queue|invocation|counter|sequence|execution|attempt)"
            r"(?: (?:id|no\.?|number|counter|count|nr\.?|is))*\s?(?:is\s)?[#:=]?\s?\W?#?(?:\d{2,15}\b|(?=[\w-]*\d)[0-9a-f]{4,}(?:-[0-9a-f]{3,}){1,5}\b)"
            r"|(?:セッション|実行|リクエスト|通し)(?:番号|ID|回数)?\s?[：:#]?\s?\d{2,15}"
            r"|(?:会话|请求|运行)(?:编号|ID|次数|号)?\s?[：:#]?\s?\d{2,15}",
        ),
    ),
    (
        "a random id",
        Caseless(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"),
    ),
    (
        "data of one user",
        re.compile(
            r"\b(?:current|logged[- ]in|signed[- ]in|this) user(?: is| name is|'s name is| id is)?\s?[:=]?\s?"
            r"[`\"']?(?:[A-Z][a-z]+ [A-Z][a-z]+|[\w.+-]{1,60}@[\w-]{1,60}\.[a-z]{2,6}|\d{3,})"
            r"|\b[Yy]ou are (?:now )?(?:talking|speaking|chatting) (?:to|with) (?:Mr|Ms|Mrs|Dr)?\.? ?[A-Z][a-z]+ [A-Z][a-z]+"
            r"|\b(?:balance|basket|cart|battery|temperature|unread messages|open tickets|queue length|users online|online now)"
            r"(?: is| are| currently| today| now)*\s?[:=]\s?\W?\d"
        ),
    ),
    (
        "a placeholder that is filled anew for each request",
        Caseless(
            r"(?:\{\{-?|\{%-?|\$\{|(?<![\w{$])\{|<%=?|<<|\[\[)\s?(?:[\w.]{0,40}[._])?"
            r"(?:(?:current|local|request|session|now)?_?(?:date_?time|timestamp|time|today|utc_?now|now|date|clock)"
            r"|current_?(?:date|time)(?:_?\w{1,20})?|(?:request|session|trace|conversation|run|build)_?(?:id|number|no)"
            r"|user_?(?:name|id|email|profile|location|context|data|info)|uuid4?|random_?\w{0,12}|nonce|git_?(?:sha|commit|branch))"
            r"(?:\(\))?(?:\s?\|[^{}]{0,60})?\s?(?:-?\}\}|-?%\}|\}|%>|>>|\]\])",
        ),
    ),
    (
        "a figure of the moment",
        Caseless(
            r"\b\d[\d,.]* (?:users?|guests?|visitors?|customers?|readers?|players?|people|agents?|callers?|orders?|tickets?)(?: are| is)? (?:online|waiting|in (?:the )?(?:queue|line)|logged in|connected|active (?:now|today)|open (?:now|today))\b"
            r"|\buptime:? \d|\bload (?:average )?\d+\.\d|\b(?:visitor|caller|customer|guest|order|export|copy|print|serial|edition|render|refresh|sync)(?: no\.?| number| nr\.?|:)? ?#?\d[\d,.]{2,}\b"
            r"|(?<![\d.,])1[6-9]\d{8}(?:\d{3})?(?![\d.,])|現在\d+人|当前在线\d+",
        ),
    ),
    ("the output of a clock", re.compile(r"(?<!\w)!`\s?date\b[^`]{0,60}`|\$\(date\b[^)]{0,60}\)")),
)
_ADDRESS = re.compile(r"https?://[^\s)>\]]{1,500}|\]\([^()\s]{1,500}\)|src=[\"'][^\"']{1,500}")
#: A line that speaks about times and numbers as such, or sets them as a rule.
_NOT = Caseless(
    r"\b(?:from \d{1,2}:\d\d|between \d{1,2}:\d\d|\d{1,2}:\d\d (?:to|and|until|-|–) \d{1,2}:\d\d"
    r"|format|in the form|written as|looks? like|pattern|e\.g\.|for example|example|such as|valid until|since v|version history)\b"
    r"|\d{1,2}:\d\d\s?[-–~〜]\s?\d{1,2}:\d\d|例",
)


def top_lines(context: Context) -> list[int]:
    """The first lines with text behind the frontmatter, but never the lower half of a text."""
    first, total = body_start(context), len(context.prompt.lines)
    found: list[int] = []
    for number in range(first, total + 1):
        if line_text(context, number).strip():
            found.append(number)
        if len(found) >= _TOP or number - first > max(8, (total - first) // 2):
            break
    return found


def _behind(context: Context, line: int) -> str:
    """How much stands behind a line. Without a count it is a share of the text: a guess in tokens
    may be larger than what the whole file is counted to have elsewhere."""
    spent = costs(context)
    behind = sum(spent[line:])
    if len(context.line_tokens):
        return f"the {plural(behind, 'token')} behind it {'is' if behind == 1 else 'are'}"
    share = round(100 * behind / max(1, sum(spent)))
    return f"what stands behind it (about {share} % of the text) is"


def _volatile(line: str) -> tuple[str, re.Match[str]] | None:
    """What of a line differs from request to request, and where; None for nothing."""
    line = line[:4000]
    if _NOT.search(line):
        return None
    line = _ADDRESS.sub(lambda m: " " * len(m[0]), line)
    return next(((what, m) for what, p in _RULES if (m := p.search(line))), None)


def first_volatile(prompt: Prompt) -> tuple[int, str] | None:
    """The first line (from 1) of the whole text that differs from request to request, and why."""
    spans = code_spans(prompt.text)
    for number, line in enumerate(prompt.lines, 1):
        if in_spans(spans, prompt.starts[number - 1]):
            continue  # a fenced block
        hit = _volatile(line)
        if hit is not None:
            return number, hit[0]
    return None


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding per changing line at the top, with the tokens that stand behind it."""
    if context.prompt.is_data or context.prompt.kind in ("yaml", "toml"):
        return
    inside = code_lines(context)
    shown = 0
    for number in top_lines(context):
        hit = None if number in inside else _volatile(line_text(context, number))
        if hit is None:
            continue
        what, found = hit
        yield rule.finding(
            number,
            f"Near the top stands {what} ({found[0].strip()[:60]}): it differs from request to "
            f"request, and {_behind(context, number)} billed anew each time.",
            text=found[0].strip(),
            fix="Move it to the end of the prompt, into the user's message, or drop it; keep what "
            "stays the same in front.",
            columns=(found.start() + 1, found.end() + 1),
        )
        shown += 1
        if shown >= 3:
            return


RULE = Rule(
    id="cache-breaker",
    title="changes near the top",
    severity="warning",
    why="Providers cache an exact prefix: a clock, a build id, a counter or data of one user near "
    "the top makes everything behind it new with each request.",
    source="Anthropic, prompt caching (platform.claude.com): any earlier byte invalidates",
    dated="2026-08-22",
    check=check,
    example="Rendered 2026-11-02T19:40:31Z, revision 5127.",
    instead="(leave it out, or put it last)",
    family="cost",
)
