"""Asking through any command: the question on its stdin, the answer on its stdout.

For people with a subscription and a command-line client (`claude -p`), or with a script of their
own. The command is split like a shell does it and run without one, in an empty folder
(`fence.py`) and a process group of its own, which is ended as a whole. A client that is an agent is
asked with the options that make it lean (`clients.py`).
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from workbench.errors import (
    AgentFailed,
    AgentSilent,
    AgentUnavailable,
    AnswerBroken,
    UsageError,
)
from workbench.measure.answer_json import schema_in_words
from workbench.measure.request import Request
from workbench.models.clients import (
    FILE,
    Prepared,
    Said,
    last_words,
    prepare,
    read_claude,
    resolved,
)
from workbench.models.fence import NOTE, Place, empty_place, environment, escaped, unescaped
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
    """Runs `argv` once for each request, with the environment of the user, in an empty folder.

    The whole prompt goes to stdin as UTF-8: system, prefix, question and the schema in words, with
    every `@` escaped; a client that takes its system text from a file gets the first two there.
    `secrets` are taken out of what the command says when it fails.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        secrets: Secrets | None = None,
        whole: float = WHOLE,
        environ: Mapping[str, str] | None = None,
        prepared: Prepared | None = None,
    ) -> None:
        self._argv, self._whole = tuple(argv), whole
        self._secrets = Secrets() if secrets is None else secrets
        self._environ = os.environ if environ is None else environ
        self._as = prepared or Prepared(self._argv)
        # Now, because names are meant from where the user stands, and that may change.
        self._run = resolved(self._as.argv, self._environ)
        shown = self._secrets.scrub(shlex.join(veiled(self._as.argv)))
        self._info = RunnerInfo("command", shown, "", "subscription", self._as.version)

    @property
    def info(self) -> RunnerInfo:
        return self._info

    def prepared(self) -> CommandRunner:
        """The same command with what its client offers to make it lean, and its version. Runs
        the program with `--help` and `--version`, once for all runners."""
        found = prepare(self._argv, self._environ)
        return CommandRunner(
            self._argv,
            secrets=self._secrets,
            whole=self._whole,
            environ=self._environ,
            prepared=found,
        )

    async def ask(self, request: Request, journal: Journal) -> Answer:
        """Raises AgentUnavailable, AgentFailed, AgentSilent or AnswerBroken."""
        system, sent = texts_of(request, system_file=self._as.system_file)
        size = len(system) + len(sent)
        with empty_place() as place:
            argv = self._run
            if self._as.system_file:
                place.beside.write_bytes(system)
                own = len(self._argv)  # the user's words stay as they are
                added = (str(place.beside) if word == FILE else word for word in argv[own:])
                argv = (*argv[:own], *added)
            journal.sending(self._info.endpoint, "", request.id, size)
            began = time.monotonic()
            said = await self._answer(argv, sent, place)
        text = unescaped(self._secrets.hide(said.text))
        return Answer(
            text,
            usage=said.usage,
            model=self._secrets.hide(said.model),
            seconds=time.monotonic() - began,
            sent=size,
        )

    async def _answer(self, argv: Sequence[str], sent: bytes, place: Place) -> Said:
        try:
            process = await asyncio.create_subprocess_exec(
                *argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=place.folder,
                env=environment(place.folder, os.environ),
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
        text = out.decode("utf-8", "replace")
        said = (read_claude(text) if self._as.as_json else None) or Said(text)
        if process.returncode != 0 or said.error:
            words = said.error or talk.decode("utf-8", "replace")
            raise self._failed(process.returncode or 0, words, text)
        return said

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

    def _failed(self, code: int, talk: str, out: str) -> AgentFailed:
        last = last_words(self._secrets.scrub(talk)) or last_words(self._secrets.scrub(out))
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return AgentFailed(
            f"{self._shown} {how if code else 'failed'}"
            + (f": {last}" if last else " and said nothing."),
            hint="Try it by hand: it gets a question on stdin and prints the answer. It stands in"
            " an empty folder, so what it needs has to be named by its full path.",
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


def texts_of(request: Request, *, system_file: bool = False) -> tuple[bytes, bytes]:
    """(system text in a file, standard input): the same texts in the same order as a server gets
    them, every `@` escaped. The first one is empty unless the command has a `system_file`."""
    head = [text for text in request.texts[:2] if text]
    tail = [text for text in (request.question, schema_in_words(request.schema)) if text]
    if any("@" in text for text in (*head, *tail)):
        head = [NOTE, *(escaped(text) for text in head)]
        tail = [escaped(text) for text in tail]
    parts = (head, tail) if system_file else ((), (*head, *tail))
    system, sent = (clean("\n\n".join(part)).encode("utf-8") for part in parts)
    return system, sent


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
