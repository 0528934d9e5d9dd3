"""What a prompt is for, as the prompt itself says it."""

from __future__ import annotations

import pytest

from workbench.judge.task import LONGEST_TASK, infer_task
from workbench.prompt.prompt import Prompt


@pytest.mark.parametrize(
    ("text", "task", "origin"),
    [
        ("---\nname: x\ndescription: Sort mail\n---\n# T\n\nText.\n", "Sort mail", "description"),
        (
            "---\ndescription: >\n  Sort mail\n  by date.\n---\n# T\n",
            "Sort mail by date.",
            "description",
        ),
        ("---\nname: x\n---\n# Mail\n\nSort it.\n", "Sort it.", "first paragraph"),
        ("# Mail!\n\nSort **all** `mail`.\n", "Sort all mail.", "first paragraph"),
        ("You are a mail sorter.\n\n- one\n", "You are a mail sorter.", "first paragraph"),
        ("# Mail\n\n- one\n- two\n", "", "not stated"),
        (
            "# 議事録\n\n議事録を作成する。\n",
            "議事録を作成する。",
            "first paragraph",
        ),
        ("", "", "not stated"),
        ("# T\n\nhttps://example.com/spec.md\n\n- one\n", "", "not stated"),
        ("# T\n\nLicensed under the Apache License, Version 2.0.\n", "", "not stated"),
        ("# T\n\nAnswer Start:\n\n- one\n", "", "not stated"),
        ("# T\n\nVersion: 3\n\nSort mail by date.\n", "Sort mail by date.", "first paragraph"),
        ("\n\n```\ncode\n```\n", "", "not stated"),
    ],
)
def test_description_then_the_first_paragraph_of_prose(text: str, task: str, origin: str) -> None:
    found = infer_task(Prompt.from_text(text, path="notes.md"))
    assert (found.text, found.origin) == (task, origin)
    assert found.inferred


def test_boilerplate_of_tools_names_no_task() -> None:
    text = (
        "# CLAUDE.md\n\nThis file provides guidance to Claude Code when working here.\n\n"
        "## Overview\n\nA parser for invoices.\n"
    )
    found = infer_task(Prompt.from_text(text, path="CLAUDE.md"))
    assert found.text == "A parser for invoices."


def test_badges_and_html_are_skipped() -> None:
    text = "# Tool\n\n[![build](x.svg)](y)\n\nReads invoices.\n"
    assert infer_task(Prompt.from_text(text)).text == "Reads invoices."


def test_paragraph_of_a_late_section_is_not_the_task() -> None:
    text = "# Tool\n\n- a\n\n## One\n\n- b\n\n## Two\n\nOnly about two.\n"
    assert infer_task(Prompt.from_text(text)).text == ""


def test_data_names_no_task() -> None:
    found = infer_task(Prompt.from_text('{"description": "x"}\n', path="run.json"))
    assert (found.text, found.origin) == ("", "not stated")


def test_description_that_is_no_text_is_passed_over() -> None:
    text = "---\ndescription: [a, b]\n---\n# Mail\n"
    assert infer_task(Prompt.from_text(text)).text == ""


def test_long_text_is_cut_behind_a_sentence() -> None:
    sentence = "It sorts mail by sender, date and size. "
    found = infer_task(Prompt.from_text(f"# Mail\n\n{sentence * 40}\n"))
    assert len(found.text) <= LONGEST_TASK and found.text.endswith("size.")
    found = infer_task(Prompt.from_text("word " * 500))
    assert len(found.text) <= LONGEST_TASK and found.text.endswith("word…")
    found = infer_task(Prompt.from_text("あ" * 5000))
    assert len(found.text) <= LONGEST_TASK


def test_hostile_text_is_made_visible() -> None:
    found = infer_task(Prompt.from_text("# Mail \x1b[31m\n\nSort\u202e it.\n"))
    assert "\x1b" not in found.text and "\u202e" not in found.text
