"""`ctxbench completion SHELL`: click's own completion script."""

from __future__ import annotations

import click

from workbench.cli.output import put


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL.

    \b
    Example:
      eval "$(ctxbench completion bash)"
    """
    from click.shell_completion import get_completion_class

    from workbench.cli.app import cli

    found = get_completion_class(shell)
    assert found is not None  # Choice lists the shells that click knows
    put(found(cli, {}, "ctxbench", "_CTXBENCH_COMPLETE").source())
