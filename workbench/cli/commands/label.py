"""`ctxbench label`."""

from __future__ import annotations

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json
from workbench.errors import UsageError


@click.command()
@file_argument("version", "FILE@N")
@click.argument("name")
@click.option("--remove", is_flag=True, help="Take NAME away (FILE needs no @N then).")
@click.option("--undo", "back", is_flag=True, help="Move NAME back to where it was.")
@json_option
def command(version: str, name: str, remove: bool, back: bool, as_json: bool) -> int:
    """Name a version; FILE@NAME then means it. Moving a name keeps its history.

    \b
    Examples:
      ctxbench label CLAUDE.md@4 production
      ctxbench label CLAUDE.md production --undo
    """
    from workbench.prompt.visible import visible
    from workbench.verbs.inputs import named_version, split_version
    from workbench.verbs.label import label, undo_label
    from workbench.verbs.stored import open_store

    if remove and back:
        raise UsageError("--remove and --undo cannot be used together.")
    with open_store() as store:
        if remove or back:
            halves = split_version(version)
            path = str(halves[0]) if halves else version
            result = undo_label(path, name, store) if back else label(path, None, name, store)
        else:
            place, number = named_version(version)
            result = label(place, number, name, store)
    if as_json:
        put_json(result.to_dict())
        return 0
    move = result.move
    old = f"version {move.old}" if move.old else "nothing"
    new = f"version {move.new}" if move.new else "nothing"
    put(f"{visible(move.name)} of {visible(result.path)} means {new} now; before: {old}.")
    return 0
