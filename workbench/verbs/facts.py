"""The facts about the project around a prompt, as rules and claims may ask them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from workbench.hosts.project import Project, Root, find_root
from workbench.judge.facts import Facts
from workbench.verbs.inputs import Input
from workbench.verbs.same_file import file_identity

V = TypeVar("V")


#: Projects that one run has looked at, by root, so that each tree is read once.
Seen = dict[Path, Project]


def facts_for(
    given: Input, root: Path | None = None, today: date | None = None, seen: Seen | None = None
) -> tuple[Facts, Root]:
    """What can be known around one FILE. Without a place on the disk only the day is known.

    `seen` shares what was read between the files of one run; it must not outlive the run.
    """
    day = today or date.today()
    found = find_root(given.path, root)
    if found.path is None or not found.path.is_dir():
        return Facts(today=day), found
    folder = given.path.absolute().parent if given.path is not None else found.path
    project = Project(found.path, folder)
    if seen is not None:
        project.share(seen.setdefault(project.root, project))
    facts = facts_of(project, found, day, given.path)
    return replace(facts, imported=_Later(lambda: _imported(given))), found


#: Folders that hold the code of others.
_COPIES = frozenset({"vendor", "node_modules", "third_party", "third-party"})


def _imported(given: Input) -> Mapping[str, str]:
    """The texts of the files that the host loads along with a prompt, by their path."""
    from workbench.verbs.imported import imported_texts

    if given.path is None:
        return {}
    near = given.path.absolute().parent
    return {relative(path, near): text for path, text in imported_texts(given.prompt(), given.path)}


def relative(path: Path, folder: Path) -> str:
    """`path` as seen from a folder where it lies below that, else as it is."""
    try:
        return path.absolute().relative_to(folder).as_posix()
    except ValueError:
        return str(path)


def facts_of(project: Project, root: Root, today: date | None, file: Path | None = None) -> Facts:
    """A project as `Facts`; its tree is read when the first question needs it. `file`: where the
    prompt stands."""
    own = file_identity(file) if file is not None else None
    return Facts(
        root=str(project.root),
        today=today,
        exists=project.exists,
        here=project.here,
        beside=project.beside,
        lines=project.lines,
        scripts=_Later(lambda: project.scripts),
        versions=_Later(lambda: project.versions),
        symbol=project.symbol,
        tools=project.tools(),
        imports=project.imports,
        locate=project.locate,
        mentions=project.mentions,
        defined=project.defined,
        depends=lambda name: name.lower() in project.packages,
        ignored=project.ignored,
        at_home=root.how != "folder" and not _copied(file, project.root),
        matches=project.matches,
        itself=lambda path: own is not None and file_identity(project.root / path) == own,
        skills=_Later(lambda: project.skills),
        skill_names=_Later(lambda: project.skill_names),
        agent_names=_Later(lambda: project.agent_names),
        above=project.above,
    )


def _copied(file: Path | None, root: Path) -> bool:
    """Whether a prompt came along with somebody else's code: it speaks of another project."""
    if file is None:
        return False
    return any(part in _COPIES for part in Path(relative(file, root.absolute())).parts[:-1])


class _Later(Mapping[str, V]):
    """A table that is read when somebody looks into it."""

    def __init__(self, read: Callable[[], Mapping[str, V]]) -> None:
        self._read = read

    @cached_property
    def _table(self) -> Mapping[str, V]:
        return self._read()

    def __getitem__(self, key: str) -> V:
        return self._table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)
