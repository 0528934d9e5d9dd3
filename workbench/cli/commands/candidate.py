"""`ctxbench candidate`."""

from __future__ import annotations

from dataclasses import dataclass

import click

from workbench.cli.options import counter_options, file_argument, flags, json_option, settings
from workbench.cli.output import put, put_json, style


@dataclass(frozen=True)
class CandidateFlags:
    file: str
    new: str
    shorter: bool
    max_tokens: int | None
    queries: str | None
    allow: str
    counter: str
    model: str
    as_json: bool


@click.command()
@file_argument()
@file_argument("new", "CANDIDATE")
@click.option("--shorter", is_flag=True, help="It was to be shorter: refuse it when it is not.")
@click.option("--max-tokens", type=click.IntRange(min=0), metavar="N", help="Refuse more tokens.")
@click.option("--queries", metavar="FILE", help="What it was tuned on: one a line, or JSON.")
@click.option("--allow", default="", metavar="ROWS", help="Ledger rows whose change you agree to.")
@counter_options
@json_option
@flags(CandidateFlags)
def command(flags: CandidateFlags) -> int:
    """Judge a rewritten prompt: could it take the place of FILE?

    Exit code 1 when it could not: it loses or weakens a statement, has placeholders that FILE has
    not, is longer than agreed, or copies words of the queries that it was tuned on.

    \b
    Examples:
      ctxbench candidate CLAUDE.md shorter.md --shorter
      ctxbench candidate judge.md tuned.md --queries train.jsonl --max-tokens 800
    """
    from workbench.cli.text import how_known
    from workbench.prompt.visible import visible
    from workbench.verbs.candidate import CandidateRequest, candidate, read_queries
    from workbench.verbs.ledger import gate_words, summary
    from workbench.verbs.measured import Counting

    wanted = CandidateRequest(
        flags.file,
        flags.new,
        shorter=flags.shorter,
        budget=flags.max_tokens,
        queries=read_queries(flags.queries) if flags.queries else (),
        allow=[word.strip() for word in flags.allow.split(",") if word.strip()],
        counting=Counting.of(settings(counter=flags.counter, model=flags.model)),
    )
    judged = candidate(wanted)
    if flags.as_json:
        put_json(judged.to_dict())
        return judged.exit_code
    found = judged.candidate
    verdict = "could take the place of" if found.usable else "cannot take the place of"
    put(style(f"{visible(judged.b.spec)} {verdict} {visible(judged.a.spec)}.", "bold"))
    put(f"{found.size} ({how_known(judged.counter)})")
    for problem in found.problems:
        where = f"line {problem.line}: " if problem.line else ""
        put(f"✗ {where}{visible(problem.words)}")
    for row in found.ledger.rows:
        if row.bad:
            text = visible(row.text_a or row.text_b)
            put(f"  {row.id} {row.status}, line {row.a_line}: {text}")
            if row.text_b and row.text_a != row.text_b:
                put(f"    now: {visible(row.text_b)}")
    for note in found.notes:
        put(visible(note))
    put(f"Ledger: {summary(found.ledger)}. {gate_words(found.ledger)}.")
    return judged.exit_code
