"""Offers text that an earlier session left unsaved: compare, take, keep as a version, discard.

Looked for after the first screen, in the background. Nothing here writes to the prompt's file.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import CtxbenchError
from workbench.tui import jobs
from workbench.tui.screens.dialogs import ChooseScreen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.tui.app import WorkbenchApp
    from workbench.tui.jobs import Steps
    from workbench.tui.screens.bench import BenchScreen
    from workbench.verbs.drafts import Draft, Found, Offered

_LOOKING, _COMPARING, _SHOWING, _KEEPING = (
    "looking for drafts",
    "comparing the draft",
    "showing the draft",
    "keeping the draft",
)


def _looking(path: Path, session: str) -> Steps:
    yield 0, 1
    from workbench.verbs.drafts import find

    return find(path, session)


def _comparing(path: Path, draft: Draft) -> Steps:
    yield 0, 1
    from workbench.verbs.drafts import compare

    return compare(path, draft)


def _keeping(path: Path, offered: Offered, tokens: Mapping[str, int]) -> Steps:
    yield 0, 1
    from workbench.verbs.drafts import keep

    return keep(path, offered, tokens)


def _ago(seconds: float) -> str:
    """How long ago, as people say it."""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'' if count == 1 else 's'} ago"
    return "just now"


def _when(draft: Draft) -> str:
    moment = datetime.fromtimestamp(draft.written, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{moment} ({_ago(max(0.0, time.time() - draft.written))})"


class DraftOffer:
    """What was left behind of one prompt, one draft after the other, newest first."""

    def __init__(self, app: WorkbenchApp, bench: BenchScreen) -> None:
        self.app, self.bench = app, bench
        self.session = bench.session
        self.drafts: list[Draft] = []
        self.at = 0
        self.offered: Offered | None = None
        self._asked = False

    def look(self, *, asked: bool = False) -> None:
        """Look for drafts; with `asked`, say so when there is none."""
        self._asked = asked
        path = self.session.path
        own = self.app.drafting.name if self.app.drafting is not None else ""
        jobs.start(self.app, _LOOKING, 0, lambda: _looking(path, own))

    def done(self, event: jobs.Done) -> None:
        """Take a result; those of others are left alone."""
        if event.name == _LOOKING:
            self._found(event.result)
        elif event.name == _COMPARING:
            self.offered = event.result
            self._offer()
        elif event.name == _SHOWING:
            from workbench.tui.screens.diff import DiffScreen

            self.app.push_screen(DiffScreen(*event.result), lambda _: self._offer())
        elif event.name == _KEEPING:
            self.app.say(f"Kept as version {event.result.n}; the file is as it was.")
            self._next()

    def failed(self, event: jobs.Failed) -> None:
        """Say what did not work; the draft is where it was."""
        if event.name in (_LOOKING, _COMPARING, _SHOWING, _KEEPING):
            self.app.say(event.words, severity="error")

    def _found(self, found: Found) -> None:
        for words in found.troubles:
            self.app.say(words, severity="warning")
        name = self.session.path.name
        if found.elsewhere:
            self.app.say(
                f"{name} is open in another window, with text that is not saved there.",
                severity="warning",
            )
        self.drafts, self.at = list(found.drafts), 0
        if self.drafts:
            self._compare()
        elif self._asked and not found.elsewhere:
            self.app.say(f"No earlier session left unsaved text of {name}.")

    def _compare(self) -> None:
        path, draft = self.session.path, self.drafts[self.at]
        jobs.start(self.app, _COMPARING, 0, lambda: _comparing(path, draft))

    # -- the question -----------------------------------------------------------------------

    def _offer(self) -> None:
        if self.app.screen is not self.bench:
            self.app.set_timer(0.3, self._offer)  # a question never covers another one
            return
        assert self.offered is not None
        self.app.push_screen(
            ChooseScreen("Unsaved text was left behind", self._words(), self._answers()),
            self._answered,
        )

    def _words(self) -> str:
        offered = self.offered
        assert offered is not None
        draft, name = offered.draft, self.session.path.name
        count = offered.differs
        lines = f"{count} line{'' if count == 1 else 's'}" if count else "no line"
        words = [
            f"{name} was edited and not saved. The text of {_when(draft)} was kept.",
            f"It differs from the file in {lines} ({offered.summary}).",
        ]
        if offered.on_disk is None and draft.base != "absent":
            words.append("The file itself is gone.")
        elif offered.moved_on:
            words.append("The file is no longer the one that this text was typed into.")
        if draft.path != self.session.path.resolve():
            words.append(f"It was typed when the file was {draft.path}.")
        if len(self.drafts) > 1:
            words.append(f"This is {self.at + 1} of {len(self.drafts)}, newest first.")
        return "\n".join(words)

    def _answers(self) -> Sequence[tuple[str, str, str]]:
        answers = [
            ("d", "diff", "show the difference to the file"),
            ("t", "take", "take it into the editor; nothing is written, undo takes it back"),
            ("v", "version", "keep it as a stored version; the file stays as it is"),
            ("l", "later", "keep it for later: it is offered again"),
            ("x", "discard", "discard it (asks first)"),
        ]
        if len(self.drafts) > 1:
            answers.insert(4, ("n", "next", "look at the next one"))
        return answers

    def _answered(self, answer: str | None) -> None:
        offered, session = self.offered, self.session
        assert offered is not None
        if answer == "diff":
            self._show()
        elif answer == "take":
            self._take(offered)
        elif answer == "version":
            path = session.path
            jobs.start(self.app, _KEEPING, 0, lambda: _keeping(path, offered, {}))
        elif answer == "next":
            self.at = (self.at + 1) % len(self.drafts)
            self._compare()
        elif answer == "discard":
            self._ask_discard(offered)
        else:
            self.app.say("It is kept, and offered again at the next open.")

    def _show(self) -> None:
        """The older text on the left, as everywhere."""
        from workbench.tui import work

        offered = self.offered
        assert offered is not None
        name, path = self.session.path.name, self.session.path
        disk = offered.on_disk or b"", f"{name}, on disk"
        draft = offered.data, f"{name}, unsaved text"
        (old, a), (new, b) = (draft, disk) if offered.file_is_newer else (disk, draft)
        jobs.start(self.app, _SHOWING, 0, lambda: work.comparing(old, new, a, b, path))

    def _take(self, offered: Offered) -> None:
        source = offered.draft.source(offered.data)
        self.session.live.source = source
        self.bench.editor.replace_text(source.text)
        self.bench.editor.focus()
        if self.app.drafting is not None:
            self.app.drafting.instead_of(offered.draft)
        more = len(self.drafts) - 1
        words = "The unsaved text is in the editor; it is written when you save."
        if more:
            words += f" {more} more: palette, Drafts."
        self.app.say(words)

    def _ask_discard(self, offered: Offered) -> None:
        def answered(answer: str | None) -> None:
            if answer != "yes":
                self._offer()
                return
            from workbench.verbs.drafts import discard

            try:
                discard(offered.draft)
            except CtxbenchError as error:
                self.app.say(str(error), severity="error")
                return
            self.app.say("Discarded.")
            self._next()

        words = f"It is in no file and in no version ({offered.summary})."
        answers = (
            ("y", "yes", "discard it for good"),
            ("n", "no", "back to the other answers"),
        )
        self.app.push_screen(ChooseScreen("Discard the unsaved text?", words, answers), answered)

    def _next(self) -> None:
        """One is decided: on to the next."""
        del self.drafts[self.at]
        self.at = 0
        if self.drafts:
            self._compare()
