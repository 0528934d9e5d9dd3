"""What is done to a text before it is counted, and where it may be cut."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

# From about a million blanks on, tiktoken's regular expression overflows its stack and raises a
# `BaseException` after printing to stderr; everything below this length is safe by a wide margin.
LONG_RUN = 100_000
_SLICE = LONG_RUN // 2
_BLANKS = re.compile(r"\s*")


def clean(text: str) -> str:
    """The text with lone surrogates (undecodable bytes) replaced by U+FFFD; pairs are joined."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def has_long_run(text: str) -> bool:
    """Whether more than `LONG_RUN` blanks follow one another.

    Such a run covers at least one multiple of `LONG_RUN`, so only those places are looked at.
    """
    return any(
        text[at].isspace() and _run_length(text, at) > LONG_RUN
        for at in range(0, len(text), LONG_RUN)
    )


def _run_length(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    after = match.end() if match else at
    before = text[max(0, at - LONG_RUN) : at]
    return after - at + len(before) - len(before.rstrip())


def slices_of_runs(text: str) -> list[str]:
    """The text cut inside its long runs of blanks, so that no slice holds a long run."""
    found = []
    start = 0
    # Short runs match too, so that a run is passed over once and never searched again and again.
    for match in re.finditer(r"\s{64,}", text):
        if match.end() - match.start() <= LONG_RUN:
            continue
        for at in range(match.start() + _SLICE, match.end(), _SLICE):
            found.append(text[start:at])
            start = at
    found.append(text[start:])
    return found


class LongLines:
    """Cuts inside long lines, kept between edits so that a key press recounts one segment only.

    A cut lies between a letter (ASCII or kana) and ASCII punctuation other than the apostrophe,
    an ASCII digit, or a Japanese comma or full stop. Both OpenAI patterns end a piece there
    whatever follows, as they look ahead only over blanks and never behind; Claude's vocabulary
    has no piece that crosses the end of a word. `more` is a pattern of further places of one
    counter: a match ends where the cut is.
    """

    LONG = 4_096
    _SEGMENT = 1_024
    _KEPT = 4
    _CUT = (
        r"[A-Za-z\u3041-\u3096\u30a1-\u30fa]"
        r"(?=[0-9!\"#$%&()*+,\-./:;<=>?@\[\\\]^_`{|}~\u3001\u3002])"
    )

    def __init__(self, more: str = "") -> None:
        self._cut = re.compile(f"{self._CUT}|{more}" if more else self._CUT)
        self._recent: list[tuple[str, list[int]]] = []

    def split(self, text: str) -> list[str]:
        """Segments of `text`, in order; most are those of the last similar text."""
        cuts = self._cuts(text)
        self._recent.append((text, cuts))
        del self._recent[: -self._KEPT]
        edges = [0, *cuts, len(text)]
        return [text[a:b] for a, b in pairwise(edges)]

    def _cuts(self, text: str) -> list[int]:
        head: list[int] = []
        tail: list[int] = []
        for old, cuts in reversed(self._recent):
            most = min(len(old), len(text))
            before = common_start(old, text, most)
            after = common_end(old, text, most - before)
            if before + after < len(text) // 2:
                continue
            shift = len(text) - len(old)
            head = cuts[: bisect_left(cuts, before)]
            tail = [cut + shift for cut in cuts[bisect_right(cuts, len(old) - after) :]]
            break
        start = head[-1] if head else 0
        end = tail[0] if tail else len(text)
        middle = []
        while end - start > 2 * self._SEGMENT:
            match = self._cut.search(text, start + self._SEGMENT, end)
            if match is None or match.end() >= end:
                break
            start = match.end()
            middle.append(start)
        return head + middle + tail


def common_start(a: Sequence[str], b: Sequence[str], limit: int) -> int:
    """How many items (characters of a text, lines of a list), at most `limit`, both begin with."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(a: Sequence[str], b: Sequence[str], limit: int) -> int:
    """How many items, at most `limit`, both end with."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low


class Memo:
    """A bounded memory of costs, dropping what was not used for long.

    Two generations instead of a linked list: a hit in the old one moves to the young one; a full
    young one becomes the old one. Bounded by entries and by characters of the keys.
    """

    def __init__(self, entries: int = 40_000, chars: int = 4_000_000) -> None:
        self._entries, self._chars = entries, chars
        self._young: dict[str, int] = {}
        self._old: dict[str, int] = {}
        self._used = 0

    def get(self, key: str) -> int | None:
        cost = self._young.get(key)
        if cost is None:
            cost = self._old.get(key)
            if cost is not None:
                self.put(key, cost)
        return cost

    def put(self, key: str, cost: int) -> None:
        self._used += len(key)
        if len(self._young) >= self._entries or self._used > self._chars:
            self._old, self._young, self._used = self._young, {}, len(key)
        self._young[key] = cost

    def __len__(self) -> int:
        return len(self._young) + len(self._old)
