"""Rules about wording as data: a YAML file holds one rule or a list of them, in three forms.

    existence     a pattern that is found in a statement
    substitution  words, and what to write in their place
    occurrence    a pattern in too many statements, by number and by share

They read what is said: examples, quoted talk, code and generated passages are no subject. A file
can start nothing. Its size, the number and the length of its patterns are bounded; how long a
pattern may run is the guard's matter, as for any rule. An error names the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from workbench.judge.findings import SEVERITIES, Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded, said
from workbench.prompt.kinds import KINDS
from workbench.prompt.plain_data import BadData, read_yaml

FORMS = ("existence", "substitution", "occurrence")
#: Which statements a rule reads: all, those that tell somebody to do something, or the others.
WHERE = ("all", "rules", "prose")
MOST_BYTES = 64_000
_MOST_RULES, _MOST_PATTERNS, _LONGEST_PATTERN, _LONGEST_WORDS = 50, 60, 600, 600
#: Longer statements are read by their beginning.
_READ = 1500
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+){0,8}")
_COMMON = ("id", "form", "title", "message", "why", "severity", "source", "dated", "kinds")
_MORE = ("example", "instead", "family", "measured", "fix", "where", "unless", "ignore_case")
_KEYS = {
    "existence": ("patterns",),
    "substitution": ("swap",),
    "occurrence": ("patterns", "most", "share"),
}
#: Findings of one rule that stand alone; the others become further places of the last.
_SHOWN = 2


class RuleError(ValueError):
    """A file of rules that cannot be used; the message names file and line."""


@dataclass(frozen=True)
class _Words:
    """What a rule looks for. `swap`: what to write for each pattern of a substitution."""

    patterns: tuple[re.Pattern[str], ...]
    unless: tuple[re.Pattern[str], ...]
    where: str
    message: str
    fix: str
    swap: tuple[str, ...] = ()
    most: int = 0
    share: float = 0.0


def shipped() -> tuple[Rule, ...]:
    """The rules in the YAML files beside the rules in Python."""
    folder = files("workbench.judge.rules")
    found: list[Rule] = []
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.name.endswith(".yaml"):
            found += read_rules(entry.read_text("utf-8"), entry.name)
    return tuple(found)


def read_rules(text: str, name: str) -> tuple[Rule, ...]:
    """The rules of a YAML text called `name`. Raises RuleError."""
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise RuleError(f"{name}: a file of rules has at most {MOST_BYTES:,} bytes")
    try:
        value = read_yaml(text)
        lines = _lines(text)
    except BadData as error:
        raise RuleError(f"{name}: {error}") from None
    rows = value if isinstance(value, list) else [value]
    if len(rows) > _MOST_RULES:
        raise RuleError(f"{name}: a file holds at most {_MOST_RULES} rules")
    out: list[Rule] = []
    for number, row in enumerate(rows):
        place = (number,) if isinstance(value, list) else ()
        out.append(_Reader(row, name, lines, place).rule())
    seen: set[str] = set()
    for rule in out:
        if rule.id in seen:
            raise RuleError(f"{name}: the rule {rule.id} stands there twice")
        seen.add(rule.id)
    return tuple(out)


def _lines(text: str) -> dict[tuple[object, ...], int]:
    """The line (from 1) of each value, by the keys and numbers that lead to it."""
    import yaml

    found: dict[tuple[object, ...], int] = {}

    def walk(node: Any, path: tuple[object, ...]) -> None:
        found[path] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            for key, inner in node.value:
                walk(inner, (*path, str(key.value)))
        elif isinstance(node, yaml.SequenceNode):
            for at, inner in enumerate(node.value):
                walk(inner, (*path, at))

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is not None:
        walk(root, ())
    return found


class _Reader:
    """One rule of a file, read with the line of each fault."""

    def __init__(
        self,
        row: object,
        name: str,
        lines: Mapping[tuple[object, ...], int],
        place: tuple[object, ...],
    ) -> None:
        self._name, self._lines, self._place = name, lines, place
        if not isinstance(row, dict):
            raise self._error("a rule is a table of `key: value` lines")
        self._row: dict[object, object] = row

    def _error(self, words: str, *path: object) -> RuleError:
        line = self._lines.get((*self._place, *path)) or self._lines.get(self._place, 1)
        return RuleError(f"{self._name}:{line}: {words}")

    def rule(self) -> Rule:
        form = self._choice("form", FORMS, "")
        known = (*_COMMON, *_MORE, *_KEYS[form])
        for key in self._row:
            if key not in known:
                raise self._error(f"{key!r} is no key of a rule of the form {form}", key)
        name = self._text("id")
        if not _ID.fullmatch(name):
            raise self._error(f"{name!r} is no id: lower-case words with hyphens", "id")
        ignore = self._row.get("ignore_case", True)
        if not isinstance(ignore, bool):
            raise self._error("ignore_case is true or false", "ignore_case")
        flags = re.IGNORECASE if ignore else 0
        swap: tuple[str, ...] = ()
        if form == "substitution":
            patterns, swap = self._swap(flags)
        else:
            patterns = self._patterns("patterns", flags)
        words = _Words(
            patterns,
            self._patterns("unless", flags) if "unless" in self._row else (),
            self._choice("where", WHERE, "all"),
            self._text("message"),
            self._text("fix", ""),
            swap,
            self._whole("most") if form == "occurrence" else 0,
            self._part("share") if form == "occurrence" else 0.0,
        )
        kinds = self._row.get("kinds", [])
        if not isinstance(kinds, list) or not all(kind in KINDS for kind in kinds):
            raise self._error("kinds is a list of kinds of prompts", "kinds")
        return Rule(
            id=name,
            title=self._text("title"),
            severity=self._choice("severity", SEVERITIES, "note"),
            why=self._text("why"),
            source=self._text("source", f"rule of this project ({self._name})"),
            dated=self._text("dated", ""),
            check=_CHECKS[form](words),
            kinds=frozenset(str(kind) for kind in kinds),
            example=self._text("example", ""),
            instead=self._text("instead", ""),
            family=self._text("family", "wording"),
            measured=self._text("measured", ""),
        )

    def _text(self, key: str, default: str | None = None) -> str:
        value = self._row.get(key, default)
        if value is None:
            raise self._error(f"the key {key} is missing")
        if key == "dated" and not isinstance(value, str):
            value = str(value)  # YAML reads a bare date as one
        if not isinstance(value, str) or len(value) > _LONGEST_WORDS:
            raise self._error(f"{key} is a text of at most {_LONGEST_WORDS} characters", key)
        return " ".join(value.split()) if key not in ("example", "instead") else value.rstrip()

    def _choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        value = self._row.get(key, default)
        if value not in allowed:
            raise self._error(f"{key} is one of {', '.join(allowed)}", key)
        return str(value)

    def _whole(self, key: str) -> int:
        value = self._row.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10_000:
            raise self._error(f"{key} is a whole number from 0 to 10,000", key)
        return value

    def _part(self, key: str) -> float:
        value = self._row.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise self._error(f"{key} is a share from 0 to 1", key)
        return float(value)

    def _patterns(self, key: str, flags: int) -> tuple[re.Pattern[str], ...]:
        value = self._row.get(key)
        if not isinstance(value, list) or not 0 < len(value) <= _MOST_PATTERNS:
            raise self._error(f"{key} is a list of 1 to {_MOST_PATTERNS} patterns", key)
        return tuple(self._pattern(one, flags, key, at) for at, one in enumerate(value))

    def _swap(self, flags: int) -> tuple[tuple[re.Pattern[str], ...], tuple[str, ...]]:
        value = self._row.get("swap")
        if not isinstance(value, dict) or not 0 < len(value) <= _MOST_PATTERNS:
            raise self._error(f"swap is a table of 1 to {_MOST_PATTERNS} patterns", "swap")
        patterns, words = [], []
        for one, other in value.items():
            if not isinstance(other, str):
                raise self._error("what to write instead is a text", "swap", str(one))
            patterns.append(self._pattern(one, flags, "swap", one))
            words.append(other)
        return tuple(patterns), tuple(words)

    def _pattern(self, one: object, flags: int, *path: object) -> re.Pattern[str]:
        if not isinstance(one, str) or not 0 < len(one) <= _LONGEST_PATTERN:
            raise self._error(f"a pattern is a text of 1 to {_LONGEST_PATTERN} characters", *path)
        try:
            found = re.compile(one, flags)
        except (re.error, RecursionError, OverflowError) as error:
            raise self._error(f"{one[:60]!r} is no pattern: {error}", *path) from None
        if found.match(""):
            raise self._error(f"{one[:60]!r} matches nothing at all", *path)
        return found


# -- the three forms ------------------------------------------------------------------------

_Check = Callable[[Rule, Context], Iterable[Finding]]


def _read(context: Context, words: _Words) -> Iterator[tuple[Any, str]]:
    """The statements that a rule reads, each with its words."""
    for passage in said(context):
        if words.where != "all" and bool(passage.force) != (words.where == "rules"):
            continue
        yield passage, passage.text[:_READ]


def _spared(passage: Any, text: str, words: _Words) -> bool:
    """Whether the statement, its lead or a heading above holds what takes it out."""
    if not words.unless:
        return False
    statement = passage.statement
    whole = "\n".join((text, statement.lead[-200:], *statement.path))
    return any(pattern.search(whole) for pattern in words.unless)


def _existence(words: _Words) -> _Check:
    def check(rule: Rule, context: Context) -> Iterable[Finding]:
        hits = []
        for passage, text in _read(context, words):
            found = next((m for p in words.patterns if (m := p.search(text))), None)
            if found is None or _spared(passage, text, words):
                continue
            said = rule.finding(
                passage.line,
                _filled(words.message, found[0]),
                end_line=passage.end_line,
                text=passage.text[:300],
                fix=_filled(words.fix, found[0]),
            )
            hits.append((1.0, said))
        yield from folded(hits, _SHOWN)

    return check


def _substitution(words: _Words) -> _Check:
    def check(rule: Rule, context: Context) -> Iterable[Finding]:
        hits = []
        for passage, text in _read(context, words):
            for pattern, instead in zip(words.patterns, words.swap, strict=True):
                found = pattern.search(text)
                if found is None or _spared(passage, text, words):
                    continue
                said = rule.finding(
                    passage.line,
                    _filled(words.message, found[0], instead),
                    end_line=passage.end_line,
                    text=passage.text[:300],
                    fix=_filled(words.fix or "Write {instead}.", found[0], instead),
                )
                hits.append((1.0, said))
                break
        yield from folded(hits, _SHOWN)

    return check


def _occurrence(words: _Words) -> _Check:
    def check(rule: Rule, context: Context) -> Iterable[Finding]:
        hits, total = [], 0
        for passage, text in _read(context, words):
            total += 1
            if any(p.search(text) for p in words.patterns) and not _spared(passage, text, words):
                hits.append(passage)
        if len(hits) <= words.most or len(hits) <= words.share * total:
            return
        message = words.message.replace("{count}", str(len(hits))).replace("{total}", str(total))
        yield rule.finding(
            hits[0].line,
            message,
            end_line=hits[0].end_line,
            text=hits[0].text[:300],
            fix=words.fix,
            related=[Related(p.line, p.text[:120]) for p in hits[1:20]],
        )

    return check


_CHECKS: Mapping[str, Callable[[_Words], _Check]] = {
    "existence": _existence,
    "substitution": _substitution,
    "occurrence": _occurrence,
}


def _filled(words: str, found: str, instead: str = "") -> str:
    return words.replace("{found}", " ".join(found.split())[:80]).replace("{instead}", instead)
