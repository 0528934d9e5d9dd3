"""The words that go with an offline score: facts that a person can check in the file.

They name shared words, likeness to the rest, repetition, rule words and references. They never
claim that a part is needed, does harm or would change what a model does: words cannot show that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.judge.relevance.lex import Measured
from workbench.prompt.visible import one_line

#: Said once with every result.
NOTE = (
    "Offline estimate from shared words: it sees what is foreign to this file, not what matters"
    " most for the task. Review a low part before you change it; the score alone is no reason to"
    " remove anything."
)
NOTHING_SHARED = (
    "The task shares no word with the prompt, so these scores are only about how well each part"
    " fits the rest of the file. "
)
TOO_FEW = (
    "inconclusive: fewer than three parts with text, so there is no rest of the file to compare"
    " them with"
)
_NO_WORDS = "Inconclusive: it holds no words that can be compared. It was left out of all figures."
_FEW_PARTS = (
    "Inconclusive: the file has fewer than three parts with text, so there is nothing to compare"
    " this one with. A finer granularity gives more parts."
)
#: Likeness to the rest, as a share of that of the middle part: words for it.
_CLOSE, _FAR = 0.75, 0.4
_TITLE_WIDTH, _MOST_WORDS = 40, 4
#: A bare ending of a Japanese verb or noun is no word that a person would look for.
_ENDING = re.compile("[\u3041-\u3096]{1,3}")
#: A pointer line costs about 20 to 40 tokens; below this, moving a part to a file saves nothing.
_WORTH_A_POINTER = 100


@dataclass(frozen=True, slots=True)
class Context:
    """What else is known of a part when its reasons are written.

    `middle`: likeness to the rest of the middle part of the file; `repeats`: title of the part it
    repeats; `rule`: (the rule word, its line) of its strongest hard rule; `link`: (a rare word,
    the title of the only other part that holds it); `capped`: the score was held at 7 or below.
    """

    has_task: bool
    middle: float
    repeats: str = ""
    rule: tuple[str, int] | None = None
    link: tuple[str, str] | None = None
    pinned: bool = False
    capped: bool = False
    low: bool = False


def justify(found: Measured, context: Context) -> str:
    """Two or three sentences about one scored part."""
    extra = list(_extras(found, context))
    sentences = [_about_task(found, context), _about_rest(found, context)]
    if extra:
        joined = "; ".join(extra)
        sentences.append(joined[0].upper() + joined[1:] + ".")
    return " ".join(sentences)


def inconclusive(few_parts: bool) -> str:
    """Why a part has no score."""
    return _FEW_PARTS if few_parts else _NO_WORDS


def _about_task(found: Measured, context: Context) -> str:
    if not context.has_task:
        return "No task is known, so only the fit with the file counts, and 7 is the most."
    if not found.shared:
        return "Shares no word with the task" + (
            ", so 7 is the most it can get." if context.capped else "."
        )
    words = [one_line(word, 24) for word in found.shared[:_MOST_WORDS]]
    more = len(found.shared) - len(words)
    listed = ", ".join(words) + (f" and {more} more" if more > 0 else "")
    return f"Shares {listed} with the task."


def _about_rest(found: Measured, context: Context) -> str:
    figures = f"(likeness {_figure(found.rest)}, the middle part has {_figure(context.middle)})"
    if found.rest < _FAR * context.middle or not found.rest:
        return f"Its words are far from the rest of the file {figures}."
    if found.rest < _CLOSE * context.middle:
        return f"Its words are less like the rest of the file than usual {figures}."
    return f"Its words fit the rest of the file {figures}."


def _extras(found: Measured, context: Context) -> Iterator[str]:
    """What belongs into the third sentence, most important first; at most three."""
    said: list[str] = []
    if found.story:
        said.append(
            "it tells a story (most sentences are of the past; none instructs or names code, a path"
            " or a command), so 4 is the most it can get, whatever words it shares"
        )
    if context.pinned:
        said.append("pinned by you")
    if context.rule:
        word, line = context.rule
        hint = ": check by hand" if context.low else ""
        named = "a hard rule" if _ENDING.fullmatch(word) else f'rule word "{one_line(word, 24)}"'
        said.append(f"{named} in line {line}{hint}")
    if context.link:
        word, title = context.link
        said.append(
            f'"{one_line(word, 24)}" stands only here and in "{one_line(title, _TITLE_WIDTH)}"'
            ": check by hand"
        )
    if context.repeats:
        said.append(
            f'repeats much of "{one_line(context.repeats, _TITLE_WIDTH)}"'
            f" (likeness {_figure(found.nearness)})"
        )
    if found.tone.telling >= 0.5 and not found.story:
        said.append("most of its sentences tell of the past and name no rule, path or limit")
    yield from said[:3]


def _figure(value: float) -> str:
    """A likeness with two decimals and no zero before the point: .07"""
    return f"{min(value, 1.0):.2f}".removeprefix("0")


def recommend(score: float, threshold: float, tokens: int, context: Context) -> str:
    """What to look at, never what to do without looking.

    KEEP from the threshold on, and from 5 on whatever the threshold. Below: RELOCATE where a hard
    rule or a reference stands in it (the useful line moves to where it belongs), CONDENSE where
    it repeats another part, OFFLOAD where it is long enough to be worth a pointer, else REMOVE.
    """
    if score >= min(threshold, 5.0) or context.pinned:
        return "KEEP"
    if context.rule or context.link:
        return "RELOCATE"
    if context.repeats:
        return "CONDENSE"
    return "OFFLOAD" if tokens >= _WORTH_A_POINTER and score >= 2 else "REMOVE"
