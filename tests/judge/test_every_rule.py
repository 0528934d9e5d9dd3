"""All rules on clean, real and hostile files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.judge.rule_runs import TODAY
from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context
from workbench.judge.rule_files import all_rules
from workbench.prompt.prompt import Prompt


def _shown(path: Path) -> Iterator[Finding]:
    context = Context(Prompt.from_bytes(path.read_bytes(), str(path)), Facts(today=TODAY))
    for rule in all_rules():
        if rule.applies(context):
            yield from (f for f in rule.check(rule, context) if not f.quiet)


def test_clean_files_have_no_finding(shared: Path) -> None:
    for name in ("CLAUDE.md", "SKILL.md", "system.md"):
        for path in (shared / "probes/clean").rglob(name):
            assert not list(_shown(path)), path


def test_every_rule_explains_itself() -> None:
    for rule in all_rules():
        assert rule.why and rule.source and rule.dated and rule.title and rule.example, rule.id
        assert rule.origin == "fact"


HOSTILE = {
    "letters": "a",
    "brackets": "[",
    "links": "[a](#b) ",
    "capitals": "NEVER ",
    "exclamation": "!",
    "addresses": "x://u:p",
    "ticks": "`",
    "tags": "<abc>\n",
    "half tags": "<a ",
    "dates": "2026-01-01 ",
    "untils": "until ",
    "conditions": "if possible, ",
    "keys": "key=aB3-",
    "percent": "5% faster ",
    "comments": "<!--",
    "braces": "{{ a.",
    "fences": "```a\n",
    "headings": "# a\n",
    "items": "- you must maybe do good things well\n",
    "nested": "  - a\n",
    "hidden": "a\u200b",
    "kanji": "品質",
    "kana": "読みやすい",
    "prose": "We went there. ",
}


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_length_and_no_faster(name: str) -> None:
    unit = HOSTILE[name]
    rules = all_rules()

    def seconds(size: int) -> float:
        best = 9e9
        for _ in range(2):
            prompt = Prompt.from_text(unit * (size // len(unit)), "CLAUDE.md")
            context = Context(prompt, Facts(today=TODAY), line_tokens=[2] * len(prompt.lines))
            _ = prompt.outline, context.parts, context.instructions
            started = time.process_time()
            for rule in rules:
                list(rule.check(rule, context))
            best = min(best, time.process_time() - started)
        return best

    small, large = seconds(8_000), seconds(32_000)
    assert large < 0.05 or large < 9 * small, (small, large)


@pytest.mark.slow
def test_a_file_of_500_lines_and_a_quarter_of_a_megabyte(shared: Path) -> None:
    """Told in the time that CommonMark's parser takes for the same text on the same machine."""
    files = sorted((shared / "probes").glob("*/*/CLAUDE.md"))
    page = "\n".join(p.read_text(encoding="utf-8") for p in files)
    parser = MarkdownIt("commonmark")
    for text, limit in (
        ("".join(page.splitlines(keepends=True)[:500]), 4.5),
        ((page * 100)[:250_000], 4.0),
    ):
        prompt = Prompt.from_text(text, "CLAUDE.md")
        spent, parsed = [], []
        for _ in range(2):
            started = time.process_time()
            parser.parse(text)
            parsed.append(time.process_time() - started)
            context = Context(prompt, Facts(today=TODAY), line_tokens=[9] * len(prompt.lines))
            _ = prompt.outline, context.parts, context.instructions
            started = time.process_time()
            for rule in all_rules():
                list(rule.check(rule, context))
            spent.append(time.process_time() - started)
        assert min(spent) < limit * min(parsed), (min(spent), min(parsed))
