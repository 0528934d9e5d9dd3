"""`ctxbench doctor`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from workbench.cli.options import json_option
from workbench.cli.output import put, put_json, put_lines, style, talk
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible

_MOST_TROUBLES = 20


@click.command()
@click.option("--sent", "show_sent", is_flag=True, help="List what was sent where, and when.")
@click.option("--runs", "show_runs", is_flag=True, help="List runs: expected and real cost.")
@click.option(
    "--rescue", "folder", metavar="FOLDER", help="Write all stored versions that are whole there."
)
@json_option
def command(show_sent: bool, show_runs: bool, folder: str | None, as_json: bool) -> int:
    """Say what is installed, which counters work, where the store is and what was sent.

    It looks, and asks nobody: no server is called and no command is run. The version store is
    tried for real: something is written, read back and taken away again, and every stored text is
    compared with its hash.

    \b
    Examples:
      ctxbench doctor
      ctxbench doctor --sent
      ctxbench doctor --runs
      ctxbench doctor --rescue rescued-versions
    """
    from workbench.verbs.doctor import doctor

    if folder is not None:
        return _rescue(folder, as_json)
    report = doctor()
    if as_json:
        put_json({**report.to_dict(), "rescued": None})
        return 0 if report.ok else 2
    if show_sent or show_runs:
        if report.unread:
            talk(f"error: what was sent and asked is not known: {report.unread}")
            return 2
        if show_sent:
            put_lines(visible(line) for line in report.sent)
            put(f"sent from this machine: {_summary(report.sends)}")
        if show_runs:
            _runs(report.runs)
        return 0
    put(f"ctxbench {report.version} · Python {visible(report.python)} · {visible(report.platform)}")
    groups = (("packages", report.packages), ("counters", report.counters))
    marks = {"ok": ("✓", "green"), "limited": ("~", "yellow"), "broken": ("✗", "red")}
    for title, checks in (
        *groups,
        ("places", report.places),
        ("models (asked only when you say so)", report.models),
    ):
        if checks:
            put(title)
        for check in checks:
            mark, colour = marks.get(check.state, ("-", "dim"))
            put(f"  {style(mark, colour)} {check.name:<15} {visible(check.detail)}")
            if check.name == "store":
                put_lines(_troubles(report.store.get("troubles", ())))
    sent = f"not known: {report.unread}" if report.unread else _summary(report.sends)
    put(f"sent from this machine: {visible(sent)}")
    return 0 if report.ok else 2


def _troubles(found: Sequence[str]) -> list[str]:
    """What is damaged in the store, each on a line."""
    lines = [f"{'':20}- {visible(words)}" for words in found[:_MOST_TROUBLES]]
    more = len(found) - len(lines)
    return [*lines, f"{'':20}- and {more} more (--json names all)"] if more else lines


def _rescue(folder: str, as_json: bool) -> int:
    """Write what is whole; exit code 1 where a version could not be rescued."""
    from workbench.verbs.doctor import doctor, rescue
    from workbench.verbs.targets import named_folder

    done = rescue(named_folder(folder))
    if as_json:
        put_json({**doctor().to_dict(), "rescued": done.to_dict()})
        return 1 if done.lost else 0
    texts = f" and {plural(done.texts, 'text')} that no version names" if done.texts else ""
    put(f"Wrote {plural(done.versions, 'version')}{texts} into {visible(str(done.folder))}.")
    put(f"Where each was from stands in {visible(str(done.folder / 'versions.jsonl'))}.")
    for path, n in done.lost[:_MOST_TROUBLES]:
        put(visible(f"Lost: the text of {path}@{n}"))
    if len(done.lost) > _MOST_TROUBLES:
        put(f"and {len(done.lost) - _MOST_TROUBLES} more (--json names all)")
    return 1 if done.lost else 0


def _summary(sends: Sequence[Mapping[str, Any]]) -> str:
    """`nothing`, or how much to where; the list itself is `--sent`."""
    if not sends:
        return "nothing"
    places = sorted({str(send["endpoint"]) for send in sends})
    size = plural(sum(int(send["size"]) for send in sends), "byte")
    where = ", ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")
    return visible(
        f"{plural(len(sends), 'request')}, {size}, to {where}; the last one {sends[-1]['time']}"
        " (each of them: ctxbench doctor --sent)"
    )


def _runs(runs: Sequence[Mapping[str, Any]]) -> None:
    from workbench.cli.table import table
    from workbench.cli.text import number, title
    from workbench.verbs.doctor import cost_in_words

    if not runs:
        put("no run asked a model")
        return
    rows = []
    for run in runs:
        made = run["estimate"] or {}
        rows.append(
            (
                str(run["time"])[:19],
                title(str(run["what"]), 40),
                title(str(run["model"] or run["endpoint"]), 30),
                str(run["state"]),
                number(run["calls"]),
                visible(str(made.get("money", ""))),
                cost_in_words(run),
            )
        )
    head = ("time", "what", "model", "state", "calls", "expected", "cost")
    put_lines(table(head, rows, "<<<<><<"))
