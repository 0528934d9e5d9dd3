"""Words and numbers as the command line writes them; each returns visible text on one line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.prompt.plural import plural as plural
from workbench.prompt.visible import one_line, visible

if TYPE_CHECKING:
    from workbench.hosts.imports import Listed
    from workbench.measure.tokens import CounterInfo
    from workbench.prompt.parts import Part
    from workbench.verbs.measured import Measured
    from workbench.verbs.save import WriteResult

_NEWLINES = {"lf": "LF", "crlf": "CRLF", "cr": "CR", "mixed": "mixed line ends", "none": "one line"}


def number(value: int) -> str:
    return f"{value:,}"


def percent(share: float) -> str:
    """A share (0 to 1) as `3.5 %`."""
    return f"{100 * share:.1f} %"


def how_known(info: CounterInfo) -> str:
    """How a count is known: `offline, claude-5` or `est ±12 %, o200k_base`."""
    error = f" ±{info.error_pct:g} %" if info.error_pct else ""
    return visible(f"{info.label}{error}, {info.model or info.name}")


def heading(m: Measured) -> str:
    """`CLAUDE.md · claude-md · 3,412 tokens (offline, claude-5) · UTF-8, LF`."""
    source = m.prompt.source
    odd = f", {plural(source.undecodable, 'undecodable byte')}" if source.undecodable else ""
    return (
        f"{visible(m.path)} · {m.prompt.kind} · {plural(m.total, 'token')} ({how_known(m.counter)})"
        f" · {source.encoding_label}, {_NEWLINES[source.newline]}{odd}"
    )


#: More names than this are counted, not listed.
_MOST_NAMES = 8


def listed(names: Sequence[str], most: int = _MOST_NAMES) -> str:
    """`a.md, b.md and c.md`; what is more than `most` is counted: `a.md, b.md and 7 more`."""
    shown = [visible(name) for name in names[:most]]
    if len(names) > most:
        shown.append(f"{len(names) - most} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def span(start: int, end: int) -> str:
    """Lines from 1: `7` or `7-12`."""
    return str(start) if end <= start else f"{start}-{end}"


@dataclass(frozen=True, slots=True)
class SectionColumn:
    """What headings without a text of their own hold: a column of sums, where there are such."""

    measured: Measured
    head: tuple[str, ...]

    def cell(self, part: Part) -> tuple[str, ...]:
        m = self.measured
        if not self.head:
            return ()
        return (number(m.section_tokens(part)) if _sums(m, part) else "",)


def section_column(m: Measured) -> SectionColumn:
    """The column for a table of parts; the tokens beside it still add up to the total."""
    any_ = any(_sums(m, part) for part in m.parts)
    return SectionColumn(m, ("whole section",) if any_ else ())


def _sums(m: Measured, part: Part) -> bool:
    return part.kind == "container" and m.below(part) > 0


def import_lines(imports: tuple[Listed, ...]) -> list[str]:
    """What a memory file imports; none of it is in the counts."""
    if not imports:
        return []
    lines = [f"{plural(len(imports), 'import')}, not counted yet:"]
    for found in imports:
        where = f" -> {found.path}" if found.path else ""
        why = f" ({found.why})" if found.why else ""
        lines.append(visible(f"  line {found.line}: {found.raw} {found.status}{where}{why}"))
    return lines


def argument(path: str) -> str:
    """A path as it can be typed in a shell, with escapes (bash, zsh) for what cannot be shown."""
    if visible(path) == path:
        return shlex.quote(path)
    signs = []
    for ch in path:
        if ch in "\\'":
            signs.append("\\" + ch)
        elif visible(ch) == ch:
            signs.append(ch)
        else:
            signs += [f"\\x{byte:02x}" for byte in os.fsencode(ch)]
    return f"$'{''.join(signs)}'"


def title(text: str, width: int = 48) -> str:
    return one_line(text, width)


def written(result: WriteResult) -> str:
    """What a write did, in words, and how to have back what it took away."""
    path = visible(result.path)
    kept = ""
    if result.kept is not None:
        kept = f" What it held before is kept as version {result.kept.n}."
    if result.written is None:
        return f"{path} holds these bytes already; nothing was written.{kept}"
    notes = "".join(f" Note: {visible(note)}." for note in result.written.notes)
    if result.version is None:
        return f"Wrote {path}. No version was kept, so undo does not know of it.{notes}"
    done = f"Wrote {path}; it is version {result.version.n} now"
    if result.version.kind == "undo":
        # A second undo goes further back, so what brings this text again is a restore.
        taken = result.kept.n if result.kept else result.version.before
        source = f", the text of version {result.version.source}" if result.version.source else ""
        again = f" Redo: ctxbench restore {argument(f'{result.path}@{taken}')}" if taken else ""
        return f"{done}{source}.{kept}{notes}{again}"
    return f"{done}.{kept}{notes} Undo: ctxbench undo {argument(result.path)}"
