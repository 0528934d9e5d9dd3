"""Placeholders are told from braces, prices and tags that only look like them."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from workbench.prompt.codespans import code_spans, in_spans
from workbench.prompt.placeholders import find_placeholders
from workbench.prompt.source import Source


def found(text: str) -> list[tuple[str, str]]:
    return [(p.style, p.name) for p in find_placeholders(text)]


def test_case_016_braces_of_a_json_sample_are_plain_text() -> None:
    text = (
        "Write to {{client}} in a warm tone.\n\nAnswer as JSON:\n\n"
        '{"sent": true, "tags": {}, "items": [{"id": 1}, {}]}\n\nTags may be empty {}.\n'
        '```json\n{{"escaped": {{}}}}\n```\n'
    )

    (only,) = find_placeholders(text, code_spans(text))

    assert (only.name, only.style, only.certain) == ("client", "mustache", True)
    assert text[only.start : only.end] == "{{client}}"


@pytest.mark.parametrize(
    ("text", "style", "name"),
    [
        ("{{name}}", "mustache", "name"),
        ("{{ user.first_name | upper }}", "mustache", "user.first_name | upper"),
        ("{{{raw_html}}}", "mustache", "raw_html"),
        ("{{#each items}}", "mustache", "#each items"),
        ("{{/each}}", "mustache", "/each"),
        ("{{ .Title }}", "mustache", ".Title"),
        ("{{顧客名}}", "mustache", "顧客名"),
        ("{{ project name }}", "mustache", "project name"),
        ("{% if premium %}", "jinja", "if premium"),
        ("${REPO}", "dollar", "REPO"),
        ("${REPO:-main}", "dollar", "REPO"),
        ("$ARGUMENTS", "argument", "ARGUMENTS"),
        ("$ARGUMENTS[1]", "argument", "ARGUMENTS[1]"),
        ("$1", "argument", "1"),
        ("%(user)s", "percent", "user"),
        ("{topic}", "brace", "topic"),
        ("<output_file>", "angle", "output_file"),
        ("<your name here>", "angle", "your name here"),
    ],
)
def test_each_style_is_known(text: str, style: str, name: str) -> None:
    assert found(f"Before {text} after.") == [(style, name)]


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{ }",
        "{{}}",
        '{"a": {"b": 1}}',
        "style={{ color: 'red' }}",
        "It costs $5 million, $20 or $1,000 and $3/unit.",
        r"\$1 and \${NAME}",
        "$HOME/bin",
        "100%(approx)",
        "<b>bold</b> and <br> and <img>",
        "<rules>\nBe kind.\n</rules>",
        "Promise<string> and Array<T>",
        "a < b and c > d",
        r"\begin{document}",
        "{null} {true}",
        "<https://example.org>",
    ],
)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_everyday_writing_is_reported_with_low_certainty() -> None:
    assert [p.certain for p in find_placeholders("{topic} <file_name> $1 {{sure}}")] == [
        False,
        False,
        False,
        True,
    ]
    # In a command that takes arguments, $1 is one of them.
    assert all(p.certain for p in find_placeholders("Review $ARGUMENTS, first $1."))


def test_those_in_code_count_too_and_say_where_they_stand() -> None:
    text = "Use {{a}} and `{{b}}`.\n\n```\n{{c}}\n```\n{{d}}\n"

    marked = find_placeholders(text, code_spans(text))

    assert [(p.name, p.in_code) for p in marked] == [
        ("a", False),
        ("b", True),
        ("c", True),
        ("d", False),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a\n```\nx\n```\nb\n", ["```\nx\n```\n"]),
        ("~~~ py\nx\n```\n~~~\n", ["~~~ py\nx\n```\n~~~\n"]),
        ("````\n```\nx\n```\n````\n", ["````\n```\nx\n```\n````\n"]),
        ("```\nnever closed\n", ["```\nnever closed\n"]),
        ("``` not `a` fence\n", ["`a`"]),
        ("- item\n\n  ```\n  x\n  ```\n\nafter `y`\n", ["  ```\n  x\n  ```\n", "`y`"]),
        ("1. item\n   ```\n   x\nout `z`\n", ["   ```\n   x\n", "`z`"]),
        ("> ```\n> x\nout `z`\n", ["> ```\n> x\n", "`z`"]),
        ("`` a ` b `` and `c`", ["`` a ` b ``", "`c`"]),
        ("one ` alone\n\nand ` another", []),
        (r"\`not code` but `code`", ["` but `"]),
        ("`over\ntwo lines`", ["`over\ntwo lines`"]),
        ("`a\r\n\r\nb`", []),
        ("    ```\nplain @x\n", []),
    ],
)
def test_code_is_found_by_the_rules_of_commonmark(text: str, code: list[str]) -> None:
    spans = code_spans(text)

    assert [text[a:b] for a, b in spans] == code
    for a, b in spans:
        assert in_spans(spans, a)
        assert not in_spans(spans, b) or any(b == c for c, _ in spans)


def test_hostile_text_takes_no_time() -> None:
    for text in (
        "{{" * 60_000,
        "${" * 60_000,
        "<a " * 60_000,
        "{% " * 60_000,
        "`" * 100_001,
        "".join("`" * (i % 400) + " " for i in range(4_000)),
        "{{a " * 40_000,
        "- " * 30_000,
        ">" * 100_000,
    ):
        started = time.process_time()
        find_placeholders(text, code_spans(text))
        assert time.process_time() - started < 2, text[:6]


def test_the_corpus_holds_placeholders_only_where_text_shows_them(corpus: list[Path]) -> None:
    for path in corpus:
        if path.stat().st_size > 500_000:
            continue
        text = Source.from_bytes(path.read_bytes()).text
        spans = code_spans(text)
        assert all(a < b for a, b in spans)
        assert all(b <= c for (_, b), (c, _) in pairwise(spans)), path.name
        last = 0
        for one in find_placeholders(text, spans):
            assert last <= one.start < one.end
            assert one.name in text[one.start : one.end]
            last = one.end
