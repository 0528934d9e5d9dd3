"""Commands that a text forbids by name, and the command lines of the same text that run them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.judge.registry import Context
from workbench.judge.rules._command_lines import Layer, Run, conditional, runs
from workbench.judge.rules._passages import Passage, is_sample, passages, title_above
from workbench.language.lists import alternatives, load, patterns
from workbench.language.markup import plain

_FORMS = tuple(map(re.compile, load("commands")["ban-forms"]))
_LISTED = patterns("commands", "ban-listed")
_USE = patterns("commands", "asks-use")
_INSTEAD = patterns("commands", "asks-instead")
_NEITHER = patterns("commands", "asks-neither")
_CLAUSE = re.compile(
    r"\s*[;()]\s*|\s[—–-]{1,2}\s|[.!]\s+"
    r"|,\s+(?=(?:not|never|do not|don't|always|only|use|no|it|they|this)\b)",
    re.IGNORECASE,
)
_BAN_WIDE = {"ja": patterns("commands", "ban-ja"), "zh": patterns("commands", "ban-zh")}
_LIMIT_WIDE = patterns("commands", "limit-wide")
_HINT = patterns("commands", "ban-hint")
_CODE = r"`[^`]{2,80}`"
_EACH = re.compile(rf"(?<![\w`-])(?:{'|'.join(load('commands')['named'])})")
#: What else the sentence names: code, and what it says to use.
_ASKED = re.compile(rf"{_CODE}|(?<=\buse )(?:{'|'.join(load('commands')['named'])})")
_COMMAND = re.compile(r"(?:\./)?[a-z][\w.+-]*")
_CROSS = re.compile(r"\W{0,4}[❌✗✘🚫⛔]\ufe0f?\s*")
#: A part of the text that speaks of such a place.
_THERE = patterns("commands", "speaks-of-place", re.IGNORECASE)
_HOST = patterns("commands", "host-only", re.IGNORECASE)
_BARE = re.compile(alternatives("commands", "bare-form"), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ban:
    """The words of a forbidden command, the names that are to be used instead, and where it says
    so. `limit`: `form` where only the bare command is forbidden, `place` where a container or
    another machine is the right place, else nothing."""

    command: tuple[str, ...]
    instead: frozenset[str]
    passage: Passage
    limit: str = ""


def bans(context: Context) -> Iterator[Ban]:
    """Commands that a sentence forbids without a condition, in the words `never use A` or `use B
    instead of A`."""
    for passage in passages(context):
        if len(passage.text) > 300 or "?" in passage.text:
            continue
        led = passage.force.form == "lead" and passage.force.polarity == "dont"
        crossed = _CROSS.match(passage.text)
        if passage.sample and not (crossed and _is_said(passage, crossed.end())):
            continue  # a cross makes it a sample for others
        if not (led or crossed or _HINT.search(passage.text.lower())):
            continue
        found = tuple(_forbidden(passage, bool(led or crossed)))
        if found and not _holds_in_part(context, passage):
            yield from found


def _is_said(passage: Passage, at: int) -> bool:
    return not is_sample(passage.statement._replace(text=passage.text[at:]))


def _holds_in_part(context: Context, passage: Passage) -> bool:
    """Whether a condition or an exception stands in the sentence, its item, its lead or a title."""
    statement, text = passage.statement, context.prompt.text
    around = (*statement.path[1:], statement.lead, _code_out(text[slice(*statement.unit)]))
    return any(conditional().within(words) for words in around if words)


def _code_out(text: str) -> str:
    return re.sub(r"`[^`\n]{1,400}`", "``", text)


def _forbidden(passage: Passage, listed: bool) -> Iterator[Ban]:
    bare = plain(passage.text).rstrip(". !。")
    wide = _BAN_WIDE.get(passage.statement.lang)
    if wide is not None:
        if (found := wide.match(bare)) and not _LIMIT_WIDE.search(bare):
            limit = "place" if found["how"] else "form" if found["end"] else ""
            yield from _named(found["what"], "", passage, limit)
        return
    if passage.statement.kind == "cell" and not listed:
        return
    use = ""
    for clause in _CLAUSE.split(_CROSS.sub("", bare)):
        if listed and (found := _LISTED.match(clause)):
            yield from _named(found["what"], "", passage, _limit(found))
            return
        if found := _INSTEAD.match(clause):
            this = found["this"] or found["these"]
            yield from _named(found["what"], this, passage, _limit(found))
        elif use and (found := _NEITHER.match(clause)):
            yield from _named(found["what"], use, passage, _limit(found))
        else:
            for form in _FORMS:
                if found := form.match(clause):
                    named = " ".join(_ASKED.findall(bare))
                    yield from _named(found["what"], named, passage, _limit(found))
                    break
        use = (found["this"] or found["these"]) if (found := _USE.match(clause)) else ""


def _limit(found: re.Match[str]) -> str:
    if _HOST.search(found["end"]):
        return "place"
    bare = found.groupdict().get("how") or _BARE.search(found["end"])
    return "form" if bare else ""


def _named(what: str, instead: str, passage: Passage, limit: str) -> Iterator[Ban]:
    others = frozenset(
        words[0] for one in _EACH.findall(instead) if (words := one.strip("`").split())
    )
    for one in _EACH.findall(what):
        words = tuple(one.strip("`").split())
        if words and _COMMAND.fullmatch(words[0]):
            # "Use `pnpm nx`, not `nx`": what is asked for runs it as well.
            wrapped = any(f" {words[0]}" in code for code in re.findall(_CODE, instead))
            yield Ban(words, others - {words[0]}, passage, limit or ("form" if wrapped else ""))


def run_anyway(context: Context) -> Iterator[tuple[Ban, Run]]:
    """Each forbidden command once, with the first line that runs it."""
    forbidden: dict[str, list[Ban]] = defaultdict(list)
    for ban in bans(context):
        forbidden[ban.command[0]].append(ban)
    if not forbidden:
        return
    told: set[tuple[str, ...]] = set()
    for run in runs(context):
        for layer in run.layers:
            for ban in forbidden.get(layer.words[0], ()):
                if ban.command not in told and _breaks(run, layer, ban, context):
                    told.add(ban.command)
                    yield ban, run


def _breaks(run: Run, layer: Layer, ban: Ban, context: Context) -> bool:
    flags = [word for word in ban.command if word.startswith("-")]
    stem = [word for word in ban.command if not word.startswith("-")]
    if layer.words[: len(stem)] != tuple(stem) or not all(flag in layer.words for flag in flags):
        return False
    if run.line == ban.passage.line:
        return False
    if ban.limit == "form" and layer.through:
        return False
    if ban.limit == "place" and (layer.place or _THERE.search(run.title)):
        return False
    if ban.instead & set(run.words) or (not ban.limit and ban.instead & run.names):
        return False  # both are shown: a choice, or the one that sets the other up
    return run.words[0] not in title_above(context, run.line).lower().split()
