"""A directory tree, or a list of skills, that says what the project shows anyway."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.drawn_trees import DrawnTree, Entry, drawn_trees, hang
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import costs, fences, line_text
from workbench.prompt.plural import plural

#: Entries from which on a tree is a list of what is there, and not a hint at a few places.
_LEAST = 8
#: Of ten entries so many say no more than their name.
_BARE = 0.5
#: Skills from which on a list of them is an inventory, and how much of it must be there.
_LEAST_SKILLS, _NEARLY = 5, 0.8
_MEMORY = frozenset({"claude-md", "agents-md", "gemini-md", "copilot"})
_ROW = re.compile(
    r"\s*(?:[-*+|]|\d{1,3}[.)])\s*(?:\[[ xX]\]\s)?(?:\*\*|`|\[)+(?P<name>/?[\w./:-]{2,80})"
    r"(?:\*\*|`|\])"
)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Trees whose entries are all there, mostly without a word of their own; lists of skills."""
    if context.facts.known and context.facts.at_home:
        yield from _trees(rule, context)
        if context.prompt.kind in _MEMORY:
            yield from _skills(rule, context)
    elif context.prompt.kind in _MEMORY:
        yield from _drawn(rule, context)


def _drawn(rule: Rule, context: Context) -> Iterator[Finding]:
    """Trees in a file that every session loads, where nobody looked at a project."""
    spent = costs(context)
    for fence in fences(context):
        text = "\n".join(fence.inside)
        for tree in drawn_trees(text):
            bare = _bare(tree, text)
            if bare:
                tokens = sum(spent[fence.start_line - 1 : fence.end_line])
                yield rule.finding(
                    fence.start_line,
                    f"A tree of {len(tree.entries)} entries, {len(bare)} without a word about "
                    f"them: {plural(tokens, 'token')} for what a listing may show.",
                    end_line=fence.end_line,
                    text=tree.root or text.strip()[:80],
                    fix="Keep the entries that need a word, and drop the rest.",
                    quiet=True,
                )


def _bare(tree: DrawnTree, text: str) -> list[Entry]:
    """The entries that say no more than their name, where the tree is long and they are many."""
    plain = [entry for entry in tree.entries if not entry.vague]
    bare = [e for e in plain if not text[e.end : text.find("\n", e.end)].strip(" /")]
    return bare if len(plain) >= _LEAST and len(bare) >= _BARE * len(plain) else []


def _skills(rule: Rule, context: Context) -> Iterator[Finding]:
    """Lists and tables that name nearly all skills, which a host lists with their descriptions."""
    host = next((one for one in context.hosts if one.listing_for("skill")), None)
    if host is None or ("`" not in context.prompt.text and "**" not in context.prompt.text):
        return
    names = frozenset(context.facts.skill_names.values())
    if len(names) < _LEAST_SKILLS:
        return
    spent = costs(context)
    rows: list[tuple[int, str]] = []
    for number in range(1, len(context.prompt.lines) + 2):
        last = number > len(context.prompt.lines)
        found = None if last else _ROW.match(line_text(context, number)[:300])
        if found is not None:
            rows.append((number, found["name"].strip("/ ")))
            continue
        if not last and line_text(context, number).startswith("|"):
            continue  # the head of a table
        listed = [number for number, name in rows if name in names]
        most = len({name for _, name in rows if name in names})
        if most >= _NEARLY * len(names) and len(listed) >= _NEARLY * len(rows):
            first, end = listed[0], listed[-1]
            tokens = sum(spent[first - 1 : end])
            yield rule.finding(
                first,
                f"{most} of the {len(names)} skills of the project are listed here: {host.title} "
                f"lists all of them with their descriptions anyway; {plural(tokens, 'token')}.",
                end_line=end,
                text=line_text(context, first).strip()[:200],
                fix="Drop the list, or keep what the descriptions do not say.",
            )
        rows = []


def _trees(rule: Rule, context: Context) -> Iterator[Finding]:
    facts = context.facts
    spent = costs(context)
    for fence in fences(context):
        text = "\n".join(fence.inside)
        for tree in drawn_trees(text):
            bare = _bare(tree, text)
            hung = hang(tree, facts.here, facts.locate) if bare else None
            if hung is None or hung.missing or not hung.exact:
                continue
            tokens = sum(spent[fence.start_line - 1 : fence.end_line])
            yield rule.finding(
                fence.start_line,
                f"All {len(hung.there)} entries of this tree are in the project, "
                f"{len(bare)} without a word about them: {plural(tokens, 'token')} for what a "
                "listing shows.",
                end_line=fence.end_line,
                text=tree.root or text.strip()[:80],
                fix="Keep the entries that need a word, and drop the rest.",
            )


RULE = Rule(
    id="inventory",
    title="a tree that the project shows",
    severity="note",
    why="It costs tokens in every session, goes out of date, and a listing tells the same.",
    source="looked up in the project",
    dated="2026-11-30",
    check=check,
    example="(a tree of 20 files that are all there)",
    instead="(the three places that are not where one would look)",
    family="cost",
    measured="no finding (1,646 files in seven projects, 2026-11-30); without a project one in "
    "1,522 files, with --all",
)
