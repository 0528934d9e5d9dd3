"""Words of one frontmatter field taken out, put behind it or replaced, in its style.

The value is what YAML reads; each of its characters is traced back to where it stands in the
file, so that a quoted, folded, literal or plain field stays what it is. The result is read again:
what does not come out as expected is not offered.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.prompt.frontmatter import Frontmatter, find_frontmatter
from workbench.prompt.lines import body, split_lines

if TYPE_CHECKING:
    from yaml.nodes import ScalarNode

#: One character of the value and where it stands: start and end in the inside of the block.
Traced = tuple[str, int, int]

_BREAK = re.compile(r"\r\n|\r|\n")
_BLANKS = re.compile(r"[ \t\r\n]+")
_HEADER = re.compile(r"[>|](?P<signs>[+-]?\d?[+-]?)[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t", " ": " ", "0": "\0", "r": "\r"}
_CODES = {"x": 2, "u": 4, "U": 8}
#: Characters of a line in a folded block.
_WIDTH = 96


@dataclass(frozen=True, slots=True)
class Scalar:
    """A field of text. `value` is what YAML reads; `spans[i]` is where its character i stands, in
    offsets of the whole text."""

    key: str
    value: str
    spans: tuple[tuple[int, int], ...]

    def without(self, text: str, cuts: Sequence[tuple[int, int]]) -> str | None:
        """`text` without these ranges of the value; None where YAML would read something else."""
        out, expected = text, self.value
        for start, end in sorted(cuts, reverse=True):
            first = self.spans[start][0]
            last = self.spans[end][0] if end < len(self.spans) else self.spans[end - 1][1]
            out = out[:first] + out[last:]
            expected = expected[:start] + expected[end:]
        return out if reads_as(out, text, self.key, expected) else None


def with_value(text: str, key: str, words: str) -> str | None:
    """`text` with `words`, on one line, as the value of the text field `key`, written as the old
    value is: plain, quoted or as a block. None where YAML would not read just that.

    Plain words that YAML would take for something else are put into single quotes.
    """
    front = find_frontmatter(text)
    field = scalar_of(front, key) if front is not None else None
    node = _node(front.inside, key) if front is not None else None
    if front is None or field is None or node is None:
        return None
    said = " ".join(words.split())
    shift = front.start + front.raw.index(front.inside, len(split_lines(front.raw)[0]))
    start, end = node.start_mark.index + shift, node.end_mark.index + shift
    single = "'" + said.replace("'", "''") + "'"
    if node.style in (">", "|"):
        kept = len(field.value.rstrip("\n"))
        first, last = field.spans[0][0], field.spans[max(kept - 1, 0)][1]
        breaks = _BREAK.search(text, start)
        row = split_lines(text[breaks.end() : first])[-1] if breaks and first > breaks.end() else ""
        tries = [(first, last, _wrapped(said, row, breaks[0] if breaks else "\n", node.style))]
        said += field.value[kept:]
    elif node.style == '"':
        escaped = said.replace("\\", "\\\\").replace('"', '\\"')
        tries = [(start, end, f'"{escaped}"')]
    elif node.style == "'":
        tries = [(start, end, single)]
    else:
        tries = [(start, end, said), (start, end, single)]
    for first, last, written in tries:
        new = text[:first] + written + text[last:]
        if reads_as(new, text, key, said):
            return new
    return None


def _wrapped(words: str, indent: str, line_end: str, style: str) -> str:
    """Literal: one line, for line ends count there; folded: lines of a usual width."""
    if style == "|":
        return words
    rows = textwrap.wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{line_end}{indent}".join(rows)


def reads_as(new: str, old: str, key: str, value: str) -> bool:
    """Whether strict YAML readers take the frontmatter of `new`, and find in it what was in that of
    `old`, but `value` in the field `key`."""
    before, after = find_frontmatter(old), find_frontmatter(new)
    if before is None or after is None or after.strict_error:
        return False
    return dict(after.fields) == {**before.fields, key: value}


def scalar_of(front: Frontmatter, key: str) -> Scalar | None:
    """The text field `key`; None where it is no text, or written in a way that is not traced."""
    if front.strict_error or not isinstance(front.fields.get(key), str):
        return None
    node = _node(front.inside, key)
    if node is None:
        return None
    traced = list(_trace(front.inside, node) or ())
    if not traced or "".join(ch for ch, _, _ in traced) != node.value:
        return None
    shift = front.start + front.raw.index(front.inside, len(split_lines(front.raw)[0]))
    return Scalar(key, node.value, tuple((a + shift, b + shift) for _, a, b in traced))


def _node(inside: str, key: str) -> ScalarNode | None:
    import yaml
    from yaml.nodes import MappingNode, ScalarNode

    try:
        root = yaml.compose(inside, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError):
        return None
    if not isinstance(root, MappingNode):
        return None
    found = [value for name, value in root.value if name.value == key]
    return found[0] if len(found) == 1 and isinstance(found[0], ScalarNode) else None


def _trace(inside: str, node: ScalarNode) -> Iterator[Traced] | None:
    start, end = node.start_mark.index, node.end_mark.index
    if inside[start : start + 1] in ("&", "*", "!"):
        return None
    if node.style in (">", "|"):
        return _block(inside, start, end, folded=node.style == ">")
    if node.style in ("'", '"'):
        return _flow(inside, start + 1, end - 1, node.style)
    return _flow(inside, start, end, "")


def _flow(inside: str, start: int, end: int, quote: str) -> Iterator[Traced]:
    """Plain and quoted: a line break with the blanks around it is one blank."""
    at = start
    while at < end:
        ch = inside[at]
        blanks = _BLANKS.match(inside, at, end)
        if blanks:
            breaks = len(_BREAK.findall(blanks[0]))
            if not breaks:
                yield from ((c, at + i, at + i + 1) for i, c in enumerate(blanks[0]))
            elif breaks == 1:
                yield " ", at, blanks.end()
            else:
                return  # paragraphs in a folded line: not traced
            at = blanks.end()
        elif quote == "'" and ch == "'":
            yield "'", at, at + 2
            at += 2
        elif quote == '"' and ch == "\\":
            sign = inside[at + 1]
            size = _CODES.get(sign, 0)
            if size:
                yield chr(int(inside[at + 2 : at + 2 + size], 16)), at, at + 2 + size
            elif sign in _ESCAPES:
                yield _ESCAPES[sign], at, at + 2
            else:
                return  # a break that is escaped away, or a rare escape
            at += 2 + size
        else:
            yield ch, at, at + 1
            at += 1


def _block(inside: str, start: int, end: int, *, folded: bool) -> Iterator[Traced]:
    """Folded and literal: lines with one indent; deeper ones are not traced in a folded block."""
    header = _HEADER.match(inside, start)
    if header is None:
        return
    rows: list[tuple[int, str]] = []
    at = header.end()
    for line in split_lines(inside[at:end]):
        rows.append((at, line))
        at += len(line)
    filled = [i for i, (_, line) in enumerate(rows) if line.strip()]
    if not filled:
        return
    digits = re.sub(r"\D", "", header["signs"])
    first = rows[filled[0]][1]
    indent = int(digits) if digits else len(first) - len(first.lstrip(" "))
    rows = rows[: filled[-1] + 1]
    pending: list[tuple[int, int]] = []
    for place, line in rows:
        words = body(line)[indent:]
        broken = (place + len(body(line)), place + len(line))
        if not words.strip():
            pending.append(broken)
            continue
        if folded and words[0] in " \t":
            return
        if pending:
            # The last break takes the indent of this line along.
            pending[-1] = (pending[-1][0], place + indent)
            if not folded:
                yield from (("\n", a, b) for a, b in pending)
            elif len(pending) == 1:
                yield " ", *pending[0]
            else:
                pending[0:2] = [(pending[0][0], pending[1][1])]
                yield from (("\n", a, b) for a, b in pending)
        yield from ((c, place + indent + i, place + indent + i + 1) for i, c in enumerate(words))
        pending = [broken]
    if "-" not in header["signs"] and pending[0][0] < pending[0][1]:
        yield "\n", *pending[0]
