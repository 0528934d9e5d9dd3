"""What the inspector of the main view shows, and what can be done there. A mixin of `BenchScreen`.

A view is a name in `inspector.VIEWS` and a source of notes; `sources` is where they are joined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.tui.keymap import current

if TYPE_CHECKING:
    from workbench.tui.inspector import Inspector, Note
    from workbench.tui.screens.bench_actions import BenchActions

    Base = BenchActions
else:
    Base = object


class BenchViews(Base):
    """Views and their keys; the flows behind them are those of `BenchActions`."""

    def make_inspector(self, part: int) -> Inspector:
        """The inspector with all its views, standing at a part."""
        from workbench.tui.inspector import Inspector

        inspector = Inspector(self.session, id="inspector")
        inspector.sources |= {
            "findings": lambda: self.findings.notes(),
            "proposals": lambda: self.reviewing.notes(),
            "rules": lambda: self.rule_notes.notes(),
            "changes": self.change_notes,
            "versions": self.version_notes,
            "jobs": self.job_notes,
        }
        inspector.titles |= {
            "findings": lambda: self.findings.title(),
            "rules": lambda: "Rules and why they are there",
        }
        inspector.more = self.notes_for
        inspector.part = max(0, part)
        return inspector

    def notes_for(self, first: int, last: int) -> list[Note]:
        """What is found and proposed for the lines of a part."""
        found = self.findings.notes_for(first, last) if self.session.flagged.known else []
        if "reviewing" in self.__dict__:
            found += self.reviewing.notes_for(first, last)
        return found

    def do_offer(self, event: Inspector.Offer) -> None:
        what, _, number = event.action.partition(" ")
        if what == "proposal":
            self.reviewing.open_at(int(number))
        elif what in ("finding", "rule", "line") and self.go_again("inspector", event.action):
            return
        elif what == "finding":
            self.findings.go(int(number))
        elif what == "line":
            row = min(int(number), self.editor.document.line_count) - 1
            self.editor.move_cursor((row, 0))
            self.editor.show_both(row, [row])
        elif what == "job":
            self.asking.details(int(number))
        elif what == "rule":
            self.rule_notes.go(int(number))
        elif what in ("review", "versions", "diff", "why", "disk", "findings"):
            getattr(self, f"action_{what}")()

    # -- findings and rules ---------------------------------------------------------------

    def action_findings(self) -> None:
        self._show_view("findings")

    def action_jobs(self) -> None:
        self._show_view("jobs")

    def action_rule_notes(self) -> None:
        self.rule_notes.read()
        self._show_view("rules")

    def _show_view(self, view: str) -> None:
        """Show a view of the inspector and give it the keys."""
        inspector = self.inspector
        if not self.seen(inspector):
            self.bench_app.say(
                f"This layout has no inspector; {current().sign('bench', 'layout')} changes it."
            )
            return
        inspector.show_view(view)
        if view == "findings" and self.findings.table.at is not None:
            inspector.mark(f"finding {self.findings.table.at}")
        self.set_focus(inspector)

    def action_next_finding(self) -> None:
        self.findings.step(1)

    def action_previous_finding(self) -> None:
        self.findings.step(-1)

    def action_other_end(self) -> None:
        self.findings.other_end()

    def action_explain(self) -> None:
        self.findings.explain()

    def action_mute(self) -> None:
        self.findings.mute()

    def action_mark(self) -> None:
        self.rule_notes.mark()

    def action_note(self) -> None:
        self.rule_notes.edit()

    def action_filter(self) -> None:
        if self.inspector.view == "rules":
            self.rule_notes.toggle_bare()
        else:
            self.findings.toggle_low()

    def change_notes(self) -> list[Note]:
        """The inspector about what is not saved."""
        from workbench.tui.inspector import Note

        session, notes = self.session, []
        if session.modified:
            notes.append(Note("Enter: show the difference to the file.", "", "diff", "Not saved. "))
        else:
            notes.append(Note("Nothing: the text is what the file holds.", "dim"))
        standing = session.standing
        if standing is not None and standing.outside:
            words = f"{standing.summary}. Enter: show the difference."
            head = f"On disk, not version {standing.last}: "
            notes.append(Note(words, "", "diff", head, "warn"))
        elif standing is not None and not session.modified:
            notes.append(Note("Enter: what came before, in versions or in git.", "dim", "diff"))
        adrift = session.adrift
        for words, line in adrift.all if adrift is not None else ():
            notes.append(Note(words, "", f"line {line}" if line else "", "Waits. ", "warn"))
        return notes

    def version_notes(self) -> list[Note]:
        """The inspector about versions."""
        from workbench.tui.inspector import Note

        standing = self.session.standing
        if standing is None or (standing.last is None and standing.same is None):
            return [Note("Nothing is stored yet. Saving stores a version first.", "dim")]
        words = "Enter: all versions, to compare, restore or label."
        head = f"The file is version {standing.same}. "
        if standing.same is None:
            head = f"The file is no stored version; it was version {standing.last}. "
        return [Note(words, "", "versions", head)]

    def job_notes(self) -> list[Note]:
        """The inspector about background work."""
        from workbench.tui.inspector import Note

        asked = self.asking.notes()
        running = [Note(w) for name, w in self.running.items() if not name.startswith("ask ")]
        ended = [Note(f"{name}: {end}", "dim") for name, end in self.ended.items()]
        return asked + running + ended or [Note("Nothing runs.", "dim")]
