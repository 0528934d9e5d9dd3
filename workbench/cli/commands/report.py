"""`ctxbench report`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from workbench.cli.options import (
    FileSpec,
    counter_options,
    file_argument,
    finish,
    flags,
    json_option,
)
from workbench.cli.options import settings as read_settings
from workbench.cli.output import put, put_bytes, put_json, talk
from workbench.cli.writing import Consent, agreed, warn, write_kept, writing_options

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.exported import Exported, Plan
    from workbench.verbs.report import Report


@dataclass(frozen=True)
class ReportFlags:
    a: str
    b: str | None
    out: str | None
    form: str | None
    task: str | None
    scenario: str
    consent: Consent
    fail_on_keys: bool
    counter: str
    model: str
    as_json: bool


@click.command()
@file_argument("a", "FILE")
@click.argument("b", required=False, type=FileSpec(), metavar="[B]")
@click.option("-o", "--out", metavar="OUT", help="A file, a folder, or - [default: a new name]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "markdown"]),
    help="A page, or text for a pull request. [default: by the name of OUT]",
)
@click.option("--task", metavar="TEXT", help="What the prompt is for. [default: as the file says]")
@click.option("--scenario", default="fresh", show_default=True, metavar="NAME", help="As in map.")
@writing_options
@click.option("--fail-on-keys", is_flag=True, help="Exit with 1 where key-like strings are found.")
@counter_options
@json_option
@flags(ReportFlags)
def command(flags: ReportFlags) -> int:
    """Write one page about a prompt, or about what changed from FILE to B.

    The page needs nothing else: no script, no link, no request. It holds window, parts, map,
    scores, findings, for two the difference and the ledger, the history of its tokens, and beside
    each figure how it is known. Markdown is short, for pull requests, and goes to standard output
    without -o. Another file is never replaced unasked. Strings that look like keys or passwords
    are named with their lines.

    \b
    Examples:
      ctxbench report CLAUDE.md -o report.html
      ctxbench report CLAUDE.md@1 CLAUDE.md --task "review pull requests"
      ctxbench report git:main:CLAUDE.md CLAUDE.md --format markdown
    """
    from workbench.errors import UsageError
    from workbench.verbs.export import plan_report
    from workbench.verbs.formats import Rendered
    from workbench.verbs.measured import Counting
    from workbench.verbs.pages.full import render
    from workbench.verbs.report import ReportRequest, report, review_options
    from workbench.verbs.targets import named

    out = flags.out
    if out is not None and not out:
        raise UsageError("The name after -o is empty.", hint="Leave out -o for a new name.")
    where = named(out) if out and out != "-" else None
    chosen = read_settings(counter=flags.counter, model=flags.model)
    by_name = "markdown" if out and out.lower().endswith((".md", ".markdown")) else "html"
    form = flags.form or by_name
    wanted = ReportRequest(
        flags.a,
        flags.b,
        task=flags.task,
        scenario=flags.scenario,
        window=chosen.window,
        threshold=chosen.threshold,
        options=review_options(chosen, flags.task or ""),
        counting=Counting.of(chosen),
    )
    made = finish(report(wanted), flags.a)
    warn(made.trouble)
    rendered = Rendered(render(made, form))
    code = _warned(made, chosen.muted, flags.fail_on_keys)
    if out == "-" or (out is None and form == "markdown"):
        if flags.as_json:
            put_json(rendered.to_dict(made.measured.input.spec, form))
        else:
            put_bytes(rendered.data)
        return code
    _write(plan_report(made.measured.input, form, rendered, where, chosen.muted), flags)
    return code


def _write(plan: Plan, flags: ReportFlags) -> None:
    from workbench.prompt.visible import visible
    from workbench.verbs.export import carry_out

    consent = agreed(plan.aim, f"the report on {plan.source.spec}", flags.consent)

    def write(store: Store | None) -> Exported:
        return carry_out(plan, store, overwrite=consent.force, live=consent.live)

    no_version = consent.no_version
    done = write_kept(write, str(plan.out), losing=plan.overwrites, no_version=no_version)
    if flags.as_json:
        put_json(done.to_dict())
        return
    shown = visible(str(plan.out))
    if done.written.changed:
        put(f"Wrote {shown}.")
    else:
        put(f"{shown} holds this report already; nothing was written.")


def _warned(made: Report, muted: Collection[str], fail: bool) -> int:
    """Name what had better not leave the machine, of either side; the exit code for it."""
    from workbench.verbs.secrets import key_like, warning

    sides = [made.measured] if made.old is None else [made.old, made.measured]
    code = 0
    for side in sides:
        keys = key_like(side.prompt, muted=muted)
        for number, line in enumerate(warning(keys, side.path)):
            talk(line if number else f"warning: {line}")
        code = 1 if keys and fail else code
    return code
