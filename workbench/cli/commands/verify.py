"""`ctxbench verify`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.options import Batch, files_argument, json_option, steps_of
from workbench.cli.output import put, put_json, put_lines, style

if TYPE_CHECKING:
    from workbench.verbs.verify import Verified

_COLOURS = {"VERIFIED": "green", "FALSE": "red", "UNVERIFIABLE": "yellow"}
_ADVICE = {
    "proceed": "proceed",
    "review": "review the claims that are marked",
    "regenerate": "have it written again (--request prints what to ask for)",
}


@click.command()
@files_argument
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="The project to look at. [default: git checkout or project around FILE]",
)
@click.option(
    "--fail-above",
    type=click.FloatRange(0, 2),
    metavar="RISK",
    help="Exit with 1 when the poisoning risk (0 to 2) is above this.",
)
@click.option("--all", "everything", is_flag=True, help="Show verified claims too.")
@click.option("--request", is_flag=True, help="Print the text of a request to write it again.")
@json_option
def command(
    files: tuple[str, ...],
    root: Path | None,
    fail_above: float | None,
    everything: bool,
    request: bool,
    as_json: bool,
) -> int:
    """Check the claims of a text against a project: paths, commands, versions, symbols.

    Nothing is run and no model is asked. The poisoning risk is (2 x false + unverifiable) /
    claims: below 0.1 proceed, to 0.3 review, above that write it again.

    \b
    Examples:
      ctxbench verify CLAUDE.md
      ctxbench verify answer.md --root . --all
    """
    from workbench.verbs.verify import verify

    batch = Batch(files)
    worst = 0.0
    for result in batch.each(lambda spec: steps_of(lambda: verify(spec, root=root))):
        worst = max(worst, result.report.poisoning_risk)
        if as_json:
            put_json(result.to_dict())
        elif request:
            from workbench.prompt.visible import visible

            put(visible(result.request, lines=True).rstrip("\n"))
        else:
            _show(result, everything)
    failed = fail_above is not None and worst > fail_above
    return max(batch.exit_code, 1 if failed else 0)


def _show(result: Verified, everything: bool) -> None:
    from workbench.cli.text import plural
    from workbench.prompt.visible import one_line, visible

    report = result.report
    put(style(f"{visible(result.path)} · {plural(len(report.claims), 'claim')}", "bold"))
    put(style(f"project: {visible(result.root.label())}", "dim"))
    for claim in report.claims:
        if claim.status == "VERIFIED" and not everything:
            continue
        status = style(f"{claim.status:<12}", _COLOURS[claim.status])
        sure = "" if claim.status == "VERIFIED" else f" ({claim.confidence})"
        put_lines(
            [
                f"{claim.line:>5}  {status}  [{claim.kind}] {one_line(claim.text, 90)}",
                f"{'':>5}  {'':<12}  {one_line(claim.evidence)}{sure}",
            ]
        )
    counts = ", ".join(f"{count} {status.lower()}" for status, count in result.counts.items())
    put(f"{counts}. Poisoning risk {report.poisoning_risk:.2f}: {_ADVICE[report.band]}.")
