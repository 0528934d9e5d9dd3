"""`ctxbench save`."""

from __future__ import annotations

import click

from workbench.cli.options import counting, file_argument, json_option
from workbench.cli.output import put, put_json


@click.command()
@file_argument()
@click.option("-m", "--message", default="", metavar="TEXT", help="Why this version exists.")
@json_option
def command(file: str, message: str, as_json: bool) -> int:
    """Store what the file holds now as a version. The file itself is not touched.

    \b
    Example:
      ctxbench save CLAUDE.md -m "before tightening the rules"
    """
    from workbench.cli.text import argument
    from workbench.prompt.visible import visible
    from workbench.verbs.inputs import need_file
    from workbench.verbs.save import save
    from workbench.verbs.stored import open_store

    need_file(file)
    with open_store() as store:
        result = save(file, message, store, tokens=counting())
    if as_json:
        put_json(result.to_dict())
        return 0
    version, path = result.version, visible(result.path)
    if result.relinked_from:
        put(f"This is the file that was {visible(result.relinked_from)}; its versions came along.")
    if result.created:
        show = f"ctxbench show {argument(f'{result.path}@{version.n}')}"
        put(f"Stored {path} as version {version.n}. Show it: {show}")
    else:
        put(f"{path} is version {version.n} already; nothing new was stored.")
    return 0
