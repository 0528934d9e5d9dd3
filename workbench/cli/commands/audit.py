"""`ctxbench audit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.options import Batch, counter_options, files_argument, json_option, settings
from workbench.cli.output import put, put_json, put_lines, style
from workbench.cli.writing import warn

if TYPE_CHECKING:
    from workbench.verbs.audit import Audit, Group, Item

_MARKS = {"new": "new ", "same": "", "": ""}


@click.command()
@files_argument
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="The project that the prompts speak of. [default: git checkout or project around FILE]",
)
@click.option("--mute", default="", metavar="KEYS", help="Accept these items as they are.")
@counter_options
@json_option
def command(
    files: tuple[str, ...],
    root: Path | None,
    mute: str,
    counter: str,
    model: str,
    as_json: bool,
) -> int:
    """List what a file says twice, against itself, or no longer truly.

    Each group says how many tokens it may save at most, each item which proposals would settle it.
    Run again, it says what is new, still there and gone since the last time; the list is kept in
    the store, and the file is not touched. --mute takes keys or a whole group (repeats,
    contradictions, outdated) and writes them into .ctxbench.yaml.

    \b
    Examples:
      ctxbench audit CLAUDE.md
      ctxbench audit CLAUDE.md --mute 1a2b3c4d5e6f
      ctxbench audit CLAUDE.md --json
    """
    from workbench.verbs.audit import audit, chosen_keys
    from workbench.verbs.measured import Counting
    from workbench.verbs.review import Options, expand

    chosen = settings(counter=counter, model=model)
    options = Options(
        host=chosen.host,
        root=root,
        severity=chosen.severities,
        muted=frozenset(chosen.muted),
    )
    batch = Batch(expand(files))
    first = True
    for result in batch.each(lambda spec: audit(spec, options, Counting.of(chosen))):
        warn(result.trouble)
        names = [name.strip() for name in mute.split(",") if name.strip()]
        done = _mute(result, chosen_keys(result, names)) if names else []
        if as_json:
            put_json({**result.to_dict(), "muted_now": done})
            continue
        if not first:
            put()
        first = False
        _show(result)
        if names:
            from workbench.cli.text import plural

            put(f"{plural(len(done), 'item')} muted in the project's settings.")
    return batch.exit_code


def _mute(result: Audit, items: tuple[Item, ...]) -> list[str]:
    """Write the keys into the project's settings; the keys that are new there."""
    from workbench.errors import UsageError
    from workbench.verbs.mute import carry_out, plan_mute

    path = result.measured.input.path
    if path is None:
        raise UsageError("Items are muted for files, and this is none; nothing was written.")
    done = []
    for key, rule in dict.fromkeys((item.key, item.finding.rule) for item in items):
        made = plan_mute(path, key, rule)
        if made.new:
            carry_out(made)
            done.append(key)
    return done


def _show(result: Audit) -> None:
    from workbench.cli.text import argument, heading, plural
    from workbench.prompt.visible import visible

    put(style(heading(result.measured), "bold"))
    for group in result.groups:
        if group.items:
            put()
            put(style(f"{group.title}: {_amount(group)}", "cyan"))
            for item in group.items:
                put_lines(_lines(item))
    put()
    count = len(result.items)
    if not count:
        put(
            "Nothing was found that is said twice, against itself or no longer truly,"
            f" {result.looked_at.words}."
        )
    else:
        tokens = plural(result.tokens, "token")
        put(f"{plural(count, 'item')}; without them up to {tokens} fewer.")
        ids = list(dict.fromkeys(name for item in result.items for name in item.accept[:1]))
        if ids:
            path = argument(result.measured.path)
            put(visible(f"Settle them: ctxbench optimize {path} --accept {','.join(ids)}"))
    if result.muted:
        put(f"{plural(result.muted, 'item')} muted.")
    if result.other:
        put(f"{plural(result.other, 'finding')} of another kind: ctxbench review")
    if result.compared is not None:
        _show_compared(result)


def _amount(group: Group) -> str:
    from workbench.cli.text import plural

    return f"{plural(len(group.items), 'item')}, up to {plural(group.tokens, 'token')}"


def _lines(item: Item) -> list[str]:
    from workbench.cli.text import plural, span, title
    from workbench.prompt.visible import one_line, visible

    f = item.finding
    place = span(f.start_line, f.end_line)
    new = _MARKS[item.state]
    head = f"[ ] {new}{f.key}  line {place}  {plural(item.tokens, 'token')}  [{f.rule}]"
    out = [visible(head), f"      {title(f.text, 100)}"]
    if f.message:
        out.append(f"      {one_line(f.message, 160)}")
    out += [f"      see line {p.start_line}: {title(p.text, 90)}" for p in f.related if not p.path]
    if item.accept:
        out.append(f"      accept: {visible(', '.join(item.accept))}")
    return out


def _show_compared(result: Audit) -> None:
    from workbench.cli.text import title
    from workbench.prompt.visible import visible

    last = result.compared
    assert last is not None
    when = visible(last.time[:16].replace("T", " "))
    put(
        f"Since the audit of {when} UTC: {last.new} new, {last.same} still there,"
        f" {len(last.gone)} gone."
    )
    for gone in last.gone:
        put(f"  gone: {visible(gone.key)}  [{visible(gone.rule)}] {title(gone.words, 90)}")
