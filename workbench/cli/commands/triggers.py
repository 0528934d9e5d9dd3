"""`ctxbench triggers`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.asking import (
    Asking,
    ask_one,
    asking_options,
    report_error,
    say_cost,
)
from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, put_lines, talk
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.verbs.triggers import Triggered


@click.command()
@file_argument()
@click.option(
    "--queries",
    "queries_file",
    metavar="JSON",
    type=click.Path(path_type=Path),
    help='A list such as [{"q": "sort my mail", "should": true}].  [required]',
)
@asking_options
@click.option("--dry-run", is_flag=True, help="Only say what it would cost.")
@json_option
def command(
    file: str, queries_file: Path | None, asking: Asking, dry_run: bool, as_json: bool
) -> int:
    """Check for which requests a skill is loaded, by its name and description.

    A model is asked about each query, so name one with --judge, --runner or --base-url. A check
    that gives the same answer whatever is asked, or misses a literal call, is called suspect.

    \b
    Examples:
      ctxbench triggers SKILL.md --queries queries.json --judge anthropic --dry-run
      ctxbench triggers SKILL.md --queries queries.json --runner "claude -p"
    """
    from workbench.verbs.stored import open_store
    from workbench.verbs.triggers import read_queries, triggers_inquiry

    if queries_file is not None and asking.chosen == "offline":
        raise UsageError(
            "Only a model can tell whether it would load a skill; none is named.",
            hint="Name one with --judge anthropic, --runner CMD or --base-url URL.",
        )
    queries = read_queries(queries_file)
    with open_store() as store:
        inquiry = triggers_inquiry(file, queries)
        result = ask_one(asking, store, inquiry, file, dry_run=dry_run, as_json=as_json)
    if result is None:
        return 0
    if as_json:
        put_json(result.to_dict())
    else:
        _show(result)
    if result.triggers.suspect:
        talk(f"warning: {result.triggers.suspect}")
    if result.error is not None:
        report_error(result.error)
        return result.error.exit_code
    return 1 if result.triggers.suspect else 0


def _show(result: Triggered) -> None:
    from workbench.cli.table import table
    from workbench.cli.text import title

    made, rows = result.triggers, []
    for query, decision in zip(made.queries, made.decisions, strict=True):
        words = "n/a" if decision is None else "loaded" if decision.loads else "not loaded"
        wrong = decision is not None and decision.loads != query.should
        why = title(decision.why, 60) if decision is not None else ""
        rows.append((title(query.text, 40), words, "wrong" if wrong else "", why))
    put_lines(table(("query", "skill", "", "why"), rows, "<<<<"))
    if made.suspect:
        put("The check is suspect, so it has no result.")
    else:
        put(f"{made.right} of {len(made.queries)} as expected.")
    say_cost(result.asked)
