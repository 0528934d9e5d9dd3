"""Frontmatter that strict readers refuse, made readable by quoting one value."""

from __future__ import annotations

from workbench.prompt.frontmatter import Frontmatter
from workbench.prompt.lines import body, ending, split_lines
from workbench.prompt.scalars import reads_as


def quoted(text: str, front: Frontmatter, line: int) -> str | None:
    """`text` with the value that starts on `line` (from 1) in quotes; None where that would not
    make strict readers take the block, or would change what lenient ones read."""
    key = next((name for name, at in front.field_lines.items() if at == line), None)
    value = front.fields.get(key) if key is not None else None
    if key is None or not isinstance(value, str):
        return None
    lines = split_lines(text)
    first = lines[line - 1]
    last = line
    while last < front.end_line - 1 and lines[last][:1] in (" ", "\t"):
        last += 1
    start = len(first) - len(first.lstrip())
    head = first[: first.index(":", start) + 1]
    new = f"{head} {_scalar(value)}{ending(lines[last - 1])}"
    if "\n" in value or body(new) == body(first):
        return None
    out = "".join([*lines[: line - 1], new, *lines[last:]])
    return out if reads_as(out, text, key, value) else None


def _scalar(value: str) -> str:
    """In double quotes, or in single ones where these need no escapes."""
    if ('"' in value or "\\" in value) and "'" not in value:
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
