"""What the wording rules read: the sentences of a prompt, told apart from its samples.

A sample (an example, a template, a transcript, a quoted bad line) shows text and rules nothing,
so no rule about wording looks at it. Everything is worked out once per review.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context
from workbench.prompt.caseless import Caseless
from workbench.prompt.codespans import Span, code_spans
from workbench.prompt.language import language, plain
from workbench.prompt.lines import body, line_at
from workbench.prompt.plural import plural
from workbench.prompt.statements import Statement, statements

_T = TypeVar("_T")

#: Longer sentences are read by their beginning.
LONGEST = 1500

_SAMPLE_TAG = Caseless(
    r"^(?:.*_)?(?:examples?|samples?|templates?|transcripts?|dialog(?:ue)?s?|conversations?"
    r"|output|input|quotes?|documents?|good|bad|user|assistant|human)(?:_.*)?$",
)
_SAMPLE_TITLE = Caseless(
    r"\b(?:examples?|samples?|before(?: and |/)after|anti-?patterns?|\w+ templates?|transcripts?"
    r"|output format|few[- ]shots?|demos?|rationali[sz]ations?|change ?log|release notes|glossary"
    r"|terminology)\b|^\W*(?:good|bad)\b"
    r"|例|サンプル|テンプレート|雛形|出力形式|示例|样例|模板|范例|用語|术语",
)
_SAMPLE_LEAD = Caseless(
    r"(?:\b(?:examples?|e\.g\.?|for instance|such as|samples?|templates?|like this|as follows"
    r"|red flags?|rationali[sz]ations?|phrases?|words?|says?|asks?|looks like|bad|good|wrong|right"
    r"|instead of|avoid|don't write|not this|never (?:say|write))\b|例|サンプル|如下|比如)"
    r"[^.。]{0,60}[:：]\W{0,4}$",
)
_SAMPLE_START = Caseless(
    r"^\W{0,4}(?:[❌✅✗✓✘✔👍👎🚫]|(?:bad|good|wrong|right|correct|incorrect|poor|better|example|e\.g\.?"
    r"|before|after|user|assistant|human|output|input|a (?:good|bad|poor) \w+)\**[:：]"
    r"|例[:：]|悪い例|良い例|示例[:：])",
)


@dataclass(frozen=True, slots=True)
class Passage:
    """One statement with its plain words (code is `¤`, a quotation `¢`), lines from 1.

    `sample`: it shows something instead of saying it.
    """

    statement: Statement
    line: int
    end_line: int
    words: str
    lang: str
    sample: bool

    @property
    def text(self) -> str:
        return self.statement.text


def shared(context: Context, name: str, make: Callable[[], _T]) -> _T:
    """A value that several rules need, worked out once per review."""
    kept = context.__dict__.setdefault("_rules_share", {})
    if name not in kept:
        kept[name] = make()
    value: _T = kept[name]
    return value


def passages(context: Context) -> tuple[Passage, ...]:
    """All statements of the prompt, samples included; none for data."""
    return shared(context, "passages", lambda: tuple(_passages(context)))


def said(context: Context) -> tuple[Passage, ...]:
    """The statements that are meant: samples left out."""
    return shared(context, "said", lambda: tuple(p for p in passages(context) if not p.sample))


def _passages(context: Context) -> Iterator[Passage]:
    prompt = context.prompt
    if prompt.is_data or prompt.kind in ("yaml", "toml"):
        return
    starts = prompt.starts
    for statement in statements(prompt):
        words = plain(statement.text[:LONGEST])
        yield Passage(
            statement,
            line_at(starts, statement.start) + 1,
            line_at(starts, max(statement.start, statement.end - 1)) + 1,
            words,
            language(words),
            _is_sample(statement),
        )


def _is_sample(statement: Statement) -> bool:
    return (
        (statement.kind == "quote" and statement.text[:1] in "\"“«「'")
        or _sample_place(statement.tags, statement.path)
        or bool(statement.lead and _sample_lead(statement.lead[-200:]))
        or bool(_SAMPLE_START.match(statement.text))
    )


@lru_cache(maxsize=512)
def _sample_place(tags: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return any(_SAMPLE_TAG.match(tag) for tag in tags) or any(
        _SAMPLE_TITLE.search(title[:300]) for title in path[1:] or path
    )


@lru_cache(maxsize=512)
def _sample_lead(lead: str) -> bool:
    return bool(_SAMPLE_LEAD.search(lead))


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
    lines, starts = context.prompt.lines, context.prompt.starts
    for span in code(context):
        first, last = line_at(starts, span.start), line_at(starts, span.end - 1)
        found = _MARK.match(lines[first]) if last > first else None
        if found is None:
            continue
        closed = body(lines[last]).strip(" \t>").startswith(found["mark"])
        inside = lines[first + 1 : last if closed else last + 1]
        yield Fence(first + 1, last + 1, found["info"].lower(), tuple(body(x) for x in inside))


def code_lines(context: Context) -> frozenset[int]:
    """Lines (from 1) that stand inside a fenced or indented block, fences included."""

    def find() -> frozenset[int]:
        found: set[int] = set()
        for block in context.prompt.outline.blocks:
            if block.kind in ("fence", "code"):
                found.update(range(block.start_line + 1, block.end_line + 1))
        starts = context.prompt.starts
        for span in code(context):  # fences inside lists are no top-level blocks
            first, last = line_at(starts, span.start), line_at(starts, span.end - 1)
            if last > first:
                found.update(range(first + 1, last + 2))
        return frozenset(found)

    return shared(context, "code lines", find)


def title_above(context: Context, line: int) -> str:
    """The title of the nearest heading above a line (from 1), or nothing."""
    heads = context.prompt.outline.headings
    at = bisect_right(heads, line - 1, key=lambda head: head.start_line) - 1
    return heads[at].title if at >= 0 else ""


def shown_title(title: str) -> bool:
    """Whether what stands below a heading is shown, not said."""
    return bool(_SAMPLE_TITLE.search(title[:300]))


def body_start(context: Context) -> int:
    """The first line (from 1) behind the frontmatter."""
    blocks = context.prompt.outline.blocks
    return blocks[0].end_line + 1 if blocks and blocks[0].kind == "frontmatter" else 1


def is_article(context: Context) -> bool:
    """Whether a Markdown file tells rather than instructs: a talk, a report, a page of a site."""
    passages = len(said(context))
    firm = sum(i.strength == "hard" for i in context.instructions)
    return context.prompt.kind == "markdown" and passages >= 20 and firm < 0.1 * passages


def line_text(context: Context, line: int) -> str:
    """The words of a line (from 1) without its ending."""
    return body(context.prompt.lines[line - 1])


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
    from dataclasses import replace

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
