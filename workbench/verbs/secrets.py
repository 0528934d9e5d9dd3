"""Key-like strings in a text that is about to be handed on, with their lines."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from workbench.judge.findings import Finding
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt

_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class KeyLike:
    """`line` counts from 1; `words` say what it is, without the secret itself. `key` is the name
    by which it is accepted in the configuration (`muted`)."""

    line: int
    words: str
    key: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "words": self.words,
            "key": self.key,
        }


def key_like(prompt: Prompt, *, muted: Collection[str] = ()) -> tuple[KeyLike, ...]:
    """Every line of `prompt` that holds what looks like a key or a password.

    `muted`: keys of findings that the user accepted. A finding is a guess from shapes: no finding
    is no proof that a text holds no secret.
    """
    from workbench.judge.registry import Context
    from workbench.judge.rules.secret import RULE, every_secret

    found: list[Finding] = list(every_secret(RULE, Context(prompt)))
    return tuple(
        KeyLike(f.start_line, f.message.removeprefix("This line holds "), f.key)
        for f in found
        if f.key not in muted
    )


def warning(found: Collection[KeyLike], name: str) -> list[str]:
    """What to say before the text of `name` leaves, a line each; nothing where nothing was found.

    The lines hold no part of the file but four characters of each string.
    """
    if not found:
        return []
    shown = sorted(found, key=lambda one: one.line)[:_MOST_NAMED]
    what = "a key or a password" if len(found) == 1 else "keys or passwords"
    head = f"{name} holds {plural(len(found), 'string')} that may be {what}:"
    out = [head, *(f"  line {one.line}: {one.words}" for one in shown)]
    if len(found) > len(shown):
        out.append(f"  and {len(found) - len(shown)} more")
    return out
