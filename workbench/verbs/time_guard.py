"""A limit of time for each rule on each file: what takes longer is stopped, the rest goes on.

On POSIX, in the main thread, the system rings an alarm: Python looks for signals inside a running
regular expression too, so that one that goes back and forth for ever ends as well. Elsewhere a
second thread asks the working one to stop, which loops of Python do and one single search does not.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from workbench.judge.review import Stopped

T = TypeVar("T")

#: Seconds of one rule on one file, and of all rules on it together.
RULE_SECONDS = 10.0
FILE_SECONDS = 60.0
#: Seconds after which the alarm rings again: an exception inside a destructor is lost.
_AGAIN = 1.0


class _Alarm(BaseException):
    """The time is over; no handler of everyday errors takes it."""


class TimeGuard:
    """Runs pieces of work on one file, each for `seconds` at most. Raises Stopped for one that
    takes longer, and at once when the time for the whole file is used up."""

    def __init__(self, seconds: float = RULE_SECONDS, total: float = FILE_SECONDS) -> None:
        self.seconds, self._left = seconds, total

    def __call__(self, work: Callable[[], T]) -> T:
        limit = min(self.seconds, self._left)
        if limit <= 0:
            raise Stopped
        started = time.monotonic()
        try:
            if hasattr(signal, "setitimer") and _is_main_thread():
                return _with_alarm(work, limit)
            return _with_thread(work, limit)
        finally:
            self._left -= time.monotonic() - started


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _ring(number: int, frame: FrameType | None) -> None:
    raise _Alarm


def _with_alarm(work: Callable[[], T], seconds: float) -> T:
    started = time.monotonic()
    theirs = signal.getitimer(signal.ITIMER_REAL)
    if 0 < theirs[0] <= seconds:  # somebody else's alarm rings sooner
        return work()
    handler = signal.signal(signal.SIGALRM, _ring)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except _Alarm:
        raise Stopped from None
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if theirs[0]:
            left = theirs[0] - (time.monotonic() - started)
            signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), theirs[1])


def _with_thread(work: Callable[[], T], seconds: float) -> T:
    import ctypes

    ask = ctypes.pythonapi.PyThreadState_SetAsyncExc
    me = ctypes.c_ulong(threading.get_ident())
    lock = threading.Lock()
    over = False

    def ring() -> None:
        with lock:
            if not over:
                ask(me, ctypes.py_object(_Alarm))

    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        try:
            return work()
        finally:
            with lock:
                over = True
                ask(me, None)  # what was asked for and has not come yet does not come any more
            timer.cancel()
    except _Alarm:
        raise Stopped from None
