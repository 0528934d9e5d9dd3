# ruff: noqa: E501  (a list of words is one expression)
"""The passages of a prompt by section, and how much of a section's words the rest shares."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.judge.registry import Context
from workbench.judge.rules._passages import Passage, line_text, passages, shared

_LATIN = re.compile(r"[a-z\u00c0-\u024f][a-z\u00c0-\u024f'’-]{2,40}")
_WIDE = re.compile(r"[\u4e00-\u9fff]{2,8}|[\u30a0-\u30ff]{2,12}")
_STOP = frozenset(
    re.findall(
        r"\S+",
        """the and for with that this from into onto over under than then them they their there these those have has had was were
    are not but you your our his her its who whom whose which what when where why how all any each every some more most other another
    such only own same can could will would should shall may might must out off about after before again because being been both
    did does doing down during few here just once too very until while also always never use uses used using make makes made one two
    three first last new old see say says said get gets got give given goes keep keeps let like need needs want way well without within""",
    )
)


def stems(text: str) -> list[str]:
    """The content words of `text`, cut to their first letters; runs of Han and katakana as they are."""
    low = text.lower()
    found = [_stem(word) for word in _LATIN.findall(low) if word not in _STOP]
    if not low.isascii():
        found += _WIDE.findall(low)
    return found


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    word = word.replace("’", "'").removesuffix("'s")
    for ending in ("ations", "ation", "ings", "ing", "ies", "ers", "ed", "es", "er", "ly", "s"):
        if len(word) - len(ending) >= 3 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    return word[:7]


@dataclass(frozen=True)
class Section:
    """The passages under one heading path and tag, with the line of the heading (from 1).

    `line` is the heading or the opening tag where there is one, else the first passage.
    """

    title: str
    line: int
    end_line: int
    passages: tuple[Passage, ...]
    tag: str = ""
    nested: bool = False

    @cached_property
    def text(self) -> str:
        return " ".join(p.text for p in self.passages)

    @cached_property
    def stems(self) -> Counter[str]:
        return Counter(stems(f"{self.title} {self.text}"))


def sections(context: Context) -> tuple[Section, ...]:
    """Runs of passages that share heading path and innermost tag."""
    return shared(context, "sections", lambda: tuple(_sections(context)))


def _sections(context: Context) -> Iterator[Section]:
    heads = {h.start_line + 1: h.title for h in context.prompt.outline.headings}
    tags = {tag.line + 1: tag.name for tag in context.prompt.outline.tags if not tag.closing}
    run: list[Passage] = []
    key: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    for passage in passages(context):
        own = (passage.statement.path, passage.statement.tags)
        if run and own != key:
            yield _section(context, run, heads, tags)
            run = []
        key = own
        run.append(passage)
    if run:
        yield _section(context, run, heads, tags)


def _section(
    context: Context, run: Sequence[Passage], heads: dict[int, str], tags: dict[int, str]
) -> Section:
    first = run[0].line
    path, inside = run[0].statement.path, run[0].statement.tags
    line = first
    for above in range(first - 1, max(0, first - 6), -1):
        if above in heads or above in tags:
            line = above
            break
        if line_text(context, above).strip():
            break
    title = path[-1] if path else ""
    tag = inside[-1] if inside else ""
    if tag and line in tags:
        title = tag.replace("_", " ").replace("-", " ")
    return Section(title, line, run[-1].end_line, tuple(run), tag, len(inside) > 1)


def all_stems(context: Context) -> Counter[str]:
    """How often each stem occurs in the whole prompt, code and headings included."""
    return shared(context, "all stems", lambda: Counter(stems(context.prompt.text[:2_000_000])))


def kinship(context: Context, words: Counter[str]) -> float:
    """Share of the distinct stems in `words` that occur elsewhere in the prompt too (0 to 1)."""
    if not words:
        return 1.0
    everything = all_stems(context)
    known = sum(1 for stem, count in words.items() if everything[stem] > count)
    return known / len(words)
