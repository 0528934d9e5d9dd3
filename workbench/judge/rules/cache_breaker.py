# ruff: noqa: E501  (a list of words is one expression)
"""Something near the top that differs from one request to the next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import body_start, code_lines, costs, line_text
from workbench.language.lists import caseless, parse
from workbench.prompt.caseless import Caseless
from workbench.prompt.codespans import code_spans, in_spans
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt

#: How far down the top reaches: lines of text behind the frontmatter that are not blank.
_TOP = 15
_DATE = (
    r"(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d"
    r"|\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? ,?(?:19|20)\d\d"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d"
    r"|(?:19|20)\d\d年\s?\d{1,2}月\s?\d{1,2}日)"
)
_CLOCK = r"(?<![\d:.])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?:\.\d{1,6})?(?: ?[ap]\.?m\.?)?(?:Z|[+-]\d\d:?\d\d)?(?![\d:])"


@cache
def _kinds() -> tuple[tuple[str, re.Pattern[str] | Caseless], ...]:
    """What differs from request to request, in words, with its pattern."""
    text = (files("workbench.judge") / "data" / "volatile.txt").read_text("utf-8")
    return tuple(
        (
            name.replace("-", " "),
            _compiled(one.replace("{DATE}", _DATE).replace("{CLOCK}", _CLOCK)),
        )
        for name, patterns in parse(text, "volatile.txt").items()
        for one in patterns
    )


def _compiled(pattern: str) -> re.Pattern[str] | Caseless:
    bare = pattern.removeprefix("(?i)")
    return re.compile(pattern) if bare == pattern else Caseless(bare)


#: Each of them has a digit, a sign of a template or of a command, or names a user.
_MAY = re.compile(r"[\d{<[!$]|[Uu][Ss][Ee][Rr]|[Yy]ou are|[0-9A-Fa-f]{8}-")
_ADDRESS = re.compile(r"https?://[^\s)>\]]{1,500}|\]\([^()\s]{1,500}\)|src=[\"'][^\"']{1,500}")
#: A line that speaks about times and numbers as such, or sets them as a rule.
_NOT = caseless("rules", "cache-breaker-not")


def top_lines(context: Context) -> list[int]:
    """The first lines with text behind the frontmatter, but never the lower half of a text."""
    first, total = body_start(context), len(context.prompt.lines)
    found: list[int] = []
    for number in range(first, total + 1):
        if line_text(context, number).strip():
            found.append(number)
        if len(found) >= _TOP or number - first > max(8, (total - first) // 2):
            break
    return found


def _behind(context: Context, line: int) -> str:
    """How much stands behind a line. Without a count it is a share of the text: a guess in tokens
    may be larger than what the whole file is counted to have elsewhere."""
    spent = costs(context)
    behind = sum(spent[line:])
    if len(context.line_tokens):
        return f"the {plural(behind, 'token')} behind it {'is' if behind == 1 else 'are'}"
    share = round(100 * behind / max(1, sum(spent)))
    return f"what stands behind it (about {share} % of the text) is"


def _volatile(line: str) -> tuple[str, re.Match[str]] | None:
    """What of a line differs from request to request, and where; None for nothing."""
    line = line[:4000]
    if not _MAY.search(line) or _NOT.search(line):
        return None
    line = _ADDRESS.sub(lambda m: " " * len(m[0]), line)
    return next(((what, m) for what, p in _kinds() if (m := p.search(line))), None)


def first_volatile(prompt: Prompt) -> tuple[int, str] | None:
    """The first line (from 1) of the whole text that differs from request to request, and why."""
    spans = code_spans(prompt.text)
    for number, line in enumerate(prompt.lines, 1):
        if in_spans(spans, prompt.starts[number - 1]):
            continue  # a fenced block
        hit = _volatile(line)
        if hit is not None:
            return number, hit[0]
    return None


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding per changing line at the top, with the tokens that stand behind it."""
    if context.prompt.is_data or context.prompt.kind in ("yaml", "toml"):
        return
    inside = code_lines(context)
    shown = 0
    for number in top_lines(context):
        hit = None if number in inside else _volatile(line_text(context, number))
        if hit is None:
            continue
        what, found = hit
        yield rule.finding(
            number,
            f"Near the top stands {what} ({found[0].strip()[:60]}): where it changes from "
            f"request to request, {_behind(context, number)} billed anew each time.",
            text=found[0].strip(),
            fix="Move it to the end of the prompt, into the user's message, or drop it; keep what "
            "stays the same in front.",
        ).but(columns=(found.start() + 1, found.end() + 1))
        shown += 1
        if shown >= 3:
            return


RULE = Rule(
    id="cache-breaker",
    title="changes near the top",
    severity="warning",
    why="Providers cache an exact prefix: a clock, a build id, a counter or data of one user near "
    "the top makes everything behind it new with each request.",
    source="Anthropic, prompt caching (platform.claude.com): any earlier byte invalidates",
    dated="2026-08-22",
    check=check,
    example="Rendered 2026-11-02T19:40:31Z, revision 5127.",
    instead="(leave it out, or put it last)",
    family="cost",
    measured="1 of 1 true (open gold and corpus, 140 files, 2026-11-30)",
)
