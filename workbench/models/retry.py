"""How long to wait before a request is sent again, and when to give up.

The waits are 1, 2, 4, 8 ... seconds, up to 30, each times a random factor of 0.75 to 1.25 so that
clients that failed together do not come back together. What a server asks for (`retry-after`) is
waited out when it is at most 2 minutes. More than that is not waited for: it would look like a
program that hangs (servers have sent 4,294,967 seconds), so the batch stops and says so.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from workbench.errors import AgentError
from workbench.models.faults import FAULTS

#: The longest wait that a server may ask for, in seconds.
LONGEST_ASKED_WAIT = 120.0


@dataclass(frozen=True, slots=True)
class Patience:
    """Waits, in seconds; clock and chance can be replaced."""

    first: float = 1.0
    factor: float = 2.0
    longest: float = 30.0
    chance: Callable[[], float] = random.random
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    now: Callable[[], float] = time.monotonic

    def wait(self, error: AgentError, tried: int) -> float | None:
        """Seconds until the next try after `tried` of them, None to give up."""
        fault = FAULTS.get(error.fault)
        if fault is None or tried >= fault.tries:
            return None
        if fault.error == "AnswerBroken":
            return 0.0  # the server is well: what it said was not
        grown = min(self.longest, self.first * self.factor ** (tried - 1))
        own = grown * (0.75 + 0.5 * self.chance())
        return error.wait or own


def asked_wait(headers: Mapping[str, str], now: Callable[[], float] = time.time) -> float | None:
    """Seconds that a response asks to wait: `retry-after-ms`, then `retry-after` (seconds or a
    date); None when there is none or when it makes no sense.
    """
    try:
        seconds = float(headers["retry-after-ms"]) / 1000
    except (KeyError, ValueError):
        said = headers.get("retry-after", "").strip()
        try:
            seconds = float(said)
        except ValueError:
            try:
                seconds = max(0.0, parsedate_to_datetime(said).timestamp() - now())
            except (ValueError, TypeError, OverflowError, OSError):
                return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def in_words(seconds: float) -> str:
    """A wait for people: `3 s`, `2 min`, `5 h`, `49 days`."""
    for size, unit in ((86400, "day"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            count = round(seconds / size)
            return f"{count:,} {unit}" + ("s" if unit == "day" else "")
    return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1f} s"
