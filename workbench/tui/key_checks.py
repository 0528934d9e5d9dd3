"""What is wrong with the keys that a user gave: each is told, and the shipped key stays."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from workbench.prompt.visible import one_line
from workbench.tui.actions import ACTIONS

#: Keys that reach a program as another one: their code in a terminal is the same.
SENT_AS = {
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+[": "escape",
    "ctrl+left_square_bracket": "escape",
    "ctrl+h": "backspace",
    "ctrl+enter": "enter",
    "ctrl+tab": "tab",
    "ctrl+escape": "escape",
    "return": "enter",
}
_MODIFIERS = frozenset({"ctrl", "shift", "alt"})
_NAMED = frozenset(
    {
        *("backspace", "delete", "down", "end", "enter", "escape", "home", "insert", "left"),
        *("pagedown", "pageup", "right", "space", "tab", "up", "slash", "backslash", "at", "minus"),
        *("plus", "underscore", *(f"f{n}" for n in range(1, 25))),
    }
)
#: Places whose keys work at the same time, since one lies in the other.
TOGETHER = (
    ("bench", "panes", "parts"),
    ("bench", "panes", "inspector"),
    ("bench", "editor"),
)
#: Places in which what is typed is text.
_TYPED_IN = frozenset({"bench", "editor"})
_LONGEST = 40

Actions = Mapping[str, tuple[str, ...]]


def split_keys(given: object) -> tuple[str, ...]:
    """The keys of one action as a file has them: words with commas, or a list."""
    words = given if isinstance(given, list) else str("" if given is None else given).split(",")
    return tuple(dict.fromkeys(_spelled(str(word)) for word in words if str(word).strip()))


def _spelled(word: str) -> str:
    word = word.strip()
    return word if len(word) == 1 else word.lower()


def fault(key: str, place: str) -> str:
    """Why a key cannot be used in a place, in words; empty where it can."""
    shown = one_line(key, _LONGEST)
    *modifiers, base = key.split("+") if key != "+" else [key]
    if key in SENT_AS:
        return f"terminals send {shown} as {SENT_AS[key]}"
    if len(key) > _LONGEST or not _is_name(base) or not set(modifiers) <= _MODIFIERS:
        return f"no key is called {shown!r}"
    if "shift" in modifiers and _is_typed(base):
        other = "the capital" if modifiers == ["shift"] else key.replace("shift+", "")
        return f"terminals send {shown} as {other}"
    if place in _TYPED_IN and not modifiers and (_is_typed(base) or base in ("enter", "tab")):
        return "" if place == "editor" and base in ("enter", "tab") else f"{shown} is typed as text"
    return ""


def _is_name(base: str) -> bool:
    return base in _NAMED or (len(base) == 1 and base.isprintable()) or _sign(base) != ""


def _is_typed(base: str) -> bool:
    return (
        len(base) == 1
        or base in ("space", "slash", "backslash", "at", "minus", "plus")
        or (base == "underscore" or _sign(base) != "")
    )


def _sign(base: str) -> str:
    """The sign that a name such as `question_mark` stands for."""
    try:
        found = unicodedata.lookup(base.replace("_", " "))
    except KeyError:
        return ""
    return found if len(found) == 1 and found.isprintable() else ""


def clashes(keys: Mapping[str, Actions]) -> Iterator[tuple[str, tuple[str, str], tuple[str, str]]]:
    """Each key that means two things in places that work together: key, and (place, action) twice.

    An action that stands in two places for one and the same deed is no clash.
    """
    groups = {(place,) for place in keys} | set(TOGETHER)
    for group in sorted(groups, key=lambda places: (-len(places), places)):
        owner: dict[str, tuple[str, str]] = {}
        for place in group:
            for action, given in keys[place].items():
                for key in given:
                    other = owner.setdefault(key, (place, action))
                    if other != (place, action) and _call(*other) != _call(place, action):
                        yield key, other, (place, action)


def _call(place: str, action: str) -> str:
    return ACTIONS[place][action].call
