"""`ctxbench undo`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.options import counting, file_argument, json_option
from workbench.cli.output import put, put_json
from workbench.cli.writing import no_version_option, or_unkept

if TYPE_CHECKING:
    from workbench.verbs.save import WriteResult


@click.command()
@file_argument()
@no_version_option
@json_option
def command(file: str, no_version: bool, as_json: bool) -> int:
    """Take back the last change of a file, to the byte. Again: one change further back.

    \b
    Example:
      ctxbench undo CLAUDE.md
    """
    from workbench.cli.text import written
    from workbench.verbs.inputs import need_file
    from workbench.verbs.stored import open_store
    from workbench.verbs.undo import undo

    need_file(file)

    def write(keep: bool) -> WriteResult:
        with open_store() as store:
            return undo(file, store, tokens=counting(), keep=keep)

    result = or_unkept(lambda: write(True), lambda: write(False), file, no_version=no_version)
    if as_json:
        put_json(result.to_dict())
    else:
        put(written(result))
    return 0
