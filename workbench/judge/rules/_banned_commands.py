"""Commands that a text forbids by name, and the command lines of the same text that run them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from workbench.judge.registry import Context
from workbench.judge.rules._passages import (
    Fence,
    Passage,
    fences,
    line_text,
    said,
    shown_title,
    title_above,
)
from workbench.language.lists import group, patterns
from workbench.language.markup import plain

_RUN = r"(?i:use|using|run|running|call|calling|execute|executing|invoke|invoking|type)"
_CODE = r"`[^`]{2,80}`"
#: A command by its bare name; whether it is one, a command line of the text shows.
_BARE = r"(?!(?:the|any|or|and)\b)[a-z][a-z0-9]{1,30}(?:[.-][a-z0-9]{1,30}){0,3}(?!\w)"
_ONE = rf"(?:{_CODE}|{_BARE})"
_SOME = rf"(?:(?i:plain|bare|raw|the) )?{_ONE}(?:(?:, or |, and |, | or | and |/| / ){_ONE}){{0,5}}"
_END = r"(?: (?:command|tool|cli)s?)?(?: (?:directly|itself|here|at all))?$"
_NOT = r"(?i:(?:you )?(?:(?:must |should )?never|do not|don't|must not|should not|avoid)(?: ever)?)"
_BAN = re.compile(
    rf"^{_NOT} (?:{_RUN} (?P<what>{_SOME})|(?P<code>{_CODE}(?:(?:,| or|/) ?{_CODE}){{0,5}})){_END}"
)
_USE = re.compile(
    rf"^(?i:always |only |exclusively |please |must ){{0,2}}{_RUN} (?P<this>{_SOME})(?: only)?$"
)
_INSTEAD = re.compile(
    rf"^(?i:always |only |exclusively |please |must ){{0,2}}{_RUN} (?P<this>{_SOME})(?: only)?,? "
    rf"(?i:instead of|rather than|not|and not|never|and never)(?: {_RUN})? (?P<what>{_SOME}){_END}"
)
#: Beside a clause that says what to use.
_NEITHER = re.compile(rf"^(?i:not|never|no)(?: {_RUN})? (?P<what>{_SOME}){_END}")
_CLAUSE = re.compile(
    r"\s*[;()]\s*|\s[—–-]\s|[.!]\s+|,\s+(?=(?:not|never|do not|don't|always|only|use|no)\b)",
    re.IGNORECASE,
)
_CODES = rf"{_CODE}(?:\s?(?:、|,|，|と|や|或|和|/)\s?{_CODE}){{0,5}}"
_BAN_WIDE = {
    "ja": re.compile(
        rf"^(?P<what>{_CODES})\s?(?:コマンド)?(?:は|を)(?:決して|絶対に)?(?:使わない|使用しない|実行しない|使用禁止|実行禁止"
        r"|使ってはいけない|使用してはいけない|実行してはいけない)(?:でください|こと)?$"
    ),
    "zh": re.compile(
        rf"^(?:绝对)?(?:不要|禁止|不得|严禁|请勿)(?:直接)?(?:使用|运行|执行)\s?(?P<what>{_CODES})(?:\s?命令)?$"
    ),
}
_LIMIT_WIDE = re.compile(r"場合|とき|時は|以外|ただし|のみ|除|如果|除非|只有|时|但|当")
#: One of these is in every ban that is read here; looked for first, as that takes no time.
_MAYBE = (
    "never",
    "not",
    "n't",
    "n’t",
    "avoid",
    "no ",
    "than",
    "instead",
    "使",
    "実行",
    "运行",
    "执行",
)
_EACH = re.compile(rf"(?<![\w`-]){_ONE}")
_COMMAND = re.compile(r"[a-z][\w.+-]*")
_SHELLS = frozenset({"", "bash", "sh", "shell", "zsh", "console", "shell-session", "text"})
_BEFORE = re.compile(r"^(?:\$ |sudo |[A-Z_]{2,40}=\S{0,200} )+")
_JOINED = re.compile(r"\s*(?:&&|\|\||;)\s*")
_ORDER = re.compile(rf"\b{_RUN} (?:the command )?(`[^`]{{2,200}}`)", re.IGNORECASE)
#: The lines under it are no order of this text, or hold in one case.
_AWAY = patterns("rules", "banned-commands-away", re.IGNORECASE)
_AWAY_COMMENT = re.compile(
    r"\b(?:not|never|don't|avoid|wrong|bad|instead|if|when|unless|only|or|old|legacy)\b|❌|✗",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ban:
    """The words of a forbidden command, the names that are to be used instead, and where it says
    so."""

    command: tuple[str, ...]
    instead: frozenset[str]
    passage: Passage


@dataclass(frozen=True, slots=True)
class Run:
    """A command line that somebody is to run, with its line. `names`: the first words of all
    commands of its block. `shell`: the text says that it is one, by a fence's tag or an order."""

    words: tuple[str, ...]
    line: int
    text: str
    names: frozenset[str]
    shell: bool = True


@cache
def _conditional() -> re.Pattern[str]:
    words = (group("english", "exception") | group("english", "condition")) - {
        "in",
        "on",
        "at",
        "with",
        "for",
        "upon",
        "under",
        "within",
    }
    listed = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])", re.IGNORECASE)


def bans(context: Context) -> Iterator[Ban]:
    """Commands that a sentence forbids without a condition, in the words `never use A` or `use B
    instead of A`."""
    text, conditional = context.prompt.text, _conditional()
    for passage in said(context):
        statement = passage.statement
        if statement.kind == "cell" or len(passage.text) > 300 or "?" in passage.text:
            continue
        low = passage.text.lower()
        if passage.force.form != "lead" and not any(word in low for word in _MAYBE):
            continue
        found = tuple(_forbidden(passage))
        if found and not (
            conditional.search(text, *statement.unit) or conditional.search(statement.lead)
        ):
            yield from found


def _forbidden(passage: Passage) -> Iterator[Ban]:
    bare = plain(passage.text).rstrip(". !。")
    wide = _BAN_WIDE.get(passage.statement.lang)
    if wide is not None:
        if (found := wide.match(bare)) and not _LIMIT_WIDE.search(bare):
            yield from _named(found["what"], "", passage)
        return
    listed = passage.force.form == "lead" and passage.force.polarity == "dont"
    if listed and re.fullmatch(_CODE, bare):
        yield from _named(bare, "", passage)
        return
    use = ""
    for clause in _CLAUSE.split(bare):
        if found := _INSTEAD.match(clause):
            yield from _named(found["what"], found["this"], passage)
        elif use and (found := _NEITHER.match(clause)):
            yield from _named(found["what"], use, passage)
        elif found := _BAN.match(clause):
            yield from _named(found["what"] or found["code"], bare, passage)
        use = found["this"] if (found := _USE.match(clause)) else ""


def _named(what: str, instead: str, passage: Passage) -> Iterator[Ban]:
    others = frozenset(one.strip("`").split()[0] for one in _EACH.findall(instead))
    for one in _EACH.findall(what):
        words = tuple(one.strip("`").split())
        if words and _COMMAND.fullmatch(words[0]):
            yield Ban(words, others - {words[0]}, passage)


def runs(context: Context) -> Iterator[Run]:
    """The command lines of shell blocks, and commands that a sentence orders."""
    conditional = _conditional()
    for fence in fences(context):
        title = title_above(context, fence.start_line)
        if fence.info not in _SHELLS or shown_title(title) or _AWAY.search(title):
            continue
        if not _led_away(context, fence.start_line):
            yield from _fenced(fence)
    for passage in said(context):
        text = passage.text
        if "`" not in text or passage.force.polarity != "do" or conditional.search(text):
            continue
        bare = plain(text)
        if _AWAY.search(re.sub(r"`[^`]*`", "", bare)):
            continue
        for found in _ORDER.finditer(bare):
            for words in _split(found[1].strip("`")):
                yield Run(words, passage.line, text, frozenset({words[0]}))


def _fenced(fence: Fence) -> Iterator[Run]:
    rows: list[tuple[int, str, tuple[str, ...]]] = []
    above = ""
    for number, line in enumerate(fence.inside, fence.start_line + 1):
        text = line.strip()
        if text.startswith("#") or not text:
            above = text
            continue
        code, _, comment = text.partition(" #")
        if not _AWAY_COMMENT.search(above + " " + comment):
            rows += [(number, text, words) for words in _split(code)]
    names = frozenset(words[0] for _, _, words in rows)
    for number, text, words in rows:
        yield Run(words, number, text, names, bool(fence.info) and fence.info != "text")


def _split(line: str) -> Iterator[tuple[str, ...]]:
    for piece in _JOINED.split(line.strip()):
        words = tuple(_BEFORE.sub("", piece).split())
        if words:
            yield words


def _led_away(context: Context, line: int) -> bool:
    for above in range(line - 1, max(0, line - 4), -1):
        text = line_text(context, above).strip()
        if text:
            return bool(_AWAY.search(text))
    return False


def run_anyway(context: Context) -> Iterator[tuple[Ban, Run]]:
    """Each forbidden command once, with the first line that runs it."""
    forbidden: dict[str, list[Ban]] = defaultdict(list)
    for ban in bans(context):
        forbidden[ban.command[0]].append(ban)
    if not forbidden:
        return
    told: set[tuple[str, ...]] = set()
    for run in runs(context):
        for ban in forbidden.get(run.words[0], ()):
            flags = [word for word in ban.command if word.startswith("-")]
            stem = [word for word in ban.command if not word.startswith("-")]
            same = run.words[: len(stem)] == tuple(stem) and all(f in run.words for f in flags)
            if not same or ban.command in told or run.line == ban.passage.line:
                continue
            if ban.instead & (run.names | set(run.words)):
                continue  # both are shown: a choice, or the one that sets the other up
            if run.words[0] in title_above(context, run.line).lower().split():
                continue
            told.add(ban.command)
            yield ban, run
