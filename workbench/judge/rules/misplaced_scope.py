# ruff: noqa: E501  (a list of words is one expression)
"""A section about another app, audience or trade in a file that is loaded for everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._domains import trades
from workbench.judge.rules._passages import folded, shared
from workbench.judge.rules._sections import Section, kinship, sections, stems
from workbench.prompt.caseless import Caseless

#: A title that names for whom or for what the section is.
_SCOPED = Caseless(
    r"^(?:rules |notes |hints |style |conventions |guidelines )?(?:for|in|on|only for|when (?:working|writing|using|in|on)|if you|about) (?:the |our |a |an )?\S|\b(?:style|rules|conventions|guidelines|notes|hints|layout|writing|design|tone) (?:of|for|in) \S|^[\w -]{2,40} (?:app|apps|client|site|website|repo|repository|team|project|viewer|newsletter|firmware|plugin|extension|game|bot|landing page|templates?)$"
    r"|^[\w-]+(?: [\w-]+)? (?:for|of|to) (?:the |our )?\w+ \w+$|アプリの|\bto (?:customers?|guests?|clients?|users?|partners?|suppliers?|parents?|the press|members)\b|向け|用の|へのメール|のアプリ|について$|面向|针对|专用",
)
_PLAIN_TITLE = Caseless(
    r"^\W*(?:\d+[.)]?\s*)?(?:commands?|tests?|testing|git|code(?: style)?|style|architecture|layout|structure|setup|getting started|deployment|deploy|infrastructure|security|performance|front-?end|back-?end|database|api|ui|ux|documentation|docs|workflow|overview|conventions|tools?|tooling|build|release|releases|ci|ci/cd|dependencies|troubleshooting|development|debugging|logging|monitoring|tech stack|stack|technologies|requirements|prerequisites|installation|environment|scripts|notes|rules|limits|output|input|format|steps?|role|manner|knowledge|examples?)\W*$",
)
_SOFTWARE = ("software development", "databases", "web front ends", "servers and clusters")
_FEWEST_SECTIONS = 4


def _rest(everything: dict[str, Counter[str]], own: dict[str, Counter[str]], trade: str) -> int:
    """How many words of a trade stand elsewhere; a single one may have another meaning there."""
    return sum(1 for word, n in everything.get(trade, Counter()).items() if n > own[trade][word])


def _builds_software(everything: dict[str, Counter[str]]) -> bool:
    """Whether the file is about software at all; then a section on databases is at home in it."""
    return sum(sum(everything.get(t, Counter()).values()) for t in _SOFTWARE) >= 4


def _score(
    context: Context, section: Section, everything: dict[str, Counter[str]]
) -> tuple[float, str]:
    """From 2 on the section belongs elsewhere; with the trade that it speaks of."""
    said = f"{section.title} {' '.join(p.words for p in section.passages)}"
    own = trades(said)
    best, trade = 0, ""
    for name, words in own.items():
        outside = _rest(everything, own, name)
        if outside <= 1 and len(words) > best and len(words) >= 2:
            best, trade = len(words), name
    foreign = 1.0 - kinship(context, Counter(stems(said)))
    scoped = bool(_SCOPED.search(section.title))
    if not trade:
        named = Counter(stems(section.title))
        if not scoped or not named or foreign < 0.75 or kinship(context, named) > 0.34:
            return 0.0, ""
        short = len(section.passages) <= 4
        return (2.0 if short and not _PLAIN_TITLE.match(section.title) else 0.0), ""
    points = 0.5 * min(best, 4) + foreign + (0.7 if scoped else 0.0)
    if _PLAIN_TITLE.match(section.title):
        points -= 1.0 if _builds_software(everything) else 0.3
    # A long section is a subject of the file; a line or two are left over from elsewhere.
    points -= 0.15 * max(0, len(section.passages) - 4)
    return points, trade


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Short sections whose trade and words the rest of the prompt does not share."""
    if context.prompt.is_data:
        return
    found = [s for s in sections(context) if s.title and not s.nested]
    if len(found) < _FEWEST_SECTIONS:
        return
    everything = shared(context, "trades", lambda: trades(context.prompt.text[:1_000_000]))
    hits: list[tuple[float, Finding]] = []
    ruled = {i.start for i in context.instructions}
    for section in found:
        if any(p.sample for p in section.passages) or len(section.passages) > 12:
            continue
        points, trade = _score(context, section, everything)
        rules = any(p.statement.start in ruled for p in section.passages)
        if points < (1.9 if rules else 2.3):
            continue
        hits.append(
            (
                points,
                rule.finding(
                    section.line,
                    f"This section is about {trade or section.title!r}; nothing else in the file "
                    "is.",
                    end_line=section.end_line,
                    text=f"{section.title}: {section.passages[0].text}"[:300],
                    fix="Put it into a rule with a path (`paths:`), a file in its own folder or a "
                    "skill, or take it out.",
                    confidence="medium",
                ),
            )
        )
    yield from folded(hits)


RULE = Rule(
    id="misplaced-scope",
    title="a section for somewhere else",
    severity="warning",
    confidence="medium",
    why="It is loaded with every request and rules work that it does not mean; where it is meant "
    "it is missing.",
    source="Anthropic, Claude Code memory and best practices: path-specific rules go into rules "
    "with `paths`, procedures into skills",
    dated="2026-08-22",
    check=check,
    example="## For the iOS app (in the file of a web shop)",
    instead=".claude/rules/ios.md with `paths: ios/**`",
    family="relevance",
)
