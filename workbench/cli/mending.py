"""`review --fix` and `--diff` on the command line: what is mended, written, shown and said."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.cli.asking import Asking, report_error
from workbench.cli.output import put, put_bytes, style, talk
from workbench.cli.text import plural, span
from workbench.cli.writing import write_kept
from workbench.errors import CtxbenchError, Interrupted, UsageError
from workbench.prompt.visible import one_line, visible
from workbench.verbs.inputs import STDIN

if TYPE_CHECKING:
    from workbench.cli.options import Batch
    from workbench.store.store import Store
    from workbench.verbs.facts import Seen
    from workbench.verbs.fix import Fixed
    from workbench.verbs.kept import KeptReviews
    from workbench.verbs.optimize import Made
    from workbench.verbs.review import Options, Reviewed

_COLOURS = {"-": "red", "+": "green", "@": "cyan"}
_NOTHING = "Nothing is safe to mend."


@dataclass
class Mending:
    """One run of `review --fix` or `--diff` over its FILEs."""

    fix: bool
    diff: bool
    no_version: bool = False
    #: The file that was mended last, until it was written or shown.
    _now: Fixed | None = None
    _findings: int = 0
    _files: int = 0
    #: Whether stdout holds what standard input became.
    _text: bool = False

    @property
    def on(self) -> bool:
        return self.fix or self.diff

    @property
    def silent(self) -> bool:
        """Whether findings would stand in the way of what stdout holds."""
        return self.diff or self._text

    def check(self, files: Sequence[str], form: str, asking: Asking) -> None:
        """Raise UsageError for what does not go together; nothing was done then."""
        from workbench.verbs.fix import check_writable

        if asking.chosen != "offline":
            raise UsageError(
                "--fix and --diff mend what facts carry; a model is not asked for that.",
                hint="What a model proposes is accepted one by one: ctxbench optimize FILE",
            )
        if self.diff and form == "sarif":
            raise UsageError("--diff shows a diff, and SARIF has no place for it.")
        if self.diff:
            return
        if STDIN in files and len(files) > 1:
            raise UsageError(
                "The mended text of `-` goes to standard output, so it stands alone.",
                hint="Nothing was done. Give the files in a command of their own.",
            )
        for spec in files:
            check_writable(spec)
        self._text = STDIN in files and form == "text"

    def steps(
        self, spec: str, options: Options, seen: Seen, kept: KeptReviews | None
    ) -> Generator[tuple[int, int], None, Reviewed]:
        """The review of one FILE as it is when it is mended."""
        from workbench.verbs.fix import fixing

        self._now = yield from fixing(spec, options, seen, kept)
        return self._now.before if self.diff else self._now.after

    def outcome(
        self, reviewed: Reviewed, batch: Batch, form: str
    ) -> tuple[Reviewed, dict[str, Any]]:
        """Write or show what was mended of the FILE that was reviewed last. Returns the review that
        is true of the file now, and what JSON gets besides."""
        fixed, self._now = self._now, None
        if fixed is None:
            return reviewed, {}
        try:
            if fixed.refused is not None:
                raise fixed.refused
            written = None if self.diff else self._write(fixed)
        except Interrupted:
            raise
        except CtxbenchError as error:
            report_error(error)
            batch.exit_code = max(batch.exit_code, error.exit_code)
            return fixed.before, {"mended": [], "written": None}
        if fixed.done is not None:
            self._findings += len(fixed.mended)
            self._files += 1
        if form == "text":
            self._say(fixed)
        out: dict[str, Any] = {
            "mended": [one.to_dict() for one in fixed.mended],
            "written": written,
        }
        if self.diff:
            out["diff"] = fixed.diff()
        elif fixed.path == STDIN:
            out["text"] = fixed.after.prompt.text
        return reviewed, out

    def _write(self, fixed: Fixed) -> dict[str, Any] | None:
        from workbench.verbs.fix import write_fixed

        if fixed.path == STDIN:
            if self._text:
                put_bytes(fixed.data)
            return None
        if fixed.done is None:
            return None

        def write(store: Store | None) -> Made:
            return write_fixed(fixed, store)

        made = write_kept(write, visible(fixed.path), losing=True, no_version=self.no_version)
        return made.to_dict()

    def _say(self, fixed: Fixed) -> None:
        if self.diff:
            for line in fixed.diff().splitlines():
                put(style(line, _COLOURS.get(line[:1], "dim")) if line[:1] in _COLOURS else line)
            return
        for finding in fixed.mended:
            place = f"{fixed.path}:{span(finding.start_line, finding.end_line)}"
            line = f"mended {place} [{finding.rule}] {one_line(finding.message)}"
            (talk if self._text else put)(visible(line))
        if self._text:
            talk(f"{plural(len(fixed.after.findings), 'finding')} left in the mended text.")

    def end(self) -> int:
        """What was mended in all, in words; 1 where --diff found something to mend."""
        if not self.on:
            return 0
        many = f"{plural(self._findings, 'finding')} in {plural(self._files, 'file')}"
        if self.diff:
            talk(f"Would mend {many}; nothing was written." if self._files else _NOTHING)
            return 1 if self._files else 0
        talk(f"Mended {many}." if self._files else _NOTHING)
        return 0
