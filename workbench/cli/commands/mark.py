"""`ctxbench mark`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, put_lines
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.verbs.mark import Marked

_BY = {"you": "by you", "author": "by its author", "": ""}


@click.command()
@file_argument()
@click.argument("line", required=False)
@click.option("--critical/--no-critical", default=None, help="Whether a breach does harm.")
@json_option
def command(file: str, line: str | None, critical: bool | None, as_json: bool) -> int:
    """Mark the sentence on LINE as critical; without LINE, list what is marked.

    A critical rule is one whose breach does harm that is hard to undo. You say so here or in the
    workbench, or the text does (a heading such as "Never", a label such as CRITICAL:); nothing is
    guessed from its words. Marks are kept in the store, not in the file, and follow their sentence.

    \b
    Examples:
      ctxbench mark CLAUDE.md 12
      ctxbench mark CLAUDE.md 12 --no-critical
      ctxbench mark CLAUDE.md
    """
    from pathlib import Path

    from workbench.cli.table import table
    from workbench.cli.text import plural, title
    from workbench.prompt.visible import visible
    from workbench.verbs.inputs import need_file
    from workbench.verbs.mark import mark, marks
    from workbench.verbs.stored import open_store

    need_file(file)
    if line is None and critical is not None:
        raise UsageError("Say which line to mark.", hint="ctxbench mark FILE LINE")
    path = Path(file)
    with open_store() as store:
        if line is not None:
            one = mark(path, line, store, critical=critical is not False)
            if as_json:
                put_json({"path": file, **one.to_dict()})
            else:
                put(_line(one))
            return 0
        found = marks(path, store)
    if as_json:
        put_json({"path": file, "marks": [one.to_dict() for one in found]})
        return 0
    if not found:
        put(f"Nothing in {visible(file)} is marked as critical.")
        return 0
    put(f"{visible(file)} · {plural(len(found), 'sentence')} marked")
    rows = [
        (str(one.line), "◆" if one.critical else "not critical", _BY[one.by], title(one.text, 90))
        for one in found
    ]
    put_lines(table(("line", "", "", "text"), rows, "><<<"))
    return 0


def _line(one: Marked) -> str:
    from workbench.cli.text import title

    said = "critical" if one.critical else "not critical"
    return f"Line {one.line} is {said}: {title(one.text, 90)}"
