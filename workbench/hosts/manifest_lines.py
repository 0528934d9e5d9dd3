"""Versions in manifests that have no format of their own to parse: read by their telling lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

Asked = Iterator[tuple[str, str]]
_M = re.MULTILINE | re.IGNORECASE
_DEPENDENCY = re.compile(r"[\"'(](?P<group>[\w.-]+):(?P<name>[\w.-]+):(?P<version>\d[\w.]*)[\"')]")
_POM = re.compile(
    r"<dependency>\s*<groupId>[^<]*</groupId>\s*<artifactId>(?P<name>[^<]+)</artifactId>\s*"
    r"<version>(?P<version>\d[^<]*)</version>"
)
_PACKAGE = re.compile(
    r"<PackageReference\s+Include=\"(?P<name>[^\"]+)\"\s+Version=\"(?P<version>\d[^\"]*)\"", _M
)
_PUB = re.compile(r"^  (?P<name>[a-z_]\w*):\s*[\"']?(?P<version>[\^>=<]*\s?\d[^\s\"'#]*)", _M)


def _lines(*patterns: tuple[str, str]) -> Callable[[str], Asked]:
    """A reader that looks for one telling line for each name."""
    compiled = [(name, re.compile(pattern, _M)) for name, pattern in patterns]

    def read(text: str) -> Asked:
        for name, pattern in compiled:
            match = pattern.search(text)
            if match:
                yield name, match[1].strip()

    return read


def _gradle(text: str) -> Asked:
    yield from _lines(
        ("java", r"JavaLanguageVersion\.of\((\d+)\)"),
        (
            "java",
            r"(?:source|target)Compatibility\s*=?\s*(?:JavaVersion\.VERSION_)?[\"']?(?:1[._])?(\d+)",
        ),
        ("kotlin", r"kotlin\(\"jvm\"\)\s+version\s+\"([\d.]+)\""),
        ("spring boot", r"org\.springframework\.boot[\"')]+\s+version\s+[\"']([\d.]+)"),
        ("", r"^version\s*=\s*[\"'](\d[\w.]*)"),
    )(text)
    for found in _DEPENDENCY.finditer(text):
        yield found["name"], found["version"]


def _pom(text: str) -> Asked:
    yield from _lines(
        (
            "java",
            r"<(?:java\.version|maven\.compiler\.(?:release|source|target)|release)>(?:1\.)?(\d+)<",
        ),
        ("spring boot", r"spring-boot-starter-parent</artifactId>\s*<version>(\d[^<]*)<"),
    )(text)
    for found in _POM.finditer(text):
        yield found["name"], found["version"]


def _csproj(text: str) -> Asked:
    yield from _lines(("dotnet", r"<TargetFrameworks?>net(?:coreapp)?(\d+(?:\.\d+)?)"))(text)
    for found in _PACKAGE.finditer(text):
        yield found["name"], found["version"]


def _pubspec(text: str) -> Asked:
    yield from _lines(("", r"^version:\s*(\d[\w.]*)"))(text)
    for found in _PUB.finditer(text):
        name = "dart" if found["name"] == "sdk" else found["name"]
        yield name, found["version"]


def _environment(text: str) -> Asked:
    for found in re.finditer(r"^[ \t]*-\s*([\w-]+)\s*(=|==|>=)\s*(\d[\w.]*)", text, _M):
        yield found[1], found[3] if found[2] != ">=" else f">={found[3]}"


def _pipfile(text: str) -> Asked:
    yield from _lines(("python", r"^python_(?:full_)?version\s*=\s*\"([\d.]+)\""))(text)
    for found in re.finditer(r"^([\w-]+)\s*=\s*\"([<>=~!]=?\s*\d[^\"]*)\"", text, _M):
        yield found[1], found[2]


#: Lower case names of files -> their readers.
READERS: Mapping[str, Callable[[str], Asked]] = {
    "pom.xml": _pom,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
    "pubspec.yaml": _pubspec,
    "environment.yml": _environment,
    "environment.yaml": _environment,
    "pipfile": _pipfile,
    "runtime.txt": _lines(("python", r"^python-(\d[\d.]*)")),
    "setup.py": _lines(("python", r"python_requires\s*=\s*[\"']([^\"']+)")),
    "setup.cfg": _lines(("python", r"^python_requires\s*=\s*(.+)$")),
    "package.swift": _lines(("swift", r"swift-tools-version:\s*(\d[\d.]*)")),
    "mix.exs": _lines(("elixir", r"elixir:\s*\"([^\"]+)\""), ("", r"version:\s*\"(\d[\d.]*)\"")),
    "global.json": _lines(("dotnet", r"\"version\":\s*\"(\d+\.\d+)")),
    ".terraform-version": _lines(("terraform", r"^(\d[\d.]*)")),
    ".java-version": _lines(("java", r"^[^\d\n]*(\d+)")),
    "cmakelists.txt": _lines(("cmake", r"cmake_minimum_required\(\s*VERSION\s+(\d[\d.]*)")),
    "gradle-wrapper.properties": _lines(("gradle", r"gradle-(\d[\d.]*)-")),
    "chart.yaml": _lines(("", r"^version:\s*(\d[\w.]*)")),
}


def reader_for(name: str) -> Callable[[str], Asked] | None:
    """The reader of a manifest by its lower case name."""
    if name.endswith((".csproj", ".fsproj")):
        return _csproj
    if name.endswith(".tf"):
        return _lines(("terraform", r"required_version\s*=\s*\"([^\"]+)\""))
    return READERS.get(name)
