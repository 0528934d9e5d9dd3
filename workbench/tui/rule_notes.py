"""Private notes on single rules, in the inspector: why each is there and whether it helped.

They are kept in the store, never in the file. The rules are read when somebody looks at them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.tui import jobs, rule_work
from workbench.tui.inspector import Note
from workbench.tui.keymap import current

if TYPE_CHECKING:
    from workbench.tui.screens.bench_actions import BenchActions

#: What a rule did, as its owner saw it: the sign in the list.
SIGNS = {"helped": "+", "ignored": "o", "wrong": "x", "unclear": "?", "": " "}
#: Rules that the inspector lists at once.
_LISTED = 300


class RuleNotes:
    """The notes of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self.bare = False  # show only rules without evidence
        self.rules: tuple[Any, ...] = ()
        self._revision = -1
        self._asked = -1
        self._broken = False

    def read(self) -> None:
        """Read rules and notes, unless those of this very text are there."""
        live, path = self.session.live, self.session.path
        if self._asked == live.revision:
            return
        self._asked, self._broken = live.revision, False
        data = live.data()
        jobs.start(
            self.bench, "reading notes", live.revision, lambda: rule_work.reading_notes(path, data)
        )

    def notes(self) -> list[Note]:
        """The rules with their notes, for the inspector."""
        if self._broken:
            again = current().sign("bench", "rule_notes")
            return [Note(f"The rules could not be read; {again} tries again.", "warn")]
        if self._revision < 0:
            self.read()
            return [Note("The rules are being read …", "dim")]
        shown = [(i, r) for i, r in enumerate(self.rules) if not (self.bare and r.evidence)]
        noted = sum(1 for r in self.rules if r.evidence)
        head = "Without evidence only. " if self.bare else ""
        found = [
            Note(
                f"{len(self.rules)} rules, {noted} with evidence. Notes are private.",
                "dim",
                "",
                head,
            )
        ]
        for i, rule in shown[:_LISTED]:
            about = " · ".join(w for w in (rule.verdict, rule.since, rule.note) if w)
            about = about.replace("\n", " / ")
            words = f"{rule.text[:90]}{'…' if len(rule.text) > 90 else ''}"
            sign = SIGNS.get(rule.verdict, " ") if rule.verdict or not rule.note else "i"
            found.append(Note(words, "dim", f"rule {i}", f"{sign} {rule.line} "))
            if about:
                found.append(Note(about, "good" if rule.evidence else "", f"rule {i}", "    "))
        if len(shown) > _LISTED:
            found.append(Note(f"{len(shown) - _LISTED} more: ctxbench notes FILE", "dim"))
        return found

    def go(self, index: int) -> None:
        """Cursor to the rule."""
        if index < len(self.rules):
            editor = self.bench.editor
            row = min(self.rules[index].line - 1, editor.document.line_count - 1)
            editor.move_cursor((row, 0))
            editor.show_both(row, [row])

    def toggle_bare(self) -> None:
        """All rules, or those without evidence."""
        self.bare = not self.bare
        self.bench.inspector.update_notes()

    def edit(self) -> None:
        """Write or change the note of the marked rule."""
        what, _, number = self.bench.inspector.marked.partition(" ")
        if what != "rule" or self._revision != self.session.live.revision:
            self.bench.bench_app.say("No rule is marked.")
            return
        from workbench.tui.screens.note import NoteScreen

        rule = self.rules[int(number)]

        def answered(answer: tuple[str, str, str] | None) -> None:
            if answer is None or answer == (rule.note, rule.since, rule.verdict):
                return
            path, data = self.session.path, self.session.live.data()
            jobs.start(
                self.bench,
                "keeping the note",
                self.session.live.revision,
                lambda: rule_work.noting(path, data, rule.id, *answer),
            )

        self.bench.app.push_screen(NoteScreen(rule), answered)

    def mark(self) -> None:
        """Mark the sentence at the cursor of the text as critical, or take that back."""
        path, data = self.session.path, self.session.live.data()
        line = self.bench.editor.selection.end[0] + 1
        jobs.start(
            self.bench,
            "marking",
            self.session.live.revision,
            lambda: rule_work.marking(path, data, line),
        )

    def rest(self) -> None:
        """Nobody types: read again when the rules are looked at."""
        if self.bench.inspector.view == "rules":
            self.read()

    def failed(self, event: jobs.Failed) -> None:
        """Reading or writing broke down; nothing is shown that may be wrong."""
        if event.name == "reading notes":
            self._asked, self._broken = -1, True
            self.bench.inspector.update_notes()

    def done(self, event: jobs.Done) -> bool:
        """Take a result; false when it is not one of ours."""
        if event.name == "marking":
            self.bench.bench_app.say(event.result)
            self.bench.files.place_again()  # a mark keeps its text as a version
            self.bench.findings.again()
            self.bench.reviewing.again()
            return True
        if event.name not in ("reading notes", "keeping the note"):
            return False
        if event.name == "keeping the note":
            self.bench.files.place_again()  # a note keeps its text as a version
        if event.revision == self.session.live.revision:
            self.rules, self._revision = event.result, event.revision
            self._asked = event.revision
            self.bench.inspector.update_notes()
        return True
