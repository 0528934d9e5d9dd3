"""What a page is made of. Blocks hold plain text only; each renderer makes it harmless itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from workbench.verbs.pages.markup import Html


@dataclass(frozen=True, slots=True)
class Span:
    """Words with a tone. `file` is text of a file: untrusted, and set apart from our own words.

    Others: `code`, `dim`, `strong`, `good`, `warn`, `bad`, `new`, `gone`. A tone only repeats
    what the words say: without colours nothing is lost.
    """

    text: str
    tone: str = "file"


#: Words of ours, a span, or several of them in a row.
Inline: TypeAlias = "str | Span | Sequence[str | Span]"


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` from 1."""

    words: Inline
    level: int = 2


@dataclass(frozen=True, slots=True)
class Para:
    """`small`: method and uncertainty, beside the figure they belong to."""

    words: Inline
    small: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """`aligns` has one of `<` and `>` per column; `wide` names the columns whose words may wrap.
    `bars`: a share from 0 to 1 per row, drawn in the column `bar`."""

    head: Sequence[str]
    rows: Sequence[Sequence[Inline]]
    aligns: str
    wide: Sequence[int] = ()
    bar: int = -1
    bars: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a text or a diff. `mark` is empty or the sign of a diff; numbers count from 1,
    0 for none; `spans` are columns (0-based, half-open) of what changed in it."""

    mark: str
    a: int
    b: int
    text: str
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines in a fixed width font. `plain`: a text from line 1 on, its numbers are counted."""

    rows: Sequence[Line]
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, and the same in words for those who cannot see it."""

    drawing: Html
    words: str


@dataclass(frozen=True, slots=True)
class Card:
    """Something with a head: a finding, a proposal. `tone` is `error`, `warning`, `note` or ''."""

    head: Inline
    body: Sequence[Block]
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """Blocks behind a line that opens them."""

    words: Inline
    body: Sequence[Block]
    open: bool = False


Block: TypeAlias = "Heading | Para | Table | Lines | Figure | Card | Fold"


def pieces(words: Inline) -> list[str | Span]:
    """`words` as a list."""
    return [words] if isinstance(words, str | Span) else list(words)


def plain(words: Inline) -> str:
    """`words` without tones; still untrusted."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces(words))
