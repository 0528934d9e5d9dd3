# ruff: noqa: E501  (a pattern is one expression)
"""Two sections on one topic, apart from each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.language.statements import headings
from workbench.prompt.caseless import Caseless
from workbench.prompt.cues.context import GENERIC_TITLE
from workbench.prompt.language import language, plain
from workbench.prompt.lines import body
from workbench.prompt.slots_choices import concepts_of

#: Words by which a title says that it goes on with another one.
_MORE = Caseless(
    r"^(?:some )?(?:more|further|additional|other|extra|even more)(?: (?:notes?|rules?|details?|remarks?|thoughts?|tips?|words?|points?|guidelines?|things?))?(?: (?:on|about|for|regarding|concerning|to))?\b"
    r"|^(?:again|back to|notes on|addendum(?: to)?|addenda(?: to)?|supplement(?: to)?|ps on|follow-?up on)\b"
    r"|[,:(\s–-]+(?:continued|contd?\.?|cont'd|part (?:2|3|ii|iii|two|three)|revisited|addendum|again|some more|\(2\)|2)\)?$"
    r"|(?:についての|の|に関する)?(?:補足|続き|追記|追加(?:事項|ルール)?)$|^(?:その他の)"
    r"|(?:的)?(?:补充|续|补充说明|补遗)$|^(?:更多|其他)(?:关于)?",
)
_COUNTED = Caseless(
    r"\b(?:step|phase|part|chapter|stage|option|example|round|day|week|appendix|task|issue|q)\s*[\dA-Z]\b|\d",
)
_OPEN_TAG = re.compile(r"^[ \t]*<([A-Za-z_][\w.-]{2,60})>[ \t]*$")
_FENCE = re.compile(r"^\s*(?:```|~~~)")


#: So much of a section is compared, and so many things in common make one topic.
_BODY, _SHARED = 2_000, 2
_STEM = 4
_WEAK = frozenset(["rule", "thing", "step", "guide", "work"])
_LETTER = re.compile(r"\b[A-Z]\b")


@dataclass(frozen=True)
class Section:
    """A titled stretch: `line` of its title (from 1), `parent` titles, `end` line (exclusive)."""

    line: int
    level: int
    title: str
    parent: tuple[str, ...]
    end: int


def sections(text: str, lines: Sequence[str]) -> list[Section]:
    """Headed sections and elements, in order."""
    out: list[Section] = []
    stack: list[tuple[int, int, str]] = []  # place in `out`, level, title
    ends: dict[int, int] = {}
    for line, level, title in headings(text):
        while stack and stack[-1][1] >= level:
            ends[stack.pop()[0]] = line
        stack.append((len(out), level, title))
        out.append(Section(line, level, title, tuple(t for _, _, t in stack[:-1]), len(lines) + 1))
    out = [replace(s, end=ends[k]) if k in ends else s for k, s in enumerate(out)]
    fenced = False
    for number, line_text in enumerate(lines, 1):
        if _FENCE.match(line_text):
            fenced = not fenced
        tag = None if fenced else _OPEN_TAG.match(body(line_text))
        if tag:
            out.append(
                Section(number, 9, tag[1].replace("_", " ").replace("-", " "), ("<>",), number + 1)
            )
    return out


def splits(text: str, lines: Sequence[str]) -> Iterator[tuple[Section, Section, bool]]:
    """`(first, second, told)`: two sections on one topic that do not follow each other.

    `told`: the second says itself that it goes on with a topic.
    """
    # Sections of one level below one title end in their order: the first of a topic is the one
    # that a later section is apart from, if any is.
    known: dict[tuple[tuple[str, ...], int, frozenset[str]], Section] = {}
    every = sections(text, lines)
    repeated = Counter(" ".join(plain(s.title).split()).casefold() for s in every)
    template = sum(1 for n in repeated.values() if n > 1)  # a form filled in several times
    for section in every:
        bare = " ".join(plain(section.title).split()).strip(" :：*")
        rest = _MORE.sub("", bare).strip(" ,:;–-　")
        told = rest != bare and bool(rest)
        if _COUNTED.search(rest) or GENERIC_TITLE.match(rest) or len(rest.split()) > 6:
            continue
        topic = concepts_of(rest)
        topic = topic - _WEAK if topic - _WEAK else topic
        if (not rest.isascii() and language(rest) == "other") or _LETTER.search(rest):
            topic = frozenset()  # words we do not know: only the same title is the same topic
        if not topic:
            topic = frozenset((rest.casefold(),))
        earlier = known.setdefault((section.parent, section.level, topic), section)
        if earlier.end < section.line and (
            told
            or (
                repeated[rest.casefold()] <= 2
                and template < 2
                and section.level <= 2
                and len(rest.split()) <= 3
                and len(topic) <= 2
                and (_same_word(rest, plain(earlier.title)) or _kin(lines, earlier, section, topic))
            )
        ):
            yield earlier, section, told


def _same_word(one: str, two: str) -> bool:
    """Whether two titles begin alike: one word, maybe in two forms."""
    return one.casefold()[:_STEM] == two.strip(" :：*").casefold()[:_STEM]


def _kin(lines: Sequence[str], one: Section, two: Section, topic: frozenset[str]) -> bool:
    """Titles that only mean the same ("Figures", "Charts") need texts that share a thing beside
    it; a word may have another sense here."""
    first, second = (
        concepts_of(plain(" ".join(body(text) for text in lines[s.line : s.end - 1])[:_BODY]))
        for s in (one, two)
    )
    return len(first & second - topic) >= _SHARED


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    if context.prompt.is_data:
        return
    for first, second, told in splits(context.prompt.text, context.prompt.lines):
        yield rule.finding(
            second.line,
            f"goes on with the topic of line {first.line}: {plain(first.title)}",
            text=second.title,
            fix=f"move what stands below line {second.line} into the section of line {first.line}",
            related=[Related(first.line, first.title)],
            confidence="high" if told else "medium",
        )


RULE = Rule(
    id="topic-split",
    title="one topic in two sections",
    severity="note",
    confidence="medium",
    why="a reader, or a model, that finds the first section takes it for the whole of the topic",
    source="Claude Code docs, memory: group related instructions under one heading",
    dated="2026-11-29",
    check=_check,
    example="## Testing … ## More about tests",
    instead="## Testing",
    family="meaning",
)
