"""Agents of `optimize`: the options, the talk while they work, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.asking import Asking
from workbench.cli.options import finish
from workbench.cli.output import talk
from workbench.errors import Interrupted, UsageError
from workbench.prompt.plural import plural

if TYPE_CHECKING:
    from workbench.change.agents.rewriting import Rewrite
    from workbench.cli.commands.optimize import OptimizeFlags
    from workbench.config import Settings
    from workbench.store.store import Store
    from workbench.verbs.measured import Measured
    from workbench.verbs.model_session import Plan
    from workbench.verbs.optimize_by_model import RewriteInquiry, Rewritten, Work

_OPTIONS = (
    click.option(
        "--agents",
        metavar="LIST",
        help="What a model does, with commas: prune (what serves the task), condense (shorter"
        " parts), describe (a shorter description). [default: prune, with a judge]",
    ),
    click.option(
        "--part",
        "parts",
        multiple=True,
        metavar="PART",
        help="Condense this part: number, id or title (repeatable). [default: as prune advises]",
    ),
    click.option(
        "--max-tokens",
        type=click.IntRange(min=0),
        metavar="N",
        help="Accept nothing with which the prompt has more tokens.",
    ),
    click.option("--queries", metavar="FILE", help="What a model's words must not be copied from."),
    click.option("--dry-run", is_flag=True, help="Only say what asking a model would cost."),
)


def agent_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--agents, --part, --max-tokens, --queries, --dry-run."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def chosen_agents(agents: str | None, parts: Sequence[str], asking: Asking) -> tuple[str, ...]:
    """Which agents are to work; raises UsageError for what cannot be meant."""
    from workbench.verbs.optimize_by_model import AGENTS

    named = [word.strip() for word in (agents or "").split(",") if word.strip()]
    for word in named:
        if word not in AGENTS:
            raise UsageError(
                f"There is no agent {word!r}; nothing was sent.",
                hint=f"There are: {', '.join(AGENTS)}.",
            )
    if asking.chosen == "offline":
        if named or parts:
            raise UsageError(
                "Only a model can do that, and none is named; nothing was sent.",
                hint="Name one with --judge anthropic, --runner CMD or --base-url URL.",
            )
        return ()
    if parts and not named:
        return ("condense",)
    if parts and "condense" not in named:
        raise UsageError("--part is for the agent condense.", hint="Add it: --agents condense")
    return tuple(name for name in AGENTS if name in named) or ("prune",)


def work(flags: OptimizeFlags, agents: tuple[str, ...], store: Store, chosen: Settings) -> Work:
    """Let the agents work on one FILE: each stage says its price and needs a say-so.

    Raises what forbids the first thing that is to be sent. What goes wrong later is in the result.
    """
    from workbench.verbs.manual_cuts import cut_by_hand
    from workbench.verbs.measured import Counted, Counting, measuring
    from workbench.verbs.optimize_by_model import Work, dry_run, wanted_parts
    from workbench.verbs.score import ScoreRequest, score
    from workbench.verbs.score_by_model import scoring_by_model

    file, asking, parts, task = flags.file, flags.asking, flags.parts, flags.task
    m = cut_by_hand(finish(measuring(file, counting=Counting.of(chosen)), file))
    spec = Counted.of(m)
    done = Work(spec, agents)
    session = asking.session(store)
    rewriting = tuple(name for name in agents if name != "prune")
    if "prune" in agents:
        aim = ScoreRequest(spec, judge=asking.chosen, task=task, threshold=chosen.threshold)
        scoring = session.plan(finish(scoring_by_model(aim), file).inquiry())
        later = None
        if scoring.missing and rewriting:  # which parts is not known yet: all that could be
            ids = wanted_parts(m, None, parts) if parts else [part.id for part in m.parts]
            condense = ids if "condense" in agents else []
            wish = _wish(m, rewriting, condense, task, named=bool(parts))
            later = session.plan(wish.inquiry())
        if flags.dry_run and (scoring.missing or not rewriting):
            at_most = "condense" in agents and not parts
            return dry_run(done, [scoring, *([later] if later else [])], at_most=at_most)
        if later is not None and later.missing:
            calls = plural(len(later.missing), "call")
            talk(f"Then at most {calls} for shorter words, {later.estimate.money()}.")
        done.scored = asking.ask(scoring, store, file)
        done.estimate = scoring.estimate
        done.error = done.scored.error
    if not rewriting or done.error is not None:
        return done
    scores = done.scores
    if "condense" in agents and not parts and scores is None:
        offline = ScoreRequest(spec, task=task, threshold=chosen.threshold)
        scores = finish(score(offline), file).result
    wanted = wanted_parts(m, scores, parts) if "condense" in agents else []
    wish = _wish(m, rewriting, wanted, task, named=bool(parts))
    plan = session.plan(wish.inquiry())
    if flags.dry_run:
        return dry_run(done, [plan], wish.unasked)
    _rewrite(done, plan, asking, store, file)
    return done


def _wish(
    m: Measured, rewriting: Sequence[str], wanted: Sequence[str], task: str | None, *, named: bool
) -> RewriteInquiry:
    from workbench.verbs.optimize_by_model import rewrite_inquiry

    describe = "describe" in rewriting
    return rewrite_inquiry(m, task=task, wanted=wanted, named_parts=named, describe=describe)


def _rewrite(
    done: Work, plan: Plan[Rewrite, Rewritten], asking: Asking, store: Store, file: str
) -> None:
    from workbench.verbs.optimize_by_model import both

    try:
        done.rewritten = asking.ask(plan, store, file)
    except Interrupted as error:
        if done.scored is None:
            raise
        talk(f"{error.message} The scores are used.")
        return
    made = plan.estimate
    done.estimate = made if done.estimate is None else both(done.estimate, made)
    done.error = done.rewritten.error
