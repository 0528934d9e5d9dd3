"""Does a part rule or tell? Cues of rules (limits, paths, modals) and of stories about the past.

A prompt's rules and facts are in the present and name things; anecdotes and history are in the
past and name none. Both shares run over the sentences of a text, in English, Japanese, Chinese.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SENTENCE = re.compile(r"(?<=[.!?])\s+|[。！？]|\n+|;\s")
_RULE = re.compile(
    r"`[^`\n]+`"
    r"|\b(?:must|should|shall|never|always|only|do not|don't|cannot|at (?:most|least)|required?"
    r"|unless|please|avoid|prefer|ensure|make sure|no more than|up to)\b"
    r"|\w+/[\w./*-]+|\b\w+\.(?:py|tsx?|jsx?|md|json|ya?ml|toml|sql|css|csv|sh|go|rs|html)\b"
    r"|必ず|しない|せず|禁止|すること|ください|必須|のみ|以内|以上|以下"
    r"|必须|不要|禁止|不得|务必|只能|应该|应当|请",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|came|became|began|got|gave|took|made|said|told|won|lost|left"
    r"|brought|met|sat|stood|ran|wrote|spoke|drew|fell|felt|found|held|kept|knew|led|meant|paid"
    r"|sent|sold|taught|thought|threw|understood|wore|chose|broke|grew|hung|once|used to|ago"
    r"|formerly|originally|back then|last (?:year|month|week|summer|winter|spring|autumn)"
    r"|(?:in|since|until|from) (?:19|20)\d\d)\b"
    r"|(?:だった|でした|ました|した|された|った|いた|れた|えた)(?:$|。)|昔|以前は|かつて|昨年|去年|当時"
    r"|曾经|当时|以前|过去|后来",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Tone:
    """Shares of sentences, 0 to 1: `ruling` with a cue of a rule, `telling` with past cues only."""

    ruling: float
    telling: float


def tone(text: str) -> Tone:
    """The tone of `text`, headings left out; both 0 when it holds no sentence."""
    pieces = (piece for piece in _SENTENCE.split(text) if piece and not piece.isspace())
    sentences = [piece for piece in pieces if not piece.startswith("#")]
    ruling = sum(1 for s in sentences if _RULE.search(s))
    telling = sum(1 for s in sentences if _PAST.search(s) and not _RULE.search(s))
    total = max(len(sentences), 1)
    return Tone(ruling / total, telling / total)
