"""One open prompt: the model behind the panes, and every call to the verbs.

The panes ask the session and draw; they keep no state of their own about the prompt.
What takes long is done by the functions of `work.py` in threads; their results come back here
through `take_*`, which drop what belongs to an older revision.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.prompt.lines import split_lines
from workbench.prompt.source import Source
from workbench.tui.flagged import PAIR, FlagTable
from workbench.tui.judged import JudgedTable
from workbench.tui.line_strip import Mark
from workbench.tui.mapping import Places
from workbench.tui.session_rows import SESSIONS, Header, PartRow

if TYPE_CHECKING:
    from workbench.measure.live import LivePrompt, RunningCount
    from workbench.measure.window import Scenario
    from workbench.prompt.parts import Part
    from workbench.verbs.file_state import Standing
    from workbench.verbs.unplaced import Adrift

#: Above this many bytes a file is shown read-only (design section 9).
LARGE = 2_000_000


@dataclass
class Session:
    """An open prompt and what is known about it."""

    path: Path
    data: bytes
    settings: Any = None
    on_disk: bool = True
    source: Source = field(init=False)
    places: Places = field(default_factory=Places)
    counter: Any = None  # CounterInfo, once a count is there
    task: str = ""
    task_origin: str = ""
    disk_note: str = ""
    scores: dict[str, Any] = field(default_factory=dict)
    #: What a model said of the parts.
    judged: JudgedTable = field(default_factory=JudgedTable)
    pins: frozenset[str] = frozenset()
    flags: dict[int, str] = field(default_factory=dict)  # 0-based line -> glyph
    #: What the review found.
    flagged: FlagTable = field(default_factory=FlagTable)
    #: What the text on the disk, as it was last seen, is to the stored versions.
    standing: Standing | None = None
    #: Pins and notes whose words are not in the file as they were.
    adrift: Adrift | None = None
    #: What another program did before the file was opened; until somebody has looked at it.
    outside_note: str = ""
    #: No version can be kept, as was found when the store was asked or a save was refused.
    storeless: bool = False
    #: Texts that are kept elsewhere than in the file: hash to where, in words.
    kept: dict[str, str] = field(default_factory=dict)
    #: Proposals applied since the last save, as the version will keep them.
    accepted: list[dict[str, Any]] = field(default_factory=list)
    scenario_name: str = "fresh"
    _rows: list[PartRow] | None = None

    def __post_init__(self) -> None:
        # A large file is only looked at: no model of it is made.
        self.source = Source.from_bytes(self.data if len(self.data) <= LARGE else b"")
        #: Hash of what the file held when it was last read or written; `absent`: no file.
        self.disk_sha = self.sha_of(self.data) if self.on_disk else "absent"
        self._clean_revision: int | None = 0

    @cached_property
    def live(self) -> LivePrompt:
        """The model of the text; made when it is first asked for, after the first screen."""
        from workbench.measure.live import LivePrompt

        return LivePrompt(self.source, str(self.path))

    @property
    def known(self) -> bool:
        """Whether the model has been made."""
        return "live" in self.__dict__

    @cached_property
    def _first_parts(self) -> tuple[Part, ...]:
        from workbench.tui.first_look import quick_parts

        lines = split_lines(self.source.text)
        found = None if self.path.suffix not in (".md", ".mdx") else quick_parts(lines)
        return self.live.parts if found is None else found

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts now; before the model is made, as a first look tells them."""
        return self.live.parts if self.known else self._first_parts

    @property
    def total(self) -> int | None:
        """Tokens of the text; None while they are not known."""
        return self.live.total_tokens if self.known else None

    @property
    def counter_wanted(self) -> tuple[str, str | None]:
        """The counter and the model of the settings."""
        if self.settings is None:
            return "auto", None
        return self.settings.counter, self.settings.model

    # -- text -----------------------------------------------------------------------------

    @property
    def modified(self) -> bool:
        """Whether the text was changed since the file was last read or written.

        Typing makes it true at once; `recheck`, between keys, finds out what undo took back.
        """
        return self.known and self.live.revision != self._clean_revision

    def recheck(self) -> None:
        """Compare the bytes with those of the file."""
        if self.modified and self.live.data() == self.data:
            self._clean_revision = self.live.revision

    @property
    def version(self) -> str:
        """What the text on the disk is to the versions, in a few words; "" where none is known."""
        if not self.on_disk:
            return "new file"
        return self.standing.name() if self.standing is not None else ""

    def _versions(self) -> tuple[str, str]:
        """What the header says of versions, for a wide and for a narrow place."""
        if self.storeless:
            return "no version can be kept", "no store"
        short = self.standing.short() if self.on_disk and self.standing is not None else ""
        return self.version, short or self.version

    def replace_lines(self, start: int, end: int, lines: list[str]) -> None:
        """The editor changed: rows `start` to `end` became `lines`. Call `changed` after."""
        self.live.replace_lines(start, min(end, len(self.live.lines)), lines)
        shift = len(lines) - (end - start)
        if shift and self.flags:
            self.flags = {
                (line if line < end else line + shift): flag for line, flag in self.flags.items()
                if line < start or line >= end
            }  # fmt: skip
        if shift:
            self.flagged.shift(end, shift)

    @staticmethod
    def sha_of(data: bytes) -> str:
        """The hash by which the file is known."""
        return hashlib.sha256(data).hexdigest()

    def mark_clean(self, data: bytes, revision: int) -> None:
        """`data`, the text of `revision`, is what the file holds now."""
        self.data = data
        self.disk_sha = self.sha_of(data)
        self._clean_revision = revision
        self.on_disk = True

    def mark_disk(self, data: bytes) -> None:
        """The file holds `data` now, whatever the text here is."""
        self.data, self.disk_sha, self.on_disk = data, self.sha_of(data), True
        self._clean_revision = None
        self.recheck()

    # -- counts and map -------------------------------------------------------------------

    def changed(self) -> bool:
        """Something that rows show has changed; true when the map has, too."""
        self._rows = None
        if self.total is None:
            return self.places.clear()
        return self.places.update(self._before, len(self.live.lines), self.scenario())

    def _before(self, line: int) -> int:
        return self.live.tokens_before(line) or 0

    def take_count(self, count: RunningCount, counter: Any) -> None:
        """A count made in the background of what `live.begin_count()` gave."""
        self.live.count_in(count)
        self.counter = counter
        self.changed()

    def mark_of(self, line: int) -> Mark:
        """What the gutter shows beside a 0-based line."""
        spot = self.places.line(line)
        flag = self.flags.get(line, " ")
        sign, severity = self.flagged.mark(line + 1)
        if sign and (flag == " " or sign == PAIR):
            flag = sign
        return Mark(spot.glyph, spot.band, flag, severity)

    @property
    def rows(self) -> list[PartRow]:
        """One row per part; kept until something changes."""
        if self._rows is None:
            self._rows = self._part_rows()
        return self._rows

    def _part_rows(self) -> list[PartRow]:
        from workbench.prompt.parts import section_ends

        parts, total = self.parts, self.total
        costs = self.live.part_tokens() if total is not None else None
        rows = []
        ends = section_ends(parts)
        for i, part in enumerate(parts):
            tokens = costs[i] if costs is not None else None
            score = self.score_of(part.id)
            rows.append(
                PartRow(
                    part,
                    self.places.part(part),
                    tokens,
                    tokens / total if tokens is not None and total else None,
                    score.score if score is not None else None,
                    score.klass or "" if score is not None else "",
                    score.usage or "" if score is not None else "",
                    self._part_flags(part, score),
                    *self.flagged.badge(part.start_line, part.end_line),
                    self.judged.sign(part.id),
                    ends[i] - i - 1,
                    sum(costs[i : ends[i]]) if costs is not None else None,
                )
            )
        return rows

    def score_of(self, part: str) -> Any:
        """The score of a part, a model's before the offline one; None while there is none."""
        return self.judged.score(part) or self.scores.get(part)

    def _part_flags(self, part: Part, score: Any) -> str:
        inside = [
            flag
            for line, flag in self.flags.items()
            if part.start_line <= line + 1 <= part.end_line
        ]
        found = "".join(glyph for glyph in "◆!" if glyph in inside)
        if "!" in inside and "◆" not in inside:
            found = "◆" + found
        threshold = 5.0
        if self.settings is not None and self.settings.threshold is not None:
            threshold = self.settings.threshold
        judged = score is not None and score.klass is not None
        if judged and score.score is not None and score.score < threshold:
            found += "✂"
        if part.id in self.pins:
            found += "⌖"
        return found

    def part_at(self, line: int) -> int:
        """The index (from 0) of the part that holds the 0-based line."""
        parts = self.parts
        for i, part in enumerate(parts):
            if line < part.end_line:
                return i
        return max(0, len(parts) - 1)

    # -- the window -----------------------------------------------------------------------

    def scenario(self) -> Scenario:
        from workbench.measure.window import scenario_of

        window = self.settings.window if self.settings is not None else None
        return scenario_of(self.scenario_name, self.live.kind, window=window)

    def next_scenario(self) -> str:
        """Go on to the next scenario; returns its name."""
        from workbench.measure.window import load_scenarios

        names = list(load_scenarios(self.live.kind))
        at = names.index(self.scenario_name) if self.scenario_name in names else -1
        self.scenario_name = names[(at + 1) % len(names)]
        self.changed()
        return self.scenario_name

    def why(self) -> list[str]:
        """Where the weights come from, in sentences."""
        from workbench.tui.why import why

        return why(self.total or 0, self.scenario())

    def header(self) -> Header:
        total = self.total
        in_window, over = "", 0
        if total is not None:
            # The same figure as `ctxbench map` gives: all that is in the window, not the prompt.
            placed = self.scenario().place(total)
            over = placed.exceeded_by
            in_window = f"{placed.fill:.1%}".replace("%", " %")
        info = self.counter
        known = "" if info is None else info.label
        if info is not None and info.error_pct:
            known += f" ±{info.error_pct:g} %"
        version, short = self._versions()
        return Header(
            self.path.name,
            self.modified,
            version,
            total,
            known,
            info.name if info is not None else "",
            in_window,
            SESSIONS.get(self.scenario_name, (self.scenario_name,))[0],
            self.path.absolute().parent.name,
            over,
            short,
        )
