"""`verify`: each claim of a text, checked against a project by looking, without a model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from workbench.hosts.project import Root
from workbench.judge.claims import STATUSES, Report, regeneration_request
from workbench.judge.claims_check import check_claims
from workbench.prompt.prompt import Prompt
from workbench.verbs.facts import facts_for
from workbench.verbs.inputs import Input, read_input


@dataclass(frozen=True, slots=True)
class Verified:
    path: str
    prompt: Prompt
    root: Root
    report: Report

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have which status."""
        return {status: self.report.count(status) for status in STATUSES}

    @property
    def request(self) -> str:
        """What to ask of whoever wrote the text, or nothing where no claim is in doubt."""
        return regeneration_request(self.report)

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "root": str(self.root.path) if self.root.path else None,
            "root_from": self.root.how,
            **self.report.to_dict(),
        }


def verify(spec: str | Input, *, root: Path | None = None, today: date | None = None) -> Verified:
    """Check the claims of one FILE against the project at `root`, or the one around it."""
    given = read_input(spec) if isinstance(spec, str) else spec
    prompt = given.prompt()
    facts, found = facts_for(given, root, today)
    return Verified(given.spec, prompt, found, check_claims(prompt, facts))
