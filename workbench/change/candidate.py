"""A candidate: a new text for a prompt, by whomever it was made. Can it be used as it is?

The ledger says what became of every statement; here is what else makes a candidate useless:
placeholders that nobody fills in, a text that grew past what was agreed, pinned text that
changed, and runs of words that come out of the queries it was tuned on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.change.ledger import Ledger, ledger
from workbench.measure.limits import TokenCap
from workbench.prompt.codespans import code_spans
from workbench.prompt.likeness import WORD, words
from workbench.prompt.lines import line_at
from workbench.prompt.placeholders import find_placeholders
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

#: A run of this many words (or characters of a script without spaces) out of a query is copied:
#: shorter ones are everyday phrases.
RUN_WORDS, RUN_CHARACTERS = 4, 8
#: From this share of a token budget on, a candidate is said to be near it.
NEAR = 0.8


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a candidate cannot be used. `kind`: ledger, placeholder, longer, budget, pinned,
    copied, same or empty. `line`: of the candidate, from 1; 0 for the whole text."""

    kind: str
    words: str
    line: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "words": self.words, "line": self.line}


@dataclass(frozen=True, slots=True)
class Run:
    """Words of a candidate that stand so in a query and not in the older text.

    `start`, `end`: offsets into the candidate, half-open; `line` from 1; `words` counts them;
    `query`: the first one (from 0) that holds them.
    """

    start: int
    end: int
    line: int
    words: int
    query: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "start": self.start,
            "end": self.end,
            "line": self.line,
            "words": self.words,
            "query": self.query,
            "text": self.text,
        }


@dataclass(frozen=True)
class Candidate:
    """The verdict on one candidate. `notes`: what is worth knowing and stops nothing."""

    old: Prompt
    new: Prompt
    tokens_before: int
    tokens_after: int
    ledger: Ledger
    problems: tuple[Problem, ...]
    runs: tuple[Run, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def usable(self) -> bool:
        return not self.problems

    @property
    def size(self) -> str:
        """`84 tokens, 12 fewer than now (-12.5 %)`."""
        more = self.tokens_after - self.tokens_before
        share = f" ({100 * more / self.tokens_before:+.1f} %)" if self.tokens_before else ""
        how = "as many as now" if not more else f"{abs(more):,} {'more' if more > 0 else 'fewer'}"
        return f"{plural(self.tokens_after, 'token')}, {how}{' than now' if more else ''}{share}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "usable": self.usable,
            "tokens_before": self.tokens_before,
            "tokens_after": self.tokens_after,
            "problems": [problem.to_dict() for problem in self.problems],
            "copied_runs": [run.to_dict() for run in self.runs],
            "notes": list(self.notes),
            "ledger": self.ledger.to_dict(),
            "gate": self.ledger.gate,
        }


@dataclass(frozen=True, slots=True)
class Terms:
    """What is asked of a candidate. `shorter`: it was meant to be. `budget`: the most tokens that
    it may have. `queries`: what it was tuned or tested on. `pinned`: texts that must stand in it
    unchanged. `allow`: ids of ledger rows that may differ."""

    shorter: bool = False
    budget: TokenCap | None = None
    queries: Sequence[str] = ()
    pinned: Collection[str] = ()
    allow: Collection[str] = ()


def judge_candidate(
    old: Prompt,
    new: Prompt,
    tokens: tuple[int, int],
    terms: Terms = Terms(),
) -> Candidate:
    """Judge `new` as a text to put in place of `old`; `tokens`: of both."""
    before, after = tokens
    budget = terms.budget
    book = ledger(old, new, allow=terms.allow)
    problems: list[Problem] = []
    notes: list[str] = []
    if not new.text.strip():
        problems.append(Problem("empty", "It is empty."))
    elif new.text == old.text:
        problems.append(Problem("same", "It is the text that is there now."))
    if book.gate != "pass":
        rows = book.objections
        count = plural(len(rows), "statement or literal", "statements or literals")
        problems.append(Problem("ledger", f"It loses or changes {count}: {', '.join(rows)}."))
    problems += _invented(old, new)
    if terms.shorter and after >= before > 0:
        problems.append(
            Problem(
                "longer", f"It was to be shorter and has {after:,} tokens instead of {before:,}."
            )
        )
    if budget is not None and budget.above(after):
        problems.append(Problem("budget", f"It has {budget.too_large(after)}."))
    elif budget is not None and budget.upper(after) >= NEAR * budget.most:
        used = 100 * budget.upper(after) / budget.most
        notes.append(f"It uses {used:.0f} % of the {budget.most:,} tokens allowed.")
    for text in terms.pinned:
        if text and text not in new.text:
            problems.append(Problem("pinned", f"Pinned text changed: {one_line(text, 60)}"))
    runs = copied_runs(old.text, new, terms.queries)
    if runs:
        words = sum(run.words for run in runs)
        said = ", ".join(f"'{one_line(run.text, 60)}' (line {run.line})" for run in runs[:3])
        more = f" and {len(runs) - 3} more" if len(runs) > 3 else ""
        problems.append(
            Problem(
                "copied",
                f"{plural(len(runs), 'run')} of words ({words} in all) come out of the queries:"
                f" {said}{more}. It may work on nothing else.",
                runs[0].line,
            )
        )
    return Candidate(old, new, before, after, book, tuple(problems), runs, tuple(notes))


def _invented(old: Prompt, new: Prompt) -> list[Problem]:
    """Placeholders that only the candidate has: nobody fills them in."""
    have = Counter(p.name for p in find_placeholders(old.text, code_spans(old.text)))
    found: dict[str, Problem] = {}
    for place in find_placeholders(new.text, code_spans(new.text)):
        if have[place.name] or not place.certain or place.name in found:
            continue
        line = line_at(new.starts, place.start) + 1
        written = one_line(new.text[place.start : place.end], 40)
        found[place.name] = Problem(
            "placeholder", f"{written} is a new placeholder: nothing fills it in.", line
        )
    return list(found.values())


def copied_runs(old: str, new: Prompt, queries: Sequence[str]) -> tuple[Run, ...]:
    """Runs of words in `new` that stand so in a query and nowhere in `old`, longest possible."""
    if not queries:
        return ()
    known = set(_grams(words(old)))
    where: dict[tuple[str, ...], int] = {}
    for number, asked in enumerate(queries):
        for gram in _grams(words(asked)):
            where.setdefault(gram, number)
    spans = [(m.start(), m.end(), m.group().lower()) for m in WORD.finditer(new.text)]
    out: list[tuple[int, int, int]] = []  # first word, behind the last word, query
    for at, gram in enumerate(_grams([word for _, _, word in spans])):
        query = where.get(gram)
        if query is None or gram in known:
            continue
        if out and at < out[-1][1]:
            out[-1] = (out[-1][0], at + RUN_WORDS, out[-1][2])
        else:
            out.append((at, at + RUN_WORDS, query))
    made = []
    for first, last, query in out:
        characters = all(len(word) == 1 and ord(word) > 0x2E80 for _, _, word in spans[first:last])
        if characters and last - first < RUN_CHARACTERS:
            continue
        start, end = spans[first][0], spans[last - 1][1]
        line = line_at(new.starts, start) + 1
        made.append(Run(start, end, line, last - first, query, new.text[start:end]))
    return tuple(made)


def _grams(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(words[i : i + RUN_WORDS]) for i in range(len(words) - RUN_WORDS + 1)]
