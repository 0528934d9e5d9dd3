"""A block that is said to be JSON and that no JSON reader accepts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import islice

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Fence, fences, line_text
from workbench.prompt.plural import plural

#: What is to be filled in, left out or explained: then it is a sketch, not JSON.
_SKETCH = re.compile(
    r"\.{3}|…|\d\.?[Xx]|(?:true|false)\s{0,2}[/|]|\d\s?[-–]\s?\d|//|/\*|#|"
    r"<[\w /|.-]+>|\{\{|\}\}|\$[\w{(]|\{%|%[\w(]|\[\[|^[ \t]*[<{]?\w[\w .-]{0,200}[>}]?[ \t]*$"
    r"|\"\s{0,50}\|\s{0,50}\"|[:\[,]\s{0,50}(?!true\b|false\b|null\b|NaN\b)[A-Za-z_<|`*]",
    re.MULTILINE,
)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.){0,4000}"')
_LONGEST = 50_000


#: What is said of a form that is to be copied to the letter, places to fill in apart.
_TO_THE_LETTER = re.compile(
    r"\b(?:valid|strict|strictly|pure|well-formed|parse?able)\b[^.]{0,40}\bJSON\b|\bJSON\b[^.]{0,40}\bexact",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"(?<![:/\w])//.*$")
_MOST_LINES = 100


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Blocks called JSON that begin and end like a whole value; of a sketch, what stays wrong
    however it is filled in."""
    yield from _sketches(rule, context)
    for fence in fences(context):
        text = "\n".join(fence.inside).strip()
        whole = text[:1] + text[-1:] in ("{}", "[]")
        if not whole or len(text) > _LONGEST or not _called_json(context, fence):
            continue
        if '"...' in text or '"…' in text or _SKETCH.search(_STRING.sub('""', text)):
            continue
        try:
            json.loads(text)
            continue
        except RecursionError:
            continue
        except json.JSONDecodeError as error:
            if error.msg == "Extra data" or _each_line(text):
                continue  # several values, one below the other
            fault = _fault(text, error)
            skipped = len("\n".join(fence.inside)) - len("\n".join(fence.inside).lstrip())
            before = "\n".join(fence.inside)[:skipped].count("\n")
            line = min(fence.start_line + before + fault.lineno, fence.end_line)
            yield rule.finding(
                line,
                f"The block is called JSON and does not parse: {fault.msg} (line "
                f"{fault.lineno}, column {fault.colno} of {plural(len(fence.inside), 'line')}).",
                text=text.split("\n")[fault.lineno - 1].strip()[:200],
                fix="Correct it: what is copied as a form is copied with its fault.",
            )


def _sketches(rule: Rule, context: Context) -> Iterable[Finding]:
    """Forms below a line that asks for valid JSON, fenced or not."""
    if "JSON" not in context.prompt.text:
        return
    lines = context.prompt.lines
    for at, lead in enumerate(lines):
        if "JSON" not in lead or not lead.rstrip().rstrip("*_").endswith((":", "：")):
            continue
        if not _TO_THE_LETTER.search(lead[-400:]):
            continue
        rows = _form(lines, at + 1)
        if not rows or not _SKETCH.search(_STRING.sub('""', "".join(lines[n] for n in rows))):
            continue  # no form, or one that is parsed as a whole
        for n in rows:
            said = _STRING.sub('""', lines[n].rstrip())
            after = next(
                (lines[k].strip() for k in range(n + 1, rows[-1] + 1) if lines[k].strip()), ""
            )
            if _COMMENT.search(said):
                fault = "a comment, which JSON does not have"
            elif said.endswith(",") and after.startswith(("}", "]")):
                fault = "a comma before the closing bracket"
            else:
                continue
            yield rule.finding(
                n + 1,
                f"Line {at + 1} asks for valid JSON, and the form it shows has {fault}.",
                text=lines[n].strip()[:200],
                fix="Correct it: what is copied as a form is copied with its fault.",
                related=[Related(at + 1, lead.strip()[:200])],
            )
            break


def _form(lines: Sequence[str], at: int) -> range:
    """The lines of the value that begins at or right below a line; empty where none does."""
    first = next((n for n in range(at, min(at + 3, len(lines))) if lines[n].strip()), len(lines))
    if first < len(lines) and lines[first].lstrip().startswith("```"):
        first += 1
    if first >= len(lines) or lines[first].lstrip()[:1] not in ("{", "["):
        return range(0)
    for n in range(first, min(len(lines), first + _MOST_LINES)):
        if (
            n > first
            and lines[n].strip()[:1] in ("}", "]")
            and _deep(lines[n]) == _deep(lines[first])
        ):
            return range(first, n + 1)
        if not lines[n].strip() or lines[n].lstrip().startswith("```"):
            break
    return range(0)


def _deep(line: str) -> int:
    return len(line) - len(line.lstrip())


def _called_json(context: Context, fence: Fence) -> bool:
    """Tagged so, or without a tag and led in by a line that says so."""
    if fence.info:
        return fence.info == "json"
    above = (line_text(context, n) for n in range(fence.start_line - 1, 0, -1))
    lead = next((line for line in islice(above, 2) if line.strip()), "")
    return "JSON" in lead and lead.rstrip("*_ ").endswith((":", "："))


def _fault(text: str, error: json.JSONDecodeError) -> json.JSONDecodeError:
    """The same fault at the same place on every Python: old ones name what follows a comma."""
    before = text[: error.pos].rstrip()
    if text[error.pos : error.pos + 1] in ("}", "]") and before.endswith(","):
        kind = "object" if text[error.pos] == "}" else "array"
        words = f"Illegal trailing comma before end of {kind}"
        return json.JSONDecodeError(words, text, len(before) - 1)
    return error


def _each_line(text: str) -> bool:
    try:
        return all(json.loads(line) is not None for line in text.split("\n") if line.strip())
    except (json.JSONDecodeError, RecursionError):
        return False


RULE = Rule(
    id="json-template",
    title="JSON that does not parse",
    severity="warning",
    why="A form that is shown is copied: answers then fail where they are parsed.",
    source="RFC 8259 (JSON)",
    dated="2026-11-30",
    check=check,
    example='{"action": "click",}',
    instead='{"action": "click"}',
    family="structure",
    measured="1 of 1 true, after 5 sketches were told apart (about 5,000 files of 10 public "
    "repositories, 2026-11-30)",
)
