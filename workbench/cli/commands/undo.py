"""`ctxbench undo`."""

from __future__ import annotations

import click

from workbench.cli.options import counting, file_argument, json_option
from workbench.cli.output import put, put_json


@click.command()
@file_argument()
@json_option
def command(file: str, as_json: bool) -> int:
    """Take back the last change of a file, to the byte. Again: one change further back.

    \b
    Example:
      ctxbench undo CLAUDE.md
    """
    from workbench.cli.text import written
    from workbench.store.store import Store
    from workbench.verbs.inputs import need_file
    from workbench.verbs.undo import undo

    need_file(file)
    with Store() as store:
        result = undo(file, store, tokens=counting())
    if as_json:
        put_json(result.to_dict())
    else:
        put(written(result))
    return 0
