"""The keys, written from the keymap and the list of actions."""

from __future__ import annotations

from textwrap import wrap

from workbench.tui.actions import ACTIONS
from workbench.tui.keymap import Keymap
from workbench.tui.rows import Piece, Row

_PLACES = {
    "bench": "Everywhere, also while typing",
    "panes": "In the parts list and the inspector",
    "parts": "Parts list",
    "inspector": "Inspector",
    "editor": "Editor",
    "review": "Review of proposals",
    "diff": "Diff and other texts",
    "versions": "Versions",
}


_SIGNS = (
    ("▁ … █", "how well this place of the prompt is used, on the prompt's own scale"),
    ("◆", "a critical rule: you marked it, or its author labelled it"),
    ("!", "a critical rule in a weak place"),
    ("✗ ⚑ ⚐", "a finding: an error, a warning, a note; with a number: how many"),
    ("⇅", "both ends of the pair of places that is looked at"),
    ("✂", "relevance below the threshold"),
    ("●", "behind a score: a model gave it; in front of a version: the present one"),
    ("○", "behind a score: a model gave it, for another text of the part or another task"),
    ("⌖", "pinned: stays byte for byte"),
    ("*", "not saved"),
    ("▶", "the pane that takes the keys"),
    ("▸", "the part of the cursor, the row that is marked"),
)
_NAMES = 24


def help_rows(keymap: Keymap, width: int = 80, first: str = "") -> list[Row]:
    """What the signs mean, then one row per action that has a key, by place.

    The place `first` stands on top of all. Words that are too long for `width` cells go on below.
    """
    rows: list[Row] = []
    if first in _PLACES:
        rows += _place(keymap, first, width)
    rows.append((Piece(" Signs", "title"),))
    for glyph, words in _SIGNS:
        rows += _pair(glyph, words, width)
    rows.append(())
    for place in _PLACES:
        if place != first:
            rows += _place(keymap, place, width)
    for problem in keymap.problems:
        rows += [(Piece(f" {line}", "warn"),) for line in wrap(problem, max(20, width - 3))]
    return rows


def _place(keymap: Keymap, place: str, width: int) -> list[Row]:
    rows: list[Row] = [(Piece(f" {_PLACES[place]}", "title"),)]
    for name, act in ACTIONS[place].items():
        if keys := keymap.signs(place, name):
            rows += _pair(keys, act.label, width)
    return [*rows, ()]


def _pair(left: str, right: str, width: int) -> list[Row]:
    lines = wrap(right, max(16, width - _NAMES - 6))
    return [
        (Piece(f"   {'' if i else left:<{_NAMES}} ", "key"), Piece(line))
        for i, line in enumerate(lines)
    ]
