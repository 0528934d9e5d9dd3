"""Asking through a folder: each question is a file to read, the answer is put beside it.

For those who ask in a chat window, or keep answers to replay them. A question is a Markdown file
whose name is made from its content, so a question that changed is another file, and an old answer
is never taken for it.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from pathlib import Path

from workbench.errors import AgentFailed, AnswersWait
from workbench.measure.request import Request
from workbench.models.command import texts_of
from workbench.models.fence import unescaped
from workbench.models.runner import Answer, Journal, RunnerInfo
from workbench.models.stream import LONGEST_ANSWER
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line

#: What a runner's name begins with that is a folder.
FOLDER = "folder:"
_QUESTION, _ANSWER = ".question.md", ".answer.md"


def is_folder(command: str) -> bool:
    """Whether a `--runner` names a folder."""
    return command.strip().startswith(FOLDER)


class FolderRunner:
    """Writes questions into a folder and reads what was put beside them."""

    def __init__(self, command: str) -> None:
        self._folder = Path(command.strip().removeprefix(FOLDER).strip() or ".").expanduser()
        shown = f"{FOLDER}{self._folder}"
        self._info = RunnerInfo("folder", shown, "", "folder")

    @property
    def info(self) -> RunnerInfo:
        return self._info

    async def ask(self, request: Request, journal: Journal) -> Answer:
        """Raises AnswersWait where there is no answer yet, AgentFailed where the folder cannot be
        used."""
        return await asyncio.to_thread(self._ask, request)

    def _ask(self, request: Request) -> Answer:
        _, asked = texts_of(request)
        name = name_of(request, asked)
        question, answer = self._folder / (name + _QUESTION), self._folder / (name + _ANSWER)
        try:
            with answer.open("rb") as file:
                found = file.read(LONGEST_ANSWER + 1)
        except FileNotFoundError:
            found = b""
        except OSError as error:
            raise self._unusable(error) from None
        if len(found) > LONGEST_ANSWER:
            raise AgentFailed(
                f"{one_line(answer.name, 80)} has more than {LONGEST_ANSWER:,} bytes.",
                hint="It should hold the answer and nothing else.",
                fault="flood",
            )
        text = found.decode("utf-8-sig", "replace")
        if text.strip():
            return Answer(unescaped(text), sent=len(asked))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not question.exists():
                question.write_bytes(_page(asked, answer.name))
        except OSError as error:
            raise self._unusable(error) from None
        raise AnswersWait(
            f"{plural(self._waiting(), 'question')} without an answer in"
            f" {one_line(str(self._folder), 120)}.",
            hint=f"Give each file NAME{_QUESTION} to a model, whole, and put what it answers into"
            f" NAME{_ANSWER} beside it; then run the same command again.",
            fault="waits",
        )

    async def close(self) -> None:
        """Nothing stays open between two requests."""

    def _waiting(self) -> int:
        """Questions in the folder that have no answer."""
        found = self._folder.glob(f"*{_QUESTION}")
        return sum(
            not one.with_name(one.name.removesuffix(_QUESTION) + _ANSWER).exists() for one in found
        )

    def _unusable(self, error: OSError) -> AgentFailed:
        return AgentFailed(
            f"The folder {one_line(str(self._folder), 120)} cannot be used:"
            f" {error.strerror or type(error).__name__}.",
            hint="Name one that you can write to: --runner folder:PATH",
            fault="missing",
        )


def name_of(request: Request, asked: bytes) -> str:
    """The name of a question: what it is, and eight digits of its content."""
    words = re.sub(r"[^a-z0-9]+", "-", request.id.casefold()).strip("-")[:60]
    digits = hashlib.sha256(asked + b"\0%d" % request.repeat).hexdigest()[:8]
    return f"{words or 'question'}-{digits}"


def _page(asked: bytes, answer: str) -> bytes:
    """The question as a person gives it to a model: nothing but the question, which says itself how
    to answer. `answer` is named in a comment that models pass over."""
    return b"<!-- The answer goes into %s -->\n\n" % answer.encode() + asked + b"\n"
