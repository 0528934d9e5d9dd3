"""Which words of a task a part holds too, as a person would name them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.judge.relevance.terms import background, spelled_terms

#: Words that link others; sharing one of them says nothing about a task.
_LINK_WORDS = frozenset(
    re.findall(
        r"\w+",
        "about above across after again against also always another anything around back be because"
        " been before being below between both but could did do does doing done down during either"
        " else etc even every everything example few first following get gets getting give given"
        " good he help here how however if including instead just keep last let like likely ll made"
        " make makes making many may me might more most much multi my need needs never next not now"
        " off often on once other others our out over own place please put rather re same set so"
        " some something still such take than their them then there these they thing things those"
        " three through too under until up upon us ve very want wants was way ways we well were"
        " what where whether while who whose why within without would yes yet"
        " different include various exist exists work works",
    )
)
_CJK_RUN = re.compile(
    "[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3々]+"
)
_HIRAGANA = "".join(map(chr, range(0x3041, 0x3097)))
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
#: The longest CJK word that is looked for, and how many of one task.
_LONGEST, _MOST = 12, 40


def root(term: str) -> str:
    """The first five letters: `advertise` and `advertisement` meet."""
    return term[:5] if term.isascii() else term


class TaskWords:
    """The words of one task, ready to be looked for in many parts."""

    def __init__(self, task: str) -> None:
        self._roots = {
            root(term)
            for term, word in spelled_terms(task)
            if word not in _LINK_WORDS and not _CJK_RUN.fullmatch(word)
        }
        self._runs = _CJK_RUN.findall(task)

    def within(self, text: str) -> tuple[str, ...]:
        """The words of `text` that the task holds too, each once, the rarest in prompts first.

        English words meet when their first five letters do. Japanese, Chinese and Korean give the
        longest strings in common that hold more than particles.
        """
        known = background()
        words: dict[str, tuple[float, str]] = {}
        for term, word in spelled_terms(text) if self._roots else ():
            key = root(term)
            if key in self._roots and key not in words and word not in _LINK_WORDS:
                words[key] = (-known.idf(term), word)
        ranked = [word for _, word in sorted(words.values())]
        return tuple(dict.fromkeys([*ranked, *self._strings(text)]))

    def _strings(self, text: str) -> Iterator[str]:
        found = 0
        for run in self._runs:
            start = 0
            while start + 1 < len(run) and found < _MOST:
                end = start + 2
                if run[start:end] not in text:
                    start += 1
                    continue
                while end < min(len(run), start + _LONGEST) and run[start : end + 1] in text:
                    end += 1
                word = run[start:end].strip(_HIRAGANA)
                if len(word) >= (3 if _KATAKANA.fullmatch(word) else 2):
                    found += 1
                    yield word
                start = end
