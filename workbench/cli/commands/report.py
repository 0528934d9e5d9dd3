"""`ctxbench report`."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import click

from workbench.cli.options import FileSpec, counter_options, file_argument, finish, json_option
from workbench.cli.options import settings as read_settings
from workbench.cli.output import put, put_bytes, put_json, talk
from workbench.cli.writing import agreed, live_option, no_version_option, warn, write_kept

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.exported import Exported
    from workbench.verbs.report import Report


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
@click.option("--force", is_flag=True, help="Replace OUT without asking (it is stored first).")
@live_option
@no_version_option
@click.option("--fail-on-keys", is_flag=True, help="Exit with 1 where key-like strings are found.")
@counter_options
@json_option
def command(
    a: str,
    b: str | None,
    out: str | None,
    form: str | None,
    task: str | None,
    scenario: str,
    force: bool,
    live: bool,
    no_version: bool,
    fail_on_keys: bool,
    counter: str,
    model: str,
    as_json: bool,
) -> int:
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
    from pathlib import Path

    from workbench.errors import UsageError
    from workbench.prompt.visible import visible
    from workbench.verbs.export import carry_out, planned
    from workbench.verbs.formats import Rendered
    from workbench.verbs.pages.full import render
    from workbench.verbs.report import report, review_options
    from workbench.verbs.targets import named

    if out is not None and not out:
        raise UsageError("The name after -o is empty.", hint="Leave out -o for a new name.")
    where = named(out) if out and out != "-" else None
    chosen = read_settings(counter=counter, model=model)
    form = form or ("markdown" if out and out.lower().endswith((".md", ".markdown")) else "html")
    steps = report(
        a,
        b,
        task=task,
        scenario=scenario,
        window=chosen.window,
        threshold=chosen.threshold,
        options=review_options(chosen, task or ""),
        counter=chosen.counter,
        model=chosen.model,
    )
    made = finish(steps, a)
    warn(made.trouble)
    rendered = Rendered(render(made, form))
    source = made.measured.input
    code = _warned(made, chosen.muted, fail_on_keys)
    if out == "-" or (out is None and form == "markdown"):
        if as_json:
            put_json(rendered.to_dict(source.spec, form))
        else:
            put_bytes(rendered.data)
        return code
    ending = ".report.html" if form == "html" else ".report.md"
    name = (Path(source.name).stem or "prompt") + ending
    plan = planned(source, form, rendered, where, name, muted=chosen.muted)
    force, live = agreed(plan.aim, f"the report on {source.spec}", force=force, live=live)

    def write(store: Store | None) -> Exported:
        return carry_out(plan, store, overwrite=force, live=live)

    done = write_kept(write, str(plan.out), losing=plan.overwrites, no_version=no_version)
    if as_json:
        put_json(done.to_dict())
        return code
    shown = visible(str(plan.out))
    if done.written.changed:
        put(f"Wrote {shown}.")
    else:
        put(f"{shown} holds this report already; nothing was written.")
    return code


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
