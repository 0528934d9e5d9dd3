"""Layouts: which panes stand where, as YAML files that users can add to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from workbench import resources
from workbench.errors import UsageError
from workbench.prompt.numbers import whole_number
from workbench.prompt.visible import one_line
from workbench.tui.keymap import config_folder, load_yaml

PANES = ("parts", "editor", "inspector")
#: Layouts that are read, and columns or rows of one.
_MOST = 100
_MOST_TRACKS = 20
_SIZE = re.compile(r"auto|\d{1,4}(?:\.\d{1,3})?(?:fr|%|w|h|vw|vh)?")


class Layout(NamedTuple):
    """A grid. `panes` maps a pane to the columns and rows it spans; panes not named are hidden.

    `columns` and `rows` are Textual sizes (`34`, `1fr`); `min_width` is in cells.
    """

    name: str
    columns: str
    rows: str
    panes: Mapping[str, tuple[int, int]]
    min_width: int = 0

    def least(self) -> tuple[int, int]:
        """The columns and rows that the panes need, so that none of them vanishes."""
        return _least(self.columns, 20), _least(self.rows, 3)

    def fits(self, width: int, height: int) -> bool:
        """Whether every pane can be seen in a grid of this size."""
        columns, rows = self.least()
        return columns <= width and rows <= height


def _least(sizes: str, share: int) -> int:
    """Cells that `sizes` need, where what takes a share of the rest gets at least `share`."""
    return sum(int(size) if size.isdigit() else share for size in sizes.split())


def read_layout(path: Path) -> Layout:
    """Read one layout file. Raises UsageError that says what is wrong with it."""
    try:
        data = load_yaml(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"The layout {path.name} cannot be read: {why}.") from None
    try:
        panes: dict[str, tuple[int, int]] = {}
        for name, spans in data["panes"].items():
            if name not in PANES:
                raise UsageError(
                    f"The layout {path.name} names a pane {name!r}.",
                    hint=f"Known: {', '.join(PANES)}.",
                )
            across, _, down = str(spans or "1 x 1").partition("x")
            panes[name] = (_number(across, _MOST_TRACKS), _number(down or "1", _MOST_TRACKS))
        if "editor" not in panes:
            raise UsageError(f"The layout {path.name} has no editor.")
        return Layout(
            path.stem,
            _sizes(data["columns"]),
            _sizes(data["rows"]),
            panes,
            _number(data.get("min_width", 0), 10_000),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(
            f"The layout {path.name} does not fit: {error!r}.",
            hint="It needs columns, rows and panes; see narrow.yaml.",
        ) from None


def _number(given: object, most: int) -> int:
    """A whole number from 0 to `most`. Raises ValueError."""
    number = whole_number(str(given).strip())
    if number is None or number > most:
        raise ValueError(f"{one_line(str(given), 20)} is no number from 0 to {most}")
    return number


def _sizes(given: Any) -> str:
    """Sizes as Textual takes them. Raises ValueError."""
    sizes = str(given).split() if isinstance(given, (str, int)) else [str(size) for size in given]
    bad = [size for size in sizes if not _SIZE.fullmatch(size)]
    if bad or not 0 < len(sizes) <= _MOST_TRACKS:
        raise ValueError(f"{one_line(' '.join(bad) or 'nothing', 40)} is no list of sizes")
    return " ".join(sizes)


def load_layouts() -> tuple[list[Layout], list[str]]:
    """All layouts, narrowest first, the user's over shipped ones of the same name; and problems."""
    found: dict[str, Layout] = {}
    problems = []
    for folder in (resources.layouts(), config_folder() / "layouts"):
        for path in sorted(folder.glob("*.yaml"))[:_MOST] if folder.is_dir() else ():
            if path.name == "keymap.yaml":
                continue
            try:
                found[path.stem] = read_layout(path)
            except UsageError as error:
                problems.append(str(error))
    return sorted(found.values(), key=lambda layout: (layout.min_width, layout.name)), problems


def fitting(
    layouts: list[Layout], width: int, wanted: str | None = None, height: int = 1 << 20
) -> Layout:
    """The layout that was asked for by name, else the widest; always one whose panes are all seen.

    `width` and `height` are those of the grid, in cells.
    """
    fit = [layout for layout in layouts if layout.fits(width, height)]
    for layout in fit:
        if layout.name == wanted:
            return layout
    return [PLAIN, *(layout for layout in fit if layout.min_width <= width)][-1]


#: The text alone, where nothing else has room.
PLAIN = Layout("plain", "1fr", "1fr", {"editor": (1, 1)})
