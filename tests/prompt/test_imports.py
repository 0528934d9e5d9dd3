"""`@path` imports: listed as written, resolved by asking, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.prompt.imports import find_imports, resolve_imports
from workbench.prompt.source import Source


def paths(text: str, kind: str = "path") -> list[str]:
    return [one.path for one in find_imports(text) if one.kind == kind]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("@AGENTS.md", "AGENTS.md"),
        ("See @docs/guide.md.", "docs/guide.md"),
        ("- @~/notes/style.md", "~/notes/style.md"),
        ("* @/etc/rules.md", "/etc/rules.md"),
        ("@./a.md, and more", "./a.md"),
        ("@../up/b.md", "../up/b.md"),
        (r"@docs/my\ notes.md", "docs/my notes.md"),
        ("@docs/guide.md#setup", "docs/guide.md"),
        ("@docs/規約.md。", "docs/規約.md"),
        ("@Docs/Guide", "Docs/Guide"),
        ("x\r\n@a.md\r\n", "a.md"),
    ],
)
def test_paths_are_read_as_a_host_reads_them(text: str, path: str) -> None:
    assert paths(text) == [path]


@pytest.mark.parametrize(
    "text",
    [
        "me@example.org",
        "`@docs/x.md`",
        "```\n@docs/x.md\n```",
        "~~~\n@docs/x.md\n~~~",
        '"@docs/x.md"',
        '@app.route("/x")',
        "@",
        "@@x",
        "a @ b",
        "@{name}",
    ],
)
def test_what_is_no_import_is_not_listed(text: str) -> None:
    assert find_imports(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        *("@maria", "@types/node", "@property", "@latest", "@example.com"),
        *("@pytest.mark.slow", "@src/**", "@README"),
    ],
)
def test_people_packages_and_decorators_are_unsure(text: str) -> None:
    assert [one.kind for one in find_imports(f"Ask {text} about it.")] == ["unsure"]


def test_case_010_what_cannot_be_resolved_is_listed_with_its_raw_text() -> None:
    text = (
        "@D:\\Team Files\\house rules.md\n@../../outside.md\n@gone.md\n@here.md\n"
        "@docs/Team Notes.md\nAsk @maria.\n"
    )

    answer = resolve_imports(find_imports(text), lambda path: path == "here.md")

    assert [one.raw for one in answer.found] == ["@here.md"]
    assert [one.raw for one in answer.unresolved] == [
        "@D:\\Team Files\\house rules.md",
        "@../../outside.md",
        "@gone.md",
        "@docs/Team Notes.md",
    ]
    assert [one.raw for one in answer.mentions] == ["@maria"]
    assert "blank" in answer.unresolved[0].note
    for one in (*answer.found, *answer.unresolved, *answer.mentions):
        assert text[one.start : one.end] == one.raw
    assert [one.line for one in answer.unresolved] == [1, 2, 3, 5]


def test_an_unsure_word_that_names_a_file_is_an_import() -> None:
    answer = resolve_imports(find_imports("See @README for more."), lambda path: path == "README")

    assert [one.path for one in answer.found] == ["README"]


def test_prose_behind_an_import_is_not_taken_for_its_name() -> None:
    (one,) = find_imports("@docs/guide.md describes main.py\n")
    assert one.raw == "@docs/guide.md"
    (two,) = find_imports("Look at @docs/Guide and src/main.py\n")
    assert two.raw == "@docs/Guide"


def test_the_corpus_holds_no_silly_imports(corpus: list[Path]) -> None:
    listed = {}
    for path in corpus:
        text = Source.from_bytes(path.read_bytes()).text
        for one in find_imports(text):
            assert text[one.start : one.end] == one.raw
            if one.kind == "path":
                listed.setdefault(path.name, []).append(one.raw)
    # Everything that reads like a path is a file name in the text, seen with our own eyes.
    assert all(raw.endswith(".md") for rows in listed.values() for raw in rows), listed
    assert listed or len(corpus) < 100, "only few of them import anything"
