"""`ctxbench diff`."""

from __future__ import annotations

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, style, talk

_COLOURS = {"-": "red", "+": "green", ">": "cyan", "<": "cyan", "~": "yellow", "@": "dim"}


@click.command()
@file_argument("a", "A")
@click.argument("b", metavar="[B]", required=False)
@click.option("--as-given", is_flag=True, help="Keep A on the left even when it is newer than B.")
@click.option("--context", default=3, show_default=True, metavar="N", help="Lines around a change.")
@json_option
def command(a: str, b: str | None, as_given: bool, context: int, as_json: bool) -> int:
    """Compare two prompts, older to newer. Without B: the last stored version of A with A.

    Moved text is shown as moved, not as deleted and added.

    \b
    Examples:
      ctxbench diff CLAUDE.md
      ctxbench diff CLAUDE.md@3 CLAUDE.md@5
      ctxbench diff git:HEAD~1:CLAUDE.md CLAUDE.md
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
    for mark, a_line, b_line, text in result.diff.lines(max(context, 0)):
        line = f"{a_line or '':>5} {b_line or '':>5} {mark} {text}".rstrip()
        put(style(line, _COLOURS[mark]) if mark in _COLOURS else line)
    put(result.diff.summary())
    if b is None and (found := others(result)):
        name = argument(result.b.spec)
        talk("The file is its last stored version. What came before:")
        for spec in found:
            talk(f"  ctxbench diff {argument(spec)} {name}")
    return 0
