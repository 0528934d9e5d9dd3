"""`ctxbench read`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.asking import Asking, ask_one, asking_options, report_error, say_cost
from workbench.cli.options import Batch, counter_options, files_argument, json_option, settings
from workbench.cli.output import put, put_json, put_lines, style
from workbench.cli.writing import warn
from workbench.errors import CtxbenchError, UsageError

if TYPE_CHECKING:
    from workbench.judge.reading.remarks import Remark
    from workbench.verbs.read import Read


@click.command()
@files_argument
@click.option("--task", metavar="TEXT", help="What the prompt is for. [default: as the file says]")
@asking_options
@click.option("--doubtful", is_flag=True, help="Show remarks as well that the second look refuted.")
@click.option("--once", is_flag=True, help="No second look: cheaper, and less of it is right.")
@click.option("--dry-run", is_flag=True, help="Only say what it would cost.")
@counter_options
@json_option
def command(
    files: tuple[str, ...],
    task: str | None,
    asking: Asking,
    doubtful: bool,
    once: bool,
    dry_run: bool,
    counter: str,
    model: str,
    as_json: bool,
) -> int:
    """Have a model read a prompt whole, as a careful editor would.

    It says how much each part matters, which rules are critical, what contradicts or repeats
    itself, what is stale, vague or out of place, and which edits would make the file shorter with
    nothing lost. Every quote is looked up in the text; conflicts, critical rules and edits are put
    before the model a second time, to be refuted. What does not stand is shown with --doubtful.

    A model is asked only with --judge, --runner or --base-url, after the price was shown. Answers
    are stored: nothing is paid twice. With --runner folder:PATH each question becomes a file there
    and the exit code is 4; answer it with any model, put the answer beside it, run again.

    \b
    Examples:
      ctxbench read CLAUDE.md --judge anthropic --dry-run
      ctxbench read CLAUDE.md --runner "claude -p"
      ctxbench read CLAUDE.md --runner folder:questions
      ctxbench read CLAUDE.md --base-url http://localhost:11434 --judge-model qwen3
    """
    from workbench.store.store import Store
    from workbench.verbs.read import ReadRequest, reading_inquiry
    from workbench.verbs.readings import keep_reading

    if asking.chosen == "offline":
        raise UsageError(
            "Only a model can read a prompt, and none is named; nothing was sent.",
            hint="Name one with --judge anthropic, --runner CMD, --runner folder:PATH or"
            " --base-url URL. Facts offline: ctxbench review",
        )
    chosen = settings(counter=counter, model=model)
    batch = Batch(files)
    with Store() as store:
        for inquiry in batch.each(
            lambda spec: reading_inquiry(
                ReadRequest(
                    spec=spec,
                    task=task,
                    refute=not once,
                    counter=chosen.counter,
                    model=chosen.model,
                )
            )
        ):
            path = str(inquiry.about["path"])
            try:
                made = ask_one(asking, store, inquiry, path, dry_run=dry_run, as_json=as_json)
            except CtxbenchError as error:
                _report(error, batch)
                continue
            if made is None:
                continue
            warn(made.trouble)
            try:
                keep_reading(made, store)
            except CtxbenchError as error:  # what was read is shown all the same
                _report(error, batch)
            if as_json:
                put_json(made.to_dict())
            elif made.reading.parts or made.reading.remarks:
                _show(made, doubtful=doubtful)
            if made.error is not None:
                _report(made.error, batch)
                if made.error.exit_code == 130:
                    break
    return batch.exit_code


def _report(error: CtxbenchError, batch: Batch) -> None:
    report_error(error)
    batch.exit_code = max(batch.exit_code, error.exit_code)


def _show(made: Read, *, doubtful: bool) -> None:
    from workbench.cli.table import table
    from workbench.cli.text import heading, number, plural, title
    from workbench.prompt.visible import one_line, visible

    m, reading = made.measured, made.reading
    put(style(heading(m), "bold"))
    task = made.task or reading.task
    whose = "as it is stated" if made.task else "as the model states it"
    put(visible(f"Task ({whose}): {one_line(task, 200) or 'not stated'}"))
    by_id = {one.id: one for one in reading.parts}
    rows = []
    for part in m.parts:
        one = by_id.get(part.id)
        if one is not None:
            rows.append(
                (
                    str(part.index),
                    title(part.title, 36),
                    number(m.part_tokens(part)),
                    f"{one.relevance:g}",
                    one.usage.lower(),
                    title(one.why, 60),
                )
            )
    head = ("#", "part", "tokens", "relevance", "used", "without it")
    put_lines(table(head, rows, "><>><<"))
    shown = [one for one in reading.remarks if doubtful or one.state == "confirmed"]
    for remark in shown:
        put()
        put_lines(_remark(made, remark))
    hidden = len(reading.remarks) - len(shown)
    put()
    said = [plural(len(shown), "remark")]
    if hidden:
        said.append(f"{hidden} doubtful (--doubtful)")
    if reading.dropped:
        count = sum(reading.dropped.values())
        why = "; ".join(f"{n} as {words}" for words, n in reading.dropped.items())
        said.append(f"{count} dropped: {why}")
    put(visible(f"{', '.join(said)}. A reading is an opinion of {made.model}, not a fact."))
    say_cost(made.asked)


def _remark(made: Read, remark: Remark) -> list[str]:
    from workbench.cli.text import span
    from workbench.prompt.lines import split_lines
    from workbench.prompt.visible import one_line, visible

    place, edit = remark.place, remark.edit
    what = edit.what if edit is not None else remark.label
    name = f"{remark.kind}: {what}" if what else remark.kind
    state = "" if remark.state == "confirmed" else " (doubtful)"
    lines = span(place.start_line, place.end_line)
    out = [visible(f"{made.path}:{lines} {style(name, 'yellow')}{state} [{remark.id}]")]
    out.append(visible(f"  {one_line(place.quote, 120)}"))
    for other in remark.related:
        out.append(visible(f"  see line {other.start_line}: {one_line(other.quote, 110)}"))
    out.append(visible(f"  why: {one_line(remark.why, 400)}"))
    if remark.against and state:
        out.append(visible(f"  but: {one_line(remark.against, 300)}"))
    if edit is not None:
        if edit.after:
            out.append(f"  to: after line {edit.after}")
        if edit.target:
            out.append(visible(f"  to: {edit.target}"))
        for i, line in enumerate(split_lines(edit.new)[:12]):
            out.append(visible(f"  {'new:' if not i else '    '} {line.rstrip()}"))
        if edit.keeps:
            out.append(visible(f"  keeps: {one_line(edit.keeps, 300)}"))
    return out
