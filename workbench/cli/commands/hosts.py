"""`ctxbench hosts`."""

from __future__ import annotations

import click

from workbench.cli.options import json_option
from workbench.cli.output import put, put_json, put_lines


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--markdown", is_flag=True, help="Print the page docs/hosts.md.")
@json_option
def command(names: tuple[str, ...], markdown: bool, as_json: bool) -> int:
    """List the hosts that are known; of a NAME, all that it does with prompt files, with sources.

    A host is one YAML file. Your own go into hosts/NAME.yaml in the folder of your settings or into
    .ctxbench/hosts/ of a project; `extends: NAME` takes over another host.

    \b
    Examples:
      ctxbench hosts
      ctxbench hosts cursor
    """
    from workbench.cli.table import table
    from workbench.prompt.visible import visible
    from workbench.verbs import hosts as verb

    if markdown:
        put(verb.markdown().rstrip("\n"))
        return 0
    found = verb.known(names)
    if as_json:
        for host in found:
            put_json(verb.to_dict(host))
    elif names:
        for i, host in enumerate(found):
            if i:
                put()
            put_lines(visible(line, lines=True) for line in verb.explain(host))
    else:
        rows = [tuple(visible(cell) for cell in verb.row(host)) for host in found]
        put_lines(table(("host", "kinds of file", "limits", "read on"), rows, "<<<<"))
        put("All of one, with sources: ctxbench hosts NAME. Add one: docs/extend.md")
    return 0
