"""`ctxbench ledger`."""

from __future__ import annotations

import click

from workbench.cli.asking import Asking, ask_one, asking_options, report_error, say_cost
from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, put_lines, style
from workbench.errors import UsageError


@click.command()
@file_argument("a", "A")
@file_argument("b", "B")
@click.option("--allow", default="", metavar="ROWS", help="Rows whose change you agree to.")
@asking_options
@click.option("--dry-run", is_flag=True, help="Only say what asking a model would cost.")
@json_option
def command(a: str, b: str, allow: str, asking: Asking, dry_run: bool, as_json: bool) -> int:
    """Compare two versions statement by statement; exit code 1 unless nothing changed its words.

    A statement is a sentence, list item or heading. Only those that changed are listed, with what
    differs; names, paths and numbers that went are listed too. The gate is refused where
    something is gone or a sign turned, and says look where a person has to compare wordings.

    With --judge, --runner or --base-url a model that sees nothing but the two wordings says of each
    changed row whether it still demands the same. Where a literal, a number, a negation or a
    quantifier differs it is not asked.

    \b
    Examples:
      ctxbench ledger CLAUDE.md@1 CLAUDE.md
      ctxbench ledger git:HEAD:CLAUDE.md CLAUDE.md --json
      ctxbench ledger CLAUDE.md better.md --runner "claude -p"
    """
    from workbench.cli.table import table
    from workbench.cli.text import title
    from workbench.prompt.visible import visible
    from workbench.verbs.ledger import gate_words, ledger, summary

    result = ledger(a, b, allow=[word.strip() for word in allow.split(",") if word.strip()])
    code = result.exit_code
    asked = None
    if asking.chosen != "offline":
        from workbench.verbs.ledger_by_model import equivalence_inquiry
        from workbench.verbs.stored import open_store

        with open_store() as store:
            inquiry = equivalence_inquiry(result)
            asked = ask_one(asking, store, inquiry, a, dry_run=dry_run, as_json=as_json)
        if asked is None:
            return 0
        result, code = asked.result, asked.exit_code
        if asked.error is not None:
            report_error(asked.error)
            code = asked.error.exit_code
    elif dry_run:
        raise UsageError("--dry-run says what a model would cost, and none is named.")
    if as_json:
        put_json(asked.to_dict() if asked is not None else result.to_dict())
        return code
    put(style(f"--- {visible(result.a.label())}", "bold"))
    put(style(f"+++ {visible(result.b.label())}", "bold"))
    rows = [
        (
            row.id,
            row.status,
            str(row.a_line or ""),
            str(row.b_line or ""),
            title(row.text_a or row.text_b, 100),
        )
        for row in result.ledger.rows
        if row.status != "kept"
    ]
    if rows:
        put_lines(table(("row", "status", "a", "b", "text"), rows, "<<>><"))
    for row in result.ledger.rows:
        if row.differs or row.why:
            put(visible(f"{row.id}: {'; '.join((*row.differs, row.why)).strip('; ')}"))
    for lost in result.ledger.lost_literals:
        put(visible(f"lost {lost.kind} of line {lost.a_line}: {lost.text}"))
    put(f"{summary(result.ledger)}. {gate_words(result.ledger)}.")
    if asked is not None:
        say_cost(asked.asked)
    return code
