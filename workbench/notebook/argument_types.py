"""What is given to a method in a cell has the right type, or an error of two lines says so."""

from __future__ import annotations

from pathlib import Path

from workbench.errors import UsageError


def text(name: str, value: object) -> None:
    """Raises UsageError unless `value` is text or None (not given)."""
    _check(name, value, (str,), "a text in quotes")


def file(name: str, value: object) -> None:
    """Raises UsageError unless `value` is a path, as text or Path, or None."""
    _check(name, value, (str, Path), "a path, as text or as a Path")


def number(**values: object) -> None:
    """Raises UsageError for the first of `values` that is neither a number nor None."""
    for name, value in values.items():
        _check(name, value, (int, float), "a number")


def whole(**values: object) -> None:
    """Raises UsageError for the first of `values` that is neither a whole number nor None."""
    for name, value in values.items():
        _check(name, value, (int,), "a whole number")


def _check(name: str, value: object, kinds: tuple[type, ...], words: str) -> None:
    if value is not None and not isinstance(value, kinds):
        raise UsageError(
            f"{name} is {_kind(value)} here; it takes {words}.",
            hint="Nothing was read or written.",
        )


def _kind(value: object) -> str:
    return {"str": "text", "bytes": "bytes", "int": "a number", "float": "a fraction"}.get(
        type(value).__name__, f"a {type(value).__name__}"
    )
