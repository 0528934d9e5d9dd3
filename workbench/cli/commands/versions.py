"""`ctxbench versions`."""

from __future__ import annotations

import click

from workbench.cli.options import Batch, files_argument, json_option, steps_of
from workbench.cli.output import put, put_json, put_lines, style


@click.command()
@files_argument
@json_option
def command(files: tuple[str, ...], as_json: bool) -> int:
    """List the stored versions of a file, oldest first.

    \b
    Examples:
      ctxbench versions CLAUDE.md
      ctxbench versions --json CLAUDE.md | jq '.versions[-1].n'
    """
    from workbench.cli.table import table
    from workbench.cli.text import argument, number, plural, title
    from workbench.prompt.visible import one_line, visible
    from workbench.store.store import Store
    from workbench.verbs.inputs import need_file
    from workbench.verbs.versions import VersionsResult, versions

    def listing(spec: str, store: Store) -> VersionsResult:
        need_file(spec)
        return versions(spec, store)

    batch = Batch(files)
    with Store() as store:
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
                        "▶" if listed.current else "",
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
            if result.unsaved and count:
                put("The file holds text that is not stored: ctxbench save FILE -m TEXT")
    return batch.exit_code
