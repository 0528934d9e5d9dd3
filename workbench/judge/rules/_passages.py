"""What the rules read: the statements of a prompt, told apart from its samples.

A sample (an example, a template, quoted talk, a generated passage) shows text and rules nothing, so
no rule about wording looks at it. Everything is worked out once per review.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple, TypeVar

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context
from workbench.language.force import Force
from workbench.language.generated import generated
from workbench.language.statements import Statement, statements
from workbench.prompt.codespans import Span, code_spans
from workbench.prompt.lines import line_at
from workbench.prompt.outline import frontmatter_lines
from workbench.prompt.plural import plural

_T = TypeVar("_T")

#: Names of elements and words of titles that hold what is shown.
_SHOWN_TAG = re.compile(
    r"(?:.*[_-])?(?:examples?|samples?|templates?|transcripts?|conversations?|dialog(?:ue)?s?|quotes?"
    r"|good|bad|user|assistant|human)(?:[_-].*)?",
    re.IGNORECASE,
)
_SHOWN = r"(?:examples?|samples?|templates?|transcripts?|change ?log|release notes)"
_SHOWN_TITLE = re.compile(
    rf"\b{_SHOWN}\W*$|^\W*(?:{_SHOWN}|good|bad)\b|例|サンプル|テンプレート|示例|样例|模板|范例",
    re.IGNORECASE,
)
#: A lead or a beginning that hands over to something shown.
_SHOWN_LEAD = re.compile(
    r"(?:\b(?:examples?|e\.g\.?|for instance|such as|like this|as follows|template|(?:say|write)s?)"
    r"|例|如下|比如)[^.。]{0,40}[:：]\W{0,4}$",
    re.IGNORECASE,
)
_SHOWN_START = re.compile(
    r"\W{0,4}(?:[❌✗✘🚫]|(?:bad|good|wrong|right|example|e\.g\.?|before|after|user|assistant|human)"
    r"\**[:：]|(?:悪い|良い)?例[:：]|示例[:：])",
    re.IGNORECASE,
)
_QUOTES = "\"'“‘「『«"


class Passage(NamedTuple):
    """One statement with its lines (from 1). `sample`: it shows something instead of saying it."""

    statement: Statement
    line: int
    end_line: int
    sample: bool

    @property
    def text(self) -> str:
        return self.statement.text

    @property
    def force(self) -> Force:
        return self.statement.force


def shared(context: Context, name: str, make: Callable[[], _T]) -> _T:
    """A value that several rules need, worked out once per review."""
    kept = context.__dict__.setdefault("_rules_share", {})
    if name not in kept:
        kept[name] = make()
    value: _T = kept[name]
    return value


def passages(context: Context) -> tuple[Passage, ...]:
    """All statements of the prompt but its headings, samples included; none for data."""
    return shared(context, "passages", lambda: tuple(_passages(context)))


def said(context: Context) -> tuple[Passage, ...]:
    """The statements that are meant: samples left out."""
    return shared(context, "said", lambda: tuple(p for p in passages(context) if not p.sample))


def _passages(context: Context) -> Iterator[Passage]:
    prompt = context.prompt
    if prompt.is_data:
        return
    starts = prompt.starts
    made = generated(prompt.lines, frontmatter_lines(prompt.lines))
    for statement in statements(prompt):
        if statement.kind == "heading":
            continue
        line = line_at(starts, statement.start) + 1
        yield Passage(
            statement,
            line,
            line_at(starts, max(statement.start, statement.end - 1)) + 1,
            is_sample(statement) or any(m.start_line <= line <= m.end_line for m in made),
        )


def is_sample(statement: Statement) -> bool:
    """Whether a statement is shown: quoted, in an example, a template or a transcript."""
    text = statement.text
    return (
        text[:1] in _QUOTES
        or text.count('"') % 2 == 1  # a piece of a quotation
        or _shown_place(statement.tags, statement.path)
        or bool(statement.lead and _shown_lead(statement.lead))
        or bool(_SHOWN_START.match(text))
    )


@lru_cache(maxsize=512)
def _shown_place(tags: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return any(_SHOWN_TAG.fullmatch(tag) for tag in tags) or any(
        _SHOWN_TITLE.search(title[:300]) for title in path[1:] or path
    )


@lru_cache(maxsize=512)  # all items of a list have the same lead
def _shown_lead(lead: str) -> bool:
    return _SHOWN_LEAD.search(lead[-200:]) is not None


def code(context: Context) -> tuple[Span, ...]:
    """Fences and code spans, as offsets."""
    return shared(context, "code", lambda: code_spans(context.prompt.text))


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: its lines (from 1, marks included), the word behind its mark, and the lines
    between its marks."""

    start_line: int
    end_line: int
    info: str
    inside: tuple[str, ...]


_MARK = re.compile(r"[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?P<mark>`{3,}|~{3,})\s*(?P<info>[^\s`]*)")


def fences(context: Context) -> tuple[Fence, ...]:
    """The fenced blocks, those inside lists and quotes included."""
    return shared(context, "fences", lambda: tuple(_fences(context)))


def _fences(context: Context) -> Iterator[Fence]:
    lines, starts = context.bodies, context.prompt.starts
    for span in code(context):
        first, last = line_at(starts, span.start), line_at(starts, span.end - 1)
        found = _MARK.match(lines[first]) if last > first else None
        if found is None:
            continue
        closed = lines[last].strip(" \t>").startswith(found["mark"])
        inside = lines[first + 1 : last if closed else last + 1]
        yield Fence(first + 1, last + 1, found["info"].lower(), inside)


def code_lines(context: Context) -> frozenset[int]:
    """Lines (from 1) that stand inside a fenced or indented block, fences included."""

    def find() -> frozenset[int]:
        found: set[int] = set()
        for block in context.prompt.outline.blocks:
            if block.kind in ("fence", "code"):
                found.update(range(block.start_line + 1, block.end_line + 1))
        for fence in fences(context):  # those inside lists are no top-level blocks
            found.update(range(fence.start_line, fence.end_line + 1))
        return frozenset(found)

    return shared(context, "code lines", find)


def title_above(context: Context, line: int) -> str:
    """The title of the nearest heading above a line (from 1), or nothing."""
    heads = context.prompt.outline.headings
    at = bisect_right(heads, line - 1, key=lambda head: head.start_line) - 1
    return heads[at].title if at >= 0 else ""


def shown_title(title: str) -> bool:
    """Whether what stands below a heading is shown, not said."""
    return bool(_SHOWN_TITLE.search(title[:300]))


def body_start(context: Context) -> int:
    """The first line (from 1) behind the frontmatter."""
    blocks = context.prompt.outline.blocks
    return blocks[0].end_line + 1 if blocks and blocks[0].kind == "frontmatter" else 1


def line_text(context: Context, line: int) -> str:
    """The words of a line (from 1) without its ending."""
    return context.bodies[line - 1]


def costs(context: Context) -> Sequence[int]:
    """Tokens per line; a rough guess (a third of the UTF-8 bytes) when nobody counted."""
    if len(context.line_tokens) == len(context.prompt.lines):
        return context.line_tokens
    return shared(
        context,
        "rough costs",
        lambda: [
            max(1, len(line.encode("utf-8", "surrogatepass")) // 3) for line in context.prompt.lines
        ],
    )


def folded(findings: Iterable[tuple[float, Finding]], keep: int = 2) -> Iterator[Finding]:
    """The `keep` strongest findings of a rule; the rest become further places of the last one.

    Each entry is `(strength, finding)`. Twenty lines of one kind are one thing to know, not
    twenty; every place is still named.
    """
    ranked = sorted(findings, key=lambda entry: (-entry[0], entry[1].start_line))
    first = [finding for _, finding in ranked[:keep]]
    rest = sorted((finding for _, finding in ranked[keep:]), key=lambda f: f.start_line)
    if rest:
        last = first[-1]
        count = f"{plural(len(rest), 'more line')} like this"
        first[-1] = replace(
            last,
            message=f"{last.message} ({count})",
            related=(*last.related, *(Related(f.start_line, f.text) for f in rest[:50])),
        )
    yield from sorted(first, key=lambda f: f.start_line)


def is_template(context: Context) -> bool:
    """Whether the file lies below a folder of templates: people or a program fill it in."""
    folders = PurePath(context.prompt.path).parts[:-1]
    return any(folder.casefold() in ("template", "templates") for folder in folders)
