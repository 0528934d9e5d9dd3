"""HTML that is escaped by construction: text becomes markup through `el` only."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from workbench.prompt.visible import visible

#: Elements that have no end tag.
_VOID = {"meta", "br", "hr"}


class Html(str):
    """Markup that needs no more escaping. Only `el`, `join` and constants of ours make it."""

    __slots__ = ()


def safe(text: str) -> Html:
    """Any text as markup: control and bidirectional characters as signs, brackets escaped.

    Tabs and line feeds stay; white space is the style sheet's concern.
    """
    return text if isinstance(text, Html) else Html(escape(visible(text, lines=True), quote=False))


def join(children: Iterable[str], between: str = "") -> Html:
    """Pieces of markup and text in a row."""
    return Html(between.join(safe(child) for child in children))


def el(name: str, /, *children: str, **attributes: str | int | float | None) -> Html:
    """An element. Children are escaped unless they are `Html`; attribute values always.

    `class_` is written `class`, `data_x` is `data-x`; an attribute that is None is left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(visible(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{''.join(map(safe, children))}</{name}>")
