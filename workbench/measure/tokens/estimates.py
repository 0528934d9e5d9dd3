"""Counters for what no local tokenizer covers: a calibrated ratio, and plain characters."""

from __future__ import annotations

import copy
import re

from workbench.measure.tokens.blocks import cost_of_blocks
from workbench.measure.tokens.bpe import BpeTokenizer
from workbench.measure.tokens.scripts import error_pct, factor, scripts_in_words
from workbench.measure.tokens.text import Memo
from workbench.measure.tokens.types import CounterInfo

UNKNOWN_MODEL_ERROR_PCT = 40.0


class RatioTokenizer:
    """Tokens of o200k times a factor that the scripts of each block decide.

    One method for all texts: the kind of content (code, prose) plays no part, so that removing
    lines never raises the count. Costs are in thousandths of a token.
    """

    unit = 1000
    slice_chars = 32_000

    def __init__(
        self, base: BpeTokenizer, family: str, *, frame: int = 0, model: str = "", note: str = ""
    ) -> None:
        """`family` is a Claude family, or "" for a model of which nothing is known."""
        self._base = base
        self._known = bool(family)
        self._new = family != "claude-3"
        self._memo = Memo()
        self.frame_tokens = frame
        self._note = note
        name = f"{family}-ratio" if family else "o200k-ratio"
        self.info = CounterInfo(name, model, "est", self._error(""), self._words(""))

    def for_model(self, model: str) -> RatioTokenizer:
        """The same counter, its memory shared, named for a model."""
        twin = copy.copy(self)
        info = self.info
        twin.info = CounterInfo(info.name, model, info.label, info.error_pct, info.note)
        return twin

    def count(self, text: str) -> int:
        """Estimated tokens: the sum over the blocks of the text, rounded once."""
        return cost_of_blocks(self, text)

    def describe(self, text: str) -> CounterInfo:
        """`info` with the error for the scripts of this text."""
        info = self.info
        return CounterInfo(info.name, info.model, "est", self._error(text), self._words(text))

    def cut_before(self, line: str, previous: str) -> bool:
        """As for o200k."""
        return self._base.cut_before(line, previous)

    def block_cost(self, text: str, first: bool = False, last: bool = False) -> int:
        """Thousandths of a token."""
        cost = self._memo.get(text)
        if cost is None:
            times = factor(text, self._new) if self._known else 1000
            cost = self._base.block_cost(text) * times
            self._memo.put(text, cost)
        return cost

    def _error(self, text: str) -> float:
        return error_pct(text, self._new) if self._known else UNKNOWN_MODEL_ERROR_PCT

    def _words(self, text: str) -> str:
        note = "o200k tokens times a measured factor by script"
        if not self._known:
            note = "o200k tokens; nothing is known about this model's tokenizer"
        others = scripts_in_words(text)
        if others and self._known:
            note += f"; less sure here because of {others}"
        return f"{note}; {self._note}" if self._note else note


_WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
# Characters per token outside East Asian scripts, in which a character is about one token.
_CHARS_PER_TOKEN = {"claude-3": 3.7, "o200k_base": 3.8, "cl100k_base": 3.8}


class CharsTokenizer:
    """Characters over a constant: for the moment while a vocabulary loads."""

    frame_tokens = 0
    unit = 1000
    slice_chars = 1_000_000

    def __init__(self, family: str = "claude-5", model: str = "", note: str = "") -> None:
        self._other = round(1000 / _CHARS_PER_TOKEN.get(family, 2.7))
        words = f"characters over {_CHARS_PER_TOKEN.get(family, 2.7)}, East Asian ones count whole"
        self.info = CounterInfo(
            "chars", model, "rough", 35.0, f"{words}; {note}" if note else words
        )

    def count(self, text: str) -> int:
        """Roughly the tokens of `text`."""
        cost = self.block_cost(text)
        return (cost + 500) // 1000

    def describe(self, text: str) -> CounterInfo:
        """`info`; one error for every text."""
        return self.info

    def cut_before(self, line: str, previous: str) -> bool:
        """Every line stands alone."""
        return True

    def block_cost(self, text: str, first: bool = False, last: bool = False) -> int:
        """Thousandths of a token."""
        wide = 0 if text.isascii() else len(_WIDE.findall(text))
        return wide * 1000 + (len(text) - wide) * self._other
