"""`ctxbench ledger`."""

from __future__ import annotations

import click

from workbench.cli.options import file_argument, json_option
from workbench.cli.output import put, put_json, put_lines, style


@click.command()
@file_argument("a", "A")
@file_argument("b", "B")
@click.option("--allow", default="", metavar="ROWS", help="Rows whose change you agree to.")
@json_option
def command(a: str, b: str, allow: str, as_json: bool) -> int:
    """Compare two versions statement by statement; exit code 1 unless nothing changed its words.

    A statement is a sentence, list item or heading. Only those that changed are listed, with what
    differs; names, paths and numbers that went are listed too. The gate is refused where
    something is gone or a sign turned, and says look where a person has to compare wordings.

    \b
    Examples:
      ctxbench ledger CLAUDE.md@1 CLAUDE.md
      ctxbench ledger git:HEAD:CLAUDE.md CLAUDE.md --json
    """
    from workbench.cli.table import table
    from workbench.cli.text import title
    from workbench.prompt.visible import visible
    from workbench.verbs.ledger import gate_words, ledger, summary

    result = ledger(a, b, allow=[word.strip() for word in allow.split(",") if word.strip()])
    if as_json:
        put_json(result.to_dict())
        return result.exit_code
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
    return result.exit_code
