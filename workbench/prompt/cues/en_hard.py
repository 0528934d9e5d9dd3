# ruff: noqa: E501  (a list of words is one expression)
"""English words of duty, and rules that are told as facts. Texts are lower case."""

from __future__ import annotations

import re

from workbench.prompt.cues import NONE, Verdict
from workbench.prompt.cues.en_commands import is_command
from workbench.prompt.cues.en_places import by_place
from workbench.prompt.cues.en_words import (
    ABOLISHED,
    AGENT,
    CANNOT,
    EXTENT,
    HARD,
    HARD_HINT,
    HARD_IN_FRONT,
    IMPLICIT,
    NEEDS,
    OPEN_IF,
    PAST,
    PLURAL_SUBJECT,
    RELATIVE,
    REPORTED,
    REQUIRES,
    SCOPE_NOTE,
    SHOULD_HARD,
)

_NEGATED = re.compile(
    r"^\w+ (?:be )?(?:not|never)\b|^(?:ensure|make sure|be sure)\b[^,]{0,60}\b(?:not|never|no|nothing)\b"
)
_NO = re.compile(r"never|not|no ")
_BINDING = re.compile(
    r"\b(?:must|have to|has to|needs? to|required|shall|strictly|exactly|precisely|nothing|forbidden|mandatory)"
)
_MADE_SURE = re.compile(r"(?:ensure|make sure|it is)")
_DENIED = re.compile(
    r"\b(?:don't|do not|does not|doesn't|not|never|no longer|may|might|could|would|will|didn't)\s*$"
)
_NOT_SAID = re.compile(r"\b(?:does not|doesn't) (?:mean|imply)\b")
_HAVE_TO = re.compile(r"\b(?:has|have|needs?) to$")
_OTHERS = re.compile(r"(?:i|they|users?|he|she)\b")
_IS_OR_HAS = re.compile(r"\b(?:is|are|has|have)\s*$")
_IS = re.compile(r"\b(?:is|are)\s*$")
_THERE_IS = re.compile(r"\b(?:there (?:is|are)|has|have)\s*$")
_EXPLAINED = re.compile(r",?\s+(?:because|which)\b")
_MANY = re.compile(r"(?:all|every|each|any|new|changes?|\w+ing|an?)\b|\w+s\b")
_SOMEBODY = re.compile(
    r"(?:i|you|they|we|if|the (?:app|server|service|tool|function|command|script))\b"
)
_RANK = re.compile(r"precedence|wins?$|priority")
_RANKED = re.compile(
    r"\b(?:rules?|instructions?|guidelines?|polic|requirements?|spec|safety|laws?|users?|customers?|documents?|sections?|sources?"
    r"|handbook|manual|guide|wish|wording|terms|patients?|owners?|this|these|stricter|latter|former|later|newer|deadline|quality)"
)
#: "Names do not appear in logs": what is kept out of where it would be read.
_KEPT_OUT = re.compile(
    r"(?!they\b|these\b|those\b|some\b|users?\b|people\b)[\w' -]{3,50}? (?P<not>do not|don't|does not|doesn't|never|(?:are|is) (?:not|never)) (?:ever )?"
    r"(?:appear|leave|reach|belong|go|end up|show up|turn up|enter|leak|shown|printed|written|logged|stored|sent|shared|committed|copied|included|exposed|pasted|mentioned|passed on)(?: up| on)? (?:in|into|to|on|within|outside|out of|the|with|our|any)\b"
    r"[^.]*?\b(?:logs?|commits?|repo\w*|git|source|code|reports?|outputs?|urls?|error messages?|screenshots?|tickets?|prompts?|answers?|repl(?:y|ies)|chats?|e-?mails?|analytics|fixtures?|exports?|summar(?:y|ies)|public|agents|customers|third parties|vendors|building|company|country)\b"
)
#: An observation, not a rule.
_SEEN = re.compile(
    r"\b(?:yet|any ?more|currently|sometimes|often|usually|always seem|because|since|if|when|why|bug|problem|issue)\b"
)
_MACHINE = re.compile(r"\b(?:the (?:cluster|cache|instance|service|server|app)|it)\b")


def hard(text: str) -> Verdict:
    """The duty or ban in a clause, if a word says so."""
    should = SHOULD_HARD.search(text)
    if should:
        return Verdict("hard", "explicit", "dont" if _NO.search(should[0]) else "do", cue=should[0])
    for polarity, pattern in HARD if HARD_HINT.search(text) else HARD_IN_FRONT:
        found = pattern.search(text)
        if found and _binds(text, found):
            if polarity == "do" and _NEGATED.search(text[found.start() :]):
                polarity = "dont"
            return Verdict("hard", "explicit", polarity, cue=found[0].strip(" ,:"))
    return by_place(text)


def _binds(text: str, found: re.Match[str]) -> bool:
    cue = found[0]
    before = text[: found.start()]
    if ABOLISHED.search(text, found.end()) or _NOT_SAID.search(before):
        return False
    if _BINDING.search(cue):
        if RELATIVE.search(before) and not is_command(text) and not _MADE_SURE.match(text):
            return False
        if _DENIED.search(before):
            return False
        if OPEN_IF.search(before) or (REPORTED.search(before) and not AGENT.match(text)):
            return False
    if _HAVE_TO.search(cue) and _OTHERS.match(before):
        return False
    if cue.startswith(("exactly", "precisely")):
        return is_command(text) or (bool(_IS_OR_HAS.search(before)) and not PAST.search(text))
    if cue.startswith("strictly"):
        return is_command(text) or bool(_IS.search(before))
    if cue.startswith(("no ", "nothing", "nobody")) and _THERE_IS.search(before):
        return False
    past = PAST.search(text)
    if past and not cue.startswith(("must", "do ", "don't", "shall", "never")):
        return past.start() > found.end() + 12
    return not ("must" not in cue and PAST.search(before))


def implicit(text: str, full: str) -> Verdict:
    """A rule told as a fact; `full` is the clause with its reason."""
    if PAST.search(text) or SCOPE_NOTE.search(text) or _EXPLAINED.search(full):
        return NONE
    if is_command(text):
        return NONE
    many = bool(PLURAL_SUBJECT.match(text))
    cannot = CANNOT.search(text)
    if cannot and (many or text.startswith(("you", "a ", "an ", "no "))):
        polarity = "do" if "only" in cannot[0] else "dont"
        if not (polarity == "do" and text.startswith(("a ", "an "))):
            return Verdict("hard", "explicit", polarity, cue=cannot[0].split()[0])
    if (
        REQUIRES.match(text)
        and not RELATIVE.search(text[: text.find("requir")] if "requir" in text else "")
        and _MANY.match(text)
    ):
        return Verdict("hard", "explicit", "do", cue="require")
    if "need" in text and NEEDS.search(text) and not _SOMEBODY.match(text):
        return Verdict("hard", "implicit", "do", cue="needs")
    extent = EXTENT.search(text)
    if extent and (extent.start() == 0 or many) and not _MACHINE.search(text):
        return Verdict("hard", "implicit", "do", cue=extent[0].strip())
    kept = _KEPT_OUT.match(text)
    if kept and many and not _SEEN.search(text):
        return Verdict("hard", "implicit", "dont", cue=kept["not"])
    for polarity, pattern in IMPLICIT:
        found = pattern.search(text)
        if found and not RELATIVE.search(text[: found.start()]) and _ranks(text, found):
            return Verdict("hard", "implicit", polarity, cue=found[0].strip())
    return NONE


def _ranks(text: str, found: re.Match[str]) -> bool:
    """What wins over what is a rule where words or wishes are ranked, else a fact."""
    if not _RANK.search(found[0]):
        return True
    return bool(_RANKED.search(text[: found.start()]))
