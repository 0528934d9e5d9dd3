"""`review --fix`: the safe proposals that answer the findings of a review, carried out.

Nothing new is decided here: the review says what is wrong, `optimize` what may be mended without a
change of meaning, and its ledger and its writer stand between that and the file.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.errors import CtxbenchError, GateRefused, UsageError
from workbench.judge.findings import Finding
from workbench.verbs.inputs import Input, read_input
from workbench.verbs.measured import AUTO
from workbench.verbs.review import Options, Reviewed, reviewing

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.facts import Seen
    from workbench.verbs.kept import KeptReviews
    from workbench.verbs.optimize import Made, Optimized


@dataclass(frozen=True, slots=True)
class Fixed:
    """One FILE, mended: `before` is its review, `after` that of the new text (the same one where
    nothing is mended). `mended`: the findings that are answered. Nothing is written yet. `refused`:
    why nothing was mended although something could be."""

    before: Reviewed
    after: Reviewed
    mended: tuple[Finding, ...] = ()
    done: Optimized | None = None
    refused: CtxbenchError | None = None

    @property
    def path(self) -> str:
        return self.before.path

    @property
    def data(self) -> bytes:
        """The bytes of the text as mended."""
        assert self.before.given is not None
        return self.before.given.data if self.done is None else self.done.data

    def diff(self) -> str:
        """What is mended, as a unified diff."""
        from workbench.change.unified import unified

        if self.done is None:
            return ""
        result = self.done.result
        return unified(result.prompt.text, result.edit, self.path, f"{self.path} (mended)")


def fixing(
    spec: str | Input,
    options: Options | None = None,
    seen: Seen | None = None,
    kept: KeptReviews | None = None,
) -> Generator[tuple[int, int], None, Fixed]:
    """Review one FILE and mend what is safe to mend; yields progress. Nothing is written."""
    from workbench.change.answers import answers
    from workbench.verbs.optimize import OptimizeRequest, optimize

    chosen = options or Options()
    given = read_input(spec)
    before = yield from reviewing(given, chosen, seen, kept)
    if not any(may_be_mended(finding) for finding in before.findings):
        return Fixed(before, before)
    wanted = OptimizeRequest(given, counting=chosen.counting or AUTO)
    offered = (yield from optimize(wanted)).result.proposals
    safe = [
        (finding, p.id)
        for finding in before.findings
        for p in answers(finding, offered)[:1]
        if p.safe
    ]
    if not safe:
        return Fixed(before, before)
    ids = ",".join(dict.fromkeys(name for _, name in safe))
    done = yield from optimize(replace(wanted, accept=ids))
    if done.result.gate != "pass":
        rows = ", ".join(done.result.ledger.objections)
        error = GateRefused(
            f"{given.spec}: the ledger does not let the fixes pass ({rows}); nothing was mended.",
            hint=f"Look at them one by one: ctxbench optimize {given.spec}",
        )
        return Fixed(before, before, refused=error)
    after = yield from reviewing(replace(given, data=done.data), chosen, seen)
    return Fixed(before, after, tuple(finding for finding, _ in safe), done)


def may_be_mended(finding: Finding) -> bool:
    """Whether a proposal could answer a finding at all; proposals cost more than the review."""
    from workbench.change.answers import ANSWERS

    return bool(finding.repair) or finding.rule in ANSWERS


def check_writable(spec: str) -> None:
    """Raise UsageError for a FILE that cannot be mended in place."""
    from workbench.verbs.inputs import STDIN, need_file

    if spec == STDIN:
        return  # the mended text goes to standard output
    try:
        need_file(spec)
    except UsageError as error:
        error.hint = "Nothing was done. See what would change: ctxbench review --diff"
        raise


def write_fixed(fixed: Fixed, store: Store | None) -> Made:
    """Write a text that was mended into its file, as `optimize --in-place` does: stored first, with
    its ledger, and `undo` brings back what was there."""
    from workbench.verbs.optimize import write_in_place

    assert fixed.done is not None
    return write_in_place(fixed.done, store)
