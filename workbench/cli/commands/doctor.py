"""`ctxbench doctor`."""

from __future__ import annotations

import click

from workbench.cli.options import json_option
from workbench.cli.output import put, put_json, style
from workbench.prompt.visible import visible


@click.command()
@json_option
def command(as_json: bool) -> int:
    """Say what is installed, which counters work, where the store is and what was sent.

    \b
    Example:
      ctxbench doctor
    """
    from workbench.verbs.doctor import doctor

    report = doctor()
    if as_json:
        put_json(report.to_dict())
        return 0 if report.ok else 2
    put(f"ctxbench {report.version} · Python {visible(report.python)} · {visible(report.platform)}")
    groups = (("packages", report.packages), ("counters", report.counters))
    marks = {"ok": ("✓", "green"), "limited": ("~", "yellow"), "broken": ("✗", "red")}
    for title, checks in (*groups, ("places", report.places)):
        if checks:
            put(title)
        for check in checks:
            mark, colour = marks.get(check.state, ("-", "dim"))
            put(f"  {style(mark, colour)} {check.name:<15} {visible(check.detail)}")
    put("sent from this machine: " + (visible("; ".join(report.sent)) or "nothing"))
    return 0 if report.ok else 2
