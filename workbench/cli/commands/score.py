"""`ctxbench score`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from workbench.cli.asking import (
    Asking,
    asking_options,
    report_error,
    say_cost,
    show_estimate,
)
from workbench.cli.options import (
    Batch,
    counter_options,
    files_argument,
    flags,
    json_option,
    settings,
)
from workbench.cli.output import put, put_json, put_lines, style, talk
from workbench.cli.writing import warn
from workbench.errors import CtxbenchError, UsageError

if TYPE_CHECKING:
    from workbench.cli.options import Steps
    from workbench.judge.agents.scoring import Judgement
    from workbench.judge.relevance import PartScore
    from workbench.store.store import Store
    from workbench.verbs.model_session import Plan
    from workbench.verbs.score import Scored
    from workbench.verbs.score_by_model import ScoringByModel


@dataclass(frozen=True)
class ScoreFlags:
    files: tuple[str, ...]
    task: str | None
    asking: Asking
    runs: int
    threshold: float | None
    remember: bool
    dry_run: bool
    granularity: str
    counter: str
    model: str
    as_json: bool


@click.command()
@files_argument
@click.option("--task", metavar="TEXT", help="What the prompt is for. [default: as the file says]")
@asking_options
@click.option(
    "--runs", type=int, default=1, metavar="N", help="Ask a model N times: median, spread."
)
@click.option("--threshold", type=float, metavar="N", help="Flag parts below N. [default: 5]")
@click.option("--remember", is_flag=True, help="Keep --task for this file.")
@click.option(
    "--dry-run", is_flag=True, help="Only say what would be scored, and what it would cost."
)
@click.option("--granularity", default="auto", metavar="WORD", help="auto, coarse, fine, or N")
@counter_options
@json_option
@flags(ScoreFlags)
def command(flags: ScoreFlags) -> int:
    """Score each part's relevance for a task, 0 to 10.

    Offline it ranks how foreign the words of each part are to the rest: no class, no advice but
    "look at this". How relevant a part is, a model says.

    A model is asked only with --judge, --runner or --base-url, after the price was shown. Keys come
    from ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN. Answers are stored: nothing is paid twice.

    \b
    Examples:
      ctxbench score CLAUDE.md --task "review pull requests"
      ctxbench score --threshold 3 --json CLAUDE.md
      ctxbench score CLAUDE.md --judge anthropic --dry-run
      ctxbench score CLAUDE.md --runner "claude -p" --yes
    """
    from workbench.verbs.measured import Counting
    from workbench.verbs.score import ScoreRequest, score
    from workbench.verbs.score_by_model import scoring_by_model
    from workbench.verbs.stored import open_store

    asking = flags.asking
    if flags.runs != 1 and asking.chosen == "offline":
        raise UsageError(
            "--runs needs a model: the offline judge always gives the same scores.",
            hint="Name one, such as --judge anthropic; nothing was done.",
        )
    chosen = settings(counter=flags.counter, model=flags.model, threshold=flags.threshold)

    def work(spec: str) -> Steps[Scored | ScoringByModel]:
        wanted = ScoreRequest(
            spec,
            judge=asking.chosen,
            task=flags.task,
            threshold=chosen.threshold,
            runs=flags.runs,
            granularity=flags.granularity,
            counting=Counting.of(chosen),
        )
        if asking.chosen == "offline":
            return (yield from score(wanted, dry_run=flags.dry_run))
        return (yield from scoring_by_model(wanted))

    batch = Batch(flags.files)
    with open_store() as store:
        for found in batch.each(work):
            scored, plan = _asked(found, asking, store, batch, dry_run=flags.dry_run)
            if scored is None:
                continue
            warn(scored.trouble)
            if flags.as_json:
                put_json(scored.to_dict())
            else:
                _show(scored, plan)
            _end(scored, flags, store, batch)
            if scored.error is not None and scored.error.exit_code == 130:
                break
    return batch.exit_code


def _end(scored: Scored, flags: ScoreFlags, store: Store, batch: Batch) -> None:
    """Remember the task where that was wished; say why scores are missing or suspect."""
    from workbench.verbs.score import remember_task

    if flags.remember and flags.task is not None and flags.task.strip():
        try:
            remember_task(scored, store)
        except CtxbenchError as error:  # the scores are there all the same
            _report(error, batch)
    if scored.result is not None and scored.result.suspect:
        talk(f"warning: {scored.result.suspect}")
        batch.exit_code = max(batch.exit_code, 1)
    if scored.error is not None:
        _report(scored.error, batch)


def _asked(
    found: Scored | ScoringByModel, asking: Asking, store: Store, batch: Batch, *, dry_run: bool
) -> tuple[Scored | None, Plan[Judgement, Scored] | None]:
    """The scores of one FILE with the plan that led to them; none when nothing was sent, which is
    said."""
    from workbench.verbs.score import Scored

    if isinstance(found, Scored):
        return found, None
    try:
        plan = asking.session(store).plan(found.inquiry())
        if dry_run:
            return found.dry(plan), plan
        return asking.ask(plan, store, found.measured.path), plan
    except CtxbenchError as error:
        _report(error, batch)
        return None, None


def _report(error: CtxbenchError, batch: Batch) -> None:
    report_error(error)
    batch.exit_code = max(batch.exit_code, error.exit_code)


def _show(scored: Scored, plan: Plan[Judgement, Scored] | None) -> None:
    from workbench.cli.text import heading, plural, title
    from workbench.prompt.visible import one_line, visible

    put(style(heading(scored.measured), "bold"))
    said = one_line(scored.task.text, 200) or "not stated; give --task"
    put(f"Task ({scored.task.origin}): {said}")
    result = scored.result
    if result is None:
        count = sum(p.scored for p in scored.measured.parts)
        if plan is None:
            put(f"Would score {plural(count, 'part')} offline.")
        else:
            _show_plan(plan, count)
        return
    index = {part.id: part.index for part in scored.measured.parts}
    _show_parts(result.parts, index)
    said_of: dict[str, list[str]] = {}  # parts that fail for one reason share a line
    for part in result.parts:
        if part in (*result.flagged, *result.foreign) or part.unsure or part.id in result.missing:
            words = visible(part.justification)
            if scored.asked and part.check_by_hand:
                words += " It holds a hard rule: check by hand."
            name = f"{index[part.id]} {title(part.title, 40)}"
            said_of.setdefault(words, []).append(name)
    for words, names in said_of.items():
        put(f"{', '.join(names)}: {words}")
    if result.inconclusive:
        put(result.inconclusive)
    if scored.asked:
        say_cost(scored.asked)
    if all(part.score is None for part in result.parts):
        return  # nothing was scored: a line about low scores would say that all is well
    low = result.flagged if result.judged else result.foreign
    named = ", ".join(f"{title(p.title, 40)} ({p.score:.1f})" for p in low)
    head = f"Below {result.threshold:g}" if result.judged else "Look at first"
    put(f"{visible(result.note)} {head}: {named or 'nothing'}.")


def advice_of(part: PartScore) -> str:
    """What the table advises; nothing for a part that nobody scored."""
    if part.score is None:
        return ""
    return "inconclusive" if part.unsure else part.recommendation or ""


def _show_parts(parts: tuple[PartScore, ...], index: dict[str, int]) -> None:
    from workbench.cli.table import table
    from workbench.cli.text import number, title

    several = any(len(part.runs) > 1 for part in parts)
    judged = any(part.klass is not None for part in parts)
    rows = []
    for part in parts:
        score = "n/a" if part.score is None else f"{part.score:.1f}"
        spread = [f"{min(part.runs):g} to {max(part.runs):g}" if part.runs else ""]
        rows.append(
            (
                str(index[part.id]),
                title(part.title, 40),
                number(part.tokens),
                score,
                *(spread if several else ()),
                *((part.klass or "", advice_of(part)) if judged else ()),
            )
        )
    said = ("class", "advice") if judged else ()
    head = ("#", "part", "tokens", "score", *(["runs"] if several else ()), *said)
    put_lines(table(head, rows, "><>>" + ("<" if several else "") + "<" * len(said)))


def _show_plan(plan: Plan[Judgement, Scored], parts: int) -> None:
    from workbench.cli.text import plural
    from workbench.prompt.visible import visible

    model = f" ({plan.info.model})" if plan.info.model else ""
    stored = f"; {plural(len(plan.known), 'answer')} stored already" if plan.known else ""
    put(
        visible(
            f"Would score {plural(parts, 'part')} by {plan.info.endpoint}{model}:"
            f" {plural(len(plan.missing), 'call')}{stored}. Nothing was sent."
        )
    )
    if plan.missing:
        show_estimate(plan.estimate)
    for secret in plan.secrets:
        put(visible(f"holds what looks like a key: {secret.place}: {secret.words}"))
    if plan.chosen.unavailable is not None:
        put(visible(f"Not possible now: {plan.chosen.unavailable.message}"))
