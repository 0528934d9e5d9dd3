"""Answers of models as the store keeps them: by what was asked, who answered, and the method.

Asking the same again sends nothing, and a run that was broken off goes on with what is missing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from workbench.errors import AnswerBroken, StoreError
from workbench.measure.request import Question, Request, Usage
from workbench.models.runner import Answer, RunnerInfo
from workbench.prompt.visible import visible
from workbench.store.memory import text_key
from workbench.store.store import Store

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kept:
    """One answer as it is stored: `text` is the evidence, exactly what the model said; `cached`:
    it was stored before, and cost nothing."""

    text: str
    model: str
    usage: Usage
    cached: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {"text": self.text, "model": self.model, "usage": self.usage.to_dict()}


@dataclass(frozen=True, slots=True)
class Place:
    """Where answers of one judge by one method are kept."""

    store: Store
    info: RunnerInfo
    method: str

    def find(self, question: Question[T]) -> tuple[T, Kept] | None:
        """A stored answer that still reads well; one that does not is asked for again."""
        request = question.request
        if self.info.name == "folder":  # its files are the record, and can be mended by hand
            return None
        try:
            found = self.store.cache.score(_key(request), "", _who(self.info), self.method)
        except StoreError:
            return None
        if not isinstance(found, dict) or not isinstance(found.get("text"), str):
            return None
        try:
            value = question.read(found["text"])
        except AnswerBroken:
            return None
        counts = found.get("usage")
        usage = Usage()
        if isinstance(counts, dict):
            with suppress(TypeError):  # written by another version
                usage = Usage(**counts)
        return value, Kept(found["text"], str(found.get("model") or ""), usage, cached=True)

    def keep(self, request: Request, kept: Kept) -> None:
        """Raises StoreError."""
        if self.info.name == "folder":
            return
        who, content = _who(self.info), kept.to_dict()
        self.store.cache.keep_score(_key(request), "", who, self.method, content)


class Keeper(Generic[T]):
    """Reads answers and keeps them the moment they are read, in whichever thread that is.

    `kept`: of this run; `found`: stored by another process meanwhile; `trouble`: what could not be
    kept, in words."""

    def __init__(self, questions: dict[str, Question[T]], place: Place) -> None:
        self._questions, self._place = questions, place
        self.kept: dict[str, Kept] = {}
        self.found: dict[str, Kept] = {}
        self.trouble = ""
        self._late: list[tuple[Request, Kept]] = []

    def stored(self, request: Request) -> tuple[T] | None:
        """An answer that another process stored since the plan was made: it costs nothing."""
        found = self._place.find(self._questions[request.id])
        if found is None:
            return None
        self.found[request.id] = found[1]
        return (found[0],)

    def read(self, request: Request, answer: Answer) -> T:
        value = self._questions[request.id].read(answer.text)
        kept = Kept(answer.text, answer.model, answer.usage)
        self.kept[request.id] = kept
        self.found.pop(request.id, None)  # this process paid for one of its own
        if self._late or not self._keep(request, kept):
            self._late.append((request, kept))  # what is paid for is used, and stored at the end
        return value

    def keep_late(self) -> None:
        """Once more, at the end, what the store did not take while the answers came."""
        while self._late and self._keep(*self._late[0]):
            del self._late[0]
        if not self._late:
            self.trouble = ""

    def _keep(self, request: Request, kept: Kept) -> bool:
        try:
            self._place.keep(request, kept)
        except StoreError as error:
            self.trouble = f"Answers could not be stored: {error.message}"
            return False
        return True


def _key(request: Request) -> str:
    """The hash of all that was asked; a repeated question has an answer of its own."""
    schema = json.dumps(request.schema, sort_keys=True)
    return text_key(*request.texts, schema, str(request.repeat))


def _who(info: RunnerInfo) -> str:
    """Whose answers are alike: a model of Anthropic, what stands behind another address, or one
    version of a command."""
    if info.name == "anthropic":
        return info.model
    name = f"{info.model} at {info.endpoint}" if info.model else info.endpoint
    return visible(f"{name} · {info.version}" if info.version else name)
