"""Export: every form reads back, and no file is replaced unasked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.conftest import Run
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import encode
from workbench.resources import sample_prompts
from workbench.verbs.formats import FORMATS, agents_md, as_json, as_yaml, messages_json, xml

STORY = (
    "Line one.\n\nLine three has a literal \\n inside.\n  two blanks, then text  \n"
    "\ttab: \"quotes\" 'single' # no comment\n--- \n... \nlast line without newline at end"
)
BRACES = 'Answer for {{customer}}.\n\n{"ok": true, "meta": {}}\n\nOptions may be {}. {{{raw}}}\n'
TEXTS = st.text(st.characters(codec=None), max_size=80) | st.sampled_from(
    [STORY, BRACES, "", "\n", "\n\n", " a\n", "\ta\n", "a\r\nb\r", "\x85\u2028", "\ufeffx", "a\n\n"]
)


def test_case_017_json_yaml_and_markdown_read_back_to_the_identical_text(
    run: Run, here: Path
) -> None:
    (here / "p.md").write_text(STORY, "utf-8")
    assert json.loads(run("export", "p.md", "--to", "json", "-o", "-").raw)["text"] == STORY
    shown = run("export", "p.md", "--to", "yaml", "-o", "-").raw
    assert yaml.safe_load(shown)["text"] == STORY
    assert b"  Line three has a literal \\n inside.\n" in shown  # a block that people can read
    assert run("export", "p.md", "--to", "markdown", "-o", "-").raw == STORY.encode()
    blocks = json.loads(run("export", "p.md", "--to", "messages-json", "-o", "-").raw)["system"]
    assert "".join(block["text"] for block in blocks) == STORY


@pytest.mark.slow
@given(TEXTS)
def test_json_and_yaml_hold_any_text(text: str) -> None:
    prompt = Prompt.from_text(text)
    assert json.loads(as_json(prompt, prompt.parts()).data)["text"] == text
    assert yaml.safe_load(as_yaml(prompt, prompt.parts()).data)["text"] == text
    blocks = json.loads(messages_json(prompt, prompt.parts()).data)["system"]
    assert "".join(block["text"] for block in blocks) == text
    if text.strip():
        assert all(block["text"].strip() for block in blocks)
    assert sum("cache_control" in block for block in blocks) <= 2


def test_case_017_real_prompts_read_back(corpus: list[Path]) -> None:
    for path in corpus:
        data = path.read_bytes()
        if len(data) < 40_000:  # PyYAML reads some 100 KB a second
            prompt = Prompt.from_bytes(data, path.name)
            parts = prompt.parts()
            assert yaml.safe_load(as_yaml(prompt, parts).data)["text"] == prompt.text, path.name
            assert json.loads(as_json(prompt, parts).data)["text"] == prompt.text, path.name
            out = xml(prompt, parts).data
            assert all(encode(prompt.part_text(part)) in out for part in parts), path.name


def test_case_016_no_brace_is_added_or_lost(run: Run, here: Path) -> None:
    (here / "p.md").write_text(BRACES, "utf-8")
    for to in ("same", "markdown", "xml", "agents-md"):
        out = run("export", "p.md", "--to", to, "-o", "-").out
        assert re.findall(r"[{}]", out) == re.findall(r"[{}]", BRACES), to
    (here / "q.md").write_text('Answer for {{customer}}.\n\n{"ok": true, "meta": {}}\n', "utf-8")
    record = run("export", "q.md", "--to", "messages-json", "--json").record
    assert record["variables"] == ["customer"]


def test_cache_breakpoints_end_the_stable_prefix_and_the_prompt() -> None:
    text = "# Rules\n\nstable\n\n# Case\n\nfor {{name}}\n\n# End\n\nbye\n"
    prompt = Prompt.from_text(text, "CLAUDE.md")
    blocks = json.loads(messages_json(prompt, prompt.parts("fine")).data)["system"]
    assert ["cache_control" in block for block in blocks] == [True, False, True]


def test_no_breakpoint_stands_behind_a_line_that_changes() -> None:
    text = "# Rules\n\nstable\n\nToday: {{date}}\n\nmore\n\n# End\n\nbye {{name}}\n"
    prompt = Prompt.from_text(text, "CLAUDE.md")
    out = messages_json(prompt, prompt.parts("fine"))
    blocks = json.loads(out.data)["system"]
    assert "".join(block["text"] for block in blocks) == text
    (cached,) = [block for block in blocks if "cache_control" in block]
    assert cached["text"] == "# Rules\n\nstable\n\n" and blocks[0] is cached
    assert any("cached up to line 5" in note for note in out.notes)
    # Nothing stands before it: nothing can be cached.
    first = Prompt.from_text("Today: {{date}}\n\nmore\n")
    assert "cache_control" not in messages_json(first, first.parts()).data.decode()


@pytest.mark.parametrize(
    ("text", "cached"),
    [
        ("Now: {{now}}\n\n# Ropes\n\nWash them.\n", ""),
        ("# Ropes\n\nWash them.\n\nNow: {{now}}\n", "# Ropes\n\nWash them.\n\n"),
        ("# Ropes\n\nWash them.\n", "# Ropes\n\nWash them.\n"),
    ],
    ids=["first line", "last line", "nowhere"],
)
def test_example_12_the_breakpoint_stands_before_the_line_that_changes(
    text: str, cached: str
) -> None:
    prompt = Prompt.from_text(text, "CLAUDE.md")
    blocks = json.loads(messages_json(prompt, prompt.parts("fine")).data)["system"]
    assert "".join(block["text"] for block in blocks) == text
    last = max((n + 1 for n, block in enumerate(blocks) if "cache_control" in block), default=0)
    assert "".join(block["text"] for block in blocks[:last]) == cached


def test_xml_names_tags_after_titles_and_keeps_the_text() -> None:
    text = "# Rules for all\n\na </rules_for_all> b\n\n# 在庫\n\nc\n\n# 在庫\n\n<x>\nd\n</x>\n"
    prompt = Prompt.from_text(text, "CLAUDE.md")
    out = xml(prompt, prompt.parts("fine")).data.decode()
    assert re.findall(r"^<(\w+)>$", out, re.M) == ["rules_for_all_2", "在庫", "在庫_2", "x"]
    assert "a </rules_for_all> b" in out
    for part in prompt.parts("fine"):
        assert prompt.part_text(part) in out


def test_agents_md_keeps_the_description_and_names_what_is_left_out() -> None:
    prompt = Prompt.from_bytes((sample_prompts() / "release-notes" / "SKILL.md").read_bytes())
    made = agents_md(prompt, prompt.parts())
    text = made.data.decode()
    assert text.startswith("# Release notes\n\nWrite release notes from the merged")
    assert "Never invent a change" in text
    assert "allowed-tools" in made.notes[0]


def test_html_is_one_page_that_runs_nothing(run: Run, here: Path) -> None:
    hostile = sample_prompts() / "hostile.md"
    page = run("export", hostile, "--to", "html", "-o", "-").out
    assert "Content-Security-Policy" in page
    assert "<img" not in page and "<script" not in page
    assert "\x1b" not in page and "\u202e" not in page
    assert "path[0].md [/api/users]" in page
    assert not re.search(r"(?:src|href)=", re.sub(r"&lt;.*?&gt;", "", page))


def test_case_094_an_existing_file_is_never_replaced_unasked(run: Run, here: Path) -> None:
    """An installer replaced the personal instruction file; nobody noticed for days."""
    (here / "mine.md").write_bytes(b"# Mine\n\nnew words\n")
    target = here / "CLAUDE.md"
    target.write_bytes(b"# Personal\n\nmy own rules\n")
    refused = run("export", "mine.md", "--to", "same", "-o", target)
    assert refused.code == 1
    assert target.read_bytes() == b"# Personal\n\nmy own rules\n"
    assert "- my own rules" in refused.talk and "+ new words" in refused.talk
    assert "--force" in refused.talk
    done = run("export", "mine.md", "--to", "same", "-o", target, "--force", "--json").record
    assert target.read_bytes() == b"# Mine\n\nnew words\n"
    assert run("show", f"CLAUDE.md@{done['kept']['n']}").raw == b"# Personal\n\nmy own rules\n"
    assert run("undo", "CLAUDE.md").code == 0
    assert target.read_bytes() == b"# Personal\n\nmy own rules\n"


@pytest.mark.parametrize(("answer", "replaced"), [(b"n\n", False), (b"\n", False), (b"y\n", True)])
def test_case_094_on_a_terminal_it_asks(
    answer: bytes, replaced: bool, run: Run, here: Path
) -> None:
    (here / "a.md").write_bytes(b"new\n")
    (here / "b.md").write_bytes(b"old\n")
    result = run("export", "a.md", "--to", "same", "-o", "b.md", stdin=answer, tty=True)
    assert "Replace b.md?" in result.talk
    assert (here / "b.md").read_bytes() == (b"new\n" if replaced else b"old\n")
    assert result.code == (0 if replaced else 1)


def test_without_a_name_the_text_goes_to_standard_output_and_nothing_is_written(
    run: Run, here: Path
) -> None:
    odd = b"# A\r\n\n\xff\x00 \x1b[31m x"
    (here / "CLAUDE.md").write_bytes(odd)
    for to in FORMATS:
        named = run("export", "CLAUDE.md", "--to", to, "-o", "-")
        assert run("export", "CLAUDE.md", "--to", to).raw == named.raw, to
    assert run("export", "CLAUDE.md", "--to", "same").raw == odd
    assert [path.name for path in here.iterdir()] == ["CLAUDE.md"]
    assert run("versions", "CLAUDE.md", "--json").record["versions"] == []


def test_on_a_terminal_the_text_cannot_drive_it(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_bytes(b"# A\n\n\x1b]0;owned\x07 red \x1b[31m\n")
    for more in ((), ("-o", "-")):
        assert "\x1b" not in run("export", "CLAUDE.md", "--to", "same", *more, tty=True).out


def test_a_page_goes_to_a_new_file_that_is_named(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_bytes(b"# A\n\nx\n")
    for name in ("CLAUDE.html", "CLAUDE-2.html"):
        assert f"Wrote {name}" in run("export", "CLAUDE.md", "--to", "html").out
        assert (here / name).is_file()


def test_every_export_leaves_a_version_of_the_prompt(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_bytes(b"# A\n\nx\n")
    run("export", "CLAUDE.md", "--to", "xml", "-o", "out.xml")
    assert run("show", "CLAUDE.md@1").raw == b"# A\n\nx\n"
    assert len(run("versions", "out.xml", "--json").record["versions"]) == 1


def test_a_device_or_an_empty_name_is_refused_before_anything_is_stored(
    run: Run, here: Path
) -> None:
    (here / "a.md").write_bytes(b"# A\n")
    for out, words in (("/dev/null", "not a plain file"), ("", "-o is empty")):
        result = run("export", "a.md", "--to", "xml", "-o", out)
        assert result.code == 2
        assert words in result.talk
    assert run("versions", "a.md", "--json").record["versions"] == []


@pytest.mark.parametrize("to", FORMATS)
def test_json_of_an_export_to_standard_output_is_json(to: str, run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"# A\n\n\xff \x1b[31m must\n")
    record = run("export", "a.md", "--to", to, "-o", "-", "--json").record
    assert (record["to"], record["out"]) == (to, "-")
    plain = run("export", "a.md", "--to", to, "-o", "-").raw
    assert record["text"].encode("utf-8", "surrogateescape") == plain


def test_a_second_mark_survives_the_way_to_markdown(run: Run, here: Path) -> None:
    text = "\ufeff# A\n\nx\n"
    (here / "a.md").write_bytes(b"\xef\xbb\xbf" + text.encode())
    (here / "b.md").write_bytes(run("export", "a.md", "--to", "markdown", "-o", "-").raw)
    assert run("export", "b.md", "--to", "json", "-o", "-", "--json").record["text"]
    assert json.loads(run("export", "b.md", "--to", "json", "-o", "-").raw)["text"] == text


def test_what_utf_8_or_the_api_cannot_hold_is_said(run: Run, here: Path) -> None:
    (here / "wide.md").write_bytes(b"\xff\xfe#\0 \0A\0\n\0\x00\xd8\n\0")
    for to in ("markdown", "xml", "agents-md"):
        talk = run("export", "wide.md", "--to", to, "-o", "-").talk
        assert "became UTF-8" in talk and "lone surrogates" in talk
    (here / "blank.md").write_bytes(b" \n\n")
    assert "white space alone" in run("export", "blank.md", "--to", "messages-json", "-o", "-").talk
