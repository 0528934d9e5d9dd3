"""Word lists as data: what is wrong in a file is said with its line."""

from __future__ import annotations

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


def test_a_pattern_may_name_the_groups_above_it() -> None:
    text = (
        "[sign]\na b, a.c\n[patterns end]\nx\ny$\n[patterns all]\n^{sign}-{end}\n\\{sign\\}{0,2}\n"
    )
    assert parse(text, "x.txt")["all"] == (r"^(?:a\s+b|a\.c)-(?:x|y$)", r"\{sign\}{0,2}")
    with pytest.raises(ListError, match=r"x\.txt:2: .* names a group that is not above it"):
        parse("[patterns all]\n{later}\n[later]\nx\n", "x.txt")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "language" / "data").glob("*.txt")), ids=lambda path: path.name
)
def test_every_shipped_pattern_compiles(path: Path) -> None:
    groups = parse(path.read_text("utf-8"), path.name)
    assert groups and all(groups.values())
