"""Claude's families through ctok, an unofficial reconstruction of its vocabularies."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass

from workbench.measure.tokens.blocks import cost_of_blocks
from workbench.measure.tokens.text import LongLines, Memo, clean
from workbench.measure.tokens.types import CounterInfo, CounterUnavailable


@dataclass(frozen=True, slots=True)
class Family:
    """One tokenizer generation.

    version   the version string that ctok takes
    frame     tokens that the provider adds around one user message
    free_end  blanks at the end of the text cost nothing (Opus 5; ctok does not model it)
    checked   what the counts were compared with
    """

    version: str
    frame: int
    free_end: bool
    checked: str


# Frames and rules: README of ctok 1.3.0; agreement: recorded answers of the provider's count
# endpoint, 402 for Opus 4.5 and Haiku 4.5, 282 for Opus 4.7, all reproduced exactly.
FAMILIES = {
    "claude-3": Family("3.0", 7, False, "402 recorded counts of Opus 4.5 and Haiku 4.5"),
    "claude-4.7": Family("4.7", 11, False, "282 recorded counts of Opus 4.7"),
    "claude-4.8": Family("4.8", 6, False, "the vocabulary of Opus 4.7, 282 recorded counts"),
    "claude-5": Family("4.8", 6, True, "the vocabulary of Opus 4.7, 282 recorded counts"),
}
# Beyond this difference from an exact count a family is not taken as verified for a model.
OFFLINE_ERROR_PCT = 0.5

_BLANKS = " \t\n\r\x0b\x0c"
# What is left of a line when blanks and everything the provider strips is gone.
_KEPT = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\ue000-\uf8ff]")
_PERIOD = 1_280  # a multiple of the vocabulary's run lengths, so that shortened runs count exactly
_LONG_RUN = 10_000
# Short repeats match too, so that a run is passed over once and never searched again and again.
_RUN = re.compile(r"(\s\s|[\s\S])\1{15,}")

_LETTER = r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0400-\u045f"
_KANA = r"\u3041-\u3096\u30a1-\u30fa"
_HAN = r"\u4e00-\u9fff\uac00-\ud7a3"
_SIGN = r"!\"#$%&()*+,\-./:;<=>?@\[\\\]^_`{|}~"
# Where a long line may be cut besides: no piece of the vocabularies holds an ASCII digit together
# with anything else, or a Han character, a Hangul syllable or an emoji together with anything at
# all, and a word has marks of its own at both ends. A single blank behind a word becomes a part of
# those marks, so it is counted behind the same kind of neighbour that it has (`_NEIGHBOURS`).
_MORE_CUTS = (
    rf"[{_LETTER}](?= [{_LETTER}0-9{_SIGN}])"
    rf"|[0-9](?=[{_SIGN}]| [0-9{_SIGN}])"
    rf"|[{_HAN}](?=[{_HAN}{_KANA}])|[{_KANA}](?=[{_HAN}])"
    r"|[\U0001f300-\U0001f3fa\U0001f400-\U0001faff](?=[\U0001f300-\U0001f3fa\U0001f400-\U0001faff])"
)
# What stands for the text before a piece: the end of a line, or behind a cut before a blank a
# letter or a digit; with the tokens of it.
_NEIGHBOURS = {"\n": ("a\n", 2), "a": ("a", 1), "1": ("a\n1", 3)}


class ClaudeTokenizer:
    """Counts text as the content of one user message, without the frame around it."""

    unit = 1
    slice_chars = 3_000

    def __init__(self, family: str, token_count: Callable[[str, str], int]) -> None:
        """`token_count(text, version)` is ctok's; it includes the frame."""
        self._family = FAMILIES[family]
        self._token_count = token_count
        # What a piece costs depends on what it stands between, so each place has its own memory.
        self._memos = {
            (edge, last): Memo(4_000, 500_000)
            for edge in ("", *_NEIGHBOURS)
            for last in (False, True)
        }
        self._memos["\n", False] = Memo()
        self._long = LongLines(_MORE_CUTS)
        self.frame_tokens = self._family.frame
        note = f"ctok, an unofficial reconstruction; agrees with {self._family.checked}"
        self.info = CounterInfo(family, "", "offline", OFFLINE_ERROR_PCT, note)
        # "a", a line break, "a": three tokens beyond the frame in every family.
        self._context = self._framed("a\na")
        if self._context - self.frame_tokens != 3:
            raise CounterUnavailable(
                f"The counter {family} gives unexpected figures; is another ctok installed?",
                hint="ctxbench was checked with ctok 1.3.0; estimates still work.",
            )

    def for_model(
        self, model: str, error_pct: float | None = None, note: str = ""
    ) -> ClaudeTokenizer:
        """The same counter, its memory shared, named for a model.

        With `error_pct` the family is a guess for this model, so the count is an estimate.
        """
        twin = copy.copy(self)
        guess = error_pct is not None
        twin.info = CounterInfo(
            self.info.name,
            model,
            "est" if guess else "offline",
            error_pct if guess else self.info.error_pct,
            note or self.info.note,
        )
        return twin

    def count(self, text: str) -> int:
        """Tokens of `text`: ctok's count less the frame; 0 for the empty text."""
        if len(text) > LongLines.LONG:
            return cost_of_blocks(self, text)
        return self._whole(text)

    def describe(self, text: str) -> CounterInfo:
        """`info`, except that huge runs of one character make an estimate."""
        runs = _RUN.finditer(text) if _has_long_run(text) else ()
        if any(len(run.group()) >= _LONG_RUN for run in runs):
            note = "a run of more than 10,000 equal characters was counted by its period"
            error = max(1.0, self.info.error_pct or 0.0)
            return CounterInfo(self.info.name, self.info.model, "est", error, note)
        return self.info

    def cut_before(self, line: str, previous: str) -> bool:
        r"""Exact between two lines when the first ends in \n and the second is not blank.

        Every piece of the vocabulary with a line break is a run of line breaks; carriage returns
        and other control characters are stripped before counting, so they end nothing.
        """
        return previous.endswith("\n") and _KEPT.search(line) is not None

    def block_cost(self, text: str, first: bool = False, last: bool = False) -> int:
        """Tokens of a block; the frame changes what happens at both ends of the text."""
        if first and last and len(text) <= LongLines.LONG:
            return self._whole(text)
        if last and self._family.free_end:
            text = text.rstrip(_BLANKS)
        if len(text) <= LongLines.LONG:
            return self._piece(text, "" if first else "\n", last)
        cost = 0
        edge = "" if first else "\n"
        segments = self._long.split(text)
        for segment, after in zip(segments, [*segments[1:], ""], strict=True):
            cost += self._piece(segment, edge, last and not after)
            edge = "\n"
            if after.startswith(" "):
                edge = "1" if segment[-1].isdigit() else "a"
        return cost

    def _piece(self, text: str, edge: str, last: bool) -> int:
        """Tokens of `text` behind `edge`: a key of `_NEIGHBOURS`, or nothing at the start."""
        memo = self._memos[edge, last]
        cost = memo.get(text)
        if cost is None:
            cost = self._whole(text) if last and not edge else self._between(text, edge, last)
            memo.put(text, cost)
        return cost

    def _between(self, text: str, edge: str, last: bool) -> int:
        # The neighbours "a" stand for whatever is there: words end at a line break, and inside a
        # long line at the letter before a cut, whatever follows. Without an own line break the
        # context adds one, which is one token.
        before, known = _NEIGHBOURS[edge] if edge else ("", 0)
        added = 0 if last or text.endswith("\n") else 1
        after = "" if last else ("\na" if added else "a")
        known += self.frame_tokens + (0 if last else 1) + added
        return max(0, self._framed(before + text + after) - known)

    def _whole(self, text: str) -> int:
        if self._family.free_end:
            text = text.rstrip(_BLANKS)
        return self._framed(text) - self.frame_tokens if text else 0

    def _framed(self, text: str) -> int:
        text = clean(text)
        extra = 0
        if _has_long_run(text):
            text, extra = self._shorten(text)
        return self._token_count(text, self._family.version) + extra

    def _shorten(self, text: str) -> tuple[str, int]:
        """Long runs cut to a few periods, and the tokens that were cut away."""
        kept = []
        extra = position = 0
        for match in _RUN.finditer(text):
            unit = match.group(1)
            if len(match.group()) < _LONG_RUN:
                continue
            periods = (len(match.group()) // len(unit)) // _PERIOD - 2
            short = match.end() - periods * _PERIOD * len(unit)
            kept.append(text[position:short])
            position = match.end()
            count = self._token_count
            version = self._family.version
            one = count(f"a{unit * _PERIOD * 2}a", version) - count(f"a{unit * _PERIOD}a", version)
            extra += periods * one
        kept.append(text[position:])
        return "".join(kept), extra


def _has_long_run(text: str) -> bool:
    """Whether a run may be so long that it is shortened: it covers a multiple of half of it."""
    half = _LONG_RUN // 2
    return any(
        text[at] == text[at + 2] == text[at + 4] and _RUN.match(text, at) is not None
        for at in range(0, len(text) - half, half)
    )


def load_claude(family: str) -> ClaudeTokenizer:
    """A Claude family; raises CounterUnavailable where ctok cannot be used.

    Loading takes 0.1 to 0.4 s of processor time and 40 MB (85 MB for claude-3).
    """
    try:
        import ctok
    except ImportError as error:
        raise CounterUnavailable(
            f"The counter {family} needs the package ctok (Python 3.12 or later): {error}.",
            hint="Use a newer Python for offline Claude counts.",
        ) from error
    try:
        return ClaudeTokenizer(family, ctok.token_count)
    except (OSError, ValueError, KeyError, AttributeError, NotImplementedError) as error:
        raise CounterUnavailable(
            f"The counter {family} cannot load its vocabulary: {error}.",
            hint="Reinstall the package ctok; estimates still work.",
        ) from error
