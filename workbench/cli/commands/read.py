"""`ctxbench read`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from workbench.cli.asking import Asking, ask_one, asking_options, report_error, say_cost
from workbench.cli.options import (
    Batch,
    counter_options,
    files_argument,
    flags,
    json_option,
    settings,
)
from workbench.cli.output import put, put_json, put_lines, style
from workbench.cli.writing import warn
from workbench.errors import CtxbenchError, UsageError

if TYPE_CHECKING:
    from workbench.cli.options import Steps
    from workbench.judge.reading.remarks import Reading, Remark
    from workbench.store.store import Store
    from workbench.verbs.model_session import Inquiry
    from workbench.verbs.read import Read


@dataclass(frozen=True)
class ReadFlags:
    files: tuple[str, ...]
    task: str | None
    asking: Asking
    doubtful: bool
    once: bool
    dry_run: bool
    counter: str
    model: str
    as_json: bool


@click.command()
@files_argument
@click.option("--task", metavar="TEXT", help="What the prompt is for. [default: as the file says]")
@asking_options
@click.option("--doubtful", is_flag=True, help="Show remarks as well that the second look refuted.")
@click.option("--once", is_flag=True, help="No second look: cheaper, and less of it is right.")
@click.option("--dry-run", is_flag=True, help="Only say what it would cost.")
@counter_options
@json_option
@flags(ReadFlags)
def command(flags: ReadFlags) -> int:
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
    from workbench.verbs.measured import Counting
    from workbench.verbs.read import ReadRequest, reading_inquiry
    from workbench.verbs.stored import open_store

    if flags.asking.chosen == "offline":
        raise UsageError(
            "Only a model can read a prompt, and none is named; nothing was sent.",
            hint="Name one with --judge anthropic, --runner CMD, --runner folder:PATH or"
            " --base-url URL. Facts offline: ctxbench review",
        )
    counting = Counting.of(settings(counter=flags.counter, model=flags.model))

    def work(spec: str) -> Steps[Inquiry[Reading, Read]]:
        wanted = ReadRequest(spec=spec, task=flags.task, refute=not flags.once, counting=counting)
        return reading_inquiry(wanted)

    batch = Batch(flags.files)
    with open_store() as store:
        for inquiry in batch.each(work):
            if _one(inquiry, flags, store, batch) == 130:
                break
    return batch.exit_code


def _one(inquiry: Inquiry[Reading, Read], flags: ReadFlags, store: Store, batch: Batch) -> int:
    """Read one FILE, show and keep what came of it; the exit code that it asks for."""
    from workbench.verbs.kept_reading import keep_reading

    path = str(inquiry.about["path"])
    dry, as_json = flags.dry_run, flags.as_json
    try:
        made = ask_one(flags.asking, store, inquiry, path, dry_run=dry, as_json=as_json)
        if made is None:
            return 0
        warn(made.trouble)
    except CtxbenchError as error:
        return _report(error, batch)
    try:
        keep_reading(made, store)
    except CtxbenchError as error:  # what was read is shown all the same
        _report(error, batch)
    if as_json:
        put_json(made.to_dict())
    elif made.reading.parts or made.reading.remarks:
        _show(made, doubtful=flags.doubtful)
    return _report(made.error, batch) if made.error is not None else 0


def _report(error: CtxbenchError, batch: Batch) -> int:
    report_error(error)
    batch.exit_code = max(batch.exit_code, error.exit_code)
    return error.exit_code


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
