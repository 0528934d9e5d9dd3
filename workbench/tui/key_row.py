"""The row at the foot of the bench: the keys that work where the focus is."""

from __future__ import annotations

from workbench.tui.bars import keys_of
from workbench.tui.rows import Piece

#: What the key row offers in each pane: (place, action), the first ones first.
_KEYS = {
    "editor": [
        ("bench", name)
        for name in (
            "save", "review", "diff", "versions", "export", "next_pane", "find", "help", "palette",
        )
    ],
    "parts": [
        ("parts", "go"), ("panes", "to_editor"), ("parts", "pin"), ("panes", "finer"),
        ("panes", "why"), ("panes", "help"), ("panes", "score"), ("panes", "next_pane"),
    ],
    "inspector": [
        ("inspector", "go"), ("panes", "to_editor"), ("inspector", "next_view"),
        ("panes", "why"), ("panes", "next_pane"), ("panes", "help"),
    ],
}  # fmt: skip
#: What comes first in the inspector, by its view.
_VIEWS = {
    "findings": [
        ("inspector", name) for name in ("go", "other_end", "explain", "mute", "filter")
    ] + [("panes", "to_editor"), ("inspector", "next_view"), ("panes", "help")],
    "jobs": [("inspector", "go"), ("panes", "cancel_job"), ("bench", "ask_score")]
    + [("bench", "ask_optimize"), ("panes", "to_editor"), ("panes", "help")],
    "rules": [("inspector", name) for name in ("go", "note", "filter")]
    + [("panes", "to_editor"), ("inspector", "next_view"), ("panes", "help")],
}  # fmt: skip
#: How the pane that takes the keys is called at the start of the key row.
_NAMES = {"editor": "Text", "parts": "Parts", "inspector": "Inspector"}


def key_row(pane: str | None, width: int, view: str = "") -> list[Piece]:
    """The keys that work in `pane` (a widget id), after its name, cut to `width` cells.

    `view` is that of the inspector.
    """
    if pane == "find":
        words = " Enter or ↓ next  ↑ previous  Esc back to the text, at the place found"
        return [Piece(" Find ", "key cursor"), Piece(words, "dim")]
    name = _NAMES.get(pane or "", "Text")
    keys = _KEYS.get(pane or "", _KEYS["editor"])
    if pane == "inspector":
        keys = _VIEWS.get(view, keys)
    return [Piece(f" {name} ", "key cursor"), *keys_of(keys, width - len(name) - 2)]
