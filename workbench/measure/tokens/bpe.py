"""OpenAI encodings: exact counts through tiktoken."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from workbench.measure.tokens.blocks import cost_of_blocks
from workbench.measure.tokens.text import LongLines, Memo, clean, has_long_run, slices_of_runs
from workbench.measure.tokens.types import CounterInfo, CounterUnavailable

if TYPE_CHECKING:
    import tiktoken

_NOTE = "tiktoken's own tokens of the text; what the provider adds around messages is not counted"
_RUN_NOTE = "a run of more than 100,000 blanks was counted in slices"


class BpeTokenizer:
    """Counts text in one OpenAI encoding; control tokens such as <|endoftext|> are plain text."""

    frame_tokens = 0
    unit = 1
    slice_chars = 64_000

    def __init__(self, encoding: tiktoken.Encoding, model: str = "") -> None:
        self._encoding = encoding
        self._memo = Memo()
        self._long = LongLines()
        # o200k lets punctuation swallow line breaks together with slashes that follow them.
        self._slash = encoding.name.startswith("o200k")
        self.info = CounterInfo(encoding.name, model, "offline", 0.0, _NOTE)

    def for_model(self, model: str) -> BpeTokenizer:
        """The same counter, its memory shared, named for a model."""
        twin = copy.copy(self)
        twin.info = CounterInfo(self.info.name, model, "offline", 0.0, _NOTE)
        return twin

    def count(self, text: str) -> int:
        """Tokens of `text`, as `len(encoding.encode(text, disallowed_special=()))`."""
        if has_long_run(text):
            return cost_of_blocks(self, text)
        return self._encode(clean(text))

    def describe(self, text: str) -> CounterInfo:
        """`info`, except that a text with a huge run of blanks is an estimate."""
        if has_long_run(text):
            return CounterInfo(self.info.name, self.info.model, "est", 1.0, _RUN_NOTE)
        return self.info

    def cut_before(self, line: str, previous: str) -> bool:
        """Exact between two lines when the second holds more than blanks.

        Only blanks, and punctuation with the line breaks behind it, can cross a line break; o200k's
        punctuation also takes slashes behind the break, so there the line before must not end in
        punctuation. Tests look for a wrong cut in random texts of nasty characters.
        """
        if not previous.endswith(("\n", "\r")) or not line.strip():
            return False
        if self._slash and line[0] == "/":
            before = previous.rstrip("\r\n")[-1:]
            return before.isascii() and before.isalnum()
        return True

    def block_cost(self, text: str, first: bool = False, last: bool = False) -> int:
        """Tokens of a block; its place in the text makes no difference here."""
        if len(text) > LongLines.LONG:
            return self._long_cost(text)
        cost = self._memo.get(text)
        if cost is None:
            cost = self._encode(clean(text))
            self._memo.put(text, cost)
        return cost

    def _long_cost(self, text: str) -> int:
        total = 0
        for segment in self._long.split(text):
            cost = self._memo.get(segment)
            if cost is None:
                safe = clean(segment)
                parts = slices_of_runs(safe) if has_long_run(safe) else [safe]
                cost = sum(self._encode(part) for part in parts)
                self._memo.put(segment, cost)
            total += cost
        return total

    def _encode(self, text: str) -> int:
        try:
            return len(self._encoding.encode_ordinary(text))
        except BaseException as error:
            # Rust's panics reach Python as a BaseException of a class that cannot be imported.
            if type(error).__name__ != "PanicException":
                raise
            raise CounterUnavailable(
                f"{self.info.name} could not count this text: {error}.",
                hint="The text is unharmed; count with --counter chars.",
            ) from None
