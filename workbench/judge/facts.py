"""What a rule may know about the project around a prompt, handed in by whoever does the I/O.

Rules are pure: they ask these facts and never look at a disk, a clock or a network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date


def _unknown(path: str) -> bool | None:
    return None


def _nowhere(name: str) -> tuple[str, ...]:
    return ()


def _uncounted(name: str) -> int | None:
    return None


def _none_above(name: str) -> tuple[tuple[str, int], ...]:
    return ()


def _not_beside(path: str) -> bool:
    return False


def _other(path: str) -> bool:
    return False


def _unsearched(name: str, path: str) -> bool | None:
    return None


@dataclass(frozen=True)
class Facts:
    """`exists(path)` answers for a path as written in the prompt: true, false, or None when nobody
    looked; it is true as well for the end of a longer path, which `here(path)` is not: that asks
    from the top of the project, the folder of the prompt and those between; `beside(path)` from the
    folder of the prompt alone. `lines(path)`: how many lines that file has. `imports(path)` answers
    the same for an `@import`, which hosts look up from the folder of the prompt alone. `scripts`
    maps the names that can be run (`npm run`, `make`, `just` ...) by runner to what each runs or
    where it is defined; a runner whose names nobody could list is absent. `versions` maps a tool or
    package (lower case) to what the project asks for: pairs of a version or range and the file that
    says so, the most binding first. `symbol(name)` tells whether a symbol occurs in the project's
    code, `mentions(name, path)` whether it occurs in that one file, `defined(name)` where it occurs
    (`src/a.py:12`), and `locate(name)` which files of the tree end in that name. `depends(name)`:
    whether a manifest of the project names that package. `tools`: linters and formatters that it
    sets up. `ignored(path)`: whether version control is told to ignore it. `at_home`: whether a
    project was found around the prompt. `matches(glob)`: how many files of the tree a path filter
    selects, counted from the root. `skills`: the descriptions of all skills of the tree, by the
    path of their file, `skill_names` what they call themselves, `agent_names` the same of agents.
    `above(name)`: files of that name from the top down to the folder of the prompt, with their
    bytes. `itself(path)`: whether a path of the tree leads to the very file of the prompt, by
    whatever way. `imported`: the texts of the files that come along by imports, by their path.
    `today` is the day of the review, None when it is not to matter.
    """

    root: str = ""
    today: date | None = None
    exists: Callable[[str], bool | None] = _unknown
    here: Callable[[str], bool | None] = _unknown
    beside: Callable[[str], bool] = _not_beside
    lines: Callable[[str], int | None] = _uncounted
    scripts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    versions: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    symbol: Callable[[str], bool | None] = _unknown
    tools: frozenset[str] = frozenset()
    imports: Callable[[str], bool | None] = _unknown
    locate: Callable[[str], tuple[str, ...]] = _nowhere
    mentions: Callable[[str, str], bool | None] = _unsearched
    defined: Callable[[str], tuple[str, ...]] = _nowhere
    depends: Callable[[str], bool | None] = _unknown
    ignored: Callable[[str], bool | None] = _unknown
    at_home: bool = True
    matches: Callable[[str], int | None] = _uncounted
    itself: Callable[[str], bool] = _other
    skills: Mapping[str, str] = field(default_factory=dict)
    skill_names: Mapping[str, str] = field(default_factory=dict)
    agent_names: Mapping[str, str] = field(default_factory=dict)
    above: Callable[[str], tuple[tuple[str, int], ...]] = _none_above
    imported: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Whether anybody looked at the project at all."""
        return bool(self.root)


NO_FACTS = Facts()
