"""YAML frontmatter: read leniently for display, strictly for the report, never rewritten.

The block is untrusted text. Aliases are not followed, long blocks are not parsed as YAML, and
whatever YAML refuses is read line by line, so that a person still sees the fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeAlias

from workbench.prompt.lines import body, line_at, line_starts, split_lines
from workbench.prompt.outline import frontmatter_lines
from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from yaml.nodes import Node

#: What a field can hold; everything in it is plain JSON.
Value: TypeAlias = "str | int | float | bool | list[Any] | dict[str, Any] | None"

#: Longer blocks are read line by line: PyYAML needs a second for some 100,000 characters.
LONGEST = 20_000
_DEEPEST = 40
_KEY = re.compile(r"([A-Za-z_][\w.-]*(?: [\w.-]+){0,3})\s*:(?:[ \t]+(.*)|)$")
_BLOCK = re.compile(r"[>|][+-]?\d?[+-]?\s*(?:#.*)?$")
_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True)
class Frontmatter:
    """The block from its opening `---` to its closing line, both included.

    `start` and `end` are offsets into the text (half-open), lines count from 1, inclusive.
    `raw` is the block as written, `inside` what stands between the fences.
    """

    start: int
    end: int
    start_line: int
    end_line: int
    raw: str
    inside: str

    @property
    def fields(self) -> Mapping[str, Value]:
        """The fields for display. Folded and literal blocks are the text that they stand for;
        dates, unknown tags and aliases stay as they are written."""
        return self._read.fields

    @property
    def strict_error(self) -> str:
        """Why a strict YAML reader refuses the block, on one line; empty when it does not."""
        return self._read.error

    @property
    def notes(self) -> tuple[str, ...]:
        """What was read other than YAML means it, in words."""
        return tuple(dict.fromkeys(self._read.notes))

    @property
    def field_lines(self) -> Mapping[str, int]:
        """The line of the text (from 1) on which each field starts."""
        return {key: self.start_line + line for key, line in self._read.lines.items()}

    def text(self, key: str) -> str:
        """The value of a field in words, empty when it is absent: what people read, count and
        compare. Lists become `a, b`; true and numbers look as they were written."""
        written = self._read.written.get(key)
        return written if written is not None else display(self.fields.get(key))

    @cached_property
    def _read(self) -> _Reading:
        return _read(self.inside)


@dataclass
class _Reading:
    fields: dict[str, Value] = field(default_factory=dict)
    written: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    error: str = ""


@lru_cache(maxsize=4)  # one text is asked for by many in a row
def find_frontmatter(text: str) -> Frontmatter | None:
    """The frontmatter that opens `text` (byte order mark taken off), or None.

    None too for an opening that never closes; `frontmatter_note` says so.
    """
    if not text.startswith(("---", "\ufeff---")):
        return None
    lines = split_lines(text)
    count = frontmatter_lines(lines)
    if not count:
        return None
    raw = "".join(lines[:count])
    return Frontmatter(0, len(raw), 1, count, raw, "".join(lines[1 : count - 1]))


def frontmatter_note(text: str) -> str:
    """A sentence about a first line `---` that opens no frontmatter, else nothing."""
    if not text.startswith(("---", "\ufeff---")) or find_frontmatter(text) is not None:
        return ""
    lines = split_lines(text)
    if body(lines[0]).rstrip(" \t").removeprefix("\ufeff") != "---":
        return ""
    if any(body(line).rstrip(" \t") in ("---", "...") for line in lines[1:]):
        return "Line 1 is `---`, but no `key: value` follows before the next `---`: read as text."
    return "Line 1 opens frontmatter with `---` that is never closed: the file is read as text."


def display(value: Value) -> str:
    """A value in words, on as many lines as it has."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(display(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {display(item)}" for key, item in value.items())
    return str(value)


@lru_cache(maxsize=512)  # a file is asked for its frontmatter by many, and by other files
def _read(inside: str) -> _Reading:
    reading = _Reading()
    if len(inside) > LONGEST:
        reading.error = f"longer than {LONGEST:,} characters, so it was not checked as YAML"
    else:
        _strictly(inside, reading)
    if reading.error and not reading.fields:
        _line_by_line(inside, reading)
    return reading


def _strictly(inside: str, reading: _Reading) -> None:
    import yaml

    # Lines are counted as everywhere else: YAML has more line ends than that.
    starts = line_starts(split_lines(inside))
    try:
        root = yaml.compose(inside, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        place = error.problem_mark
        # The opening fence is line 1 of the file and index 0 of the mark is line 2.
        at = f" (line {line_at(starts, place.index) + 2})" if place else ""
        reading.error = one_line(f"{error.problem or error.context or 'not YAML'}{at}", 200)
    except yaml.YAMLError as error:
        reading.error = one_line(str(error), 200)
    except RecursionError:
        reading.error = "nested too deeply to be read as YAML"
    except (ValueError, OverflowError) as error:  # broken escapes that PyYAML lets through
        reading.error = one_line(str(error), 200)
    else:
        _fields(root, starts, reading)


def _fields(root: Node | None, starts: Sequence[int], reading: _Reading) -> None:
    from yaml.nodes import MappingNode, ScalarNode

    if root is None:
        return
    if not isinstance(root, MappingNode):
        reading.error = "not a list of `key: value` pairs"
        return
    seen: set[int] = set()
    for key_node, value_node in root.value:
        key = _key(key_node)
        line = line_at(starts, key_node.start_mark.index) + 1
        if key in reading.fields:
            reading.error = reading.error or f"the key `{key}` appears twice (line {line + 1})"
        reading.fields[key] = _value(value_node, seen, reading, 0)
        reading.lines[key] = line
        if isinstance(value_node, ScalarNode):
            reading.written[key] = value_node.value
        else:
            reading.written.pop(key, None)


def _key(node: Node) -> str:
    value = node.value
    return value if isinstance(value, str) else "?"


def _value(node: Node, seen: set[int], reading: _Reading, depth: int) -> Value:
    """A node as plain JSON. `seen` holds what was visited: a second visit is an alias."""
    from yaml.nodes import MappingNode, ScalarNode

    if isinstance(node, ScalarNode):
        return _scalar(node, reading)
    if id(node) in seen:
        reading.notes.append("an alias was not followed")
        return "*alias"
    seen.add(id(node))
    if depth >= _DEEPEST:
        reading.notes.append(f"values below {_DEEPEST} levels were left out")
        return "…"
    if node.tag not in (_TAG + "map", _TAG + "seq"):
        _unknown_tag(node, reading)
    if isinstance(node, MappingNode):
        return {_key(k): _value(v, seen, reading, depth + 1) for k, v in node.value}
    return [_value(item, seen, reading, depth + 1) for item in node.value]


def _scalar(node: Node, reading: _Reading) -> Value:
    text: str = node.value
    kind = node.tag.removeprefix(_TAG)
    try:
        if kind == "bool":
            return text.lower() in ("yes", "true", "on", "y")
        if kind == "null":
            return None
        if kind == "int" and re.fullmatch(r"[+-]?(0|[1-9][0-9]{0,17})", text):
            return int(text)
        if kind == "float" and re.fullmatch(r"[+-]?[0-9]{1,17}\.[0-9]{1,17}", text):
            return float(text)
    except ValueError:
        return text
    if kind not in ("str", "int", "float", "timestamp", "merge", "value"):
        _unknown_tag(node, reading)
    return text


def _unknown_tag(node: Node, reading: _Reading) -> None:
    tag = one_line(node.tag.replace(_TAG, "!!"), 60)
    reading.error = reading.error or f"the tag {tag} means nothing to a plain YAML reader"


def _line_by_line(inside: str, reading: _Reading) -> None:
    """`key: value` lines with what is indented below them; colons in values do no harm."""
    lines = [body(line) for line in split_lines(inside)]
    reading.notes.append("read line by line, because it is not valid YAML")
    i = 0
    while i < len(lines):
        match = _KEY.match(lines[i])
        i += 1
        if match is None:
            continue
        key, value = match[1], (match[2] or "").strip()
        below = list(takewhile(_belongs, lines[i:]))
        reading.lines[key] = i
        i += len(below)
        reading.fields[key] = _joined(value, below)


def _belongs(line: str) -> bool:
    return not line.strip() or line[0] in " \t" or line.startswith("- ")


def _joined(value: str, below: Sequence[str]) -> Value:
    rows = [line.strip() for line in below]
    while rows and not rows[-1]:
        rows.pop()
    if _BLOCK.match(value):
        if value[0] == "|":
            return "\n".join(rows)
        return "\n".join(" ".join(group.split("\n")) for group in "\n".join(rows).split("\n\n"))
    if not value and rows and all(row.startswith("- ") for row in rows if row):
        return [_unquoted(row[2:].strip()) for row in rows if row]
    return _unquoted(" ".join([value, *(row for row in rows if row)]).strip())


def _unquoted(value: str) -> Value:
    if value in ("true", "false"):
        return value == "true"
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value
