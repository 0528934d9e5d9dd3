"""The versions of a file: note, time, tokens, change against the file; compare, restore, label."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from workbench.tui.keymap import current
from workbench.tui.rows import Piece, Row, RowList, fit
from workbench.tui.screens.reader import ReaderScreen
from workbench.verbs.versions import Listed, VersionsResult


class Wanted(NamedTuple):
    """What the person chose: `compare`, `view`, `restore` or `label` of a version."""

    what: str
    n: int


class VersionsScreen(ReaderScreen):
    """Newest first. Gives what is wanted, or None."""

    PLACE = "versions"
    KEYS = ("compare", "view", "restore", "label", "close", "help")
    BINDINGS: ClassVar[list[BindingType]] = current().bindings("versions")

    def __init__(self, result: VersionsResult | None, name: str, at: int | None = None) -> None:
        super().__init__()
        self.listed: list[Listed] = list(reversed(result.versions)) if result else []
        self.result = result
        self.file = name
        self.at = at

    def on_mount(self) -> None:
        count = len(self.listed)
        words = f"{count} version{'s' if count != 1 else ''}"
        held = self.result.held if self.result is not None else None
        if self.result is not None and self.result.unsaved:
            words += f" · the file is version {held}" if held else " · the file holds other text"
        self.title_bar(Piece(f" Versions of {self.file}  ", "title"), Piece(words, "dim"))
        self.rows.has_cursor = self.rows.pointer = bool(self.listed)
        width = self.app.size.width - 2
        empty: list[Row] = [
            (Piece(" Nothing is stored yet. Saving stores a version first, then writes.", "dim"),)
        ]
        self.rows.set_rows(
            [_row(one, one.version.n == held, width) for one in self.listed] or empty
        )
        numbers = [one.version.n for one in self.listed]
        if self.at in numbers:
            self.rows.cursor = numbers.index(self.at)

    def offers(self) -> list[tuple[str, str, str]]:
        none = not self.listed
        return [one for one in super().offers() if not none or one[1] in ("close", "help")]

    def _choose(self, what: str) -> None:
        if self.listed:
            self.leave(Wanted(what, self.listed[self.rows.cursor].version.n))

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self._choose("compare")

    def action_compare(self) -> None:
        self._choose("compare")

    def action_view(self) -> None:
        self._choose("view")

    def action_restore(self) -> None:
        self._choose("restore")

    def action_label(self) -> None:
        self._choose("label")


def _row(one: Listed, held: bool, width: int) -> Row:
    version = one.version
    tokens = next(iter(version.tokens.values()), None)
    change = ""
    if one.same_as_file:
        change = "= file"
    elif one.change is not None:
        change = f"+{one.change.lines_added} -{one.change.lines_removed}"
    labels = " ".join(f'"{name}"' for name in version.labels)
    counted = f"{tokens:,}" if tokens is not None else "-"
    left = [
        Piece(" ●" if held else "  ", "good"),
        Piece(f"{version.n:>4}  ", "bold"),
        Piece(f"{_when(version.time)}  ", "dim"),
        Piece(f"{counted:>8} tok  ", "number"),
        Piece(f"{change:>11}  ", "warn" if not one.same_as_file else "dim"),
    ]
    used = 2 + 6 + 22 + 14 + 13
    room = max(8, width - used - (len(labels) + 1 if labels else 0))
    note = version.reason or version.kind
    if version.author != "user":
        note = f"{note} ({version.author})"
    return (*left, Piece(labels + " " if labels else "", "key"), Piece(fit(note, room)))


def _when(stamp: str) -> str:
    try:
        moment = datetime.fromisoformat(stamp).astimezone(UTC)
    except ValueError:
        return stamp[:20].ljust(20)
    return moment.strftime("%Y-%m-%d %H:%M UTC")
