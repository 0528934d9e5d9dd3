"""Alt with a letter is known at once.

Terminals send Escape and the letter. Textual waits a tenth of a second whether more follows; what
does follow in that time, as when the key is held down, made it type `^` and the letter into the
prompt. No terminal sends anything longer that begins like this.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any, NamedTuple


class _Named(NamedTuple):
    """Looks like one of Textual's `Keys`."""

    value: str


def know_alt_keys() -> None:
    """Enter the sequences into Textual's table; those that it knows stay as they are."""
    from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

    table: Any = ANSI_SEQUENCES_KEYS
    for letter in ascii_lowercase:
        table.setdefault(f"\x1b{letter}", (_Named(f"alt+{letter}"),))
