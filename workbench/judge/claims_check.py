"""What looking says about the claims of a text: those of `claims_find`, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from workbench.judge.claims import FALSE, NOT_HERE, SHORTER, VERIFIED, Claim, Report
from workbench.judge.claims_find import find_claims
from workbench.judge.facts import NO_FACTS, Facts
from workbench.language.instructions import Instruction
from workbench.prompt.prompt import Prompt

_WRONG_PLACE = 3


def check_claims(
    prompt: Prompt,
    facts: Facts = NO_FACTS,
    instructions: Sequence[Instruction] | None = None,
) -> Report:
    """Find the claims of `prompt` and check each against `facts`.

    Where next to nothing that the text names exists, the text stands in another project than
    the one it speaks of: then FALSE is said with low confidence.
    """
    return _where_it_stands(find_claims(prompt, facts, instructions), facts)


def _where_it_stands(claims: Iterable[Claim], facts: Facts) -> Report:
    found = tuple(claims)
    paths = [c for c in found if c.kind == "PATH" and not c.absent]
    live = len({c.subject for c in paths if _lives(c) and _telling(c.subject)})
    dead = len({c.subject for c in paths if c.status == FALSE and not _lives(c)})
    # A file without a project around it: what it names must be here for the most part.
    few = dead < _WRONG_PLACE or 3 * live >= dead
    at_home = few if facts.at_home else live >= max(dead, 1)

    def sure(claim: Claim) -> Claim:
        doubtful = claim.status == FALSE and not (
            at_home and (facts.at_home or claim.kind == "PATH")
        )
        return replace(claim, confidence="LOW") if doubtful else claim

    return Report(tuple(sure(claim) for claim in found), at_home)


def _lives(claim: Claim) -> bool:
    """Whether the project has what is named, be it elsewhere or with fewer lines."""
    return claim.status == VERIFIED or claim.evidence.startswith((NOT_HERE, f"{SHORTER} "))


def _telling(subject: str) -> bool:
    """Whether a name says something about where one is: not what lies in every project."""
    bare = subject.strip("./").lower()
    return bare not in (
        *("readme.md", "package.json", "src", "tests", "docs", "claude.md", "agents.md"),
        *("skill.md", "license", "makefile", "pyproject.toml", "scripts", "test", ".claude"),
    )
