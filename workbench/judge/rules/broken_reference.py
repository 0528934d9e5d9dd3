"""Links to headings that the file does not have, and to files that the project does not have."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from urllib.parse import unquote

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._claims import at_home
from workbench.judge.rules._passages import code, folded
from workbench.prompt.codespans import in_spans
from workbench.prompt.lines import line_at

_LINK = re.compile(
    r"(?<!!)\[(?P<label>[^\[\]\n]{1,200})\]\((?P<target>[^()\s]{1,300}(?:\([^()\s]{0,80}\)[^()\s]{0,200})?)(?:\s+\"[^\"\n]{0,200}\")?\)"
)
_ANCHOR = re.compile(
    r"<[a-z]{1,10}\s[^<>]{0,200}?(?:id|name)=[\"']([^\"'<>]{1,100})[\"']", re.IGNORECASE
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_OWN_ID = re.compile(r"\{#([\w-]{1,80})[^{}]{0,40}\}")
_PLACEHOLDER = re.compile(
    r"[<>{}*$]|\.\.\.|…|^(?:url|link|path|href|target|example)", re.IGNORECASE
)


def slug(title: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    kept = []
    for ch in title.strip().lower():
        category = unicodedata.category(ch)
        if ch in "-_" or category[0] in "LN" or category in ("Mn", "Mc"):
            kept.append(ch)
        elif ch in " \t":
            kept.append("-")
    return "".join(kept)


def _anchors(context: Context) -> set[str]:
    found: set[str] = set()
    count: Counter[str] = Counter()
    for block in context.prompt.outline.headings:
        raw = context.prompt.lines[block.start_line].strip().lstrip("#").strip().rstrip("#").strip()
        for name in {slug(block.title), slug(_OWN_ID.sub("", raw).replace("`", ""))}:
            found.add(f"{name}-{count[name]}" if count[name] else name)
            found.add(name)
            count[name] += 1
    text = context.prompt.text
    found |= {m[1].lower() for m in _OWN_ID.finditer(text)}
    found |= {m[1].lower() for m in _ANCHOR.finditer(text)}
    return found


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Anchors always; files where somebody looked at the project."""
    text = context.prompt.text
    if context.prompt.is_data or "](" not in text:
        return
    anchors: set[str] | None = None
    hits: list[tuple[float, Finding]] = []
    for found in _LINK.finditer(text):
        target = found["target"].strip("<>")
        if (
            _SCHEME.match(target)
            or _PLACEHOLDER.search(target)
            or in_spans(code(context), found.start())
        ):
            continue
        line = line_at(context.prompt.starts, found.start()) + 1
        if target.startswith("#"):
            name = unquote(target[1:]).lower()
            if anchors is None:
                anchors = _anchors(context)
            # Headings inside quotes, lists and tags are no blocks: they are read from the text.
            if not name or name in anchors or _loose(context, name):
                continue
            message, fix = "No heading has this anchor", "Link the heading as it is named now."
        else:
            path = unquote(target.split("#")[0].split("?")[0])
            if not path or path.startswith("/") or context.facts.exists(path) is not False:
                continue
            if not at_home(context):
                continue
            message, fix = (
                "The file that this link names is missing",
                "Correct the path or drop it.",
            )
        hits.append(
            (1.0, rule.finding(line, f"{message}: {target[:120]}", text=found[0][:200], fix=fix))
        )
    yield from folded(hits)


def _loose(context: Context, name: str) -> bool:
    """Whether any line that looks like a heading has this anchor."""
    from workbench.judge.rules._passages import shared

    def find() -> frozenset[str]:
        rows = re.findall(
            r"^[ \t>*-]{0,12}#{1,6}[ \t]+(.{1,200})$", context.prompt.text, re.MULTILINE
        )
        return frozenset(slug(re.sub(r"[`*]|\{#[^{}]*\}|\]\([^()]*\)|\[", "", row)) for row in rows)

    known = shared(context, "loose anchors", find)
    return name in known or re.sub(r"-\d+$", "", name) in known


RULE = Rule(
    id="broken-reference",
    title="a link to nothing",
    severity="warning",
    why="The reader is sent to a place that is not there and guesses what it would have said.",
    source="CommonMark links; anchors as GitHub makes them from headings",
    dated="2026-11-29",
    check=check,
    example="See [Limits](#limit) below the heading `## Limits`.",
    instead="See [Limits](#limits).",
    family="truth",
    measured="2 of 2 true (open gold and corpus, 140 files, 2026-11-30)",
)
