"""A shorter description of words that are all in the old one: what may go, and what may not.

Only whole sentences, clauses behind a semicolon or a dash, words in brackets and empty openings
are dropped. Nothing goes that carries a quoted trigger, a name, a number, an exclusion, a limit
or a word that stands nowhere else; the words that stay are those of the author, in his order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.change.literals import literals
from workbench.language.content import content_stems
from workbench.prompt.sentences import sentences

_GRAMMAR = frozenset({"negation", "limit", "exception"})
_SLASH = re.compile(r"(?<![\w/.:<])/[A-Za-z][\w:-]*")
_SINGLE = re.compile(r"(?<![\w'])'([^'\n]{1,80})'(?!\w)")
_CUT = re.compile(r";\s+|；|\s+[—–]\s+|\s+--?\s+")
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_BRACKETS = re.compile(r"\s*\([^()\n]*\)|（[^（）\n]*）")
_TIMED = re.compile(
    r"\b(?:use|used|when(?:ever)?|before|after|trigger\w*|asks?|if)\b|とき|時|場合|当|时|用于",
    re.IGNORECASE,
)
_ADJECTIVE = r"(?:(?:very|really|super|simple|useful|handy|helpful|great|powerful|nice|small) )*"
_THING = r"(?:skill|command|agent|tool|rule|assistant|helper|utility)"
#: An opening that says only that this is a skill and that it helps.
_OPENING = re.compile(
    rf"(?:this|the|an?) {_ADJECTIVE}{_THING} (?:(?:is|provides) an? {_ADJECTIVE}{_THING} )?"
    r"(?:(?:that|which) )?(?:will |can )?(?:helps?|assists?|allows?|enables?|lets?) "
    r"(?=(?:you|users?|the user|people|with|to|in)\b)(?:(?:you|users?|the user|people) )?"
    r"(?:(?:with|to|in) )?(?:the (?:task|process|job)s? of )?",
    re.IGNORECASE,
)
#: Words that say nothing about what is done or when: a sentence of these alone says nothing.
_EMPTY = frozenset(
    content_stems(
        "skill command agent tool rule assistant helper utility helps help helpful useful handy"
        " very really super simple great powerful nice good best amazing works work well just make"
        " makes sure there here be been being get gets got want wants need needs user users people"
        " comprehensive robust seamless seamlessly easy easily efficient efficiently quick quickly"
        " fast smart modern advanced flexible intuitive ideal perfect excellent professional"
        " designed built provide provides offer offers ensure ensures experience overall various"
        " variety many different several kinds types sorts ways task tasks situation situations"
        " cases purposes scenarios things stuff every always"
    )
)
#: Words for loading a skill: an exclusion is about what stands beside them.
_LOADING = frozenset(
    content_stems(
        "use used uses using trigger triggers invoke invoked apply applied load loaded call run"
        " do don does not never no should must cannot it this"
    )
)
#: Limits that bind nobody in a sentence without a word of its own: "makes every task easy".
_SWEEPING = ("all", "every", "each", "always")
_MOST_NAMED = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters of a description that can go in one piece; `why` once it was chosen."""

    start: int
    end: int
    sentence: tuple[int, int]
    why: str = ""

    def of(self, text: str) -> str:
        return text[self.start : self.end].strip(" \t\n;—–-；")


@dataclass(frozen=True, slots=True)
class Loss:
    """A piece that stays, and what the description would lose without it."""

    text: str
    carries: tuple[str, ...]

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 60 else f"{self.text[:57]}…"
        more = len(self.carries) - _MOST_NAMED
        named = ", ".join(self.carries[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        return f"'{shown}' ({named})"


@dataclass(frozen=True, slots=True)
class Condensed:
    """`cuts`: ranges of `before` that went, in order and apart. `losses`: when `after` is above
    the limit all the same, the pieces that are left, the shortest list of losses first."""

    before: str
    after: str
    cuts: tuple[tuple[int, int], ...]
    dropped: tuple[Piece, ...]
    losses: tuple[Loss, ...] = ()


def condense(text: str, most: int | None = None) -> Condensed:
    """`text` without what it says twice and without empty words; above `most` characters also
    without pieces whose words all stand elsewhere, as few of them as will do."""
    gone: list[Piece] = []
    for piece in _repeats(text):
        gone.append(Piece(piece.start, piece.end, piece.sentence, "repeats another sentence"))
    for piece in _hollow(text):
        if not any(_inside(piece, other) for other in gone):
            gone.append(piece)
    while most is not None and len(_without(text, gone)) > most:
        excess = len(_without(text, gone)) - most
        free = [piece for piece in _pieces(text) if _free(piece, text, gone)]
        if not free:
            break
        enough = [piece for piece in free if _size(piece) >= excess]
        chosen = min(enough, key=_size) if enough else max(free, key=_size)
        why = "its words all stand elsewhere"
        gone = [piece for piece in gone if not _inside(piece, chosen)]
        gone.append(Piece(chosen.start, chosen.end, chosen.sentence, why))
    after = _without(text, gone)
    losses: tuple[Loss, ...] = ()
    if most is not None and len(after) > most:
        left = [p for p in _pieces(text) if not any(_inside(p, other) for other in gone)]
        found = [Loss(p.of(text), _carries(p, text, gone)) for p in left if _whole(p)]
        losses = tuple(sorted(found, key=lambda loss: len(loss.carries)))
    ordered = tuple(sorted(gone, key=lambda piece: piece.start))
    return Condensed(text, after, _ranges(text, gone), ordered, losses)


def lost_between(before: str, after: str) -> tuple[str, ...]:
    """What a rewritten description has no longer, in words; nothing: triggers, names, numbers,
    exclusions and the words on when to use it are all there."""
    have = set(_named(after))
    out = [f"“{name}”" for name in _named(before) if name not in have]
    excluding = [set(content_stems(clause)) for clause in _clauses(after) if _excludes(clause)]
    for clause in _clauses(before):
        wanted = set(content_stems(clause)) - _EMPTY - _LOADING
        if _excludes(clause) and not any(wanted <= said for said in excluding):
            out.append(f"the exclusion “{' '.join(clause.split())}”")
    if _says_when(before) and not _says_when(after):
        out.append("when to use it")
    return tuple(dict.fromkeys(out))


def words_anew(before: str, after: str) -> tuple[str, ...]:
    """Words of `after` whose like `before` has not, apart from those that say nothing."""
    known = set(content_stems(before)) | _EMPTY | _LOADING
    return tuple(dict.fromkeys(w for w in _WORDS.findall(after) if set(content_stems(w)) - known))


def _says_when(text: str) -> bool:
    return any(_TIMED.search(clause) and not _excludes(clause) for clause in _clauses(text))


def named_anew(before: str, after: str) -> tuple[str, ...]:
    """Names, numbers and quoted words that only `after` has."""
    return tuple(name for name in _named(after) if name not in before)


def _clauses(text: str) -> Iterator[str]:
    for start, end in sentences(text, 0, len(text)):
        at = start
        for cut in _CUT.finditer(text, start, end):
            yield text[at : cut.start()]
            at = cut.end()
        yield text[at:end]


def _pieces(text: str) -> Iterator[Piece]:
    """All that can go: sentences but the first, their later clauses, and words in brackets."""
    for number, (start, end) in enumerate(sentences(text, 0, len(text))):
        if number:
            yield Piece(start, end, (start, end))
        inside = text[start:end]
        stop = end - len(inside) + len(inside.rstrip(".!?。！？"))
        cuts = [m for m in _CUT.finditer(inside) if not _quoted(inside, m.start())]
        for i, cut in enumerate(cuts):
            last = start + cuts[i + 1].start() if i + 1 < len(cuts) else stop
            if last > start + cut.end():
                yield Piece(start + cut.start(), last, (start, end))
        for found in _BRACKETS.finditer(inside):
            if not _quoted(inside, found.start()):
                yield Piece(start + found.start(), start + found.end(), (start, end))


def _repeats(text: str) -> Iterator[Piece]:
    """Sentences that say word for word what one before them says."""
    seen: set[str] = set()
    for start, end in sentences(text, 0, len(text)):
        words = " ".join(text[start:end].split()).casefold().rstrip(".!?。！？ ")
        if words in seen:
            yield Piece(start, end, (start, end))
        seen.add(words)


def _hollow(text: str) -> Iterator[Piece]:
    """Sentences and openings of words that say nothing."""
    found = list(sentences(text, 0, len(text)))
    for start, end in found:
        words = text[start:end]
        if len(found) > 1 and not _named(words) and _grammar(words) in ("", *_SWEEPING):
            said = content_stems(words)
            if said and set(said) <= _EMPTY:
                yield Piece(start, end, (start, end), "says nothing of its own")
                continue
        opening = _OPENING.match(" ".join(words.split(" ")))
        if opening and opening.end() < len(words) and words.startswith(opening[0]):
            yield Piece(start, start + opening.end(), (start, end), "an empty opening")


def _free(piece: Piece, text: str, gone: Sequence[Piece]) -> bool:
    return not any(_inside(piece, other) for other in gone) and not _carries(piece, text, gone)


def _carries(piece: Piece, text: str, gone: Sequence[Piece]) -> tuple[str, ...]:
    """What only this piece says of all that is left, in words; nothing: it may go."""
    here = text[piece.start : piece.end]
    rest = _without(text, [*gone, piece])
    out = [f"“{name}”" for name in _named(here) if name not in _named(rest)]
    sentence = text[slice(*piece.sentence)]
    binding = _grammar(here) or ("not" if _excludes(sentence) else "")
    if binding:
        out.append(f"the rule with “{binding}”")
    if _TIMED.search(here) and not _TIMED.search(rest):
        out.append("when to use it")
    known = set(content_stems(rest)) | _EMPTY
    own = [term for term in dict.fromkeys(content_stems(here)) if term not in known]
    if own:
        spelled = [
            w for w in re.findall(r"[^\W_]+", here) if set(content_stems(w)) & set(own)
        ] or own
        shown = list(dict.fromkeys(spelled))[:_MOST_NAMED]
        more = "…" if len(own) > _MOST_NAMED else ""
        out.append(f"the word{'s' if len(own) > 1 else ''} {', '.join(shown)}{more}")
    return tuple(dict.fromkeys(out))


def _named(text: str) -> tuple[str, ...]:
    """Quoted triggers, slash names, code, paths, links, placeholders and numbers."""
    found = [lit.text for lit in literals(text) if lit.kind not in _GRAMMAR]
    found += _SLASH.findall(text)
    found += [match[1] for match in _SINGLE.finditer(text)]
    return tuple(dict.fromkeys(found))


def _grammar(text: str) -> str:
    """The first word that forbids, limits or excepts."""
    return next((lit.text for lit in literals(text) if lit.kind in _GRAMMAR), "")


def _excludes(text: str) -> bool:
    return any(lit.kind in ("negation", "exception") for lit in literals(text))


def _quoted(text: str, at: int) -> bool:
    """Whether an offset stands inside of quotation marks or a code span."""
    before = text[:at]
    return (
        before.count('"') % 2 == 1
        or before.count("`") % 2 == 1
        or before.count("“") > (before.count("”"))
    )


def _inside(piece: Piece, other: Piece) -> bool:
    return piece.start < other.end and other.start < piece.end


def _whole(piece: Piece) -> bool:
    return (piece.start, piece.end) == piece.sentence


def _size(piece: Piece) -> int:
    return piece.end - piece.start


def _without(text: str, gone: Sequence[Piece]) -> str:
    out, at = [], 0
    for start, end in _ranges(text, gone):
        out.append(text[at:start])
        at = end
    return "".join([*out, text[at:]])


def _ranges(text: str, gone: Sequence[Piece]) -> tuple[tuple[int, int], ...]:
    """What is cut, with the blanks behind it, or before it where nothing follows."""
    joined: list[list[int]] = []
    for piece in sorted(gone, key=lambda p: (p.start, p.end)):
        start, end = piece.start, piece.end
        if _whole(piece):
            end += len(text[end:]) - len(text[end:].lstrip())
        if joined and start <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([start, end])
    if joined and joined[-1][1] >= len(text.rstrip()) and joined[-1][0] > 0:
        joined[-1][0] = len(text[: joined[-1][0]].rstrip())
        joined[-1][1] = len(text.rstrip())
    return tuple((a, b) for a, b in joined)
