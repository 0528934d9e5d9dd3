"""Reviews of files that did not change are not worked out again.

A kept review is used where all that it rests on is as it was: the bytes of the file and its marks,
the program, the rules and hosts that people added, the settings, the day, and what the rules asked
of the project (`asked_facts`). Where the store cannot be read or written, everything is worked out.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import StoreError
from workbench.judge.findings import Finding, Related
from workbench.prompt.edits import Splice
from workbench.verbs.asked_facts import Asked, States
from workbench.verbs.looked_at import LookedAt

if TYPE_CHECKING:
    from workbench.hosts.project import Root
    from workbench.judge.facts import Facts
    from workbench.prompt.prompt import Prompt
    from workbench.store.kept import Row
    from workbench.store.store import Store
    from workbench.verbs.facts import Seen
    from workbench.verbs.inputs import Input
    from workbench.verbs.review import Options

#: Goes up when what is kept gets another form.
_FORM = 2
#: How long another program that holds the store is waited for: the work itself takes less.
_PATIENCE_S = 0.2
_LIBRARIES = ("markdown-it-py", "PyYAML", "snowballstemmer")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the rules made of one text: the findings that are shown, how many are not shown because
    they are quiet or muted, and what was looked at."""

    findings: tuple[Finding, ...]
    hidden: int
    muted: int
    looked_at: LookedAt
    false_claims: int | None
    stopped: tuple[str, ...] = ()
    #: By rule where it comes from: told with each finding, and the rules need not be loaded for it.
    sources: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Outcome:
        looked = kept["looked_at"]
        return cls(
            tuple(map(_finding, kept["findings"])),
            kept["hidden"],
            kept["muted"],
            LookedAt(tuple(looked["rules"]), looked["known"], tuple(looked["left"])),
            kept["false_claims"],
            sources=dict(kept["sources"]),
        )


def _finding(kept: Mapping[str, Any]) -> Finding:
    related = tuple(Related(**one) for one in kept["related"])
    repair = tuple(Splice(**one) for one in kept["repair"])
    return Finding(**{**kept, "related": related, "repair": repair})


class KeptReviews:
    """The kept reviews of one run. What is new is written at its end, by `close`."""

    def __init__(self) -> None:
        self._store: Store | None = None
        self._closed = self._asked = False
        self._new: list[Row] = []
        self._states: dict[tuple[str, ...], str] = {}
        self._base = ""

    def slot(
        self, given: Input, prompt: Prompt, facts: Facts, root: Root, chosen: Options, seen: Seen
    ) -> Slot | None:
        """Where the review of a file is kept; None for a text whose review is not."""
        from workbench.verbs.every_rule import of_packages

        if given.origin != "file" or given.path is None or of_packages():
            return None  # a rule in code of others may look at anything
        path = given.path.absolute()
        how = (
            *(chosen.host, str(chosen.root), chosen.all, chosen.task, sorted(chosen.rules)),
            *(sorted(chosen.severity.items()), repr(chosen.counting), chosen.rule_seconds),
        )
        self._base = self._base or _digest(program_state(), *added_state())
        key = _digest(
            *(self._base, repr(how), given.spec, os.fsencode(path), given.data, prompt.kind),
            *(repr(sorted(prompt.marks)), repr(sorted(chosen.muted_in(given.spec)))),
            *(str(root.path), root.how, repr(sorted(facts.tools)), str(facts.today)),
        )
        project = seen.get(Path(facts.root)) if facts.root else None
        states = States(facts, project, str(path.parent), self._states)
        return Slot(self, _digest(os.fsencode(path), given.spec, repr(how)), key, states)

    def with_marks(self, prompt: Prompt, path: Path | None) -> Prompt:
        """The prompt with its marks. The store is asked on the side for the first file, which notes
        any trouble with it; for the others it stays open."""
        from workbench.verbs.mark import marks_in, with_marks

        try:
            if path is not None and self._asked and not self._closed:
                found = marks_in(path, prompt, self._open())
                return prompt.with_marks(found) if found else prompt
        except StoreError:
            self._closed = True
        self._asked = True
        return with_marks(prompt, path)

    def read(self, slot: str, key: str) -> str | None:
        try:
            return None if self._closed else self._open().kept.result(slot, key)
        except StoreError:
            self._closed = True
            return None

    def put(self, slot: str, key: str, result: str) -> None:
        from workbench.store.kept import Row

        self._new.append(Row(slot, key, result))

    def close(self) -> None:
        """Write what is new. Nothing is lost where that cannot be done, so nothing is said."""
        try:
            if self._new and not self._closed:
                self._open().kept.keep(self._new)
        except StoreError:
            pass
        finally:
            self._new.clear()
            if self._store is not None:
                self._store.close()
                self._store = None

    def _open(self) -> Store:
        if self._store is None:
            from workbench.store.store import Store

            self._store = Store(wait_s=_PATIENCE_S)
        return self._store


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one review, and the key that says what it rests on."""

    reviews: KeptReviews
    name: str
    key: str
    states: States

    def found(self) -> Outcome | None:
        """The kept review, where the project answers as it did."""
        kept = self.reviews.read(self.name, self.key)
        if kept is None:
            return None
        try:
            read = json.loads(kept)
            return Outcome.from_dict(read["outcome"]) if self.states.hold(read["asked"]) else None
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            return None

    def keep(self, outcome: Outcome, asked: Asked) -> None:
        """Keep a review; not one whose rules were stopped, since they may end another time."""
        if not outcome.stopped:
            result = {"asked": asked.to_dict(self.states), "outcome": outcome.to_dict()}
            self.reviews.put(self.name, self.key, json.dumps(result))


@cache
def program_state() -> str:
    """What stands for the program, its rules and its data: names, sizes and times of its files, and
    the versions of what it reads text with."""
    from importlib.metadata import PackageNotFoundError, version

    import workbench

    top = Path(workbench.__file__).parent
    parts = [str(_FORM), workbench.__version__, sys.version, sys.platform, str(top)]
    for place, folders, names in os.walk(top):
        folders[:] = sorted(one for one in folders if one != "__pycache__")
        for name in sorted(names):
            found = Path(place, name).stat()
            parts.append(f"{place}/{name} {found.st_size} {found.st_mtime_ns}")
    for library in _LIBRARIES:
        try:
            parts.append(version(library))
        except PackageNotFoundError:
            parts.append("?")
    return _digest(*parts)


def added_state() -> Iterator[str | bytes]:
    """The bytes of the rules and hosts that people added, each with its name."""
    from workbench.hosts.registry import project_hosts, user_folder
    from workbench.verbs.every_rule import project_folder

    for found in (project_folder(), project_hosts(), (user_folder(), None)):
        if found is None:
            continue
        yield f"folder {found[0]}"
        try:
            files = sorted(one for one in found[0].iterdir() if one.suffix in (".yaml", ".yml"))
        except OSError:
            continue
        for file in files:
            yield from _file(file)


def _file(file: Path) -> Iterable[str | bytes]:
    from workbench.reading import read_start

    try:
        return (str(file), str(file.resolve()), read_start(file, 2_000_000))
    except (OSError, ValueError, RuntimeError) as error:
        return (str(file), repr(error))


def _digest(*parts: str | bytes) -> str:
    """One name for all parts, their borders included."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        state.update(b"%d:" % len(data))
        state.update(data)
    return state.hexdigest()
