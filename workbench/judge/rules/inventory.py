"""A tree, or a list of paths, commands or skills, that says what the project shows anyway."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.drawn_trees import DrawnTree, Entry, drawn_trees, hang
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import costs, fences, line_text
from workbench.language.code_and_quotes import SHELLS
from workbench.prompt.plural import plural

#: Entries from which on a tree is a list of what is there, and not a hint at a few places.
_LEAST = 8
#: The same for what nobody looked up in the project, which is said with --all only.
_LEAST_LISTED = 6
#: Of ten entries so many say no more than their name.
_BARE = 0.5
#: Skills from which on a list of them is an inventory, and how much of it must be there.
_LEAST_SKILLS, _NEARLY = 5, 0.8
_MEMORY = frozenset({"claude-md", "agents-md", "gemini-md", "copilot"})
#: A row that begins with a path, or with a command of two words or more, in ticks.
_ENTRY = re.compile(
    r"\s*(?:[-*+|]|\d{1,3}[.)])\s*(?:\[[ xX]\]\s)?(?:\*\*)?"
    r"`(?:[\w.@*{}<>-]*/[^`\s]*|[\w.-]+\.\w{1,5}|[a-z][\w.-]* [^`]+)`"
)
_ROW = re.compile(
    r"\s*(?:[-*+|]|\d{1,3}[.)])\s*(?:\[[ xX]\]\s)?(?:\*\*|`|\[)+(?P<name>/?[\w./:-]{2,80})"
    r"(?:\*\*|`|\])"
)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Trees whose entries are all there, mostly without a word of their own; lists of skills; with
    --all what else is listed."""
    told: set[int] = set()
    if context.facts.known and context.facts.at_home:
        for finding in _trees(rule, context):
            told.add(finding.start_line)
            yield finding
        if context.prompt.kind in _MEMORY:
            yield from _skills(rule, context)
    if context.prompt.kind in _MEMORY:
        yield from (one for one in _listed(rule, context) if one.start_line not in told)


def _listed(rule: Rule, context: Context) -> Iterator[Finding]:
    """Trees, lists of paths and blocks of commands in a file that every session loads: what they
    cost. Whether the project shows them is for its owner to say."""
    spent = costs(context)

    def told(first: int, end: int, what: str) -> Finding:
        tokens = plural(sum(spent[first - 1 : end]), "token")
        return rule.finding(
            first,
            f"{what}: {tokens} for what the project may show.",
            end_line=end,
            text=line_text(context, first).strip()[:200],
            fix="Keep the entries that need a word, and drop the rest.",
        ).but(quiet=True)

    for fence in fences(context):
        text = "\n".join(fence.inside)
        trees = [tree for tree in drawn_trees(text) if len(tree.entries) >= _LEAST_LISTED]
        for tree in trees:
            bare = len(_plain(tree, text))
            what = f"A tree of {len(tree.entries)} entries, {bare} without a word about them"
            yield told(fence.start_line, fence.end_line, what)
        if not trees and fence.info in SHELLS:
            commands = [line for line in fence.inside if line.strip() and line.strip()[0] != "#"]
            if len(commands) >= _LEAST_LISTED:
                what = f"A block of {len(commands)} lines of commands"
                yield told(fence.start_line, fence.end_line, what)
    rows: list[int] = []
    for number in range(1, len(context.prompt.lines) + 2):
        last = number > len(context.prompt.lines)
        line = "" if last else line_text(context, number)[:300]
        if _ENTRY.match(line):
            rows.append(number)
        elif last or not (line.startswith("|") or (rows and line[:1] in " \t" and line.strip())):
            if len(rows) >= _LEAST_LISTED:
                what = f"A list of {len(rows)} paths or commands"
                yield told(rows[0], rows[-1], what)
            rows = []


def _bare(tree: DrawnTree, text: str) -> list[Entry]:
    """The entries that say no more than their name, where the tree is long and they are many."""
    named = sum(not entry.vague for entry in tree.entries)
    bare = _plain(tree, text)
    return bare if named >= _LEAST and len(bare) >= _BARE * named else []


def _plain(tree: DrawnTree, text: str) -> list[Entry]:
    """The entries that say no more than their name."""
    named = [entry for entry in tree.entries if not entry.vague]
    return [e for e in named if not text[e.end : text.find("\n", e.end)].strip(" /")]


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
