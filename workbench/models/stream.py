"""An answer put together from the events of a stream, or from one message.

Blocks are picked by their type: thinking comes first, and a server may send blocks that we do
not know. Nothing is trusted: each field is looked at before it is used.
"""

from __future__ import annotations

from typing import Any

from workbench.errors import AnswerBroken
from workbench.measure.request import Usage

#: Letters of text; a judge's answer has hundreds, the longest rewrite some ten thousands.
LONGEST_ANSWER = 4_000_000
#: No request has as many; servers can write any number.
_MOST_TOKENS = 10**12


class Taking:
    """Takes events (objects of the SDK) or one whole message (decoded JSON)."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.stop = ""
        self.model = ""
        self.whole = False
        self._blocks: dict[int, list[str]] = {}
        self._size = 0

    @property
    def text(self) -> str:
        """All text blocks, in order."""
        return "".join("".join(self._blocks[index]) for index in sorted(self._blocks))

    def event(self, event: Any) -> None:
        kind = getattr(event, "type", None)
        if kind == "message_start":
            message = getattr(event, "message", None)
            self.model = _word(getattr(message, "model", None))
            self._count(getattr(message, "usage", None))
        elif kind == "content_block_start":
            block = getattr(event, "content_block", None)
            if getattr(block, "type", None) == "text":
                self._blocks[a_count(getattr(event, "index", None)) or 0] = []
                self._add(event, getattr(block, "text", None))
        elif kind == "content_block_delta":
            delta = getattr(event, "delta", None)
            if getattr(delta, "type", None) == "text_delta":
                self._add(event, getattr(delta, "text", None))
        elif kind == "message_delta":
            self.stop = _word(getattr(getattr(event, "delta", None), "stop_reason", None))
            self._count(getattr(event, "usage", None))
        elif kind == "message_stop":
            self.whole = True

    def message(self, data: Any) -> None:
        """One message as JSON, from a server that does not stream. Raises AnswerBroken."""
        if not isinstance(data, dict) or not isinstance(data.get("content"), list):
            raise malformed("it is no message")
        self.model, self.stop = _word(data.get("model")), _word(data.get("stop_reason"))
        usage = data.get("usage")
        if isinstance(usage, dict):
            self._count(usage)
        for index, block in enumerate(data["content"]):
            if isinstance(block, dict) and block.get("type") == "text":
                self._blocks[index] = [_word(block.get("text"))]
        self.whole = True

    def _add(self, event: Any, text: Any) -> None:
        index = a_count(getattr(event, "index", None)) or 0
        if not isinstance(text, str) or index not in self._blocks:
            return
        self._size += len(text)
        if self._size > LONGEST_ANSWER:
            raise AnswerBroken(
                f"The answer is longer than {LONGEST_ANSWER:,} letters; it was not read further.",
                hint="Nothing of it is kept.",
                fault="flood",
                usage=self.usage,
            )
        self._blocks[index].append(text)

    def _count(self, usage: Any) -> None:
        """Counts of a later event replace those of an earlier one: they are running totals."""
        old = self.usage
        found = [
            a_count(usage.get(name) if isinstance(usage, dict) else getattr(usage, name, None))
            for name in (
                "input_tokens",
                "output_tokens",
                "cache_creation_input_tokens",
                "cache_read_input_tokens",
            )
        ]
        kept = (old.input, old.output, old.cache_write, old.cache_read)
        self.usage = Usage(*(k if f is None else f for f, k in zip(found, kept, strict=True)))


def malformed(reason: str) -> AnswerBroken:
    return AnswerBroken(
        f"The server's answer cannot be read: {reason}.",
        hint="Is it a server that speaks the Messages API? Nothing of the answer is kept.",
        fault="malformed",
        usage=Usage(),
    )


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def a_count(value: object) -> int | None:
    """A count of tokens, or None: what no database and no price could hold is none."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST_TOKENS:
        return value
    return None
