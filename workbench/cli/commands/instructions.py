"""`ctxbench instructions`."""

from __future__ import annotations

import click

from workbench.cli.options import Batch, files_argument, json_option, steps_of
from workbench.cli.output import put, put_json, style


@click.command()
@files_argument
@json_option
def command(files: tuple[str, ...], as_json: bool) -> int:
    """List what a prompt tells the model to do or not to do.

    Hard ones leave no choice: never, must, only, and a plain order such as "Run the tests". Soft
    ones do: prefer, should, where possible. Critical ones (◆) do harm when broken.

    \b
    Examples:
      ctxbench instructions CLAUDE.md
      ctxbench instructions --json CLAUDE.md | jq '.instructions[] | select(.critical)'
    """
    from workbench.cli.table import table
    from workbench.cli.text import plural, span, title
    from workbench.prompt.visible import visible
    from workbench.verbs.instructions import instructions

    batch = Batch(files)
    for result in batch.each(lambda spec: steps_of(lambda: instructions(spec))):
        if as_json:
            put_json(result.to_dict())
            continue
        found = result.instructions
        hard = sum(1 for each in found if each.strength == "hard")
        critical = sum(1 for each in found if each.critical)
        put(
            style(
                f"{visible(result.path)} · {plural(len(found), 'instruction')}, "
                f"{hard} hard, {critical} critical",
                "bold",
            )
        )
        rows = [
            (
                span(each.start_line, each.end_line),
                "◆" if each.critical else "",
                each.strength,
                each.polarity,
                title(each.text, 100),
            )
            for each in found
        ]
        for line in table(("lines", "", "strength", "polarity", "text"), rows, "><<<<"):
            put(line)
    return batch.exit_code
