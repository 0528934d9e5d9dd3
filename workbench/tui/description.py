"""The live size of the description in the frontmatter, while the cursor is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.tui.rows import Piece

if TYPE_CHECKING:
    from workbench.judge.description_limits import Described
    from workbench.measure.host_profile import HostProfile
    from workbench.tui.session import Session

#: Lines that a frontmatter may have to be looked at while somebody types in it.
_LONGEST = 200
_KINDS = ("skill", "sub-agent", "command")


class DescriptionSize:
    """What the status row says of the description, or nothing."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.shown: Described | None = None
        self._revision = -1
        self._found: Described | None = None
        self._read: dict[str, tuple[HostProfile, ...]] = {}

    def warm(self) -> None:
        """Read the limits before the first key needs them; for a thread."""
        if self.session.live.kind in _KINDS:
            from workbench.judge.description_limits import described

            described("---\nname: x\ndescription: y\n---\n", "skill", self._hosts())

    def follow(self, line: int) -> bool:
        """The cursor is on a 0-based line, or the text has changed; true when that is news."""
        was, self.shown = self.shown, None
        session = self.session
        if line < _LONGEST and session.known and session.live.kind in _KINDS:
            if self._revision != session.live.revision:
                self._revision = session.live.revision
                self._found = self._look()
            found = self._found
            if found is not None and found.start_line <= line + 1 <= found.end_line:
                self.shown = found
        return was != self.shown

    def _look(self) -> Described | None:
        lines = self.session.live.lines
        if not lines or lines[0].strip("\ufeff \t\r\n") != "---":
            return None
        head: list[str] = [lines[0]]
        for i in range(1, min(_LONGEST, len(lines))):
            head.append(lines[i])
            if lines[i].rstrip() in ("---", "..."):
                break
        from workbench.judge.description_limits import described

        return described("".join(head), self.session.live.kind, self._hosts())

    def _hosts(self) -> tuple[HostProfile, ...]:
        """Read once: no file is read for a key. A file of a host that cannot be used is told by
        the review; here it means that no limit is known."""
        kind = self.session.live.kind
        if kind not in self._read:
            from workbench.errors import CtxbenchError
            from workbench.verbs.hosts import hosts_for

            settings = self.session.settings
            try:
                found = hosts_for(kind, settings.host if settings is not None else None)
            except CtxbenchError:
                found = ()
            self._read[kind] = found
        return self._read[kind]

    def pieces(self) -> Sequence[Piece]:
        """`Description  1,130 characters · 106 over 1,024 (specification)`."""
        found = self.shown
        if found is None:
            return ()
        pieces = [
            Piece(" Description  ", "dim"),
            Piece(f"{found.size:,}", "bold"),
            Piece(" characters"),
        ]
        if not found.limits:
            words = f"; no limit is published for this kind ({self.session.live.kind})"
            return [*pieces, Piece(words, "dim")]
        for limit in found.limits:
            room = limit.most - limit.size
            how = f"{limit.over:,} over" if limit.over else f"{room:,} below"
            style = "bad bold" if limit.over else "warn" if room < limit.most // 20 else "good"
            pieces += [
                Piece(" · ", "dim"),
                Piece(how, style),
                Piece(f" {limit.most:,} ({limit.what})", "dim"),
            ]
        return pieces
