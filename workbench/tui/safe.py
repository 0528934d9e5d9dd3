"""Text of files, models and errors on its way to a widget: made visible, never markup."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from workbench.prompt.visible import one_line, visible


def safe(text: object, style: str | Style = "") -> Content:
    """Any text as one line of content: control characters become marks, brackets stay text."""
    return Content.styled(one_line(str(text)), style) if style else Content(one_line(str(text)))


def safe_lines(text: object) -> Content:
    """Several lines of text as content; tabs and line ends keep their meaning."""
    return Content(visible(str(text).replace("\r\n", "\n").replace("\r", "\n"), lines=True))
