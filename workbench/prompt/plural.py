"""Numbers with their word: the one place that knows `1 token` from `2 tokens`."""

from __future__ import annotations


def plural(count: int, word: str, many: str = "", *, signed: bool = False) -> str:
    """`1 import`, `1,200 imports`; `many` for a plural that is not `word` with an s.

    `signed`: a change, such as `+1 token` or `-40 tokens`.
    """
    number = f"{count:+,}" if signed else f"{count:,}"
    return f"{number} {word if abs(count) == 1 else many or word + 's'}"
