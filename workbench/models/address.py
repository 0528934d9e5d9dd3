"""The address of a server that speaks the Messages API: made right, or refused with a reason."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from workbench.errors import UsageError
from workbench.prompt.visible import one_line

ANTHROPIC = "https://api.anthropic.com"
_INSIDE = (".local", ".lan", ".internal", ".home.arpa", ".localhost", ".test")


def base_url(given: str) -> str:
    """`given` as the SDK wants it: scheme, host and path, without `/v1`, which it adds itself.

    A pasted `.../v1`, `.../v1/` or `.../v1/messages` is put right. Raises UsageError for what is
    no address, for other schemes, and for a name and password inside the address.
    """
    text = given.strip()
    shown = one_line(text.rpartition("@")[2], 80)
    try:
        parts = urlsplit(text)
        name, _ = parts.hostname, parts.port  # a bad port raises here
    except ValueError:
        raise UsageError(f"{shown!r} is no address of a server.", hint=_EXAMPLE) from None
    odd = not text.isprintable() or any(c.isspace() for c in text)
    if parts.scheme not in ("http", "https") or not name or odd:
        raise UsageError(f"{shown!r} is no address of a server.", hint=_EXAMPLE)
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            "The address of the server holds a user name or password.",
            hint="Put the key into ANTHROPIC_API_KEY and leave it out of the address.",
        )
    if parts.query or parts.fragment:
        raise UsageError(f"{shown!r} has more than a host and a path.", hint=_EXAMPLE)
    path = parts.path.rstrip("/")
    for end in ("/messages", "/v1"):
        path = path.removesuffix(end)
    return f"{parts.scheme}://{parts.netloc}{path}"


_EXAMPLE = "Give it like http://localhost:11434 (without /v1)."


def is_anthropic(url: str) -> bool:
    return urlsplit(url).hostname == urlsplit(ANTHROPIC).hostname


def host(url: str) -> str:
    """The host of an address, a number of IPv6 in its brackets."""
    name = urlsplit(url).hostname or ""
    return f"[{name}]" if ":" in name else name


def is_loopback(url: str) -> bool:
    """Whether the server is on this machine."""
    name = _name(url)
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def is_local(url: str) -> bool:
    """Whether the server is on this machine or in a private network, by its name or number.

    No name is looked up: a name with dots is taken for public unless its ending says otherwise.
    """
    name = _name(url)
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return ("." not in name and not name.isdigit()) or name.endswith(_INSIDE)
    return number.is_loopback or number.is_private or number.is_link_local


def in_the_clear(url: str) -> bool:
    """Whether text sent there could be read on the way: plain HTTP to a public host."""
    return urlsplit(url).scheme == "http" and not is_local(url)


def _name(url: str) -> str:
    """The name of the host; a number written in one piece in its usual form (`2130706433`)."""
    name = (urlsplit(url).hostname or "").rstrip(".")
    try:
        return str(ipaddress.IPv4Address(int(name, 0)))
    except ValueError:
        return name
