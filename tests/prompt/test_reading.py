"""How files are read that are not plain Markdown from top to bottom."""

from __future__ import annotations

import time

import pytest

from workbench.judge.registry import Context
from workbench.judge.review import review
from workbench.language.instructions import extract_instructions
from workbench.language.statements import statements
from workbench.prompt.cut_places import RULE, all_places
from workbench.prompt.granularity import running_sizes
from workbench.prompt.prompt import Prompt


def titles(text: str, path: str = "prompt.md") -> list[str]:
    """What opens a part when every heading, tag and line that stands for a heading does."""
    prompt = Prompt.from_text(text, path)
    return [
        p.title for p in all_places(prompt.outline, running_sizes(prompt.lines)) if p.rank < RULE
    ]


def said(text: str, path: str = "prompt.md") -> list[str]:
    found = statements(Prompt.from_text(text, path))
    return [statement.text for statement in found if statement.kind != "heading"]


def rules(text: str, path: str = "prompt.md") -> list[str]:
    return [rule.text for rule in extract_instructions(Prompt.from_text(text, path))]


BODY = """# Role

You are the clerk of a small library.

# Rules

- Never lend a book that is reserved for another reader.
- Ask for the card before you look up an account.

# Answers

Answer in two sentences at most, and name the shelf.
Tell the reader when the book comes back.
"""
FULL = ["Never lend a book that is reserved for another reader.", "Ask for the card"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("```\n", "```\n"),
        ("# Library prompt\n\n```markdown\n", "```\n"),
        ("---\nname: clerk\n---\n\n~~~text\n", "~~~\n\nVersion 2\n"),
        ("````md\n", ""),  # never closed
        ("<system_prompt>\n", "</system_prompt>\n"),
        ("<prompt>\n\n", "\n</prompt>\n"),
    ],
)
def test_a_frame_around_the_whole_prompt_hides_nothing(before: str, after: str) -> None:
    """Its headings open parts and its rules are read, as if the frame were not there."""
    text = before + BODY * 8 + after
    found = titles(text)
    assert found.count("Rules") == found.count("Answers") == 8
    assert sum(rule.startswith("Never lend a book") for rule in rules(text)) == 8


@pytest.mark.parametrize(
    "inside",
    [
        "def lend(book):\n    if book.reserved:\n        raise Reserved(book)\n    return book\n"
        * 4,
        "├── app\n│   ├── main.py\n│   └── lend.py\n└── tests\n" * 4,
        '{\n  "name": "clerk",\n  "rules": ["never lend two books at once"],\n},\n' * 4,
    ],
)
def test_code_in_a_fence_stays_code_however_large_it_is(inside: str) -> None:
    text = f"Notes.\n\n# Layout\n\n```\n{inside}```\n\nKeep it.\n"
    assert titles(text) == ["Layout"]
    assert said(text) == ["Notes.", "Keep it."]


def test_a_fence_that_holds_a_fence_ends_where_commonmark_ends_it() -> None:
    text = "````\nAn example:\n```sh\nmake\n```\nNever run it.\n````\n\nAlways read the log.\n"
    assert said(text) == ["Always read the log."]
    indented = "1. Run it:\n   ```\n   a\n       ```\n   still code\n   ```\n2. Read the log.\n"
    assert said(indented) == ["Run it:", "Read the log."]


def test_a_tag_may_hold_blanks_and_its_inside_may_be_indented() -> None:
    text = (
        "# Agent\n\n<tool calling spec>\n    Call one tool at a time.\n\n"
        "    - Never guess a path.\n    - Read the file first.\n</tool calling spec>\n"
    )
    assert titles(text) == ["Agent", "<tool calling spec>"]
    assert said(text) == ["Call one tool at a time.", "Never guess a path.", "Read the file first."]
    assert {s.tags for s in statements(text) if s.kind != "heading"} == {("tool calling spec",)}


def test_text_right_below_a_tag_and_right_above_the_next_is_read() -> None:
    text = "<a>\n# Head\n- One rule\n</a>\n<b>\nTwo rules\n</b>\n"
    assert said(text) == ["One rule", "Two rules"]


def test_jsx_in_a_search_and_replace_block_is_code() -> None:
    text = (
        "Change it like this:\n\n<<<<<<< SEARCH\n<Button>\n  # not a heading\n=======\n"
        "<Button kind='main'>\n>>>>>>> REPLACE\n\nThen run the tests.\n"
    )
    assert titles(text) == []
    assert said(text) == ["Change it like this:", "Then run the tests."]
    assert Prompt.from_text(text).outline.tags == ()


def test_marks_of_a_conflict_and_comments_are_glued_to_no_rule() -> None:
    text = (
        "- Run the linter <!-- never delete rows -->\n"
        "<<<<<<< HEAD\nUse tabs.\n=======\nUse blanks.\n>>>>>>> main\n"
        "Push when `<!-- draft -->` is gone.\n"
    )
    assert said(text) == [
        "Run the linter",
        "Use tabs.",
        "Use blanks.",
        "Push when `<!-- draft -->` is gone.",
    ]


def test_a_line_of_equals_signs_still_underlines_a_title() -> None:
    assert titles("Intro.\n\nTrains\n=======\n\nAsk.\n") == ["Trains"]


def test_template_lines_stand_alone() -> None:
    text = "Greet the reader.\n{% if late %}\nSay sorry first.\n{% endif %}\nThen answer.\n"
    assert said(text) == ["Greet the reader.", "Say sorry first.", "Then answer."]


@pytest.mark.parametrize(
    "text",
    [
        "====\n\nTOOL USE\n\nCall one tool.\n\n====\n\nRULES\n\nNever guess.\n",
        "[Tool use]\nCall one tool.\n\n[Rules]\nNever guess.\n",
        "=== Tool use ===\nCall one tool.\n\n=== Rules ===\nNever guess.\n",
        "**1. Tool use**\n\nCall one tool.\n\n**2. Rules**\n\nNever guess.\n",
        "TOOL USE:\n\nCall one tool.\n\nRULES:\n\nNever guess.\n",
    ],
)
def test_lines_that_stand_for_headings_open_parts(text: str) -> None:
    parts = Prompt.from_text(text).parts("fine")
    found = [part.title.strip("12. :").lower() for part in parts]
    assert found == ["tool use", "rules"]


def test_a_link_definition_and_a_checkbox_are_no_titles() -> None:
    text = "Intro.\n\n# A\n\n[docs]: https://example.org\n\n[x]\n\n[see](b.md)\n"
    assert titles(text) == ["A"]


YAML = """# not a heading
role: clerk
greeting: "Say hello first."
rules:
  - Never lend a reserved book.
  - 'Ask for the card.'
prompt: |
  # Tone

  Be brief.

  # Length
  Two sentences at most.
limits:
  books: 3
"""


def test_the_keys_of_a_yaml_file_are_its_headings_and_comments_are_none() -> None:
    assert titles(YAML, "clerk.yaml") == [
        "rules",
        "prompt",
        "Tone",
        "Length",
        "limits",
    ]
    assert said(YAML, "clerk.yaml") == [
        "clerk",
        "Say hello first.",
        "Never lend a reserved book.",
        "Ask for the card.",
        "Be brief.",
        "Two sentences at most.",
    ]


def test_the_text_of_a_toml_file_is_read_in_its_strings() -> None:
    text = (
        'name = "clerk"\n# a remark\n\n[agent]\nmodel = "small"\ninstructions = """\n'
        'You lend books.\n\n- Never lend a reserved book.\n"""\n'
    )
    assert titles(text, "clerk.toml") == ["agent", "instructions"]
    assert said(text, "clerk.toml") == [
        "clerk",
        "small",
        "You lend books.",
        "Never lend a reserved book.",
    ]


def test_a_row_above_a_quarter_of_the_file_divides_itself() -> None:
    lines = "".join(f"{n}. Step {n}: " + "check the list of loans " * 6 + "\n" for n in range(40))
    text = f"# Start\n\nRead this.\n\n# Steps\n\n{lines}\n# End\n\nSay goodbye.\n"
    prompt = Prompt.from_text(text)
    parts = prompt.parts()
    assert max(part.end - part.start for part in parts) <= len(text) / 4 + 200
    first = [part.title.split(" … ")[0] for part in parts if part.kind == "section"]
    assert first == ["Start", "Steps", "End"]


@pytest.mark.parametrize(
    "text",
    [
        "# Tools\n\n<tools>\n  <tool>Use it once.</tool>\n</tools>\n\n# End\n\nStop.\n",
        "# Rules\n<rules>\n- Be kind.\n</rules>\n\n# End\n\nStop.\n",
    ],
)
def test_a_section_that_holds_elements_is_not_empty(text: str) -> None:
    context = Context(Prompt.from_text(text, "CLAUDE.md"))
    assert not [f for f in review(context).findings if f.rule in ("empty-section", "unclosed")]


def test_comments_of_a_template_open_no_part() -> None:
    text = "{# who you are #}\n# Role\n\nYou help.\n\n{# what #}\n# Task\n\nCount them.\n"
    assert titles(text) == ["Role", "Task"]
    assert said(text) == ["You help.", "Count them."]


def test_lines_of_examples_open_no_part() -> None:
    shown = "```yaml\n# not a heading\n[Section]\n=== title ===\n```\n"
    text = f"Hello.\n\n# Role\n\nYou help.\n\n{shown}"
    assert titles(text) == ["Role"]


def test_text_between_tags_without_blank_lines_is_read_in_linear_time() -> None:
    def spent(times: int) -> float:
        text = "<a>\nNever use x.\n</a>\n" * times
        start = time.process_time()
        assert len(Prompt.from_text(text).outline.pairs) == times
        return time.process_time() - start

    spent(50)
    assert spent(2_000) < 12 * spent(400)  # a square would be 25 times
