"""A directory tree that says what the project shows anyway."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.drawn_trees import drawn_trees, hang
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import costs, fences
from workbench.prompt.plural import plural

#: Entries from which on a tree is a list of what is there, and not a hint at a few places.
_LEAST = 8
#: Of ten entries so many say no more than their name.
_BARE = 0.5


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Trees whose entries are all there, and mostly without a word of their own."""
    facts = context.facts
    if not facts.known or not facts.at_home:
        return
    spent = costs(context)
    for fence in fences(context):
        for tree in drawn_trees("\n".join(fence.inside)):
            plain = [entry for entry in tree.entries if not entry.vague]
            if len(plain) < _LEAST:
                continue
            hung = hang(tree, facts.here, facts.locate)
            if hung is None or hung.missing or not hung.exact:
                continue
            text = "\n".join(fence.inside)
            bare = [e for e in plain if not text[e.end : text.find("\n", e.end)].strip(" /")]
            if len(bare) < _BARE * len(plain):
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
)
