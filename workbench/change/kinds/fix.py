"""FIX: what a fact repairs by itself, exactly as the finding says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.judge.findings import Finding
from workbench.prompt.lines import line_at


def find(ground: Ground, findings: Sequence[Finding]) -> Iterator[Draft]:
    """One draft for each finding that carries a repair; pinned lines stay."""
    prompt = ground.prompt
    for finding in findings:
        if not finding.repair:
            continue
        lines = sorted({line_at(prompt.starts, splice.start) for splice in finding.repair})
        if any(ground.is_pinned(line, line + 1) for line in lines):
            continue
        at = "" if finding.start_line == lines[0] + 1 else f", line {finding.start_line}"
        yield Draft(
            "FIX",
            finding.safe_repair,
            f"{finding.rule} {finding.text or finding.message}",
            lines[0] + 1,
            lines[-1] + 1,
            f"{finding.rule}{at}: {finding.message}",
            finding.fix or finding.why,
            "low: it changes what the finding names and nothing else",
            Change(splices=tuple(finding.repair)),
            "fix",
            shown=tuple((line, line + 1) for line in lines),
        )
