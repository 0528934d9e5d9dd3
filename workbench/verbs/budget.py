"""Limits that a pipeline holds prompts to: tokens always loaded, findings, poisoning risk.

    limits = parse_limits("tokens=4000,findings=0,risk=0.1")
    for row in check(limits, load_of(given), len(findings), report.risk): ...

What is always loaded depends on the kind of file: a memory file loads whole, with what it
imports; of a skill, command or sub-agent only the name and the description do; a rule with
`paths` loads when a file matches. The host of the file says which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.hosts.registry import hosts
from workbench.measure.limits import Limits, Row, limits_from
from workbench.measure.tokens import CounterInfo
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.prompt import Prompt
from workbench.verbs.imported import imported_texts
from workbench.verbs.inputs import Input
from workbench.verbs.measured import AUTO, Counting

if TYPE_CHECKING:
    from workbench.config import Settings
    from workbench.measure.host_profile import HostProfile
    from workbench.verbs.review import Reviewed


@dataclass(frozen=True, slots=True)
class Load:
    """Tokens of one prompt file. `always` is paid in every session; `on_demand` when it is used.

    `imported`: path -> tokens of each file that comes along, a part of `always`.
    """

    always: int
    on_demand: int
    imported: Mapping[str, int]
    counter: CounterInfo

    def to_dict(self) -> dict[str, Any]:
        return {
            "always": self.always,
            "on_demand": self.on_demand,
            "imported": dict(self.imported),
            "counter": self.counter.to_dict(),
        }


def load_of(given: Input, counting: Counting = AUTO) -> Load:
    """What one FILE costs, always and on demand, its imports included, each file once.

    An import that cannot be read costs its own characters as text: the host keeps it so.
    """
    tokenizer = counting.tokenizer()
    prompt = given.prompt()
    whole = tokenizer.count(prompt.text)
    host = hosts().for_kind(prompt.kind, None, str(given.path or ""))
    listed = _listing(prompt, host, given.path)
    if listed is not None:
        always = tokenizer.count(listed) if listed else 0
        return Load(always, whole - always, {}, tokenizer.describe(prompt.text))
    imported: dict[str, int] = {}
    if given.path is not None:
        for path, text in imported_texts(prompt, given.path):
            imported[str(path)] = tokenizer.count(text)
    return Load(whole + sum(imported.values()), 0, imported, tokenizer.describe(prompt.text))


def _listing(prompt: Prompt, host: HostProfile, path: Path | None) -> str | None:
    """What a host lists of a file that it loads on demand; None for one that is always loaded."""
    front = find_frontmatter(prompt.text)
    fields: Mapping[str, Any] = front.fields if front is not None else {}
    loads = host.loads(prompt.kind, fields, str(path or ""))
    if loads in ("matching", "invoked"):
        return ""
    if loads != "listed":
        return None
    known = host.frontmatter.get(prompt.kind)
    words = (fields.get(name) for name in known.with_role("listed")) if known is not None else ()
    return "\n".join(str(word) for word in words if word)


def check(
    limits: Limits, load: Load | None, findings: int | None, risk: float | None
) -> tuple[Row, ...]:
    """One row for each limit that is set."""
    rows: list[Row] = []
    if limits.tokens is not None:
        note = "" if load is None else str(load.counter)
        if load is not None and load.imported:
            note += f"; {len(load.imported)} imported"
        value = None if load is None else load.always
        upper = None if load is None else load.counter.upper(load.always)
        rows.append(Row("tokens", limits.tokens, value, note, upper))
    if limits.findings is not None:
        rows.append(Row("findings", limits.findings, findings))
    if limits.risk is not None:
        rows.append(Row("risk", limits.risk, risk))
    return tuple(rows)


def limits_of(settings: Settings) -> Limits:
    """The limits that the user's settings hold prompts to. Raises UsageError."""
    return limits_from(settings.budget)


@dataclass(frozen=True, slots=True)
class Spent:
    """What one reviewed FILE uses of its limits; no rows where there are none."""

    rows: tuple[Row, ...] = ()
    load: Load | None = None

    @property
    def over(self) -> bool:
        return any(row.over for row in self.rows)

    def to_dict(self) -> dict[str, Any]:
        """Nothing where no limit was set."""
        if not self.rows:
            return {}
        return {
            "budget": [row.to_dict() for row in self.rows],
            "load": self.load.to_dict() if self.load else None,
        }


def budgeted(reviewed: Reviewed, limits: Limits, counting: Counting = AUTO) -> Spent:
    """Hold one reviewed FILE to `limits`. Only what is limited is measured."""
    load = risk = None
    given = reviewed.given
    if limits.tokens is not None and given is not None:
        load = load_of(given, counting)
    if limits.risk is not None and given is not None:
        from workbench.verbs.verify import verify

        risk = verify(given, root=reviewed.root.path).report.poisoning_risk
    return Spent(check(limits, load, len(reviewed.findings), risk), load)
