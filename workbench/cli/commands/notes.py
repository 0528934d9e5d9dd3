"""`ctxbench notes`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from workbench.cli.options import file_argument, flags, json_option
from workbench.cli.output import put, put_json, put_lines, style
from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.verbs.notes import NotedRule, NoteRequest


@dataclass(frozen=True)
class NotesFlags:
    file: str
    rule: str | None
    note: str | None
    since: str | None
    verdict: str | None
    clear: bool
    bare: bool
    as_json: bool

    def wanted(self) -> NoteRequest | None:
        """What is to be noted; None where the notes are to be listed. Raises UsageError."""
        from workbench.verbs.notes import NoteRequest

        given = NoteRequest(self.note, self.since, self.verdict)
        if self.clear and given.says:
            raise UsageError("--clear takes the note away, so it cannot be used with a new one.")
        if self.clear:
            given = NoteRequest("")
        if given.says and self.rule is None:
            raise UsageError(
                "A note needs its rule; nothing was noted.",
                hint="--rule ID or line; `ctxbench notes FILE` lists both.",
            )
        if self.rule is not None and not given.says:
            raise UsageError("Say what to note on the rule: --note, --since, --verdict or --clear.")
        return given if given.says else None


@click.command()
@file_argument()
@click.option("--rule", metavar="ID", help="The rule to note something on: its id or line.")
@click.option("--note", metavar="TEXT", help="Why the rule is there.")
@click.option("--since", metavar="WORDS", help="Since when it is there.")
@click.option("--verdict", metavar="WORD", help="What it did: helped, ignored, wrong, unclear.")
@click.option("--clear", is_flag=True, help="Take the note of --rule away.")
@click.option("--bare", "--no-evidence", is_flag=True, help="List rules without evidence only.")
@json_option
@flags(NotesFlags)
def command(flags: NotesFlags) -> int:
    """List the rules of a file with your private notes, or note why one is there.

    Notes are kept in the store, never in the file, and follow their rule when it is moved or
    reworded. A rule has no evidence when nobody noted why it is there or what it did.

    \b
    Examples:
      ctxbench notes CLAUDE.md --no-evidence
      ctxbench notes CLAUDE.md --rule 12 --note "broke the build twice" --since 2026-05
      ctxbench notes CLAUDE.md --rule 12 --verdict helped
    """
    from pathlib import Path

    from workbench.cli.text import plural
    from workbench.prompt.visible import visible
    from workbench.verbs.inputs import need_file
    from workbench.verbs.notes import note_rule, noted_rules, waiting_notes
    from workbench.verbs.stored import open_store

    wanted = flags.wanted()
    file, bare = flags.file, flags.bare
    need_file(file)
    path = Path(file)
    with open_store() as store:
        if wanted is not None and flags.rule is not None:
            one = note_rule(path, flags.rule, wanted, store)
            if flags.as_json:
                put_json({"path": file, "rules": [one.to_dict()]})
            else:
                put_lines(_lines(one))
            return 0
        rules = noted_rules(path, store, bare=bare)
        waiting = waiting_notes(path, store)
    if flags.as_json:
        found = {"rules": [one.to_dict() for one in rules], "waiting": len(waiting)}
        put_json({"path": file, "bare": bare, **found})
        return 0
    what = plural(len(rules), "rule") + (" without evidence" if bare else "")
    put(style(f"{visible(file)} · {what}", "bold"))
    for one in rules:
        put_lines(_lines(one))
    if waiting:
        verb = "waits for a rule that is" if len(waiting) == 1 else "wait for rules that are"
        put(f"{plural(len(waiting), 'note')} {verb} not in the file now.")
    return 0


def _lines(one: NotedRule) -> list[str]:
    """A rule, and its note below it."""
    from workbench.cli.text import title
    from workbench.prompt.visible import visible

    out = [f"{one.line:>5}  {visible(one.id)}  {title(one.text, 90)}"]
    facts = [one.verdict, f"since {one.since}" if one.since else ""]
    said = " · ".join(visible(word) for word in facts if word)
    if said:
        out.append(f"{'':>7}{said}")
    out += [f"{'':>7}{visible(line)}" for line in one.note.splitlines()]
    return out
