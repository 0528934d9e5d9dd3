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
#: Names whose halves mean something else than the name.
_FIXED = frozenset(
    re.findall(
        r"\w+",
        "typescript javascript coffeescript github gitlab bitbucket postgresql mysql nosql graphql"
        " youtube linkedin facebook wordpress powershell powerpoint webpack openai",
    )
)
#: A word as it stands there, with the letter in front of "e-mail".
_NAME = re.compile(r"(?:\b[A-Za-z]-)?[A-Za-z0-9_]+")
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
        self._lower = task.lower()

    def within(self, text: str) -> tuple[str, ...]:
        """The words of `text` that the task holds too, each once, the rarest in prompts first.

        English words meet when their first five letters do. Japanese, Chinese and Korean give the
        longest strings in common that hold more than particles. A part of a name is given as the
        whole name (`parseInvoice` for "invoice"), and a fixed one ("TypeScript") only counts when
        the task holds it whole.
        """
        known = background()
        words: dict[str, tuple[float, str]] = {}
        for term, word in spelled_terms(text) if self._roots else ():
            key = root(term)
            if key in self._roots and key not in words and word not in _LINK_WORDS:
                words[key] = (-known.idf(term), word)
        whole = _Whole(text)
        shown = (whole.of(word) for _, word in sorted(words.values()))
        ranked = [
            word for word in shown if word.lower() not in _FIXED or word.lower() in self._lower
        ]
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


class _Whole:
    """The words of a text as they stand there; read only when a piece of a name is asked for."""

    def __init__(self, text: str) -> None:
        self._text, self._lower = text, text.lower()
        self._names: dict[str, str] | None = None

    def of(self, word: str) -> str:
        """`word` where it stands alone in the text, else the first name that holds it."""
        if not word.isascii() or re.search(rf"(?<![a-z0-9_]){word}(?![a-z0-9_])", self._lower):
            return f"e-{word}" if self._only_hyphened(word) else word
        if self._names is None:
            self._names = {}
            for match in _NAME.finditer(self._text):
                for _, piece in spelled_terms(match[0]):
                    self._names.setdefault(piece, match[0])
        return self._names.get(word, word)

    def _only_hyphened(self, word: str) -> bool:
        """Whether "mail" stands there as "e-mail" only."""
        if f"e-{word}" not in self._lower:
            return False
        return not re.search(rf"(?<![a-z0-9_])(?<!\be-){word}(?![a-z0-9_])", self._lower)
