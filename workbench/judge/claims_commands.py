"""Commands: scripts, targets, tasks and files that a command line needs to be there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from workbench.judge.claims_needs import (
    Need,
    Words,
    among,
    can_look,
    docker,
    plain_words,
    script_file,
    sessions,
    unlisted,
    without,
)
from workbench.judge.claims_paths import is_path
from workbench.judge.claims_runners import (
    ASSIGN,
    BINARIES,
    INTERPRETERS,
    NEEDS,
    NODE_OWN,
    NODE_SHORT,
    OTHERS,
    PLACEHOLDER,
    TARGETS,
)
from workbench.judge.facts import Facts

_WORD = re.compile(r"\"[^\"]*\"|'[^']*'|[^\s\"']+")
_JOINT = re.compile(r"\s*(?:&&|\|\||[;|\n])\s*")


def needs(command: str, facts: Facts) -> Iterator[Need]:
    """What a command line (or several, joined by `&&`, `;`, `|`) needs of the project."""
    at = 0
    pieces = []
    for joint in [*_JOINT.finditer(command), None]:
        end = joint.start() if joint else len(command)
        pieces.append((at, command[at:end]))
        at = joint.end() if joint else end
    for offset, piece in pieces:
        line = [(m.start() + offset, m[0].strip("\"'")) for m in _WORD.finditer(piece)]
        while line and (ASSIGN.match(line[0][1]) or line[0][1] in ("sudo", "time", "$", "%")):
            line = line[1:]
        if line:
            yield from _one(line, facts)


def is_command(span: str) -> bool:
    """Whether a span of code begins like a command that `needs` understands."""
    line = [w for w in span.split() if not ASSIGN.match(w) and w not in ("sudo", "$")]
    if not line:
        return False
    first = line[0]
    known = first in NEEDS or first in TARGETS or first in INTERPRETERS or first in OTHERS
    return known and len(line) > 1


def _one(line: Words, facts: Facts) -> Iterator[Need]:
    at, first = line[0]
    rest = line[1:]
    if first in ("npm", "pnpm", "yarn", "bun"):
        yield from _node(first, at, rest, facts)
    elif first in TARGETS:
        runner, manifests = TARGETS[first]
        yield from _targets(first, runner, manifests, rest, facts)
    elif first in ("uv", "poetry", "pdm", "hatch", "rye", "pipenv"):
        yield from _python(first, at, rest, facts)
    elif first in ("tox", "nox"):
        yield from sessions(first, rest, facts)
    elif first in ("docker", "docker-compose"):
        yield from docker(first, at, rest, facts)
    elif first == "cd":
        if rest and is_path(rest[0][1] + "/", facts) and "$" not in rest[0][1]:
            yield Need("path", rest[0][1], rest[0][0], None)
    elif first == "pytest":
        yield from _files(rest, facts)
    elif first in INTERPRETERS:
        yield from _interpreter(first, rest, facts)
    elif first in NEEDS:
        yield from _manifest(first, at, rest, facts)
    elif is_path(first, facts) and ("/" in first or first.startswith("./")):
        yield Need("path", first, at, None)


def _node(runner: str, start: int, rest: Words, facts: Facts) -> Iterator[Need]:
    plain = plain_words(rest)
    if not plain:
        return
    at, word = plain[0]
    if word == "workspace" and len(plain) > 2:
        at, word = plain[2]
        plain = plain[2:]
    explicit = word in ("run", "run-script", "rum", "urn")
    if explicit:
        if len(plain) < 2:
            return
        at, word = plain[1]
    if PLACEHOLDER.search(word):
        return
    if runner == "bun" and "." in word:
        yield Need("path", word, at, None)
        return
    name = {"t": "test"}.get(word, word)
    if not explicit and name not in NODE_SHORT and (runner == "npm" or name in NODE_OWN):
        if name in NEEDS.get(runner, ((), frozenset()))[1]:
            yield from _manifest(runner, start, [(at, name)], facts)
        return
    if not explicit and runner == "bun" and name == "test":
        return
    subject = f"{runner} run {name}" if explicit else f"{runner} {name}"
    known = facts.scripts.get("npm")
    if known and name in known:
        yield Need("script", subject, at, ("VERIFIED", f"script in {known[name]}", "HIGH"))
    elif known is None and not can_look(facts, ("package.json",)):
        yield Need("script", subject, at, unlisted(facts, ("package.json",)))
    elif explicit or name in NODE_SHORT:
        if name in ("start",) and not explicit and facts.exists("server.js"):
            return
        listed = among(known or {})
        why = f"package.json has no script {name}{listed}" if known else without("package.json")
        binary = runner in ("yarn", "bun") and facts.depends(name)
        if binary:
            yield Need("script", subject, at, ("VERIFIED", f"{name} is a dependency", "MEDIUM"))
        else:
            yield Need("script", subject, at, ("FALSE", why, "HIGH"))
    elif facts.depends(name) or _used(name, known or {}):
        yield Need("script", subject, at, ("VERIFIED", f"{name} is used by the project", "MEDIUM"))
        yield from _files(plain[1:], facts)
    else:
        yield Need("script", subject, at, ("UNVERIFIABLE", f"no script {name}", "LOW"))
        yield from _files(plain[1:], facts)


def _used(name: str, scripts: Mapping[str, str]) -> bool:
    return any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", body) for body in scripts.values()
    )


def _targets(
    runner: str, key: str, manifests: tuple[str, ...], rest: Words, facts: Facts
) -> Iterator[Need]:
    known = facts.scripts.get(key)
    for at, word in plain_words(rest):
        if ASSIGN.match(word):
            continue
        if PLACEHOLDER.search(word) or not re.fullmatch(r"[\w./:-]+", word):
            return
        subject = f"{runner} {word}"
        if known and word in known:
            yield Need(
                "script", subject, at, ("VERIFIED", f"target in {script_file(known[word])}", "HIGH")
            )
        elif known:
            why = f"{script_file(next(iter(known.values())))} has no {word}{among(known)}"
            yield Need("script", subject, at, ("FALSE", why, "HIGH"))
        elif can_look(facts, manifests):
            yield Need("script", subject, at, ("FALSE", without(manifests[0]), "HIGH"))
        else:
            yield Need("script", subject, at, unlisted(facts, manifests))
        if key in ("just", "task", "poe"):
            return  # what follows are arguments


def _python(runner: str, start: int, rest: Words, facts: Facts) -> Iterator[Need]:
    plain = plain_words(rest)
    if not plain:
        return
    at, word = plain[0]
    if word != "run":
        yield from _manifest(runner, start, rest, facts)
        return
    if len(plain) < 2:
        return
    at, name = plain[1]
    if PLACEHOLDER.search(name):
        return
    inner = [pair for pair in rest if pair[0] >= at]
    tasks = {
        **facts.scripts.get("poetry", {}),
        **facts.scripts.get("python", {}),
        **facts.scripts.get(runner, {}),
    }
    subject = f"{runner} run {name}"
    if name in tasks:
        yield Need(
            "script", subject, at, ("VERIFIED", f"script in {script_file(tasks[name])}", "HIGH")
        )
    elif name in INTERPRETERS or name in TARGETS or name in ("pytest", "tox", "nox"):
        yield from _one(inner, facts)
    elif is_path(name, facts) and ("/" in name or "." in name):
        yield Need("path", name, at, None)
    elif runner in ("hatch", "rye") and facts.scripts.get(runner):
        why = f"no script {name}{among(facts.scripts[runner])}"
        yield Need("script", subject, at, ("FALSE", why, "HIGH" if ":" in name else "MEDIUM"))
    elif facts.depends(name) or name in facts.tools:
        yield Need("command", subject, at, ("VERIFIED", f"{name} is a dependency", "HIGH"))
    elif tasks and name not in BINARIES:
        why = f"no script or dependency {name}{among(tasks)}"
        yield Need("command", subject, at, ("FALSE", why, "MEDIUM"))
    else:
        yield Need("command", subject, at, ("UNVERIFIABLE", f"{name} is not in a manifest", "LOW"))


def _interpreter(name: str, rest: Words, facts: Facts) -> Iterator[Need]:
    for i, (at, word) in enumerate(rest):
        if word == "-m" and name.startswith("python") and i + 1 < len(rest):
            yield from _module(rest[i + 1], rest[i + 2 :], facts)
            return
        if word in ("-c", "-e"):
            return
        if not word.startswith("-"):
            if is_path(word, facts) and "." in word.rsplit("/", 1)[-1]:
                yield Need("path", word, at, None)
            return


def _module(where: tuple[int, str], rest: Words, facts: Facts) -> Iterator[Need]:
    at, name = where
    if not re.fullmatch(r"[A-Za-z_][\w.]*", name):
        return
    if name in ("pytest", "unittest"):
        yield from _files(rest, facts)
        return
    path = name.replace(".", "/")
    top = path.split("/", 1)[0]
    subject = f"python -m {name}"
    if facts.exists(f"{path}.py") or facts.exists(f"{path}/__main__.py"):
        yield Need("command", subject, at, ("VERIFIED", f"module {path}", "HIGH"))
    elif "/" in path and facts.exists(f"{top}/__init__.py"):
        yield Need("command", subject, at, ("FALSE", f"no module {path}.py in the project", "HIGH"))


def _manifest(runner: str, start: int, rest: Words, facts: Facts) -> Iterator[Need]:
    manifests, own = NEEDS.get(runner, ((), frozenset()))
    plain = plain_words(rest)
    if not manifests or not plain or plain[0][1] not in own:
        return
    subject = f"{runner} {plain[0][1]}"
    found = next((name for name in manifests if facts.locate(name)), "")
    if found:
        yield Need("command", subject, start, ("VERIFIED", f"{found} exists", "HIGH"))
    elif can_look(facts, manifests):
        yield Need("command", subject, start, ("FALSE", without(manifests[0]), "HIGH"))
    else:
        yield Need("command", subject, start, unlisted(facts, manifests))


def _files(line: Words, facts: Facts) -> Iterator[Need]:
    for at, word in plain_words(line):
        bare = word.split("::", 1)[0]
        if is_path(bare, facts) and "/" in bare and not PLACEHOLDER.search(bare):
            yield Need("path", bare, at, None)
