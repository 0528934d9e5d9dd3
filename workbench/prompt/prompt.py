"""A prompt: bytes, text, outline and parts, none of which ever changes in place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import PurePath

from workbench.prompt.kinds import DATA_KINDS, detect_kind
from workbench.prompt.lines import line_starts, split_lines
from workbench.prompt.outline import Outline
from workbench.prompt.parts import NO_CUTS, Cuts, Part, split_parts
from workbench.prompt.reading import Reading, read
from workbench.prompt.source import Source, encode


@dataclass(frozen=True)
class Prompt:
    """One prompt file: `source` holds its bytes, `path` where it came from (or nothing).

    `cuts`: where people split and merged it by hand. `marks`: ids of statements, each with whether
    a person calls it critical. Everything else follows and is worked out when it is asked for.
    """

    source: Source
    path: str = ""
    given_kind: str = ""
    cuts: Cuts = NO_CUTS
    marks: frozenset[tuple[str, bool]] = frozenset()

    @classmethod
    def from_bytes(cls, data: bytes, path: str = "", kind: str = "") -> Prompt:
        return cls(Source.from_bytes(data), path, kind)

    @classmethod
    def from_text(cls, text: str, path: str = "", kind: str = "") -> Prompt:
        return cls(Source(text), path, kind)

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def name(self) -> str:
        return PurePath(self.path).name if self.path else "prompt"

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines with their endings."""
        return tuple(split_lines(self.text))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Offset of each line, and the length of the text last."""
        return tuple(line_starts(self.lines))

    @cached_property
    def kind(self) -> str:
        from workbench.prompt.frontmatter import find_frontmatter

        if self.given_kind:
            return self.given_kind
        found = find_frontmatter(self.text)
        return detect_kind(self.path, found.fields if found else None, self.text[:100])

    @property
    def is_data(self) -> bool:
        """JSON and logs: their parts are records, and are not rearranged."""
        return self.kind in DATA_KINDS

    @cached_property
    def reading(self) -> Reading:
        """The outline and the Markdown behind it, of which JSON and logs have none."""
        return read(self.lines, self.kind)

    @cached_property
    def outline(self) -> Outline:
        return self.reading.outline

    def parts(self, granularity: str | int = "auto") -> tuple[Part, ...]:
        """The parts in order; joined they are the text. See `split_parts` for the words."""
        if granularity not in self._parts:
            self._parts[granularity] = split_parts(
                self.lines, self.outline, granularity, self.cuts, data=self.is_data
            )
        return self._parts[granularity]

    @cached_property
    def _parts(self) -> dict[str | int, tuple[Part, ...]]:
        """The parts by granularity: many ask for the same ones."""
        return {}

    def part_text(self, part: Part) -> str:
        return self.text[part.start : part.end]

    def part_bytes(self, parts: tuple[Part, ...]) -> list[tuple[int, int]]:
        """Byte ranges (half-open) of consecutive parts: from 0 to the end, without a gap.

        The byte order mark belongs to the first part, an unfinished last character to the last.
        """
        borders = [0]
        position = len(self.source.bom)
        for part in parts:
            position += len(encode(self.part_text(part), self.source.encoding))
            borders.append(position)
        borders[-1] = len(self.source.data)
        return list(pairwise(borders))

    def with_text(self, text: str) -> Prompt:
        return replace(self, source=self.source.with_text(text))

    def with_cuts(self, cuts: Cuts) -> Prompt:
        return replace(self, cuts=cuts)

    def with_marks(self, marks: frozenset[tuple[str, bool]]) -> Prompt:
        return replace(self, marks=marks)
