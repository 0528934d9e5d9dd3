"""Frontmatter that some hosts drop without a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.judge.rules._patch import difference, patch
from workbench.judge.rules._quoting import quoted
from workbench.measure.host_profile import NOT_DOCUMENTED, Field
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter

#: Kinds in which a field that the host does not know is said.
_CHECKED = frozenset({"skill"})
_AT = re.compile(r"\(line (\d+)\)\s*$")
_TRUTHY = frozenset({"true", "false"})


def _known(context: Context) -> list[Mapping[str, Field]]:
    """The fields of this kind of file, host by host, those hosts left out that read none."""
    kind = context.prompt.kind
    return [host.frontmatter[kind].fields for host in context.hosts if kind in host.frontmatter]


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
    elif glob := re.match(r"([\w-]+):\s*(\*[^\s,]*)", words):
        # Some hosts document bare globs: what strict readers take for an alias is right there.
        if any(fields[glob[1]].unquoted for fields in _known(context) if glob[1] in fields):
            return
        column = glob.start(2) + 1
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
    ).but(
        columns=(column, column + 1) if column else (0, 0),
        repair=() if new is None else (difference(context.prompt.text, new),),
    )


def _missing(rule: Rule, context: Context, front: Frontmatter | None) -> Iterator[Finding]:
    needed = {
        key: field for fields in _known(context) for key, field in fields.items() if field.required
    }
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
            ).but(severity="error")
        return
    if not front.fields:
        return
    for key, field in needed.items():
        if not front.text(key).strip():
            # A skill without a name has that of its folder; nothing stands in for a description.
            optional = key == "name" and context.prompt.kind == "skill"
            said = field.missing if field.missing != NOT_DOCUMENTED else ""
            yield rule.finding(
                front.start_line,
                f"The field `{key}` is missing{f': {said}' if said else ''}.",
                fix=f"Add `{key}:`.",
            ).but(severity="warning" if optional else "error")


def _fields(rule: Rule, context: Context, front: Frontmatter) -> Iterator[Finding]:
    kind = context.prompt.kind
    lines = front.field_lines
    known = context.host.frontmatter.get(kind) if context.host is not None else None
    if known and kind in _CHECKED and known.complete and known.unknown != NOT_DOCUMENTED:
        refused = known.unknown == "refused"
        for key in front.fields:
            if key not in known.fields:
                yield rule.finding(
                    lines.get(key, front.start_line),
                    f"`{key}` is no field of this host ({known.source}, {known.date}): it is "
                    f"{known.unknown}.",
                    text=key,
                ).but(
                    severity="error" if refused else "note",
                    quiet=not refused,
                )
    told: set[str] = set()
    for key, field in ((k, f) for fields in _known(context) for k, f in fields.items()):
        if key not in front.fields or key in told:
            continue
        told.add(key)
        value = front.fields[key]
        if field.as_text and isinstance(value, str) and value.strip().lower() in _TRUTHY:
            yield rule.finding(
                lines.get(key, front.start_line),
                f"{key} is a string here; {field.as_text}.",
                text=f"{key}: {value}",
                fix="Take the quotes off.",
            )
        if field.type == "map" and not isinstance(value, dict):
            yield rule.finding(
                lines.get(key, front.start_line),
                f"{key} must hold `key: value` pairs.",
                text=key,
            )


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """What strict YAML refuses, what is missing, what a host does not know."""
    if not _known(context):
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
    why="One host accepts the block, the next skips the whole file, and nobody sees an error.",
    source="Claude Code skills (malformed YAML loads with empty metadata); agentskills "
    "specification",
    dated="2026-08-22",
    check=check,
    example="description: Cleans notes: removes chatter.",
    instead='description: "Cleans notes: removes chatter."',
    family="hosts",
    measured="4 of 4 true (open gold and corpus, 140 files, 2026-11-30)",
)
