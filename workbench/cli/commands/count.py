"""`ctxbench count`."""

from __future__ import annotations

import click

from workbench.cli.options import Batch, counter_options, files_argument, json_option, settings
from workbench.cli.output import put, put_json, put_lines, style


@click.command()
@files_argument
@click.option(
    "--by",
    type=click.Choice(["part", "line", "file"]),
    default="part",
    show_default=True,
    help="What a row stands for; rows add up to the total.",
)
@counter_options
@json_option
def command(files: tuple[str, ...], by: str, counter: str, model: str, as_json: bool) -> int:
    """Count tokens, and say how each number is known.

    \b
    Examples:
      ctxbench count CLAUDE.md
      ctxbench count --by file --counter o200k_base *.md
    """
    from workbench.cli.table import table
    from workbench.cli.text import heading, import_lines, number, percent, plural, title
    from workbench.prompt.lines import body
    from workbench.verbs.count import count

    chosen = settings(counter=counter, model=model)
    batch = Batch(files)
    totals: list[int] = []
    for result in batch.each(
        lambda spec: count(spec, by=by, counter=chosen.counter, model=chosen.model)
    ):
        if as_json:
            put_json(result.to_dict())
            continue
        m = result.measured
        put(style(heading(m), "bold"))
        if by == "part":
            rows = [
                (
                    str(part.index),
                    title(part.title),
                    number(m.part_tokens(part)),
                    percent(m.share(part)),
                )
                for part in m.parts
            ]
            put_lines(table(("#", "part", "tokens", "share"), rows, "><>>"))
        elif by == "line":
            lines = [
                (str(i), number(cost), title(body(line), 100))
                for i, (cost, line) in enumerate(zip(m.costs, m.prompt.lines, strict=True), 1)
            ]
            put_lines(table(("line", "tokens", "text"), lines, ">><"))
        put_lines(import_lines(result.imports))
        if m.frame_tokens:
            put(f"A request adds {plural(m.frame_tokens, 'token')} around the text (not counted).")
        totals.append(m.total)
    if len(totals) > 1:
        put(f"{plural(len(totals), 'file')}, {plural(sum(totals), 'token')} together")
    return batch.exit_code
