# ruff: noqa: E501  (a list of words is one expression)
"""Sizes above what a host reads, lists or accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._limits import limits
from workbench.judge.rules._passages import body_start
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter

_UNITS = {"chars": "characters", "lines": "lines", "bytes": "bytes", "tokens": "tokens"}


def _sizes(context: Context, row: Mapping[str, Any]) -> int:
    prompt = context.prompt
    if row["unit"] == "lines":
        total = len(prompt.lines)
        if total and not prompt.lines[-1].strip():
            total -= 1
        return total - (body_start(context) - 1 if row.get("body") else 0)
    if row["unit"] == "bytes":
        return len(prompt.source.data)
    return len(prompt.text)


def _cut_line(context: Context, row: Mapping[str, Any]) -> int:
    """The first line that a host no longer reads."""
    if row["unit"] == "lines":
        return int(row["most"]) + 1
    used = 0
    for number, line in enumerate(context.prompt.lines, 1):
        used += len(line.encode("utf-8", "surrogatepass")) if row["unit"] == "bytes" else len(line)
        if used > row["most"]:
            return number
    return 1


def _files(rule: Rule, context: Context) -> Iterator[Finding]:
    for row in limits()["files"]:
        if context.prompt.kind not in row["kinds"] or context.host not in row["hosts"]:
            continue
        size = _sizes(context, row)
        if size <= row["most"]:
            continue
        unit = _UNITS[row["unit"]]
        # Advice about length is no defect: it is shown on request, or when it is far exceeded.
        confidence = row["confidence"]
        if row["severity"] == "note" and size < 2 * row["most"]:
            confidence = "low"
        cut = bool(row.get("cut"))
        yield rule.finding(
            _cut_line(context, row) if cut else 1,
            f"{size:,} {unit}, {size - row['most']:,} above {row['most']:,}: {row['words']}; "
            f"{row['then']} ({row['source']}, {row['dated']}).",
            text=f"{size} {unit}",
            fix="Move what only some tasks need into a rule with a path, a skill or a document.",
            severity=row["severity"],
            confidence=confidence,
        )


def _skill(rule: Rule, context: Context, front: Frontmatter) -> Iterator[Finding]:
    figures = limits()["skills"]
    fields = front.field_lines
    strict = context.host == "skills-api"
    name = front.text("name").strip()
    spec = figures["name"]
    if name:
        line = fields.get("name", 1)
        problem = ""
        if len(name) > spec["longest"]:
            problem = f"{len(name)} characters, more than {spec['longest']}"
        elif not re.fullmatch(spec["pattern"], name):
            problem = "characters that are no lowercase letter, digit or single hyphen"
        if problem:
            yield rule.finding(
                line,
                f"The name has {problem}: strict hosts refuse the skill; what others do is not "
                f"documented ({spec['source']}, {spec['dated']}).",
                text=name[:120],
                fix="Use lowercase words with hyphens; the folder must have the same name.",
                severity="error" if strict else "warning",
                confidence="high" if strict or len(name) > spec["longest"] else "medium",
            )
        if strict and any(word in name for word in spec["reserved"]):
            yield rule.finding(
                line,
                "The name holds a reserved word (Skills API only, not in the specification).",
                text=name[:120],
                severity="error",
            )
    described = front.text("description").strip()
    most = figures["description"]["longest"]
    listing = figures["listing"]
    together = described
    if front.text("when_to_use").strip():
        together = f"{described} {front.text('when_to_use').strip()}"
    if len(described) > most:
        yield rule.finding(
            fields.get("description", 1),
            f"The description has {len(described):,} characters, {len(described) - most:,} above "
            f"{most:,}: strict hosts refuse the skill "
            f"({figures['description']['source']}, {figures['description']['dated']}).",
            text=described[:300],
            fix="Say what it does and when to use it; keep quoted triggers and exclusions, drop "
            "the rest.",
            severity="error",
        )
    elif len(together) > listing["longest"]:
        yield rule.finding(
            fields.get("when_to_use", fields.get("description", 1)),
            f"Description and when_to_use have {len(together):,} characters together; the listing "
            f"is cut at {listing['longest']:,} ({listing['source']}, {listing['dated']}).",
            text=together[:300],
            fix="Put the words that trigger the skill first and drop the rest.",
        )
    if strict and re.search(r"<[^<>]*>", described):
        yield rule.finding(
            fields.get("description", 1),
            "The description holds angle brackets (Skills API only: the specification allows them).",
            text=described[:300],
            fix="Name the tag without brackets.",
            severity="warning",
        )
    extra = front.text("compatibility")
    if len(extra) > figures["compatibility"]["longest"]:
        yield rule.finding(
            fields.get("compatibility", 1),
            f"compatibility has {len(extra)} characters, more than "
            f"{figures['compatibility']['longest']}; what a host does then is not documented "
            f"({figures['compatibility']['source']}, {figures['compatibility']['dated']}).",
            text=extra[:120],
        )


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """The file as a whole, then the fields of a skill."""
    yield from _files(rule, context)
    if context.prompt.kind in limits()["skills"]["kinds"]:
        front = find_frontmatter(context.prompt.text)
        if front:
            yield from _skill(rule, context, front)


RULE = Rule(
    id="host-limits",
    title="larger than a host takes",
    severity="warning",
    confidence="high",
    why="What a host does above its limit (cut, skip, warn, nothing) stands beside the figure; it "
    "mostly does so without a word to you.",
    source="vendor documentation; each figure has its own source and date in data/limits.yaml",
    dated="2026-11-29",
    check=check,
    example="a skill description of 1,119 characters",
    instead="what it does and when to use it, within the limit; the rest in the body",
    family="hosts",
)
