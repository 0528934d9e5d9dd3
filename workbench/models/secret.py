"""Keys of the environment: read once, never shown, stored or logged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.errors import AgentUnavailable

_HIDDEN = "[hidden]"
#: Shorter values of headers are words like `true`, which must stay readable.
_SHORTEST = 8
#: A command inherits these and may print them when it fails.
_NAMES_A_SECRET = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)$", re.I)
_LOOKS_LIKE_KEY = re.compile(r"\b(?:sk-|Bearer\s+)[A-Za-z0-9_\-.]{8,}")


@dataclass(frozen=True, slots=True, repr=False)
class Secrets:
    """`key` goes out as the API key, `token` as a bearer token; "" for none. `others`: values of
    extra headers and of variables that are named like secrets; `headers`: the former alone. Its
    text form shows none of them.
    """

    key: str = ""
    token: str = ""
    others: tuple[str, ...] = field(default=())
    headers: tuple[str, ...] = field(default=())

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Secrets:
        """Raises AgentUnavailable for a key that cannot be a header."""
        key = _clean(environ, "ANTHROPIC_API_KEY")
        token = "" if key else _clean(environ, "ANTHROPIC_AUTH_TOKEN")
        lines = environ.get("ANTHROPIC_CUSTOM_HEADERS", "").split("\n")
        values = [line.partition(":")[2].strip() for line in lines]
        headers = tuple(value for value in values if len(value) >= _SHORTEST)
        named = [value for name, value in environ.items() if _NAMES_A_SECRET.search(name)]
        others = tuple(value for value in named if len(value) >= _SHORTEST)
        return cls(key, token, headers + others, headers)

    def __bool__(self) -> bool:
        return bool(self.key or self.token)

    def hide(self, text: str) -> str:
        """`text` without what was sent in headers: an answer must not carry it into the store.

        Words that only look like keys stay: they may stand in the prompt that the answer is about.
        """
        return _without(text, {self.key, self.token, *self.headers})

    def scrub(self, text: str) -> str:
        """`text` without any of the secrets, and without what looks like another key."""
        text = _without(text, {self.key, self.token, *self.others})
        return _LOOKS_LIKE_KEY.sub(_HIDDEN, text)

    def __repr__(self) -> str:
        return f"Secrets({'set' if self else 'none'})"


def _without(text: str, secrets: set[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):
        if secret:
            text = text.replace(secret, _HIDDEN)
    return text


def _clean(environ: Mapping[str, str], name: str) -> str:
    key = environ.get(name, "").strip()
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise AgentUnavailable(
            f"The key in {name} has a character that no key has, such as a blank or a line break.",
            hint="Set it again; nothing was sent.",
            fault="missing",
        )
    return key
