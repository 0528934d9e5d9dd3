"""Claims in words, and what a denial makes of a verdict."""

from __future__ import annotations

from workbench.judge.claims_context import Around
from workbench.judge.claims_paths import Verdict

#: Verdicts on what nobody can look up in a project.
NOBODY: dict[str, Verdict] = {
    "number": ("UNVERIFIABLE", "a number without a source that the project holds", "MEDIUM"),
    "fact": ("UNVERIFIABLE", "a fact of the outside world; nobody looked there", "MEDIUM"),
}


def in_context(verdict: Verdict, around: Around) -> Verdict | None:
    status, evidence, confidence = verdict
    if around.absent and status != "UNVERIFIABLE":
        if status == "VERIFIED":
            return ("FALSE", f"said to be absent, but: {evidence}", "HIGH")
        return ("VERIFIED", f"{evidence}, as the text says", "HIGH")
    if status == "FALSE":
        if around.no_claim:
            return None
        if around.elsewhere:
            return ("UNVERIFIABLE", "the sentence speaks of another place", "MEDIUM")
    return verdict if status != "FALSE" else (status, evidence, confidence)


def claim_words(sub: str, subject: str, absent: bool) -> str:
    """The claim as one line."""
    name = " ".join(subject.split())
    if absent:
        return f"There is no {name}."
    return {
        "path": f"{name} exists.",
        "import": f"{name} can be loaded.",
        "command": f"{name} works.",
        "script": f"{name} can be run.",
        "version": f"{name} is what holds here.",
        "symbol": f"{name} is in the code.",
    }.get(sub, name)
