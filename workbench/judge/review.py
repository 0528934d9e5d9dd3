"""Run the rules over a prompt; what people muted stays away, with a count of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.judge.findings import SEVERITIES, Finding
from workbench.judge.registry import Context, Rule, all_rules


@dataclass(frozen=True)
class Settings:
    """What people set in configuration, never in the prompt file.

    `severity` by rule id (`off` switches a rule off); `muted`: keys of findings that are
    accepted as they are (the baseline).
    """

    severity: Mapping[str, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Review:
    """The findings in order of their place; `muted` counts what the settings keep away."""

    findings: tuple[Finding, ...]
    muted: int = 0

    def worst(self) -> str:
        """The loudest severity among the findings, or nothing."""
        return min((f.severity for f in self.findings), key=SEVERITIES.index, default="")

    def at_least(self, severity: str) -> tuple[Finding, ...]:
        """Findings at `severity` or louder."""
        limit = SEVERITIES.index(severity)
        return tuple(f for f in self.findings if SEVERITIES.index(f.severity) <= limit)

    def to_dict(self) -> dict[str, Any]:
        return {"findings": [f.to_dict() for f in self.findings], "muted": self.muted}


def review_steps(
    context: Context, settings: Settings | None = None, rules: Iterable[Rule] | None = None
) -> Iterator[tuple[Rule, tuple[Finding, ...]]]:
    """Each rule with what it found, as it goes; the settings are applied by `review`."""
    chosen = settings or Settings()
    for rule in all_rules() if rules is None else rules:
        if chosen.severity.get(rule.id) != "off" and rule.applies(context):
            yield rule, tuple(rule.check(rule, context))


def false_claims(context: Context) -> int | None:
    """How many claims of the prompt the project denies, those that no finding names included; None
    without a project. The rules have worked the claims out already, so this costs nothing more."""
    from workbench.judge.claims import FALSE
    from workbench.judge.rules._claims import claims

    return claims(context).count(FALSE) if context.facts.known else None


def review(
    context: Context, settings: Settings | None = None, rules: Iterable[Rule] | None = None
) -> Review:
    """All findings of all rules (or of `rules`)."""
    chosen = settings or Settings()
    found: list[Finding] = []
    muted = 0
    for rule, findings in review_steps(context, chosen, rules):
        wanted = chosen.severity.get(rule.id)
        for finding in findings:
            if finding.key in chosen.muted:
                muted += 1
            else:
                found.append(replace(finding, severity=wanted) if wanted else finding)
    order = {severity: i for i, severity in enumerate(SEVERITIES)}
    found.sort(key=lambda f: (f.start_line, order[f.severity], f.rule))
    return Review(tuple(found), muted)
