"""Clients that are agents, by the name of their program: how they are asked leanly and safely.

As they come, they bring tools, plug-ins, memory files and a system text of their own: 38,000 tokens
a question where 5,800 do. Each version has its own options, so what is used is taken from what the
installed one prints for `--help`; options that the user gave are left as they are.

Nothing of the user's text is sent by looking: `--help` and `--version` are asked once.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from workbench.errors import AgentUnavailable
from workbench.measure.request import Usage
from workbench.models.fence import empty_place, environment
from workbench.models.stream import a_count
from workbench.prompt.visible import one_line

#: Stands in a command for the path of the file that holds the system text.
FILE = "FILE"
#: Seconds for `--help` and `--version`; a client in JavaScript takes some on a busy machine.
_LOOK = 30.0
#: Seconds for its end when it has said everything.
_END = 2.0
#: Letters of `--help` that are looked at, and of a version.
_MOST_HELP, _MOST_VERSION = 400_000, 120
#: Bytes of a file that are hashed; a larger one is told by its size and time.
_MOST_HASHED = 8_000_000
_COLOUR = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")


@dataclass(frozen=True, slots=True)
class Flag:
    """`words`: the option and its value. `unless`: options by which the user has chosen already.
    `instead_of`: an option that does more; this one is for versions that lack it.
    """

    words: tuple[str, ...]
    unless: tuple[str, ...] = ()
    instead_of: str = ""

    @property
    def name(self) -> str:
        return self.words[0]


@dataclass(frozen=True, slots=True)
class Client:
    """`verb`: words of which one must be there, as its sub-command for scripts; `help`: what is
    added to the program to hear its options."""

    name: str
    flags: tuple[Flag, ...]
    verb: tuple[str, ...] = ()
    help: tuple[str, ...] = ("--help",)


CLIENTS = {
    client.name: client
    for client in (
        Client(
            "claude",
            (
                Flag(("--print",), unless=("-p",)),
                Flag(("--safe-mode",), unless=("--bare",)),
                Flag(("--strict-mcp-config",), instead_of="--safe-mode"),
                Flag(("--disable-slash-commands",), instead_of="--safe-mode"),
                Flag(("--tools", ""), unless=("--allowed-tools", "--allowedTools")),
                Flag(("--no-session-persistence",)),
                Flag(("--system-prompt-file", FILE), unless=("--system-prompt",)),
                Flag(("--output-format", "json"), unless=("--input-format",)),
            ),
        ),
        Client(
            "codex",
            (
                Flag(("--skip-git-repo-check",)),
                Flag(
                    ("--sandbox", "read-only"),
                    unless=("-s", "--full-auto", "--dangerously-bypass-approvals-and-sandbox"),
                ),
                Flag(("--ephemeral",)),
                Flag(("--ignore-rules",)),
                Flag(("--color", "never")),
            ),
            verb=("exec", "e"),
            help=("exec", "--help"),
        ),
        Client("gemini", (Flag(("--skip-trust",)), Flag(("--extensions", "none"), unless=("-e",)))),
    )
}


@dataclass(frozen=True, slots=True)
class Prepared:
    """A command as it will be run. `added`: options that were put behind the user's words.
    `version`: what tells this judge from its next version. `as_json`: its output is the JSON of
    claude, which also names model and tokens. `system_file`: the system text goes by a file."""

    argv: tuple[str, ...]
    added: tuple[str, ...] = ()
    version: str = ""
    as_json: bool = False
    system_file: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What a client printed. `error`: its own words where it says that it failed."""

    text: str
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    error: str = ""


def prepare(argv: Sequence[str], environ: Mapping[str, str]) -> Prepared:
    """The command `argv` made lean and told from its other versions, where that is known how.

    Runs the program of a known client with `--help` and `--version`, and any other program that is
    installed (found on the PATH by its bare name) with `--version`; a program that is named by its
    path is the user's own and is not run: its bytes tell its version. Raises AgentUnavailable.
    """
    at = program_at(argv)
    given, rest = argv[at], argv[at + 1 :]
    client = _client(given)
    found = shutil.which(given, path=environ.get("PATH"))
    if found is None:
        return Prepared(tuple(argv))
    program = Path(found).absolute()
    own = client is None and _is_path(given)
    version = "" if own else _version(str(program), _stamp(program), _LOOK if client else _LOOK / 3)
    if not version:
        version = _told_by_bytes(program)
    script = None if client else _script(program, rest)
    if script is not None:  # an interpreter: what it runs decides
        version = f"{version} {_told_by_bytes(script)}"
    if client is None or (client.verb and not set(client.verb) & set(rest)):
        return Prepared(tuple(argv), (), version)
    offered = _offered(str(program), client.help, _stamp(program))
    added = tuple(word for flag in lean(client, rest, offered) for word in flag.words)
    return Prepared(
        (*argv, *added),
        added,
        version,
        as_json=client.name == "claude" and "json" in _values("--output-format", (*rest, *added)),
        system_file=FILE in added,
    )


def lean(client: Client, given: Sequence[str], offered: frozenset[str]) -> list[Flag]:
    """The flags of `client` that its version offers and the user did not decide about."""
    chosen = {word.partition("=")[0] for word in given}
    return [
        flag
        for flag in client.flags
        if flag.name in offered
        and flag.instead_of not in offered
        and not chosen & {flag.name, flag.instead_of, *flag.unless}
    ]


def options_in(text: str) -> frozenset[str]:
    """The long options that a help text names; `--name[-more]` stands for two of them."""
    found = set()
    for match in re.finditer(r"(?<![\w-])(--[a-z][a-z0-9-]*)(?:\[(-[a-z0-9-]+)\])?", text, re.I):
        found.add(match[1])
        if match[2]:
            found.add(match[1] + match[2])
    return frozenset(found)


def program_at(argv: Sequence[str]) -> int:
    """Where the program stands: behind `env` and its assignments, else at the start."""
    if Path(argv[0]).stem == "env":
        for index, word in enumerate(argv[1:], start=1):
            if "=" not in word and not word.startswith("-"):
                return index
    return 0


def resolved(argv: Sequence[str], environ: Mapping[str, str]) -> tuple[str, ...]:
    """`argv` as it can be run in another folder: the program, and arguments that name files, by
    their full paths."""
    at = program_at(argv)
    out = list(argv)
    for index in {0, at}:
        found = shutil.which(argv[index], path=environ.get("PATH"))
        if found is not None:
            out[index] = str(Path(found).absolute())
    known = _client(argv[at]) is not None
    for index in range(at + 1, len(argv)):
        word = argv[index]
        option, equals, value = word.partition("=") if word.startswith("-") else ("", "", word)
        bare = not equals and not argv[index - 1].startswith("-")
        if known and bare and not _is_path(value):
            continue  # a verb, or the first words of a question
        if value and _names_a_file(value, loosely=bare):
            out[index] = f"{option}{equals}{Path(value).absolute()}"
    return tuple(out)


def read_claude(out: str) -> Said | None:
    """What `--output-format json` of claude says; None where it is something else."""
    try:
        data = json.loads(out)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, list):  # with --verbose: every message, the result last
        data = next((one for one in reversed(data) if _is_result(one)), None)
    if not _is_result(data):
        return None
    text = data.get("result")
    text = text if isinstance(text, str) else ""
    error = text or str(data.get("subtype") or "no reason") if data.get("is_error") else ""
    models = data.get("modelUsage")
    model = next(iter(models), "") if isinstance(models, dict) and len(models) == 1 else ""
    counts = data.get("usage")
    usage = Usage()
    if isinstance(counts, dict):
        names = ("input", "output", "cache_creation_input", "cache_read_input")
        usage = Usage(*(a_count(counts.get(f"{name}_tokens")) for name in names))
    return Said(text, one_line(str(model), 80), usage, error)


def last_words(data: str, width: int = 240) -> str:
    """The end of what a command said, on one line: without colour codes, each line once.

    The cause stands at the end; in front of it, clients print warnings and their progress.
    """
    lines = [" ".join(line.split()) for line in _COLOUR.sub("", data).splitlines()]
    words = one_line(" ".join(dict.fromkeys(filter(None, lines))))
    return words if len(words) <= width else "…" + words[1 - width :]


def _is_result(data: Any) -> bool:
    return isinstance(data, dict) and data.get("type") == "result"


def _client(name: str) -> Client | None:
    return CLIENTS.get(Path(name).name.lower().partition(".")[0])


def _values(option: str, words: Sequence[str]) -> list[str]:
    """What is given to an option, as the next word or behind a `=`."""
    behind = [after for before, after in pairwise(words) if before == option]
    return behind + [w.partition("=")[2] for w in words if w.startswith(f"{option}=")]


def _is_path(word: str) -> bool:
    return "/" in word or os.sep in word or bool(os.altsep and os.altsep in word)


def _names_a_file(value: str, *, loosely: bool) -> bool:
    """Whether an argument names a file that is there. A bare word may be anything, such as a
    model: unless it is taken `loosely`, it has to look like a file."""
    with suppress(OSError, ValueError):
        path = Path(value)
        if path.is_absolute() or not path.exists():
            return False
        return _is_path(value) or (path.is_file() and (loosely or bool(path.suffix)))
    return False


def _script(program: Path, words: Sequence[str]) -> Path | None:
    """The script that a program is given to run: its first argument that is a file; None where
    the program is a script itself (its other files may be logs, which change with each run)."""
    with suppress(OSError):
        with program.open("rb") as start:
            if start.read(2) == b"#!":
                return None
        for word in words:
            if not word.startswith("-") and Path(word).is_file():
                return Path(word)
    return None


def _told_by_bytes(path: Path) -> str:
    """A mark that changes when the file does."""
    with suppress(OSError):
        path = path.resolve()
        facts = path.stat()
        if facts.st_size <= _MOST_HASHED:
            return f"sha256 {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"
        return f"{facts.st_size} bytes of {facts.st_mtime_ns}"
    return ""


def _stamp(program: Path) -> int:
    """Changes when the program is replaced while we run."""
    with suppress(OSError):
        return program.stat().st_mtime_ns
    return 0


@cache
def _version(program: str, stamp: int, seconds: float) -> str:
    lines = _asked(program, ("--version",), seconds).splitlines()
    return one_line(next((line for line in lines if line.strip()), ""), _MOST_VERSION)


@cache
def _offered(program: str, words: tuple[str, ...], stamp: int) -> frozenset[str]:
    return options_in(_asked(program, words, _LOOK))


def _asked(program: str, words: Sequence[str], seconds: float) -> str:
    """What a program prints for these words, in an empty folder and without input; "" where it
    fails, takes too long or does not end."""
    heard = bytearray()
    try:
        with empty_place() as place:
            process = subprocess.Popen(
                [program, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=place.folder,
                env=environment(place.folder, os.environ),
                start_new_session=True,
            )
            reader = threading.Thread(target=_hear, args=(process, heard), daemon=True)
            reader.start()
            try:
                well = process.wait(seconds) == 0
            finally:
                end_group(process)  # a child of it may hold its output open
                reader.join(_END)
    except (OSError, ValueError, subprocess.SubprocessError, AgentUnavailable):
        return ""
    return _COLOUR.sub("", bytes(heard).decode("utf-8", "replace")) if well else ""


def _hear(process: subprocess.Popen[bytes], heard: bytearray) -> None:
    assert process.stdout is not None
    with suppress(OSError, ValueError), process.stdout as out:
        heard += out.read(_MOST_HELP)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children at once."""
    with suppress(OSError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    with suppress(subprocess.SubprocessError):
        process.wait(_END)
