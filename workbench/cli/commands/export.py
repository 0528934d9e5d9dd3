"""`ctxbench export`."""

from __future__ import annotations

import sys

import click

from workbench.cli.options import file_argument, json_option, settings
from workbench.cli.output import put, put_bytes, put_json, talk

FORMATS = ("same", "messages-json", "xml", "agents-md", "html", "json", "yaml", "markdown")


@click.command()
@file_argument()
@click.option("--to", type=click.Choice(FORMATS), required=True, help="The form to write.")
@click.option("-o", "--out", metavar="OUT", help="A file, a folder, or - [default: a new name]")
@click.option("--force", is_flag=True, help="Replace OUT without asking (it is stored first).")
@json_option
def command(file: str, to: str, out: str | None, force: bool, as_json: bool) -> int:
    """Write a prompt in another form.

    An existing file is never replaced before its difference is shown and you agree; what it held
    is stored as a version first.

    \b
    Forms:
      same           the bytes as they are
      markdown       as text in UTF-8
      agents-md      for hosts that read AGENTS.md
      messages-json  a Messages API request with cache breakpoints
      xml            each part in a tag named after its title
      html           a report in one file, with counts and map
      json, yaml     the text with name, kind and hash

    \b
    Examples:
      ctxbench export CLAUDE.md --to agents-md -o AGENTS.md
      ctxbench export CLAUDE.md@3 --to html
      ctxbench export system.md --to messages-json -o -
    """
    from pathlib import Path

    from workbench.cli.text import argument, plural
    from workbench.errors import GateRefused, UsageError
    from workbench.prompt.visible import visible
    from workbench.store.store import Store
    from workbench.verbs.export import carry_out, plan, render
    from workbench.verbs.inputs import read_input

    chosen = settings()
    source = read_input(file)
    if out is not None and not out:
        raise UsageError("The name after -o is empty.", hint="Leave out -o for a new name.")
    if out == "-":
        rendered = render(source, to, counter=chosen.counter, model=chosen.model)
        if as_json:
            put_json(rendered.to_dict(source.spec, to))
            return 0
        for note in rendered.notes:
            talk(f"Note: {note}.")
        put_bytes(rendered.data)
        return 0
    target = Path(out) if out else None
    made = plan(source, to, target, counter=chosen.counter, model=chosen.model)
    for note in made.rendered.notes:
        talk(f"Note: {note}.")
    agreed = force
    if made.overwrites and not force:
        talk(made.diff().text().rstrip("\n"))
        if sys.stdin.isatty() and sys.stderr.isatty():
            agreed = click.confirm(f"Replace {visible(str(made.out))}?", default=False, err=True)
        if not agreed and sys.stdin.isatty():
            raise GateRefused("Nothing was written.")
    with Store() as store:
        done = carry_out(made, store, overwrite=agreed)
    if as_json:
        put_json(done.to_dict())
        return 0
    name = visible(str(made.out))
    if not done.written.changed:
        put(f"{name} holds these bytes already; nothing was written.")
        return 0
    kept = done.written.kept
    before = (
        f" What it held is version {kept.n} of {name}: ctxbench undo {argument(str(made.out))}"
        if kept
        else ""
    )
    put(f"Wrote {name} ({plural(len(made.rendered.data), 'byte')}).{before}")
    return 0
