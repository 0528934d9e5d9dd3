"""`optimize`: proposals, what is accepted of them carried out, and proof that nothing was lost."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any

from workbench.change.agents.rewriting import Rewrite
from workbench.change.choosing import Wish
from workbench.change.ground import Ground, Surroundings
from workbench.change.optimise import OptimiseResult, optimise
from workbench.change.proposals import OFFLINE
from workbench.errors import GateRefused, UsageError
from workbench.judge.findings import Finding
from workbench.judge.relevance import ScoreResult
from workbench.language.instructions import extract_instructions
from workbench.measure.limits import token_cap
from workbench.measure.tokens import RunningCosts
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import visible
from workbench.store.files import sha256
from workbench.store.store import Store
from workbench.verbs.hosts import hosts_for
from workbench.verbs.inputs import Input
from workbench.verbs.kept_reading import kept_reading
from workbench.verbs.ledger import check_allowed
from workbench.verbs.manual_cuts import cut_by_hand
from workbench.verbs.measured import AUTO, Counting, Measured, measuring
from workbench.verbs.new_files import occupied_beside, put_beside, refuse_occupied, store_beside
from workbench.verbs.remembered import remembered
from workbench.verbs.save import WriteRequest, WriteResult, keep_source, put_into_file, store_first
from workbench.verbs.score import offline_scores, task_for
from workbench.verbs.targets import Target, target
from workbench.verbs.time_guard import TimeGuard

#: Who made the versions that proposals lead to, where no model had a part in them.
AUTHOR = OFFLINE


@dataclass(frozen=True, slots=True)
class Optimized:
    """A verdict on one FILE; nothing is written yet. `trouble`: why the store could not be asked
    for task, pins and refusals, in words. `asked`: what a model was asked, as JSON; empty where
    none was."""

    measured: Measured
    result: OptimiseResult
    scores: ScoreResult
    trouble: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def author(self) -> str:
        """Who made what was accepted: the offline agent, models by name, or both."""
        made = dict.fromkeys(proposal.by for proposal in self.result.accepted)
        return " and ".join(visible(name) for name in made) or AUTHOR

    @property
    def data(self) -> bytes:
        """The bytes of the new text, in the encoding of the file."""
        return self.result.result.source.data

    @property
    def changed(self) -> bool:
        """Whether there is anything to write: another text, or a file beside it."""
        return self.data != self.measured.input.data or bool(self.result.files)

    @property
    def exit_code(self) -> int:
        return self.result.exit_code

    def to_dict(self) -> dict[str, Any]:
        m = self.measured
        made = self.result.to_dict()
        made["ledger"] = {**made["ledger"], "a": m.path, "b": "proposed"}
        said = {"trouble": self.trouble} if self.trouble else {}
        asked = {"asked": dict(self.asked) or None}
        return {"path": m.path, "counter": m.counter.to_dict(), **said, **made, **asked}


@dataclass(frozen=True, slots=True)
class OptimizeRequest:
    """Which FILE, what may be proposed, and what is accepted.

    `accept`: safe, edges, all, or ids with commas. `allow`: ids of ledger rows whose loss is agreed
    to, with commas. `strategy`: `edges` proposes an edge for every marked rule. `mark`,
    `checklist`: markers in front of these rules, and a list of them at the end, are proposed too.
    `scores`, `rewrites`: what a model said of the same text, see `optimize_by_model`, and `asked`
    what it cost, as JSON; without scores the offline judge gives them. `budget`: tokens that the
    new text may have. `queries`: what a model's words must not copy.
    """

    spec: str | Input
    _: KW_ONLY
    task: str | None = None
    accept: str = ""
    allow: str = ""
    threshold: float | None = None
    strategy: str = ""
    mark: bool = False
    checklist: bool = False
    scores: ScoreResult | None = None
    rewrites: tuple[Rewrite, ...] = ()
    budget: int | None = None
    queries: tuple[str, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    counting: Counting = AUTO


def optimize(wanted: OptimizeRequest) -> Generator[tuple[int, int], None, Optimized]:
    """Propose changes of one FILE and try out those that are accepted; yields progress.

    Raises UsageError for ids that do not exist. Pinned parts and refused proposals are respected.
    """
    m = cut_by_hand((yield from measuring(wanted.spec, counting=wanted.counting)))
    rules = extract_instructions(m.prompt, m.parts)
    known = remembered(m.input.path)
    aim = task_for(m, wanted.task, known)
    scores = wanted.scores
    if scores is None:
        scores = yield from offline_scores(m, aim, wanted.threshold)
    allowed = [word.strip() for word in wanted.allow.split(",") if word.strip()]
    ground = Ground(
        m.prompt,
        m.parts,
        rules,
        RunningCosts(wanted.counting.tokenizer(), m.prompt.lines),
        Surroundings(pinned=known.pinned, hosts=hosts_for(m.prompt.kind, None, m.prompt.path)),
        known_costs=m.costs,
    )
    read = kept_reading(known.reading, m.prompt)
    wish = Wish(
        scores if scores.model else None,
        repairs(m.prompt, m.costs),
        known.refused,
        wanted.strategy,
        wanted.mark,
        wanted.checklist,
        occupied_beside(m.input.path),
        wanted.rewrites,
        token_cap(wanted.budget, m.counter),
        wanted.queries,
        read.followed.reading if read is not None else None,
        read.model if read is not None else "",
    )
    result = optimise(ground, wish, task=aim.text, accept=wanted.accept, allow=allowed)
    check_allowed(result.ledger, allowed)
    return Optimized(m, result, scores, known.trouble, wanted.asked)


def repairs(prompt: Prompt, line_tokens: Sequence[int]) -> tuple[Finding, ...]:
    """The facts about a text that say themselves how it is mended. A rule that takes too long finds
    nothing."""
    from workbench.judge.registry import Context
    from workbench.judge.review import review

    found = review(Context(prompt, line_tokens=line_tokens), guard=TimeGuard()).findings
    return tuple(finding for finding in found if finding.repair)


def refuse(done: Optimized, ids: Sequence[str], store: Store) -> tuple[str, ...]:
    """Remember that proposals were refused; they are not made again for the same words.

    Raises UsageError for ids that no proposal has, and where the text is not that of a file.
    """
    path = done.measured.input.path
    known = {proposal.id: proposal for proposal in done.result.proposals}
    for one in ids:
        if one not in known:
            raise UsageError(
                f"There is no proposal {one!r}; none was refused.",
                hint=f"There are: {', '.join(known) or 'none'}.",
            )
    if path is None:
        raise UsageError("A refusal is remembered with a file, and this is none.")
    for one in ids:
        store.memory.refuse(path, known[one].key, known[one].kind)
    return tuple(ids)


def plan_out(done: Optimized, out: Path) -> Target:
    """Where the new text would go, and what that would do; nothing is written."""
    source = done.measured.input
    return target(out, done.data, source.name or "prompt.md")


@dataclass(frozen=True, slots=True)
class Made:
    """What was written: the prompt and the new files beside it. `source_version`: the version
    that keeps the source file, where another one was written."""

    prompt: WriteResult
    files: tuple[WriteResult, ...] = ()
    source_version: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {**self.prompt.to_dict(), "files": [file.to_dict() for file in self.files]}


def write_out(
    done: Optimized,
    aim: Target,
    store: Store | None,
    *,
    overwrite: bool = False,
    live: bool = False,
) -> Made:
    """Write the new text to where `aim` says, and the files that it needs beside that.

    Where nothing changed, nothing is written or stored. Without a store no version is kept.
    Raises GateRefused where the gate refused, or other text is in the way and `overwrite` is
    false, or another file stands in the place of a new one; UsageError where a host would load
    the new file and `live` is false; StoreError. Nothing is written then.
    """
    _check_gate(done)
    if not done.changed:
        return Made(WriteResult(str(aim.out), None))
    aim.refuse(overwrite=overwrite, live=live)
    refuse_occupied(aim.out.parent, done.result.files)
    kept = None
    if store is not None:
        kept = keep_source(done.measured.input, store, tokens=_tokens(done, before=True))
    made = _write(done, aim.out, store, aim.expected)
    return replace(made, source_version=None if kept is None else kept.n)


def write_in_place(done: Optimized, store: Store | None) -> Made:
    """Make the file hold the new text; what it held is stored first, and `undo` brings it back.

    New files that it needs go beside it, and stay there after an undo. Where nothing changed,
    nothing is written or stored; without a store no version is kept. Raises UsageError for what
    is not a file, GateRefused where the gate refused or another file stands in the place of a new
    one, ChangedOnDisk when somebody changed the file meanwhile, StoreError.
    """
    _check_gate(done)
    source = done.measured.input
    if source.origin != "file" or source.path is None:
        raise UsageError(
            f"{source.spec} is not a file that can be changed in place.", hint="Use -o OUT."
        )
    if not done.changed:
        return Made(WriteResult(str(source.path), None))
    return _write(done, source.path, store, sha256(source.data))


def _write(done: Optimized, out: Path, store: Store | None, expected: str) -> Made:
    """Everything is stored before anything is written; the prompt, which points to the new files,
    is written last."""
    accepted = done.result.accepted
    kinds = ", ".join(" ".join((p.kind, p.id, *(f"({f.path})" for f in p.files))) for p in accepted)
    refuse_occupied(out.parent, done.result.files)
    wanted = WriteRequest(
        out,
        done.data,
        f"optimised: {kinds}" if kinds else "optimised: nothing accepted",
        kind="optimise",
        author=done.author,
        tokens=_tokens(done),
        ledger=done.result.ledger.to_dict(),
        proposals=[proposal.to_dict() for proposal in accepted],
        expected_sha256=expected,
    )
    prompt = store_first(wanted, store)
    made_by = f"taken out of {out.name}"
    beside = store_beside(out.parent, done.result.files, made_by, done.author, store)
    files = put_beside(beside, store)
    return Made(put_into_file(prompt, store), files)


def _check_gate(done: Optimized) -> None:
    result = done.result
    if result.over_budget:
        raise GateRefused(
            f"What was accepted has {result.too_large}; nothing was written.",
            hint="Accept fewer of those that add tokens, or allow more: --max-tokens N",
        )
    if done.result.gate != "pass":
        rows = ", ".join(done.result.ledger.objections)
        what = "losses" if done.result.gate == "refused" else "changes"
        raise GateRefused(
            f"The ledger lists {what} that nobody allowed; nothing was written.",
            hint=f"Look at the rows, then allow each: --allow {rows}",
        )


def _tokens(done: Optimized, *, before: bool = False) -> dict[str, int]:
    result = done.result
    tokens = result.tokens_before if before else result.tokens_after
    return {done.measured.counter.name: tokens}
