"""Headings in the style of those that a prompt has."""

from __future__ import annotations

from workbench.language.titles import bare_title
from workbench.prompt.lines import body, usual_ending
from workbench.prompt.prompt import Prompt


def heading_like(prompt: Prompt, level: int, title: str) -> str:
    """A heading in the style of its siblings, with the line endings behind it."""
    newline = usual_ending(prompt.text)
    headings = prompt.outline.headings
    peers = [h for h in headings if h.level == level] or list(headings)
    names = [bare_title(h.title) for h in peers]
    if sum(_shouts(name) for name in names) * 2 > len(names):
        title = title.upper()
    elif sum(_capitals(name) for name in names) > sum(
        len(n.split()) > 1 and not _capitals(n) for n in names
    ):
        title = " ".join(word[:1].upper() + word[1:] for word in title.split())
    tight = sum(
        h.end_line < len(prompt.lines) and bool(prompt.lines[h.end_line].strip()) for h in peers
    )
    gap = newline if tight * 2 > len(peers) else newline * 2
    under = [h for h in peers if h.end_line - h.start_line > 1]
    if level <= 2 and len(under) * 2 > len(peers):
        wide = sum(2 if ord(ch) > 0x2E80 else 1 for ch in title)
        return f"{title}{newline}{'=-'[level - 1] * max(wide, 3)}{gap}"
    closed = sum(body(prompt.lines[h.start_line]).rstrip().endswith("#") for h in peers)
    tail = f" {'#' * level}" if closed * 2 > len(peers) else ""
    return f"{'#' * level} {title}{tail}{gap}"


def _shouts(name: str) -> bool:
    return name.isupper() and sum(ch.isalpha() and ch.isascii() for ch in name) > 3


def _capitals(name: str) -> bool:
    words = [w for w in name.split() if w[:1].isascii() and w[:1].isalpha()]
    return (
        len(words) > 1
        and all(w[0].isupper() for w in words if len(w) > 3)
        and words[-1][0].isupper()
    )
