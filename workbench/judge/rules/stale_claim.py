"""Claims that the project contradicts: paths, imports, commands, scripts, versions, symbols."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.judge.claims import FALSE, Claim
from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._claims import claims

_FIX = {
    "path": "Name the path that exists now, or drop the line.",
    "import": "Name a file that exists, or drop the import.",
    "command": "Name the command that works now, or drop the line.",
    "script": "Name a script that exists, or drop the line.",
    "version": "Say which version holds now, or leave it to the manifest.",
    "symbol": "Name what is in the code now, or drop the line.",
}


def _check(rule: Rule, context: Context) -> Iterator[Finding]:
    if not context.facts.known:
        return
    report = claims(context)
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in report.claims:
        # Links that lead nowhere are the matter of `broken-reference`.
        linked = context.prompt.text.startswith("](", claim.start - 2)
        if claim.status == FALSE and not linked:
            groups.setdefault((claim.sub, claim.subject), []).append(claim)
    for same in groups.values():
        claim = next((c for c in same if c.confidence == "HIGH"), same[0])
        yield rule.finding(
            claim.line,
            f"{_what(claim)}: {claim.evidence}.",
            text=claim.subject,
            fix=_FIX.get(claim.sub, ""),
            related=[Related(c.line, c.subject) for c in same if c.line != claim.line],
        ).but(
            # What is not quite sure is a matter for `verify`, not for a first look.
            quiet=claim.confidence != "HIGH",
            columns=(claim.start_column, claim.end_column),
        )


def _what(claim: Claim) -> str:
    return {
        "path": "Dead path",
        "import": "Dead import",
        "command": "Command that cannot work",
        "script": "Script that does not exist",
        "version": f"Stale version ({claim.subject})",
        "symbol": "Symbol that is not in the code",
    }.get(claim.sub, "False claim")


RULE = Rule(
    "stale-claim",
    "a claim that the project denies",
    "warning",
    "A path, import, command, script, version or symbol that the project does not have is read as "
    "true in every session: time goes into looking for what is gone, or code is "
    "written for a version that is not in use.",
    "Claude Code documentation: files named by @ that cannot be found stay in the prompt as text",
    "2026-08-22",
    _check,
    example="- `src/old/registry.ts` maps codes to classes.   (no such file)",
    instead="- `src/registry.ts` maps codes to classes.",
    family="truth",
    measured="25 of 26 true, the other mended (89 files in ten projects, 2026-11-30)",
)
