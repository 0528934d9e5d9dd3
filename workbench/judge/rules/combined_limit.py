"""Files that a host reads together, against the limit for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """The files of this name from the top of the project down to this one."""
    prompt = context.prompt
    limits = [
        limit
        for host in context.hosts
        for limit in host.limits_for(prompt.kind)
        if limit.together and limit.unit == "bytes"
    ]
    own = len(prompt.source.data)
    if not limits or not context.facts.known:
        return
    # A copy in the folder of a skill or a host is no place to work in.
    if any(part.startswith(".") for part in PurePath(prompt.path).parts[1:-1] if part != ".."):
        return
    # The last one is this file, as it is in the editor and not on the disk.
    above = [*context.facts.above(prompt.name)[:-1]]
    total = sum(size for _, size in above) + own
    for limit in limits:
        if not above or total <= limit.most or own > limit.most:
            continue
        yield rule.finding(
            1,
            f"{len(above) + 1} files down to here have {total:,} bytes together, "
            f"{total - limit.most:,} above {limit.most:,}: {limit.does} ({limit.source}, "
            f"{limit.date}).",
            text=f"{total} bytes",
            fix="Shorten the ones above, or raise the limit in the settings of the host.",
            related=[Related(1, f"{size:,} bytes", path) for path, size in above],
        ).but(severity=limit.level)
        return


RULE = Rule(
    id="combined-limit",
    title="too large together",
    severity="warning",
    why="Each file is within the limit; the host counts all of them and cuts the last one.",
    source="developers.openai.com/codex/guides/agents-md",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"agents-md"}),
    example="AGENTS.md 20 KB and web/AGENTS.md 20 KB",
    instead="AGENTS.md 10 KB and web/AGENTS.md 10 KB",
    family="hosts",
    measured="1 of 1 true (313 files in five projects, 2026-11-30)",
)
