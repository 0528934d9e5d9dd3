"""What a command line needs, and how it is said that a project has it or lacks it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workbench.judge.claims_paths import Verdict
from workbench.judge.claims_runners import COMPOSE, PLACEHOLDER, WITH_VALUE
from workbench.judge.facts import Facts

Words = list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Need:
    """What one part of a command line needs: `sub` is script, command or path.

    `offset` is where the word stands in the command line. A path has no verdict here.
    """

    sub: str
    subject: str
    offset: int
    verdict: Verdict | None


def plain_words(line: Words) -> Words:
    """Words that are no options and no values of options."""
    out: Words = []
    skip = False
    for at, word in line:
        if skip:
            skip = False
        elif word == "--":
            break
        elif word.startswith("-"):
            skip = word in WITH_VALUE
        else:
            out.append((at, word))
    return out


def sessions(runner: str, rest: Words, facts: Facts) -> Iterator[Need]:
    """The environments that `tox -e` and `nox -s` name."""
    known = facts.scripts.get(runner)
    for i, (_, word) in enumerate(rest):
        flagged = word in (("-e",) if runner == "tox" else ("-s", "-e", "--session"))
        if not (flagged or (runner == "tox" and word == "-e")) or i + 1 >= len(rest):
            continue
        at, names = rest[i + 1]
        for name in names.split(","):
            subject = f"{runner} {word} {name}"
            bare = name.split("(")[0]
            generic = runner == "tox" and re.fullmatch(r"py\d*", bare)
            if PLACEHOLDER.search(name) or generic:
                continue
            if known and bare in known:
                yield Need(
                    "script", subject, at, ("VERIFIED", f"in {script_file(known[bare])}", "HIGH")
                )
            elif known:
                why = f"{script_file(next(iter(known.values())))} has no {bare}{among(known)}"
                yield Need("script", subject, at, ("FALSE", why, "HIGH"))
            else:
                yield Need("script", subject, at, unlisted(facts, (f"{runner}.ini",)))


def docker(first: str, start: int, rest: Words, facts: Facts) -> Iterator[Need]:
    """The compose file that a compose command reads."""
    given = [word for _, word in rest]
    if first == "docker-compose" or given[:1] == ["compose"]:
        if "-f" in given or "--file" in given:
            flag = given.index("-f") if "-f" in given else given.index("--file")
            if flag + 1 < len(rest):
                yield Need("path", rest[flag + 1][1], rest[flag + 1][0], None)
            return
        subject = "docker compose"
        there = any(facts.locate(name) for name in COMPOSE)
        if there:
            yield Need("command", subject, start, ("VERIFIED", "a compose file exists", "HIGH"))
        elif can_look(facts, COMPOSE):
            yield Need("command", subject, start, ("FALSE", "there is no compose file", "HIGH"))


def can_look(facts: Facts, manifests: tuple[str, ...]) -> bool:
    """Whether it is certain that none of the manifests is there."""
    return facts.known and all(facts.exists(name) is False for name in manifests)


def unlisted(facts: Facts, manifests: tuple[str, ...]) -> Verdict:
    """The verdict on a name where nobody could list the names."""
    if not facts.known:
        return ("UNVERIFIABLE", "nobody looked at the project", "LOW")
    return ("UNVERIFIABLE", f"the names in {manifests[0]} cannot be listed", "MEDIUM")


def without(manifest: str) -> str:
    """What is said of a manifest that is not there."""
    return f"there is no {manifest} in the project"


def script_file(where: str) -> str:
    """The file of a script, of `file: what it runs`."""
    return where.split(": ", 1)[0]


def among(known: Mapping[str, str]) -> str:
    """The names that there are, in brackets, for the reason of a verdict."""
    names = sorted(known)
    return f" (it has {', '.join(names[:8])}{', …' if len(names) > 8 else ''})" if names else ""
