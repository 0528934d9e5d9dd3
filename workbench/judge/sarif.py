"""Findings as a SARIF 2.1.0 log, for code scanning and editors.

OASIS, Static Analysis Results Interchange Format 2.1.0, errata 01 (2023-08). Columns count
Unicode code points, as findings do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from workbench import __version__
from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Rule
from workbench.prompt.lines import body
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import visible

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif_log(
    reviewed: Iterable[tuple[str, Prompt, Iterable[Finding]]], rules: Sequence[Rule]
) -> dict[str, Any]:
    """One log with one run: `reviewed` gives the path, the prompt and the findings of each file;
    `rules` are those that looked."""
    index = {rule.id: i for i, rule in enumerate(rules)}
    results = []
    artifacts = []
    for place, (path, prompt, findings) in enumerate(reviewed):
        artifacts.append({"location": {"uri": _uri(path)}, "roles": ["analysisTarget"]})
        seen: dict[str, int] = {}
        for finding in findings:
            seen[finding.key] = seen.get(finding.key, 0) + 1
            results.append(_result(finding, path, prompt, index, place, seen[finding.key]))
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "ctxbench",
                        "semanticVersion": __version__,
                        "rules": [_rule(rule) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "artifacts": artifacts,
                "results": results,
            }
        ],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    help_text = rule.why
    if rule.example:
        help_text += f"\n\nFound: {rule.example}"
    if rule.instead:
        help_text += f"\nInstead: {rule.instead}"
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.id.split("-")),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": help_text},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {
            "tags": [rule.family],
            "origin": rule.origin,
            "source": f"{rule.source} ({rule.dated})",
        },
    }


def _result(
    finding: Finding, path: str, prompt: Prompt, index: dict[str, int], place: int, nth: int
) -> dict[str, Any]:
    text = visible(finding.message)
    if finding.fix:
        text += f"\nFix: {visible(finding.fix, lines=True)}"
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": finding.severity,
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(path), "index": place},
                    "region": _region(finding, prompt),
                }
            }
        ],
        # The key follows the words, not the line, so that an alert survives edits above it.
        "partialFingerprints": {"ctxbenchKey/v1": _print(finding, nth)},
        "properties": {"origin": finding.origin, "key": finding.key},
    }
    if finding.rule in index:
        result["ruleIndex"] = index[finding.rule]
    if finding.related:
        result["relatedLocations"] = [
            _related(other, i, path) for i, other in enumerate(finding.related)
        ]
    return result


def _print(finding: Finding, nth: int) -> str:
    digest = hashlib.sha256(f"{finding.rule}\0{finding.key}\0{nth}".encode("utf-8", "replace"))
    return digest.hexdigest()[:32]


def _region(finding: Finding, prompt: Prompt) -> dict[str, int]:
    last = max(len(prompt.lines), 1)
    start = min(max(finding.start_line, 1), last)
    end = min(max(finding.end_line, start), last)
    region = {"startLine": start, "endLine": end}
    if finding.start_column:
        region["startColumn"] = finding.start_column
        if finding.end_column > (finding.start_column if start == end else 0):
            region["endColumn"] = finding.end_column
    elif prompt.lines:
        region["startColumn"] = 1
        region["endColumn"] = len(body(prompt.lines[end - 1])) + 1
    return region


def _related(other: Related, number: int, path: str) -> dict[str, Any]:
    start = max(other.start_line, 1)
    location: dict[str, Any] = {
        "id": number,
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(other.path or path)},
            "region": {"startLine": start, "endLine": max(other.end_line, start)},
        },
    }
    if other.text:
        location["message"] = {"text": visible(other.text)}
    return location


def _uri(path: str) -> str:
    """A path as a URI: relative ones stay relative to the folder that the tool ran in."""
    if path == "-":
        return "stdin"
    pure = PurePath(path)
    uri = quote(pure.as_posix().encode("utf-8", "surrogateescape"), safe="/-._~@+,=")
    if pure.is_absolute():
        return f"file://{uri}"
    return uri.removeprefix("./")
