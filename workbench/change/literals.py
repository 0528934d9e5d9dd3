# ruff: noqa: E501  (a list of words is one expression)
"""Literals: the tokens of a prompt that must survive any rewrite as they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_SPAN = re.compile(r"(`{1,3})([^`]{1,400})\1")
_PLACEHOLDER = re.compile(
    r"\{\{[^{}\n]{1,80}\}\}|\$\{[^{}\n]{1,80}\}|\$[A-Z][A-Z0-9_]{2,}|\$[1-9]\b|<[a-z][\w -]{0,40}>(?![^<]{0,200}</)"
    r"|(?<![\w{])\{[a-z_][\w.]{0,40}\}(?!\})|%[A-Z_]{2,}%"
)
_TAGS = re.compile(r"</?[A-Za-z][\w.:-]{0,60}(?:\s[^<>\n]{0,200})?/?>")
_LINK = re.compile(
    r"\[[^\[\]\n]{0,300}\]\(([^()\s]{1,500})[^()\n]{0,100}\)|(https?://[^\s)>\]]{1,500})"
)
_IMPORT = re.compile(r"(?<![\w`])@(?:~|\.{1,2})?[\w./~-]*[\w-]\.[A-Za-z]\w{0,5}(?![\w@])")
_PATH = re.compile(
    r"(?<![\w`/@.])(?:@[\w-]+/[\w.-]+|(?:~|\.{1,2})?/?(?:[\w.@*-]+/)+[\w.*{}<>-]*|(?<![^\s(（、，「])\.[a-z][\w-]{2,40}(?:\.[\w-]{1,40}){0,3}|[\w-]+\.(?:md|py|ts|tsx|js|jsx|json|ya?ml|toml|txt|sh|rs|go|java|rb|sql|csv|html|css|lock|cfg|ini|env|xml|mdx?))(?![\w/])"
)
_PATHLIKE = re.compile(
    r"^(?:@?[\w.~${}<>*+-]*/[\w./${}<>*@+-]*|\.?[\w-]+(?:\.[\w-]+)*\.(?:md|py|pyi|ts|tsx|js|jsx|mjs|json|jsonl|ya?ml|toml|txt|sh|rs|go|java|kt|rb|php|c|h|cpp|sql|csv|html|css|scss|lock|cfg|ini|env|xml|mdx|ipynb|mjml|proto|tf|swift)|\.[\w-]+)$"
)
_QUOTE = re.compile(
    r"\"([^\"\n]{1,300})\"|“([^”\n]{1,300})”|「([^」\n]{1,200})」|『([^』\n]{1,200})』|«([^»\n]{1,200})»"
)
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.#-])[-+]?\d+(?:[.,:]\d+)*(?:\s?%|(?=[^\w.]|\.(?!\d)|$|[a-zA-Z\u3040-\u9fff]))"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot)\b|(?<=n)'t\b|\b(?:forbidden|prohibited|banned|disallowed)\b"
    r"|禁止|厳禁|不可|ない|ません|(?<!少)なく(?:て|とも)?(?=[、。\u4e00-\u9fff]|$)|ずに|不得|不要|不能|不允许|不准|不许|严禁|切勿|请勿|绝不|决不|未经",
)
_LIMIT = re.compile(
    r"\b(?:only|at most|at least|no more than|no fewer than|no less than|not more than|up to|exactly|maximum|minimum|must|always|within|below|under|above|over|between"
    r"|more than|less than|fewer than|longer than|shorter than|each|every|all)\b|以上|以下|以内|以内|未満|超え|必ず|のみ|だけ|最多|至少|最少|不超过|必须|只能|一律",
)
_EXCEPTION = re.compile(
    r"\b(?:unless|except(?:ion|ions)?|apart from|other than|save for|rather than|instead of|excluding)\b|ただし|除く|除き|を除いて|以外|外，|之外|除非|除了",
)

_DIGIT = re.compile(r"\d")
#: In the order in which they are taken out: signs of which one must be there, pattern, kind.
_MARKED = (
    (("`",), _SPAN, "code"),
    (("](", "://"), _LINK, "link"),
    (("@",), _IMPORT, "import"),
    (('"', "“", "「", "『", "«"), _QUOTE, "quote"),
)
#: Words of grammar that must survive; they expect lower case.
_GRAMMAR = ((_NEGATION, "negation"), (_LIMIT, "limit"), (_EXCEPTION, "exception"))

#: Kinds of literal, the most specific first.
KINDS = (
    "placeholder",
    "import",
    "link",
    "path",
    "code",
    "quote",
    "number",
    "negation",
    "limit",
    "exception",
    "frontmatter",
    "heading",
)


class Literal(NamedTuple):
    """One token: its kind and its text (a quotation without its marks, a span without ticks)."""

    kind: str
    text: str


def literals(text: str, *, words: bool = True) -> Counter[Literal]:
    """All literals of a sentence as a multiset; with `words` false no negations and limits.

    A placeholder inside a code span counts as both. Numbers inside code, paths, links and
    quotations belong to these.
    """
    found: Counter[Literal] = Counter()
    braced = any(sign in text for sign in "{$<%")
    if braced:
        for match in _PLACEHOLDER.finditer(text):
            if not _is_tag(match[0]):
                found[Literal("placeholder", match[0])] += 1
    rest = text
    for signs, pattern, kind in _MARKED:
        if not any(sign in rest for sign in signs):
            continue
        for match in pattern.finditer(rest):
            body = next((g for g in reversed(match.groups()) if g), match[0])
            if kind == "code":
                body = body.strip()
                inner = "path" if _PATHLIKE.match(body) else "code"
                found[Literal(inner, body)] += 1
            else:
                found[Literal(kind, body.strip())] += 1
        rest = pattern.sub(" ¤ ", rest)
    if "/" in rest or "." in rest:
        for match in _PATH.finditer(rest):
            if "/" in match[0].strip("/") or match[0].endswith("/") or "." in match[0]:
                found[Literal("path", match[0].rstrip("."))] += 1
    if braced:
        rest = _PLACEHOLDER.sub(" ", rest)
    if "/" in rest or "." in rest:
        rest = _PATH.sub(" ", rest)
    if "<" in rest:
        rest = _TAGS.sub(" ", rest)
    if _DIGIT.search(rest):
        for match in _NUMBER.finditer(rest):
            found[Literal("number", match[0].replace(" ", "").lstrip("+"))] += 1
    if words:
        rest = rest.lower().replace("’", "'")
        for pattern, kind in _GRAMMAR:
            for match in pattern.finditer(rest):
                word = match[0]
                found[Literal(kind, "not" if word == "'t" else word)] += 1
    return found


def _is_tag(text: str) -> bool:
    return text.startswith("<") and text[1:-1].lower() in _HTML


_HTML = frozenset(
    [
        "a",
        "b",
        "i",
        "u",
        "p",
        "br",
        "hr",
        "em",
        "strong",
        "code",
        "pre",
        "div",
        "span",
        "ul",
        "ol",
        "li",
        "table",
        "tr",
        "td",
        "th",
        "img",
    ]
)


def lost(old: Counter[Literal], new: Counter[Literal]) -> list[Literal]:
    """What `old` has and `new` lacks, each as often as it is missing."""
    return sorted((old - new).elements(), key=lambda x: (KINDS.index(x.kind), x.text))


def frontmatter_fields(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Lines of frontmatter as `(line, text)`, 1-based, without blanks and comments."""
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped and stripped not in ("---", "...") and not stripped.startswith("#"):
            yield number, " ".join(stripped.split())
