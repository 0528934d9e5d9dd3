"""`ctxbench optimize`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.agents import agent_options, chosen_agents, work
from workbench.cli.agents_shown import show_dry, show_work
from workbench.cli.asking import Asking, asking_options, report_error, say_cost
from workbench.cli.options import (
    counter_options,
    file_argument,
    finish,
    flags,
    json_option,
    settings,
)
from workbench.cli.output import put, put_json, style, talk
from workbench.cli.writing import Consent, agreed, warn, write_kept, writing_options
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.change.kinds.edges import Left
    from workbench.change.proposals import Proposal
    from workbench.config import Settings
    from workbench.store.store import Store
    from workbench.verbs.optimize import Made, Optimized, OptimizeRequest
    from workbench.verbs.optimize_by_model import Work

#: More rules that stay are counted, not listed.
_MOST_LEFT = 12


@dataclass(frozen=True)
class OptimizeFlags:
    file: str
    task: str | None
    asking: Asking
    agents: str | None
    parts: tuple[str, ...]
    max_tokens: int | None
    queries: str | None
    dry_run: bool
    accept: str
    allow: str
    refuse: str
    out: str | None
    in_place: bool
    strategy: str | None
    mark: bool
    checklist: bool
    consent: Consent
    counter: str
    model: str
    as_json: bool

    @property
    def writes(self) -> bool:
        return self.in_place or bool(self.out)


@click.command()
@file_argument()
@click.option("--task", metavar="TEXT", help="What the prompt is for. [default: as the file says]")
@asking_options
@agent_options
@click.option("--accept", default="", metavar="IDS", help="safe, edges, all, or ids with commas.")
@click.option("--allow", default="", metavar="ROWS", help="Ledger rows whose loss you agree to.")
@click.option("--refuse", default="", metavar="IDS", help="Never propose these again.")
@click.option("-o", "--out", metavar="OUT", help="Write the new text to OUT.")
@click.option("--in-place", is_flag=True, help="Write the new text to FILE itself (undo works).")
@click.option(
    "--strategy",
    type=click.Choice(["edges"]),
    help="edges: propose an edge for every rule that is marked critical, by you or the author.",
)
@click.option("--mark", is_flag=True, help="Propose markers such as [REQUIRED] too.")
@click.option("--checklist", is_flag=True, help="Propose a closing list of the marked rules too.")
@writing_options
@counter_options
@json_option
@flags(OptimizeFlags)
def command(flags: OptimizeFlags) -> int:
    """Propose changes, try out what you accept, and prove that nothing was lost.

    Nothing is written without -o or --in-place, nor with them where nothing changed. Offline it
    proposes what facts carry: FIX of what a rule repairs, MERGE of exact repeats, OFFLOAD of
    reference; the biggest gain first. Rules that you marked critical (`ctxbench mark`) are offered
    an edge, which is a convention and never safe. The exit code is 1 when the ledger refuses.

    An OFFLOAD writes a new file beside the prompt, never over another one; its text stays word for
    word, and `ctxbench undo` brings the prompt back and leaves the new file. Markers are off by
    default: current models over-react to them.

    "Prefix breaks at line N" means that a provider's prompt cache holds up to there: the text from
    line N on is read anew once. The ledger counts all statements, not instructions alone.

    A model is asked only with --judge, --runner or --base-url, after the price was shown. Its words
    are never safe: what the ledger refuses needs --allow for each row. Pinned parts are not sent to
    be rewritten. Answers are stored: the same command with --accept sends nothing again.

    \b
    Examples:
      ctxbench optimize CLAUDE.md
      ctxbench optimize CLAUDE.md --accept safe -o better.md
      ctxbench optimize CLAUDE.md --strategy edges --accept edges --in-place
      ctxbench optimize CLAUDE.md --refuse echo-5e6f7a8b
      ctxbench optimize CLAUDE.md --judge anthropic --agents prune,condense --dry-run
      ctxbench optimize SKILL.md --runner "claude -p" --agents describe --yes
    """
    from workbench.verbs.candidate import read_queries
    from workbench.verbs.optimize import optimize
    from workbench.verbs.stored import open_store
    from workbench.verbs.targets import named

    if flags.out and flags.in_place:
        raise UsageError("-o and --in-place cannot be used together; nothing was written.")
    where = named(flags.out) if flags.out else None
    chosen = settings(counter=flags.counter, model=flags.model)
    names = chosen_agents(flags.agents, flags.parts, flags.asking)
    queries = read_queries(flags.queries) if flags.queries else ()
    given: Work | None = None
    if names:
        with open_store() as store:
            given = work(flags, names, store, chosen)
        if given.dry is not None:
            return _dry_run(flags, given)
    elif flags.dry_run:
        raise UsageError("--dry-run says what a model would cost, and none is named.")
    done = finish(optimize(_wanted(flags, chosen, queries, given)), flags.file)
    return _carry_out(done, given, where, flags)


def _wanted(
    flags: OptimizeFlags, chosen: Settings, queries: tuple[str, ...], given: Work | None
) -> OptimizeRequest:
    from workbench.verbs.measured import Counting
    from workbench.verbs.optimize import OptimizeRequest

    return OptimizeRequest(
        flags.file if given is None else given.spec,
        task=flags.task,
        accept=flags.accept,
        allow=flags.allow,
        threshold=chosen.threshold,
        strategy=flags.strategy or "",
        mark=flags.mark,
        checklist=flags.checklist,
        scores=None if given is None else given.scores,
        rewrites=() if given is None else given.rewrites,
        budget=flags.max_tokens,
        queries=queries,
        asked={} if given is None else given.asked(),
        counting=Counting.of(chosen),
    )


def _carry_out(
    done: Optimized, given: Work | None, where: Path | None, flags: OptimizeFlags
) -> int:
    """Refuse and write what was wished, and show what came of it."""
    from workbench.verbs.optimize_by_model import verdict

    nothing = "" if given is None else verdict(done, given)
    warn(done.trouble)
    refused = done.result.gate != "pass"
    written: dict[str, Any] | None = None
    said = ""
    no = _refuse(done, flags.refuse) if flags.refuse else ()
    if flags.writes and not refused:
        written, said = _write(done, where, flags.consent)
    if flags.as_json:
        extra = {"written": written, "refused_now": list(no), "verdict": nothing or None}
        put_json({**done.to_dict(), **extra})
    else:
        _show(done)
        show_work(done, given)
        if nothing:
            put(nothing)
        if done.asked:
            say_cost(done.asked)
        if said:
            put(said)
    if no:
        talk(f"Refused and not proposed again: {', '.join(no)}")
    if refused and flags.writes:
        over = done.result.over_budget
        what = "the ledger refused" if done.result.gate == "refused" else "rows wait for your yes"
        what = f"{over:,} tokens above --max-tokens" if over else what
        talk(f"error: {what}; nothing was written.")
    return _exit_code(done, given, nothing)


def _exit_code(done: Optimized, given: Work | None, nothing: str) -> int:
    """1 where the gate refused, no candidate can be used or the scores are suspect; else why an
    agent could not do its work."""
    code = done.exit_code
    if given is None:
        return code
    if given.scores is not None and given.scores.suspect:
        talk(f"warning: {given.scores.suspect}")
        code = max(code, 1)
    if given.error is not None:
        report_error(given.error)
        return max(code, given.error.exit_code)
    return max(code, 1) if nothing.startswith("No candidate") else code


def _dry_run(flags: OptimizeFlags, given: Work) -> int:
    if flags.as_json:
        put_json({"path": flags.file, **(given.dry or {})})
    else:
        show_dry(given)
    return 0


def _refuse(done: Optimized, ids: str) -> tuple[str, ...]:
    from workbench.verbs.optimize import refuse
    from workbench.verbs.stored import open_store

    with open_store() as store:
        return refuse(done, [one.strip() for one in ids.split(",") if one.strip()], store)


def _write(
    done: Optimized, out: Path | None, consent: Consent
) -> tuple[dict[str, Any] | None, str]:
    from workbench.cli.text import written
    from workbench.prompt.visible import visible
    from workbench.verbs.optimize import plan_out, write_in_place, write_out

    source = visible(done.measured.path)
    if not done.changed:
        if out is None:
            write_in_place(done, None)  # says so where there is no file to change
        place = source if out is None else visible(str(out))
        return None, f"Nothing changed, so {place} was not written."
    if out is None:

        def in_place(store: Store | None) -> Made:
            return write_in_place(done, store)

        made = write_kept(in_place, source, losing=True, no_version=consent.no_version)
        return made.to_dict(), written(made.prompt) + _beside(made)
    aim = plan_out(done, out)
    consent = agreed(aim, f"{done.measured.path}, optimised", consent)

    def beside(store: Store | None) -> Made:
        return write_out(done, aim, store, overwrite=consent.force, live=consent.live)

    no_version = consent.no_version
    made = write_kept(beside, str(aim.out), losing=aim.overwrites, no_version=no_version)
    number = made.source_version
    kept = f" {source} is unchanged; it is version {number}." if number else ""
    return made.to_dict(), f"Wrote {visible(str(aim.out))}.{kept}{_beside(made)}"


def _beside(made: Made) -> str:
    """What became of the new files, each on a line."""
    from workbench.prompt.visible import visible

    return "".join(
        f"\n{'Wrote' if file.changed else 'There already:'} {visible(file.path)}; it stays when the"
        " prompt is undone."
        for file in made.files
    )


def _show(done: Optimized) -> None:
    from workbench.cli.text import argument, heading, plural
    from workbench.prompt.visible import visible
    from workbench.verbs.ledger import gate_words, summary

    result = done.result
    put(style(heading(done.measured), "bold"))
    for note in result.notes:
        put(visible(note))
    for proposal in result.proposals:
        _show_proposal(proposal)
    _show_left(result.left)
    total, safe = len(result.proposals), len(result.safe)
    accepted = result.accepted
    if not total:
        put("Nothing to propose offline. What is false or broken is found by: ctxbench review")
    elif not accepted:
        put(f"{plural(total, 'proposal')}, {safe} safe; none accepted, nothing was changed.")
    else:
        kinds = Counter(proposal.kind for proposal in accepted)
        names = ", ".join(f"{n} {kind}" for kind, n in kinds.items())
        waiting = len(result.waiting)
        rest = (
            f" {waiting} wait{'s' if waiting == 1 else ''} for your answer: "
            f"ctxbench open {argument(done.measured.path)}"
            if waiting
            else ""
        )
        put(
            f"{len(accepted)} of {plural(total, 'proposal')} accepted: {names} "
            f"({plural(result.grown, 'token', signed=True)})."
            f"{visible(rest)}"
        )
    if result.over_budget:
        put(f"What is accepted has {result.too_large}: it is not accepted.")
    # Too many tokens refuse as well, whatever the ledger says; the line above tells it.
    gate = "Gate: refused" if result.over_budget else gate_words(result.ledger)
    put(f"Ledger: {summary(result.ledger)}. {gate}.")
    for row in result.ledger.rows:
        if row.id in result.ledger.objections:
            put(visible(f"  {row.id}: {row.status}, line {row.a_line}: {row.text_a}"))
    if result.ledger.objections:
        put(f"Agree to each with --allow {visible(','.join(result.ledger.objections))}")


def _show_left(left: Sequence[Left]) -> None:
    """The marked rules that no proposal is about, with the reason for each."""
    from workbench.cli.text import plural
    from workbench.prompt.visible import visible

    if not left:
        return
    put(f"{plural(len(left), 'marked rule')} left in the weak place:")
    for rule in left[:_MOST_LEFT]:
        put(visible(f"    {rule}"))
    if len(left) > _MOST_LEFT:
        put(f"    and {len(left) - _MOST_LEFT} more (--json names all)")


def _show_proposal(p: Proposal) -> None:
    from workbench.prompt.lines import body, split_lines
    from workbench.prompt.plural import plural
    from workbench.prompt.visible import visible

    mark = "✓" if p.accepted else " "
    safe = "safe" if p.safe else "yours to decide"
    if p.instead_of:
        safe += f", instead of {p.instead_of}"
    by = f" · by {p.by}" if p.by_model else ""
    head = f"{mark} {p.id} · {p.kind} · {safe} · {plural(-p.saved, 'token', signed=True)}{by}"
    put(style(visible(head), "cyan"))
    put(visible(f"    Found   {p.found}"))
    for name, text in (("Now", p.before), ("New", p.after or "(nothing: it is taken out)")):
        lines = split_lines(text)
        shown = lines if len(lines) <= 9 else lines[:8]
        for i, line in enumerate(map(body, shown)):
            put(f"    {name if not i else '':<7} {visible(line)}".rstrip())
        if len(shown) < len(lines):
            put(f"            … {plural(len(lines) - len(shown), 'more line')}")
    for file in p.files:
        put(visible(f"    File    {file.path}, {plural(len(split_lines(file.text)), 'line')}: new"))
    put(visible(f"    Why     {p.reason}"))
    put(visible(f"    Cost    {p.cache}. Risk: {p.risk}"))
