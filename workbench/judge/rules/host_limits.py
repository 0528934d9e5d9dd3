# ruff: noqa: E501  (a list of words is one expression)
"""Sizes above what a host reads, lists or accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import body_start
from workbench.measure.host_profile import Limit, cut_listing, limited_field
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter

_UNITS = {"chars": "characters", "lines": "lines", "bytes": "bytes", "tokens": "tokens"}


def _sizes(context: Context, limit: Limit) -> int:
    prompt = context.prompt
    if limit.unit == "lines":
        total = len(prompt.lines)
        if total and not prompt.lines[-1].strip():
            total -= 1
        return total - (body_start(context) - 1 if limit.body else 0)
    if limit.unit == "bytes":
        return len(prompt.source.data)
    return len(prompt.text)


def _cut_line(context: Context, limit: Limit) -> int:
    """The first line that a host no longer reads."""
    if limit.unit == "lines":
        return limit.most + 1
    used = 0
    for number, line in enumerate(context.prompt.lines, 1):
        used += len(line.encode("utf-8", "surrogatepass")) if limit.unit == "bytes" else len(line)
        if used > limit.most:
            return number
    return 1


#: What the host does with what is above a limit; advice says so itself.
_THEN = {
    "cut": "it cuts the rest",
    "skipped": "it skips the whole file",
    "refused": "it refuses the file",
    "dropped": "it drops it",
    "shortened": "it shortens it",
    "warned": "it warns and loads all of it",
    "not documented": "what it does above that is not documented",
}


def _file_limits(context: Context) -> list[Limit]:
    """The limits of all hosts in question; one that two of them share is said once."""
    found: dict[tuple[str, int, bool], Limit] = {}
    for host in context.hosts:
        for limit in host.limits_for(context.prompt.kind):
            found.setdefault((limit.unit, limit.most, limit.body), limit)
    return list(found.values())


def _files(rule: Rule, context: Context) -> Iterator[Finding]:
    for limit in _file_limits(context):
        size = _sizes(context, limit)
        if limit.unit == "tokens" or size <= limit.most:
            continue
        yield rule.finding(
            _cut_line(context, limit) if limit.cuts else 1,
            f"{size:,} {_UNITS[limit.unit]}, {size - limit.most:,} above {limit.most:,}: "
            f"{'; '.join(filter(None, (limit.does, _THEN.get(limit.effect))))} "
            f"({limit.source}, {limit.date}).",
            text=f"{size} {_UNITS[limit.unit]}",
            fix="Move what only some tasks need into a rule with a path, a skill or a document.",
        ).but(
            severity=limit.level,
            # Advice about length is no defect: shown on request, or when it is far exceeded.
            quiet=limit.level == "note" and size < 2 * limit.most,
        )


def _name(rule: Rule, context: Context, name: str, line: int) -> Iterator[Finding]:
    kind, strict = context.prompt.kind, bool(context.host and context.host.refuses("skill"))
    rules = [host.names[kind] for host in context.hosts if kind in host.names]
    for spec in rules:
        problem = ""
        if spec.longest and len(name) > spec.longest:
            problem = f"{len(name)} characters, more than {spec.longest}"
        elif spec.letters and not spec.written_well(name):
            problem = "characters that are no lowercase letter, digit or single hyphen"
        if problem:
            yield rule.finding(
                line,
                f"The name has {problem}: strict hosts refuse the skill; what others do is not "
                f"documented ({spec.source}, {spec.date}).",
                text=name[:120],
                fix="Use lowercase words with hyphens; the folder must have the same name.",
            ).but(severity="error" if strict else "warning")
            break
    if any(spec.reserved_in(name) for spec in rules):
        yield rule.finding(
            line,
            "The name holds a reserved word (Skills API only, not in the specification).",
            text=name[:120],
        ).but(severity="error")


def _skill(rule: Rule, context: Context, front: Frontmatter) -> Iterator[Finding]:
    fields = front.field_lines
    name = front.text("name").strip()
    if name:
        yield from _name(rule, context, name, fields.get("name", 1))
    described = front.text("description").strip()
    spec = limited_field(context.hosts, "skill", "description")
    listing = cut_listing(context.hosts, "skill")
    together = described
    if front.text("when_to_use").strip():
        together = f"{described} {front.text('when_to_use').strip()}"
    if spec is not None and len(described) > spec.longest:
        yield rule.finding(
            fields.get("description", 1),
            f"The description has {len(described):,} characters, {len(described) - spec.longest:,} "
            f"above {spec.longest:,}: strict hosts refuse the skill ({spec.source}, {spec.date}).",
            text=described[:300],
            fix="Say what it does and when to use it; keep quoted triggers and exclusions, drop "
            "the rest.",
        ).but(severity="error")
    elif listing is not None and len(together) > listing.each:
        yield rule.finding(
            fields.get("when_to_use", fields.get("description", 1)),
            f"Description and when_to_use have {len(together):,} characters together; the listing "
            f"is cut at {listing.each:,} ({listing.source}, {listing.date}).",
            text=together[:300],
            fix="Put the words that trigger the skill first and drop the rest.",
        )
    host = context.host.fields_of("skill") if context.host is not None else {}
    if "description" in host and host["description"].no_tags and re.search(r"<[^<>]*>", described):
        yield rule.finding(
            fields.get("description", 1),
            "The description holds angle brackets (Skills API only: the specification allows them).",
            text=described[:300],
            fix="Name the tag without brackets.",
        ).but(severity="warning")
    extra = front.text("compatibility")
    room = limited_field(context.hosts, "skill", "compatibility")
    if room is not None and len(extra) > room.longest:
        yield rule.finding(
            fields.get("compatibility", 1),
            f"compatibility has {len(extra)} characters, more than {room.longest}; what a host does "
            "then is not documented.",
            text=extra[:120],
        )


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """The file as a whole, then the fields of a skill."""
    yield from _files(rule, context)
    if context.prompt.kind == "skill":
        front = find_frontmatter(context.prompt.text)
        if front:
            yield from _skill(rule, context, front)


RULE = Rule(
    id="host-limits",
    title="larger than a host takes",
    severity="warning",
    why="What a host does above its limit (cut, skip, warn, nothing) stands beside the figure; it "
    "mostly does so without a word to you.",
    source="vendor documentation; each figure has its own source and date; see ctxbench hosts",
    dated="2026-11-29",
    check=check,
    example="a skill description of 1,119 characters",
    instead="what it does and when to use it, within the limit; the rest in the body",
    family="hosts",
    measured="9 of 9 true (open gold and corpus, 140 files, 2026-11-30), 6 of them shown with --all",
)
