"""`report`: one page about a prompt, or about what changed between two, for people without it.

Everything in it comes from the other verbs; the text is read and counted once.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from workbench.errors import CtxbenchError, StoreError
from workbench.measure.window import DEFAULT_SCENARIO
from workbench.verbs.diff import DiffResult, diff
from workbench.verbs.inputs import Input
from workbench.verbs.instructions import InstructionsResult, instructions
from workbench.verbs.ledger import LedgerResult, ledger
from workbench.verbs.map import MapRequest, MapResult, position_map
from workbench.verbs.measured import AUTO, Counted, Counting, Measured, measure
from workbench.verbs.parts import PartsResult, parts
from workbench.verbs.review import Options, Reviewed, reviewing
from workbench.verbs.score import Scored, ScoreRequest, score
from workbench.verbs.versions import VersionsResult

if TYPE_CHECKING:
    from workbench.config import Settings
    from workbench.verbs.trend import Trend

#: So many of the newest versions are measured, each text once.
_MOST_VERSIONS = 60

T = TypeVar("T")
Steps = Generator[tuple[int, int], None, T]


@dataclass(frozen=True)
class History:
    """The stored versions of the file, and how its newest ones measure."""

    versions: VersionsResult
    trend: Trend


@dataclass(frozen=True)
class Report:
    """All that a page says. `old`, `diff` and `ledger` are there when two were compared: `old`
    is then the older or left side, and everything else speaks of the other one.

    `trouble`: what could not be read besides the text, in words.
    """

    parts: PartsResult
    map: MapResult
    scored: Scored
    reviewed: Reviewed
    instructions: InstructionsResult
    history: History | None = None
    old: Measured | None = None
    diff: DiffResult | None = None
    ledger: LedgerResult | None = None
    trouble: str = ""

    @property
    def measured(self) -> Measured:
        return self.parts.measured

    @property
    def name(self) -> str:
        return self.measured.input.name or "prompt"


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """One FILE, or two of which the report says what changed from `a` to `b`."""

    a: str | Input
    b: str | Input | None = None
    _: KW_ONLY
    task: str | None = None
    scenario: str = DEFAULT_SCENARIO
    window: int | None = None
    threshold: float | None = None
    options: Options | None = None
    counting: Counting = AUTO


def report(wanted: ReportRequest) -> Steps[Report]:
    """Gather the report of one FILE, or of what changed from A to B; yields progress."""
    compared = None if wanted.b is None else diff(wanted.a, wanted.b)
    counting = wanted.counting
    made = yield from parts(wanted.a if compared is None else compared.b, counting=counting)
    given = Counted.of(made.measured)
    placed = yield from position_map(
        MapRequest(given, scenario=wanted.scenario, window=wanted.window)
    )
    scored = yield from score(ScoreRequest(given, task=wanted.task, threshold=wanted.threshold))
    reviewed = yield from reviewing(given, wanted.options)
    found = instructions(given)
    history, trouble = yield from _history(made.measured, counting)
    trouble = scored.trouble or trouble
    if compared is None:
        return Report(made, placed, scored, reviewed, found, history, trouble=trouble)
    old = measure(compared.a, counting=counting)
    lost = ledger(Counted.of(old), given)
    return Report(
        made, placed, scored, reviewed, found, history, old, compared, lost, trouble=trouble
    )


def review_options(chosen: Settings, task: str = "") -> Options:
    """How the user's settings want a review to be."""
    from workbench.verbs.baseline import read

    return Options(
        host=chosen.host,
        task=task,
        severity=chosen.severities,
        muted=frozenset(chosen.muted),
        baseline=read(Path(chosen.baseline)) if chosen.baseline else {},
    )


def _history(m: Measured, counting: Counting) -> Steps[tuple[History | None, str]]:
    """Versions of the file and their measures, and why there are none if the store is broken."""
    from workbench.store.store import Store
    from workbench.verbs.stored import PATIENCE_S, note
    from workbench.verbs.trend import trend
    from workbench.verbs.versions import versions

    path = m.input.path
    if path is None:
        return None, ""
    try:
        with Store(wait_s=PATIENCE_S) as store:
            listed = versions(path, store, compare=False)
            if not listed.versions:
                return None, ""
            made = yield from trend(path, store, counting=counting, last=_MOST_VERSIONS)
    except StoreError as error:
        return None, note(error, "The report goes on without versions.")
    except CtxbenchError as error:
        return None, f"{error.message} The report goes on without versions."
    return History(listed, made), ""
