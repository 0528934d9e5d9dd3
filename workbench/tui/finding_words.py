"""What the inspector says of the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.tui.flagged import PAIR, SIGNS, STYLES, Flagged, FlagTable, Other
from workbench.tui.inspector import Note
from workbench.tui.keymap import current

if TYPE_CHECKING:
    from workbench.tui.screens.bench_actions import BenchActions

#: Findings that the inspector lists; the keys go through all of them.
LISTED = 200
#: Silence is no all-clear.
NOTHING_FOUND = (
    "No findings in this text by rules that read English, Japanese and Chinese. Not looked at:"
    " files that it imports, contradictions by meaning and relevance, which a reading tells."
)
#: Findings of a part besides the one at the cursor that the part view names.
_NAMED = 3


class FindingWords:
    """The notes of the views `findings` and `part`; `Findings` does the rest."""

    bench: BenchActions
    table: FlagTable

    def notes(self) -> list[Note]:
        """All findings, for the inspector."""
        table = self.table
        if table.broken:
            return [Note("The review broke down; it runs again when you have typed.", "warn")]
        if not table.known:
            return [Note("The text is being reviewed …", "dim")]
        found = [self._listed(i, table.get(i)) for i in range(min(LISTED, len(table)))]
        if len(table) > LISTED:
            rest = table.reviewed.total - LISTED
            found.append(Note(f"{rest:,} more; the keys from place to place reach them.", "dim"))
        if not found:
            found.append(Note(NOTHING_FOUND, "dim"))
        if kept := self._kept():
            found.append(Note(kept, "dim"))
        return found

    def _kept(self) -> str:
        """How many findings are not shown, and why."""
        table = self.table
        quiet = 0 if table.low else sum(1 for f in table.reviewed.findings if f.key in table.quiet)
        words = [
            f"{count} {why}"
            for count, why in (
                (table.reviewed.muted, "muted in .ctxbench.yaml"),
                (quiet, "muted for now"),
                (table.hidden, "rarely worth a look"),
            )
            if count
        ]
        return f"Not shown: {', '.join(words)}." if words else ""

    def _listed(self, index: int, finding: Flagged) -> Note:
        line = (
            f"{finding.line}" if not finding.pair else f"{finding.line}{PAIR}{self._ends(finding)}"
        )
        quiet = " (muted for now)" if finding.key in self.table.quiet else ""
        low = " (rarely worth a look)" if finding.quiet else ""
        head = f"{finding.sign} {line} {finding.rule}: "
        return Note(
            f"{finding.message}{low}{quiet}", "", f"finding {index}", head, STYLES[finding.severity]
        )

    @staticmethod
    def _ends(finding: Flagged) -> str:
        """The other ends in short: `12`, or `AGENTS.md:12`, and how many more."""
        first = finding.others[0]
        name = f"{first.path.rpartition('/')[2]}:" if first.path else ""
        more = f"+{len(finding.others) - 1}" if len(finding.others) > 1 else ""
        return f"{name}{first.line}{more}"

    def notes_for(self, first: int, last: int) -> list[Note]:
        """The findings on the lines `first` to `last`, for the part view: first the one under
        the cursor, with its other ends and what to do."""
        table = self.table
        here = table.at_line(self.bench.editor.selection.end[0] + 1)
        found = [] if here is None else self._told_of(here)
        inside = [i for i in table.inside(first, last) if i != here]
        found += [self._listed(i, table.get(i)) for i in inside[:_NAMED]]
        if len(inside) > _NAMED:
            found.append(
                Note(f"{len(inside) - _NAMED} more findings in this part.", "dim", "findings")
            )
        return found

    def _told_of(self, index: int) -> list[Note]:
        """One finding with its other ends and its fix."""
        finding, action = self.table.get(index), f"finding {index}"
        head = f"{finding.sign} {finding.rule}, line {finding.line}: "
        notes = [Note(finding.message, "", action, head, STYLES[finding.severity])]
        here = self.bench.editor.selection.end[0] + 1
        ends = [Other(finding.line, finding.text, ""), *finding.others] if finding.pair else []
        for other in [end for end in ends if end.path or end.line != here][:_NAMED]:
            where = f"{other.path}:{other.line}" if other.path else f"line {other.line}"
            words = other.text[:160] or ("" if other.path else self._line(other.line))
            sign = current().sign("bench", "other_end")
            key = f" ({sign})" if len(notes) == 1 else ""
            notes.append(Note(words, "", action, f"{PAIR} {where}{key}: ", "title"))
        if finding.fix:
            notes.append(Note(finding.fix, "", action, "Fix: "))
        return notes

    def title(self) -> str:
        """The title of the view: how many of which severity."""
        counts = " ".join(f"{SIGNS[severity]}{count}" for severity, count in self.table.totals())
        words = (counts or "none") if self.table.known else "…"
        return f"Findings · {words}{' · all' if self.table.low else ''}"

    def _line(self, line: int) -> str:
        """The words of a line of the text as it is now."""
        document = self.bench.editor.document
        return document.get_line(line - 1).strip()[:160] if line <= document.line_count else ""
