"""Small made-up projects on the disk, for tests that look at one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from workbench.judge.claims import Claim, Report
from workbench.judge.claims_check import check_claims
from workbench.judge.facts import Facts
from workbench.prompt.prompt import Prompt
from workbench.verbs.facts import facts_for
from workbench.verbs.inputs import Input

TODAY = date(2026, 11, 29)


def build(root: Path, files: Mapping[str, str]) -> Path:
    """Write `files` (path -> text) below `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def facts_at(file: Path, root: Path | None = None) -> Facts:
    facts, _ = facts_for(Input(str(file), b"", "file", file), root, TODAY)
    return facts


def report_of(root: Path, text: str, name: str = "CLAUDE.md") -> Report:
    """The claims of `text`, put into the project as `name`."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return check_claims(Prompt.from_text(text, str(path)), facts_at(path, root))


def claim_of(root: Path, line: str, name: str = "CLAUDE.md") -> Claim | None:
    """The first claim of one line, None when it holds none."""
    found = report_of(root, line + "\n", name).claims
    return found[0] if found else None
