"""The claims of a prompt, worked out once for all rules that ask."""

from __future__ import annotations

from workbench.judge.claims import Report
from workbench.judge.claims_check import check_claims
from workbench.judge.registry import Context
from workbench.judge.rules._passages import shared


def claims(context: Context) -> Report:
    """What the prompt claims, each with its verdict."""
    return shared(
        context,
        "claims",
        lambda: check_claims(context.prompt, context.facts, context.instructions),
    )


def at_home(context: Context) -> bool:
    """Whether the prompt stands in the project it speaks of; elsewhere nothing is missing."""
    return claims(context).at_home
