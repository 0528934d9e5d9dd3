"""Parts split and merged by hand: where it is allowed, what is said, and what is kept."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.tui.terminal import CTXBENCH, ROOT, Terminal
from workbench.errors import UsageError
from workbench.prompt.prompt import Prompt
from workbench.verbs.manual_cuts import (
    keep_cuts,
    merge_before,
    pack,
    split_before,
    stored_cuts,
    unpack,
)

TEXT = """# One

First paragraph.

Second paragraph.

- a
- b

```
code
more
```

## Two

Text of two.

| a | b |
|---|---|
| 1 | 2 |
"""


def borders(prompt: Prompt) -> list[int]:
    return [part.start_line for part in prompt.parts()]


def test_a_split_opens_a_part_and_a_merge_takes_it_back() -> None:
    prompt = Prompt.from_text(TEXT, "CLAUDE.md")
    before = borders(prompt)
    assert 5 not in before
    cut = prompt.with_cuts(split_before(prompt, prompt.parts(), 4))
    assert borders(cut) == sorted([*before, 5])
    index = borders(cut).index(5)
    back = cut.with_cuts(merge_before(cut, cut.parts(), index))
    assert borders(back) == before


def test_a_merged_heading_can_be_split_again() -> None:
    prompt = Prompt.from_text(TEXT, "CLAUDE.md")
    parts = prompt.parts("fine")
    assert [part.start_line for part in parts] == [1, 15]
    joined = prompt.with_cuts(merge_before(prompt, parts, 1))
    assert [part.start_line for part in joined.parts("fine")] == [1]
    again = joined.with_cuts(split_before(joined, joined.parts("fine"), 14))
    assert [part.start_line for part in again.parts("fine")] == [1, 15]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (1, "blank"),
        (10, r"inside a fence \(lines 10-13\)"),
        (19, "inside a table"),
        (0, "opens part 1 already"),
    ],
)
def test_a_line_that_cannot_be_cut_says_why(line: int, words: str) -> None:
    prompt = Prompt.from_text(TEXT, "CLAUDE.md")
    with pytest.raises(UsageError, match=words):
        split_before(prompt, prompt.parts(), line)


def test_the_nearest_lines_are_named() -> None:
    prompt = Prompt.from_text(TEXT, "CLAUDE.md")
    with pytest.raises(UsageError) as caught:
        split_before(prompt, prompt.parts(), 11)
    assert caught.value.hint == "The nearest lines where one can: 10 and 15."


def test_frontmatter_and_the_first_part_do_not_merge() -> None:
    prompt = Prompt.from_text("---\nname: x\n---\n\n# A\n\ntext\n", "SKILL.md")
    for index in (0, 1):
        with pytest.raises(UsageError):
            merge_before(prompt, prompt.parts(), index)


def test_cuts_survive_the_store_with_any_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXBENCH_HOME", str(tmp_path / "home"))
    path = tmp_path / "CLAUDE.md"
    path.write_text("a\n\n\ud800 b\n", encoding="utf-8", errors="surrogatepass")
    prompt = Prompt.from_text("a\n\n\ud800 b\n", str(path))
    assert not stored_cuts(path)
    assert not (tmp_path / "home").exists()
    cuts = split_before(prompt, prompt.parts(), 2)
    keep_cuts(path, cuts)
    assert stored_cuts(path) == cuts == unpack(pack(cuts))
    assert not unpack({"splits": [1]})
    assert not unpack("x")


@pytest.mark.slow
def test_split_and_merge_in_the_list_and_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(TEXT)
    with Terminal(str(path)) as bench:
        bench.until("tok", "Relevance")
        bench.press("down", "down", "down", "down", "ctrl+n", "s")
        bench.until("opens at line 5 now", "Second paragraph")
        bench.until(gone="keeping the cuts")
        bench.press("ctrl+q")
        assert bench.ended() == 0
    listed = subprocess.run(
        [*CTXBENCH, "parts", "--json", str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    found = json.loads(listed.stdout)
    assert found["cuts"] == {"splits": [5], "merges": []}
    assert 5 in [part["start_line"] for part in found["parts"]]
    with Terminal(str(path)) as bench:
        bench.until("Relevance", "2 Second para")
        bench.press("ctrl+n", "down", "m")
        bench.until("Merged into part 1", gone="2 Second para")
