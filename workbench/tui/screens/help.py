"""The keys, written from the keymap and the list of actions."""

from __future__ import annotations

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


def help_rows(keymap: Keymap) -> list[Row]:
    """One row per action that has a key, by place; then what the glyphs mean."""
    rows: list[Row] = []
    for place, words in _PLACES.items():
        rows.append((Piece(f" {words}", "title"),))
        for name, act in ACTIONS[place].items():
            keys = keymap.signs(place, name)
            if keys:
                rows.append((Piece(f"   {keys:<24}", "key"), Piece(act.label)))
        rows.append(())
    rows.append((Piece(" Glyphs", "title"),))
    for glyph, words in (
        ("▁ … █", "how well this place of the prompt is used, on the prompt's own scale"),
        ("◆", "a critical rule: breaking it does harm"),
        ("!", "a critical rule in a weak place"),
        ("✂", "relevance below the threshold"),
        ("⌖", "pinned: stays byte for byte"),
        ("*", "not saved"),
    ):
        rows.append((Piece(f"   {glyph:<24}", "key"), Piece(words)))
    for problem in keymap.problems:
        rows.append((Piece(f" {problem}", "warn"),))
    return rows
