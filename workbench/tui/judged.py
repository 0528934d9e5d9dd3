"""What a model said of the parts, beside the text as it is now.

The hash of a part's words decides: a part that stayed as it was keeps its score, wherever it went;
one that was changed says of which text the score is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.judge.relevance import PartScore, ScoreResult
    from workbench.measure.live import LivePrompt
    from workbench.tui.ask_wants import Judged

#: Signs behind a score in the parts list: a model's, and a model's of another text or task.
BY_MODEL, MOVED_ON = "●", "○"


class JudgedTable:
    """Scores by a model, by the id of the part as it is now."""

    def __init__(self) -> None:
        self._entries: dict[str, Judged] = {}  # by the id that the part had when it was judged
        self._now: dict[str, tuple[Judged, str]] = {}
        self._known: tuple[int, str] = (-1, "")

    def load(self, rows: Any) -> None:
        """What the store remembers; what cannot be read is left out."""
        from workbench.tui.ask_wants import Judged

        for name, row in rows.items() if isinstance(rows, dict) else ():
            found = Judged.of(row)
            if found is not None:
                self._entries.setdefault(str(name), found)

    def take(self, found: Iterable[Judged]) -> None:
        """New scores. Call `follow` afterwards."""
        self._entries |= {one.score.id: one for one in found}
        self._known = (-1, "")

    def follow(self, live: LivePrompt, task: str) -> bool:
        """Compare with the text as it is now; true when that was news."""
        known = (live.revision, task)
        if not self._entries or known == self._known:
            return False
        self._known = known
        from workbench.tui.ask_wants import sha_of

        by_sha = {one.sha: one for one in self._entries.values()}
        text, was, self._now = live.text(), self._now, {}
        for part in live.parts:
            one = by_sha.get(sha_of(text[part.start : part.end])) if part.scored else None
            if one is not None:
                same = one.task.strip() == task.strip()
                self._now[part.id] = (one, "" if same else "for another task")
            elif (old := self._entries.get(part.id)) is not None:
                words = f"in version {old.version}" if old.version else "before your last edits"
                self._now[part.id] = (old, f"scored {words}; the part was changed since")
        return was != self._now

    def get(self, part: str) -> tuple[Judged, str] | None:
        """What was said of a part, and words for what is different now; empty: nothing is."""
        return self._now.get(part)

    def score(self, part: str) -> PartScore | None:
        found = self._now.get(part)
        return None if found is None else found[0].score

    def sign(self, part: str) -> str:
        """How a score is marked in the list; nothing for one that no model gave."""
        found = self._now.get(part)
        return "" if found is None else MOVED_ON if found[1] else BY_MODEL

    def result(self, offline: ScoreResult | None, parts: Sequence[Any]) -> ScoreResult | None:
        """The scores that proposals are made from: those of the model for this very text and task,
        else the offline ones. What is suspect leads to nothing."""
        good = {
            part.id: found[0]
            for part in parts
            if (found := self._now.get(part.id)) and not found[1] and not found[0].suspect
        }
        if offline is None or not good:
            return offline
        from workbench.judge.relevance import PartScore

        model = next(iter(good.values())).model
        scores = tuple(
            replace(good[one.id].score, id=one.id)
            if one.id in good
            else PartScore(one.id, one.title, one.tokens, None, None, None, "No score.", "KEEP")
            for one in offline.parts
        )
        missing = tuple(one.id for one in scores if one.score is None)
        return replace(offline, judge=model, model=model, parts=scores, missing=missing)

    def told(self, part: str) -> str:
        """Who scored a part, when, and of which text: for the inspector."""
        found = self._now.get(part)
        if found is None:
            return ""
        one, moved = found
        when = f", {one.time[:16].replace('T', ' ')} UTC" if one.time else ""
        runs = one.score.runs
        spread = ""
        if len(runs) > 1:
            spread = f", {len(runs)} runs from {min(runs):g} to {max(runs):g}"
        where = moved or (f"in version {one.version}" if one.version else "of this text")
        return f"{one.model}{when}{spread}; {where}"
