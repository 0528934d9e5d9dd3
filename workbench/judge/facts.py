"""What a rule may know about the project around a prompt, handed in by whoever does the I/O.

Rules are pure: they ask these facts and never look at a disk, a clock or a network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date


def _unknown(path: str) -> bool | None:
    return None


@dataclass(frozen=True)
class Facts:
    """`exists(path)` answers for a path as written in the prompt: true, false, or None when
    nobody looked. `scripts` maps the names that can be run (`npm run`, `make`, `just` ...) by
    runner; `versions` maps a tool or package to the version or range the project asks for, with
    the file that says so; `symbol(name)` tells whether a symbol occurs in the project's code.
    `today` is the day of the review, None when it is not to matter.
    """

    root: str = ""
    today: date | None = None
    exists: Callable[[str], bool | None] = _unknown
    scripts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    versions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    symbol: Callable[[str], bool | None] = _unknown
    tools: frozenset[str] = frozenset()

    @property
    def known(self) -> bool:
        """Whether anybody looked at the project at all."""
        return bool(self.root)


NO_FACTS = Facts()
