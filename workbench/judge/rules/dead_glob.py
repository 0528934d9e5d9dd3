"""Path filters of a rule that select no file, so that the rule never loads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import find_frontmatter

#: Patterns of one field that are looked at, and that a message names.
_MOST = 100
_NAMED = 6


def _check(rule: Rule, context: Context) -> Iterator[Finding]:
    front = find_frontmatter(context.prompt.text)
    if front is None or not context.facts.known or not context.facts.at_home:
        return
    for name in _filters(context):
        given = list(dict.fromkeys(_patterns(front.fields.get(name))))
        patterns = given[:_MOST]
        if len(given) > _MOST:
            line, _ = _place(context, name, front.start_line, front.end_line)
            yield rule.finding(
                line,
                f"{len(given)} patterns; the {len(given) - _MOST} behind the first {_MOST} were"
                " not looked at.",
                text=name,
            ).but(
                severity="note",
                quiet=True,
            )
        counts = {pattern: context.facts.matches(pattern) for pattern in patterns}
        if len(counts) > 1 and all(counts.values()):
            line, _ = _place(context, patterns[0], front.start_line, front.end_line)
            listed = _listed(counts, "")
            yield rule.finding(
                line,
                f"{len(counts)} patterns, and hosts differ on several in one rule: {listed}.",
                text=", ".join(counts),
                fix="Where a host loads the rule for the first only, write one rule for each.",
            ).but(
                severity="note",
                quiet=True,
            )
        for pattern, count in counts.items():
            if count != 0:
                continue
            others = _listed(counts, pattern)
            line, column = _place(context, pattern, front.start_line, front.end_line)
            yield rule.finding(
                line,
                f"The pattern {pattern} matches no file" + (f" ({others})." if others else "."),
                text=pattern,
                fix="Correct the pattern, or take it out."
                + (" Hosts differ on several patterns in one rule." if others else ""),
            ).but(columns=(column, column + len(pattern)) if column else (0, 0))


def _listed(counts: Mapping[str, int | None], without: str) -> str:
    """What each pattern but one matches, of the first few."""
    rows = [
        f"{pattern} matches {n if n is not None else 'nobody knows what'}"
        for pattern, n in counts.items()
        if pattern != without
    ]
    more = [f"{len(rows) - _NAMED} more"] if len(rows) > _NAMED else []
    return ", ".join([*rows[:_NAMED], *more])


def _filters(context: Context) -> list[str]:
    """The fields with path filters that a host reads in this kind of file."""
    kind = context.prompt.kind
    found = (host.frontmatter[kind] for host in context.hosts if kind in host.frontmatter)
    return list(dict.fromkeys(name for front in found for name in front.with_role("filter")))


def _patterns(value: object) -> list[str]:
    """A list, or words with commas between them; commas in braces belong to the pattern."""
    if isinstance(value, str):
        out, depth = [""], 0
        for ch in value:
            depth += {"{": 1, "}": -1}.get(ch, 0)
            if ch == "," and depth <= 0:
                out.append("")
            else:
                out[-1] += ch
        return [word.strip().strip("\"'") for word in out if word.strip()]
    if isinstance(value, (list, tuple)):
        return [word for word in value if isinstance(word, str) and word.strip()]
    return []


def _place(context: Context, pattern: str, first: int, last: int) -> tuple[int, int]:
    for number in range(first, last + 1):
        at = context.prompt.lines[number - 1].find(pattern)
        if at >= 0:
            return number, at + 1
    return first, 0


RULE = Rule(
    "dead-glob",
    "a path filter that matches nothing",
    "warning",
    "A rule with a path filter loads when a file that matches is touched: with a filter that "
    "matches nothing it never does, and nothing says so.",
    "Claude Code documentation, memory: rules with `paths`; Cursor: `globs`; Copilot: `applyTo`",
    "2026-08-22",
    _check,
    kinds=frozenset({"rule", "cursor-rule", "copilot", "skill"}),
    example='paths: ["scr/**/*.ts"]   (the folder is src)',
    instead='paths: ["src/**/*.ts"]',
    family="truth",
)
