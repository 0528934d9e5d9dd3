"""`ctxbench map`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from workbench.cli.options import (
    Batch,
    counter_options,
    files_argument,
    flags,
    json_option,
    settings,
)
from workbench.cli.output import put, put_json, put_lines, style

if TYPE_CHECKING:
    from workbench.verbs.map import MapRequest

SCENARIOS = ("alone", "fresh", "half", "full", "compacted")
_COLOURS = {"strong": "green", "fair": "yellow", "weak": "red"}


@dataclass(frozen=True)
class MapFlags:
    files: tuple[str, ...]
    scenario: str
    before: int | None
    after: int | None
    window: int | None
    content: str
    granularity: str
    counter: str
    model: str
    as_json: bool

    def wanted(self) -> MapRequest:
        """For the first FILE; the others are asked alike."""
        from workbench.verbs.map import MapRequest
        from workbench.verbs.measured import Counting

        chosen = settings(counter=self.counter, model=self.model, window=self.window)
        return MapRequest(
            self.files[0],
            scenario=self.scenario,
            before=self.before,
            after=self.after,
            window=chosen.window,
            content=self.content,
            granularity=self.granularity,
            counting=Counting.of(chosen),
        )


@click.command()
@files_argument
@click.option(
    "--scenario",
    default="fresh",
    show_default=True,
    metavar="NAME",
    help=f"The context to place the prompt in: {', '.join(SCENARIOS)}.",
)
@click.option("--before", type=int, metavar="N", help="Tokens before the prompt.")
@click.option("--after", type=int, metavar="N", help="Tokens after the prompt.")
@click.option("--window", type=int, metavar="N", help="The model's window, in tokens.")
@click.option(
    "--content",
    type=click.Choice(["instruction", "fact"]),
    default="instruction",
    show_default=True,
    help="What a reader looks for.",
)
@click.option("--granularity", default="auto", metavar="WORD", help="auto, coarse, fine, or N")
@counter_options
@json_option
@flags(MapFlags)
def command(flags: MapFlags) -> int:
    """Show where each part sits, and how well that place is used.

    Two channels, never mixed: the place in this prompt, and the place in the window of a
    scenario. The weights are estimates from published tests, with their 80 % range.

    \b
    Examples:
      ctxbench map CLAUDE.md
      ctxbench map --scenario half --window 1000000 CLAUDE.md
      ctxbench map --before 20000 --after 5000 --json CLAUDE.md
    """
    from workbench.cli.table import table
    from workbench.cli.text import heading, number, plural, title
    from workbench.prompt.visible import visible
    from workbench.verbs.map import position_map

    wanted = flags.wanted()
    batch = Batch(flags.files)
    for result in batch.each(lambda spec: position_map(replace(wanted, spec=spec))):
        if flags.as_json:
            put_json(result.to_dict())
            continue
        m, found = result.measured, result.map
        place = found.placement
        put(style(heading(m), "bold"))
        put(
            visible(
                f"{found.scenario.name}: {plural(place.before, 'token')} before, "
                f"{number(place.after)} after. {place.words}"
            )
        )
        rows = [
            (
                str(part.index),
                found.scale.glyph(weight.height),
                title(part.title),
                number(weight.tokens),
                here,
                weight.prompt.band,
                in_window,
            )
            for part, weight, (here, in_window) in zip(
                m.parts, found.parts, result.in_words(), strict=True
            )
        ]
        head = ("#", "place", "part", "tokens", "in this prompt", "band", "in the window")
        lines = table(head, rows, "><<><<<")
        put(lines[0])
        for line, weight in zip(lines[1:], found.parts, strict=True):
            colour = _COLOURS.get(weight.prompt.band)
            put(style(line, colour) if colour else line)
        if found.shape_is_convention:
            put("Below 1,000 tokens no position effect is known; the shape is a convention.")
        put_lines([visible(found.source), result.legend])
    return batch.exit_code
