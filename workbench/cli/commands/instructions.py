"""`ctxbench instructions`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from workbench.cli.asking import Asking, asking_options, say_cost
from workbench.cli.judging import judged
from workbench.cli.options import Batch, files_argument, json_option, steps_of
from workbench.cli.output import put, put_json, put_lines, style
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.verbs.instructions import InstructionsResult


@click.command()
@files_argument
@asking_options
@click.option("--dry-run", is_flag=True, help="Only say what asking a model would cost.")
@json_option
def command(files: tuple[str, ...], asking: Asking, dry_run: bool, as_json: bool) -> int:
    """List what a prompt tells the model to do or not to do.

    Hard ones leave no choice: never, must, only, and a plain order such as "Run the tests". Soft
    ones do: prefer, should, where possible. Critical ones (◆) are those that you marked (`ctxbench
    mark`) or that the text itself calls so, by a heading such as "Never" or a label.

    With --judge, --runner or --base-url a model judges each statement as well, after the price was
    shown; where it disagrees with the offline rules, the line says so.

    \b
    Examples:
      ctxbench instructions CLAUDE.md
      ctxbench instructions --json CLAUDE.md | jq '.instructions[] | select(.critical)'
      ctxbench instructions CLAUDE.md --judge anthropic --dry-run
    """
    from workbench.cli.table import table
    from workbench.cli.text import plural, span, title
    from workbench.prompt.visible import visible
    from workbench.verbs.instructions import instructions

    if dry_run and asking.chosen == "offline":
        raise UsageError("--dry-run says what a model would cost, and none is named.")
    batch = Batch(files)
    for offline in batch.each(lambda spec: steps_of(lambda: instructions(spec))):
        result: InstructionsResult | None = offline
        if asking.chosen != "offline":
            from workbench.verbs.instructions_by_model import constraints_inquiry

            inquiry = partial(constraints_inquiry, offline)
            result = judged(offline, inquiry, asking, batch, dry_run=dry_run, as_json=as_json)
        if result is None:
            continue
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
        for words in _remarks(result):
            put(words)
        if result.asked:
            _show_both(result)
            continue
        rows = [
            (
                span(each.start_line, each.end_line),
                f"◆ {each.critical_by}" if each.critical else "",
                each.strength,
                each.polarity,
                title(each.text, 100),
            )
            for each in found
        ]
        for line in table(("lines", "", "strength", "polarity", "text"), rows, "><<<<"):
            put(line)
    return batch.exit_code


def _remarks(result: InstructionsResult) -> list[str]:
    """What the list does not show: text that is not read, labels that tell nothing apart."""
    words = [f"Not read: {one.said()}." for one in result.not_read]
    if result.labels:
        words.append(
            f"The text calls {result.labels} of these critical: too many to tell anything apart, so"
            " none is shown so."
        )
    return words


def _show_both(result: InstructionsResult) -> None:
    """Both opinions on each statement; where they differ, the model's reason."""
    from workbench.cli.table import table
    from workbench.cli.text import plural, span, title

    rows = []
    for one in result.compared:
        offline, model = one.strengths
        critical = "◆" if one.offline is not None and one.offline.critical else ""
        theirs = "◆" if one.model is not None and one.model.critical else ""
        why = title(one.model.why, 50) if one.model is not None and one.differs else ""
        rows.append(
            (
                span(one.start_line, one.end_line),
                f"{offline} {critical}".strip(),
                f"{model or 'n/a'} {theirs}".strip(),
                "≠" if one.differs else "",
                title(one.text, 60),
                why,
            )
        )
    put_lines(table(("lines", "offline", "model", "", "text", "why"), rows, "><<<<<"))
    differ = sum(1 for one in result.compared if one.differs)
    put(f"{plural(differ, 'disagreement')} on {plural(len(result.compared), 'statement')}.")
    say_cost(result.asked)
