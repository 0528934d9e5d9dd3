"""What runners of commands take by themselves, and which manifest they cannot do without."""

from __future__ import annotations

import re
from collections.abc import Mapping

from workbench.judge.claims_paths import words

#: A word of a command line that stands for another.
PLACEHOLDER = re.compile(r"[<>\[\]{}|*…$]|\.\.\.|^[A-Z_]{2,}$|^(?:your|my|foo|bar|xxx)\b|path/to")
ASSIGN = re.compile(r"[A-Za-z_]\w*=\S*$")

#: Sub-commands of package managers that are no scripts.
NODE_OWN = words(
    "install i ci add remove rm uninstall un update up upgrade outdated audit publish pack link"
    " unlink exec x dlx create init why list ls ll version prune store import patch patch-commit"
    " dedupe config cache set get login logout whoami rebuild deploy licenses root bin env setup"
    " workspace workspaces plug plugin info view fund doctor help completion token team org owner"
    " access dist-tag deprecate search star explore edit docs bugs repo ping profile shrinkwrap"
    " constraints node npm npx pm build-info global autoclean policies self-update server fetch"
    " recursive multi m approve-builds catalog bunx upgrade-interactive unplug stage install-test"
)
NODE_SHORT = frozenset({"test", "t", "start", "stop", "restart"})
WITH_VALUE = words(
    "-C -w -F -f --filter --prefix --workspace --cwd --dir --file -s -e --directory --project -p"
    " --package --group --extra --with --python --env-file --features -r -m --manifest-path"
)
#: Runner -> the manifest without which it cannot work, and own sub-commands that need it.
NEEDS: Mapping[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "cargo": (
        ("Cargo.toml",),
        words("build test run check clippy fmt bench doc add publish update"),
    ),
    "go": (("go.mod",), words("build test run vet generate")),
    "uv": (("pyproject.toml", "uv.lock"), words("sync lock add remove build export")),
    "poetry": (("pyproject.toml",), words("install add lock build update run remove")),
    "pdm": (("pyproject.toml",), words("install add lock build update sync")),
    "hatch": (("pyproject.toml",), words("build test env version")),
    "bundle": (("Gemfile",), words("install exec update")),
    "composer": (("composer.json",), words("install update require")),
    "mvn": (("pom.xml",), words("test package install verify clean compile")),
    "mix": (("mix.exs",), words("test compile")),
    "flutter": (("pubspec.yaml",), words("test run build")),
    "npm": (("package.json",), words("ci install")),
    "pnpm": (("package.json",), words("install")),
    "yarn": (("package.json",), words("install")),
}
COMPOSE = (
    *("docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml"),
    *("docker-compose.dev.yml", "docker-compose.override.yml"),
)
INTERPRETERS = words(
    "python python3 node bash sh zsh ruby php perl tsx ts-node deno bun source . Rscript lua"
)
#: Programs that come with other packages than their own.
BINARIES = words(
    "python pytest mypy ruff black isort flake8 pyright pre-commit mkdocs sphinx-build alembic"
    " coverage uvicorn gunicorn ipython jupyter pip flask django-admin celery pylint bandit twine"
    " basedpyright ty tox nox streamlit marimo dbt"
)
TARGETS = {
    "make": ("make", ("Makefile", "makefile", "GNUmakefile")),
    "gmake": ("make", ("Makefile", "makefile", "GNUmakefile")),
    "just": ("just", ("justfile", "Justfile", ".justfile")),
    "task": ("task", ("Taskfile.yml", "Taskfile.yaml")),
    "poe": ("poe", ("pyproject.toml",)),
}
#: First words of command lines that are looked into for other reasons.
OTHERS = frozenset({"bunx", "npx", "pytest", "tox", "nox", "docker", "rye", "cd", "docker-compose"})
