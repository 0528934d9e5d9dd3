"""The keymap: shipped keys, the user's changes on top, and a report of what does not fit."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from textual.binding import Binding, BindingType

from workbench import resources
from workbench.reading import MOST_SETTINGS, read_regular
from workbench.tui.actions import ACTIONS

Keys = dict[str, dict[str, tuple[str, ...]]]

#: Problems of one file that are told one by one.
_MOST_TOLD = 10
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
    """The shipped keys with the user's lines on top. Bad lines are reported and left out: every
    action keeps a key, and no key means two things where both could be meant."""
    keys = _read(shipped)
    if not user:
        return Keymap(keys)
    from workbench.prompt.visible import one_line
    from workbench.tui.key_checks import clashes, fault, split_keys

    ours = {place: dict(actions) for place, actions in keys.items()}
    problems: list[str] = []
    for place, lines in user.items():
        if place not in keys or not isinstance(lines, Mapping):
            problems.append(f"no place {one_line(repr(place), 40)}.{_nearest(str(place), keys)}")
            continue
        for action, given in lines.items():
            if action not in keys[place]:
                what = one_line(repr(action), 40)
                problems.append(f"{place} has no {what}.{_nearest(str(action), keys[place])}")
                continue
            wanted = split_keys(given)
            faults = {key: fault(key, place) for key in wanted}
            good = tuple(key for key in wanted if not faults[key])
            words = "; ".join(why for why in faults.values() if why) or "it has no key"
            if not good or len(good) < len(wanted):
                kept = good or ours[place][action]
                shown = " or ".join(key_sign(key) for key in kept)
                problems.append(f"{place}, {action}: {words}; {shown} is used.")
            keys[place][action] = good or ours[place][action]
    while found := next(clashes(keys), None):
        key, *both = found
        a, b = (f"{place}, {action}" for place, action in both)
        problems.append(f"{key_sign(key)} is both {a} and {b}; the shipped keys are used.")
        for place, action in both:
            keys[place][action] = ours[place][action]
    told = [f"{name}: {problem}" for problem in problems[:_MOST_TOLD]]
    if len(problems) > _MOST_TOLD:
        told.append(f"{name}: {len(problems) - _MOST_TOLD} more lines do not fit.")
    return Keymap(keys, tuple(told))


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
    """One small YAML file of ours or of the user. Raises OSError and ValueError (BadData).

    Files in the plain form of ours (`name: words`, one level deep) are read without importing
    the YAML library, which is a tenth of the time to the first screen.
    """
    text = read_regular(path, MOST_SETTINGS).decode("utf-8-sig")
    simple = read_simple(text)
    if simple is not None:
        return simple
    from workbench.prompt.plain_data import read_yaml

    return read_yaml(text)


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
    if not os.path.lexists(own):
        return merge(shipped, None)
    try:
        user = load_yaml(own)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return Keymap(_read(shipped), (f"{own.name} cannot be read: {why}; it is left out.",))
    if user is not None and not isinstance(user, Mapping):
        return Keymap(_read(shipped), (f"{own.name} is not a table of places and keys.",))
    return merge(shipped, user, own.name)
