"""How a prompt file is read: which stretches of it are Markdown, and what frames them.

Most files are Markdown from top to bottom. Some hold the whole prompt in one fence; YAML and TOML
files hold it in their strings. `read` gives one outline for all of them, and the Markdown regions
behind it, from which `textblocks` takes the running text: nothing is parsed twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.prompt import markdown
from workbench.prompt.kinds import DATA_KINDS
from workbench.prompt.lines import body, is_blank
from workbench.prompt.outline import Block, Outline, Region, frontmatter_lines, scan_region
from workbench.prompt.records import NAMING, numbered, record_outline, titles_inside
from workbench.prompt.tags import Tag


@dataclass(frozen=True, slots=True)
class Value:
    """A string of a data file that is running text: its lines (0-based, half-open), the offset of
    its words in the first line, and the keys above it."""

    start: int
    end: int
    offset: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class Reading:
    """The outline of a file, its Markdown regions in order, and the strings of a data file.

    `wrapped`: the regions stand inside a frame (a fence, a string), so a change of the frame
    changes what is inside; `skip`: lines of frontmatter.
    """

    outline: Outline
    regions: tuple[Region, ...]
    values: tuple[Value, ...] = ()
    wrapped: bool = False
    skip: int = 0


#: Kinds whose lines are data, with prompts in their strings.
FRAMED_KINDS = frozenset({"yaml", "toml"})


def read(lines: Sequence[str], kind: str = "markdown") -> Reading:
    """Read `lines` (with endings) of a file of this kind (see `kinds.KINDS`)."""
    if kind in DATA_KINDS:
        return Reading(record_outline(lines, kind), (), wrapped=True)
    if kind in FRAMED_KINDS:
        return _read_data(lines, _yaml if kind == "yaml" else _toml)
    skip = frontmatter_lines(lines)
    head = (Block("frontmatter", 0, skip),) if skip else ()
    region = Region(skip, len(lines), markdown.parse("".join(lines[skip:])))
    outline = scan_region(lines, region)
    fence = wrapping_fence(outline, lines)
    if fence is None:
        whole = replace(outline, blocks=(*head, *outline.blocks))
        return Reading(whole, (region,), skip=skip)
    start, end = fence.start_line + 1, fence.end_line - _closes(fence, lines)
    outside = [
        Region(a, b, markdown.parse("".join(lines[a:b])))
        for a, b in ((skip, fence.start_line), (fence.end_line, len(lines)))
    ]
    above = scan_region(lines, outside[0])
    level = above.headings[-1].level if above.headings else 0
    inside = Region(start, end, markdown.parse("".join(lines[start:end])), level)
    regions = (outside[0], inside, outside[1])
    seen = [above, scan_region(lines, inside), scan_region(lines, outside[1])]
    frame = [Block("frame", fence.start_line, start, form="opens")]
    frame_end = [Block("frame", end, fence.end_line, form="closes")] if end < fence.end_line else []
    blocks = [*head, *seen[0].blocks, *frame, *seen[1].blocks, *frame_end, *seen[2].blocks]
    tags = [tag for one in seen for tag in one.tags]
    note = next((one.note for one in seen if one.note), "")
    whole = Outline(tuple(blocks), tuple(tags), outline.open_end, note)
    return Reading(whole, regions, wrapped=True, skip=skip)


# -- a prompt in a fence ------------------------------------------------------------------

#: Words behind the marks of a fence that holds prose.
_PROSE = frozenset(
    {"", "text", "txt", "plain", "plaintext", "markdown", "md", "mdx", "prompt", "xml"}
)
#: A fence with at least this share of the characters of a file is the prompt itself.
_WRAPS = 0.5
_FEWEST_LINES = 8
_DRAWN = re.compile(r"[│├└─┌┐┘┤┬┴┼▼►→]|^\s*[|+][-=+|]{3}")


def wrapping_fence(outline: Outline, lines: Sequence[str]) -> Block | None:
    """The fence that holds the prompt: prose, and at least half of the file's characters."""
    fences = [block for block in outline.blocks if block.kind == "fence"]
    if not fences:
        return None
    size = {fence: _size(lines[fence.start_line + 1 : fence.end_line]) for fence in fences}
    largest = max(fences, key=lambda fence: size[fence])
    total = _size(lines[frontmatter_lines(lines) :])
    info = body(lines[largest.start_line]).strip().lstrip("`~").strip().lower()
    if size[largest] < _WRAPS * total or info.split(" ")[0] not in _PROSE:
        return None
    return largest if _is_prose(lines[largest.start_line + 1 : largest.end_line - 1]) else None


def _size(lines: Sequence[str]) -> int:
    return sum(len(line.strip()) for line in lines)


def _is_prose(lines: Sequence[str]) -> bool:
    """Whether a third of the lines are worded, and few are drawn or end as code does."""
    full = [body(line).strip() for line in lines if not is_blank(line)]
    if len(full) < _FEWEST_LINES:
        return False
    worded = sum(_worded(line) for line in full)
    drawn = sum(bool(_DRAWN.search(line)) for line in full)
    code = sum(line.endswith((";", "{", "}", "},", ");", "],")) for line in full)
    return worded * 3 >= len(full) and drawn * 5 <= len(full) and code * 5 <= len(full)


def _worded(line: str) -> bool:
    wide = sum(ord(ch) > 0x2E80 for ch in line)
    return wide >= 8 or sum(any(ch.isalpha() for ch in word) for word in line.split()) >= 4


def _closes(fence: Block, lines: Sequence[str]) -> int:
    """1 where the last line of the fence closes it, 0 where it runs to the end of the text."""
    mark = body(lines[fence.start_line]).strip()[0]
    last = body(lines[fence.end_line - 1]).strip()
    return int(fence.end_line - 1 > fence.start_line and len(last) > 2 and not last.strip(mark))


# -- prompts in the strings of a data file ------------------------------------------------

_Item = Block | Region | Value


def _read_data(lines: Sequence[str], walk: Callable[[Sequence[str]], Iterator[_Item]]) -> Reading:
    blocks: list[Block] = []
    tags: list[Tag] = []
    regions: list[Region] = []
    values: list[Value] = []
    note = ""
    for item in walk(lines):
        if isinstance(item, Region):
            seen = scan_region(lines, item)
            regions.append(item)
            blocks += seen.blocks
            tags += seen.tags
            note = note or seen.note
        elif isinstance(item, Value):
            values.append(item)
        else:
            blocks.append(item)
    return Reading(
        Outline(tuple(blocks), tuple(tags), note=note), tuple(regions), tuple(values), wrapped=True
    )


_YAML_KEY = re.compile(
    r"(?P<indent> *)(?P<dash>(?:- +)*)"
    r"(?P<key>\"[^\"]{1,80}\"|'[^']{1,80}'|[^\s#:'\"\[\]{},&*!|>%@`-][^:#]{0,80}?)"
    r" *:(?:[ \t]+(?P<value>.*))?$"
)
_YAML_ITEM = re.compile(r"(?P<indent> *)- +(?P<value>.+)$")
_BLOCK_SCALAR = re.compile(r"[|>][0-9+-]{0,2}(?:\s+#.*)?$")


def _yaml(lines: Sequence[str]) -> Iterator[_Item]:
    """Keys as headings by their depth, block scalars as Markdown, other strings as values."""
    total = sum(map(len, lines))
    keys: list[tuple[int, str]] = []  # indent and name of the keys around; a record has no name
    counts: dict[int, int] = {}  # records so far, by the indent of their dashes
    number = 0
    while number < len(lines):
        line = body(lines[number])
        found = _YAML_KEY.match(line)
        if not found or line.lstrip().startswith("#") or is_blank(line):
            if not is_blank(line):
                kind = "comment" if line.lstrip().startswith("#") else "rule"
                if line.startswith(("---", "...")) or kind == "comment":
                    yield Block(kind, number, number + 1)
                else:
                    yield from _yaml_text(line, number, keys)
            number += 1
            continue
        dash = len(found["indent"])
        indent = dash + len(found["dash"])
        while keys and keys[-1][0] >= indent:
            keys.pop()
        counts = {at: count for at, count in counts.items() if at <= dash}
        name = found["key"].strip("\"'")
        value = found["value"] or ""
        if found["dash"]:
            # The items of a list may stand as far left as their key.
            while keys and keys[-1][0] >= dash + bool(keys[-1][1]):
                keys.pop()
            counts[dash] = counts.get(dash, 0) + 1
            if len(keys) < 6 and _goes_on(lines, number, indent):
                title = numbered(counts[dash], _yaml_name(lines, number, found, keys))
                yield Block("record", number, number + 1, len(keys) + 1, title)
            else:
                yield Block("data", number, number + 1)
            keys.append((dash, ""))
        elif len(keys) < 6 and (not value or _BLOCK_SCALAR.match(value)):
            yield Block("heading", number, number + 1, len(keys) + 1, name, form="key")
        elif len(keys) < 6 and value[:1] == '"' and (holds := titles_inside(value, total)):
            yield Block("record", number, number + 1, len(keys) + 1, f"{name}: {holds}")
        else:
            yield Block("data", number, number + 1)
        keys.append((indent, name))
        end = number + 1
        if _BLOCK_SCALAR.match(value):
            end = _block_end(lines, number + 1, len(found["indent"]))
            if end > number + 1:
                yield _inside(lines, number + 1, end, len(keys))
        elif value and not value.startswith(("[", "{", "&", "*", "!")):
            at = len(line) - len(value)
            yield Value(number, number + 1, at + (value[0] in "\"'"), _names(keys))
        number = end


def _goes_on(lines: Sequence[str], number: int, indent: int) -> bool:
    """Whether the record that a dash begins has more lines than this one."""
    following = next(
        (body(line) for line in lines[number + 1 : number + 9] if not is_blank(line)), ""
    )
    return len(following) - len(following.lstrip(" ")) >= indent


def _yaml_name(
    lines: Sequence[str], number: int, first: re.Match[str], keys: Sequence[tuple[int, str]]
) -> str:
    """The word that says what a record is: a value of its own that names it, else a key."""
    indent = len(first["indent"]) + len(first["dash"])
    named: dict[str, str] = {}
    found: re.Match[str] | None = first
    for line in lines[number + 1 : number + 9]:
        if found and len(found["indent"]) + len(found["dash"]) == indent and found["value"]:
            named.setdefault(found["key"], found["value"].strip("\"' "))
        found = _YAML_KEY.match(body(line))
        if found and len(found["indent"]) + len(found["dash"]) < indent:
            break
        if found and found["dash"]:
            found = None
    word = next((named[key] for key in NAMING if key in named), "")
    return word or next((name for _, name in reversed(keys) if name), "") or first["key"]


def _yaml_text(line: str, number: int, keys: Sequence[tuple[int, str]]) -> Iterator[_Item]:
    item = _YAML_ITEM.match(line)
    yield Block("data", number, number + 1)
    at = item.start("value") if item else len(line) - len(line.lstrip())
    quoted = at < len(line) and line[at] in "\"'"
    indent = len(line) - len(line.lstrip())
    # An item of a list belongs to the key above it, which may stand as far left as the item.
    above = [key for key in keys if key[0] <= indent]
    yield Value(number, number + 1, at + quoted, _names(above))


def _names(keys: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(name for _, name in keys if name)


def _block_end(lines: Sequence[str], start: int, indent: int) -> int:
    """The line behind a block scalar whose key is indented by `indent`."""
    end = start
    for number in range(start, len(lines)):
        if is_blank(lines[number]):
            continue
        if len(lines[number]) - len(lines[number].lstrip(" ")) <= indent:
            break
        end = number + 1
    return end


def _inside(lines: Sequence[str], start: int, end: int, level: int) -> Region:
    """The Markdown of an indented string: read as if it stood in the first column."""
    margin = min(
        len(line) - len(line.lstrip(" ")) for line in lines[start:end] if not is_blank(line)
    )
    text = "".join(line[margin:] if not is_blank(line) else "\n" for line in lines[start:end])
    return Region(start, end, markdown.parse(text), level)


_TOML_TABLE = re.compile(r"\s*(\[{1,2})\s*(?P<name>[^\[\]\n]{1,120}?)\s*\]{1,2}\s*(?:#.*)?$")
_TOML_KEY = re.compile(r"\s*(?P<key>[\w.\-\"']{1,80})\s*=\s*(?P<value>.*)$")


def _toml(lines: Sequence[str]) -> Iterator[_Item]:
    """Tables and keys with text of several lines as headings, that text as Markdown."""
    depth, table = 0, ""
    number = 0
    while number < len(lines):
        line = body(lines[number])
        if is_blank(line):
            number += 1
            continue
        if line.lstrip().startswith("#"):
            yield Block("comment", number, number + 1)
        elif found := _TOML_TABLE.fullmatch(line):
            table = found["name"]
            depth = min(5, table.count(".") + 1)
            yield Block("heading", number, number + 1, depth, table, form="key")
        elif found := _TOML_KEY.fullmatch(line):
            path = (*([table] if table else []), found["key"].strip("\"'"))
            value = found["value"]
            mark = value[:3]
            if mark in ('"""', "'''") and mark not in value[3:]:
                yield Block("heading", number, number + 1, depth + 1, path[-1], form="key")
                end = number + 1
                while end < len(lines) and mark not in lines[end]:
                    end += 1
                yield Region(
                    number + 1, end, markdown.parse("".join(lines[number + 1 : end])), depth + 1
                )
                if end < len(lines):
                    yield Block("frame", end, end + 1, form="closes")
                number = end + 1
                continue
            yield Block("data", number, number + 1)
            if value[:1] in "\"'":
                quotes = 3 if mark in ('"""', "'''") else 1
                yield Value(number, number + 1, len(line) - len(value) + quotes, path)
        else:
            yield Block("data", number, number + 1)
        number += 1
