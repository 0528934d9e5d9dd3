"""Versions: what a text says that a project runs on, against what its manifests ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.judge.claims_paths import Verdict, words
from workbench.judge.facts import Facts
from workbench.judge.version_ranges import (
    TOP,
    Span,
    first_after,
    meet,
    pad,
    parse_range,
    parse_version,
)
from workbench.language.lists import caseless, patterns

#: What people write -> names in manifests, lower case.
_ALIASES: dict[str, tuple[str, ...]] = {
    "node": ("node", "nodejs"),
    "node.js": ("node", "nodejs"),
    "nodejs": ("node", "nodejs"),
    "python": ("python",),
    "cpython": ("python",),
    "postgres": ("postgres", "postgresql", "postgis", "pgvector"),
    "postgresql": ("postgres", "postgresql", "postgis", "pgvector"),
    "go": ("go", "golang"),
    "golang": ("go", "golang"),
    "rust": ("rust",),
    "ruby": ("ruby",),
    "php": ("php",),
    "java": ("java", "openjdk", "eclipse-temurin", "jdk"),
    "jdk": ("java", "openjdk", "eclipse-temurin", "jdk"),
    "redis": ("redis", "valkey"),
    "mysql": ("mysql",),
    "mariadb": ("mariadb",),
    "mongodb": ("mongo", "mongodb"),
    "mongo": ("mongo", "mongodb"),
    "elasticsearch": ("elasticsearch",),
    "rabbitmq": ("rabbitmq",),
    "nginx": ("nginx",),
    "next.js": ("next",),
    "next": ("next",),
    "nuxt": ("nuxt",),
    "vue.js": ("vue",),
    "vue": ("vue",),
    "react": ("react",),
    "react native": ("react-native",),
    "angular": ("@angular/core",),
    "tailwind": ("tailwindcss",),
    "tailwind css": ("tailwindcss",),
    "express": ("express",),
    "nestjs": ("@nestjs/core",),
    "prisma": ("prisma", "@prisma/client"),
    "playwright": ("playwright", "@playwright/test"),
    "storybook": ("storybook",),
    "rails": ("rails",),
    "laravel": ("laravel/framework",),
    "symfony": ("symfony/framework-bundle",),
    "beautifulsoup": ("beautifulsoup4",),
    ".net": ("dotnet",),
    "spring boot": ("spring boot",),
    "kotlin": ("kotlin",),
    "swift": ("swift",),
    "elixir": ("elixir",),
    "terraform": ("terraform",),
    "gradle": ("gradle",),
    "cmake": ("cmake",),
    "dart": ("dart",),
    "typescript": ("typescript",),
    "django": ("django",),
    "keycloak": ("keycloak",),
    "kafka": ("kafka", "cp-kafka"),
    "opensearch": ("opensearch",),
    "memcached": ("memcached",),
    "grafana": ("grafana",),
    "traefik": ("traefik",),
    "pytorch": ("torch",),
}
#: Names that are also everyday words: a bare whole number behind one proves nothing.
_WORDS = words(
    "next express go swift rust react flask spring bun node pip click black got chalk vite rich"
    " invoke fire attrs typer trio celery requests packaging build wheel six toolz table poetry"
    " java ruby core debug glob ms open ora test axios lodash step commander"
)
_CLAIM = patterns("claims", "versions-claim")
_OWN = caseless("claims", "versions-own")
_NEAR = 120
_IN_USE = caseless("claims", "versions-in-use")
_NOT_NOW = caseless("claims", "versions-not-now")
_NOT_NOW_AFTER = caseless("claims", "versions-not-now-after")


@dataclass(frozen=True, slots=True)
class Said:
    """A version that a sentence names: `start`, `end` are offsets in the sentence."""

    name: str
    subject: str
    start: int
    end: int
    keys: tuple[str, ...]
    span: Span
    minimum: bool


def find_versions(sentence: str, facts: Facts) -> Iterator[Said]:
    """Claims about versions in one sentence, those about other times and places left out."""
    for match in _CLAIM.finditer(sentence):
        name = match["name"].rstrip(".")
        keys = _keys(name, facts)
        if not keys or match["less"] or match["op"] in ("<", "<="):
            continue
        before = sentence[max(match.start() - _NEAR, 0) : match.start()]
        after = sentence[match.end() : match.end() + _NEAR]
        version = match["version"]
        low = name.lower()
        ticked = "`" in match[0]
        if low in _WORDS and "." not in version and not ticked:
            proper = name[0].isupper() or low == "node"
            if not proper or _NOT_NOW_AFTER.match(after):
                continue
        # A package in small letters with a whole number: only where it is said to be in use.
        elif name.islower() and "." not in version and not ticked and low not in _ALIASES:
            in_use = _IN_USE.search(before)
            if not in_use:
                continue
        if _NOT_NOW.search(before) or _over(after):
            continue
        first = parse_version(version)
        span = (pad(first), first_after(first))
        minimum = bool(match["more"] or match["op"] in (">=", "≥", ">"))
        minimum = minimum or bool(re.search(r"\b(?:at least|minimum|min\.?)\W*$", before, re.I))
        if match["last"]:
            span = (span[0], first_after(parse_version(match["last"])))
        elif minimum:
            span = (span[0], TOP)
        yield Said(name, match[0].strip(" `"), match.start(), match.end(), keys, span, minimum)
    for match in _OWN.finditer(sentence):
        version = next(group for group in match.groups() if group)
        if not _NOT_NOW.search(sentence[max(match.start() - _NEAR, 0) : match.start()]):
            first = parse_version(version)
            yield Said(
                "",
                match[0],
                match.start(),
                match.end(),
                ("",),
                (pad(first), first_after(first)),
                False,
            )


def _over(after: str) -> bool:
    return patterns("claims", "versions-over", re.IGNORECASE).match(after) is not None


def _keys(name: str, facts: Facts) -> tuple[str, ...]:
    low = name.lower()
    names = _ALIASES.get(low) or _ALIASES.get(low.removesuffix(".js"))
    if names:
        return names
    dashed = low.replace("_", "-").replace(" ", "-")
    for key in (low, dashed):
        if len(key) > 1 and key in facts.versions:
            return (key,)
    return ()


def check_version(said: Said, facts: Facts) -> Verdict:
    """The verdict: compatible with what is pinned, else with what is asked for."""
    asked = [pair for key in said.keys for pair in facts.versions.get(key, ()) if pair[0]]
    spans = [(parse_range(text), text, file) for text, file in asked]
    known = [(found, text, file) for found, text, file in spans if found]
    if not known:
        what = said.name or "the project's version"
        return ("UNVERIFIABLE", f"no manifest says which {what}", "MEDIUM")
    pins = [one for one in known if _is_pin(one[1], one[2])]
    lows = [(min(one[0] for one in found), text, file) for found, text, file in known]
    asks = [row for row in lows if not _is_pin(row[1], row[2])]
    if said.minimum and asks and all(low > said.span[0] for low, _, _ in asks):
        low, text, file = asks[0]
        loud = said.span[0][0] < low[0] or said.name.lower() == "python"
        return ("FALSE", _says(text, file), "HIGH" if loud else "MEDIUM")
    for group, sure in ((pins, "HIGH"), (known, "MEDIUM" if pins else "HIGH")):
        for found, text, file in group:
            if any(meet(said.span, one) for one in found):
                if group is known and pins:
                    return ("FALSE", _says(pins[0][1], pins[0][2]), "MEDIUM")
                return ("VERIFIED", _says(text, file), sure)
    return ("FALSE", _says(known[0][1], known[0][2]), "HIGH")


def _says(text: str, file: str) -> str:
    return f"{file} says {text}"


def _is_pin(text: str, file: str) -> bool:
    name = file.rsplit("/", 1)[-1].lower()
    return bool(re.fullmatch(r"(?:==)?\s?v?\d+(?:\.\d+)*", text)) or name.endswith(".lock")
