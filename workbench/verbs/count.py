"""`count`: tokens by part, by line or for the whole file."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from workbench.errors import UsageError
from workbench.hosts.imports import Listed
from workbench.verbs.inputs import Input
from workbench.verbs.measured import AUTO, Counting, Measured, measuring
from workbench.verbs.parts import imports_of

BY = ("part", "line", "file")


@dataclass(frozen=True, slots=True)
class CountResult:
    measured: Measured
    by: str
    imports: tuple[Listed, ...]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row per part, line or file; their tokens add up to the total."""
        m = self.measured
        if self.by == "file":
            return [{"path": m.path, "lines": len(m.prompt.lines), "tokens": m.total}]
        if self.by == "line":
            return [{"line": i, "tokens": cost} for i, cost in enumerate(m.costs, 1)]
        return [
            {
                "id": part.id,
                "index": part.index,
                "kind": part.kind,
                "title": part.title,
                "start_line": part.start_line,
                "end_line": part.end_line,
                "tokens": m.part_tokens(part),
                "section_tokens": m.section_tokens(part),
                "below": m.below(part),
                "share": m.share(part),
            }
            for part in m.parts
        ]

    def to_dict(self) -> dict[str, Any]:
        m = self.measured
        return {
            "path": m.path,
            "total_tokens": m.total,
            # What a request adds around one user message: named, and not in the total.
            "frame_tokens": m.frame_tokens,
            "counter": m.counter.to_dict(),
            "by": self.by,
            "imports": [found.to_dict() for found in self.imports],
            "rows": self.rows,
        }


def count(
    spec: str | Input,
    *,
    by: str = "part",
    counting: Counting = AUTO,
) -> Generator[tuple[int, int], None, CountResult]:
    """Count one FILE; yields progress."""
    if by not in BY:
        raise UsageError(f"Rows by {by!r} are unknown.", hint=f"Known: {', '.join(BY)}.")
    m = yield from measuring(spec, counting=counting)
    return CountResult(m, by, imports_of(m))
