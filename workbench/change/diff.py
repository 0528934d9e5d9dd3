"""The difference of two texts for people who edit prose: moves are moves.

Lines first, then words inside changed lines. Line numbers are 1-based and inclusive on both
sides; an empty side has `end == start - 1`, where `start` is the line before which it stands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.change.worddiff import WordSpan, word_spans
from workbench.prompt.align import Run, align_lines
from workbench.prompt.lines import body, ending, newline_style, split_lines
from workbench.prompt.source import Source
from workbench.prompt.visible import visible

_NAMES = {"lf": "LF", "crlf": "CRLF", "cr": "CR", "mixed": "mixed", "none": "none"}


@dataclass(frozen=True, slots=True)
class Hunk:
    """One stretch of a diff.

    `op` is equal, insert, delete, replace or move; `changed` says that the words differ
    (always for replace, for a move only where the text changed as well). `text` holds the
    new lines wherever they are not the old ones byte for byte. `words` marks what differs
    inside changed lines.
    """

    op: str
    a_start: int
    a_end: int
    b_start: int
    b_end: int
    changed: bool = False
    text: tuple[str, ...] = ()
    words: tuple[WordSpan, ...] = ()

    @property
    def a_lines(self) -> int:
        """How many old lines it covers."""
        return self.a_end - self.a_start + 1

    @property
    def b_lines(self) -> int:
        """How many new lines it covers."""
        return self.b_end - self.b_start + 1

    def to_dict(self) -> dict[str, object]:
        out: dict[str, object] = {
            "op": self.op,
            "a_start": self.a_start,
            "a_end": self.a_end,
            "b_start": self.b_start,
            "b_end": self.b_end,
            "a_lines": self.a_lines,
            "b_lines": self.b_lines,
            "changed": self.changed,
        }
        if self.words:
            out["words"] = [span.to_dict() for span in self.words]
        return out


@dataclass(frozen=True)
class Diff:
    """An ordered list of hunks from the older text `a` to the newer text `b`.

    Hunks are in the order of the new text; a deleted hunk stands where it would be. `notes`
    say in words what no line shows: line ends, the final newline, encoding and marks.
    """

    a: str
    b: str
    hunks: tuple[Hunk, ...]
    notes: tuple[str, ...] = ()
    _a: tuple[str, ...] = field(default=(), repr=False)
    _b: tuple[str, ...] = field(default=(), repr=False)

    @property
    def same(self) -> bool:
        """True when not a byte of the text differs."""
        return not self.notes and all(hunk.op == "equal" for hunk in self.hunks)

    def apply(self, text: str) -> str:
        """The newer text, made from the older one and the hunks alone."""
        lines = split_lines(text)
        out: list[str] = []
        for hunk in self.hunks:
            if hunk.op != "delete":
                out += hunk.text or lines[hunk.a_start - 1 : hunk.a_end]
        return "".join(out)

    def counts(self) -> dict[str, int]:
        """Lines inserted, deleted, replaced and moved."""
        out = {"insert": 0, "delete": 0, "replace": 0, "move": 0}
        for hunk in self.hunks:
            if hunk.op != "equal":
                out[hunk.op] += hunk.a_lines if hunk.op == "delete" else hunk.b_lines
        return out

    def summary(self) -> str:
        """One line in words."""
        n = self.counts()
        names = (("insert", "added"), ("delete", "removed"), ("replace", "changed"))
        said = [
            f"{n[op]} {'line' if n[op] == 1 else 'lines'} {word}" for op, word in names if n[op]
        ]
        moved = [hunk for hunk in self.hunks if hunk.op == "move"]
        if moved:
            said.append(f"{len(moved)} moved")
        return ", ".join(said) or ("only " + "; ".join(self.notes) if self.notes else "no change")

    def to_dict(self) -> dict[str, object]:
        """The keys of the CLI contract."""
        return {
            "a": self.a,
            "b": self.b,
            "direction": "older to newer",
            "same": self.same,
            "summary": self.summary(),
            "notes": list(self.notes),
            "hunks": [hunk.to_dict() for hunk in self.hunks],
        }

    def lines(self, context: int = 3) -> Iterator[tuple[str, int, int, str]]:
        """What a reader sees: `(mark, old line, new line, text)`, 0 where a side has none.

        Marks: ` ` the same, `-` removed, `+` added, `>` moved here, `<` moved away, `~` moved
        and changed, `@` a fold or a note. Text is made harmless (`visible`).
        """
        for note in self.notes:
            yield "@", 0, 0, visible(note)
        for place, hunk in self._places():
            yield from self._shown(place, hunk, context)

    def _places(self) -> list[tuple[str, Hunk]]:
        """The hunks in reading order; a move appears at both of its ends."""
        placed: list[tuple[tuple[float, float, int], str, Hunk]] = []
        stays = [h for h in self.hunks if h.op in ("equal", "replace") and h.a_lines]
        starts = [h.a_start for h in stays]
        for hunk in self.hunks:
            if hunk.op == "move":
                # The last line before it that keeps its place: where it was, in the new text.
                at = bisect_left(starts, hunk.a_start) - 1
                after = float(stays[at].b_end) if at >= 0 else 0.0
                placed.append(((after + 0.5, hunk.a_start, 0), "from", hunk))
            order = hunk.b_start - 0.5 if hunk.op == "delete" else float(hunk.b_start)
            placed.append(((order, hunk.a_start, 1), "to", hunk))
        placed.sort(key=lambda item: item[0])
        return [(place, hunk) for _, place, hunk in placed]

    def _shown(self, place: str, hunk: Hunk, context: int) -> Iterator[tuple[str, int, int, str]]:
        old = [visible(body(x)) for x in self._a[hunk.a_start - 1 : hunk.a_end]]
        new = [visible(body(x)) for x in self._b[hunk.b_start - 1 : hunk.b_end]]
        if hunk.op == "equal":
            first = hunk is self.hunks[0]
            last = hunk is self.hunks[-1]
            head = 0 if first else context
            tail = 0 if last else context
            for k, text in enumerate(new):
                if k < head or k >= len(new) - tail:
                    yield " ", hunk.a_start + k, hunk.b_start + k, text
                elif k == head:
                    n = len(new) - head - tail
                    yield "@", 0, 0, f"{n} {'line' if n == 1 else 'lines'} the same"
        elif hunk.op == "move" and place == "from":
            where = f"lines {hunk.a_start}-{hunk.a_end} moved to {hunk.b_start}-{hunk.b_end}"
            yield "<", hunk.a_start, 0, where + (", with changes" if hunk.changed else "")
        elif hunk.op == "move" and not hunk.changed:
            for k, text in enumerate(new):
                old_line = hunk.a_start + k if len(old) == len(new) else 0
                yield ">", old_line, hunk.b_start + k, text
        else:
            for k, text in enumerate(old):
                yield "-", hunk.a_start + k, 0, text
            for k, text in enumerate(new):
                yield "~" if hunk.op == "move" else "+", 0, hunk.b_start + k, text

    def text(self, context: int = 3) -> str:
        """Plain text for a terminal or a file."""
        out = [f"--- {visible(self.a)} (older)", f"+++ {visible(self.b)} (newer)"]
        for mark, a_line, b_line, text in self.lines(context):
            numbers = f"{a_line or '':>5} {b_line or '':>5}"
            out.append(f"{numbers} {mark} {text}".rstrip())
        return "\n".join(out) + "\n"


def diff_texts(a: str, b: str, *, a_label: str = "older", b_label: str = "newer") -> Diff:
    """The difference from the older text `a` to the newer text `b`."""
    lines_a, lines_b = split_lines(a), split_lines(b)
    hunks = [_hunk(run, lines_a, lines_b) for run in align_lines(lines_a, lines_b)]
    notes = [*_ending_notes(a, b, lines_a, lines_b)]
    if not notes and any(hunk.op == "equal" and hunk.text for hunk in hunks):
        notes.append("some line ends changed")
    return Diff(a_label, b_label, tuple(hunks), tuple(notes), tuple(lines_a), tuple(lines_b))


def diff_sources(a: Source, b: Source, *, a_label: str = "older", b_label: str = "newer") -> Diff:
    """As `diff_texts`, with a note where encoding or byte order mark differ."""
    diff = diff_texts(a.text, b.text, a_label=a_label, b_label=b_label)
    notes = list(diff.notes)
    if a.encoding != b.encoding:
        notes.append(f"encoding changed from {a.encoding.upper()} to {b.encoding.upper()}")
    if bool(a.bom) != bool(b.bom):
        notes.append("byte order mark " + ("added" if b.bom else "removed"))
    if a.tail != b.tail:
        notes.append("the incomplete character at the end of the file changed")
    return Diff(diff.a, diff.b, diff.hunks, tuple(notes), diff._a, diff._b)


def _hunk(run: Run, a: Sequence[str], b: Sequence[str]) -> Hunk:
    old, new = a[run.a_start : run.a_end], b[run.b_start : run.b_end]
    text = tuple(new) if run.op in ("insert", "replace") or (new and list(old) != list(new)) else ()
    if run.op == "delete":
        text = ()
    changed = run.op == "replace"
    if run.op == "move":
        changed = [body(x) for x in old if x.strip()] != [body(x) for x in new if x.strip()]
    spans: tuple[WordSpan, ...] = ()
    if changed and len(old) == len(new):
        spans = tuple(
            span
            for k, (x, y) in enumerate(zip(old, new, strict=True))
            for span in word_spans(body(x), body(y), run.a_start + k + 1, run.b_start + k + 1)
        )
    return Hunk(
        run.op, run.a_start + 1, run.a_end, run.b_start + 1, run.b_end, changed, text, spans
    )


def _ending_notes(a: str, b: str, lines_a: Sequence[str], lines_b: Sequence[str]) -> Iterator[str]:
    if not a or not b:
        return
    old, new = newline_style(a), newline_style(b)
    if old != new and "none" not in (old, new):
        yield f"line ends changed from {_NAMES[old]} to {_NAMES[new]}"
    if bool(ending(lines_a[-1])) != bool(ending(lines_b[-1])):
        yield "final newline " + ("added" if ending(lines_b[-1]) else "removed")
