"""`ctxbench relink`."""

from __future__ import annotations

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json


@click.command()
@file_argument("old", "OLD")
@file_argument("new", "NEW")
@click.option("--force", is_flag=True, help="Also where a file still stands at OLD.")
@json_option
def command(old: str, new: str, force: bool, as_json: bool) -> int:
    """Give a file that was moved or renamed its versions, labels, pins and notes back.

    `save` does so by itself where the text tells it; this is for the case of doubt, such as a file
    that was moved and changed. No file is touched.

    \b
    Example:
      ctxbench relink docs/old-name.md CLAUDE.md
    """
    from workbench.cli.text import plural
    from workbench.prompt.visible import visible
    from workbench.verbs.relink import relink
    from workbench.verbs.stored import open_store

    with open_store() as store:
        done = relink(old, new, store, force=force)
    if as_json:
        put_json(done.to_dict())
        return 0
    count = plural(done.versions, "version")
    put(f"{visible(done.new)} is the file that was {visible(done.old)}; {count} came along.")
    return 0
