"""`ctxbench restore`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.options import counting, file_argument, json_option
from workbench.cli.output import put, put_json
from workbench.cli.writing import no_version_option, or_unkept

if TYPE_CHECKING:
    from workbench.verbs.save import WriteResult


@click.command()
@file_argument("version", "FILE@N")
@no_version_option
@json_option
def command(version: str, no_version: bool, as_json: bool) -> int:
    """Put a stored version back into the file, as a new version on top.

    What the file held before is kept as a version, so a restore can be undone.

    \b
    Example:
      ctxbench restore CLAUDE.md@3
    """
    from workbench.cli.text import written
    from workbench.verbs.inputs import named_version
    from workbench.verbs.restore import restore
    from workbench.verbs.stored import open_store

    path, number = named_version(version)

    def write(keep: bool) -> WriteResult:
        with open_store() as store:
            return restore(path, number, store, tokens=counting(), keep=keep)

    result = or_unkept(lambda: write(True), lambda: write(False), str(path), no_version=no_version)
    if as_json:
        put_json(result.to_dict())
    else:
        put(written(result))
    return 0
