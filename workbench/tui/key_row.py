"""The row at the foot of the bench: the keys that work where the focus is."""

from __future__ import annotations

from typing import NamedTuple

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
#: What Enter does in the inspector, by what the marked paragraph offers.
_ENTER = {
    "finding": "show it",
    "rule": "show it",
    "line": "show it",
    "proposal": "look at it",
    "job": "in full",
    "review": "optimise",
    "versions": "versions",
    "diff": "diff",
    "why": "why",
    "disk": "decide",
    "findings": "all findings",
}


class Works(NamedTuple):
    """What the keys would do now. `view` is that of the inspector, `marked` what its marked
    paragraph offers; `again`: Enter has shown it, and goes to the text; `pair`: the marked finding
    has another end; `rows`: there are parts; `running`: there is something to stop."""

    view: str = ""
    marked: str = ""
    again: bool = False
    pair: bool = False
    rows: bool = True
    running: bool = False

    def allows(self, place: str, name: str) -> bool:
        """Whether a key does anything now."""
        if place == "parts":
            return self.rows
        if name == "cancel_job":
            return self.running
        if place != "inspector":
            return True
        needs = {
            "go": bool(self.marked),
            "other_end": self.pair,
            "explain": self.marked == "finding",
            "mute": self.marked == "finding",
            "note": self.marked == "rule",
        }
        return needs.get(name, True)

    def words(self, place: str, name: str) -> str:
        """What a key does, where that is not what it always does."""
        if name != "go":
            return ""
        if self.again:
            return "to the text"
        return _ENTER.get(self.marked, "") if place == "inspector" else ""


def key_row(pane: str | None, width: int, works: Works | None = None) -> list[Piece]:
    """The keys that work in `pane` (a widget id), after its name, cut to `width` cells."""
    if pane == "find":
        words = " Enter or ↓ next  ↑ previous  Esc back to the text, at the place found"
        return [Piece(" Find ", "key cursor"), Piece(words, "dim")]
    works = works or Works()
    name = _NAMES.get(pane or "", "Text")
    keys = _KEYS.get(pane or "", _KEYS["editor"])
    if pane == "inspector":
        keys = _VIEWS.get(works.view, keys)
    shown = [
        (place, act, works.words(place, act)) for place, act in keys if works.allows(place, act)
    ]
    return [Piece(f" {name} ", "key cursor"), *keys_of(shown, width - len(name) - 2)]
