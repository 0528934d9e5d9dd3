"""What the rules asked of a project while they ran, and whether it would answer the same now.

A result rests on the answers and on nothing else of the project, so it holds as long as they do.
All questions are asked again but those for words of the code, which would read all of it: there the
names, sizes and times of the code files stand for their words.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from workbench.hosts.project import Project
    from workbench.judge.facts import Facts

V = TypeVar("V")

QUESTIONS = (
    *("exists", "here", "beside", "lines", "imports", "locate", "mentions", "depends", "ignored"),
    *("matches", "itself", "above"),
)
OF_CODE = ("symbol", "defined")
TABLES = ("scripts", "versions", "skills", "skill_names", "agent_names", "imported")
#: A file that was written so shortly ago may be written again within the same tick of its clock.
YOUNG_S = 2.0


@dataclass
class Asked:
    """Questions with their answers as JSON, the tables that were looked into, and whether the words
    of the code were asked for."""

    answers: dict[tuple[str, tuple[str, ...]], Any] = field(default_factory=dict)
    tables: set[str] = field(default_factory=set)
    code: bool = False

    def to_dict(self, states: States) -> dict[str, Any]:
        return {
            "answers": [[name, list(words), said] for (name, words), said in self.answers.items()],
            "tables": {name: states.table(name) for name in sorted(self.tables)},
            "code": states.code() if self.code else "",
        }


class States:
    """What stands for the large answers of a project, worked out once a run and folder."""

    def __init__(
        self, facts: Facts, project: Project | None, folder: str, known: dict[tuple[str, ...], str]
    ) -> None:
        self._facts, self._project, self._known = facts, project, known
        self._place = (facts.root, folder)

    def table(self, name: str) -> str:
        def made() -> str:
            return _digest(json.dumps(_plain(getattr(self._facts, name)), sort_keys=True))

        return made() if name == "imported" else self._once(name, made)

    def code(self) -> str:
        project = self._project
        return self._once("code", lambda: code_state(project) if project is not None else "")

    def _once(self, name: str, make: Callable[[], str]) -> str:
        key = (*self._place, name)
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def hold(self, kept: Mapping[str, Any]) -> bool:
        """Whether the project answers as it did; `kept` is what `Asked.to_dict` made."""
        for name, words, said in kept["answers"]:
            if name not in QUESTIONS or _plain(getattr(self._facts, name)(*words)) != said:
                return False
        tables = kept["tables"].items()
        if any(name not in TABLES or self.table(name) != said for name, said in tables):
            return False
        return not kept["code"] or kept["code"] == self.code()


def watched(facts: Facts) -> tuple[Facts, Asked]:
    """The same facts, and the list in which every question that is asked of them is noted."""
    asked = Asked()

    def noting(name: str) -> Callable[..., Any]:
        answer = getattr(facts, name)

        def ask(*words: str) -> Any:
            said = answer(*words)
            asked.answers[name, words] = _plain(said)
            return said

        return ask

    def of_code(name: str) -> Callable[..., Any]:
        answer = getattr(facts, name)

        def ask(*words: str) -> Any:
            asked.code = True
            return answer(*words)

        return ask

    changed: dict[str, Any] = {name: noting(name) for name in QUESTIONS}
    changed |= {name: of_code(name) for name in OF_CODE}
    for name in TABLES:
        changed[name] = _Watched(name, getattr(facts, name), asked)
    return replace(facts, **changed), asked


class _Watched(Mapping[str, V]):
    """A table that notes that somebody looked into it."""

    def __init__(self, name: str, table: Mapping[str, V], asked: Asked) -> None:
        self._name, self._inside, self._asked = name, table, asked

    @property
    def _table(self) -> Mapping[str, V]:
        self._asked.tables.add(self._name)
        return self._inside

    def __getitem__(self, key: str) -> V:
        return self._table[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


def code_state(project: Project) -> str:
    """What stands for the words of all code files; another one each time where it cannot be told,
    because the tree is too large or a file was written just now."""
    from workbench.hosts.project_symbols import is_code

    tree, now = project.tree, time.time()
    state, settled = hashlib.sha256(), tree.complete
    for path in tree.files:
        if not is_code(path):
            continue
        try:
            found = (tree.root / path).stat()
        except (OSError, ValueError):
            state.update(f"{path}\0gone\0".encode("utf-8", "surrogatepass"))
            continue
        settled = settled and max(found.st_mtime, found.st_ctime) < now - YOUNG_S
        sizes = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
        state.update(f"{path}\0{sizes}\0".encode("utf-8", "surrogatepass"))
    return state.hexdigest() if settled else os.urandom(16).hex()


def _plain(value: Any) -> Any:
    """As it comes back from JSON."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (tuple, list)) else value


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
