"""Which linters, formatters and type checkers a project sets up, by their settings files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from workbench.hosts.project_files import read_text

_FILES = (
    (r"\.eslintrc(?:\..+)?|eslint\.config\..+", "eslint"),
    (r"\.prettierrc(?:\..+)?|prettier\.config\..+", "prettier"),
    (r"biome\.jsonc?", "biome"),
    (r"\.?ruff\.toml", "ruff"),
    (r"\.flake8", "flake8"),
    (r"\.pylintrc", "pylint"),
    (r"mypy\.ini|\.mypy\.ini", "mypy"),
    (r"pyrightconfig\.json", "pyright"),
    (r"tsconfig(?:\..+)?\.json", "tsc"),
    (r"\.editorconfig", "editorconfig"),
    (r"\.golangci\.(?:yaml|yml|toml|json)", "golangci-lint"),
    (r"\.?rustfmt\.toml", "rustfmt"),
    (r"\.?clippy\.toml", "clippy"),
    (r"\.rubocop\.ya?ml", "rubocop"),
    (r"\.stylelintrc(?:\..+)?", "stylelint"),
    (r"\.markdownlint(?:\..+)?|\.markdownlint-cli2\..+", "markdownlint"),
    (r"\.clang-format", "clang-format"),
    (r"\.swiftlint\.yml", "swiftlint"),
    (r"\.pre-commit-config\.ya?ml", "pre-commit"),
    (r"commitlint\.config\..+|\.commitlintrc(?:\..+)?", "commitlint"),
    (r"\.shellcheckrc", "shellcheck"),
)
_ANY = re.compile("|".join(f"({pattern})" for pattern, _ in _FILES))
_IN_MANIFESTS = re.compile(
    r"\b(eslint|prettier|biome|ruff|black|isort|flake8|pylint|mypy|pyright|stylelint|commitlint"
    r"|rubocop|golangci-lint|clippy|rustfmt|shellcheck|markdownlint|oxlint|dprint|lefthook|husky)\b"
)
_MANIFESTS = ("package.json", "pyproject.toml", "setup.cfg", "Makefile", "justfile")


def tools(places: Iterable[Path]) -> frozenset[str]:
    """Names of tools found in `places` (folders), without looking below them."""
    found: set[str] = set()
    for place in places:
        try:
            with os.scandir(place) as entries:
                names = [entry.name for _, entry in zip(range(2_000), entries, strict=False)]
        except OSError:
            continue
        for name in names:
            match = _ANY.fullmatch(name)
            if match and match.lastindex:
                found.add(_FILES[match.lastindex - 1][1])
        for name in _MANIFESTS:
            if name in names:
                found |= set(_IN_MANIFESTS.findall(read_text(place / name, 200_000) or ""))
    return frozenset(found)
