"""Agents of `optimize`: the options, the talk while they work, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.asking import Asking
from workbench.cli.options import finish
from workbench.cli.output import talk
from workbench.errors import CtxbenchError, Interrupted, UsageError
from workbench.prompt.plural import plural

if TYPE_CHECKING:
    from workbench.change.agents.rewriting import Rewrite
    from workbench.config import Settings
    from workbench.judge.relevance import ScoreResult
    from workbench.measure.amounts import Estimate
    from workbench.store.store import Store
    from workbench.verbs.inputs import Input
    from workbench.verbs.measured import Measured
    from workbench.verbs.model_session import Plan
    from workbench.verbs.optimize_by_model import RewriteInquiry, Rewritten
    from workbench.verbs.score import Scored

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


@dataclass
class Work:
    """What the agents gave for one FILE. `spec`: the same text, not counted again."""

    spec: str | Input
    agents: tuple[str, ...]
    scored: Scored | None = None
    rewritten: Rewritten | None = None
    estimate: Estimate | None = None
    dry: Mapping[str, Any] | None = None
    error: CtxbenchError | None = None

    @property
    def scores(self) -> ScoreResult | None:
        return self.scored.result if self.scored is not None else None

    @property
    def rewrites(self) -> tuple[Rewrite, ...]:
        return self.rewritten.rewrites if self.rewritten is not None else ()

    def asked(self) -> dict[str, Any]:
        """What was asked and what it cost, all agents together."""
        from workbench.measure.amounts import usd_words

        runs = [self.scored.asked] if self.scored is not None else []
        runs += [self.rewritten.asked] if self.rewritten is not None else []
        costs = [run["cost"] for run in runs]
        money = [cost["usd"] for cost in costs]
        whole = None if not money or None in money else round(sum(money), 6)
        payment = self.estimate.payment if self.estimate is not None else "price"
        usage: dict[str, int | None] = {}
        for cost in costs:
            for name, count in cost["usage"].items():
                known = usage.get(name)
                usage[name] = count if known is None else known + (count or 0)
        states = {cost["state"] for cost in costs}
        state = (
            states.pop() if len(states) == 1 else "stopped" if "stopped" in states else "partial"
        )
        missing = self.rewritten
        return {
            "agents": list(self.agents),
            "judge_model": runs[0]["judge_model"] if runs else "",
            "endpoint": runs[0]["endpoint"] if runs else "",
            "estimate": self.estimate.to_dict() if self.estimate is not None else None,
            "cost": {
                "usd": whole,
                "words": usd_words(whole, payment),
                "usage": usage,
                "state": state,
                "stored_answers": sum(cost["stored_answers"] for cost in costs),
            },
            "requests": sum(run["requests"] for run in runs),
            "answers": [answer for run in runs for answer in run["answers"]],
            "suspect": (self.scores.suspect or None) if self.scores is not None else None,
            "unasked": [one.to_dict() for one in missing.unasked] if missing else [],
            "failed": dict(missing.failed) if missing else {},
        }


def work(
    file: str,
    agents: tuple[str, ...],
    parts: Sequence[str],
    asking: Asking,
    store: Store,
    chosen: Settings,
    *,
    task: str | None,
    dry_run: bool,
) -> Work:
    """Let the agents work on one FILE: each stage says its price and needs a say-so.

    Raises what forbids the first thing that is to be sent. What goes wrong later is in the result.
    """
    from workbench.verbs.manual_cuts import cut_by_hand
    from workbench.verbs.measured import Counted, measuring
    from workbench.verbs.optimize_by_model import wanted_parts
    from workbench.verbs.score import score
    from workbench.verbs.score_by_model import ScoreRequest, scoring_by_model

    m = finish(measuring(file, counter=chosen.counter, model=chosen.model), file)
    m = cut_by_hand(m)
    spec = Counted.of(m)
    done = Work(spec, agents)
    session = asking.session(store)
    rewriting = tuple(name for name in agents if name != "prune")
    if "prune" in agents:
        aim = ScoreRequest(spec=spec, judge=asking.chosen, task=task, threshold=chosen.threshold)
        scoring = session.plan(finish(scoring_by_model(aim), file).inquiry())
        later = None
        if scoring.missing and rewriting:  # which parts is not known yet: all that could be
            ids = wanted_parts(m, None, parts) if parts else [part.id for part in m.parts]
            condense = ids if "condense" in agents else []
            wish = _wish(m, rewriting, condense, task, named=bool(parts))
            later = session.plan(wish.inquiry())
        if dry_run and (scoring.missing or not rewriting):
            at_most = "condense" in agents and not parts
            done.dry = _dry(done, [scoring, *([later] if later else [])], at_most)
            return done
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
        steps = score(spec, task=task, threshold=chosen.threshold)
        scores = finish(steps, file).result
    wanted = wanted_parts(m, scores, parts) if "condense" in agents else []
    wish = _wish(m, rewriting, wanted, task, named=bool(parts))
    plan = session.plan(wish.inquiry())
    if dry_run:
        done.dry = {
            **_dry(done, [plan], False),
            "unasked": [one.to_dict() for one in wish.unasked],
        }
        return done
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
    try:
        done.rewritten = asking.ask(plan, store, file)
    except Interrupted as error:
        if done.scored is None:
            raise
        talk(f"{error.message} The scores are used.")
        return
    made = plan.estimate
    done.estimate = made if done.estimate is None else _both(done.estimate, made)
    done.error = done.rewritten.error


def _both(one: Estimate, two: Estimate) -> Estimate:
    """Two stages as one estimate; a line of the reckoning says which stage it is of."""
    lines = [
        f"{stage.steps[0].name}: {line}"
        for stage in (one, two)
        if stage.steps
        for line in stage.formula
    ]
    return replace(one, steps=(*one.steps, *two.steps), formula=tuple(lines))


def _dry(done: Work, plans: Sequence[Plan[Any, Any]], at_most: bool) -> dict[str, Any]:
    """What would be sent; `at_most`: rewrites are chosen by scores that are not known yet."""
    first = plans[0]
    made = first.estimate if len(plans) == 1 else _both(first.estimate, plans[1].estimate)
    done.estimate = made
    why = first.chosen.unavailable
    return {
        "dry_run": True,
        "agents": list(done.agents),
        "judge_model": first.info.model,
        "endpoint": first.info.endpoint,
        "estimate": made.to_dict(),
        "would_send": sum(len(plan.missing) for plan in plans),
        "at_most": at_most,
        "stored_answers": sum(len(plan.known) for plan in plans),
        "secrets": [one.to_dict() for plan in plans for one in plan.secrets],
        "unavailable": why.message if why else None,
        "unasked": [],
        "requests": 0,
        "cost": None,
    }
