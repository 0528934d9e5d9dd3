"""The probe sets that the benchmarks share: planted defects, clean files, real files, hits."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from workbench.judge.findings import Finding
from workbench.prompt.kinds import detect_kind
from workbench.verbs.review import Options, review

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("CTXBENCH_SHARED") or ROOT.parent / "shared")
TODAY = date(2026, 11, 29)


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


@dataclass(frozen=True)
class Tree:
    """A planted or clean tree: its folder, the prompt in it, and the keys of its defects."""

    name: str
    folder: Path
    prompt: Path
    keys: tuple[dict[str, Any], ...] = ()


def planted(probes: Path) -> list[Tree]:
    """The planted trees with their keys."""
    keys: dict[str, list[dict[str, Any]]] = {}
    for row in rows_of(probes / "planted.jsonl"):
        keys.setdefault(row["file"], []).append(row)
    folder = probes / "planted"
    return [
        Tree(file, folder / file.split("/", 1)[0], folder / file, tuple(rows))
        for file, rows in sorted(keys.items())
    ]


def clean(probes: Path) -> list[Tree]:
    """The clean trees: one prompt each."""
    trees = []
    for folder in sorted(p for p in (probes / "clean").iterdir() if p.is_dir()):
        for path in sorted(folder.rglob("*.md")):
            if path.name in ("CLAUDE.md", "AGENTS.md", "SKILL.md", "system.md", "GEMINI.md"):
                trees.append(Tree(f"{folder.name}/{path.name}", folder, path))
    return trees


def real_files(corpus: Path) -> list[Path]:
    """CLAUDE.md, AGENTS.md and SKILL.md files of the corpus."""
    wanted = ("claude-md", "agents-md", "skill")
    return [p for p in sorted(corpus.iterdir()) if detect_kind(p.name) in wanted]


def findings_of(path: Path, root: Path | None = None, **more: Any) -> tuple[Finding, ...]:
    """What review shows by default for one file, on the day of the probes."""
    return review(str(path), Options(root=root, today=TODAY, **more)).findings


def lines_of(key: dict[str, Any]) -> set[int]:
    """Lines that a reviewer may name for a planted defect."""
    return {key["line"], *key["also_lines"]}


def hits(keys: Sequence[dict[str, Any]], lines: Iterable[int]) -> list[dict[str, Any]]:
    """Keys that one of `lines` names."""
    named = set(lines)
    return [key for key in keys if lines_of(key) & named]


def strays(keys: Sequence[dict[str, Any]], lines: Iterable[int]) -> list[int]:
    """Lines that match no key, each finding counted."""
    keyed = {line for key in keys for line in lines_of(key)}
    return [line for line in lines if line not in keyed]
