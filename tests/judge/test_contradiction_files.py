"""Whole prompts: contradictions, duplicates, two strengths and split topics with their places."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule, all_rules
from workbench.judge.rules import contradiction, duplicate, topic_split, two_strengths
from workbench.prompt.prompt import Prompt


def found(rule: Rule, text: str, path: str = "CLAUDE.md") -> list[Finding]:
    return list(rule.check(rule, Context(Prompt.from_text(text, path=path))))


def places(findings: Iterable[Finding]) -> set[tuple[int, int]]:
    return {(f.related[0].start_line, f.start_line) for f in findings}


def test_a_contradiction_names_both_places_and_what_to_do() -> None:
    text = "# Shop\n\n## Code\n\n- Indent with tabs.\n\n## Style\n\n- Indent with two spaces.\n"
    (finding,) = found(contradiction.RULE, text)
    assert (finding.start_line, finding.related[0].start_line) == (9, 5)
    assert "line 5" in finding.message and "5 and 9" in finding.fix and finding.why
    assert finding.related[0].text == "Indent with tabs."


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n## Python\n\n- Indent with four spaces.\n\n"
        "## JavaScript\n\n- Indent with two spaces.\n",
        "# A\n\n- No new packages, except for tests.\n\n"
        "## Tests\n\n- You may add packages for tests.\n",
        "# A\n\n## Examples\n\n- Use tabs.\n\n## Style\n\n- Indent with spaces.\n",
        "# A\n\n```\nIndent with tabs.\n```\n\n- Indent with spaces.\n",
        '# A\n\n> "Indent with tabs."\n\n- Indent with spaces.\n',
        "# A\n\n| Case | Timeout |\n|---|---|\n| web | 5 s |\n| jobs | 60 s |\n",
        "",
        "{}",
    ],
)
def test_scopes_exceptions_and_shown_text_are_no_contradictions(text: str) -> None:
    assert not found(contradiction.RULE, text)


def test_xml_sections_and_prose_are_read() -> None:
    text = (
        "<manner>\n- Answer in English.\n</manner>\n\n<closing>\n"
        "All answers are in German, so that the team can read them.\n</closing>\n"
    )
    assert places(found(contradiction.RULE, text, "prompt.md")) == {(2, 6)}


def test_the_probe_files(shared: Path) -> None:
    folder = shared / "probes"
    rows = [json.loads(line) for line in (folder / "files.jsonl").read_text("utf-8").splitlines()]
    keys = {
        (row["file"], min(row["line_a"], row["line_b"]), max(row["line_a"], row["line_b"]))
        for row in rows
    }
    reported = set()
    for path in sorted((folder / "files").iterdir()):
        for one, two in places(found(contradiction.RULE, path.read_text("utf-8"), str(path))):
            reported.add((path.name, one, two))
    right = len(reported & keys)
    assert right / len(reported) >= 0.9 and right / len(keys) >= 0.6
    with_any = {row["file"] for row in rows}
    assert not {name for name, _, _ in reported} - with_any


def test_clean_files_have_none(shared: Path) -> None:
    for path in sorted((shared / "probes" / "clean").rglob("*.md")):
        for rule in (contradiction.RULE, duplicate.RULE, two_strengths.RULE, topic_split.RULE):
            assert not found(rule, path.read_text("utf-8"), str(path)), (path, rule.id)


DUPLICATES = "# A\n\n## Tests\n\n- A test must not reach the network.\n\n## More\n\n- {}\n"


@pytest.mark.parametrize(
    "again", ["Network access is not allowed in tests.", "A test must not reach the network."]
)
def test_the_same_rule_in_other_words_is_a_duplicate(again: str) -> None:
    assert places(found(duplicate.RULE, DUPLICATES.format(again))) == {(5, 9)}


@pytest.mark.parametrize(
    "other",
    [
        "Network access is allowed in tests.",
        "Network access is not allowed in builds.",
        "A test must not reach the network more than twice.",
    ],
)
def test_another_rule_is_no_duplicate(other: str) -> None:
    assert not found(duplicate.RULE, DUPLICATES.format(other))


def test_two_facts_among_rules_can_give_one_event_two_times() -> None:
    text = (
        "# Ferry\n\n## Notes\n\n- Write short notes.\n"
        "- A reminder goes out two days before the crossing.\n- Sign each note.\n\n"
        "## Guests\n\n- Greet each guest.\n- Guests are reminded {} days before the crossing.\n"
        "- Count the guests.\n"
    )
    assert places(found(contradiction.RULE, text.format("five"))) == {(6, 12)}
    assert not found(contradiction.RULE, text.format("two"))


def test_reminders_may_repeat() -> None:
    text = DUPLICATES.format("A test must not reach the network.").replace("More", "Reminders")
    assert not found(duplicate.RULE, text)


def test_one_rule_at_two_strengths() -> None:
    text = (
        "# A\n\n## Git\n\n- Every commit message must name the ticket.\n\n## Style\n\n"
        "- A commit message should name the ticket.\n"
    )
    (finding,) = found(two_strengths.RULE, text)
    assert places([finding]) == {(5, 9)} and "line 9" in finding.message


@pytest.mark.parametrize(
    ("first", "second", "split"),
    [
        ("Testing", "More about tests", True),
        ("Payment", "Payment, continued", True),
        ("テスト", "テストについての補足", True),
        ("Deployment", "Deployments", True),
        ("Testing", "Test data", False),
        ("Figures", "Charts", False),  # sums here, drawings there
        ("Step 1", "Step 2", False),
        ("Notes", "Notes", False),
    ],
)
def test_one_topic_in_two_sections(first: str, second: str, split: bool) -> None:
    text = f"# A\n\n## {first}\n\n- Run it.\n\n## Words\n\n- Be brief.\n\n## {second}\n\n- Do it.\n"
    assert places(found(topic_split.RULE, text)) == ({(3, 11)} if split else set())


def test_tags_can_split_a_topic_too() -> None:
    text = (
        "<manner>\nBe brief.\n</manner>\n\n<bills>\nAdd tax.\n</bills>\n\n"
        "<more_on_manner>\nBe kind.\n</more_on_manner>\n"
    )
    assert places(found(topic_split.RULE, text, "prompt.md")) == {(1, 9)}


def test_the_rules_are_in_the_registry() -> None:
    ids = {rule.id for rule in all_rules()}
    assert {"contradiction", "duplicate", "two-strengths", "topic-split"} <= ids


@pytest.mark.slow
def test_our_own_files_keep_their_precision_and_recall() -> None:
    folder = Path(__file__).resolve().parents[2] / "benchmarks" / "data" / "files_own"
    rows = [line.split("\t") for line in folder.with_suffix(".tsv").read_text().splitlines()]
    keys = {(name, int(a), int(b)) for name, a, b in rows}
    named = [
        (path.name, a, b)
        for path in sorted(folder.iterdir())
        for a, b in places(found(contradiction.RULE, path.read_text(encoding="utf-8")))
    ]
    held = {name for name, _, _ in keys}
    assert not [place for place in named if place[0] not in held]  # nothing where there is nothing
    right = len(keys & set(named))
    assert right >= 0.8 * len(named) and right >= 0.6 * len(keys)
