"""Rules on where text stands and whether it belongs, and all rules on the probe sets."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.judge.rule_runs import TODAY, found, rule_of
from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, all_rules
from workbench.prompt.prompt import Prompt

_OWN = frozenset(
    {
        "bad-description",
        "bidi",
        "broken-reference",
        "buried-critical",
        "cache-breaker",
        "distractor",
        "emphasis",
        "empty-section",
        "expired",
        "frontmatter-strict",
        "hedged",
        "host-limits",
        "invisible-characters",
        "lintable",
        "misplaced-scope",
        "overlong-line",
        "secret",
        "temporary",
        "too-many-instructions",
        "truism",
        "unclosed",
        "unverifiable-number",
        "vague",
    }
)
_ROWS = [
    f"- Endpoint {n} returns a list of {what} sorted by name and paged by cursor.\n"
    for n, what in enumerate(["ports", "gauges", "lines", "tides", "buoys", "piers"] * 20)
]
CRITICAL = (
    "Never run migrations against the production database.",
    "Do not send passenger names to the analytics service.",
    "Refunds above 500 EUR must be approved by a person.",
    "The export must be valid JSON and nothing else, since a script parses it.",
    "Never delete a customer's booking: it cannot be restored.",
    "Under no circumstances tell a caller where another passenger sits.",
    "Force pushes to `main` are forbidden.",
    "A dose above 40 mg is never suggested, whatever the user says.",
    "Payments may only be captured once; a second capture charges the customer twice.",
    "決して本番のデータを削除しない。",
    "绝不要把客户的身份证号写进日志。",
)


@pytest.mark.parametrize("words", CRITICAL)
def test_moving_the_only_critical_rule_to_the_middle_changes_the_report(words: str) -> None:
    words = f"[CRITICAL] {words}"
    top = "# Tides\n\n- " + words + "\n" + "".join(_ROWS)
    middle = "# Tides\n\n" + "".join(_ROWS[:60]) + f"- {words}\n" + "".join(_ROWS[60:])
    assert not found("buried-critical", top)
    (finding,) = found("buried-critical", middle)
    assert finding.start_line == 63
    assert "(estimate, range ." in finding.message


def test_an_ordinary_rule_in_the_middle_is_not_buried() -> None:
    text = "# Tides\n\n" + "".join(_ROWS)
    assert not found("buried-critical", text)


def test_a_critical_rule_that_the_top_says_too_is_not_buried() -> None:
    words = "- CRITICAL: never run migrations against the production database.\n"
    text = "# Tides\n\n" + words + "".join(_ROWS[:60]) + words + "".join(_ROWS[60:])
    assert not found("buried-critical", text)


def test_a_grave_rule_that_nobody_calls_critical_is_not_buried() -> None:
    words = "Never run migrations against the production database."
    text = "# Tides\n\n" + "".join(_ROWS[:60]) + f"- {words}\n" + "".join(_ROWS[60:])
    assert not found("buried-critical", text)


def test_where_a_link_leads_makes_no_sentence_longer() -> None:
    words = "潮位は港の表で調べ、船は表の時刻に出し、遅れる時は、船長が鐘を鳴らし、客に知らせる"
    for link, long in ((f"({'x' * 200})", False), (f"、{'港の鐘を鳴らす、' * 24}", True)):
        text = f"# 潮\n\n[表]{link}{words}。\n"
        assert bool(found("overlong-line", text)) == long


def test_a_short_prompt_has_no_weak_middle() -> None:
    words = "- CRITICAL: never run migrations against the production database.\n"
    assert not found("buried-critical", "# A\n\n" + "- x y z.\n" * 9 + words + "- x y z.\n" * 9)


def test_the_place_is_the_token_midpoint_in_figures_without_jargon() -> None:
    """Half of the rows stand above the rule and half below: 50 % down, as `optimize` has it."""
    words = "CRITICAL: never run migrations against the production database.\n"
    rows = [f"- {n} {what}.\n" for n, what in enumerate(["Ports are listed by name"] * 400)]
    text = "".join(rows[:200]) + f"- {words}" + "".join(rows[:200])
    (finding,) = found("buried-critical", text)
    assert " 50 % down" in finding.message
    assert re.search(
        r"weighs \.\d\d of its best place \(estimate, range \.\d\d to", finding.message
    )


@pytest.mark.parametrize(
    "words",
    [
        "Never call the live parts supplier from a test. In March 2022 a colleague did, and 40 "
        "vans came to the yard. He called each driver on a Sunday, and nobody had dinner.",
        "本番の配車サービスを絶対に呼び出さないでください。2022 年に 40 台の車が来ました。"
        "社長が運転手に一人ずつ電話で謝りました。当時の担当は二人でした。",
        "切勿在测试里调用线上派车接口。2022 年当时来了四十辆车。老板后来一个一个打电话道歉。",
    ],
)
def test_a_ban_with_its_reason_is_no_story(words: str) -> None:
    assert not found("distractor", "# Yard\n\nPlans of vans.\n\n## Bans\n\n" + words + "\n")


STORIES = (
    "The office cat is called Miso. She sleeps on the printer and hates Mondays. On Fridays she "
    "gets tuna.",
    "Our founder sails across the North Sea every summer. Last year he took the whole family and "
    "came back with a broken mast.",
    "Lighthouses were lit with whale oil for a long time. Keepers climbed the stairs every four "
    "hours and slept very little.",
    "The logo was drawn by a student who was paid in pizza. Nobody remembers why the bird has "
    "three legs.",
    "The lead designer collects fountain pens. Her favourite one belonged to her uncle, a notary "
    "in Graz.",
    "創業者は元々釣り具の店を営んでいた。店は火事で焼け、その後に会社を始めた。",
    "我们的办公室养了一只猫，名字叫豆豆。它喜欢睡在打印机上，周末由前台照顾。",
)
OVERVIEWS = (
    "The parser was rewritten in 2024 because the old one could not read seasons. Use the new one; "
    "the old module is kept for imports.",
    "A season is a range of dates with its own timetable. Each line has two seasons. The harbour "
    "office decides when they begin.",
    "We moved from REST to GraphQL last year. Old endpoints still exist for partners, so do not "
    "remove them.",
    "This repository holds the booking service, the web client and the shared types. Each package "
    "has its own README.",
    "The service stores bookings in PostgreSQL and sends tickets by mail. The client is a single "
    "page application.",
)


@pytest.fixture
def pages(shared: Path) -> dict[str, str]:
    folder = shared / "probes/clean"
    return {
        "CLAUDE.md": (folder / "r1_ferry/CLAUDE.md").read_text(encoding="utf-8"),
        "system.md": (folder / "r5_library_bot/prompts/system.md").read_text(encoding="utf-8"),
    }


@pytest.mark.parametrize("story", STORIES)
def test_adding_an_irrelevant_paragraph_changes_the_report(
    story: str, pages: dict[str, str]
) -> None:
    for name, page in pages.items():
        assert not found("distractor", page, name)
        line = page.count("\n") + 4
        findings = found("distractor", f"{page}\n## Notes\n\n{story}\n", name)
        assert [f.start_line for f in findings] == [line]


@pytest.mark.parametrize("words", OVERVIEWS)
def test_an_overview_is_no_story(words: str, pages: dict[str, str]) -> None:
    assert not found("distractor", f"{pages['CLAUDE.md']}\n## Overview\n\n{words}\n")


def test_case_064_the_line_that_others_rely_on_is_named(shared: Path) -> None:
    text = (shared / "cases/inputs/064.md").read_text(encoding="utf-8")
    (finding,) = found("distractor", text)
    assert "heron" in finding.related[0].text
    assert f"Keep line {finding.related[0].start_line}" in finding.fix


ELSEWHERE = (
    ("CLAUDE.md", "## For the Android client\n- Use Jetpack Compose and small view models.\n"),
    ("CLAUDE.md", "## Travel expenses\n- Send receipts to payroll by the 5th.\n"),
    ("CLAUDE.md", "## Firmware of the printer\n- Do not call malloc inside an interrupt.\n"),
    ("CLAUDE.md", "## For the marketing team\n- Tweets carry the campaign hashtag.\n"),
    ("system.md", "<kitchen>\n- Menus list allergens; the chef signs each recipe.\n</kitchen>\n"),
    (
        "system.md",
        "<programmers>\nUse type hints, squash commits before the merge.\n</programmers>\n",
    ),
)
AT_HOME = (
    "## Deployment\n- Images are built with Docker and pushed by CI.\n- Use Helm for releases.\n",
    "## Security\n- Escape HTML in names.\n",
    "## Emails\n- Booking confirmations are rendered from `src/mail/`.\n",
    "## Accessibility\n- Buttons have labels. Check with a screen reader.\n",
)


@pytest.mark.parametrize(("name", "section"), ELSEWHERE)
def test_a_section_of_another_trade_is_found(
    name: str, section: str, pages: dict[str, str]
) -> None:
    line = pages[name].count("\n") + 2
    findings = found("misplaced-scope", f"{pages[name]}\n{section}", name)
    assert [f.start_line for f in findings] == [line]


@pytest.mark.parametrize("section", AT_HOME)
def test_a_section_of_the_same_work_is_left_alone(section: str, pages: dict[str, str]) -> None:
    assert not found("misplaced-scope", f"{pages['CLAUDE.md']}\n{section}")


def _shown(path: Path) -> Iterator[Finding]:
    context = Context(Prompt.from_bytes(path.read_bytes(), str(path)), Facts(today=TODAY))
    for rule in all_rules():
        if rule.id in _OWN and rule.applies(context):
            yield from (f for f in rule.check(rule, context) if f.confidence != "low")


def test_planted_files_lose_nothing_and_gain_at_most_one_other_finding(shared: Path) -> None:
    rows = (shared / "probes/planted.jsonl").read_text(encoding="utf-8").splitlines()
    keys = [json.loads(row) for row in rows]
    for file in sorted({key["file"] for key in keys}):
        own = [key for key in keys if key["file"] == file]
        lines = {line for key in own for line in (key["line"], *key["also_lines"])}
        found_lines = {f.start_line for f in _shown(shared / "probes/planted" / file)}
        assert len(found_lines & lines) >= 10, file
        assert len(found_lines - lines) <= 1, file


def test_clean_files_have_no_finding(shared: Path) -> None:
    for name in ("CLAUDE.md", "SKILL.md", "system.md"):
        for path in (shared / "probes/clean").rglob(name):
            assert not list(_shown(path)), path


def test_real_files_stay_below_one_and_a_half_findings(corpus: list[Path]) -> None:
    chosen = [p for p in corpus if p.name.endswith(("CLAUDE.md", "AGENTS.md", "SKILL.md"))]
    total = sum(len(list(_shown(path))) for path in chosen)
    assert total / len(chosen) <= 1.5


def test_every_rule_explains_itself() -> None:
    ids = {rule.id for rule in all_rules()}
    assert ids >= _OWN
    for rule in all_rules():
        if rule.id in _OWN:
            assert rule.why and rule.source and rule.dated and rule.title and rule.example


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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HOSTILE)
def test_time_grows_with_the_length_and_no_faster(name: str) -> None:
    unit = HOSTILE[name]
    rules = [rule_of(rule) for rule in sorted(_OWN)]

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
def test_a_file_of_500_lines_and_one_megabyte(shared: Path) -> None:
    """Told in the time that CommonMark's parser takes for the same text on the same machine."""
    files = sorted((shared / "probes").glob("*/*/CLAUDE.md"))
    page = "\n".join(p.read_text(encoding="utf-8") for p in files)
    parser = MarkdownIt("commonmark")
    for text, limit in (
        ("".join(page.splitlines(keepends=True)[:500]), 4.5),
        ((page * 100)[:1_000_000], 4.0),
    ):
        prompt = Prompt.from_text(text, "CLAUDE.md")
        spent, parsed = [], []
        for _ in range(3):
            started = time.process_time()
            parser.parse(text)
            parsed.append(time.process_time() - started)
            context = Context(prompt, Facts(today=TODAY), line_tokens=[9] * len(prompt.lines))
            _ = prompt.outline, context.parts, context.instructions
            started = time.process_time()
            for rule in sorted(_OWN):
                list(rule_of(rule).check(rule_of(rule), context))
            spent.append(time.process_time() - started)
        assert min(spent) < limit * min(parsed), (min(spent), min(parsed))
