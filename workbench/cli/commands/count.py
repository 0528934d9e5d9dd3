"""`ctxbench count`."""

from __future__ import annotations

from dataclasses import dataclass
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
from workbench.cli.output import put, put_json, put_lines, style, talk

if TYPE_CHECKING:
    from workbench.verbs.count import CountResult
    from workbench.verbs.exact_count import Exact


@dataclass(frozen=True)
class CountFlags:
    files: tuple[str, ...]
    by: str
    exact: bool
    base_url: str | None
    yes: bool
    allow_secrets: bool
    counter: str
    model: str
    as_json: bool


@click.command()
@files_argument
@click.option(
    "--by",
    type=click.Choice(["part", "line", "file"]),
    default="part",
    show_default=True,
    help="What a row stands for; rows add up to the total.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Also ask the provider to count: free, but the text is sent. Asks first, or --yes.",
)
@click.option("--base-url", metavar="URL", help="For --exact: another server than Anthropic's.")
@click.option("--yes", is_flag=True, help="Agree to send the text for --exact.")
@click.option("--allow-secrets", is_flag=True, help="Send it also where it holds key-like strings.")
@counter_options
@json_option
@flags(CountFlags)
def command(flags: CountFlags) -> int:
    """Count tokens, and say how each number is known.

    With --exact the text goes to the provider's count endpoint once for each model; the answer is
    stored. What it counts is a message with the text, so it is compared with the local count and
    what a request adds. `--model` says for which model.

    \b
    Examples:
      ctxbench count CLAUDE.md
      ctxbench count CLAUDE.md --exact --model claude-opus-5-5
      ctxbench count --by file --counter o200k_base *.md
    """
    from workbench.cli.text import listed, plural
    from workbench.verbs.count import count
    from workbench.verbs.measured import Counting

    counting = Counting.of(settings(counter=flags.counter, model=flags.model))
    batch = Batch(flags.files)
    summed: list[tuple[str, int]] = []
    for result in batch.each(lambda spec: count(spec, by=flags.by, counting=counting)):
        sure = _exactly(result, batch, flags) if flags.exact else None
        if flags.as_json:
            more = {"exact": sure.to_dict() if sure else None} if flags.exact else {}
            put_json({**result.to_dict(), **more})
            continue
        _show(result, sure)
        summed.append((result.measured.path, result.measured.total))
    if len(summed) > 1:
        tokens = plural(sum(total for _, total in summed), "token")
        names = listed([path for path, _ in summed])
        put(f"{plural(len(summed), 'file')}, {tokens} together: {names}")
    return batch.exit_code


def _show(result: CountResult, sure: Exact | None) -> None:
    from workbench.cli.table import table
    from workbench.cli.text import (
        heading,
        import_lines,
        number,
        percent,
        plural,
        section_column,
        title,
    )
    from workbench.prompt.lines import body

    m = result.measured
    put(style(heading(m), "bold"))
    if result.by == "part":
        whole = section_column(m)
        rows = [
            (
                str(part.index),
                title(part.title),
                number(m.part_tokens(part)),
                percent(m.share(part)),
                *whole.cell(part),
            )
            for part in m.parts
        ]
        head = ("#", "part", "tokens", "share", *whole.head)
        put_lines(table(head, rows, "><>>" + ">" * len(whole.head)))
    elif result.by == "line":
        lines = [
            (str(i), number(cost), title(body(line), 100))
            for i, (cost, line) in enumerate(zip(m.costs, m.prompt.lines, strict=True), 1)
        ]
        put_lines(table(("line", "tokens", "text"), lines, ">><"))
    put_lines(import_lines(result.imports))
    if m.frame_tokens:
        put(f"A request adds {plural(m.frame_tokens, 'token')} around the text (not counted).")
    if sure is not None:
        put(_said(sure))


def _exactly(result: CountResult, batch: Batch, flags: CountFlags) -> Exact | None:
    """The provider's count of one FILE; None when there is none, which is said."""
    from workbench.cli.asking import Asking, confirmed, stop_key
    from workbench.cli.text import how_known
    from workbench.errors import CtxbenchError, SdkMissing
    from workbench.verbs.exact_count import count_exactly, plan_exact
    from workbench.verbs.stored import open_store

    asking = Asking(
        judge="anthropic",
        base_url=flags.base_url,
        judge_model=flags.model,
        yes=flags.yes,
        allow_secrets=flags.allow_secrets,
    )
    try:
        with open_store() as store, stop_key() as stopped:
            plan = plan_exact(result.measured, asking.session(store).asker, store)
            plan.check()
            agreed = plan.known is not None or flags.yes or confirmed(plan.question())
            return count_exactly(plan, store, say_so=agreed, cancel=stopped)
    except SdkMissing as error:
        local = how_known(result.measured.counter)
        hint = 'pip install "anthropic>=2.14,<3"'
        talk(f"note: {error.message} The local count stands ({local}). For the exact one: {hint}")
        return None
    except CtxbenchError as error:
        talk(f"error: {error.message}" + (f"\n{error.hint}" if error.hint else ""))
        batch.exit_code = max(batch.exit_code, error.exit_code)
        return None


def _said(sure: Exact) -> str:
    from workbench.cli.text import number
    from workbench.prompt.visible import visible

    if sure.tokens is None:
        return f"{visible(sure.endpoint)} does not count tokens; the local count stands."
    off = "" if sure.error_pct is None else f"; the local counter is off by {sure.error_pct:+g} %"
    how = "stored" if sure.stored else f"by {visible(sure.endpoint)}"
    return f"Exact for {visible(sure.model)}: {number(sure.tokens)} with the message ({how}{off})."
