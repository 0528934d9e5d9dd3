"""The keymap: shipped keys, the user's changes on top, and a report of what does not fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from textual.binding import Binding, BindingType

from workbench import resources
from workbench.tui.actions import ACTIONS

Keys = dict[str, dict[str, tuple[str, ...]]]

#: Actions that come before the widget with the focus gets the key.
_FIRST = {"find"}

_SIGNS = {
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "tilde": "~",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "backspace": "Bksp",
    "delete": "Del",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "tab": "Tab",
}


class Keymap:
    """Keys by place and action, and the problems found while reading them."""

    def __init__(self, keys: Keys, problems: tuple[str, ...] = ()) -> None:
        self.keys, self.problems = keys, problems

    def bindings(self, *places: str) -> list[BindingType]:
        """The bindings of one widget or screen; keys of earlier places win."""
        taken: set[str] = set()
        found: list[BindingType] = []
        for place in places:
            for name, keys in self.keys[place].items():
                free = [key for key in keys if key not in taken]
                taken.update(free)
                if free:
                    act = ACTIONS[place][name]
                    # What is typed right behind these keys is for the row they open.
                    first = name in _FIRST
                    found.append(
                        Binding(",".join(free), act.call, act.label, show=False, priority=first)
                    )
        return found

    def sign(self, place: str, name: str) -> str:
        """How the first key of an action is written for people, such as `^S` or `PgDn`."""
        keys = self.keys.get(place, {}).get(name, ())
        return key_sign(keys[0]) if keys else ""

    def signs(self, place: str, name: str) -> str:
        """All keys of an action for people."""
        return " or ".join(key_sign(key) for key in self.keys.get(place, {}).get(name, ()))


def key_sign(key: str) -> str:
    """A Textual key name as people write it: `ctrl+s` is ^S."""
    *modifiers, last = key.split("+")
    shown = _SIGNS.get(last, last.upper() if len(last) > 1 or modifiers else last)
    if modifiers == ["ctrl"] and len(last) == 1:
        return "^" + last.upper()
    return "".join(f"{m.capitalize()}+" for m in modifiers) + shown


def merge(shipped: Mapping[str, Any], user: Mapping[str, Any] | None, name: str = "") -> Keymap:
    """The shipped keys with the user's lines on top. Bad lines are reported and left out."""
    keys = _read(shipped)
    problems: list[str] = []
    for place, lines in (user or {}).items():
        if place not in keys or not isinstance(lines, Mapping):
            problems.append(f"{name}: no place {place!r}.{_nearest(str(place), keys)}")
            continue
        mine = dict(keys[place])
        for action, given in lines.items():
            if action not in mine:
                problems.append(f"{name}: {place} has no {action!r}.{_nearest(str(action), mine)}")
                continue
            mine[action] = _split(given)
        clashes = _clashes(mine)
        problems += [f"{name}: {place}: {clash}" for clash in clashes]
        keys[place] = keys[place] if clashes else mine
    return Keymap(keys, tuple(problems))


def _clashes(actions: Mapping[str, tuple[str, ...]]) -> list[str]:
    owner: dict[str, str] = {}
    found = []
    for action, keys in actions.items():
        for key in keys:
            if key in owner:
                found.append(
                    f"{key_sign(key)} is both {owner[key]} and {action}; the shipped keys are used."
                )
            owner[key] = action
    return found


def _split(given: object) -> tuple[str, ...]:
    return tuple(key.strip() for key in str(given or "").split(",") if key.strip())


def _read(data: Mapping[str, Any]) -> Keys:
    return {
        place: {action: _split(data.get(place, {}).get(action)) for action in actions}
        for place, actions in ACTIONS.items()
    }


def _nearest(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f" Did you mean {close[0]}?" if close else ""


def load_yaml(path: Path) -> Any:
    """One small YAML file of ours or of the user; errors are the caller's.

    Files in the plain form of ours (`name: words`, one level deep) are read without importing
    the YAML library, which is a tenth of the time to the first screen.
    """
    text = path.read_text("utf-8")
    simple = read_simple(text)
    if simple is not None:
        return simple
    import yaml

    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


_PLAIN = re.compile(
    r"(?P<indent>  )?(?P<name>[A-Za-z_]\w*):"
    r"(?:[ ]+(?P<value>[^\s#{}\[\]&*!|>'\"%@`].*))?"
)


def read_simple(text: str) -> dict[str, Any] | None:
    """The table in a file of plain `name: words` lines, or None when it is not that plain."""
    found: dict[str, Any] = {}
    inner: dict[str, str] | None = None
    for line in text.splitlines():
        line = line.partition(" #")[0].rstrip()
        if not line or line.startswith("#"):
            continue
        match = _PLAIN.fullmatch(line)
        if match is None:
            return None
        name, value = match["name"], match["value"]
        if match["indent"]:
            if inner is None or value is None or ": " in value:
                return None
            inner[name] = value
        elif value is None:
            inner = found[name] = {}
        elif ": " in value:
            return None
        else:
            inner, found[name] = None, value
    return found


def config_folder() -> Path:
    """Where the user's own keymap, layouts and themes are."""
    from workbench.config import user_file

    return user_file().parent


@lru_cache(maxsize=1)
def current() -> Keymap:
    """The keymap of this process."""
    shipped = load_yaml(resources.layouts() / "keymap.yaml")
    own = config_folder() / "keymap.yaml"
    if not own.is_file():
        return merge(shipped, None)
    try:
        user = load_yaml(own)
    except Exception as error:  # noqa: BLE001 - any fault in the user's file is told, not raised
        return Keymap(_read(shipped), (f"{own.name} cannot be read: {error}",))
    if user is not None and not isinstance(user, Mapping):
        return Keymap(_read(shipped), (f"{own.name} is not a table of places and keys.",))
    return merge(shipped, user, own.name)
