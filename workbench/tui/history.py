"""Versions, diffs and exports: the flows that start at a key and end on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.prompt.lines import body, split_lines
from workbench.prompt.source import Source
from workbench.tui import jobs, keep, work
from workbench.tui.screens.dialogs import AskScreen, ChooseScreen

if TYPE_CHECKING:
    from workbench.tui.screens.bench_actions import BenchActions
    from workbench.tui.screens.versions import Wanted

FORMATS = (
    ("s", "same", "same: the bytes as they are"),
    ("m", "markdown", "markdown: JSON, YAML or tags as headings and text"),
    ("a", "agents-md", "agents-md: for hosts that read AGENTS.md"),
    ("x", "xml", "xml: each part in a tag named after its title"),
    ("j", "json", "json: the parts with their text and places"),
    ("y", "yaml", "yaml: the same as YAML"),
    ("c", "messages-json", "messages-json: a request with cache breakpoints"),
    ("h", "html", "html: a report in one file, to read or to send"),
)


class History:
    """The version side of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self._wanted: Wanted | None = None
        self._format = "same"

    def _start(self, name: str, steps: Any, words: str = "", *, stops: bool = True) -> None:
        """Start what ends on a screen or in another text; the keys wait for it."""
        worker = jobs.start(self.bench, name, self.session.live.revision, steps)
        self.bench.waiting.begin(worker, words, stops=stops)

    # -- diff -----------------------------------------------------------------------------

    def diff(self, at: int = 0) -> None:
        """What the editor holds against the file; where they are the same, against what was
        before. `at`: which of the texts that it can be compared with."""
        session = self.session
        disk, now, path = (
            session.data if session.on_disk else None,
            session.live.data(),
            session.path,
        )
        names = self._disk_name(), f"{path.name}, in the editor, not saved"
        if disk == now:
            names = names[0], names[0]
        self._start(
            "comparing with earlier",
            lambda: keep.comparing_with_earlier(path, disk, now, names, at),
            "comparing",
        )

    def _disk_name(self) -> str:
        """The text of the file as it was last read or written, and which version that is."""
        session = self.session
        name, standing = session.path.name, session.standing
        if not session.on_disk:
            return f"{name}, not on the disk yet"
        if self.bench.files.theirs is not None:
            return f"{name}, as it was read; changed on disk since"
        if standing is not None and standing.same is not None:
            return f"{name}, on disk (v{standing.same})"
        return f"{name}, on disk" + (
            f" (not v{standing.last})" if standing and standing.last else ""
        )

    def _show(self, made: keep.Compared) -> None:
        from workbench.tui.screens.diff import DiffScreen

        def closed(answer: object) -> None:
            if answer == "other":
                self.diff(made.at + 1)
            else:
                self.bench.diff_closed()

        self.bench.files.looked_at()
        screen = DiffScreen(made.diff, made.ledger, made.worse, made.told, made.other)
        self.bench.app.push_screen(screen, closed)

    # -- versions -------------------------------------------------------------------------

    def versions(self) -> None:
        path = self.session.path
        self._start("listing", lambda: keep.listing(path), "reading the versions")

    def _listed(self, result: Any) -> None:
        from workbench.tui.screens.versions import VersionsScreen

        at = self._wanted.n if self._wanted is not None else None
        screen = VersionsScreen(result, self.session.path.name, at)
        self.bench.app.push_screen(screen, self._chosen)  # type: ignore[arg-type]

    def _chosen(self, wanted: Wanted | None) -> None:
        self._wanted = wanted
        if wanted is None:
            return
        path, n = self.session.path, wanted.n
        if wanted.what in ("compare", "view"):
            self._start("reading version", lambda: keep.reading_version(path, n))
        elif wanted.what == "label":
            self.bench.app.push_screen(
                AskScreen(f"Name for version {n}", "", "Enter: name it   Esc: cancel"), self._named
            )
        elif self.session.modified:
            self.bench.files.save(after=self._restore)  # unsaved text becomes a version first
        else:
            self._restore()

    def _restore(self) -> None:
        if self._wanted is not None:
            path, n, expected = self.session.path, self._wanted.n, self.session.disk_sha
            words = f"restoring version {n}"
            self._start("restoring", lambda: keep.restoring(path, n, expected), words, stops=False)

    def _named(self, name: str | None) -> None:
        if name and self._wanted is not None:
            path, n = self.session.path, self._wanted.n
            self._start("labelling", lambda: keep.labelling(path, n, name))
        else:
            self.versions()

    def _read(self, data: bytes) -> None:
        assert self._wanted is not None
        session, n = self.session, self._wanted.n
        self.bench.after_diff = self.versions
        if self._wanted.what == "view":
            from workbench.tui.screens.text import TextScreen

            lines = [body(line) for line in split_lines(Source.from_bytes(data).text)]
            title = f"{session.path.name}, version {n}"
            self.bench.app.push_screen(TextScreen(title, lines), self.bench.diff_closed)
            return
        name, now = session.path.name, session.live.data()
        self._start(
            "comparing",
            lambda: work.comparing(
                data, now, f"{name}, version {n}", f"{name}, in the editor", session.path
            ),
        )

    # -- export ---------------------------------------------------------------------------

    def export(self) -> None:
        """Ask for the form, then for the file."""
        self.bench.app.push_screen(
            ChooseScreen("Export what the editor holds as", "", FORMATS), self._form_chosen
        )

    def _form_chosen(self, form: str | None) -> None:
        if form is None:
            return
        self._format = form
        self._plan(None)

    def _plan(self, out: str | None) -> None:
        path, data, form = self.session.path, self.session.live.data(), self._format
        name = "planning" if out is None else "planning for a name"
        self._start(
            name,
            lambda: keep.planning_export(path, data, form, out),
            f"preparing the {form} export",
        )

    def _planned(self, plan: Any, named: bool) -> None:
        if not named:
            question = f"Export as {plan.to} to"
            hint = "Enter: go on   Esc: cancel   A file that exists is not replaced unasked."
            self.bench.app.push_screen(AskScreen(question, str(plan.out), hint), self._file_named)
        elif plan.overwrites:
            self._ask_over(plan)
        elif plan.aim.goes_live:
            self._ask_live(plan)
        else:
            self._write(plan, agreed=False)

    def _file_named(self, name: str | None) -> None:
        if name:
            self._plan(name)

    def _ask_live(self, plan: Any) -> None:
        """A host would load the new file by itself: that is never done unasked."""

        def decided(answer: str | None) -> None:
            if answer == "live":
                self._write(plan, agreed=True)
            elif answer == "name":
                self._planned(plan, named=False)

        answers = (
            ("n", "name", "choose another name"),
            ("w", "live", "write it there: it goes live"),
        )
        words = f"{plan.aim.loaded()} Nothing was written."
        self.bench.app.push_screen(ChooseScreen("A host would load this", words, answers), decided)

    def _write(self, plan: Any, *, agreed: bool) -> None:
        words = f"writing {plan.out.name}"
        self._start("exporting", lambda: keep.exporting(plan, agreed), words, stops=False)

    def _ask_over(self, plan: Any) -> None:
        from workbench.tui.screens.diff import DiffScreen

        def decided(answer: str | None) -> None:
            if answer == "diff":
                self.bench.app.push_screen(DiffScreen(plan.diff()), lambda _: self._ask_over(plan))
            elif answer == "over":
                self._write(plan, agreed=True)
            elif answer == "name":
                self._planned(plan, named=False)

        answers = (
            ("d", "diff", "show what would change in it"),
            ("n", "name", "choose another name"),
            ("w", "over", "replace it; its text is stored as a version first"),
        )
        words = f"{plan.out} exists and holds other text. {plan.aim.loaded()} Nothing was written."
        self.bench.app.push_screen(ChooseScreen("A file is in the way", words, answers), decided)

    # -- results --------------------------------------------------------------------------

    def done(self, event: jobs.Done) -> bool:
        """Take a result; false when it is not one of ours."""
        result = event.result
        match event.name:
            case "comparing":
                from workbench.tui.screens.diff import DiffScreen

                self.bench.app.push_screen(DiffScreen(*result), self.bench.diff_closed)
            case "comparing with earlier":
                self._show(result)
            case "listing":
                self._listed(result)
            case "reading version":
                self._read(result)
            case "restoring":
                written, data = result
                n = written.version.n
                if event.revision == self.session.live.revision:
                    self.bench.files.take(data)
                    words = "Undo: ^Z, then save."
                else:
                    self.bench.files.wrote(data)
                    words = "Your text here was changed meanwhile and stays; it is not saved."
                self.bench.files.stored(data, n)
                self.bench.bench_app.say(f"Restored, as version {n}. {words}")
            case "labelling":
                self.bench.bench_app.say(f'Version {result.move.new} is now "{result.move.name}".')
                self.versions()
            case "planning" | "planning for a name":
                self._planned(result, event.name != "planning")
            case "exporting":
                made, trouble, n = result
                if n is not None:
                    # An export keeps the text as a version: quitting does not lose it.
                    sha = self.session.sha_of(made.plan.source.data)
                    self.session.kept[sha] = f"version {n}"
                self.bench.files.place_again()
                if not made.written.changed:
                    said = f"{made.plan.out} holds these bytes already; nothing was written."
                    self.bench.bench_app.say(said)
                elif trouble:
                    self.bench.bench_app.say(trouble, severity="warning")
                else:
                    self.bench.bench_app.say(f"Wrote {made.plan.out}.")
            case _:
                return False
        return True
