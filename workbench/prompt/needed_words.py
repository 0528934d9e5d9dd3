"""Words without which a pattern cannot match, so that most texts are turned away by looking for
them: that costs a tenth of running the pattern.

They are read off the parsed pattern. Where Python's parser is not as we know it, or a pattern
can match without any fixed word, nothing is known and the pattern always runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

#: More words than this cost as much to look for as the pattern costs.
_MOST = 64
_INSIDE = frozenset(("SUBPATTERN", "ATOMIC_GROUP", "ASSERT"))
_REPEATS = frozenset(("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"))
#: These take no room in a text: letters on both sides of them stand side by side.
_NO_ROOM = frozenset(("AT", "ASSERT_NOT"))


def needed(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Words in lower case, one of which stands in the lower-case form of any text that `pattern`
    matches; empty when no such words are known."""
    try:
        parser: Any = import_module("re._parser")  # private: tests/prompt/test_needed.py watches it
        found = _of(parser.parse(pattern, flags))
    except (ImportError, AttributeError, TypeError, ValueError):  # pragma: no cover
        return ()
    return tuple(sorted(found, key=lambda word: (len(word), word))) if found else ()


def _of(items: Iterable[tuple[Any, Any]]) -> frozenset[str]:
    """The best of the sets of words that a sequence needs."""
    best: frozenset[str] = frozenset()
    run = ""
    for op, value in [*items, (None, None)]:
        name = str(op)
        if name == "LITERAL" and (low := _lower(value)):
            run += low
            continue
        if name in _NO_ROOM:
            continue
        best = _better(best, frozenset((run,)) if run else frozenset())
        run = ""
        if name == "BRANCH":
            ways = [_of(way) for way in value[1]]
            if all(ways):
                best = _better(best, frozenset().union(*ways))
        elif name in _INSIDE:
            best = _better(best, _of(value if name == "ATOMIC_GROUP" else value[-1]))
        elif name in _REPEATS and value[0] > 0:
            best = _better(best, _of(value[2]))
    return best


def _lower(code: int) -> str:
    """A letter whose case is as simple as in ASCII, in lower case; else nothing."""
    sign = chr(code)
    return sign.lower() if sign.isascii() or sign.lower() == sign.upper() else ""


def _better(one: frozenset[str], two: frozenset[str]) -> frozenset[str]:
    """Of two sets the one that turns more texts away at less cost."""
    return max(one, two, key=_worth)


def _worth(words: frozenset[str]) -> tuple[int, int]:
    if not words or len(words) > _MOST:
        return (0, 0)
    return (min(4, min(map(len, words))), -len(words))
