"""What reads language in the sources: patterns and word lists, found without running anything."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

#: From so many words on a list is data, and stands in `workbench/language/data`.
MOST_WORDS = 14
_FUNCTIONS = frozenset({"compile", "search", "match", "fullmatch", "split", "findall", "finditer"})
#: How a pattern is used by what takes a text to pieces.
_CUTTING = frozenset({"split", "findall", "finditer"})
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’ -](?=[^\W\d_]))+\Z")
_ANY_SIGN = re.compile(r"\(\?P<\w+>|\(\?[:=!<P][<=!]?|\\[a-zA-Z]|\[[^\]]*\]|\{[\d,]*\}|[?*+.^$\\]")


@dataclass(frozen=True)
class Found:
    """Something in a source: the name that it has there, or that of the function around it."""

    name: str
    line: int
    shown: str


@dataclass(frozen=True)
class Pattern:
    """A regular expression of a source. `cuts`: it is used to take texts to pieces."""

    name: str
    line: int
    text: str
    flags: int
    cuts: bool

    def compiled(self) -> re.Pattern[str] | None:
        try:
            return re.compile(self.text, self.flags)
        except re.error:
            return None


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


# -- strings ------------------------------------------------------------------------------


def _constant(node: ast.expr, known: Mapping[str, str]) -> str | None:
    """The string that an expression gives, with the strings of the module that it names."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(_constant(value, known) or "" for value in values)
        case ast.FormattedValue(value=ast.Name(id=name)):
            return known.get(name, "x")
        case ast.FormattedValue():
            return "x"
        case ast.Name(id=name):
            return known.get(name)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            a, b = _constant(left, known), _constant(right, known)
            return None if a is None or b is None else a + b
    return None


def _named(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The statements of a module, each with the name that stands for it."""
    for stmt in tree.body:
        match stmt:
            case ast.Assign(targets=[ast.Name(id=name), *_]):
                yield name, stmt
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, stmt
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, stmt
            case _:
                yield "", stmt


def _known(tree: ast.Module) -> dict[str, str]:
    known: dict[str, str] = {}
    for name, stmt in _named(tree):
        value = getattr(stmt, "value", None)
        text = _constant(value, known) if isinstance(value, ast.expr) else None
        if text is not None:
            known[name] = text
    return known


# -- regular expressions ------------------------------------------------------------------


def patterns(source: str) -> Iterator[Pattern]:
    """Every regular expression that a source compiles or uses."""
    tree = parsed(source)
    known = _known(tree)
    uses: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            uses.setdefault(node.value.id, set()).add(node.attr)
    for name, stmt in _named(tree):
        for node in ast.walk(stmt):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            match node.func:
                case ast.Attribute(value=ast.Name(id="re"), attr=used) if used in _FUNCTIONS:
                    pass
                case ast.Name(id="Caseless"):
                    used = "compile"
                case _:
                    continue
            text = _constant(node.args[0], known)
            if text is None:
                continue
            given = {a.attr for a in ast.walk(node) if isinstance(a, ast.Attribute)}
            flags = sum(
                getattr(re, flag) for flag in ("VERBOSE", "DOTALL", "MULTILINE") if flag in given
            )
            public = used == "compile" and not name.startswith("_")
            cuts = used in _CUTTING or public or bool(uses.get(name, set()) & _CUTTING)
            yield Pattern(name, node.lineno, text, flags | re.IGNORECASE, cuts)


def cuts_words(pattern: Pattern) -> bool:
    """Whether it takes a sentence to its words: by finding them, or by cutting between them."""
    found = pattern.compiled()
    if found is None or not pattern.cuts:
        return False
    wanted, text = ["Mend", "two", "bugs"], "Mend, two: bugs"
    pieces = [piece[0].strip() for piece in found.finditer(text)]
    words = [piece for piece in pieces if any(map(str.isalnum, piece))]
    between = [piece.strip() for piece in found.split(text) if piece] if not found.groups else []
    return words == wanted or between == wanted


def cuts_sentences(pattern: Pattern) -> bool:
    """Whether it takes a text to its sentences."""
    found = pattern.compiled()
    if found is None or not pattern.cuts or found.groups:
        return False
    for text in ("One is here. Two is here! Three is here?", "一つある。二つある！三つある。"):
        wanted = [piece.strip() for piece in re.split(r"[.!?。！]", text) if piece]
        pieces = [piece.strip(" .!?。！") for piece in found.split(text)]
        if [piece for piece in pieces if piece] == wanted:
            return True
    return False


def reads_quantities(pattern: Pattern) -> bool:
    """Whether it knows numbers by their units: "30 seconds" and "5 MB", and not "30 cats"."""
    found = pattern.compiled()
    if found is None:
        return False

    def whole(text: str) -> bool:
        return any(match[0].strip() == text for match in found.finditer(f"It is {text} now"))

    measures = ("30 seconds", "5 MB", "20 minutes", "10 lines", "8 GB", "15 ms")
    return sum(map(whole, measures)) > 1 and not whole("30 cats")


def reads_placeholders(pattern: Pattern) -> bool:
    """Whether it knows placeholders of more than one syntax."""
    found = pattern.compiled()
    written = ("{{name}}", "${NAME}", "$ARGUMENTS", "%(name)s", "<%= name %>", "{name}", "$name")
    return (
        found is not None
        and sum(found.fullmatch(text) is not None for text in written) > 1
        and not any(found.fullmatch(text) for text in ("name", "a b", "(name)"))
    )


# -- word lists ---------------------------------------------------------------------------


def word_lists(source: str) -> Iterator[Found]:
    """Collections, tables, split strings and patterns of more than `MOST_WORDS` words."""
    for name, stmt in _named(parsed(source)):
        inside: set[ast.AST] = set(_prose(stmt))
        for node in ast.walk(stmt):
            if node in inside:
                continue
            words = _words_of(node)
            if len(words) > MOST_WORDS:
                inside.update(ast.walk(node))
                yield Found(name, node.lineno, ", ".join(words[:5]))  # type: ignore[attr-defined]


def _prose(stmt: ast.stmt) -> Iterator[ast.AST]:
    """Docstrings."""
    for node in ast.walk(stmt):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _words_of(node: ast.AST) -> list[str]:
    if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.BinOp)):
        return [text for text in _members(node) if _WORD.match(text)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        text = _constant(node.func.value, {}) if node.func.attr == "split" else None
        return [word for word in (text or "").split() if _WORD.match(word)]
    if isinstance(node, (ast.Constant, ast.JoinedStr)):
        text = _constant(node, {}) or ""
        return _alternatives(text) or _row(text)
    return []


def _row(text: str) -> list[str]:
    """The words of a string that is a row of words: no sentence has so many without a stop."""
    words = text.split()
    bare = all(_WORD.match(word) or word.replace("-", "").isalnum() for word in words)
    return [word for word in words if _WORD.match(word)] if bare else []


def _members(node: ast.AST) -> Iterator[str]:
    """The strings of a collection; the keys of a record, whose values are worked out, are none."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.List(elts=inner) | ast.Tuple(elts=inner) | ast.Set(elts=inner):
            for one in inner:
                yield from _members(one)
        case ast.Dict(keys=keys, values=values):
            if all(isinstance(v, (ast.Constant, ast.List, ast.Tuple, ast.Dict)) for v in values):
                for one in (*filter(None, keys), *values):
                    yield from _members(one)
        case ast.BinOp(left=left, right=right):
            yield from _members(left)
            yield from _members(right)
        case ast.Starred(value=value):
            yield from _members(value)
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple" | "list"), args=args):
            for one in args:
                yield from _members(one)


def _alternatives(text: str) -> list[str]:
    """The words between the strokes of a regular expression."""
    if "|" not in text:
        return []
    pieces = re.split(r"[|()]", _ANY_SIGN.sub(" ", text))
    return [" ".join(piece.split()) for piece in pieces if re.search(r"[^\W\d_]{2}", piece)]
