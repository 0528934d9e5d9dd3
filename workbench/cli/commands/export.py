"""`ctxbench export`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from workbench.cli.options import file_argument, flags, json_option, settings
from workbench.cli.output import put, put_bytes, put_json, talk
from workbench.cli.writing import Consent, agreed, write_kept, writing_options

if TYPE_CHECKING:
    from workbench.config import Settings
    from workbench.store.store import Store
    from workbench.verbs.exported import Exported
    from workbench.verbs.inputs import Input

FORMATS = ("same", "messages-json", "xml", "agents-md", "html", "json", "yaml", "markdown")


@dataclass(frozen=True)
class ExportFlags:
    file: str
    to: str
    out: str | None
    consent: Consent
    fail_on_keys: bool
    as_json: bool


@click.command()
@file_argument()
@click.option("--to", type=click.Choice(FORMATS), required=True, help="The form to write.")
@click.option(
    "-o",
    "--out",
    metavar="OUT",
    help="A file, a folder, or - [default: standard output; html: a new file]",
)
@writing_options
@click.option("--fail-on-keys", is_flag=True, help="Exit with 1 where key-like strings are found.")
@json_option
@flags(ExportFlags)
def command(flags: ExportFlags) -> int:
    """Write a prompt in another form: to standard output, or to OUT.

    An existing file is never replaced before its difference is shown and you agree; what it held
    is stored as a version first. A new file that a host would load by itself, for its name or its
    folder, is named with what the host does with it and needs your yes: --live. Where OUT holds
    these bytes already, nothing is written. Strings that look like keys or passwords are named
    with their lines: look before you hand the file on.

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
      ctxbench export system.md --to messages-json
      ctxbench export CLAUDE.md --to agents-md -o AGENTS.md --live
      ctxbench export CLAUDE.md@3 --to html -o old.html
    """
    from workbench.errors import UsageError
    from workbench.verbs.export import PAGES
    from workbench.verbs.inputs import read_input

    chosen = settings()
    source = read_input(flags.file)
    out = flags.out
    if out is not None and not out:
        raise UsageError("The name after -o is empty.", hint="Leave out -o for standard output.")
    if out == "-" or (out is None and flags.to not in PAGES):
        return _to_stdout(source, chosen, flags)
    return _to_file(source, chosen, flags)


def _to_stdout(source: Input, chosen: Settings, flags: ExportFlags) -> int:
    from workbench.prompt.source import Source
    from workbench.prompt.visible import visible
    from workbench.verbs.export import render
    from workbench.verbs.formats import variables
    from workbench.verbs.measured import Counting
    from workbench.verbs.secrets import key_like, warning

    rendered = render(source, flags.to, Counting.of(chosen))
    prompt = source.prompt()
    keys = key_like(prompt, muted=chosen.muted)
    _say(rendered.notes, warning(keys, source.spec))
    if flags.as_json:
        found = {"keys": [key.to_dict() for key in keys]}
        names = {"variables": list(variables(prompt.text))}
        put_json({**rendered.to_dict(source.spec, flags.to), **found, **names})
    elif sys.stdout.isatty():
        put(visible(Source.from_bytes(rendered.data).text, lines=True))
    else:
        put_bytes(rendered.data)
    return 1 if keys and flags.fail_on_keys else 0


def _to_file(source: Input, chosen: Settings, flags: ExportFlags) -> int:
    from workbench.cli.text import argument, plural
    from workbench.prompt.visible import visible
    from workbench.verbs.export import carry_out, plan
    from workbench.verbs.measured import Counting
    from workbench.verbs.secrets import warning
    from workbench.verbs.targets import named

    target = named(flags.out) if flags.out else None
    counting = Counting.of(chosen)
    made = plan(source, flags.to, target, counting=counting, muted=chosen.muted)
    _say(made.rendered.notes, warning(made.keys, source.spec))
    code = 1 if made.keys and flags.fail_on_keys else 0
    consent = agreed(made.aim, f"{source.spec} as {flags.to}", flags.consent)

    def write(store: Store | None) -> Exported:
        return carry_out(made, store, overwrite=consent.force, live=consent.live)

    no_version = consent.no_version
    done = write_kept(write, str(made.out), losing=made.overwrites, no_version=no_version)
    if flags.as_json:
        put_json(done.to_dict())
        return code
    name = visible(str(made.out))
    if not done.written.changed:
        put(f"{name} holds these bytes already; nothing was written.")
        return code
    kept = done.written.kept
    before = (
        f" What it held is version {kept.n} of {name}: ctxbench undo {argument(str(made.out))}"
        if kept
        else ""
    )
    put(f"Wrote {name} ({plural(len(made.rendered.data), 'byte')}).{before}")
    return code


def _say(notes: Iterable[str], warned: Iterable[str]) -> None:
    """What this form cannot carry, and what had better not leave the machine."""
    for note in notes:
        talk(f"Note: {note}.")
    for number, line in enumerate(warned):
        talk(line if number else f"warning: {line}")
