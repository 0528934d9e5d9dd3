"""`versions --trend`: how tokens, instructions and findings of a file went over its versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench import __version__
from workbench.errors import StoreError, UnreadableInput
from workbench.measure.tokens import CounterInfo
from workbench.prompt.prompt import Prompt
from workbench.store.store import Store
from workbench.store.values import Version
from workbench.verbs.measured import AUTO, Counting
from workbench.verbs.versions import known_path

#: What the findings of an old version can rest on, said beside every figure.
NOTE = (
    "Findings are those of the text alone, by the rules of today: what the project looked like"
    " then is not known, so stale claims are not counted."
)


@dataclass(frozen=True, slots=True)
class Point:
    """One version. `hard` and `critical` are among `instructions`; `findings` by severity, those
    that are rarely worth a look left out."""

    version: Version
    tokens: int
    instructions: int
    hard: int
    critical: int
    findings: dict[str, int]

    @property
    def found(self) -> int:
        return sum(self.findings.values())

    def to_dict(self) -> dict[str, Any]:
        v = self.version
        return {
            "n": v.n,
            "time": v.time,
            "author": v.author,
            "reason": v.reason,
            "sha256": v.sha256,
            "tokens": self.tokens,
            "instructions": self.instructions,
            "hard": self.hard,
            "critical": self.critical,
            "findings": self.findings,
        }


@dataclass(frozen=True, slots=True)
class Trend:
    """`points` in order of time: an imported past comes before what was saved here."""

    path: str
    counter: CounterInfo
    points: tuple[Point, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "counter": self.counter.to_dict(),
            "trend": [point.to_dict() for point in self.points],
            "note": NOTE,
        }


def trend(
    path: Path | str,
    store: Store,
    *,
    counting: Counting = AUTO,
    last: int | None = None,
) -> Generator[tuple[int, int], None, Trend]:
    """Measure every stored version of `path`; yields (versions done, versions in all).

    Each text is measured once and remembered by its hash; with `last`, only so many of the newest
    versions. Raises UnreadableInput where nothing
    is stored.
    """
    place = known_path(store, path)
    found = sorted(store.versions(place), key=lambda version: (version.time, version.n))
    if not found:
        raise UnreadableInput(
            f"No versions of {path} are stored.",
            hint="Save one, or take a history over: ctxbench versions --import-git FILE",
        )
    found = found[-last:] if last else found
    tokenizer = counting.tokenizer()
    method = f"trend of {__version__}"
    kind = Prompt.from_bytes(b"", str(place)).kind
    who = f"{tokenizer.info.name} {kind}"
    points: list[Point] = []
    for done, version in enumerate(found, 1):
        row = store.cache.score(version.sha256, "", who, method)
        if row is None:
            prompt = Prompt.from_bytes(store.content(version.sha256), str(place))
            row = _measure(prompt) | {"tokens": tokenizer.count(prompt.text)}
            _keep(store, version.sha256, who, method, row)
        points.append(Point(version, **row))
        yield done, len(found)
    return Trend(str(path), tokenizer.info, tuple(points))


def _measure(prompt: Prompt) -> dict[str, Any]:
    from workbench.judge.facts import NO_FACTS
    from workbench.judge.registry import Context
    from workbench.judge.review import review_steps
    from workbench.language.instructions import extract_instructions
    from workbench.verbs.hosts import hosts_for
    from workbench.verbs.time_guard import TimeGuard

    rules = extract_instructions(prompt, prompt.parts())
    context = Context(prompt, NO_FACTS, hosts_for(prompt.kind, None, prompt.path))
    severities = Counter(
        finding.severity
        for looked in review_steps(context, guard=TimeGuard())
        for finding in looked.findings
        if not finding.quiet
    )
    return {
        "instructions": len(rules),
        "hard": sum(rule.strength == "hard" for rule in rules),
        "critical": sum(rule.critical for rule in rules),
        "findings": dict(sorted(severities.items())),
    }


def _keep(store: Store, sha256: str, who: str, method: str, row: dict[str, Any]) -> None:
    try:
        store.cache.keep_score(sha256, "", who, method, row)
    except StoreError:
        return  # a store that cannot be written is no reason to show no trend
