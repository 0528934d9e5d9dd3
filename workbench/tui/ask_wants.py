"""What a person asks a model for, and the plan and the results as they travel between processes.

Everything here is plain: the process that asks (`ask_child.py`) and the workbench exchange JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.judge.relevance import PartScore

#: What can be asked for: the word, and what people read.
KINDS = {
    "score": "Score by a model",
    "optimize": "Prune or shorten by a model",
    "review": "Review contradictions by a model",
    "count": "Count exactly",
}
#: What a model can do to a prompt; `this part` is that of the cursor.
AGENTS = ("prune", "prune and condense", "condense this part", "describe")
RUNS = (1, 3, 5)
#: The setting of a prompt that holds what a model said of its parts.
SETTING = "model scores"


@dataclass(frozen=True)
class Want:
    """One wish, as the dialog changes it. `judge`: anthropic or command; `part`: number of the part
    of the cursor; `version`: that of the text, 0 when it is none."""

    kind: str
    path: str
    judge: str = "anthropic"
    runner: str | None = None
    base_url: str | None = None
    judge_model: str | None = None
    runs: int = 1
    agents: str = AGENTS[0]
    part: int = 0
    max_cost: float | None = None
    max_calls: int | None = None
    allow_secrets: bool = False
    task: str = ""
    #: Whether a person gave the task; one that was inferred may hold words that are pinned.
    given: bool = False
    granularity: str | int = "auto"
    counter: str = "auto"
    model: str | None = None
    threshold: float | None = None
    host: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def but(self, **changes: Any) -> Want:
        return replace(self, **changes)

    @property
    def several(self) -> bool:
        """Whether a model can be asked several times for it."""
        return self.kind == "score" or (self.kind == "optimize" and "prune" in self.agents)

    @property
    def words(self) -> str:
        """What runs, for the list of jobs."""
        return {
            "score": "Scores",
            "optimize": self.agents.capitalize(),
            "review": "Contradictions",
            "count": "Exact count",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Shown:
    """A plan as people see it. `cases`: rows (low, expected, worst) of calls, tokens and money in
    words; `unavailable` and `blocked`: why it cannot be sent; `secrets`: (place, words)."""

    number: int
    endpoint: str
    model: str
    what: str
    calls: int
    known: int
    cases: tuple[tuple[str, str, str, str], ...] = ()
    secrets: tuple[tuple[str, str], ...] = ()
    unavailable: str = ""
    blocked: str = ""
    hint: str = ""
    note: str = ""
    money: str = ""

    @property
    def nothing(self) -> bool:
        """Whether every answer is stored already."""
        return not self.calls

    @staticmethod
    def of(row: Mapping[str, Any]) -> Shown:
        lists = {name: tuple(map(tuple, row.get(name) or ())) for name in ("cases", "secrets")}
        return Shown(**{**row, **lists})


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model said of one part, and of which text: `sha` is the hash of the part's words,
    `version` the stored version that held them (0: none did)."""

    score: PartScore
    sha: str
    task: str
    model: str
    time: str = ""
    version: int = 0
    asked: int = 1
    suspect: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(row: Any) -> Judged | None:
        """From JSON; None for what is none."""
        from workbench.judge.relevance import PartScore

        try:
            fields = dict(row["score"])
            for name in ("shared", "runs"):
                fields[name] = tuple(fields.get(name) or ())
            return Judged(**{**row, "score": PartScore(**fields)})
        except (TypeError, ValueError, KeyError):
            return None


def sha_of(text: str) -> str:
    """The hash of the words of a part: blank lines around them change nothing."""
    import hashlib

    return hashlib.sha256(text.strip().encode("utf-8", "surrogatepass")).hexdigest()[:24]
