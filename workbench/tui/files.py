"""Saving, and what another program did to the file meanwhile.

A version is stored first, then the file is written, and only if it still is what was last read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workbench.tui import jobs, keep, work
from workbench.tui.keymap import current
from workbench.tui.screens.dialogs import ChooseScreen

if TYPE_CHECKING:
    from workbench.errors import CtxbenchError
    from workbench.tui.screens.bench_actions import BenchActions
    from workbench.verbs.file_state import Standing
    from workbench.verbs.unplaced import Adrift

_ABSENT = "absent"


class Files:
    """The file side of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        #: None: the first look reads the file again, which may have changed while it was opened.
        self._stat: tuple[int, int, int] | None = None
        #: Time and size at which the file was read last.
        self._looking_at: tuple[int, int, int] | None = None
        self._after_save: Callable[[], object] | None = None
        self._after_keep: Callable[[], object] | None = None
        #: What another program wrote and nobody has decided about yet; None inside: it is gone.
        self.theirs: tuple[bytes | None] | None = None
        #: What the file was left with when both were kept: saving asks before it goes over it.
        self._parted: tuple[bytes | None] | None = None
        self._waiting: Callable[[], object] | None = None

    def _start(self, name: str, steps: Any) -> Any:
        return jobs.start(self.bench, name, self.session.live.revision, steps)

    def _forget(self) -> None:
        """What was to follow a save does not follow any more; the save itself goes on."""
        self._after_save = self._after_keep = None

    def tokens(self) -> dict[str, int]:
        """The count of the text as a version keeps it."""
        total, info = self.session.live.total_tokens, self.session.counter
        return {} if total is None or info is None else {info.name: total}

    # -- saving ---------------------------------------------------------------------------

    def save(self, after: Callable[[], object] | None = None, *, keep_it: bool = True) -> None:
        """Store a version and write the file; `after` runs when both are done. Without `keep_it`
        the file is written and no version is stored."""
        if self.theirs is None and self._parted is not None:
            self.theirs = self._parted
        if self.theirs is not None:
            self._waiting = after
            self.decide()
            return
        self._after_save = after
        session = self.session
        data, path, tokens = session.live.data(), session.path, self.tokens()
        expected = session.disk_sha
        accepted = tuple(session.accepted)
        kinds = ", ".join(str(proposal["kind"]) for proposal in accepted)
        message = f"accepted: {kinds}" if accepted else ""
        from workbench.verbs.measured import Counting
        from workbench.verbs.save import WriteRequest

        wanted = WriteRequest(
            path, data, message, tokens=tokens, proposals=accepted, expected_sha256=expected
        )
        counting = Counting(*session.counter_wanted)
        worker = self._start("saving", lambda: keep.saving(wanted, counting, keep=keep_it))
        if after is not None:
            # What is typed now would not be in the version, and what follows would lose it.
            self.bench.waiting.begin(worker, stops=False, on_leave=self._forget)

    def _saved(self, event: jobs.Done) -> None:
        result, data = event.result
        session = self.session
        session.mark_clean(data, event.revision)
        session.accepted = []
        if result.version is not None:
            self.stored(data, result.version.n)
        else:
            self._place(data)
        self._ours(data)
        notes = " ".join(result.written.notes) if result.written is not None else ""
        what = "Saved" if result.changed else "Nothing to write: the file holds this text already"
        self.session.storeless = result.version is None
        kept = f"version {result.version.n}" if result.version is not None else "no version kept"
        self.bench.bench_app.say(f"{what} · {kept}. {notes}".strip())
        self.bench.refresh_soon()
        after, self._after_save = self._after_save, None
        if after is not None:
            after()
        else:
            self.bench.analysis.score()

    def stored(self, data: bytes, n: int) -> None:
        """The file holds `data`, which is version `n`."""
        from workbench.verbs.file_state import Standing

        self.session.kept[self.session.sha_of(data)] = f"version {n}"
        self._place(data, Standing(n, n))

    def _place(self, data: bytes | None, known: Standing | None = None) -> None:
        """Other bytes are on the disk: find out what they are to the versions."""
        self.session.standing, self.session.outside_note = known, ""
        path = self.session.path
        if data is not None:
            self._start("placing", lambda: keep.placing(path, data))

    def place_again(self) -> None:
        """The store has new versions, the disk is as it was."""
        path, data = self.session.path, self.session.data
        if self.session.on_disk and self.theirs is None:
            self._start("placing", lambda: keep.placing(path, data))

    def placed(self, standing: Standing, adrift: Adrift, *, opened: bool = False) -> None:
        """What is on the disk is known by its version, or by how far it is from the last one."""
        session, news = self.session, ""
        before, session.adrift = session.adrift, adrift
        session.standing = standing
        waits = adrift.summary()
        if opened and standing.outside:
            news = standing.change()
        if waits and (before is None or waits != before.summary()):
            news = f"{news} · {waits}" if news else waits
        if news:
            session.outside_note = news if opened and standing.outside else ""
            sign = current().sign("bench", "diff")
            words = f"{session.path.name}: {news}."
            if session.outside_note:
                words += f" {sign} shows the difference."
            self.bench.bench_app.say(words, severity="warning")
        self.bench.query_one("#task").refresh()
        self.bench.refresh_soon()
        if self.bench.complete:
            self.bench.inspector.update_notes()

    def looked_at(self) -> None:
        """The difference was shown: the row has its place for the task again."""
        self.session.outside_note = ""
        self.bench.query_one("#task").refresh()

    # -- the other program ----------------------------------------------------------------

    def _look(self) -> tuple[int, int, int] | None:
        try:
            found = self.session.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def watch(self) -> None:
        """Once a second: read the file again when its time or size is another."""
        now = self._look()
        if now != self._stat:
            self._stat = self._looking_at = now
            path = self.session.path
            self._start("looking", lambda: keep.reading_disk(path))

    def _ours(self, data: bytes) -> None:
        """We have just written these bytes, or taken them: what a look found meanwhile was ours.

        The next look reads the file again, as somebody else may have written it since.
        """
        self._stat = None
        if self.theirs == (data,):
            self.theirs, self.session.disk_note = None, ""

    def _looked(self, data: bytes | None) -> None:
        if self._looking_at != self._stat:
            return  # read before we wrote
        session = self.session
        found = _ABSENT if data is None else session.sha_of(data)
        if found == session.disk_sha:
            if self.theirs is not None:
                self.theirs = None
                self._place(data)
        elif data is not None and data == session.live.data():
            session.mark_clean(data, session.live.revision)
            self.theirs = self._parted = None
            self._place(data)
        else:
            self.theirs, self._parted = (data,), None
            self._place(data)
            self.bench.bench_app.say(f"{self._what()} ^L decides.", severity="warning")
        session.disk_note = f"{self._what()}" if self.theirs is not None else ""
        self.bench.query_one("#task").refresh()

    def _what(self) -> str:
        name = self.session.path.name
        if self.theirs is None or self.theirs[0] is None:
            return f"{name} is gone from the disk; your text is here."
        from workbench.change.diff import diff_texts
        from workbench.prompt.source import Source

        old = Source.from_bytes(self.session.data).text
        diff = diff_texts(old, Source.from_bytes(self.theirs[0]).text)
        return f"{name} changed on disk since it was opened ({diff.summary()})."

    def decide(self) -> None:
        """Reload, keep mine, or look at the difference."""
        if self.theirs is None:
            self.bench.bench_app.say("The file on disk is what was last read.")
            return
        kept = self._parted is not None
        answers = [
            ("d", "diff", "show the difference, theirs to mine"),
            ("r", "reload", "reload: take their text (undo brings mine back)"),
            ("k", "keep", "keep both: mine becomes a version, the file stays theirs"),
            ("w", "write", "write mine over it; theirs is stored as a version first"),
        ]
        if self.theirs[0] is None:
            answers = [("w", "write", "write mine: the file is made again")]
        title, words = "The file changed on disk", f"{self._what()}\nNothing was written."
        if kept:
            title = "The file holds their text"
            words = "You kept both: the file still is theirs.\nNothing was written."
        self.bench.app.push_screen(ChooseScreen(title, words, answers), self._decided)

    def _decided(self, answer: str | None) -> None:
        if self.theirs is None:
            return
        if answer is None:
            if self._parted is not None:
                self.theirs = None  # decided before, and nothing is new
            self._waiting = None
            return
        data = self.theirs[0]
        session = self.session
        if answer == "diff":
            path, mine = session.path.name, session.live.data()
            theirs = data or b""
            worker = self._start(
                "comparing",
                lambda: work.comparing(
                    theirs, mine, f"{path}, on disk", f"{path}, in the workbench"
                ),
            )
            self.bench.waiting.begin(worker)
            self.bench.after_diff = self.decide
            return
        if answer == "reload":
            self.bench.bench_app.set_aside()
        session.disk_note = ""
        self.theirs = self._parted = None
        after, self._waiting = self._waiting, None
        session.disk_sha = _ABSENT if data is None else session.sha_of(data)
        if answer == "reload" and data is not None:
            self.take(data)
        elif answer == "write":
            self.save(after)
        elif answer == "keep":
            self._parted = (data,)
            if data is not None:
                session.mark_disk(data)
            self._keep("kept while the file changed on disk")
        self.bench.query_one("#task").refresh()

    def _keep(self, why: str) -> None:
        path, mine, tokens = self.session.path, self.session.live.data(), self.tokens()
        worker = self._start("keeping", lambda: keep.keeping(path, mine, why, tokens))
        if self._after_keep is not None:
            self.bench.waiting.begin(worker, stops=False, on_leave=self._forget)

    def keep_and_leave(self, then: Callable[[], object]) -> None:
        """Make the text a version, leave the file as it is, and go on."""
        self._after_keep = then
        self._keep("kept at the end, not written to the file")

    def wrote(self, data: bytes) -> None:
        """The file was written, and the text of the editor is another."""
        self.session.mark_disk(data)
        self._parted = None
        self._ours(data)

    def take(self, data: bytes) -> None:
        """Put the bytes of the file into the editor, as one step that undo takes back."""
        from workbench.prompt.source import Source

        source = Source.from_bytes(data)
        self.session.live.source = source
        self._parted = None
        self.bench.editor.replace_text(source.text)
        self.session.mark_clean(data, self.session.live.revision)
        self._ours(data)
        self._place(data)
        self.bench.refresh_map()

    # -- results --------------------------------------------------------------------------

    def done(self, event: jobs.Done) -> bool:
        """Take a result; false when it is not one of ours."""
        match event.name:
            case "saving":
                self._saved(event)
            case "looking":
                self._looked(event.result)
            case "placing":
                self.placed(*event.result)
            case "keeping":
                after, self._after_keep = self._after_keep, None
                if after is not None:
                    after()
                    return True
                self.session.kept[event.result.sha256] = f"version {event.result.n}"
                self.bench.bench_app.say(
                    f"Yours is version {event.result.n}; the file stays theirs."
                )
            case _:
                return False
        return True

    def failed(self, event: jobs.Failed) -> bool:
        """A save that was refused because the file changed: ask; else not ours."""
        from workbench.errors import StoreError
        from workbench.store.file_errors import ChangedOnDisk

        if event.name in ("saving", "keeping"):
            self._forget()
        if event.name == "saving" and isinstance(event.error, ChangedOnDisk):
            self._stat = None
            self.watch()
        error = event.error
        if event.name == "saving" and isinstance(error, StoreError) and error.not_kept:
            self._ask_unkept(error)
            return True
        return False

    def _ask_unkept(self, error: CtxbenchError) -> None:
        """No version can be kept, so nothing was written: the file alone, on a word."""
        after, self._after_save = self._after_save, None
        self.session.storeless = True

        def decided(answer: str | None) -> None:
            if answer == "write":
                self.save(after, keep_it=False)

        answers = [
            ("w", "write", "write the file; no version is kept, undo knows only this window")
        ]
        words = f"{error}\nYour text is here."
        self.bench.app.push_screen(ChooseScreen("No version can be kept", words, answers), decided)
