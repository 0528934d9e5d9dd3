"""What the description of a skill says that a shorter one must not lose, and how long it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.language.content import content, content_bag
from workbench.language.lists import group
from workbench.language.literals import literals
from workbench.language.sentences import sentences
from workbench.language.statements import alone
from workbench.language.words import words
from workbench.measure.host_profile import HostProfile, cut_listing, limited_field
from workbench.prompt.frontmatter import Frontmatter

#: Kinds whose description is put in front of a model with every request.
KINDS = frozenset({"skill", "sub-agent", "command"})
_KEY = "description"
_SLASH = re.compile(r"(?<![\w/.:<])/[A-Za-z][\w:-]*")
_SINGLE = re.compile(r"(?<![\w'])'([^'\n]{1,80})'(?!\w)")
_CUT = re.compile(r";\s+|；|\s+[—–]\s+|\s+--?\s+")
_TIMED = re.compile(
    r"\b(?:use|used|when(?:ever)?|before|after|trigger\w*|asks?|if)\b|とき|時|場合|当|时|用于",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Limit:
    """The most characters of a description, and who says so."""

    most: int
    words: str


def limit_of(hosts: Sequence[HostProfile], front: Frontmatter) -> Limit | None:
    """The smallest of the limits that hold for the description of a skill."""
    own, listing = limited_field(hosts, "skill", _KEY), cut_listing(hosts, "skill")
    found = [(own.longest, own.source, own.date)] if own is not None else []
    also = front.text("when_to_use").strip()
    if listing is not None:
        room = listing.each - len(also) - 1 if also else listing.each
        found += [(room, listing.source, listing.date)] if room > 0 else []
    if not found:
        return None
    most, source, date = min(found)
    return Limit(most, f"{source}, {date}")


def repeats(text: str) -> tuple[tuple[int, int], ...]:
    """Offsets of the sentences that say word for word what one before them says, each with the
    blanks in front of it."""
    seen: set[str] = set()
    found: list[tuple[int, int]] = []
    for start, end in sentences(text, 0, len(text)):
        words = " ".join(text[start:end].split()).casefold().rstrip(".!?。！？ ")
        if words in seen:
            start = len(text[:start].rstrip())
            if found and found[-1][1] == start:
                start = found.pop()[0]
            found.append((start, end))
        seen.add(words)
    return tuple(found)


def carried(text: str) -> tuple[str, ...]:
    """What a description must not lose: its names, and the clauses that exclude something."""
    numbers = {one.text for one in literals(text) if one.kind == "number"}
    names = sorted((n for n in _named(text) if n not in numbers), key=text.find)
    excluded = [" ".join(clause.split()) for clause in _clauses(text) if _excludes(clause)]
    return tuple(f"“{words}”" for words in (*names, *excluded))


def lost_between(before: str, after: str) -> tuple[str, ...]:
    """What a rewritten description has no longer, in words; nothing: triggers, names, numbers,
    exclusions and the words on when to use it are all there."""
    have = set(_named(after))
    out = [f"“{name}”" for name in _named(before) if name not in have]
    excluding = [set(content_bag(clause)) for clause in _clauses(after) if _excludes(clause)]
    for clause in _clauses(before):
        wanted = set(content_bag(clause)) - {"use", "trigger", "invok", "load", "appli"}
        if _excludes(clause) and not any(wanted <= said for said in excluding):
            out.append(f"the exclusion “{' '.join(clause.split())}”")
    if _says_when(before) and not _says_when(after):
        out.append("when to use it")
    return tuple(dict.fromkeys(out))


def words_anew(before: str, after: str) -> tuple[str, ...]:
    """Words of `after` whose like `before` has not."""
    known = {stem for stem, _ in content(before)}
    return tuple(dict.fromkeys(word for stem, word in content(after) if stem not in known))


def named_anew(before: str, after: str) -> tuple[str, ...]:
    """Names, numbers and quoted words that only `after` has."""
    return tuple(name for name in _named(after) if name not in before)


def _says_when(text: str) -> bool:
    return any(_TIMED.search(clause) and not _excludes(clause) for clause in _clauses(text))


def _clauses(text: str) -> Iterator[str]:
    for start, end in sentences(text, 0, len(text)):
        at = start
        for cut in _CUT.finditer(text, start, end):
            yield text[at : cut.start()]
            at = cut.end()
        yield text[at:end]


def _named(text: str) -> tuple[str, ...]:
    """Quoted triggers, slash names, code, paths, links, placeholders and numbers."""
    found = [one.text for one in literals(text)]
    found += _SLASH.findall(text)
    found += [match[1] for match in _SINGLE.finditer(text)]
    return tuple(dict.fromkeys(found))


def _excludes(text: str) -> bool:
    denying = group("english", "negation") | group("english", "exception")
    return alone(text).polarity == "dont" or any(word.lower in denying for word in words(text))
