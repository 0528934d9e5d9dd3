"""Findings of a model, beside those of the rules, as long as the text is what it was about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.tui.flagged import Flagged, FlagTable, Reviewed

if TYPE_CHECKING:
    from workbench.tui.session import Session

#: Lines that a sentence may go on for, and characters of it that are compared.
_FOLDED, _QUOTED = 6, 300


class ToldByModel:
    """Takes what a model found; `Findings` does the rest."""

    session: Session
    table: FlagTable
    _told_by_model: set[tuple[str, int, str]]

    def show(self) -> None:
        """Paint what depends on the findings."""
        raise NotImplementedError

    def take_told(self, rows: Sequence[dict[str, Any]], revision: int) -> None:
        """Findings of a model, for the text of `revision`: shown beside those of the rules, as
        long as the lines that they are about say the same."""
        told = [Flagged.of(row) for row in rows]
        self._told_by_model = {_place(one) for one in told}
        if revision != self.session.live.revision:
            told = [one for one in told if self._stands(one)]
        self.table.take(joined(self.table.reviewed_now(), told))
        self.show()

    def _still_told(self) -> list[Flagged]:
        """What a model found and what still stands there, with its lines as they are now."""
        names = self._told_by_model
        if not names:
            return []
        found = [(old, now) for old, now in self.table.pairs() if _place(old) in names]
        still = [now for _, now in found if self._stands(now)]
        self._told_by_model = {_place(one) for one in still}
        return still

    def _stands(self, finding: Flagged) -> bool:
        """Whether both ends are in the text where the finding says."""
        lines = self.session.live.lines

        def there(line: int, end: int, text: str) -> bool:
            near = " ".join(" ".join(lines[line - 1 : end + _FOLDED]).split())
            return " ".join(text.split())[:_QUOTED] in near

        return there(finding.line, finding.end_line, finding.text) and all(
            other.path or there(other.line, other.line, other.text) for other in finding.others
        )


def _place(finding: Flagged) -> tuple[str, int, str]:
    """What tells one finding of a review from another."""
    return finding.rule, finding.line, finding.message


def joined(reviewed: Reviewed, told: Sequence[Flagged]) -> Reviewed:
    """The findings of a review and those of a model; where both are about one place and its other
    end, that of the model is shown, which says so."""
    if not told:
        return reviewed
    mine = {(one.rule, one.places) for one in told}
    kept = [one for one in reviewed.findings if (one.rule, one.places) not in mine]
    return reviewed._replace(findings=(*kept, *told), total=len(kept) + len(told))
