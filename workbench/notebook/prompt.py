"""`Prompt`: one prompt in a notebook. It never changes; every method calls one verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import UsageError
from workbench.notebook import argument_types
from workbench.notebook.loaded import Loaded
from workbench.notebook.results import Answer, Row, flat
from workbench.verbs.steps import finished

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.count import CountResult
    from workbench.verbs.diff import DiffResult
    from workbench.verbs.exported import Exported
    from workbench.verbs.inputs import Input
    from workbench.verbs.instructions import InstructionsResult
    from workbench.verbs.ledger import LedgerResult
    from workbench.verbs.map import MapResult
    from workbench.verbs.mark import Marked
    from workbench.verbs.pages.blocks import Block
    from workbench.verbs.review import Reviewed
    from workbench.verbs.save import SaveResult
    from workbench.verbs.score import Scored
    from workbench.verbs.versions import VersionsResult


@dataclass(frozen=True, repr=False)
class Prompt(Loaded):
    """A prompt: `Prompt.load("CLAUDE.md")`, `Prompt.from_text("...")`, or a `%%prompt` cell.

    Shown, it is a table of its parts with the position map. `model` and `counter` choose how
    tokens are counted; without them the settings do.
    """

    @classmethod
    def load(
        cls, file: str | Path, *, counter: str | None = None, model: str | None = None
    ) -> Prompt:
        """The prompt in `file`: a path, `FILE@N`, `FILE@LABEL` or `git:REV:path`.

        Raises UnreadableInput, and UsageError for a counter that is not known; both say what to do.
        """
        from workbench.verbs.inputs import read_input

        argument_types.file("file", file)
        argument_types.text("counter", counter)
        argument_types.text("model", model)
        made = cls(read_input(str(file)), counter, model)
        if counter or model:  # said here, not twice over when the cell is shown
            made._counting.tokenizer()
        return made

    @classmethod
    def from_text(cls, text: str, name: str = "prompt") -> Prompt:
        """A text that is in no file; a name such as `SKILL.md` tells its kind."""
        from workbench.prompt.source import Source

        argument_types.text("text", text)
        return cls.from_bytes(Source(text).data, name)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "prompt") -> Prompt:
        """The bytes of a file that is not on this disk."""
        from workbench.verbs.inputs import Input

        argument_types.text("name", name)
        if not isinstance(data, bytes):
            raise UsageError("from_bytes takes bytes.", hint="Text: Prompt.from_text(text, NAME).")
        return cls(Input(name or "prompt", data, "text"))

    # The verbs

    def map(
        self,
        scenario: str = "fresh",
        *,
        before: int | None = None,
        after: int | None = None,
        window: int | None = None,
        content: str = "instruction",
    ) -> Answer[MapResult]:
        """Where each part sits, in this prompt and in the window. See `ctxbench map`."""
        from workbench.verbs.map import MapRequest, position_map
        from workbench.verbs.pages.parts import facts_line, map_view, window_view

        argument_types.whole(before=before, after=after, window=window)

        def show(made: MapResult) -> list[Block]:
            shown = map_view(made.measured, made.map)
            return [facts_line(made.measured), *shown, *window_view(made.map)]

        wanted = MapRequest(
            self._counted,
            scenario=scenario,
            before=before,
            after=after,
            window=window or self._settings.window,
            content=content,
        )
        return Answer("map", finished(position_map(wanted)), show, "parts")

    def count(self, by: str = "part") -> Answer[CountResult]:
        """Tokens by `part`, `line` or `file`; the rows add up to the total."""
        from workbench.verbs.count import count
        from workbench.verbs.pages.parts import count_view

        return Answer("count", finished(count(self._counted, by=by)), count_view, "rows")

    def score(self, task: str | None = None, *, threshold: float | None = None) -> Answer[Scored]:
        """How relevant each part is for `task`, 0 to 10. See `ctxbench score`."""
        from workbench.verbs.pages.judged import score_view
        from workbench.verbs.score import ScoreRequest, score

        argument_types.text("task", task)
        argument_types.number(threshold=threshold)
        limit = self._settings.threshold if threshold is None else threshold
        found = finished(score(ScoreRequest(self._counted, task=task, threshold=limit)))
        return Answer("score", found, score_view, "parts")

    def instructions(self) -> Answer[InstructionsResult]:
        """What it tells the model to do or not to do."""
        from workbench.verbs.instructions import instructions
        from workbench.verbs.pages.judged import instructions_view

        found = instructions(self._counted)
        return Answer("instructions", found, instructions_view, "instructions")

    def mark(self, line: int | str, critical: bool = True) -> Marked:
        """Say whether the sentence on a line (or with an id) is critical. See `ctxbench mark`.

        Raises UsageError where the text is no file, or no sentence or several are meant.
        """
        from workbench.verbs.mark import mark
        from workbench.verbs.stored import open_store

        with open_store() as store:
            return mark(self._file(), str(line), store, critical=critical, data=self.input.data)

    def review(self, *, all: bool = False, rules: Sequence[str] = ()) -> Answer[Reviewed]:
        """False claims, repeats, clashes, broken fields. See `ctxbench review`."""
        from dataclasses import replace

        from workbench.verbs.pages.judged import review_view
        from workbench.verbs.report import review_options
        from workbench.verbs.review import review

        named = [rules] if isinstance(rules, str) else rules
        options = replace(review_options(self._settings), all=all, rules=frozenset(named))
        return Answer("review", review(self._counted, options), review_view, "findings")

    def optimize(
        self, task: str | None = None, *, accept: str = "", allow: str = "", strategy: str = ""
    ) -> Proposed:
        """Proposals, and the text with those in `accept` as `.prompt`.

        `accept`: `safe`, `edges`, `all` or ids, with commas. `strategy`: `edges` proposes an edge
        for every marked rule. Nothing is written.
        See `ctxbench optimize`.
        """
        from workbench.verbs.optimize import OptimizeRequest, optimize
        from workbench.verbs.pages.judged import optimize_view

        argument_types.text("task", task)
        wanted = OptimizeRequest(
            self._counted,
            task=task,
            accept=accept,
            allow=allow,
            strategy=strategy,
            threshold=self._settings.threshold,
            counting=self._counting,
        )
        return Proposed("optimize", finished(optimize(wanted)), optimize_view, "proposals")

    def fix(self) -> Proposed:
        """The text with the safe proposals that answer findings of `review`, as `.prompt`.

        Nothing is written. See `ctxbench review --fix`.
        """
        from workbench.verbs.fix import fixing
        from workbench.verbs.pages.judged import optimize_view
        from workbench.verbs.report import review_options

        done = finished(fixing(self._counted, review_options(self._settings))).done
        if done is None:
            return self.optimize()
        return Proposed("optimize", done, optimize_view, "proposals")

    def diff(self, other: Prompt | str | int | None = None) -> Answer[DiffResult]:
        """From this prompt to `other`: a prompt, a file, or the number of a stored version.

        Where it is known which is older, that one is on the left. Without `other`, what changed
        since the last stored version.
        """
        from workbench.verbs.diff import diff
        from workbench.verbs.pages.changes import diff_view

        found = diff(self.input, None if other is None else self._side(other))
        return Answer("diff", found, diff_view, "hunks")

    def ledger(self, other: Prompt | str | int) -> Answer[LedgerResult]:
        """What became of every statement of this prompt in `other`, the newer one."""
        from workbench.verbs.ledger import ledger
        from workbench.verbs.pages.changes import ledger_view

        found = ledger(self.input, self._side(other))
        return Answer("ledger", found, ledger_view, "rows")

    def versions(self) -> Answer[VersionsResult]:
        """The stored versions of the file, oldest first."""
        from workbench.verbs.pages.changes import versions_view
        from workbench.verbs.stored import open_store
        from workbench.verbs.versions import versions

        with open_store() as store:
            found = versions(self._file(), store)
        return Answer("versions", found, versions_view, "versions")

    def save(self, message: str = "") -> Answer[SaveResult]:
        """Store what the file holds as a version; the file is not touched.

        Raises UsageError where the file holds another text by now, or there is none.
        """
        from workbench.verbs.pages.changes import saved_view
        from workbench.verbs.save import save
        from workbench.verbs.stored import open_store

        path, data = self._file(), self.input.data
        with open_store() as store:
            done = save(path, message, store, tokens=self._counting.tokens, expected=data)
        return Answer("save", done, saved_view, "versions")

    def export(
        self, to: str, out: str | Path | None = None, *, force: bool = False, live: bool = False
    ) -> Answer[Exported]:
        """Write it in another form to `out` (default: a new name, at a place that no host loads).
        See `ctxbench export`.

        Raises GateRefused where another text is in the way and `force` is false, UsageError where
        a host would load the new file by itself and `live` is false.
        """
        from workbench.verbs.export import carry_out, plan
        from workbench.verbs.pages.changes import exported_view
        from workbench.verbs.stored import keep_or_go_on
        from workbench.verbs.targets import named

        argument_types.file("out", out)
        where = None if out is None else named(str(out))
        counting = self._counting
        made = plan(self.input, to, where, counting=counting, muted=self._settings.muted)

        def into(store: Store | None) -> Exported:
            return carry_out(made, store, overwrite=force, live=live, tokens=counting.tokens)

        done, trouble = keep_or_go_on(into, losing=made.overwrites, what=str(made.out))
        return Answer("export", replace(done, trouble=trouble), exported_view)

    # How it is shown

    def to_dict(self) -> dict[str, Any]:
        """The same as `ctxbench parts --json`."""
        return self._parts.to_dict()

    def rows(self) -> list[Row]:
        """One per part, with tokens, share and position weights."""
        weights = self._map.to_dict()["parts"]
        parts = self.to_dict()["parts"]
        return [flat({**part, **weight}) for part, weight in zip(parts, weights, strict=True)]

    def _blocks(self) -> Sequence[Block]:
        from workbench.verbs.pages.parts import facts_line, parts_view

        return [facts_line(self._measured), *parts_view(self._measured, self._map.map)]

    def _label(self) -> str:
        return "prompt"

    @cached_property
    def _map(self) -> MapResult:
        return self.map().result

    def _side(self, other: Prompt | str | int) -> Input:
        from workbench.verbs.inputs import read_input

        if isinstance(other, Prompt):
            return other.input
        if isinstance(other, int):
            return read_input(f"{self._file()}@{other}")
        if not isinstance(other, str):
            raise UsageError(
                "The other side is none that can be compared.",
                hint="Give a prompt, the name of a file, or the number of a stored version.",
            )
        return read_input(other)


if TYPE_CHECKING:
    from workbench.verbs.optimize import Optimized

    _OptimizedAnswer = Answer[Optimized]
else:
    _OptimizedAnswer = Answer


@dataclass(frozen=True, repr=False)
class Proposed(_OptimizedAnswer):
    """The answer of `optimize`: `prompt` is the text with what was accepted, as a new prompt."""

    @property
    def prompt(self) -> Prompt:
        from workbench.verbs.inputs import Input

        m = self.result.measured
        name = m.input.name or "prompt"
        return Prompt(Input(name, self.result.data, "text"))
