"""A fence, comment, tag or frontmatter that opens and never closes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import code_lines, line_text
from workbench.judge.rules.nested_fence import nests
from workbench.language.lists import parse
from workbench.prompt.edits import Splice
from workbench.prompt.frontmatter import frontmatter_note
from workbench.prompt.lines import usual_ending

_FENCE = re.compile(
    r"^(?P<indent>[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(?P<mark>`{3,}|~{3,})(?P<info>[^`]*)$"
)
_OPEN_TAG = re.compile(r"^[ \t]*<([A-Za-z_][\w.:-]{1,60})(?:\s[^<>]{0,300})?>[ \t]*$")
_CLOSE_TAG = re.compile(r"</([A-Za-z_][\w.:-]{0,60})\s*>")
_ANY_OPEN = re.compile(r"<([A-Za-z_][\w.:-]{0,60})(?:\s[^<>]{0,300})?>")
_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_SPAN = re.compile(r"`[^`]{1,300}`")


def _fences(context: Context) -> Iterator[tuple[int, int]]:
    """(line that opens, line where it went wrong) of fences that do not close."""
    opened = 0
    mark = ""
    suspect = 0
    for number in range(1, len(context.prompt.lines) + 1):
        line = line_text(context, number)
        if "```" not in line and "~~~" not in line:
            continue
        found = _FENCE.match(line[:400])
        if not found:
            continue
        if not opened:
            opened, mark, suspect = number, found["mark"], 0
        elif found["mark"][0] == mark[0] and len(found["mark"]) >= len(mark):
            if not found["info"].strip():
                opened = 0
            elif not suspect:
                suspect = number
    if opened:
        yield opened, suspect


def _comment(context: Context) -> int:
    """The line of a comment that never closes, 0 when there is none."""
    text = context.prompt.text
    start = text.rfind("<!--")
    if start < 0 or "-->" in text[start:]:
        return 0
    line = text.count("\n", 0, start) + 1
    own = text[text.rfind("\n", 0, start) + 1 : start]
    return 0 if line in code_lines(context) or own.strip() else line


@cache
def _may_stay_open() -> frozenset[str]:
    text = (files("workbench.judge") / "data" / "html.txt").read_text("utf-8")
    return frozenset(parse(text, "html.txt")["open"])


def _tags(context: Context) -> Iterator[tuple[int, str]]:
    """(line, name) of tags alone on their line that no later closing tag matches."""
    inside = code_lines(context)
    waiting: dict[str, list[int]] = {}
    closes: set[str] = set()
    comment = False
    for number in range(1, len(context.prompt.lines) + 1):
        line = line_text(context, number)
        if comment:
            comment = "-->" not in line
            continue
        if "<" not in line:
            continue
        if "<!--" in line and "-->" not in line:
            comment = True
            continue
        line = _SPAN.sub("", line[:5000])
        whole = _OPEN_TAG.match(line)
        if whole and number not in inside and not line.rstrip().endswith("/>"):
            waiting.setdefault(whole[1], []).append(number)
            continue
        # Closing tags count in code too: a passage may hold a fence of its own.
        opened = {tag[1] for tag in _ANY_OPEN.finditer(line)} if "</" in line else set()
        for tag in _CLOSE_TAG.finditer(line):
            closes.add(tag[1])
            if tag[1] not in opened and waiting.get(tag[1]):
                waiting[tag[1]].pop()
    for name, lines in waiting.items():
        # A tag that nothing ever closes may be a placeholder: only a prompt that closes its other
        # tags is taken at its word.
        if lines and closes and name.lower() not in _may_stay_open():
            yield lines[-1], name


def _nested(context: Context, line: int) -> bool:
    """Whether a line stands in a list or a quotation, whose fences are no blocks of their own."""
    return any(
        block.kind in ("list", "quote") and block.start_line < line <= block.end_line
        for block in context.prompt.outline.blocks
    )


def _repair(context: Context, line: int) -> tuple[Splice, ...]:
    """What certainly mends a fence that runs to the end of the text; nothing where that may be one
    line too many: a bare one with text behind it, or one with a heading behind it."""
    prompt = context.prompt
    text, start = prompt.text, prompt.starts[line - 1]
    found = _FENCE.match(line_text(context, line)[:400])
    end = len(text.rstrip())
    if found is None:
        return ()
    behind = text[start:end].partition("\n")[2]
    if not behind.strip():
        return (Splice(len(text[:start].rstrip(" \t")), len(text), ""),)
    if not found["info"].strip() or _HEADING.search(behind):
        return ()
    newline = usual_ending(text)
    tail = "" if text[end:] else newline
    closing = f"{newline}{' ' * len(found['indent'])}{found['mark']}{tail}"
    return (Splice(end, end, closing),)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Frontmatter on line 1, then fences, comments and tags."""
    prompt = context.prompt
    if prompt.is_data or prompt.kind in ("yaml", "toml"):
        return
    note = frontmatter_note(prompt.text)
    if "never closed" in note:
        yield rule.finding(
            1,
            "The frontmatter that opens here is never closed.",
            text=line_text(context, 1),
            fix="Add a line with `---` behind the last field: until then no host sees the fields.",
        ).but(severity="error")
    total = len(prompt.lines)
    open_fence = 0
    fences = {block.start_line + 1 for block in prompt.outline.blocks if block.kind == "fence"}
    # Where every block closes when blocks may hold others, the marks are too short: `nested-fence`.
    for line, suspect in () if nests(context).whole and nests(context).found else _fences(context):
        if line not in fences and not _nested(context, line):
            continue  # inside HTML, a comment or other code
        open_fence = line
        empty = not any(line_text(context, n).strip() for n in range(line + 1, total + 1))
        what = "nothing stands behind it" if empty else "everything behind it is code"
        yield rule.finding(
            line,
            f"The code fence that opens here is never closed: {what}.",
            end_line=total,
            text=line_text(context, line).strip(),
            fix="Delete it." if empty else "Close it with a line of the same marks.",
            related=[Related(suspect, line_text(context, suspect).strip())] if suspect else (),
        ).but(repair=() if suspect else _repair(context, line))
    comment = _comment(context)
    if comment and (not open_fence or comment < open_fence):
        yield rule.finding(
            comment,
            "The comment that opens here is never closed: everything behind it may be hidden.",
            end_line=total,
            text=line_text(context, comment).strip()[:80],
            fix="Close it with `-->`.",
        )
    for line, name in _tags(context):
        yield rule.finding(
            line,
            f"The tag <{name}> that opens here is never closed.",
            text=f"<{name}>",
            fix=f"Close it with </{name}> where the passage ends.",
        )


RULE = Rule(
    id="unclosed",
    title="opens and never closes",
    severity="warning",
    why="What follows is read as code, as a comment or as part of the wrong passage; a host may "
    "drop it.",
    source="CommonMark 0.31 (a fence without an end runs to the end of the file); "
    "the rules below it vanish without a message",
    dated="2026-11-29",
    check=check,
    example="```` ```python ```` with no closing fence below",
    instead="a closing fence of the same length on a line of its own",
    family="structure",
    measured="8 of 8 true (open gold and corpus, 140 files, 2026-11-30)",
)
