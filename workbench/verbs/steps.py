"""Running a verb to its end, for those who do not show its progress."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")


def finished(steps: Generator[Any, None, T]) -> T:
    """The result of a verb that yields its progress."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result
