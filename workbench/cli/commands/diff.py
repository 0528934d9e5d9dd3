"""`ctxbench diff`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, style, talk

if TYPE_CHECKING:
    from workbench.change.diff import Diff

#: What opens and closes changed words where there is no colour.
_SIGNS = {"a": ("[-", "-]"), "b": ("{+", "+}")}
_COLOURS = {"-": "red", "+": "green", ">": "cyan", "<": "cyan", "~": "yellow", "@": "dim"}


@click.command()
@file_argument("a", "A")
@click.argument("b", metavar="[B]", required=False)
@click.option("--as-given", is_flag=True, help="Keep A on the left even when it is newer than B.")
@click.option("--context", default=3, show_default=True, metavar="N", help="Lines around a change.")
@click.option(
    "--words",
    is_flag=True,
    help="Mark changed words by signs, [-gone-] and {+new+}, also where there is no colour.",
)
@json_option
def command(a: str, b: str | None, as_given: bool, context: int, words: bool, as_json: bool) -> int:
    """Compare two prompts, older to newer. Without B: the last stored version of A with A.

    Moved text is shown as moved, not as deleted and added. Words that changed inside a line are
    underlined on a terminal with colours; --words marks them by signs.

    \b
    Examples:
      ctxbench diff CLAUDE.md
      ctxbench diff CLAUDE.md@3 CLAUDE.md@5
      ctxbench diff git:HEAD~1:CLAUDE.md CLAUDE.md --words
    """
    from workbench.cli.text import argument
    from workbench.prompt.visible import visible
    from workbench.verbs.diff import diff, others

    result = diff(a, b, as_given=as_given)
    if result.swapped:
        talk("Shown from older to newer; --as-given keeps your order.")
    if as_json:
        put_json(result.to_dict())
        return 0
    old, new = ("older", "newer") if result.known_order else ("left", "right")
    put(style(f"--- {visible(result.diff.a)} ({old})", "bold"))
    put(style(f"+++ {visible(result.diff.b)} ({new})", "bold"))
    changed = _changed_words(result.diff)
    for mark, a_line, b_line, text in result.diff.lines(max(context, 0)):
        head = f"{a_line or '':>5} {b_line or '':>5} {mark} "
        side = "a" if mark == "-" else "b"
        spans = changed.get((side, a_line if side == "a" else b_line), [])
        colour = _COLOURS.get(mark, "")
        if words:
            text = _signed(text, spans, *_SIGNS[side])
        if not spans or words:
            line = f"{head}{text}".rstrip()
            put(style(line, colour) if colour else line)
            continue
        put(_painted(head, text, spans, colour))
    put(result.diff.summary())
    if b is None and (found := others(result)):
        name = argument(result.b.spec)
        talk("The file is its last stored version. What came before:")
        for spec in found:
            talk(f"  ctxbench diff {argument(spec)} {name}")
    return 0


def _changed_words(diff: Diff) -> dict[tuple[str, int], list[tuple[int, int]]]:
    """(side, line) -> where words changed inside that line, as columns from 0."""
    found: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for hunk in diff.hunks:
        for span in hunk.words:
            found.setdefault((span.side, span.line), []).append((span.start, span.end))
    return found


def _signed(text: str, spans: Sequence[tuple[int, int]], opening: str, closing: str) -> str:
    out, at = "", 0
    for start, end in spans:
        out += f"{text[at:start]}{opening}{text[start:end]}{closing}"
        at = end
    return out + text[at:]


def _painted(head: str, text: str, spans: Sequence[tuple[int, int]], colour: str) -> str:
    """A line in its colour with the changed words underlined; plain where nothing is coloured."""
    out, at = style(head, colour), 0
    for start, end in spans:
        out += style(text[at:start], colour) if start > at else ""
        out += style(style(text[start:end], "underline"), colour)
        at = end
    return out + (style(text[at:], colour) if at < len(text) else "")
