"""Two peers beside ours on the planted and clean files: what each finds, hits and strays.

    python benchmarks/peers.py [--folder SCRATCH] [--install] [PROBES]

The peers run from an environment of their own in SCRATCH (default: ctxbench-peers in the
temporary folder), made with `--install`: agnix 0.59.3 and promptproof 0.2.0 and whyrule 0.1.0 from
the package index. Without it the benchmark says so and passes. Each peer sees a copy of each tree,
and every finding that it prints for the prompt counts, whatever its severity. A whole-file finding
(no line, or line 0) counts as a stray.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

from probe_sets import SHARED, Tree, clean, findings_of, hits, planted, strays

PACKAGES = ("agnix==0.59.3", "promptproof==0.2.0", "whyrule==0.1.0")
Found = list[tuple[int, str]]


def default_folder() -> Path:
    return Path(tempfile.gettempdir()) / "ctxbench-peers"


def install(folder: Path) -> None:
    """An environment with the peers, from the package index."""
    venv.create(folder / "env", with_pip=True)
    pip = folder / "env" / "bin" / "pip"
    for package in PACKAGES:
        subprocess.run([pip, "install", "-q", package], check=False)


def _run(folder: Path, command: list[str], place: Path) -> str:
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [str(folder / "env" / "bin" / command[0]), *command[1:]],
        cwd=place,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "HOME": str(home)},
    )
    return done.stdout


def _agnix(folder: Path, place: Path, prompt: Path) -> Found:
    data = json.loads(_run(folder, ["agnix", "--format", "json", "."], place) or "{}")
    return [
        (row["line"], row["rule"])
        for row in data.get("diagnostics", [])
        if row["file"] and Path(row["file"]) == prompt
    ]


def _promptproof(folder: Path, place: Path, prompt: Path) -> Found:
    out = _run(folder, ["promptproof", str(prompt), "--format", "json"], place)
    return [(row["line"] or 0, row["rule"]) for row in json.loads(out or "{}").get("findings", [])]


def _whyrule(folder: Path, place: Path, prompt: Path) -> Found:
    command = ["whyrule", "check", "--sarif", "--no-user", "--project", ".", str(prompt)]
    data: dict[str, Any] = json.loads(_run(folder, command, place) or '{"runs": []}')
    found = []
    for run in data["runs"]:
        for result in run["results"]:
            for location in result["locations"][:1]:
                region = location["physicalLocation"].get("region", {})
                found.append((region.get("startLine", 0), result["ruleId"]))
    return found


PEERS: dict[str, Callable[[Path, Path, Path], Found]] = {
    "agnix": _agnix,
    "promptproof": _promptproof,
    "whyrule": _whyrule,
}


def ours(tree: Tree) -> Found:
    return [(f.start_line, f.rule) for f in findings_of(tree.prompt, tree.folder)]


def table(probes: Path, folder: Path) -> dict[str, dict[str, float]]:
    """Per tool: hits and keys, strays, and findings on clean files."""
    tools = {name: run for name, run in PEERS.items() if (folder / "env" / "bin" / name).exists()}
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("ctxbench", *tools):
            row = {"hits": 0, "keys": 0, "strays": 0, "files": 0, "clean": 0, "clean files": 0}
            for tree in [*planted(probes), *clean(probes)]:
                if name == "ctxbench":
                    found = ours(tree)
                else:
                    place = Path(scratch) / tree.folder.name
                    if not place.exists():
                        shutil.copytree(tree.folder, place)
                        for path in [place, *place.rglob("*")]:
                            path.chmod(0o755 if path.is_dir() else 0o644)
                    found = tools[name](folder, place, tree.prompt.relative_to(tree.folder))
                lines = [line for line, _ in found]
                if tree.keys:
                    row["hits"] += len(hits(tree.keys, lines))
                    row["keys"] += len(tree.keys)
                    row["strays"] += len(strays(tree.keys, lines))
                    row["files"] += 1
                else:
                    row["clean"] += len(found)
                    row["clean files"] += 1
            figures[name] = row
    return figures


def report(probes: Path, folder: Path) -> None:
    """Print the table."""
    missing = [name for name in PEERS if not (folder / "env" / "bin" / name).exists()]
    if missing:
        print(
            f"  not installed in {folder}: {', '.join(missing)}"
            " (python benchmarks/peers.py --install)"
        )
    print(f"  {'tool':12} {'planted found':>16} {'a file':>7} {'strays a file':>14} {'clean':>10}")
    for name, row in table(probes, folder).items():
        print(
            f"  {name:12} {row['hits']:>7.0f} of {row['keys']:>4.0f}  "
            f"{row['hits'] / row['files']:>6.1f} {row['strays'] / row['files']:>14.2f} "
            f"{row['clean']:>4.0f} in {row['clean files']:.0f}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("probes", nargs="?", type=Path, default=SHARED / "probes")
    parser.add_argument("--folder", type=Path, default=default_folder())
    parser.add_argument("--install", action="store_true")
    options = parser.parse_args()
    if options.install:
        install(options.folder)
    if not (options.probes / "planted.jsonl").exists():
        print(f"No probe sets in {options.probes}.")
        return 2
    report(options.probes, options.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
