"""`ctxbench review`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
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
    flags,
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
    from workbench.verbs.measured import Counting
    from workbench.verbs.review import Options, Reviewed

#: More choices for one finding are left to `optimize`.
_CHOICES = 2
#: Rules whose findings are claims that the project denies.
_ABOUT_CLAIMS = frozenset({"stale-claim", "broken-reference", "dead-glob"})
#: More places of one finding than this are counted.
_PLACES = 5
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@dataclass(frozen=True)
class ReviewFlags:
    files: tuple[str, ...]
    fail_on: str | None
    form: str | None
    host: str | None
    root: Path | None
    everything: bool
    rules: tuple[str, ...]
    proposals: bool
    task: str
    asking: Asking
    dry_run: bool
    fix: bool
    diff: bool
    no_version: bool
    no_cache: bool
    baseline: Path | None
    write_baseline: Path | None
    budget: str | None
    counter: str
    model: str
    as_json: bool


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
@flags(ReviewFlags)
def command(flags: ReviewFlags) -> int:
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
    from workbench.verbs.review import expand

    run = _Run(flags)
    batch = Batch(expand(flags.files))
    for offline in batch.each(run.steps):
        run.take(offline, batch)
    run.show()
    return max(batch.exit_code, run.mend.end(), 1 if run.failed else 0)


class _Run:
    """One run of the command over its FILEs. Raises UsageError for flags that do not go together;
    nothing was done then."""

    def __init__(self, flags: ReviewFlags) -> None:
        from workbench.verbs.budget import limits_of
        from workbench.verbs.kept import KeptReviews

        self.flags, self.form = flags, flags.form or ("json" if flags.as_json else "text")
        self.chosen = settings(host=flags.host, budget=flags.budget)
        self.limits = limits_of(self.chosen)
        self.options = _options(flags, self.chosen, proposals=self.form != "sarif")
        if flags.dry_run and flags.asking.chosen == "offline":
            raise UsageError("--dry-run says what a model would cost, and none is named.")
        self.mend = Mending(fix=flags.fix, diff=flags.diff, no_version=flags.no_version)
        if self.mend.on:
            self.mend.check(flags.files, self.form, flags.asking)
        self.reviewed: list[Reviewed] = []
        self.budgets: list[list[str]] = []
        self.over = False
        self._seen: Seen = {}
        self._kept = None if flags.no_cache else KeptReviews()

    def steps(self, spec: str) -> Steps[Reviewed]:
        """The review of one FILE."""
        from workbench.verbs.review import reviewing

        if self.mend.on:
            return self.mend.steps(spec, self.options, self._seen, self._kept)
        return reviewing(spec, self.options, self._seen, self._kept)

    def take(self, offline: Reviewed, batch: Batch) -> None:
        """Mend what was reviewed, ask a model where that is wished, hold it to its limits."""
        from workbench.prompt.visible import visible
        from workbench.verbs.budget import budgeted

        offline, mended = self.mend.outcome(offline, batch, self.form)
        result = self._judged(offline, batch)
        if result is None:
            return
        self.reviewed.append(result)
        spent = budgeted(result, self.limits, self._counting())
        self.over = self.over or spent.over
        if self.form == "json":
            put_json({**result.to_dict(), **spent.to_dict(), **mended})
        said = [visible(f"{result.path}: {row.words}") for row in spent.rows]
        if self.form == "text":
            self.budgets.append(said)
        else:
            for line in said:
                talk(line)

    def _judged(self, offline: Reviewed, batch: Batch) -> Reviewed | None:
        flags = self.flags
        if flags.asking.chosen == "offline":
            return offline
        from workbench.verbs.review_by_model import contradictions_inquiry

        inquiry = partial(contradictions_inquiry, offline, self.options)
        json = self.form == "json"
        return judged(offline, inquiry, flags.asking, batch, dry_run=flags.dry_run, as_json=json)

    def _counting(self) -> Counting:
        from workbench.verbs.measured import Counting

        return Counting(self.flags.counter or self.chosen.counter, self.flags.model)

    def show(self) -> None:
        """What is shown when all FILEs were reviewed."""
        from workbench.verbs.review import sarif

        if self._kept is not None:
            self._kept.close()
        reviewed = self.reviewed
        if self.form == "text" and not self.mend.silent:
            self._show_text()
        if self.form == "sarif":
            put_json(sarif(reviewed))
        if self.flags.write_baseline is not None:
            _write_baseline(self.flags.write_baseline, reviewed)
        if self.form == "sarif":
            for result in reviewed:
                for words in result.stopped_in_words:
                    talk(f"{result.path}: not looked at: {words}")

    def _show_text(self) -> None:
        reviewed = self.reviewed
        shown = Shown(reviewed)
        for i, result in enumerate(reviewed):
            if i:
                put()
            _show(result, shown)
            put_lines(self.budgets[i])
        if len(reviewed) > 1:
            put()
            put(style(_summary([f for r in reviewed for f in r.findings], reviewed), "bold"))

    @property
    def failed(self) -> bool:
        """Whether a limit was passed, or something is as loud as --fail-on says."""
        level = self.flags.fail_on
        return self.over or (
            level is not None and any(r.at_least(level) or r.open_at(level) for r in self.reviewed)
        )


def _write_baseline(place: Path, reviewed: Sequence[Reviewed]) -> None:
    from workbench.cli.text import plural
    from workbench.verbs.baseline import write

    count = write(place, reviewed)
    talk(f"Wrote {plural(count, 'finding')} to {place}; use it with --baseline.")


def _options(flags: ReviewFlags, chosen: Settings, *, proposals: bool) -> Options:
    from workbench.verbs.baseline import read
    from workbench.verbs.measured import Counting
    from workbench.verbs.review import Options

    listed = flags.baseline or (Path(chosen.baseline) if chosen.baseline else None)
    counted = flags.counter or flags.model
    return Options(
        host=chosen.host,
        root=flags.root,
        all=flags.everything,
        task=flags.task,
        rules=frozenset(flags.rules),
        severity=chosen.severities,
        muted=frozenset(chosen.muted),
        baseline=read(listed) if listed is not None else {},
        proposals=flags.proposals and proposals,
        counting=Counting(flags.counter or "auto", flags.model) if counted else None,
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
    from workbench.verbs.looked_at import LANGUAGES
    from workbench.verbs.review import by_severity

    where = f" in {plural(len(reviewed), 'file')}" if len(reviewed) > 1 else ""
    if not findings and len(reviewed) == 1:
        return f"No findings {reviewed[0].looked_at.words}."
    if not findings:
        most = max((r.looked_at for r in reviewed), key=lambda looked: len(looked.rules))
        return (
            f"No findings{where} by {most.rules_in_words} each, which read {LANGUAGES}; what was"
            " not looked at stands with each file."
        )
    counts = [plural(n, severity) for severity, n in by_severity(findings).items()]
    return f"{plural(len(findings), 'finding')}{where}: {', '.join(counts)}."
