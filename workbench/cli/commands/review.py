"""`ctxbench review`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.asking import Asking, asking_options, say_cost
from workbench.cli.judging import judged
from workbench.cli.mending import Mending
from workbench.cli.options import (
    Batch,
    Steps,
    counter_options,
    files_argument,
    json_option,
    settings,
)
from workbench.cli.output import put, put_json, put_lines, style, talk
from workbench.cli.writing import no_version_option
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.change.proposals import Proposal
    from workbench.config import Settings
    from workbench.judge.findings import Finding
    from workbench.verbs.facts import Seen
    from workbench.verbs.review import Options, Reviewed

#: More choices for one finding are left to `optimize`.
_CHOICES = 2
#: Rules whose findings are claims that the project denies.
_ABOUT_CLAIMS = frozenset({"stale-claim", "broken-reference", "dead-glob"})
#: More places of one finding than this are counted.
_PLACES = 5
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command()
@files_argument
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note"]),
    help="Exit with 1 when a finding is this loud or louder. [default: never]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif"]),
    help="text, one JSON object per file, or one SARIF 2.1.0 log. [default: text]",
)
@click.option("--host", metavar="PROFILE", help="Whose limits apply. [default: by kind of file]")
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="The project that the prompts speak of. [default: git checkout or project around FILE]",
)
@click.option(
    "--all", "everything", is_flag=True, help="Show findings that are rarely worth a look too."
)
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Only this rule (repeatable).")
@click.option(
    "--proposals",
    is_flag=True,
    help="Also make the proposals of `optimize` that answer findings (slower).",
)
@click.option("--task", default="", metavar="TEXT", help="The task, for a model that is asked.")
@asking_options
@click.option("--dry-run", is_flag=True, help="Only say what asking a model would cost.")
@click.option(
    "--fix",
    is_flag=True,
    help="Mend in the file what is safe to mend, and review what remains (undo works).",
)
@click.option("--diff", is_flag=True, help="Show what --fix would mend, and write nothing.")
@no_version_option
@click.option(
    "--no-cache", is_flag=True, help="Work out all anew; without it, what did not change is kept."
)
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep quiet about the findings that this file lists.",
)
@click.option(
    "--write-baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the findings of this run to FILE, as a baseline.",
)
@click.option(
    "--budget",
    metavar="LIMITS",
    help="Exit with 1 above a limit per file: tokens=N,findings=N,risk=X, any of them.",
)
@counter_options
@json_option
def command(
    files: tuple[str, ...],
    fail_on: str | None,
    form: str | None,
    host: str | None,
    root: Path | None,
    everything: bool,
    rules: tuple[str, ...],
    proposals: bool,
    task: str,
    asking: Asking,
    dry_run: bool,
    fix: bool,
    diff: bool,
    no_version: bool,
    no_cache: bool,
    baseline: Path | None,
    write_baseline: Path | None,
    budget: str | None,
    counter: str,
    model: str,
    as_json: bool,
) -> int:
    """Say what is wrong with prompts: false claims, repeats, clashes, broken fields.

    Each finding says how it is known: a fact was computed from the text, the project or what the
    host documents; a reading is a model's, with --judge.

    FILE may be a folder: then the prompt files in it are reviewed. Rules are muted and their
    severity is set in .ctxbench.yaml, never in the prompt file; see: ctxbench rules

    With --proposals a finding whose remedy is mechanical (a repeated line, an invisible
    character) names the command that carries it out, and --json has the exact text before and
    after. That takes longer than the review itself, so it is asked for.

    --budget holds each file to limits: tokens that load in every session (imports included; of a
    skill only name and description), findings shown here, and poisoning risk as `verify` has it.
    The setting `budget` does the same for a project.

    With --judge, --runner or --base-url a model says as well what cannot be obeyed together, after
    the price was shown; its findings name it. Answers are stored: nothing is paid twice.

    --fix carries out the safe proposals that answer findings (exact repeats are merged, what a rule
    repairs without a change of wording is repaired) and says what it mended and what remains; every
    file is stored first, and `ctxbench undo` brings it back. The mended text of `-` goes to
    standard output. --diff shows the same as a unified diff, writes nothing, and exits with 1 when
    something would change.

    \b
    Examples:
      ctxbench review CLAUDE.md
      ctxbench review . --fix --fail-on error
      ctxbench review CLAUDE.md --diff
      ctxbench review . --fail-on error --budget tokens=4000,risk=0.1
      ctxbench review CLAUDE.md --proposals
      ctxbench review .claude/skills --format sarif > review.sarif
      ctxbench review CLAUDE.md --judge anthropic --dry-run
    """
    from workbench.measure.limits import limits_from
    from workbench.prompt.visible import visible
    from workbench.verbs.baseline import write
    from workbench.verbs.budget import budgeted
    from workbench.verbs.kept import KeptReviews
    from workbench.verbs.review import expand, reviewing

    form = form or ("json" if as_json else "text")
    chosen = settings(host=host, budget=budget)
    limits = limits_from(chosen.budget)
    options = replace(
        _options(chosen, root, everything, rules, task, baseline),
        proposals=proposals and form != "sarif",
    )
    if counter or model:
        options = replace(options, counter=counter, model=model)
    if dry_run and asking.chosen == "offline":
        raise UsageError("--dry-run says what a model would cost, and none is named.")
    mend = Mending(fix=fix, diff=diff, no_version=no_version)
    if mend.on:
        mend.check(files, form, asking)
    batch = Batch(expand(files))
    reviewed: list[Reviewed] = []
    budgets: list[list[str]] = []
    seen: Seen = {}
    kept = None if no_cache else KeptReviews()
    over = False

    def work(spec: str) -> Steps[Reviewed]:
        if mend.on:
            return mend.steps(spec, options, seen, kept)
        return reviewing(spec, options, seen, kept)

    for offline in batch.each(work):
        offline, mended = mend.outcome(offline, batch, form)
        result: Reviewed | None = offline
        if asking.chosen != "offline":
            from workbench.verbs.review_by_model import contradictions_inquiry

            inquiry = partial(contradictions_inquiry, offline, options)
            json = form == "json"
            result = judged(offline, inquiry, asking, batch, dry_run=dry_run, as_json=json)
        if result is None:
            continue
        reviewed.append(result)
        spent = budgeted(result, limits, counter=counter or chosen.counter, model=model)
        over = over or spent.over
        if form == "json":
            put_json({**result.to_dict(), **spent.to_dict(), **mended})
        said = [visible(f"{result.path}: {row.words}") for row in spent.rows]
        if form == "text":
            budgets.append(said)
        else:
            for line in said:
                talk(line)
    if kept is not None:
        kept.close()
    if form == "text" and not mend.silent:
        shown = Shown(reviewed)
        for i, result in enumerate(reviewed):
            if i:
                put()
            _show(result, shown)
            put_lines(budgets[i])
    if form == "sarif":
        from workbench.judge.sarif import sarif_log
        from workbench.verbs.every_rule import every_rule

        put_json(sarif_log(((r.path, r.prompt, r.findings) for r in reviewed), every_rule()))
    elif form == "text" and len(reviewed) > 1 and not mend.silent:
        put()
        put(style(_summary([f for r in reviewed for f in r.findings], reviewed), "bold"))
    if write_baseline is not None:
        from workbench.cli.text import plural

        count = write(write_baseline, reviewed)
        talk(f"Wrote {plural(count, 'finding')} to {write_baseline}; use it with --baseline.")
    if form == "sarif":
        for result in reviewed:
            for words in result.stopped_in_words:
                talk(f"{result.path}: not looked at: {words}")
    failed = over or (
        fail_on is not None and any(r.at_least(fail_on) or r.open_at(fail_on) for r in reviewed)
    )
    return max(batch.exit_code, mend.end(), 1 if failed else 0)


def _options(
    chosen: Settings,
    root: Path | None,
    everything: bool,
    rules: tuple[str, ...],
    task: str,
    baseline: Path | None,
) -> Options:
    from workbench.verbs.baseline import read
    from workbench.verbs.review import Options

    listed = baseline or (Path(chosen.baseline) if chosen.baseline else None)
    return Options(
        host=chosen.host,
        root=root,
        all=everything,
        task=task,
        rules=frozenset(rules),
        severity=chosen.severities,
        muted=frozenset(chosen.muted),
        baseline=read(listed) if listed is not None else {},
    )


class Shown:
    """Which findings stand for others: what is wrong in a hundred places is said once, with them.

    Findings are the same where rule, severity, message and remedy are; only their places differ.
    """

    def __init__(self, reviewed: Sequence[Reviewed]) -> None:
        self._places: dict[tuple[str, ...], list[tuple[str, int]]] = {}
        self._first: dict[tuple[str, ...], int] = {}
        for result in reviewed:
            for finding in result.findings:
                cause = self._cause(finding)
                self._first.setdefault(cause, id(finding))
                self._places.setdefault(cause, []).append((result.path, finding.start_line))

    @staticmethod
    def _cause(finding: Finding) -> tuple[str, ...]:
        return finding.rule, finding.severity, finding.message, finding.fix

    def stands(self, finding: Finding) -> bool:
        """Whether it is the one that is shown of its kind."""
        return self._first.get(self._cause(finding)) == id(finding)

    def others(self, finding: Finding) -> list[tuple[str, int]]:
        """Where the same is found besides."""
        return self._places.get(self._cause(finding), [])[1:]


def _also(result: Reviewed, places: Sequence[tuple[str, int]]) -> list[str]:
    """One line with the further places of a finding."""
    from workbench.prompt.visible import visible

    if not places:
        return []
    named = [f"line {n}" if path == result.path else f"{path}:{n}" for path, n in places[:_PLACES]]
    more = len(places) - len(named)
    rest = f" and {more} more (--json names all)" if more else ""
    return [visible(f"  also: {', '.join(named)}{rest}")]


def _show(result: Reviewed, shown: Shown) -> None:
    from workbench.cli.text import argument, plural
    from workbench.prompt.visible import visible

    head = f"{visible(result.path)} · {result.prompt.kind} · host {result.host}"
    put(style(head, "bold"))
    put(style(f"project: {visible(result.root.label())}", "dim"))
    said_above = 0
    for i, finding in enumerate(result.findings):
        if not shown.stands(finding):
            said_above += 1
            continue
        put()
        put_lines(_finding(result, finding))
        put_lines(_also(result, shown.others(finding)))
        put_lines(_commands(result, result.answers[i] if result.answers else ()))
        if result.stays and result.stays[i]:
            put(visible(f"  do:  by hand; no proposal: {result.stays[i]}"))
    put()
    kept = []
    if said_above:
        kept.append(f"{said_above} said above, as the same was found before")
    if result.hidden:
        kept.append(f"{result.hidden} rarely worth a look not shown (--all)")
    if result.muted:
        kept.append(f"{result.muted} muted")
    put(_summary(list(result.findings), [result]) + "".join(f" {part}." for part in kept))
    for words in result.stopped_in_words:
        put(style(f"not looked at: {words}", "yellow"))
    named = sum(1 + len(f.related) for f in result.findings if f.rule in _ABOUT_CLAIMS)
    if result.false_claims and result.false_claims > named:
        claims = plural(result.false_claims, "claim")
        put(f"The project denies {claims} of it: ctxbench verify {argument(result.path)}")
    if result.asked:
        say_cost(result.asked)


def _finding(result: Reviewed, finding: Finding) -> list[str]:
    from workbench.cli.frames import frame
    from workbench.cli.text import span
    from workbench.prompt.visible import one_line, visible

    width = min(shutil.get_terminal_size((100, 24)).columns, 160) if sys.stdout.isatty() else 100
    place = span(finding.start_line, finding.end_line)
    if finding.start_column:
        place += f":{finding.start_column}"
    severity = style(finding.severity, _COLOURS[finding.severity])
    message = one_line(finding.message)
    out = [f"{visible(result.path)}:{place} {severity} [{finding.rule}] {message}"]
    out += frame(
        result.prompt.lines,
        finding.start_line,
        finding.end_line,
        (finding.start_column, finding.end_column),
        width=width,
    )
    for other in finding.related:
        where = f"{visible(other.path)}:" if other.path else "line "
        text = one_line(other.text, 90)
        out.append(f"  see {where}{other.start_line}" + (f": {text}" if text else ""))
    out.append(f"  why: {one_line(finding.why)} ({finding.origin})")
    out.append(style(f"  from: {one_line(result.source_of(finding))}", "dim"))
    if finding.fix:
        out.append(f"  fix: {visible(finding.fix, lines=True).strip()}".replace("\n", "\n       "))
    return out


def _commands(result: Reviewed, proposals: Sequence[Proposal]) -> list[str]:
    """How to carry out what a finding asks for: one command for each choice."""
    from workbench.cli.text import argument
    from workbench.prompt.visible import visible

    out: list[str] = []
    for p in proposals[:_CHOICES]:
        how = "safe" if p.safe else "yours to decide"
        command = f"ctxbench optimize {argument(result.path)} --accept {p.id}"
        out.append(visible(f"  {'or' if out else 'do'}:  {command}  ({p.kind}, {how})"))
    return out


def _summary(findings: Sequence[Finding], reviewed: Sequence[Reviewed]) -> str:
    """How many there are; where there is none, what was looked at."""
    from workbench.cli.text import plural
    from workbench.judge.findings import SEVERITIES
    from workbench.verbs.looked_at import LANGUAGES

    where = f" in {plural(len(reviewed), 'file')}" if len(reviewed) > 1 else ""
    if not findings and len(reviewed) == 1:
        return f"No findings {reviewed[0].looked_at.words}."
    if not findings:
        most = max((r.looked_at for r in reviewed), key=lambda looked: len(looked.rules))
        return (
            f"No findings{where} by {most.rules_in_words} each, which read {LANGUAGES}; what was"
            " not looked at stands with each file."
        )
    counts = [
        plural(n, severity)
        for severity in SEVERITIES
        if (n := sum(1 for f in findings if f.severity == severity))
    ]
    return f"{plural(len(findings), 'finding')}{where}: {', '.join(counts)}."
