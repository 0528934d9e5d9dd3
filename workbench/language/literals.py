"""Literals: the tokens of a text that mean something to a program and stand or fall as written.

Code spans, placeholders of every syntax, imports, links, paths, flags, numbers and quoted phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from workbench.language.markup import DOUBLE_QUOTED
from workbench.language.words import Word, words
from workbench.prompt.placeholders import find_placeholders

#: Kinds of literal, the most specific first. The last three are no words of a sentence: whoever
#: reads a whole file adds them.
KINDS = (
    "placeholder",
    "import",
    "link",
    "path",
    "flag",
    "code",
    "quote",
    "number",
    "frontmatter",
    "line",
    "cell",
)
_PATHLIKE = re.compile(r"[~.@]|.*[.*{_\d]|/|.*/$|[^/]*/[^/]*/")


@dataclass(frozen=True, slots=True)
class Literal:
    """One token: its kind, its words without ticks or quotation marks, its half-open offsets."""

    kind: str
    text: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def literals(text: str) -> tuple[Literal, ...]:
    """The literals of a sentence in order. A placeholder in a code span counts beside the span; a
    number in code, a link, a path or a quotation belongs to it."""
    row = words(text)
    quoted = quotations(text)
    found = list(quoted)
    for word in row:
        inside = any(q.start <= word.start < q.end for q in quoted)
        found += [one for one in _of(word) if not inside or one.kind == "placeholder"]
    if "<" in text:
        found += [
            Literal("placeholder", text[x.start : x.end], x.start, x.end)
            for x in find_placeholders(text)
            if x.style == "angle"
        ]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _of(word: Word) -> Iterator[Literal]:
    start, end, text = word.start, word.end, word.text
    match word.kind:
        case "placeholder" | "flag" | "number":
            yield Literal(word.kind, text, start, end)
        case "link":
            bare = text.strip("()").rstrip(".,;:!?)")
            yield Literal("link", bare, start, end)
        case "path":
            bare = text.rstrip(".,;:")
            if bare.startswith("@") and "." in bare:
                yield Literal("import", bare, start, end)
            elif is_path(bare):
                yield Literal("path", bare, start, end)
        case "code":
            bare = text.strip("`").strip()
            inner = words(bare)
            alone = len(inner) == 1 and inner[0].kind in ("path", "flag", "placeholder")
            yield Literal(inner[0].kind if alone else "code", bare, start, end)
            if not alone:
                for piece in inner:
                    if piece.kind == "placeholder":
                        yield Literal("placeholder", piece.text, start, end)


def is_path(text: str) -> bool:
    """Whether a token with a slash or dot names a file: "and/or" does not."""
    return bool(_PATHLIKE.match(text)) and any(ch.isalnum() for ch in text)


def quotations(text: str) -> tuple[Literal, ...]:
    """The quoted phrases of a sentence alone; quotation marks in code are none."""
    if not any(mark in text for mark in '"“「『«'):
        return ()
    code = [word for word in words(text) if word.kind == "code"]
    return tuple(
        Literal("quote", found[0][1:-1].strip(), found.start(), found.end())
        for found in DOUBLE_QUOTED.finditer(text)
        if not any(c.start < found.end() and found.start() < c.end for c in code)
    )
