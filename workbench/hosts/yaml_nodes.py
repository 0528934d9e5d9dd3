"""YAML as a tree that knows its lines, for files that strangers write.

Only tables, lists and words: no aliases (a few lines of them make a table of any size), no tags,
no key twice, no nesting without end. A word stays as written; who reads it says what it must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from workbench.errors import UnreadableInput
from workbench.prompt.visible import one_line

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Node:
    """A word, a list or a table of `file`, which begins on `line` (from 1)."""

    value: Value
    line: int
    file: str

    def trouble(self, message: str, hint: str = "") -> UnreadableInput:
        """An error that names the place."""
        return broken(self.file, self.line, message, hint)


Value: TypeAlias = "str | Sequence[Node] | Mapping[str, Node]"


def broken(file: str, line: int, message: str, hint: str = "") -> UnreadableInput:
    """The error for a file of a host that cannot be used."""
    return UnreadableInput(
        f"{file}, line {line}: {message}",
        hint=hint or "Mend the file or move it away; nothing was done.",
    )


def read_nodes(text: str, file: str) -> Node:
    """The table in `text`. Raises UnreadableInput that names `file` and the line."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = yaml.parse(text, Loader=loader)
        next(events)  # the stream
        start = next(events)
        if isinstance(start, yaml.StreamEndEvent):
            raise broken(file, 1, "the file is empty.")
        node = _node(next(events), events, file, 0)
        next(events)  # the end of the document
        extra = next(events)
        if not isinstance(extra, yaml.StreamEndEvent):
            raise broken(file, _line(extra), "a second document begins.")
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = one_line(str(getattr(error, "problem", "") or "it is no YAML"), 120)
        raise broken(file, mark.line + 1 if mark else 1, f"{problem}.") from None
    if not isinstance(node.value, Mapping):
        raise node.trouble("a table of `key: value` lines is wanted.")
    return node


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _node(event: Any, events: Iterator[Any], file: str, depth: int) -> Node:
    import yaml

    line = _line(event)
    if depth > _DEEPEST:
        raise broken(file, line, "it is nested too deeply.")
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise broken(file, line, "anchors (&) and aliases (*) are not read here.")
    if getattr(event, "tag", None):
        raise broken(file, line, "tags (!) are not read here.")
    if isinstance(event, yaml.ScalarEvent):
        return Node(event.value, line, file)
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Node] = []
        for inner in events:
            if isinstance(inner, yaml.SequenceEndEvent):
                break
            items.append(_node(inner, events, file, depth + 1))
        return Node(tuple(items), line, file)
    table: dict[str, Node] = {}
    for inner in events:
        if isinstance(inner, yaml.MappingEndEvent):
            break
        key = _node(inner, events, file, depth + 1)
        if not isinstance(key.value, str):
            raise key.trouble("a key is one word.")
        if key.value in table:
            raise key.trouble(f"the key {one_line(key.value, 40)!r} stands here a second time.")
        table[key.value] = _node(next(events), events, file, depth + 1)
    return Node(table, line, file)
