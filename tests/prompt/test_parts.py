"""Parts cover the text exactly once and never cut inside a thought."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import EditRefused, UsageError
from workbench.measure.tokens import line_costs, rough_tokenizer
from workbench.prompt import markdown
from workbench.prompt.cut_places import all_places
from workbench.prompt.edits import move_part
from workbench.prompt.granularity import running_sizes
from workbench.prompt.outline import scan
from workbench.prompt.parts import Cuts, anchor_of
from workbench.prompt.prompt import Prompt

LINES = st.sampled_from(
    ["# One", "## Two", "### Three", "Text here.", "", "", "- item", "  more", "1. first", "```"]
    + ["~~~", "<rules>", "</rules>", "<!--", "-->", "| a | b |", "|---|---|", "    code", "---"]
    + ["<<<<<<< HEAD", "=======", ">>>>>>> main", "<<<<<<< SEARCH", ">>>>>>> REPLACE", "{% if x %}"]
    + ["  <x>", "    deep", "\tdeep", "  </x>", "- <x>", "[Role]", "====", "RULES", "**1. Topic**"]
    + ["> quote", ">", "#", "Title\n===", "</x>", "<x a='1'>", "***", "\u2028", "<br>", "**Bold**"]
    + ["// Title", "Short:", "<h2>Cards</h2>", "<p>", "</p>", "\u200b```", "  ```", "1. **Topic**:"]
    + ["<!-- a:start -->", "<!-- /a -->", "{% endif %}", "# =====", "END OF RULES"]
    + ["User: hello", "Assistant: hello", '{{#section "a"}}', "{{/section}}", "{{!-- note --}}"]
    + [
        "cat << EOF",
        "EOF",
        "**Two Words:**",
        "Do this, then, and do it now:",
        "**Ask them first.** Go",
    ]
    + ["import this", "- **Label**: item", "<input>", "</input>", "{{ end }}", "{{ range .X }}"]
)
TEXTS = st.lists(LINES, max_size=40).map("\n".join)


def forbidden_lines(text: str) -> set[int]:
    """0-based lines at which no part may begin: inside a list item, fence, table or comment.

    The parser is CommonMark's, but a line that holds nothing but a tag closes what stands before
    it, as whoever wrote it meant.
    """
    inside: set[int] = set()
    for token in markdown.parse(text):
        comment = token.type == "html_block" and token.content.lstrip().startswith("<!--")
        if token.map and (
            comment or token.type in ("fence", "table_open", "list_item_open", "code_block")
        ):
            inside.update(range(token.map[0] + 1, token.map[1]))
    return inside


def by_eye(prompt: Prompt) -> set[int]:
    """Lines of headings that stand in a fence by the letter alone, since its marks do not pair."""
    known = set(prompt.outline.headings)
    return {b.start_line for b in prompt.outline.seen if b.kind == "heading" and b not in known}


@given(TEXTS, st.sampled_from(["auto", "coarse", "fine", 1, 2, 5, 12]))
def test_joined_parts_are_the_text(text: str, granularity: str | int) -> None:
    prompt = Prompt.from_text(text)
    parts = prompt.parts(granularity)
    assert "".join(prompt.part_text(part) for part in parts) == text
    assert [part.index for part in parts] == list(range(1, len(parts) + 1))
    assert len({part.id for part in parts}) == len(parts)
    ranges = prompt.part_bytes(parts)
    assert ranges[0][0] == 0 and ranges[-1][1] == len(prompt.source.data)
    assert all(a[1] == b[0] for a, b in pairwise(ranges))


@given(TEXTS, st.sampled_from(["auto", "fine", 9]))
@settings(max_examples=200)
def test_no_part_begins_inside_a_thought(text: str, granularity: str | int) -> None:
    prompt = Prompt.from_text(text)
    forbidden = forbidden_lines(text) - by_eye(prompt)
    # A tag around most of the text is looked into, like a fence around it.
    most = 0.75 * len(prompt.source.data)
    sizes = running_sizes(prompt.lines)
    pairs = [p for p in prompt.outline.pairs if sizes[p.end_line] - sizes[p.start_line] <= most]
    for part in prompt.parts(granularity)[1:]:
        line = part.start_line - 1
        assert line not in forbidden, part
        assert not any(pair.start_line < line < pair.end_line for pair in pairs), part


def test_case_001_a_comment_in_a_fence_is_no_heading() -> None:
    text = "# Setup\n\n```bash\n# get the tools\nmake tools\n```\n\n# Ship\n\nPush the tag.\n"
    parts = Prompt.from_text(text).parts()
    assert [part.title for part in parts] == ["Setup", "Ship"]
    assert "# get the tools" in text[parts[0].start : parts[0].end]


def test_case_002_fence_shapes_and_a_heading_that_ends_in_a_sharp() -> None:
    text = (
        "# F#\n\n```\n~~~\n# a\n```\n\n````\n```\n# b\n````\n\n```\n``` not closed\n# c\n```\n\n"
        "para\n\n    # d\n\n# Next\n\nok\n"
    )
    assert [part.title for part in Prompt.from_text(text).parts()] == ["F#", "Next"]


@pytest.mark.parametrize("text", [">", "#", "- a\n>", "# T\n\n>\n", "##", "1.", "-"])
def test_case_013_bare_markers_open(text: str) -> None:
    prompt = Prompt.from_text(text)
    assert "".join(prompt.part_text(part) for part in prompt.parts()) == text


@pytest.mark.parametrize("mark", ["- ", "> ", "1. "])
def test_case_014_very_deep_nesting_is_one_plain_part_with_a_note(mark: str) -> None:
    """It opens within two seconds, it is counted, and it is written back as it was."""
    text = "".join("  " * i + mark + "x\n" for i in range(300)) if mark != "> " else "> " * 4000
    started = process_time()
    prompt = Prompt.from_bytes(text.encode())
    parts = prompt.parts()
    assert process_time() - started < 2
    assert [(part.start, part.end) for part in parts] == [(0, len(text))]
    assert prompt.outline.note == "nesting too deep to split"
    assert line_costs(rough_tokenizer(), prompt.lines) != []
    assert prompt.source.data == text.encode()


def test_headings_inside_tags_and_lists_open_no_part() -> None:
    text = "<context>\n# Not a part\n\ntext\n</context>\n\n- # neither\n\n# Real\n\nwords\n"
    for granularity in ("auto", "fine"):
        parts = Prompt.from_text(text).parts(granularity)
        assert [(part.title, part.kind) for part in parts] == [
            ("<context>", "tag"),
            ("neither", "text"),
            ("Real", "section"),
        ]


def test_tags_without_blank_lines_between_them_are_parts() -> None:
    text = "<role>\nYou test.\n</role>\n<rules>\n- a\n- b\n</rules>\n<output>\nJSON\n</output>\n"
    parts = Prompt.from_text(text).parts()
    assert [part.title for part in parts] == ["<role>", "<rules>", "<output>"]


def test_a_placeholder_in_angle_brackets_is_no_tag_pair() -> None:
    text = "# A\n\nCall <name>.\n\n<file>\n\n# B\n\nend </other>\n\n# C\n\nx\n"
    assert [part.title for part in Prompt.from_text(text).parts()] == ["A", "B", "C"]


def test_frontmatter_is_the_first_part_and_blank_lines_belong_to_the_next() -> None:
    text = "---\nname: x\ndescription: y\n---\n\n# Title\n\nBody.\n"
    parts = Prompt.from_text(text).parts()
    assert [part.kind for part in parts] == ["frontmatter", "section"]
    assert (parts[0].end_line, parts[1].start_line) == (4, 5)


def test_a_thematic_break_at_the_top_is_no_frontmatter() -> None:
    assert Prompt.from_text("---\n\nText only\n\n---\n").parts()[0].kind != "frontmatter"


def test_a_heading_with_nothing_of_its_own_is_a_container() -> None:
    parts = Prompt.from_text("# All\n\n## One\n\na\n\n## Two\n\nb\n").parts()
    assert [(part.title, part.kind) for part in parts] == [
        ("All", "container"),
        ("One", "section"),
        ("Two", "section"),
    ]
    assert parts[1].path == ("All", "One")


def test_splits_and_merges_by_hand_survive_an_edit() -> None:
    text = "# A\n\none\n\ntwo\n\n# B\n\nthree\n"
    prompt = Prompt.from_text(text)
    cuts = Cuts(
        splits=frozenset({anchor_of(prompt.lines, 4)}),
        joins=frozenset({anchor_of(prompt.lines, 6)}),
    )
    assert [p.start_line for p in prompt.with_cuts(cuts).parts()] == [1, 5]
    edited = Prompt.from_text("# A\n\nzero\n\n" + text[5:], "", "").with_cuts(cuts)
    assert [p.start_line for p in edited.parts()] == [1, 7]


def test_a_number_asks_for_that_many_parts() -> None:
    text = "\n\n".join(f"Paragraph {i} says something." for i in range(30))
    for wanted in (1, 3, 7, 30):
        assert len(Prompt.from_text(text).parts(wanted)) == wanted


@pytest.mark.parametrize("word", ["medium", "0", "-3", ""])
def test_another_granularity_is_refused_by_name(word: str) -> None:
    with pytest.raises(UsageError):
        Prompt.from_text("# A\n").parts(word)


def test_every_corpus_file_is_covered_and_most_have_3_to_15_parts(corpus: list[Path]) -> None:
    good = wanted = 0
    for path in corpus:
        prompt = Prompt.from_bytes(path.read_bytes(), str(path))
        parts = prompt.parts()
        assert "".join(prompt.part_text(part) for part in parts) == prompt.text, path.name
        ranges = prompt.part_bytes(parts)
        assert ranges[0][0] == 0 and ranges[-1][1] == len(prompt.source.data)
        if not prompt.is_data and not prompt.reading.wrapped:
            forbidden = forbidden_lines(prompt.text) if prompt.outline.pairs == () else set()
            forbidden -= by_eye(prompt)
            assert not forbidden & {part.start_line - 1 for part in parts[1:]}, path.name
        tokens = len(prompt.source.data) / 4
        if path.suffix in (".md", ".mdc", ".mdx") and 500 <= tokens <= 20_000:
            wanted += 1
            good += 3 <= len(parts) <= 15
    assert good >= 0.9 * wanted, (good, wanted)


def test_two_processes_name_the_parts_alike() -> None:
    text = "# Ä\n\nx\n\n# Ä\n\ny\n\n# 規則\n\nz\n"
    program = (
        "import sys; from workbench.prompt.prompt import Prompt;"
        f"print(ascii([p.id for p in Prompt.from_text({text!r}).parts()]))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert runs == {ascii([p.id for p in Prompt.from_text(text).parts()]) + "\n"}


def test_scanning_is_linear_in_the_number_of_tags_and_headings() -> None:
    def cost(n: int) -> float:
        lines = ["<a>\n", "x\n", "\n", "# h\n", "\n"] * n
        start = process_time()
        scan(lines)
        return process_time() - start

    cost(50)
    small = min(cost(300) for _ in range(3))
    assert min(cost(2400) for _ in range(2)) < 8 * small * 2.5


# -- a division as a person would draw it -----------------------------------------------------


def opened(text: str, path: str = "prompt.md", granularity: str | int = "auto") -> list[str]:
    """Line and title of each part."""
    parts = Prompt.from_text(text, path).parts(granularity)
    return [f"{part.start_line} {part.title}" for part in parts]


#: About 75 tokens of prose: enough that a text of a few such paragraphs is divided.
PROSE = "The clerk writes down who came in, what was asked and which answer was given then. " * 4

FORMS = [
    "=== {} ===",
    "== {}",
    "-- {} --",
    "# ===== {} =====",
    "// ──────\n// {}\n// ──────",
    "# ======\n# {}\n# ======",
    "====\n\n{}\n\n====",
    "[{}]",
    "**{}**",
    "**{}:**",
    "__{}__",
    "**1. {}**",
    "1. **{}**:",
    "{}:",
    "{} (in this order):",
    "// {}",
    "<h2 align='left'>{}</h2>",
    "<h3>\n  {}\n</h3>",
    "<div align='center'>\n<h2>{}</h2>\n</div>",
]


NAMES = [
    ("OPENING HOURS", "LOST BOOKS", "READER CARDS"),
    ("Opening hours", "Lost books", "Reader cards"),
    ("開館時間", "紛失本", "利用者証"),
    ("开放时间", "遗失图书", "读者证件"),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "names",
    [
        ("OPENING HOURS", "LOST BOOKS", "READER CARDS"),
        ("Opening hours", "Lost books", "Reader cards"),
        ("開館時間", "紛失本", "利用者証"),
        ("开放时间", "遗失图书", "读者证件"),
    ],
)
def test_titles_of_one_form_all_open_parts_under_clean_names(
    form: str, names: tuple[str, ...]
) -> None:
    if form.startswith("====") and not names[0].isupper():
        pytest.skip("between drawn lines only capitals are a title")
    text = "".join(f"{form.format(name)}\n\n{PROSE}\n\n" for name in names)
    found = [title.partition(" ")[2] for title in opened(text)]
    assert [title.removeprefix("1. ") for title in found] == list(names)


NO_TITLES = [
    "For example:\n\n- one\n- two\n",
    "Change the file like this:\n\n- one\n",
    "次の形式で出力してください。例は以下のとおりです：\n\n- 一\n",
    "**Note**: this runs every night and it takes an hour\n\nGo on.\n",
    "[x]\n\n[docs]: https://example.org\n",
    "It closes at noon. // then it opens again\n",
    "<p>Welcome</p>\n",
    "```python\n# ===== SET-UP =====\nx = 1\n```\n",
    "- item\n\n  ```sh\n  # install\n  make\n  ```\n",
    "// This prints the name, and then it waits.\nprint(name)\n",
    "END OF RULES\n",
    "=== END ===\n",
    "[End of examples]\n",
]


@pytest.mark.parametrize("text", NO_TITLES)
def test_leads_notes_code_and_ends_are_no_titles(text: str) -> None:
    prompt = Prompt.from_text(text)
    found = all_places(prompt.outline, running_sizes(prompt.lines))
    assert [place.title for place in found if place.title] == []


#: Text in two sections; what stands before the second one belongs to it, or closes the first.
BELONGS = [
    ("<!-- tools:start -->\n## Second", "<!-- tools:end -->", 0),
    ("<!-- BEGIN tools -->\n\n## Second", "<!-- END tools -->", 0),
    ("<!-- team:rule -->\n## Second", "<!-- /team:rule -->", 0),
    ("<!-- note for editors -->\n## Second", "", 0),
    ("{% if tools %}\n## Second", "{% endif %}", 0),
    ("{# what follows #}\n## Second", "", 0),
    ("<!-- old:end -->\n\n## Second", "", 2),
    ("{% endif %}\n\n## Second", "", 2),
    ("<!-- about the first -->\n\n## Second", "", 2),
]


@pytest.mark.parametrize(("opening", "closing", "at"), BELONGS)
def test_an_opening_mark_goes_with_what_it_opens(opening: str, closing: str, at: int) -> None:
    text = f"## First\n\n{PROSE}\n\n{opening}\n\n{PROSE}\n{closing}\n\n## Third\n\n{PROSE}\n"
    lines = text.split("\n")
    second = Prompt.from_text(text).parts()[1]
    assert second.start_line == 5 + at
    assert second.title == "Second"
    third = Prompt.from_text(text).parts()[2]
    assert lines[third.start_line - 1] == "## Third"


LEADS = [
    (f"Write it in this form:\n\n```\n{PROSE}\n```\n", "Write"),
    (f"Write it in this form:\n\n<form>\n{PROSE}\n</form>\n", "Write"),
    ("Do these in turn:\n\n" + f"- {PROSE}\n" * 3, "Do these"),
    (f"Write it down.\nKeep it.\nRead it.\nDo it again.\nSo:\n\n```\n{PROSE}\n```\n", "Write"),
    (f"次の形式で書いてください：\n\n> {PROSE}\n", "次の形式"),
    (f"**Form**\n\n```\n{PROSE}\n```\n", "**Form"),
    (f"**Example**: a short letter\n\n```\n{PROSE}\n```\n", "**Example"),
]


@pytest.mark.parametrize(("block", "start"), LEADS)
@pytest.mark.parametrize("granularity", ["auto", "fine", 3, 6, 9])
def test_a_title_or_lead_stays_with_what_it_introduces(
    block: str, start: str, granularity: str | int
) -> None:
    text = f"{PROSE}\n\n" * 3 + block + f"\n{PROSE}\n" + f"\n{block}"
    lines = text.split("\n")
    leads = [n for n, line in enumerate(lines, 1) if line.startswith(start)]
    begins = {part.start_line for part in Prompt.from_text(text).parts(granularity)}
    for lead in leads:
        assert not begins & set(range(lead + 1, lead + 3)), (lead, begins)


@pytest.mark.parametrize(
    "form",
    ["## {0}\n\n{1}", "<part{0}>\n{1}\n</part{0}>", "**Topic {0}**\n\n{1}", "[Topic {0}]\n{1}"]
    + ["Topic {0}:\n\n{1}", "{0}. **Topic**:\n\n  {1}", "<h2>{0}</h2>\n\n<p>{1}</p>"],
)
def test_what_is_joined_is_named_by_its_first_and_its_last_title(form: str) -> None:
    """Small neighbours are joined, in every form of title alike; a large one keeps its own."""
    small = "".join(form.format(n, "Be brief.") + "\n\n" for n in range(1, 31))
    parts = Prompt.from_text(small + form.format(31, PROSE * 8) + "\n").parts()
    assert 3 <= len(parts) <= 15
    assert "…" not in parts[-1].title
    assert all(" … " in part.title for part in parts[:-1])
    starts = [form.format(n, "").split("\n")[0] for n in range(1, 32)]
    lines = (small + form.format(31, PROSE * 8)).split("\n")
    assert all(lines[part.start_line - 1].startswith(tuple(starts)) for part in parts)


def test_a_chapter_far_larger_than_its_sisters_is_divided_where_they_are() -> None:
    small = "".join(f"# Small {n}\n\n{PROSE}\n\n" for n in range(4))
    inner = "".join(f"## Inner {n}\n\n{PROSE * 6}\n\n" for n in range(8))
    parts = Prompt.from_text(f"{small}# Large\n\n{PROSE}\n\n{inner}# End\n\n{PROSE}\n").parts()
    size = max(part.end - part.start for part in parts)
    assert size < parts[-1].end / 4
    assert "End" in [part.title for part in parts]
    long = "".join(f"## Inner {n}\n\n{PROSE * 20}\n\n" for n in range(9))
    text = "".join(f"# Chapter {n}\n\n{PROSE * 30}\n\n" for n in range(20)) + f"# Large\n\n{long}"
    parts = Prompt.from_text(text).parts()
    assert sum("Inner" in part.title for part in parts) >= 5


def test_no_section_loses_its_sub_sections_to_a_neighbour() -> None:
    """Where parts are joined, a heading is not joined to what stands before it and left alone."""
    inner = "".join(f"## Inner {n}\n\n{PROSE}\n\n" for n in range(9))
    outer = "".join(f"# Outer {n}\n\nBe brief.\n\n" for n in range(9))
    parts = Prompt.from_text(f"{outer}# Last\n\n{inner}").parts(14)
    assert any(part.title.split(" … ")[0] == "Last" for part in parts)


def test_large_templates_in_tags_are_parts_of_their_own() -> None:
    templates = "".join(
        f"<{name}>\n# Template of {name}\n\n{PROSE * 8}\n\n## Inner\n\n{PROSE}\n</{name}>\n\n"
        for name in ("letter", "report", "reminder", "invoice", "notice")
    )
    text = f"# Task\n\n{PROSE}\n\n## Notes\n\n### Forms\n\n{PROSE}\n\n{templates}# End\n\n{PROSE}\n"
    parts = Prompt.from_text(text).parts()
    tags = [part for part in parts if part.kind == "tag"]
    assert [part.title for part in tags] == [
        "<letter>",
        "<report>",
        "<reminder>",
        "<invoice>",
        "<notice>",
    ]
    assert {part.path[0] for part in tags} == {"Task"}  # no heading inside a tag holds behind it
    assert parts[-1].path == ("End",)


HTML = (
    '<p align="center">\n  <img src="a.png">\n</p>\n\n<h1 dir="rtl">Library</h1>\n\n<p>'
    f"{PROSE}</p>\n\n<h2>Cards</h2>\n\n<p>Bring these:</p>\n\n<ul>\n  <li>{PROSE}</li>\n</ul>\n\n"
    f"<h2>Loans</h2>\n\n<table>\n<tr><td>{PROSE}</td></tr>\n</table>\n"
)


def test_headings_of_html_are_titles_and_other_elements_are_none() -> None:
    assert opened(HTML) == ["1 preamble", "5 Library", "9 Cards", "17 Loans"]


FENCES = [
    # A closing line behind characters without width.
    "# One\n\n```\n# no title\n\u200b```\n\n# Two\n\nText.\n",
    "# One\n\n```\n# no title\n```\u200b\n\n# Two\n\nText.\n",
    # The end of a list item closes the fence; its mark stands further left.
    "# One\n\n- Write:\n\n      ```\n\n  ```sh\n  # no title\n```\n\n# Two\n\nText.\n",
    # A fence shown inside a fence.
    "# One\n\n```md\n\u200b```sh\n# no title\n\u200b```\n# nor this\n```\n\n# Two\n\nText.\n",
    "# One\n\n````\n```\n# no title\n````\n\n# Two\n\nText.\n",
]


@pytest.mark.parametrize("text", FENCES)
def test_a_fence_is_whole_and_holds_no_titles(text: str) -> None:
    parts = Prompt.from_text(text).parts("fine")
    assert [part.title for part in parts] == ["One", "Two"]


UNEVEN = [
    # A mark that was left over opens a fence to the end.
    ("```sh\nmake\n```\n\n```\n\n## Two\n\nText.\n\n## Three\n\nText.\n", ["Two", "Three"]),
    # It turns what is behind it inside out, down to the next mark with words.
    (
        "- a\n```\n\n## Two\n\n```\n# no title\n```\n\n## Three\n\n"
        "```sh\nmake\n```\n\n## Four\n\nEnd.\n",
        ["Two", "Three", "Four"],
    ),
    # Four marks are closed by three.
    ("````py\nx = 1\n````\n\nText.\n```\n\n## Two\n\nText.\n", ["Two"]),
    # Four marks that were left over hold the half of another fence.
    ("Text.\n\n````\n\n## Two\n\n```sh\nmake\n````\n\n## Three\n\nText.\n", ["Two", "Three"]),
    # A sample that holds a fence is whole, and no title of it is one.
    ("```md\n## no title\n\n```sh\nmake\n```\n\n## nor this\n```\n\n## Two\n\nText.\n", ["Two"]),
    (
        "```\nWrite:\n\n```sh\nmake\n```\n\n## no title\n\n```\n\n"
        "## Two\n\nText.\n\n```py\n1\n```\n",
        ["Two"],
    ),
    # An example that was never closed holds code, and remarks of code are no titles.
    ("```sh\n# get the tools\nmake tools\n\n# and wait\nsleep 5\n", []),
    # What pairs well is read by the letter.
    ("```\n\n## no title\n\n```\n\n## Two\n\nText.\n", ["Two"]),
    ("````\n\n```sh\n\n## no title\n\n```\n````\n\n## Two\n\nText.\n", ["Two"]),
]


@pytest.mark.parametrize(("text", "titles"), UNEVEN)
def test_headings_behind_uneven_fences_open_parts(text: str, titles: list[str]) -> None:
    prompt = Prompt.from_text(f"# All\n\nHello.\n\n## One\n\n{text}")
    parts = prompt.parts("fine")
    assert [part.title for part in parts] == ["All", "One", *titles]
    assert all(part.path[:-1] == ("All",) for part in parts[1:])
    strict = {block.title for block in scan(prompt.lines).headings}
    assert {block.title for block in prompt.outline.headings} == strict  # by the letter elsewhere


@pytest.mark.parametrize("unit", ["```\n\n## Two\n\n", "```md\n\n## Two\n", "```\n```sh\n"])
def test_uneven_fences_are_read_in_linear_time(unit: str) -> None:
    def cost(times: int) -> float:
        text = "## One\n\n" + unit * times + "```\n"
        start = process_time()
        Prompt.from_text(text).parts()
        return process_time() - start

    cost(50)
    small = min(cost(500) for _ in range(2))
    assert cost(4_000) < 8 * small * 3 + 0.05


WRAPPERS = [
    "```\n{}```\n",
    "<all>\n{}</all>\n",
    '{{{{#section "all"}}}}\n{}{{{{/section}}}}\n',
    "{}",
]


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_short_text_in_any_wrapper_is_divided_as_it_would_be_alone(wrapper: str) -> None:
    inside = "".join(f"# {name}\n\nSay what was asked and be brief.\n\n" for name in NAMES[1]) * 2
    text = wrapper.format(inside)
    parts = Prompt.from_text(text).parts()
    titles = [part.title for part in parts if part.title in NAMES[1]]
    assert titles == [*NAMES[1], *NAMES[1]]
    assert parts[0].start == 0 and len(parts) in (6, 7)


HELPERS = """{{!-- Replies to readers --}}
{{#section "role"}}
You answer letters.
{{/section}}

{{#section "loans"}}
Open loans:
{{#each loans}}
  - {{this.title}}

  Due {{this.due}}
{{/each}}

{{#unless loans}}
None.
{{/unless}}
{{/section}}

{% block rules %}
1. Be brief.
{% endblock %}
"""


def test_block_helpers_open_parts_under_their_own_words() -> None:
    assert opened(HELPERS) == ["1 role", "6 loans", "19 rules"]
    longer = HELPERS.replace("Open loans:", PROSE * 8).replace("Be brief.", PROSE * 8)
    assert opened(longer) == ["1 role", "6 loans", "19 rules"]


STATEMENTS = [
    "{0}\n\n{{% if guests %}}\n{0}\n\n{0}\n{{% else %}}\n{0}\n{{% endif %}}\n\n{0}\n",
    "{0}\n\n{{{{#if guests}}}}\n{0}\n\n{0}\n{{{{/if}}}}\n\n{0}\n",
    "{0}\n\n{{{{ range .Guests }}}}\n{0}\n\n{0}\n{{{{ end }}}}\n\n{0}\n",
]


@pytest.mark.parametrize("form", STATEMENTS)
def test_what_a_statement_encloses_stays_with_it(form: str) -> None:
    text = form.format(PROSE)
    lines = text.split("\n")
    begins = [lines[part.start_line - 1] for part in Prompt.from_text(text).parts("fine")]
    assert begins[1].startswith("{")
    assert begins[2:] == [PROSE]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("{# for the editors #}\n\nAnswer letters.\n", "Answer letters."),
        ("{{!-- for the editors --}}\nAnswer letters.\n", "Answer letters."),
        ("{% if x %}\n\nAnswer letters.\n", "Answer letters."),
        ("- [ ] **Letters**: answer them\n", "Letters: answer them"),
        ("**Letters**: answer them\n", "Letters: answer them"),
        ("![desk](desk.png)\n\nSee [the letters](a.md) first.\n", "See the letters first."),
    ],
)
def test_a_part_without_a_title_is_called_after_words_that_a_person_wrote(
    text: str, title: str
) -> None:
    assert [part.title for part in Prompt.from_text(text).parts()] == [title]


def listed(item: str, count: int = 30) -> str:
    items = "".join(item.format(n) + "\n" for n in range(1, count + 1))
    return f"# Start\n\nGreet.\n\n# Points\n\n{items}\n# End\n\nThank them.\n"


@pytest.mark.parametrize("item", [f"- Be kind. {PROSE}", f"{{}}. Be kind. {PROSE}", f"* {PROSE}"])
def test_a_list_without_labels_is_never_cut(item: str) -> None:
    assert opened(listed(item))[1:] == ["5 Points", "38 End"]
    assert len(Prompt.from_text(listed(item)).parts(20)) == 20  # but where somebody asks for it


@pytest.mark.parametrize(
    "item",
    [f"- **Point {{}}**: {PROSE}", f"{{}}. **Point {{}}** – {PROSE}", f"- Point {{}}: {PROSE}"]
    + [f"- [Point {{}}](page.md): {PROSE}", f"- [ ] {{}}. Point: {PROSE}", f"- 要点{{}}：{PROSE}"],
)
def test_a_list_far_above_the_size_of_a_part_is_cut_at_its_labels(item: str) -> None:
    item = item.replace("{}. **Point {}**", "{0}. **Point {0}**")
    assert len(opened(listed(item))) > 4
    assert opened(listed(item, 4))[1:] == ["5 Points", "12 End"]


TASKS = [
    "- [ ] {}. Open the hall\n",
    "- [ ] Open hall {}\n",
    "- **Hall {}**: open it.\n",
    "{}. **Hall**: open it.\n",
    "- Hall {}: open it.\n",
    "- **Hall {}** (`halls.md`): open it.\n",
    "- **Hall {}** (all day):\n",
    "- `hall{}` (all day) - open it.\n",
    "- [ ] {}. 広間を開ける\n",
    "- 广间{}：打开。\n",
]


@pytest.mark.parametrize("task", TASKS)
def test_labelled_items_that_are_as_long_as_sections_are_parts(task: str) -> None:
    long = "".join(task.format(n) + f"    - {PROSE}\n" * 2 for n in range(1, 8))
    parts = Prompt.from_text(f"# Plan\n\n{long}").parts()
    assert [(parts[0].title, parts[0].kind), len(parts)] == [("Plan", "container"), 8]
    assert all("…" not in part.title and "**" not in part.title for part in parts)


@pytest.mark.parametrize("task", [task for task in TASKS if "all day" not in task])
def test_labelled_items_that_share_a_part_are_all_named(task: str) -> None:
    long = "".join(task.format(n) + f"    - {PROSE}\n" for n in range(1, 13))
    parts = Prompt.from_text(f"# Plan\n\nSee below.\n\n{long}").parts()
    assert 1 < len(parts) < 12
    for part in parts[1:]:
        held = sum(
            1
            for line in long.split("\n")[part.start_line - 5 : part.end_line - 4]
            if line[:2] != "  " and line
        )
        assert len(part.title.split(" … ")) == held


def test_a_part_that_holds_most_of_a_short_text_is_divided_at_its_titles() -> None:
    inner = "".join(f"## {name}\n\n{PROSE}\n\n" for name in NAMES[1])
    assert opened(f"# Before\n\nHello.\n\n# Desk\n\n{inner}# After\n\nBye.\n") == [
        "1 Before",
        "5 Desk",
        "7 Opening hours",
        "11 Lost books",
        "15 Reader cards",
        "19 After",
    ]


def test_prompts_below_a_key_are_parts() -> None:
    text = "version: 1\nprompts:\n" + "".join(
        f"  {name}:\n    model: small\n    system: |\n      {PROSE}\n" for name in ("greet", "sort")
    )
    text += "tests:\n  - prompt: greet\n    input: hello\n"
    titles = [part.title for part in Prompt.from_text(text, "all.yaml").parts()]
    assert titles == ["version: 1", "prompts", "greet", "sort", "tests"]


WHOLE_PROMPT = "".join(f"## {name}\n\n{PROSE * 3}\n\n" for name in NAMES[1])
TAGGED_PROMPT = "".join(f"<{name}>\n{PROSE * 4}\n</{name}>\n" for name in ("role", "task"))


@pytest.mark.parametrize(
    ("prompt", "holds"),
    [
        (WHOLE_PROMPT, "Opening hours … Lost books … Reader cards"),
        (f"# Desk\n\n{WHOLE_PROMPT}", "Desk … Opening hours … Lost books … Reader cards"),
        (TAGGED_PROMPT, "<role> … <task>"),
        ("```\n# no title\n# nor this\n```\n" + PROSE * 8, ""),
    ],
)
def test_a_prompt_in_one_string_names_what_it_holds(prompt: str, holds: str) -> None:
    behind = f": {holds}" if holds else ""
    data = {"name": "desk", "prompt": [{"role": "system", "content": prompt}], "labels": [PROSE]}
    parts = Prompt.from_text(json.dumps(data, indent=2), "desk.json").parts()
    assert f"content{behind}" in [part.title for part in parts]
    one = "[\n" + json.dumps(data["prompt"][0]) + ',\n{"role": "user", "content": "Hello."}\n]\n'
    assert Prompt.from_text(one, "desk.json").parts()[0].title.startswith(f"1 system{behind}")
    if holds:
        text = f"name: desk\nmodel: small\nsystem: {json.dumps(prompt)}\nlimits:\n  words: 3\n"
        titles = [part.title for part in Prompt.from_text(text, "desk.yaml").parts()]
        assert titles == ["name: desk", f"system{behind}", "limits"]


TEMPLATE = """You write for {{ company }}.

TONE
Be warm but brief.

{% if refunds %}
REFUNDS
- Pay at once.
{% else %}
REFUNDS
- Pay nothing.
{% endif %}

ESCALATION
Hand over when:
1. somebody asks.

[Output]
Return one object:
{ "answer": "" }
"""
PLAIN = re.sub(r"\{%.*%\}|\{\{|\}\}", "", TEMPLATE)
HANDLEBARS = TEMPLATE.replace("{% if refunds %}", "{{#if refunds}}").replace(
    "{% else %}", "{{else}}"
)
HANDLEBARS = HANDLEBARS.replace("{% endif %}", "{{/if}}")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (TEMPLATE, ["3 TONE", "6 REFUNDS", "14 ESCALATION", "18 Output"]),
        (HANDLEBARS, ["3 TONE", "6 REFUNDS", "14 ESCALATION", "18 Output"]),
        (PLAIN, ["3 TONE", "7 REFUNDS", "10 REFUNDS", "14 ESCALATION", "18 Output"]),
    ],
)
def test_capitals_above_their_text_are_titles_and_no_statement_is_cut(
    text: str, wanted: list[str]
) -> None:
    assert opened(text)[1:] == wanted


NO_CAPITALS = [
    f"{PROSE}\n\nWARNING\nDo not go in.\n\n{PROSE}\n",  # one alone is a word that is shouted
    "FOO_BAR=1\nbaz\n\nAPI_KEY\nset it\n",
    "GET /books HTTP/1.1\nHost: here\n\nPOST /books HTTP/1.1\nHost: here\n",
    "YES. NO.\nmore\n\nTHAT IS ALL!\nmore\n",
    "ONE LINE\nTWO LINES\n\nTHREE LINES\nFOUR LINES\n",
]


@pytest.mark.parametrize("text", NO_CAPITALS)
def test_other_capitals_above_text_are_no_titles(text: str) -> None:
    prompt = Prompt.from_text(text)
    found = all_places(prompt.outline, running_sizes(prompt.lines))
    assert [place.title for place in found if place.title] == []


def test_a_dashed_title_stands_beside_banners_below_the_title_of_all() -> None:
    text = "ALL\n===\n\nHello.\n\n" + "".join(
        f"== {n} ==\nBe kind.\n\n" for n in ("HOURS", "CARDS")
    )
    text += "Form\n----\nOne line.\n"
    assert opened(text) == ["1 ALL", "6 HOURS", "9 CARDS", "12 Form"]


def test_a_weaker_form_that_comes_first_is_not_below_a_stronger_one() -> None:
    text = f"Hello.\n\nTONE\n\n{PROSE}\n\n" + "".join(f"[{n}]\n{PROSE}\n\n" for n in NAMES[1])
    text += f"LENGTH\n\n{PROSE}\n"
    titles = [part.title for part in Prompt.from_text(text).parts()]
    assert titles == ["Hello.", "TONE", *NAMES[1], "LENGTH"]


def test_a_wrapper_gives_its_first_part_to_what_it_opens_with() -> None:
    blocks = "".join(f"<{name}>\n{PROSE}\n</{name}>\n" for name in ("role", "task", "form"))
    assert opened(f"<prompt>\n{blocks}</prompt>\n") == ["1 <role>", "5 <task>", "8 <form>"]
    many = "".join(f"<{name}>\n{PROSE * 4}\n</{name}>\n" for name in ("role", "task"))
    text = f"<first>\n{PROSE * 8}\n</first>\n<rules>\n{many}</rules>\n"
    assert opened(text) == ["1 <first>", "4 <rules> … <role>", "8 <task>"]


BOLD = f"""Intro.

**Opening hours**

{PROSE}

**Lost books** (in every branch):

- {PROSE}

**Reader cards:**
{PROSE}

**Answers** (`answers/cards/form.md`)
{PROSE}
"""


def test_templates_in_tags_beside_one_another_stand_alike() -> None:
    inner = f"# Form\n\n{PROSE}\n\n## Address\n\n{PROSE}\n"
    blocks = "".join(
        f"<{name}>\n{inner}{PROSE * size}\n</{name}>\n\n"
        for name, size in (("letter", 1), ("report", 4), ("bill", 4), ("note", 1), ("form", 4))
    )
    text = f"# Task\n\n{PROSE}\n\n# Forms\n\n## How\n\n### Which\n\n{PROSE}\n\n{blocks}"
    titles = [part.title for part in Prompt.from_text(text).parts()]
    assert titles[-5:] == ["<letter>", "<report>", "<bill>", "<note>", "<form>"]


def test_no_wrapper_opens_at_the_end_of_the_part_before() -> None:
    traits = "".join(
        f"<trait name='{n}'>\n\n"
        + "".join(f"<{name}>\n{PROSE}\n</{name}>\n\n" for name in ("about", "signs", "limits"))
        + f"<advice>\n{PROSE * 4}\n</advice>\n</trait>\n\n"
        for n in range(6)
    )
    text = f"<overview>\n{PROSE}\n</overview>\n\n{traits}"
    lines = text.split("\n")
    begins = {part.start_line - 1 for part in Prompt.from_text(text).parts()}
    assert begins >= {n for n, line in enumerate(lines) if line.startswith("<trait")}


def test_a_list_of_which_few_items_have_labels_is_not_cut() -> None:
    items = [f"- **Point {n}**: {PROSE}" if n % 3 == 0 else f"- Go on. {PROSE}" for n in range(20)]
    text = "# Start\n\nGreet.\n\n# Points\n\n" + "\n".join(items) + "\n\n# End\n\nThanks.\n"
    assert [title for title in opened(text) if "Point" in title] == ["5 Points"]


def test_bold_titles_above_their_text_and_with_an_aside_are_titles() -> None:
    titles = [part.title for part in Prompt.from_text(BOLD).parts()]
    assert titles == ["Intro.", "Opening hours", "Lost books", "Reader cards", "Answers"]
    prompt = Prompt.from_text(f"{PROSE}\n\n**Mind:**\nit closes.\n\n{PROSE}\n")
    found = all_places(prompt.outline, running_sizes(prompt.lines))
    assert [place.title for place in found if place.title] == []  # one alone is emphasis


def test_a_title_behind_the_last_topic_of_a_list_is_no_part_of_it() -> None:
    topics = "".join(f"{n}. **Topic {n}**\n   - {PROSE}\n\n" for n in range(1, 5))
    text = f"# All\n\n{topics}**Good habits:**\n\n{PROSE}\n"
    titles = [part.title for part in Prompt.from_text(text).parts()]
    assert titles == ["All", *(f"Topic {n}" for n in range(1, 5)), "Good habits"]
    inner = topics.replace("3. ", f"**Example:**\n\n{PROSE}\n\n3. ")
    titles = [part.title for part in Prompt.from_text(f"# All\n\n{inner}").parts()]
    assert titles == ["All", *(f"Topic {n}" for n in range(1, 5))]


def test_numbered_topics_that_go_on_in_their_line_stand_beside_the_others() -> None:
    text = (
        f"# All\n\n**1. Look for it.**\n\n{PROSE}\n\n**2. Run it.** At once:\n\n```\nrun\n```\n\n"
    )
    text += f"**3. Say what came out**, by number:\n\n- {PROSE}\n"
    assert [part.title for part in Prompt.from_text(text).parts()] == [
        "All",
        "1. Look for it.",
        "2. Run it.",
        "3. Say what came out",
    ]


def test_sentences_that_are_stressed_are_no_titles() -> None:
    text = f"**Never lend it.**\n\n{PROSE}\n\n**必ず返却してください。**\n\n{PROSE}\n"
    prompt = Prompt.from_text(text)
    found = all_places(prompt.outline, running_sizes(prompt.lines))
    assert [place.title for place in found if place.title] == []


def test_a_title_between_drawn_lines_right_below_a_line_of_text_is_one() -> None:
    text = "".join(f"...\n=====\n{name}\n=====\n\n{PROSE}\n\n" for name in NAMES[1])
    titles = [part.title for part in Prompt.from_text(text).parts("fine")]
    assert [title for title in titles if title != "..."] == list(NAMES[1])


def test_tags_that_hold_one_another_are_divided_in_linear_time() -> None:
    def cost(times: int) -> float:
        names = [f"t{n}" for n in range(times)]
        text = "".join(f"<{n}>\n" for n in names) + "".join(f"</{n}>\n" for n in names[::-1])
        prompt = Prompt.from_text(text)
        assert len(prompt.outline.pairs) == times
        start = process_time()
        prompt.parts()
        return process_time() - start

    cost(50)
    small = min(cost(300) for _ in range(2))
    assert cost(2_400) < 8 * small * 3 + 0.05  # a square would be 64 times


def test_what_the_end_of_a_list_announces_stays_with_it() -> None:
    text = f"{PROSE}\n\n" * 3 + f"- {PROSE}\nFor example:\n\n```\n{PROSE}\n```\n\n{PROSE}\n"
    starts = [part.start_line for part in Prompt.from_text(text).parts(9)]
    assert 7 in starts and 10 not in starts


def test_topics_of_a_list_below_a_title_belong_to_it() -> None:
    topics = "".join(f"{n}. **Topic {n}** (at once):\n   - {PROSE}\n\n" for n in range(1, 4))
    text = f"Hello.\n\n**Duties:**\n\n{PROSE}\n\n**Steps:**\n\n{topics}**Form:**\n\n{PROSE}\n"
    assert [part.title for part in Prompt.from_text(text).parts()][:2] == ["Hello.", "Duties"]
    titles = [part.title for part in Prompt.from_text(text).parts(4)]
    assert titles == ["Hello.", "Duties", "Steps", "Form"]


def test_paragraphs_with_labels_are_a_list() -> None:
    labelled = "".join(f"**Point {n}**: {PROSE}\n\n" for n in range(1, 5))
    text = f"You write letters.\n\n{labelled}When somebody asks:\n\n- {PROSE}\n- {PROSE}\n"
    assert [part.start_line for part in Prompt.from_text(text).parts(2)] == [1, 11]
    titles = [part.title for part in Prompt.from_text(labelled * 3).parts(6)]
    assert all(title.startswith("Point") for title in titles)


def test_a_lone_tag_below_a_heading_is_no_section() -> None:
    note = f"<note>\n{PROSE}\n</note>\n\n"
    text = f"# Desk\n\n{note}# Hours\n\n{note}{note}# Cards\n\n{PROSE}\n"
    found = Prompt.from_text(text).parts("fine")
    assert [part.title for part in found] == ["Desk", "Hours", "<note>", "<note>", "Cards"]


SOURCE = """## Rule 4

Keep the log.

import log

user = log.Var("user")
place = log.Var("place")

# Read it by: user.get(), place.get()
# The form picks these up.

## Rule 5

One writer.
"""


def test_remarks_between_lines_of_source_are_no_titles_and_source_is_not_cut() -> None:
    assert opened(SOURCE, granularity="fine") == ["1 Rule 4", "13 Rule 5"]
    assert [p.start_line for p in Prompt.from_text(SOURCE).parts(9)] == [1, 5, 13]


@pytest.mark.parametrize("form", ["==== {} ====", "=======\n{}\n======="])
def test_banners_among_underlined_headings_stand_beside_them(form: str) -> None:
    text = (
        f"HOURS\n=====\nTen to six.\n\n{form.format('CARDS')}\n\nBring it.\n\nFEES\n====\nNone.\n"
    )
    assert [part.title for part in Prompt.from_text(text).parts()] == ["HOURS", "CARDS", "FEES"]


def test_the_member_that_holds_most_of_a_joined_part_is_named() -> None:
    names = [f"The heading with the number {n:02d}" for n in range(40)]
    text = "".join(
        f"## {name}\n\n{PROSE if n != 2 else PROSE * 60}\n\n" for n, name in enumerate(names)
    )
    first = Prompt.from_text(text).parts(1)[0]
    assert first.title.split(" … ")[1:-1] == [names[2]]


def test_few_short_titles_of_joined_parts_are_all_named() -> None:
    text = "".join(f"## Area {n}\n\n{PROSE}\n\n" for n in range(1, 41))
    titles = [part.title for part in Prompt.from_text(text).parts()]
    assert all(f"Area {n}" in " ".join(titles) for n in range(1, 41))


def test_names_that_html_has_for_elements_without_an_end_are_tags_too() -> None:
    blocks = "".join(f"<{name}>\n{PROSE}\n</{name}>\n" for name in ("intro", "input", "link"))
    assert [part.title for part in Prompt.from_text(blocks).parts()] == [
        "<intro>",
        "<input>",
        "<link>",
    ]
    assert Prompt.from_text("Text.\n<br>\n\n<hr>\n\nMore.\n").outline.pairs == ()


def test_a_heading_with_nothing_below_it_goes_with_a_stronger_one() -> None:
    text = f"# One\n\n{PROSE}\n\n### Stray\n\n# Two\n\n{PROSE}\n\n# Three\n\n{PROSE}\n"
    assert opened(text) == ["1 One", "5 Two", "11 Three"]


REMARKS = [
    "# load the list\nimport books\n",
    "# the routes\n@app.get('/books')\ndef books():\n    return all\n",
    "# how many\nLIMIT = 40\n",
    "# first do this\n# then that\n# and wait\n",
    "# errors\nclass NotFound(Exception): ...\n",
    "# show it\nfunction show(book) {\n",
]
HEADINGS = [
    "# Books\nimportant ones come first.\n",
    "# Книги\n- первое;\n- второе;\n",
    '# Output\n{\n  "a": 1\n}\n',
    "# Books\n## Old books\n",
    "# Books\n# Old books\n\nText.\n",
    "# Books\n\nimport books\n",
    "## load the list\nimport books\n",
    "# Tools\nsearch(words)\n",
    "# Books\nname: list of books\n",
]


@pytest.mark.parametrize("text", REMARKS)
def test_remarks_of_source_without_a_fence_are_no_headings(text: str) -> None:
    assert Prompt.from_text(f"## Code\n\n{text}").outline.headings[1:] == ()


@pytest.mark.parametrize("text", HEADINGS)
def test_headings_above_words_and_data_stay_headings(text: str) -> None:
    assert Prompt.from_text(f"## Code\n\n{text}").outline.headings[1:] != ()


CHATS = [
    ("System: {0}\n\nUser: {0}\n\nAssistant: {0}\n", ["System", "User", "Assistant"]),
    ("**Human**: {0}\n\n**AI**: {0}\n\n**Human:** {0}\n", ["Human", "AI", "Human"]),
    ("User:\n{0}\n\nAssistant:\n{0}\n\nUser:\n{0}\n", ["User", "Assistant", "User"]),
    (
        "ユーザー：{0}\n\nアシスタント：{0}\n\nユーザー：{0}\n",
        ["ユーザー", "アシスタント", "ユーザー"],
    ),
    ("用户：{0}\n\n助手：{0}\n\n用户：{0}\n", ["用户", "助手", "用户"]),
]


@pytest.mark.parametrize(("text", "titles"), CHATS)
def test_each_message_of_a_chat_in_plain_text_is_a_part(text: str, titles: list[str]) -> None:
    assert [part.title for part in Prompt.from_text(text.format(PROSE)).parts()] == titles


def test_a_few_words_in_a_chat_stand_with_the_answer() -> None:
    turns = f"System: {PROSE}\n\n" + f"User: And then?\n\nAssistant: {PROSE}\n\n" * 2
    titles = [part.title for part in Prompt.from_text(turns).parts()]
    assert titles == ["System", "User … Assistant", "User … Assistant"]


@pytest.mark.parametrize(
    "text",
    [
        f"{PROSE}\n\nUser: {{{{question}}}}\n",  # one speaker alone is no chat
        f"Tool: a hammer.\n\nNote: {PROSE}\n",
        f"The user: {PROSE}\n\nThe assistant: {PROSE}\n",
    ],
)
def test_other_lines_with_a_colon_are_no_chat(text: str) -> None:
    prompt = Prompt.from_text(text)
    found = all_places(prompt.outline, running_sizes(prompt.lines))
    assert [place.title for place in found if place.title] == []


def test_messages_in_a_short_yaml_file_are_parts() -> None:
    text = (
        "name: notes\nmessages:\n  - role: system\n    content: |\n      Be brief.\n"
        "  - role: user\n    content: |\n      Write it.\ntests:\n  - name: one\n    value: 1\n"
    )
    assert opened(text, "chat.yaml") == [
        "1 name: notes",
        "2 messages",
        "3 1 system",
        "6 2 user",
        "9 tests",
    ]


# -- data -------------------------------------------------------------------------------------

MESSAGES = [
    {"role": "system", "content": PROSE},
    {"role": "user", "content": "Where is it?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "a", "type": "function"}]},
    {"role": "tool", "content": PROSE * 2},
    {"role": "assistant", "content": 'On the "second" shelf: {here} [now].'},
]


def test_each_line_of_a_log_is_a_record() -> None:
    text = "".join(json.dumps(message) + "\n" for message in MESSAGES)
    assert opened(text, "talk.jsonl") == [
        "1 1 system",
        "2 2 user",
        "3 3 assistant",
        "4 4 tool",
        "5 5 assistant",
    ]
    assert {part.kind for part in Prompt.from_text(text, "talk.jsonl").parts()} == {"data"}


def test_an_array_of_messages_is_divided_where_they_begin() -> None:
    text = json.dumps(MESSAGES, indent=2)
    lines = text.split("\n")
    parts = Prompt.from_text(text, "talk.json").parts()
    assert [part.title for part in parts][1:3] == ["2 user", "3 assistant"]
    assert all(lines[part.start_line - 1] == "  {" for part in parts[1:])


def test_an_object_is_divided_at_its_large_keys() -> None:
    data = {"name": "run 7", "model": "m", "history": MESSAGES * 2, "info": {"cost": 1, "ok": True}}
    text = json.dumps(data, indent=1)
    parts = Prompt.from_text(text, "run.json").parts()
    assert [part.path[0] for part in parts] == ["name"] + ["history"] * 11 + ["info"]
    assert parts[1].kind == "container" and parts[2].title == "1 system"
    assert parts[-2].path == ("history", "10 assistant")


def test_many_small_records_are_joined_and_say_which() -> None:
    text = "".join(json.dumps({"type": "event", "n": n, "text": PROSE}) + "\n" for n in range(90))
    parts = Prompt.from_text(text, "log.jsonl").parts()
    assert len(parts) == 15
    assert all(re.fullmatch(r"\d+ event … \d+ event", part.title) for part in parts)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": 1, "b": [1, 2, 3]}', "one_line.json"),
        ('{\n  "theme": "dark",\n  "size": 2\n}\n', "settings.json"),
        ('{\n "a": [\n  {"x": "never closed\n', "broken.json"),
        ("[[[[[[[[\n" * 50, "deep.json"),
        ("", "empty.jsonl"),
        ("no json\nat all\n", "words.jsonl"),
    ],
)
def test_data_without_records_of_some_size_is_one_part(text: str, path: str) -> None:
    prompt = Prompt.from_text(text, path)
    assert [(part.start, part.end) for part in prompt.parts()] == [(0, len(text))]


CASSETTE = (
    "interactions:\n"
    + "".join(
        f"- request:\n    body: >-\n      {PROSE}\n    method: POST\n  response:\n    status:\n"
        f"      code: {200 + n}\n"
        for n in range(4)
    )
    + "version: 1\n"
)
SHOTS = "examples:\n" + "".join(
    f"  - role: {role}\n    text: |\n      {PROSE}\n" for role in ("user", "assistant") * 2
)


def test_each_record_of_a_yaml_list_begins_a_part_that_can_be_told_from_the_others() -> None:
    parts = Prompt.from_text(CASSETTE, "tape.yaml").parts()
    begins = [line for line, words in enumerate(CASSETTE.split("\n"), 1) if words == "- request:"]
    assert set(begins) <= {part.start_line for part in parts}
    assert len({part.path for part in parts}) == len(parts)
    assert [part.title for part in Prompt.from_text(SHOTS, "shots.yaml").parts()][1:] == [
        "1 user",
        "2 assistant",
        "3 user",
        "4 assistant",
    ]


def test_records_are_never_moved() -> None:
    text = "".join(json.dumps(message) + "\n" for message in MESSAGES)
    prompt = Prompt.from_text(text, "talk.jsonl")
    with pytest.raises(EditRefused):
        move_part(prompt, prompt.parts(), 0, 3)


@pytest.mark.parametrize(
    "unit", ['{"a": "\\"\\"', '[{"a":[\n', '"\\"\n', '{"role": "user"},\n', "}\n]\n"]
)
def test_data_of_any_shape_is_divided_in_linear_time(unit: str) -> None:
    def cost(times: int) -> float:
        text = unit * times
        start = process_time()
        Prompt.from_text(text, "x.json").parts()
        return process_time() - start

    cost(50)
    small = min(cost(4_000) for _ in range(2))
    assert cost(32_000) < 8 * small * 3 + 0.05  # a square would be 64 times


TITLED = st.sampled_from(
    [PROSE, "Short:", "- item", "**Bold**", "1. **Topic**:", "// Title", "RULES:", "# =====", "=="]
    + [
        "<!-- a:start -->",
        "<!-- a:end -->",
        "<!-- b -->",
        "<!-- /b -->",
        "{% if x %}",
        "{% endif %}",
    ]
    + [
        "<h2>Cards</h2>",
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "# One",
        "## Two",
        "",
        "",
        "```",
        "\u200b```",
    ]
    + ["<x>", "</x>", "[Part]", "END OF RULES", "**Example**: a letter", "  ```", "    ```"]
)


@given(st.lists(TITLED, max_size=30).map("\n".join), st.sampled_from(["auto", "fine", 7]))
@settings(max_examples=150)
def test_marks_that_belong_to_the_next_block_never_break_the_laws(
    text: str, granularity: str | int
) -> None:
    prompt = Prompt.from_text(text)
    parts = prompt.parts(granularity)
    assert "".join(prompt.part_text(part) for part in parts) == text
    if not prompt.reading.wrapped:
        forbidden = forbidden_lines(text) - by_eye(prompt)
        assert not forbidden & {part.start_line - 1 for part in parts[1:]}
    assert len({part.id for part in parts}) == len(parts)


# -- titles without Markdown ------------------------------------------------------------------

LINE_TITLES = [
    ("【{}】\n{}\n\n", ("角色", "语气", "格式")),
    ("〔{}〕\n\n{}\n\n", ("役割", "口調", "形式")),
    ("【{}】{}\n\n", ("任务", "限制", "输出")),
    ("■ {}\n{}\n\n", ("Hours", "Lost books", "Cards")),
    ("● {}\n\n{}\n\n", ("役割", "口調", "形式")),
    ("§ {}\n\n{}\n\n", ("Часы работы", "Пропажи", "Билеты")),
    ("{}:\n{}\n\n", ("Рубрики", "Пример", "Формат ответа")),
    ("{}:\n\n- {}\n\n", ("What to leave out", "How to sort the rest", "Who may come in")),
    ("{}\n\n- {}\n\n", ("Opening & Closing", "Lost books of readers", "Cards (new ones)")),
    ("{}\n\n{}\n\n", ("第一章 总则", "第二章 借阅", "第三章 罚款")),
    ("{}\n\n{}\n\n", ("一、角色", "二、语气", "三、格式")),
    ("{}\n\n{}\n\n", ("1. Hours", "2. Lost books", "3. Cards")),
    ("{}\n\n{}\n\n", ("Section 1: Hours", "Section 2: Lost books", "Section 3: Cards")),
    ("{}\n{}\n\n", ("一、角色", "二、语气", "三、格式")),
    ("{}\n{}\n\n", ("§1 Hours", "§2 Lost books", "§3 Cards")),
    ("{}\n{}\n\n", ("Who may come in", "Lost books", "What a card costs")),
    ("{}\n{}\n\n", ("Step 1: Find it", "Step 2: Note it", "Step 3: Put it back")),
    ("// {} — what holds there.\n{}\n\n", ("Hours", "Lost books", "Cards")),
]


@pytest.mark.parametrize(("form", "names"), LINE_TITLES)
def test_a_line_that_is_a_title_in_its_text_opens_a_part(form: str, names: tuple[str, ...]) -> None:
    text = f"{PROSE}\n\n" + "".join(form.format(name, PROSE) for name in names)
    parts = Prompt.from_text(text, "rules.txt").parts()
    assert [part.title for part in parts[1:]] == list(names)


NO_LINE_TITLES = [
    "【注意】 is one word.\n\nGo on.\n",  # alone of its kind
    "● one\n● two\n● three\n",
    "Evening falls\nThe boats come in.\n\nMorning breaks\nThe nets go out again.\n",
    "Rule 1: Salt it.\n\nRule 2: Heat it.\n\nRule 3: Eat it.\n",
    "Note:\nThis runs every night.\n\nGo on.\n",
    "# All\n\n## One\n\nAll day\n\n- a\n\nAt night\n\n- b\n\n## Two\n\nOn feasts\n\n- c\n",
    "It is late.\n\nGo home, now\n\nIt is dark.\n\nwait here\n\nText.\n",
    "1. Buy bread.\n\nText.\n\n2. Sell it.\n\nText.\n\n3. Rest.\n\nText.\n",
]


@pytest.mark.parametrize("text", NO_LINE_TITLES)
def test_other_short_lines_are_no_titles(text: str) -> None:
    prompt = Prompt.from_text(text)
    found = all_places(prompt.outline, running_sizes(prompt.lines))
    assert [p.title for p in found if p.title and p.kind != "section"] == []


def test_a_number_is_never_cut_from_its_text_and_deeper_ones_stand_below() -> None:
    text = (
        f"Policy\n\n1. Aim\n\n{PROSE}\n\n2. Checks\n\n2.1 Dates\n\n{PROSE}\n\n2.2 Sums\n\nText.\n\n"
        f"3. Limits\n\n{PROSE}\n"
    )
    assert [title.split(" ", 1)[1] for title in opened(text, "policy.txt")] == [
        "Policy",
        "1. Aim",
        "2. Checks",
        "3. Limits",
    ]


def ruled(*titles: str) -> str:
    return "".join(f"{'=' * 20}\n{title}\n{'=' * 20}\n\n{PROSE}\n\n" for title in titles)


def test_headings_below_ruled_titles_are_below_them() -> None:
    template = "Template:\n\n# <summary>\n\nText.\n\n## Task <n>: <name>\n\n- step\n\n"
    text = f"## All\n\n{PROSE}\n\n{ruled('Aims', 'Form')}{template}...\n{ruled('Limits')}"
    parts = Prompt.from_text(text).parts("fine")
    assert [part.title for part in parts] == ["All", "Aims", "Form", "Template", "Limits"]
    limits = text.split("\n")[parts[-1].start_line - 1]
    assert limits == "=" * 20  # the line above a title is its own
    numbered = (
        f"{ruled('Aims', 'Form', 'Limits')}{'=' * 20}\n\n1. # `NOTES` form\n\n# Own\n\nText.\n"
    )
    paths = [part.path for part in Prompt.from_text(numbered).parts("fine")]
    assert paths[-2:] == [("NOTES form",), ("NOTES form", "Own")]


def test_fields_of_a_frontmatter_that_is_shown_are_no_title() -> None:
    text = f"# One\n\n{PROSE}\n\nSo:\n---\nname: x\ntask: y\n---\n\n{PROSE}\n\n# Two\n\n{PROSE}\n"
    assert [part.title for part in Prompt.from_text(text).parts("fine")] == ["One", "Two"]


def test_a_bare_mark_that_was_left_over_hides_no_heading() -> None:
    """The sample behind it holds fences whose marks are as long or longer."""
    text = (
        "# All\n\n## One\n\n````md\n# no title\n````\n\n````\n\n## Two\n\n```markdown\n## nor\n\n"
        "```sh\nmake\n````\n\n## nor that\n\n```py\n1\n```\n\n````\n\n## Three\n\n```py\n1\n````\n"
    )
    parts = Prompt.from_text(text).parts("fine")
    assert [part.title for part in parts] == ["All", "One", "Two", "Three"]


# -- chats and examples -----------------------------------------------------------------------


def test_a_chat_in_data_is_divided_at_the_requests_and_not_at_results_of_tools() -> None:
    result = [{"type": "tool_result", "content": PROSE}]
    turn = [
        {"role": "user", "content": "Where is it?"},
        {"role": "assistant", "content": [{"type": "text", "text": "I look."}]},
        {"role": "user", "content": result},
        {"role": "assistant", "content": "There."},
    ]
    asked = [f"{1 + 4 * n} user: Where is it?" for n in range(6)]
    for text, path in (
        (json.dumps({"log": turn * 6}, indent=1), "log.json"),
        ("".join(json.dumps(message) + "\n" for message in turn * 6), "log.jsonl"),
    ):
        titles = [part.title for part in Prompt.from_text(text, path).parts()]
        assert titles[-6:] == asked


def test_tags_and_helpers_of_one_name_are_told_apart() -> None:
    for text in (
        '<message role="system">\n{0}\n</message>\n<message role="user">\n{0}\n</message>\n',
        '{{{{#message role="system"}}}}\n{0}\n{{{{/message}}}}\n{{{{#message role="user"}}}}\n{0}\n'
        "{{{{/message}}}}\n",
        '{{% message role="system" %}}\n{0}\n{{% endmessage %}}\n{{% message role="user" %}}\n{0}\n'
        "{{% endmessage %}}\n",
    ):
        titles = [part.title.strip("<>") for part in Prompt.from_text(text.format(PROSE)).parts()]
        assert titles == ['message role="system"', 'message role="user"']


def test_what_stands_between_two_named_helpers_is_a_part() -> None:
    text = (
        f"{{{{#system}}}}\n{PROSE}\n{{{{/system}}}}\n\n"
        f"{{{{#each notes}}}}\n{PROSE}\n{{{{/each}}}}\n\n"
        f"{{{{#user}}}}\n{PROSE}\n{{{{/user}}}}\n"
    )
    assert [title.split()[0] for title in opened(text, "chat.hbs")] == ["1", "5", "9"]


@pytest.mark.parametrize("rule", ["", "---\n\n"])
@pytest.mark.parametrize(("ask", "tell"), [("User", "Assistant"), ("Q", "A"), ("入力", "出力")])
def test_examples_in_a_text_stand_apart_from_what_is_said_of_them(
    rule: str, ask: str, tell: str
) -> None:
    case = f"{ask}: {PROSE}\n{tell}: {PROSE}\n\n{rule}"
    text = f"{PROSE}\n\n{case * 3}Now it is your turn.\n\n{{{{case}}}}\n"
    titles = [part.title for part in Prompt.from_text(text, "shots.txt").parts()]
    assert len(titles) == 5
    assert all(title.startswith(f"{ask}: ") for title in titles[1:4])
    assert titles[4] == "Now it is your turn."


@pytest.mark.parametrize("names", [("role", "rules"), ("роль", "правила"), ("役割", "規則")])
def test_tags_are_parts_in_any_script(names: tuple[str, str]) -> None:
    text = "\n".join(f"<{name}>\n{PROSE}\n</{name}>\n" for name in names)
    assert [part.title for part in Prompt.from_text(text).parts()] == [f"<{n}>" for n in names]
