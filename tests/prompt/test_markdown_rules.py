"""The parser asks few rules about a line; it reads what asking all of them reads."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.prompt import markdown

PIECES = [
    *("words here", "a | b", "|---|---|", "# A", "#", "===", "=", "---", "- - -", "***", "--- x"),
    *("- item", "* item", "+ item", "1. item", "7) item", "1.", "-", "> quote", ">", "> ---"),
    *("```", "~~~", "``` x", "    code", "\tcode", "[a]: b.md", "[a", "<div>", "<rules>"),
    *("</rules>", "<!-- x", "{% if x %}", "<<<<<<< HEAD", "=======", ">>>>>>> b", "", "   "),
    *("<<<<<<< SEARCH", ">>>>>>> REPLACE", "\\- x", "١. item", "\u00a0---", "_ _ _", "|", "<"),
]
LINES = st.lists(
    st.tuples(
        st.sampled_from(["", " ", "  ", "   ", "    ", "> ", "- ", "  > "]), st.sampled_from(PIECES)
    ),
    max_size=14,
)


def tokens(text: str) -> list[tuple[object, ...]]:
    found = markdown.parse(text)
    return [(t.type, t.tag, t.map, t.level, t.content, t.markup, t.info, t.hidden) for t in found]


@settings(max_examples=150)
@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_few_rules_read_what_all_rules_read(lines: list[tuple[str, str]], end: str) -> None:
    text = end.join(a + b for a, b in lines)
    found = tokens(text)
    rules = markdown._parser().block.ruler
    kept = rules.__cache__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_may_be_underlined", lambda *_: True)
        rules.__cache__ = None
        try:
            assert tokens(text) == found
        finally:
            rules.__cache__ = kept


def test_the_parser_takes_its_rules_from_where_they_were_put() -> None:
    rules = markdown._parser().block.ruler
    assert [len(rules.getRules(chain)) for chain in ("", "paragraph", "list")] == [1, 1, 1]
