"""`ctxbench score`."""

from __future__ import annotations

import click

from workbench.cli.options import Batch, counter_options, files_argument, json_option, settings
from workbench.cli.output import put, put_json, put_lines, style, talk


@click.command()
@files_argument
@click.option("--task", metavar="TEXT", help="What the prompt is for. [default: as the file says]")
@click.option(
    "--judge", type=click.Choice(["offline", "anthropic"]), default="offline", show_default=True
)
@click.option("--threshold", type=float, metavar="N", help="Flag parts below N. [default: 5]")
@click.option("--remember", is_flag=True, help="Keep --task for this file.")
@click.option("--dry-run", is_flag=True, help="Only say what would be scored, and for which task.")
@click.option("--granularity", default="auto", metavar="WORD", help="auto, coarse, fine, or N")
@counter_options
@json_option
def command(
    files: tuple[str, ...],
    task: str | None,
    judge: str,
    threshold: float | None,
    remember: bool,
    dry_run: bool,
    granularity: str,
    counter: str,
    model: str,
    as_json: bool,
) -> int:
    """Score each part's relevance for a task, 0 to 10.

    Offline scores see what is foreign to a file, not what is essential. They never justify
    removing a part by themselves. The reasons of low scores are listed; --json has those of all.

    \b
    Examples:
      ctxbench score CLAUDE.md --task "review pull requests"
      ctxbench score --threshold 3 --json CLAUDE.md
    """
    from workbench.cli.table import table
    from workbench.cli.text import heading, number, plural, title
    from workbench.prompt.visible import one_line, visible
    from workbench.store.store import Store
    from workbench.verbs.score import remember_task, score

    chosen = settings(counter=counter, model=model, threshold=threshold)
    batch = Batch(files)
    for scored in batch.each(
        lambda spec: score(
            spec,
            task=task,
            judge=judge,
            threshold=chosen.threshold,
            dry_run=dry_run,
            granularity=granularity,
            counter=chosen.counter,
            model=chosen.model,
        )
    ):
        if scored.trouble:
            talk(f"warning: {scored.trouble}")
        if remember and task is not None and task.strip():
            with Store() as store:
                remember_task(scored, store)
        if as_json:
            put_json(scored.to_dict())
            continue
        put(style(heading(scored.measured), "bold"))
        said = one_line(scored.task.text, 200) or "none: the file names no task, give --task"
        put(f"Task ({scored.task.origin}): {said}")
        result = scored.result
        if result is None:
            count = sum(p.scored for p in scored.measured.parts)
            put(f"Would score {plural(count, 'part')} offline.")
            continue
        index = {part.id: part.index for part in scored.measured.parts}
        rows = [
            (
                str(index[part.id]),
                title(part.title, 40),
                number(part.tokens),
                "n/a" if part.score is None else f"{part.score:.1f}",
                part.klass or "",
                part.recommendation,
            )
            for part in result.parts
        ]
        put_lines(table(("#", "part", "tokens", "score", "class", "advice"), rows, "><>><<"))
        for part in result.flagged:
            put(f"{index[part.id]} {title(part.title, 40)}: {visible(part.justification)}")
        if result.inconclusive:
            put(result.inconclusive)
        if all(part.score is None for part in result.parts):
            continue  # nothing was scored: a line about low scores would say that all is well
        flagged = ", ".join(f"{title(p.title, 40)} ({p.score:.1f})" for p in result.flagged)
        put(f"{result.note} Below {result.threshold:g}: {flagged or 'nothing'}.")
    return batch.exit_code
