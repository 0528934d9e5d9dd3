"""Finding text in the editor: the places of some words, and the line in which they are typed.

Nothing is ever selected: a key pressed once too often must not replace the text it found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on
from textual.widgets import Input

from workbench.tui.pane import Pane
from workbench.tui.safe import safe

if TYPE_CHECKING:
    from workbench.tui.screens.bench_actions import BenchActions


class Hit(NamedTuple):
    """A place: a line (0-based) and its columns in code points, half-open."""

    line: int
    start: int
    end: int


def hits(lines: Sequence[str], words: str) -> list[Hit]:
    """All places of `words`, in order. Words with a capital letter are looked for exactly."""
    if not words:
        return []
    pattern = re.compile(re.escape(words), 0 if words != words.lower() else re.IGNORECASE)
    return [
        Hit(number, found.start(), found.end())
        for number, line in enumerate(lines)
        for found in pattern.finditer(line)
    ]


def pick(found: Sequence[Hit], at: tuple[int, int], by: int) -> int:
    """Which place comes next after (`by` 1), at or after (0), or before (-1) a cursor; round."""
    here = (at[0], at[1])
    if by < 0:
        before = [i for i, hit in enumerate(found) if (hit.line, hit.start) < here]
        return before[-1] if before else len(found) - 1
    for i, hit in enumerate(found):
        if (hit.line, hit.start) > here or (not by and (hit.line, hit.start) == here):
            return i
    return 0


class Seeker:
    """What is looked for in one bench, with the line to type in or without it."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.words = ""
        self.origin = (0, 0)

    @property
    def line(self) -> FindInput | None:
        """The row that is open, if any."""
        found = self.bench.query(FindInput)
        return found.first() if found else None

    def open(self) -> None:
        """Show the line, or go on to the next place when it is open already."""
        if self.line is not None:
            self.go(1)
            return
        self.origin = self.bench.editor.selection.end
        line = FindInput(self)
        self.bench.mount(line, before="#keys")
        self.bench.set_focus(line)

    def close(self) -> None:
        """The row goes; the cursor stays at the place that was found."""
        line = self.line
        self.bench.editor.show_hit(None)
        self.bench.set_focus(self.bench.editor)
        if line is not None:
            line.remove()

    def typed(self, words: str) -> None:
        """Other words: the first place from where the search began."""
        self.words = words
        self.bench.editor.show_hit(None)
        if words:
            self._show(0, self.origin)
        else:
            self._say("")

    def go(self, by: int) -> None:
        """The next or the previous place; asks for words when there are none."""
        if not self.words:
            if self.line is None:
                self.open()
            return
        self._show(by, self.bench.editor.selection.end)
        if self.line is None:
            self.bench.set_focus(self.bench.editor)

    def _show(self, by: int, at: tuple[int, int]) -> None:
        editor = self.bench.editor
        found = hits(editor.prompt_document.lines, self.words)
        if not found:
            if self.line is not None:
                editor.move_cursor(self.origin)
            self._say("not in the prompt")
            return
        index = pick(found, at, by)
        hit = found[index]
        editor.show_hit((hit.line, hit.start, hit.end) if self.line is not None else None)
        editor.move_cursor((hit.line, hit.start))
        editor.scroll_cursor_visible(center=True)
        self._say(f"{index + 1} of {len(found)}")

    def _say(self, words: str) -> None:
        line = self.line
        if line is not None:
            line.say(words)
        elif words:
            self.bench.bench_app.say(f"{self.words}: {words}")


class FindInput(Pane, Input):
    """One row below the panes; its title says which of how many places is shown.

    A single widget, so that it has the focus at once: what is typed right after the key that
    opens it belongs here, not into the prompt.
    """

    obeys = False
    _KEYS: ClassVar[dict[str, int]] = {
        "enter": 1,
        "down": 1,
        "ctrl+f": 1,
        "shift+enter": -1,
        "up": -1,
    }

    def __init__(self, seeker: Seeker) -> None:
        super().__init__(seeker.words, placeholder="text to find; capitals are exact", id="find")
        self.seeker = seeker
        self.say("")

    def on_mount(self) -> None:
        if self.seeker.words:
            self.seeker.typed(self.seeker.words)

    def say(self, words: str) -> None:
        """Which of how many places, or that there is none."""
        self.border_title = safe(f"▶ Find · {words}" if words else "▶ Find")

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.seeker.close()
        elif event.key in self._KEYS:
            if self.value != self.seeker.words:  # typed in one piece with this key
                self.seeker.typed(self.value)
            self.seeker.go(self._KEYS[event.key])
        else:
            return  # Textual goes on to the handler of `Input`
        event.prevent_default()
        event.stop()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.value != self.seeker.words:  # not `event.value`, which may be an older one
            self.seeker.typed(self.value)

    @on(Input.Blurred)
    def _left(self, event: Input.Blurred) -> None:
        """Another pane was clicked or another screen came: the row goes, the focus stays."""
        event.stop()
        self.seeker.bench.editor.show_hit(None)
        self.remove()
