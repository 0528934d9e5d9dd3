"""Run the rules over a prompt; what people muted stays away, with a count of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from workbench.judge.findings import SEVERITIES, Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rule_files import all_rules

T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """What people set in configuration, never in the prompt file.

    `severity` by rule id (`off` switches a rule off); `muted`: keys of findings that are
    accepted as they are (the baseline).
    """

    severity: Mapping[str, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()


class Stopped(Exception):
    """A rule took longer than its guard allows."""


class Guard(Protocol):
    """Runs one rule, and raises Stopped for one that does not end in time. Rules are pure and
    know no clock: whoever has one hands the guard in."""

    def __call__(self, work: Callable[[], T]) -> T: ...


class Looked(NamedTuple):
    """What one rule found; `stopped`: it was ended before it was through, and found nothing."""

    rule: Rule
    findings: tuple[Finding, ...]
    stopped: bool = False


@dataclass(frozen=True)
class Review:
    """The findings in order of their place; `muted` counts what the settings keep away, `stopped`
    names the rules that did not end in time."""

    findings: tuple[Finding, ...]
    muted: int = 0
    stopped: tuple[str, ...] = ()

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
    context: Context,
    settings: Settings | None = None,
    rules: Iterable[Rule] | None = None,
    guard: Guard | None = None,
) -> Iterator[Looked]:
    """Each rule with what it found, as it goes; the settings are applied by `review`."""
    chosen = settings or Settings()
    for rule in all_rules() if rules is None else rules:
        if chosen.severity.get(rule.id) != "off" and rule.applies(context):
            look = partial(_look, rule, context)
            try:
                yield Looked(rule, guard(look) if guard is not None else look())
            except Stopped:
                yield Looked(rule, (), stopped=True)


def _look(rule: Rule, context: Context) -> tuple[Finding, ...]:
    return tuple(rule.check(rule, context))


def false_claims(context: Context) -> int | None:
    """How many claims of the prompt the project denies, those that no finding names included; None
    without a project. The rules have worked the claims out already, so this costs nothing more."""
    from workbench.judge.claims import FALSE
    from workbench.judge.rules._claims import claims

    return claims(context).count(FALSE) if context.facts.known else None


def review(
    context: Context,
    settings: Settings | None = None,
    rules: Iterable[Rule] | None = None,
    guard: Guard | None = None,
) -> Review:
    """All findings of all rules (or of `rules`)."""
    chosen = settings or Settings()
    found: list[Finding] = []
    muted = 0
    stopped: list[str] = []
    for rule, findings, ended in review_steps(context, chosen, rules, guard):
        if ended:
            stopped.append(rule.id)
        wanted = chosen.severity.get(rule.id)
        for finding in findings:
            if finding.key in chosen.muted:
                muted += 1
            else:
                found.append(replace(finding, severity=wanted) if wanted else finding)
    order = {severity: i for i, severity in enumerate(SEVERITIES)}
    found.sort(key=lambda f: (f.start_line, order[f.severity], f.rule))
    return Review(tuple(found), muted, tuple(stopped))
