"""`ctxbench pin`."""

from __future__ import annotations

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, put_lines
from workbench.errors import UsageError

_SAID = {"kept": "", "changed": "changed since it was pinned", "gone": "no such part any more"}


@click.command()
@file_argument()
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--unpin", is_flag=True, help="Take the pins of these parts away.")
@json_option
def command(file: str, parts: tuple[str, ...], unpin: bool, as_json: bool) -> int:
    """Pin parts, so that no proposal touches them; without PART, list the pins.

    PART is the number, the id or the title of a part, as `ctxbench parts` lists them. Pins are
    kept in the store, not in the file, and are those of the workbench.

    \b
    Examples:
      ctxbench pin CLAUDE.md 3 "Output format"
      ctxbench pin CLAUDE.md
      ctxbench pin CLAUDE.md 3 --unpin
    """
    from pathlib import Path

    from workbench.cli.table import table
    from workbench.cli.text import plural, span, title
    from workbench.prompt.visible import visible
    from workbench.verbs.inputs import need_file
    from workbench.verbs.pin import pin, pins
    from workbench.verbs.stored import open_store

    need_file(file)
    if unpin and not parts:
        raise UsageError("--unpin needs the parts to unpin.", hint="See: ctxbench pin FILE")
    with open_store() as store:
        result = pin(Path(file), parts, store, off=unpin) if parts else pins(Path(file), store)
    if as_json:
        put_json(result.to_dict())
        return 0
    if parts:
        done = "unpinned" if unpin else "pinned"
        put(f"{plural(len(result.changed), 'part')} {done}.")
    if not result.pins:
        put(f"Nothing of {visible(result.path)} is pinned.")
        return 0
    rows = [
        (
            visible(one.id),
            span(one.start_line, one.end_line) if one.start_line else "",
            title(one.title),
            _SAID[one.state],
        )
        for one in result.pins
    ]
    put_lines(table(("part", "lines", "title", ""), rows, "<><<"))
    return 0
