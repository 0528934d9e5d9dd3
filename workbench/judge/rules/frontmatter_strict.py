# ruff: noqa: E501  (a list of words is one expression)
"""Frontmatter that some hosts drop without a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._limits import limits
from workbench.judge.rules._passages import line_text
from workbench.judge.rules._patch import patch
from workbench.judge.rules._quoting import quoted
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter

#: Kinds whose frontmatter a host reads, with the fields that it cannot do without.
_NEEDED = {
    "skill": ("name", "description"),
    "sub-agent": ("name", "description"),
}
_READ = frozenset({*_NEEDED, "rule", "cursor-rule", "command", "output-style", "copilot"})
_AT = re.compile(r"\(line (\d+)\)\s*$")
_TRUTHY = frozenset({"true", "false"})


def _broken(rule: Rule, context: Context, front: Frontmatter) -> Iterator[Finding]:
    error = front.strict_error
    if not error or "was not checked" in error:
        return
    found = _AT.search(error)
    line = int(found[1]) if found else front.start_line
    words = line_text(context, line) if 0 < line <= len(context.prompt.lines) else ""
    colon = re.match(r"[\w-]+:\s+[^\"'>|\[{].*?(: )", words)
    if colon:
        column = colon.start(1) + 1
        message = (
            f"An unquoted colon with a blank behind it (column {column}): strict YAML readers "
            "refuse the block, so the file is skipped or loses all its fields."
        )
        fix = "Put the value in quotes, or fold it with `>-` on the next line."
    elif glob := re.match(r"[\w-]+:\s*(\*[^\s,]*)", words):
        # Cursor documents bare globs: what strict readers take for an alias is right there.
        if context.prompt.kind == "cursor-rule":
            return
        column = glob.start(1) + 1
        message = "A value that starts with `*` is an alias to a strict YAML reader."
        fix = "Put it in quotes."
    else:
        column = 0
        message = f"Strict YAML readers refuse the block: {_AT.sub('', error).strip()}."
        fix = "Quote the value, or correct the indentation."
    new = quoted(context.prompt.text, front, line)
    if new is not None:
        fix += " The text that is read stays the same:\n" + patch(context.prompt.text, new)
    yield rule.finding(
        line,
        message,
        text=words.strip()[:200],
        fix=fix,
        columns=(column, column + 1) if column else (0, 0),
    )


def _missing(rule: Rule, context: Context, front: Frontmatter | None) -> Iterator[Finding]:
    needed = _NEEDED.get(context.prompt.kind, ())
    name = context.prompt.name.lower()
    certain = name == "skill.md" or name.endswith("-skill.md") or context.prompt.kind == "sub-agent"
    if not needed or not certain:
        return
    if front is None:
        if context.prompt.kind == "skill" and context.prompt.text.strip():
            yield rule.finding(
                1,
                "No frontmatter: hosts find neither name nor description, so nothing triggers it.",
                fix="Begin with `---`, a name, a description that says what and when, and `---`.",
                severity="error",
            )
        return
    if not front.fields:
        return
    for key in needed:
        if not front.text(key).strip():
            optional = key == "name" and context.prompt.kind == "skill"
            yield rule.finding(
                front.start_line,
                f"The field `{key}` is missing"
                + (
                    ": strict hosts refuse the skill." if optional else ": the host skips the file."
                ),
                fix=f"Add `{key}:`.",
                severity="warning" if optional else "error",
            )


def _fields(rule: Rule, context: Context, front: Frontmatter) -> Iterator[Finding]:
    kind = context.prompt.kind
    lines = front.field_lines
    known = limits()["fields"].get(context.host)
    if known and kind in known["kinds"]:
        for key in front.fields:
            if key not in known["keys"]:
                yield rule.finding(
                    lines.get(key, front.start_line),
                    f"`{key}` is no field of this host ({known['source']}, {known['dated']}): it is "
                    + ("refused." if known["strict"] else "ignored."),
                    text=key,
                    severity="error" if known["strict"] else "note",
                    confidence="high" if known["strict"] else "low",
                )
    if kind == "cursor-rule" and "alwaysApply" in front.fields:
        value = front.fields["alwaysApply"]
        if isinstance(value, str) and value.strip().lower() in _TRUTHY:
            yield rule.finding(
                lines.get("alwaysApply", front.start_line),
                "alwaysApply is a string here; Cursor takes it for not set.",
                text=f"alwaysApply: {value}",
                fix="Take the quotes off.",
            )
    metadata = front.fields.get("metadata")
    if kind == "skill" and "metadata" in front.fields and not isinstance(metadata, dict):
        yield rule.finding(
            lines.get("metadata", front.start_line),
            "metadata must hold `key: value` pairs.",
            text="metadata",
        )


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """What strict YAML refuses, what is missing, what a host does not know."""
    if context.prompt.kind not in _READ:
        return
    front = find_frontmatter(context.prompt.text)
    if front:
        yield from _broken(rule, context, front)
        yield from _fields(rule, context, front)
    yield from _missing(rule, context, front)


RULE = Rule(
    id="frontmatter-strict",
    title="fields that strict readers drop",
    severity="warning",
    confidence="high",
    why="One host accepts the block, the next skips the whole file, and nobody sees an error.",
    source="Claude Code skills (malformed YAML loads with empty metadata); agentskills "
    "specification",
    dated="2026-08-22",
    check=check,
    example="description: Cleans notes: removes chatter.",
    instead='description: "Cleans notes: removes chatter."',
    family="hosts",
)
