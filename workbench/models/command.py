"""Asking through any command: the question on its stdin, the answer on its stdout.

For people with a subscription and a command-line client (`claude -p`), or with a script of their
own. The command is split like a shell does it and run without one, in a process group of its own,
which is ended as a whole.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import time
from collections.abc import Sequence
from contextlib import suppress

from workbench.errors import (
    AgentFailed,
    AgentSilent,
    AgentUnavailable,
    AnswerBroken,
    UsageError,
)
from workbench.measure.answers import schema_in_words
from workbench.measure.request import Request
from workbench.models.retry import in_words
from workbench.models.runner import Answer, Journal, RunnerInfo, clean
from workbench.models.secret import Secrets
from workbench.models.stream import LONGEST_ANSWER
from workbench.prompt.visible import one_line

#: Names of options and variables whose values are secrets; `-H` and `-u` are curl's.
_SECRET_NAME = re.compile(
    r"-[Hu]|[\w-]*(?:key|token|secret|passw(?:or)?d|pwd|auth|credentials?|header)(?:[-_][\w-]+)?",
    re.IGNORECASE,
)
_HIDDEN = "[hidden]"
#: Seconds for one answer; clients with a subscription start slowly and think long.
WHOLE = 600.0
#: Seconds between asking a command to end and ending it.
_GRACE = 0.3
#: Seconds that children of a command may keep its output open after it has ended.
_LINGER = 0.5
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
#: Bytes of talk on stderr that are kept, from the end.
_TAIL = 4_000


def split(command: str) -> tuple[str, ...]:
    """The words of a command line. Raises UsageError when quotes are not closed or it is empty."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise UsageError(
            f"The command {one_line(command, 80)!r} cannot be read: {error}.",
            hint='Give it like --runner "claude -p".',
        ) from None
    if not words:
        raise UsageError("The command is empty.", hint='Give it like --runner "claude -p".')
    return tuple(words)


class CommandRunner:
    """Runs `argv` once for each request, with the environment as it is.

    The whole prompt goes to stdin as UTF-8: system, prefix, question and the schema in words.
    `secrets` are taken out of what the command says when it fails.
    """

    def __init__(
        self, argv: Sequence[str], *, secrets: Secrets | None = None, whole: float = WHOLE
    ) -> None:
        self._argv, self._whole = tuple(argv), whole
        self._secrets = Secrets() if secrets is None else secrets
        shown = self._secrets.scrub(shlex.join(veiled(self._argv)))
        self._info = RunnerInfo("command", shown, "", "subscription")

    @property
    def info(self) -> RunnerInfo:
        return self._info

    async def ask(self, request: Request, journal: Journal) -> Answer:
        """Raises AgentUnavailable, AgentFailed, AgentSilent or AnswerBroken."""
        sent = prompt_of(request)
        journal.sending(self._info.endpoint, "", request.id, len(sent))
        began = time.monotonic()
        try:
            process = await asyncio.create_subprocess_exec(
                *self._argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise missing(self._argv[0], error) from None
        try:
            async with asyncio.timeout(self._whole):
                out, talk = await self._talk_to(process, sent)
        except TimeoutError:
            raise AgentSilent(
                f"{self._shown} gave no answer in {in_words(self._whole)} and was ended.",
                hint="Does it wait for a key press or a login? Try it by hand.",
                fault="too-slow",
            ) from None
        finally:
            try:
                await _end(process)
            finally:
                _close(process)
        if process.returncode != 0:
            raise self._failed(process.returncode or 0, talk or out)
        said = self._secrets.hide(out.decode("utf-8", "replace"))
        return Answer(said, seconds=time.monotonic() - began, sent=len(sent))

    async def close(self) -> None:
        """Nothing stays open between two requests."""

    @property
    def _shown(self) -> str:
        return one_line(self._info.endpoint, 80)

    async def _talk_to(
        self, process: asyncio.subprocess.Process, sent: bytes
    ) -> tuple[bytes, bytes]:
        assert process.stdin and process.stdout and process.stderr
        out, talk = bytearray(), bytearray()
        reading = asyncio.ensure_future(_read(process.stdout, out))
        listening = asyncio.ensure_future(_tail(process.stderr, talk))
        ending = asyncio.ensure_future(_ended(process))
        writing = asyncio.ensure_future(_write(process.stdin, sent))
        try:
            await asyncio.wait({reading, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                # It has ended, but a child of it may hold its output open.
                await asyncio.wait({reading}, timeout=_LINGER)
                if not reading.done():
                    _kill(process, _KILL)
                    await asyncio.wait({reading}, timeout=_LINGER)
            if len(out) > LONGEST_ANSWER:
                raise AnswerBroken(
                    f"{self._shown} printed more than {LONGEST_ANSWER:,} bytes and was ended.",
                    hint="Nothing of it is kept. It should print the answer and nothing else.",
                    fault="flood",
                )
            await ending
            await asyncio.wait({listening}, timeout=_LINGER)
            return bytes(out), bytes(talk)
        finally:
            tasks = (reading, listening, ending, writing)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _failed(self, code: int, talk: bytes) -> AgentFailed:
        words = self._secrets.scrub(talk.decode("utf-8", "replace")).strip()
        last = one_line(words[-400:], 240)
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return AgentFailed(
            f"{self._shown} {how}" + (f": {last}" if last else " and said nothing."),
            hint="Try it by hand: it gets a question on stdin and prints the answer.",
            fault="command-failed",
        )


def veiled(argv: Sequence[str]) -> tuple[str, ...]:
    """`argv` as it may be shown and stored: what options and assignments call a key is hidden."""
    out: list[str] = []
    hide = False
    for word in argv:
        name, equals, _ = word.partition("=")
        if hide:
            out.append(_HIDDEN)
            hide = False
        elif equals and _SECRET_NAME.fullmatch(name):
            out.append(f"{name}={_HIDDEN}")
        else:
            out.append(word)
            hide = word.startswith("-") and bool(_SECRET_NAME.fullmatch(word))
    return tuple(out)


def prompt_of(request: Request) -> bytes:
    """What a command reads: the same texts in the same order as a server gets them."""
    texts = (*request.texts, schema_in_words(request.schema))
    return clean("\n\n".join(text for text in texts if text)).encode("utf-8")


def missing(name: str, error: Exception | None = None) -> AgentUnavailable:
    """The command is not there, or cannot be run."""
    why = "is not found"
    if error is not None and not isinstance(error, FileNotFoundError):
        why = f"cannot be run ({one_line(getattr(error, 'strerror', None) or str(error), 80)})"
    return AgentUnavailable(
        f"The command {one_line(name, 80)!r} {why}.",
        hint="Install it or give its full path; everything that works offline is not affected.",
        fault="missing",
    )


async def _write(pipe: asyncio.StreamWriter, data: bytes) -> None:
    # A command may answer without reading everything, or anything.
    with suppress(OSError):
        pipe.write(data)
        await pipe.drain()
        pipe.close()
        await pipe.wait_closed()


async def _read(pipe: asyncio.StreamReader, out: bytearray) -> None:
    """Up to a little more than anybody can want."""
    while len(out) <= LONGEST_ANSWER and (data := await pipe.read(65536)):
        out += data


async def _tail(pipe: asyncio.StreamReader, kept: bytearray) -> None:
    while data := await pipe.read(65536):
        kept += data
        del kept[:-_TAIL]


def _kill(process: asyncio.subprocess.Process, sign: int) -> None:
    with suppress(OSError):  # it has just ended
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, sign)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """`process.wait()` of asyncio also waits for its pipes, which a child may hold open."""
    while process.returncode is None:
        await asyncio.sleep(0.01)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the whole group; also when this very task is being cancelled."""
    if process.returncode is not None:
        _kill(process, signal.SIGTERM)  # what it has left behind
        return
    try:
        _kill(process, signal.SIGTERM)
        with suppress(TimeoutError):
            await asyncio.wait_for(_ended(process), _GRACE)
    finally:
        # Members of the group that ignored the first signal, or never got to it.
        _kill(process, _KILL)
    await _ended(process)


def _close(process: asyncio.subprocess.Process) -> None:
    """Give the pipes back, also when a grandchild in a group of its own still holds them.

    asyncio has no public way to the transport from a process.
    """
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()
