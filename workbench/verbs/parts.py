"""`parts`: the cut through a prompt, with where each part is and what it costs."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.hosts.imports import Listed, list_imports
from workbench.verbs.inputs import Input
from workbench.verbs.manual_cuts import cut_by_hand, cut_lines
from workbench.verbs.measured import AUTO, Counting, Measured, measuring

if TYPE_CHECKING:
    from workbench.measure.map import PositionMap


@dataclass(frozen=True, slots=True)
class PartsResult:
    measured: Measured
    imports: tuple[Listed, ...]

    @property
    def map(self) -> PositionMap:
        """Where each part sits in this prompt."""
        from workbench.measure.map import build_map  # counting goes without it

        return build_map(self.measured.costs, self.measured.parts)

    def to_dict(self) -> dict[str, Any]:
        """Bytes are half-open ranges; lines count from 1 and are inclusive; share is 0 to 1."""
        m = self.measured
        source = m.prompt.source
        ranges = m.prompt.part_bytes(m.parts)
        return {
            "path": m.path,
            "sha256": source.sha256,
            "bytes": len(source.data),
            "lines": len(m.prompt.lines),
            "encoding": source.encoding,
            "bom": bool(source.bom),
            "undecodable_bytes": source.undecodable,
            "newline": source.newline,
            "kind": m.prompt.kind,
            "counter": m.counter.to_dict(),
            "total_tokens": m.total,
            "frame_tokens": m.frame_tokens,
            "cuts": {
                "splits": cut_lines(m.prompt, m.prompt.cuts.splits),
                "merges": cut_lines(m.prompt, m.prompt.cuts.joins),
            },
            "note": m.prompt.outline.note,
            "imports": [found.to_dict() for found in self.imports],
            "parts": [
                {
                    "id": part.id,
                    "index": part.index,
                    "kind": part.kind,
                    "title": part.title,
                    "path": list(part.path),
                    "level": part.level,
                    "start_line": part.start_line,
                    "end_line": part.end_line,
                    "start_byte": start,
                    "end_byte": end,
                    "tokens": m.part_tokens(part),
                    "section_tokens": m.section_tokens(part),
                    "below": m.below(part),
                    "share": m.share(part),
                }
                for part, (start, end) in zip(m.parts, ranges, strict=True)
            ],
        }


def imports_of(measured: Measured) -> tuple[Listed, ...]:
    path = measured.input.path
    return list_imports(measured.prompt, path.parent if path is not None else None)


def parts(
    spec: str | Input,
    *,
    granularity: str = "auto",
    counting: Counting = AUTO,
) -> Generator[tuple[int, int], None, PartsResult]:
    """Split and count one FILE; yields progress. Errors: unreadable input, unknown words.

    Splits and merges made by hand in the workbench hold here, too.
    """
    m = yield from measuring(spec, granularity=granularity, counting=counting)
    m = cut_by_hand(m, granularity)
    return PartsResult(m, imports_of(m))
