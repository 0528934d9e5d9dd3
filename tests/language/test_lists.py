"""Word lists as data: what is wrong in a file is said with its line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from workbench.language.lists import ListError, group, load, parse, patterns

ROOT = Path(__file__).parents[2] / "workbench"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# a remark\n\nnever\n", "x.txt:3: words before the first [group]"),
        ("[ban]\nnever\n\n[ban]\nno\n", "x.txt:4: the group [ban] is opened twice"),
        ("[ban]\nnever, no\nno\n", "x.txt:3: 'no' stands twice in [ban]"),
        ("[patterns ban]\nnever(\n", "x.txt:2: 'never(' is no pattern"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ListError) as error:
        parse(text, "x.txt")
    assert str(error.value).startswith(said)


def test_groups_are_words_or_patterns() -> None:
    found = parse("# x\n[ban]\nnever,  do   not\nno\n[patterns end]\n a$\nb, c\n", "x.txt")
    assert found == {"ban": ("never", "do not", "no"), "end": ("a$", "b, c")}


@pytest.mark.parametrize("name", ["english", "japanese", "chinese"])
def test_the_shipped_files_load(name: str) -> None:
    assert group(name, "critical-label") and group(name, "ban-title")
    assert all(load(name).values())
    if name != "english":
        assert patterns(name, "ban").search("禁止")


def test_language_holds_no_word_lists_and_one_reader_of_each_kind() -> None:
    """Lists of 15 words and more are data; words are cut and stemmed in one place each."""
    long, stemmers, tokenisers = [], [], []
    for path in sorted((ROOT / "language").glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
                words = [x for x in node.elts if isinstance(x, ast.Constant)]
                if sum(isinstance(x.value, str) for x in words) >= 15:
                    long.append(f"{path.name}:{node.lineno}")
            if isinstance(node, ast.FunctionDef):
                stemmers += [path.name] * node.name.strip("_").startswith("stem")
                tokenisers += [path.name] * (
                    node.name.strip("_") in ("tokens", "tokenize", "words")
                )
    assert not long
    assert set(stemmers) == set(tokenisers) == {"words.py"}
