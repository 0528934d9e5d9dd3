"""Claims of a text about the project around it, and what looking says about each.

A claim is VERIFIED, FALSE or UNVERIFIABLE. Paths, imports, commands, scripts, versions and symbols
are checked by looking, without a model; numbers and facts of the outside world cannot be. What is
no claim is left out: paths that are to be made, placeholders, examples, addresses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

VERIFIED, FALSE, UNVERIFIABLE = "VERIFIED", "FALSE", "UNVERIFIABLE"
STATUSES = (VERIFIED, FALSE, UNVERIFIABLE)
#: Kinds, as a report marks them, and what each holds.
KINDS = {
    "PATH": ("path", "import"),
    "CODE": ("command", "script", "version", "symbol"),
    "METRIC": ("number",),
    "FACT": ("fact",),
}
_KIND_OF = {sub: kind for kind, subs in KINDS.items() for sub in subs}
#: Upper ends of the bands (spec: workflows, E): below .1 go on, to .3 look, above that redo.
REVIEW_FROM, REGENERATE_ABOVE = 0.1, 0.3
#: How the evidence begins for what the project has in another place, or with fewer lines.
NOT_HERE, SHORTER = "not here; there is", "there, but"


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim with its verdict.

    `sub` is path, import, command, script, version, symbol, number or fact. `subject` is what is
    claimed, word for word, `text` the claim on one line. `start` and `end` are half-open offsets
    of the subject, `line` counts from 1, columns from 1. `evidence` says what was looked at,
    `confidence` (HIGH, MEDIUM, LOW) how sure the status is. `absent`: it claims that there is
    no such thing.
    """

    sub: str
    subject: str
    text: str
    start: int
    end: int
    line: int
    start_column: int
    end_column: int
    status: str
    evidence: str
    confidence: str
    absent: bool = False

    @property
    def kind(self) -> str:
        """PATH, CODE, METRIC or FACT."""
        return _KIND_OF[self.sub]

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "sub": self.sub,
            "subject": self.subject,
            "text": self.text,
            "line": self.line,
            "start_column": self.start_column,
            "end_column": self.end_column,
            "status": self.status,
            "evidence": self.evidence,
            "confidence": self.confidence,
            "absent": self.absent,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All claims of one text, in order.

    `at_home`: whether the text stands in the project that it speaks of, judged by how much of
    what it names is there.
    """

    claims: tuple[Claim, ...]
    at_home: bool = True

    def count(self, status: str) -> int:
        return sum(1 for claim in self.claims if claim.status == status)

    @property
    def poisoning_risk(self) -> float:
        """(2 x false + unverifiable) / claims, 0 to 2; 0 when there are none."""
        if not self.claims:
            return 0.0
        return (2 * self.count(FALSE) + self.count(UNVERIFIABLE)) / len(self.claims)

    @property
    def band(self) -> str:
        """proceed, review or regenerate."""
        risk = self.poisoning_risk
        if risk < REVIEW_FROM:
            return "proceed"
        return "review" if risk <= REGENERATE_ABOVE else "regenerate"

    def to_dict(self) -> dict[str, Any]:
        return {
            "claims": [claim.to_dict() for claim in self.claims],
            "total_claims": len(self.claims),
            "verified": self.count(VERIFIED),
            "false": self.count(FALSE),
            "unverifiable": self.count(UNVERIFIABLE),
            "poisoning_risk": round(self.poisoning_risk, 6),
            "band": self.band,
            "regeneration": regeneration_request(self),
        }


def regeneration_request(report: Report) -> str:
    """What to ask of whoever wrote the text, or nothing where no claim is in doubt."""
    doubtful = [c for c in report.claims if c.status != VERIFIED]
    if not doubtful:
        return ""
    lines = [
        "Some claims of your text are false or could not be checked against the project.",
        "Write it again without them, or put right what is wrong.",
        "",
    ]
    for status in (FALSE, UNVERIFIABLE):
        rows = [c for c in doubtful if c.status == status]
        if rows:
            lines.append(f"{status.capitalize()}:")
            lines += [f"- line {c.line} [{c.kind}] {c.text} Evidence: {c.evidence}." for c in rows]
            lines.append("")
    lines += [
        "While you write:",
        "1. Verify each claim with your tools before you state it.",
        '2. Say "I cannot verify" instead of asserting what you could not check.',
        "3. Cite file and line for everything that can be checked.",
    ]
    return "\n".join(lines) + "\n"
