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


class ClaudeTokenizer:
    """Counts text as the content of one user message, without the frame around it."""

    unit = 1
    slice_chars = 3_000

    def __init__(self, family: str, token_count: Callable[[str, str], int]) -> None:
        """`token_count(text, version)` is ctok's; it includes the frame."""
        self._family = FAMILIES[family]
        self._token_count = token_count
        self._memo = Memo()
        self._long = LongLines()
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
            return self._piece(text, first, last)
        segments = self._long.split(text)
        final = len(segments) - 1
        return sum(
            self._piece(segment, first and n == 0, last and n == final)
            for n, segment in enumerate(segments)
        )

    def _piece(self, text: str, first: bool, last: bool) -> int:
        if not first and not last:
            cost = self._memo.get(text)
            if cost is not None:
                return cost
        if first and last:
            return self._whole(text)
        # The neighbours "a" stand for whatever is there: words end at a line break, and inside a
        # long line at the letter before a cut, whatever follows. Without an own line break the
        # context adds one, which is one token.
        before = "" if first else "a\n"
        added = 0 if last or text.endswith("\n") else 1
        after = "" if last else ("\na" if added else "a")
        known = self.frame_tokens + (0 if first else 2) + (0 if last else 1) + added
        cost = max(0, self._framed(before + text + after) - known)
        if not first and not last:
            self._memo.put(text, cost)
        return cost

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
