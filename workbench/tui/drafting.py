"""Keeps what is typed in a draft, so that no end of the workbench loses more than an instant.

A thread looks four times a second whether the text is another. So typing costs nothing, typing
without a pause postpones nothing, and a screen that is busy or hangs keeps no text from the disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import CtxbenchError

if TYPE_CHECKING:
    from workbench.tui.session import Session
    from workbench.verbs.drafts import Draft, DraftFile

#: Seconds between two looks.
EVERY = 0.25
#: Seconds that an end which is in a hurry waits for a draft that is just being written.
_PATIENCE = 2.0


def _nobody(_: object) -> None:
    """Nobody wants to know."""


class Drafting:
    """The draft of one session. `trouble(words)` is called once when no draft can be written,
    `kept(yes)` when one comes or goes; both in any thread."""

    def __init__(
        self,
        session: Session,
        trouble: Callable[[str], object] = _nobody,
        kept: Callable[[bool], object] = _nobody,
    ) -> None:
        self.session = session
        self._trouble, self._kept = trouble, kept
        # Taken again by the same thread when a signal comes in the middle of a write.
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._file: DraftFile | None = None
        self._seen: tuple[int, str] | None = None  # what was looked at last: revision, hash on disk
        self._unwanted = -1  # the revision that the person did not want to keep
        self._failed = False
        self._closed = False
        #: Called at each look; a place for what else must not depend on the screen.
        self.also: Callable[[], object] = lambda: None

    def start(self) -> None:
        """Look from now on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="ctxbench-draft", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(EVERY):
            self.look()
            self.also()

    @property
    def name(self) -> str:
        """By which the draft of this session is told from those that were left behind."""
        return self._file.session if self._file is not None else ""

    @property
    def where(self) -> Path | None:
        """The draft, while there is one."""
        return self._file.file if self._file is not None else None

    def look(self, *, sync: bool = True) -> Path | None:
        """Bring the draft up to date; returns where it lies, or None when nothing is unsaved (or
        it could not be written)."""
        session = self.session
        if not self._lock.acquire(timeout=_PATIENCE):
            return self.where  # a disk that hangs: what was written before is there
        try:
            if self._closed or not session.known:
                return self.where
            live = session.live
            state = live.revision, session.disk_sha
            if state == self._seen:
                return self.where
            # Copied in one step; joined and encoded here, beside the keys.
            lines, source, data = list(live.lines), live.source, session.data
            now = source.with_text("".join(lines))
            if now.data == data or state[0] == self._unwanted:
                self._drop()
            else:
                self._write(now, state[1], sync)
            self._seen = state
            return self.where
        except Exception as error:  # noqa: BLE001 - at every end there is more to be done than this
            if not self._failed:
                self._failed = True
                known = isinstance(error, CtxbenchError)
                self._trouble(str(error) if known else f"No draft could be written ({error}).")
            return None
        finally:
            self._lock.release()

    def _write(self, source: object, base: str, sync: bool) -> None:
        from workbench.prompt.source import Source
        from workbench.verbs.drafts import DraftFile

        assert isinstance(source, Source)
        if self._file is None:
            self._file = DraftFile(self.session.path)
        self._file.write(source, base, self.session.version, sync=sync)
        self._failed = False
        self._kept(True)

    def _drop(self) -> None:
        if self._file is not None and self._file.file is not None:
            self._file.drop()
            self._kept(False)

    def set_aside(self) -> Path | None:
        """Leave what is unsaved now behind as a draft that will be offered; the session goes on
        with another one. None: nothing was unsaved, or it could not be written."""
        with self._lock:
            self._seen = None
            where = self.look()
            if self._file is not None:
                self._file.leave()
            self._seen = None
            self._kept(False)
            return where

    def instead_of(self, draft: Draft) -> None:
        """The text of `draft` is in the editor now: it goes when ours is on the disk."""
        from workbench.verbs.drafts import discard

        if self.look() is not None:
            with suppress(CtxbenchError):  # then it is offered once more
                discard(draft)

    def discard(self) -> None:
        """What is unsaved now is not wanted, or kept elsewhere: no draft of it. What is typed
        after that is kept again."""
        with self._lock:
            self._unwanted, self._seen = self.session.live.revision, None
            self._drop()

    def end(self, *, sync: bool = True) -> Path | None:
        """Look for the last time; returns the draft that is left behind, if one is."""
        self._stop.set()
        where = self.look(sync=sync)
        with self._lock:
            self._closed = True
        return where
