"""`ctxbench restore`."""

from __future__ import annotations

import click

from workbench.cli.options import counting, file_argument, json_option
from workbench.cli.output import put, put_json


@click.command()
@file_argument("version", "FILE@N")
@json_option
def command(version: str, as_json: bool) -> int:
    """Put a stored version back into the file, as a new version on top.

    What the file held before is kept as a version, so a restore can be undone.

    \b
    Example:
      ctxbench restore CLAUDE.md@3
    """
    from workbench.cli.text import written
    from workbench.store.store import Store
    from workbench.verbs.inputs import named_version
    from workbench.verbs.restore import restore

    path, number = named_version(version)
    with Store() as store:
        result = restore(path, number, store, tokens=counting())
    if as_json:
        put_json(result.to_dict())
    else:
        put(written(result))
    return 0
