"""What the session tells the panes: a row of the parts list, the window bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from workbench.tui.mapping import Spot

if TYPE_CHECKING:
    from workbench.prompt.parts import Part

#: Scenarios of the window in words: short after the fill, and after a weight.
SESSIONS = {
    "alone": ("this file alone", "with this file alone"),
    "fresh": ("fresh session", "in a fresh session"),
    "half": ("half-used", "with the window half full"),
    "full": ("nearly full", "with the window nearly full"),
    "compacted": ("after compaction", "after compaction"),
}


class PartRow(NamedTuple):
    """What the parts list shows of one part."""

    part: Part
    spot: Spot
    tokens: int | None
    share: float | None
    score: float | None
    klass: str  # a model's; empty where none judged
    usage: str
    flags: str
    found: str = ""  # sign and count of its findings
    loud: str = ""  # severity of the loudest
    judge: str = ""  # sign of a score that a model gave
    below: int = 0  # parts below its heading
    section: int | None = None  # tokens with all of them

    @property
    def sums(self) -> bool:
        """Whether it is a heading alone, so that its row shows what stands below it as well."""
        return self.part.kind == "container" and self.below > 0


class Header(NamedTuple):
    """What the window bar shows."""

    name: str
    modified: bool
    version: str
    tokens: int | None
    label: str
    counter: str
    in_window: str
    scenario: str
    folder: str = ""
    over: int = 0  # tokens that do not fit into the window
    version_short: str = ""
