"""`ctxbench open`."""

from __future__ import annotations

import sys

import click

from workbench.cli.options import settings
from workbench.errors import UsageError


@click.command()
@click.argument("file", required=False, metavar="[FILE]")
@click.option("--layout", metavar="NAME", help="Pane layout: narrow, wide, or a file of yours.")
def command(file: str | None, layout: str | None) -> int:
    """Open a prompt in the terminal workbench.

    A folder, or nothing, offers the prompt files that are found there.

    \b
    Examples:
      ctxbench open CLAUDE.md
      ctxbench open .
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "The workbench needs a terminal, and this is a pipe or a file.",
            hint="For scripts there are the other verbs, such as: ctxbench parts FILE --json",
        )
    chosen = settings(layout=layout)  # an error in them comes before the screen is touched
    from workbench.tui.start import open_workbench

    open_workbench(file or ".", chosen)
    return 0
