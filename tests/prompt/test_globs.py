"""Globs select what everybody expects, and no pattern takes longer than its length allows."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.prompt.globs import BadGlob, parse_glob

FITS = [
    ("*.md", "a.md", True),
    ("*.md", "b/a.md", False),
    ("**/*.md", "a.md", True),
    ("**/*.md", "b/c/a.md", True),
    ("src/**", "src/a/b", True),
    ("src/**", "src", False),
    ("src/**/b", "src/b", True),
    ("src/**/a/**/b", "src/x/a/y/z/b", True),
    ("src/**/a/**/b", "src/x/y/z/b", False),
    ("**.ts", "a/b.ts", True),
    ("**.ts", "b.ts", True),
    ("a**b", "axb", True),
    ("a**b", "a/x/b", True),
    ("*.{ts,tsx}", "a.tsx", True),
    ("{a,{b,c}}/x", "c/x", True),
    ("{a}", "{a}", True),
    ("{a,b", "{a,b", True),
    ("[a-c]x", "bx", True),
    ("[!a-c]x", "bx", False),
    ("[!a]b", "/b", False),
    ("[z-a]", "a", False),
    ("[", "[", True),
    ("a?c", "abc", True),
    ("a?c", "a/c", False),
    (r"\*.md", "*.md", True),
    (r"\*.md", "a.md", False),
    ("*a*b", "xaxbxab", True),
    ("*a*b", "xaxbx", False),
    ("*\n", "a\n", True),
]


@pytest.mark.parametrize(("pattern", "path", "fits"), FITS)
def test_what_a_glob_selects(pattern: str, path: str, fits: bool) -> None:
    assert parse_glob(pattern).matches(path) is fits


def slow_part(pattern: str, text: str) -> bool:
    """The same for one part, by trying every way: what a star may stand for, one after another."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(slow_part(pattern[1:], text[at:]) for at in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and slow_part(pattern[1:], text[1:])


def slow(parts: list[str], names: list[str]) -> bool:
    if not parts:
        return not names
    if parts[0] == "**":
        if len(parts) == 1:
            return bool(names)
        return any(slow(parts[1:], names[at:]) for at in range(len(names) + 1))
    return bool(names) and slow_part(parts[0], names[0]) and slow(parts[1:], names[1:])


@pytest.mark.slow
@settings(max_examples=300)
@given(
    st.lists(
        st.one_of(st.just("**"), st.from_regex(r"(?:\*?[ab?]){1,3}\*?", fullmatch=True)),
        min_size=1,
        max_size=4,
    ),
    st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=5),
)
def test_it_agrees_with_a_matcher_that_tries_every_way(parts: list[str], names: list[str]) -> None:
    assert parse_glob("/".join(parts)).matches("/".join(names)) == slow(parts, names)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 240 + "b", "a" * 4_000),
        ("**/a/" * 90 + "b", "a/" * 2_000 + "c"),
        ("**/*a*a*a*a*b/" * 30 + "z", ("a" * 100 + "/") * 40 + "y"),
        ("{" * 400, "a" * 400),
        ("a**b**c**d**e", "a" * 4_000),
        ("[" * 500, "[" * 499),
        ("?" * 250 + "*" * 250, "a" * 249),
    ],
)
def test_no_pattern_goes_back_and_forth(pattern: str, path: str) -> None:
    start = time.process_time()
    assert not parse_glob(pattern).matches(path)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("a" * 501, "longer than 500"),
        ("{a,b}" * 7, "more than 64 patterns"),
        ("{a,b}" * 90, "more than 64 patterns"),
        ("a**" * 9, "more than 64 patterns"),
        ("**b/" * 9, "more than 64 patterns"),
        ("{" + "a," * 50 + "a}" + "b" * 300, "4,000 characters"),
    ],
)
def test_patterns_are_bounded_in_length_and_in_what_they_stand_for(pattern: str, why: str) -> None:
    with pytest.raises(BadGlob, match=why):
        parse_glob(pattern)
