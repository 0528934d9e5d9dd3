"""What a model, a git author or a commit says is shown as words, in a report and in a cell."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.page_checks import read
from workbench import Prompt
from workbench.notebook.results import Answer
from workbench.prompt.visible import HOSTILE, visible
from workbench.resources import sample_prompts
from workbench.store.store import Store
from workbench.verbs.import_git import import_git
from workbench.verbs.pages.full import render
from workbench.verbs.pages.judged import score_view
from workbench.verbs.report import Report, ReportRequest, report
from workbench.verbs.save import save
from workbench.verbs.steps import finished

TRICK = (
    "</style></bdi></td><script>x()</script> `|` <img src=//t.example onerror=x()> "
    "[a](javascript:x) @team \x1b]8;;http://t.example\x07 \x1b[31mred\x1b[0m \u202eneddih\u202c end"
)
OURS = {"details", "summary", "/details", "/summary", "br", "sub", "/sub", "code", "/code"}


def _tokens(tokens: Sequence[Token]) -> list[Token]:
    return [each for token in tokens for each in (token, *_tokens(token.children or []))]


def harmless(made: Report) -> str:
    """The words of the page; fails where page or Markdown hold more than words."""
    text = render(made, "markdown").decode()
    assert HOSTILE.search(text) is None
    for token in _tokens(MarkdownIt("gfm-like", {"linkify": False}).parse(text)):
        assert token.type not in ("link_open", "image"), token
        if token.type in ("html_block", "html_inline"):
            tags = {part.split(">")[0] for part in token.content.split("<")[1:]}
            assert tags <= OURS, token.content
    page = render(made).decode()
    assert "<script" not in page and "<img" not in page
    return read(page)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "CLAUDE.md"
    made.write_bytes((sample_prompts() / "ledger-service" / "CLAUDE.md").read_bytes())
    return made


def test_what_a_model_says_is_only_words_and_its_name_is_told(file: Path) -> None:
    made = finished(report(ReportRequest(file.name, task="review")))
    assert made.scored.result is not None
    assert "Judge: offline, method" in harmless(made)
    result = replace(
        made.scored.result,
        judge="openai",
        model=f"m{TRICK}",
        note="An opinion.",
        suspect=TRICK,
        parts=tuple(replace(part, justification=TRICK) for part in made.scored.result.parts),
    )
    scored = replace(made.scored, judge="openai", result=result)
    words = harmless(replace(made, scored=scored))
    assert words.count(visible(TRICK)) >= 15  # a reason for each part, and why it is suspect
    assert "Judge: openai (m" in words and "judge: openai (m" in words
    assert "Judge: offline" not in words
    cell = Answer("score", scored, score_view, "parts")
    assert visible(TRICK) in read(cell._repr_html_())
    assert visible(TRICK) in repr(cell) and HOSTILE.search(repr(cell)) is None


def test_what_git_and_the_store_name_is_only_words(file: Path) -> None:
    def git(*arguments: str, text: str = "") -> None:
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", TRICK), ("EMAIL", "a@example.invalid"))
        }
        environment = os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull}
        subprocess.run(["git", *arguments], env=environment, check=True, input=text.encode())

    git("init", "-q")
    git("add", "CLAUDE.md")
    git("commit", "-q", "-F", "-", text=f"{TRICK}\n\nand a body {TRICK}")
    with Store() as store:
        finished(import_git(file, store))
        file.write_bytes(file.read_bytes() + b"\nNever push to main.\n")
        save(file.name, TRICK, store, author=TRICK)
        kept = store.versions(file)
    assert "\x1b" in kept[0].reason and "<script>" in kept[1].author  # else it tests nothing
    words = harmless(finished(report(ReportRequest(file.name))))
    assert words.count("</style></bdi></td><script>x()") >= 3  # two reasons, an author
    listed = Prompt.load(file.name).versions()
    assert "<script>x()" in read(listed._repr_html_())
    assert "<script>x()" in repr(listed) and HOSTILE.search(repr(listed)) is None
