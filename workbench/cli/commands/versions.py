"""`ctxbench versions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from workbench.cli.options import (
    Batch,
    Steps,
    counter_options,
    counting,
    files_argument,
    json_option,
    settings,
    steps_of,
)
from workbench.cli.output import put, put_json, put_lines, style

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.import_git import ImportResult
    from workbench.verbs.measured import Counting
    from workbench.verbs.trend import Trend


@click.command()
@files_argument
@click.option("--import-git", is_flag=True, help="First store the commits of each file in git.")
@click.option("--trend", "as_trend", is_flag=True, help="Tokens, instructions, findings over time.")
@counter_options
@json_option
def command(
    files: tuple[str, ...],
    import_git: bool,
    as_trend: bool,
    counter: str,
    model: str,
    as_json: bool,
) -> int:
    """List the stored versions of a file, oldest first.

    --import-git takes the commits that changed a file over into the store, with their dates,
    authors and messages; nothing in the repository changes, and doing it again adds only what is
    new. --trend measures every version.

    \b
    Examples:
      ctxbench versions CLAUDE.md
      ctxbench versions --json CLAUDE.md | jq '.versions[-1].n'
      ctxbench versions --import-git --trend CLAUDE.md
    """
    from workbench.cli.table import table
    from workbench.cli.text import argument, number, plural, title
    from workbench.prompt.visible import one_line, visible
    from workbench.verbs.inputs import need_file
    from workbench.verbs.measured import Counting
    from workbench.verbs.stored import open_store
    from workbench.verbs.versions import VersionsResult, versions

    def listing(spec: str, store: Store) -> VersionsResult:
        need_file(spec)
        return versions(spec, store)

    batch = Batch(files, by_name=True)
    chosen = settings(counter=counter, model=model)
    with open_store() as store:
        if as_trend:
            return _trends(batch, store, Counting.of(chosen), import_git, as_json)
        if import_git:
            return _imports(batch, store, as_json)
        for result in batch.each(lambda spec: steps_of(lambda: listing(spec, store))):
            if as_json:
                put_json(result.to_dict())
                continue
            count = len(result.versions)
            put(style(f"{visible(result.path)} · {plural(count, 'version')}", "bold"))
            if result.stored_as:
                put(f"The file was {visible(result.stored_as)} before; save it to take them along.")
            for place in result.maybe:
                again = f"ctxbench relink {argument(place)} {argument(result.path)}"
                put(f"Perhaps this is the file that was {visible(place)}; if so: {again}")
            rows = []
            for listed in result.versions:
                v, change = listed.version, listed.change
                rows.append(
                    (
                        "▶" if v.n == result.held else "",
                        str(v.n),
                        str(v.parent or ""),
                        v.time[:16].replace("T", " "),
                        visible(v.author),
                        "".join(number(n) for n in list(v.tokens.values())[:1]),
                        f"+{change.lines_added} -{change.lines_removed}" if change else "",
                        " ".join(title(name) for name in v.labels),
                        one_line(v.reason, 60),
                    )
                )
            head = ("", "n", "from", "UTC", "author", "tokens", "to now", "labels", "reason")
            if rows:
                put_lines(table(head, rows, "<>><<><<<"))
            if result.damaged:
                lost = ", ".join(map(str, result.damaged))
                put(f"The stored bytes of version {lost} are damaged or gone: ctxbench doctor")
            if result.outside():
                put(result.outside())
                name = argument(result.path)
                put(f"See it: ctxbench diff {name}   Store it: ctxbench save {name} -m TEXT")
    return batch.exit_code


def _imports(batch: Batch, store: Store, as_json: bool) -> int:
    from workbench.cli.text import argument, plural
    from workbench.prompt.visible import visible
    from workbench.verbs.import_git import import_git
    from workbench.verbs.inputs import need_file

    def work(spec: str) -> Steps[ImportResult]:
        need_file(spec)
        return import_git(spec, store, count=counting())

    for result in batch.each(work):
        _say_missing(result)
        if as_json:
            put_json(result.to_dict())
            continue
        new = plural(len(result.versions), "new version")
        put(f"{visible(result.path)}: {plural(result.commits, 'commit')} in git, {new} stored.")
        if result.versions:
            put(f"See how it went: ctxbench versions --trend {argument(result.path)}")
    return batch.exit_code


def _say_missing(result: ImportResult) -> None:
    """A clone without all of its history is told, so that nobody takes the rest for the whole."""
    from workbench.cli.output import talk
    from workbench.cli.text import plural
    from workbench.prompt.visible import visible

    if result.missing:
        talk(
            f"{visible(result.path)}: the text of {plural(result.missing, 'commit')} is not in this"
            " clone, so not stored. Fetch the whole history with git, then"
            " import again."
        )


def _trends(batch: Batch, store: Store, counting_by: Counting, take: bool, as_json: bool) -> int:
    from workbench.cli.table import table
    from workbench.cli.text import how_known, number, plural
    from workbench.prompt.visible import one_line, visible
    from workbench.verbs.import_git import import_git
    from workbench.verbs.inputs import need_file
    from workbench.verbs.trend import NOTE, trend

    def work(spec: str) -> Steps[Trend]:
        need_file(spec)
        if take:
            _say_missing((yield from import_git(spec, store, count=counting())))
        return (yield from trend(spec, store, counting=counting_by))

    for result in batch.each(work):
        if as_json:
            put_json(result.to_dict())
            continue
        count = plural(len(result.points), "version")
        put(style(f"{visible(result.path)} · {count} · {how_known(result.counter)}", "bold"))
        head = ("n", "UTC", "tokens", "rules", "hard", "critical", "findings", "reason")
        rows = [
            (
                str(point.version.n),
                point.version.time[:16].replace("T", " "),
                number(point.tokens),
                number(point.instructions),
                number(point.hard),
                number(point.critical),
                number(point.found),
                one_line(point.version.reason, 50),
            )
            for point in result.points
        ]
        put_lines(table(head, rows, "><>>>>><"))
        put(NOTE)
    return batch.exit_code
