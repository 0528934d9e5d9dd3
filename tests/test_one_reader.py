"""One reader of language: where words, sentences, quantities and placeholders are known.

Each way of reading has one home. The few other places are named here with their reason; a new one
fails, and so does an entry that is not needed any more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.one_reader import (
    Pattern,
    cuts_sentences,
    cuts_words,
    parsed,
    patterns,
    reads_placeholders,
    reads_quantities,
    word_lists,
)

ROOT = Path(__file__).parents[1] / "workbench"
#: The packages that are given the text of a prompt; the others get what these made of it.
READING = ("prompt", "language", "measure", "judge", "change", "hosts", "verbs")

WORDS = {
    "language/words.py _TOKEN": "the tokeniser",
    "language/phrases.py _RUN": "the plain words of a sentence, to look up lists of whole words",
    "language/content.py _PIECE": "the pieces of one name in code, of `parseInvoice`",
    "prompt/likeness.py WORD": "which line is which, in bulk, below language: letters, no reading",
    "prompt/likeness.py PIECE": "the same for what is marked inside a changed line",
    "prompt/records.py _TOKEN": "the strings and brackets of JSON",
    "measure/tokens/models.py nearest_id": "the pieces of a model's id",
    "judge/claims_find.py _PATH_WORD": "paths on a command line",
    "judge/rules/_banned_names.py _TOKEN": "the names in a piece of code",
    "judge/rules/_repeated_text.py _PARTS": "the pieces of a command, each of which counts",
    "judge/rules/two_spellings.py _PART": "the pieces of one name in code",
    "judge/rules/missing_section.py _WORD": "titles compared by their letters",
    "hosts/project_symbols.py _WORD": "names in source code of a project",
    "verbs/formats.py _tag_name": "makes a tag's name of a title",
}
SENTENCES = {
    "judge/rules/_banned_commands.py _CLAUSE": "the clauses of a ban: at commas and dashes too",
    "verbs/optimize_by_model.py _shown": "cuts at every sign, so that no pinned piece is missed",
}
QUANTITIES: dict[str, str] = {}
PLACEHOLDERS = {"prompt/placeholders.py _PATTERN": "the reader of placeholders"}

_ENDINGS, _PROGRAMS = "endings of files", "names of programs, their files and commands"
_OURS, _SCHEMA = "names of this program", "the keys of a JSON schema"
LISTS = {
    "prompt/imports.py _FILE_ENDINGS": _ENDINGS,
    "prompt/kinds.py KINDS": _OURS,
    "prompt/outline.py _KINDS": "names of tokens of markdown-it",
    "prompt/placeholders.py _HTML_NAMES": "elements of HTML",
    "prompt/title_lines.py STRENGTH": _OURS,
    "measure/tokens/__init__.py _HOMES": _OURS,
    "judge/agents/constraints.py SCHEMA": _SCHEMA,
    "judge/agents/contradictions.py SCHEMA": _SCHEMA,
    "judge/agents/scoring.py SCHEMA": _SCHEMA,
    "change/agents/rewriting.py SCHEMA": _SCHEMA,
    "judge/claims_paths.py _ENDINGS": _ENDINGS,
    "judge/claims_paths.py _PLACEHOLDER": "signs for what is filled in, in paths",
    "judge/claims_paths.py _SYSTEM": "folders of operating systems",
    "judge/claims_paths.py _BRANCH": "folders of branch names",
    "judge/claims_runners.py NODE_OWN": _PROGRAMS,
    "judge/claims_runners.py NEEDS": _PROGRAMS,
    "judge/claims_runners.py BINARIES": _PROGRAMS,
    "judge/claims_runners.py TARGETS": _PROGRAMS,
    "judge/claims_versions.py _ALIASES": _PROGRAMS,
    "judge/claims_versions.py _WORDS": _PROGRAMS,
    "judge/rules/cache_breaker.py _DATE": "how a date is written",
    "judge/rules/secret.py _KNOWN": "what a key is called to people, beside its form",
    "hosts/project_scripts.py _PYPROJECT": _PROGRAMS,
    "hosts/project_scripts.py _READERS": _PROGRAMS,
    "hosts/project_symbols.py _CODE": _ENDINGS,
    "hosts/project_symbols.py _DECLARES": "words of programming languages",
    "hosts/project_tools.py _FILES": _PROGRAMS,
    "hosts/project_tools.py _IN_MANIFESTS": _PROGRAMS,
    "verbs/rules.py FAMILIES": _OURS,
    "verbs/secret_check.py _PLUGINS": "names of the secret detector",
}


def sources() -> Iterator[tuple[str, str]]:
    for package in READING:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


@cache
def all_patterns() -> list[tuple[str, Pattern]]:
    return [(path, pattern) for path, source in sources() for pattern in patterns(source)]


def reading(check: Callable[[Pattern], bool]) -> set[str]:
    return {f"{path} {pattern.name}" for path, pattern in all_patterns() if check(pattern)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check", "places"),
    [
        (cuts_words, WORDS),
        (cuts_sentences, SENTENCES),
        (reads_quantities, QUANTITIES),
        (reads_placeholders, PLACEHOLDERS),
    ],
    ids=["words", "sentences", "quantities", "placeholders"],
)
def test_each_way_of_reading_has_its_places(
    check: Callable[[Pattern], bool], places: dict[str, str]
) -> None:
    assert reading(check) == set(places)


@pytest.mark.slow
def test_long_word_lists_are_data() -> None:
    found = {f"{path} {one.name}" for path, source in sources() for one in word_lists(source)}
    assert found == set(LISTS)


def test_one_stemmer_and_one_door_to_each_reader() -> None:
    """Who stems asks `words.stem`; the readers' names are given once."""
    homes: dict[str, set[str]] = {}
    for path, source in sources():
        if "import snowballstemmer" in source:
            homes.setdefault("snowballstemmer", set()).add(path)
        for node in parsed(source).body:
            match node:
                case ast.FunctionDef(name=name):
                    homes.setdefault(name, set()).add(path)
    for name, home in {
        "snowballstemmer": "language/words.py",
        "stem": "language/words.py",
        "tokens": "language/words.py",
        "sentences": "language/sentences.py",
        "quantities": "language/quantities.py",
        "literals": "language/literals.py",
        "quotations": "language/literals.py",
        "plain": "language/markup.py",
        "content": "language/content.py",
        "grammar": "language/content.py",
        "find_placeholders": "prompt/placeholders.py",
        "bare_title": "language/titles.py",
    }.items():
        assert homes[name] - {"verbs/pages/blocks.py"} == {home}, name


# -- the test of the test -----------------------------------------------------------------

LIST = ", ".join(
    repr(word)
    for word in ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
)


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (cuts_words, 'import re\n_WORD = re.compile(r"\\w+")\ndef f(t): return _WORD.findall(t)'),
        (cuts_words, 'import re\ndef f(t): return re.findall(r"[a-z]+", t)'),
        (cuts_words, 'import re\ndef f(t): return re.split(r"\\W+", t)'),
        (cuts_words, 'import re\n_L = "[A-Za-z]"\nWORD = re.compile(rf"{_L}+(?:\'{_L}+)?")'),
        (cuts_sentences, 'import re\ndef f(t): return re.split(r"(?<=[.!?])\\s+", t)'),
        (cuts_sentences, 'import re\n_S = re.compile("[。！]")\ndef f(t): return _S.split(t)'),
        (reads_quantities, 'import re\n_Q = re.compile(r"\\d+ ?(?:seconds|minutes|MB|lines)")'),
        (reads_quantities, 'P = Caseless(r"(?P<n>[0-9]+) (?P<unit>secs?|seconds|minutes|ms)")'),
        (reads_placeholders, 'import re\n_P = re.compile(r"\\{\\{.*?\\}\\}|\\$\\{\\w+\\}")'),
    ],
)
def test_a_second_reader_is_found(check: Callable[[Pattern], bool], source: str) -> None:
    assert any(map(check, patterns(source)))


@pytest.mark.parametrize(
    ("check", "source"),
    [
        (cuts_words, 'import re\n_BLANK = re.compile(r"\\s+")\ndef f(t): return _BLANK.split(t)'),
        (cuts_words, 'import re\n_NAME = re.compile(r"\\w+")\ndef f(t): return _NAME.fullmatch(t)'),
        (cuts_sentences, 'import re\ndef f(t): return re.search(r"[.!?]", t)'),
        (cuts_sentences, 'import re\ndef f(t): return re.split(r"\\n", t)'),
        (reads_quantities, 'import re\n_STEP = re.compile(r"\\d+ \\w+")'),
        (reads_placeholders, 'import re\n_ANY = re.compile(r".*")'),
    ],
)
def test_what_only_looks_like_one_is_not(check: Callable[[Pattern], bool], source: str) -> None:
    assert not any(map(check, patterns(source)))


TEN = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "iota", "kappa", "mu"]
MANY = [*TEN, "one", "two", "three", "four", "five"]


@pytest.mark.parametrize(
    "source",
    [
        f"_STOP = {MANY!r}",
        f"_STOP = frozenset({set(MANY)!r})",
        f"_STOP = frozenset({TEN!r}) | {{'one', 'two', 'three', 'four', 'five'}}",
        f"_STOP = (*{tuple(TEN)!r}, *('one', 'two', 'three', 'four', 'five'))",
        f"_SAME = {dict(zip(MANY[:8], MANY[7:], strict=True))!r}",
        f"_STOP = {' '.join(MANY)!r}.split()",
        f"_STOP = words({' '.join(MANY)!r})",
        f"_P = re.compile(r'\\b(?:{'|'.join(MANY)})\\b')",
        f"_P = Caseless(rf'{{_X}} (?:{'s?|'.join(MANY)})')",
        f"def f(t):\n    return t in {tuple(MANY)!r}",
        "_STOP = ['"
        + "', '".join(["これ", "それ", "あれ", "どれ", "ここ", "そこ", "あそこ", "どこ"] * 2)
        + "']",
    ],
)
def test_a_planted_word_list_is_found(source: str) -> None:
    assert [one.name for one in word_lists(source)] in (["_STOP"], ["_SAME"], ["_P"], ["f"])


@pytest.mark.parametrize(
    "source",
    [
        f"_FEW = {MANY[:14]!r}",
        f'"""Words of a docstring: {", ".join(MANY)}."""',
        f"SAID = 'A sentence may well be longer than {' '.join(MANY)}, it ends in a stop.'",
        "def f(self): return {" + ", ".join(f"'{w}': self.{w}" for w in MANY) + "}",
        f"_HASHES = {[f'{n:x}{n:x}' for n in range(100, 130)]!r}",
    ],
)
def test_what_is_no_word_list_is_not_found(source: str) -> None:
    assert not list(word_lists(source))
