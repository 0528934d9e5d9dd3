"""A version in use whose support has ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from workbench.judge.claims_versions import find_versions
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import said
from workbench.language.lists import patterns

_TOOL = re.compile(r"python|node|ruby|php|postgres|\.net", re.IGNORECASE)
_DIGIT = re.compile(r"[0-9]")
_VERSION = re.compile(r"\d+(?:\.\d+)*")
#: Several versions in one sentence are those that are supported or compared, not the one in use.
_SEVERAL = re.compile(r"\d\s?(?:,|/|;|&|\band\b|\bor\b|\bto\b|\bthrough\b|[-–~])\s?v?\d")
#: What says that it is in use, right before the name.
_IN_USE = patterns("rules", "end-of-life-in-use", re.IGNORECASE)
_THEN = patterns("rules", "end-of-life-then", re.IGNORECASE)
_FLOOR = re.compile(r"\d\s?\+|\b(?:or|and) (?:later|newer|above|up|higher)\b|>=|≥|~=|\^|以上|以降")


@dataclass(frozen=True)
class Line:
    """The release lines of one tool: `parts` of a version name a line; days on which they ended."""

    title: str
    parts: int
    source: str
    read: date
    ended: Mapping[str, date]


@cache
def release_lines() -> Mapping[str, Line]:
    """By the names that manifests have for a tool."""
    import yaml

    text = (files("workbench.judge") / "data" / "end_of_life.yaml").read_text("utf-8")
    table: dict[str, Any] = yaml.safe_load(text)
    return {
        key: Line(tool["title"], tool["parts"], tool["source"], table["read"], tool["ended"])
        for tool in table["tools"]
        for key in tool["keys"]
    }


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Each version once; a lower bound says what is supported, not what is used."""
    today = context.facts.today
    if today is None or context.prompt.is_data:
        return
    told: set[str] = set()
    for passage in said(context):
        text = passage.text
        if (
            not _DIGIT.search(text)
            or not _TOOL.search(text)
            or _SEVERAL.search(text)
            or _FLOOR.search(text)
        ):
            continue
        for version in find_versions(text, context.facts):
            lines = next(filter(None, map(release_lines().get, version.keys)), None)
            written = _VERSION.search(version.subject)
            if lines is None or written is None or version.minimum:
                continue
            if not _IN_USE.search(text[: version.start]) or _THEN.search(text):
                continue
            number = ".".join(written[0].split(".")[: lines.parts])
            ended = lines.ended.get(number)
            if ended is None or ended >= today or f"{lines.title} {number}" in told:
                continue
            told.add(f"{lines.title} {number}")
            yield rule.finding(
                passage.line,
                f"Support of {lines.title} {number} ended in {ended:%Y-%m} ({lines.source}, read "
                f"{lines.read}).",
                text=text[:200],
                fix="Name the version that is in use now, or leave it to the manifest.",
            )


RULE = Rule(
    id="end-of-life",
    title="a version without support",
    severity="note",
    why="The text is older than what is in use, or code is written for what gets no more fixes.",
    source="the release tables of the makers, see the finding",
    dated="2026-11-30",
    check=check,
    kinds=frozenset(
        {"claude-md", "agents-md", "gemini-md", "copilot", "memory", "rule", "cursor-rule"}
    ),
    example="- The service runs on Python 3.8.",
    instead="- The service runs on Python 3.13.",
    family="truth",
    measured="no finding (about 5,000 files of 10 public repositories, 2026-11-30)",
)
