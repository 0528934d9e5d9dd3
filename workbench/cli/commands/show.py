"""`ctxbench show`."""

from __future__ import annotations

import sys

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_bytes, put_json


@click.command()
@file_argument("version", "FILE@N")
@json_option
def command(version: str, as_json: bool) -> int:
    """Print the exact bytes of a stored version.

    On a terminal, control characters are drawn as signs; a pipe or a file gets the bytes.

    \b
    Examples:
      ctxbench show CLAUDE.md@3 > old.md
      ctxbench show CLAUDE.md@production
    """
    from workbench.prompt.source import Source
    from workbench.prompt.visible import visible
    from workbench.verbs.inputs import named_version
    from workbench.verbs.show import show
    from workbench.verbs.stored import open_store

    path, number = named_version(version)
    with open_store() as store:
        data = show(path, number, store)
    source = Source.from_bytes(data)
    if as_json:
        put_json(
            {
                "path": str(path),
                "n": number,
                "sha256": source.sha256,
                "bytes": len(data),
                "encoding": source.encoding,
                "text": source.text,
            }
        )
    elif sys.stdout.isatty():
        put(visible(source.text, lines=True))
    else:
        put_bytes(data)
    return 0
