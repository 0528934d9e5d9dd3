"""Rules on where text stands, and all rules on clean, real and hostile files."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.judge.rule_runs import TODAY, found
from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context
from workbench.judge.rule_files import all_rules
from workbench.prompt.prompt import Prompt

_ROWS = [
    f"- Endpoint {n} returns a list of {what} sorted by name and paged by cursor.\n"
    for n, what in enumerate(["ports", "gauges", "lines", "tides", "buoys", "piers"] * 20)
]
CRITICAL = "**CRITICAL**: never run migrations against the production database."


def test_moving_the_only_critical_rule_to_the_middle_changes_the_report() -> None:
    top = "# Tides\n\n- " + CRITICAL + "\n" + "".join(_ROWS)
    middle = "# Tides\n\n" + "".join(_ROWS[:60]) + f"- {CRITICAL}\n" + "".join(_ROWS[60:])
    assert not found("buried-critical", top)
    (finding,) = found("buried-critical", middle)
    assert finding.start_line == 63
    assert "(estimate, range ." in finding.message


def test_a_rule_that_nobody_calls_critical_is_not_buried() -> None:
    text = "# Tides\n\n" + "".join(_ROWS[:60]) + "- Sort ports by name.\n" + "".join(_ROWS[60:])
    assert not found("buried-critical", text)


def test_a_critical_rule_that_the_top_says_too_is_not_buried() -> None:
    line = f"- {CRITICAL}\n"
    text = "# Tides\n\n" + line + "".join(_ROWS[:60]) + line + "".join(_ROWS[60:])
    assert not found("buried-critical", text)


def test_a_short_prompt_has_no_weak_middle() -> None:
    words = f"- {CRITICAL}\n"
    assert not found("buried-critical", "# A\n\n" + "- x y z.\n" * 9 + words + "- x y z.\n" * 9)


def test_the_place_is_the_token_midpoint_in_figures_without_jargon() -> None:
    """Half of the rows stand above the rule and half below: 50 % down, as `optimize` has it."""
    rows = [f"- {n} {what}.\n" for n, what in enumerate(["Ports are listed by name"] * 400)]
    text = "".join(rows[:200]) + f"- {CRITICAL}\n" + "".join(rows[:200])
    (finding,) = found("buried-critical", text)
    assert " 50 % down" in finding.message
    assert re.search(
        r"weighs \.\d\d of its best place \(estimate, range \.\d\d to", finding.message
    )


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
