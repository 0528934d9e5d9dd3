"""`ctxbench parts`."""

from __future__ import annotations

import click

from workbench.cli.options import Batch, counter_options, files_argument, json_option, settings
from workbench.cli.output import put, put_json, put_lines, style


@click.command()
@files_argument
@click.option(
    "--granularity", default="auto", metavar="WORD", help="auto, coarse, fine, or a number of parts"
)
@counter_options
@json_option
def command(
    files: tuple[str, ...], granularity: str, counter: str, model: str, as_json: bool
) -> int:
    """Split prompts into parts: together they are the file, byte for byte.

    \b
    Examples:
      ctxbench parts CLAUDE.md
      ctxbench parts --granularity fine --json prompts/*.md
    """
    from workbench.cli.table import table
    from workbench.cli.text import (
        heading,
        import_lines,
        number,
        percent,
        section_column,
        span,
        title,
    )
    from workbench.verbs.measured import Counting
    from workbench.verbs.parts import parts

    counting = Counting.of(settings(counter=counter, model=model))
    batch = Batch(files)
    for result in batch.each(lambda spec: parts(spec, granularity=granularity, counting=counting)):
        if as_json:
            put_json(result.to_dict())
            continue
        m = result.measured
        put(style(heading(m), "bold"))
        if m.prompt.outline.note:
            put(m.prompt.outline.note)
        whole = section_column(m)
        found = result.map
        rows = [
            (
                str(part.index),
                found.scale.glyph(weight.height),
                "  " * max(len(part.path) - 1, 0) + title(part.title),
                span(part.start_line, part.end_line),
                number(m.part_tokens(part)),
                percent(m.share(part)),
                *whole.cell(part),
            )
            for part, weight in zip(m.parts, found.parts, strict=True)
        ]
        head = ("#", "place", "part", "lines", "tokens", "share", *whole.head)
        put_lines(table(head, rows, "><<>>>" + ">" * len(whole.head)))
        put_lines(import_lines(result.imports))
    return batch.exit_code
