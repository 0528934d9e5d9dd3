"""What is offered and never safe: RELOCATE, CHECKLIST, OFFLOAD, and MARK on request."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised, word_costs
from tests.change.test_optimise import RULES, filler, project
from workbench.change.from_findings import mechanical
from workbench.change.ledger import ledger
from workbench.change.optimise import OptimiseResult
from workbench.change.proposals import Proposal
from workbench.errors import EditRefused
from workbench.judge.relevance import PartScore, ScoreResult
from workbench.judge.task import Task
from workbench.prompt.prompt import Prompt


def with_findings(
    text: str, accept: str | list[str] = "", path: str = "CLAUDE.md", **more: object
) -> OptimiseResult:
    prompt = Prompt.from_text(text, path)
    found = mechanical(prompt, word_costs(prompt.lines))
    return optimised(text, accept, path, findings=found, **more)


def of_kind(result: OptimiseResult, kind: str) -> list[Proposal]:
    return [p for p in result.proposals if p.kind == kind]


STORY = (
    "In 1952 the founder bought a red tram from the city and parked it behind the workshop. His"
    " sister painted it green during the summer of 1961, and the children slept in it until a"
    " storm tore off the roof. He never told anybody what he had paid for it.\n"
)


def museum(rule: str, heading: str = "History", story: str = STORY) -> str:
    """A prompt about trams with a rule inside its history."""
    return (
        "# Tram museum\n\nYou help the staff of a tram museum.\n\n"
        "## Tickets\n\n- Tickets are sold at the gate until noon.\n"
        "- Refund a ticket when the gate is closed.\n\n"
        "## Brakes\n\n- Test the brakes of each tram before the first ride.\n"
        "- Write the brake pressure into the log of the tram.\n\n"
        f"## {heading}\n\n{story}\n- The tram club meets on Fridays.\n{rule}\n"
        "## Cafe\n\n- The cafe opens at ten and closes at five.\n- Cakes are baked on Sundays.\n"
    )


# -- RELOCATE ------------------------------------------------------------------------------


def low(text: str, title: str) -> ScoreResult:
    """Scores by which one part does not serve the task."""
    part = next(p for p in Prompt.from_text(text, "CLAUDE.md").parts() if p.title == title)
    score = PartScore(part.id, title, 9, 1.5, "DISTRACTOR", "NEVER", "It is foreign.", "RELOCATE")
    return ScoreResult(Task("Help"), "m", "test", 5.0, (score,), 400)


BRAKES = "- Never drive a tram whose brake pressure is not in the log.\n"


def test_a_rule_in_a_foreign_part_goes_word_for_word_to_the_section_of_its_topic() -> None:
    text = museum(BRAKES)
    result = optimised(text, scores=low(text, "History"))
    (found,) = of_kind(result, "RELOCATE")
    assert not found.safe
    done = optimised(text, [found.id], scores=low(text, "History"), allow=["all"])
    home = "- Write the brake pressure into the log of the tram.\n"
    assert done.text == text.replace(BRAKES, "").replace(home, home + BRAKES)
    assert done.edit.inverse(text).apply(done.text) == text


def test_the_reason_names_both_headings_and_the_change_of_scope_needs_a_yes() -> None:
    text = museum(BRAKES)
    (found,) = of_kind(optimised(text, scores=low(text, "History")), "RELOCATE")
    assert "its heading was 'History' and becomes 'Brakes'" in found.reason
    refused = optimised(text, [found.id], scores=low(text, "History"))
    assert refused.gate == "refused"
    (row,) = [row for row in refused.ledger.rows if row.bad]
    assert row.scope_lost and row.text_a == row.text_b == BRAKES[2:-1]


@pytest.mark.parametrize(
    "rule",
    [
        "- Never open the door of a boat while it rains.\n",  # no section speaks of it
        "- Never drive a tram whose brake pressure is in the ticket log of the gate.\n",  # two do
        "- This must never be in the brake log of a tram.\n",  # leans on its place
        "- The brake pressure of a tram is in the log.\n",  # rules nothing
    ],
)
def test_without_a_plain_home_nothing_is_said(rule: str) -> None:
    text = museum(rule)
    assert not of_kind(optimised(text, scores=low(text, "History")), "RELOCATE")


def test_a_relocated_rule_survives_the_removal_of_its_part() -> None:
    text = museum(BRAKES)
    scores = low(text, "History")
    found = optimised(text, scores=scores).proposals
    ids = [p.id for p in found if p.kind in ("RELOCATE", "REMOVE")]
    assert len(ids) == 2
    done = optimised(text, ids, scores=scores)
    assert "## History" not in done.text
    assert done.text.count(BRAKES) == 1
    assert not [r for r in done.ledger.rows if r.status == "lost" and r.text_a == BRAKES[2:-1]]


# -- CHECKLIST -----------------------------------------------------------------------------

FADING = "- Answer in two sentences.\n- Ask the foreman before each lift.\n"
YARD = "".join(f"- Crane {n} lifts {n + 3} tonnes onto track {n % 7}.\n" for n in range(90))
YARD_PROMPT = f"# How to speak\n\n{FADING}- Weights are in tonnes.\n\n# Yard\n\n{YARD}"


@pytest.mark.parametrize(
    "own",
    [
        "# Checklist\n\n- The crane is locked.\n",
        "# Before you finish\n\n- The crane is locked.\n",
        "<final_checklist>\n- The crane is locked.\n</final_checklist>\n",
        "Before finishing, verify:\n\n- The crane is locked.\n",
    ],
)
def test_a_prompt_that_has_a_checklist_gets_none(own: str) -> None:
    assert not of_kind(with_findings(f"{YARD_PROMPT}\n{own}"), "CHECKLIST")


def test_critical_rules_without_another_help_stand_in_it_and_others_do_not() -> None:
    rules = (
        "- Never commit passwords or API keys to the repository.\n"
        "- Delete no customer data, also not for a test.\n- Keep commits small.\n"
        "- Never print the passwords listed above.\n"
    )
    text = project(rules, title="Release")
    result = optimised(text)
    echoed = {p.before.strip("- \n") for p in of_kind(result, "ECHO")}
    for p in of_kind(result, "CHECKLIST"):
        assert not any(words in p.after for words in echoed)
        assert "above" not in p.after and "small" not in p.after


def test_a_ban_that_its_heading_makes_comes_back_in_no_checklist() -> None:
    text = project("- Commit passwords to the repository\n- Delete customer data\n", title="Never")
    assert not optimised(text).proposals


# -- OFFLOAD -------------------------------------------------------------------------------


def large() -> str:
    """A prompt with one large section in its middle."""
    section = (
        filler(700)
        + "\n### Columns\n\n- Name each column in small letters.\n\n```sql\nselect 1;\n```\n"
    )
    return (
        f"# Order desk\n\nThe service takes orders.\n\n## Layout\n\n{filler(600, 200)}\n"
        f"## Report tables\n\n{section}\n## Closing\n\n{filler(600, 700)}"
    )


def offload_of(text: str, path: str = "CLAUDE.md", **more: object) -> Proposal:
    found = of_kind(optimised(text, path=path, **more), "OFFLOAD")
    return next(p for p in found if "Report tables" in p.found)


def test_a_large_section_goes_to_a_file_and_one_line_stays() -> None:
    text = large()
    found = offload_of(text)
    assert not found.safe
    (file,) = found.files
    assert file.path == "docs/report-tables.md"
    start, end = text.index("## Report tables"), text.index("\n## Closing")
    assert file.text == text[start:end]
    pointer = 'Before work that concerns "Report tables", read `docs/report-tables.md`.\n'
    assert found.result.text == text[:start] + f"## Report tables\n\n{pointer}" + text[end:]
    assert found.after == pointer
    assert found.edit.inverse(text).apply(found.result.text) == text
    assert found.saved > 500
    assert "the new file stays" in found.reason


def test_the_ledger_says_where_each_statement_went_and_loses_nothing() -> None:
    found = offload_of(large())
    book = found.ledger
    assert book.gate == "pass"
    away = [row for row in book.rows if row.elsewhere]
    assert {row.status for row in away} == {"moved"}
    assert any(row.text_a == "Name each column in small letters." for row in away)
    (file,) = found.files
    lines = file.text.splitlines()
    for row in away:
        assert f"docs/report-tables.md, line {row.why.split('line ')[1].split(',')[0]}" in row.why
        first = lines[int(row.why.split("line ")[1].split(",")[0]) - 1]
        assert row.text_a.split()[0] in first
    assert not book.counts().get("lost") and not book.lost_literals
    without = ledger(found.prompt, found.result)
    assert without.gate == "refused"
    assert without.counts()["lost"] >= len(away) - 1  # the pointer may be taken for one of them


def test_a_file_that_does_not_hold_the_words_keeps_nothing() -> None:
    from workbench.change.changes import NewFile

    found = offload_of(large())
    (file,) = found.files
    other = NewFile(file.path, file.text.replace("small letters", "capitals"))
    assert ledger(found.prompt, found.result, kept=[other]).gate == "refused"


def test_a_critical_rule_in_a_file_that_is_read_on_demand_needs_a_yes() -> None:
    from workbench.change.changes import NewFile

    rule = "- Never delete customer data.\n"
    a = f"# Desk\n\n## Data\n\n{rule}- Be brief.\n\n## More\n\n- Be kind.\n"
    b = "# Desk\n\n## Data\n\nRead `x.md`.\n\n## More\n\n- Be kind.\n"
    kept = [NewFile("x.md", f"## Data\n\n{rule}- Be brief.\n")]
    book = ledger(Prompt.from_text(a), Prompt.from_text(b), kept=kept)
    assert [row.text_a for row in book.rows if row.bad] == ["Never delete customer data."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- Name each column", "- Never delete customer data.\n- Name each column"),  # critical
        ("- Name each column", "- See [the list](list.md).\n- Name each column"),  # a link
        ("- Name each column", "- @docs/columns.md\n- Name each column"),  # an import
        ("- Name each column", "- Take $ARGUMENTS.\n- Name each column"),  # filled at run time
        ("## Report tables", "## Output format"),
        ("## Report tables", "## Rules"),
        ("## Report tables\n", "<!-- ctxbench:pin -->\n## Report tables\n"),
    ],
)
def test_what_must_be_loaded_or_leans_on_its_place_is_not_offloaded(old: str, new: str) -> None:
    text = large()
    assert old in text
    result = optimised(text.replace(old, new, 1))
    start = text[: text.index("## Report tables")].count("\n")
    assert not [p for p in of_kind(result, "OFFLOAD") if p.start_line > start]


@pytest.mark.parametrize(
    ("path", "folder"),
    [("CLAUDE.md", "docs"), ("AGENTS.md", "docs"), ("x/SKILL.md", "references")],
)
def test_the_new_file_goes_where_the_host_looks_for_documents(path: str, folder: str) -> None:
    assert offload_of(large(), path).files[0].path == f"{folder}/report-tables.md"


def test_a_command_has_no_files_beside_it() -> None:
    assert not of_kind(optimised(large(), path=".claude/commands/x.md"), "OFFLOAD")


def test_another_file_is_never_taken_and_its_own_is_used_again() -> None:
    mine = offload_of(large()).files[0]
    stands = {mine.path: "something else\n"}

    def occupied(path: str, text: str) -> bool:
        return stands.get(path, text) != text

    assert offload_of(large(), occupied=occupied).files[0].path == "docs/report-tables-2.md"
    stands[mine.path] = mine.text
    assert offload_of(large(), occupied=occupied).files[0].path == mine.path


@pytest.mark.parametrize("title", ["../../etc/passwd", "a/b\\c", "~/.ssh", "CON", "..."])
def test_a_title_leads_nowhere_else(title: str) -> None:
    for p in of_kind(optimised(large().replace("Report tables", title)), "OFFLOAD"):
        for file in p.files:
            folder, name = file.path.split("/")
            assert folder == "docs"
            assert not name.startswith(".") and "\\" not in name and name != "con.md"


def test_moves_out_of_a_section_and_its_offload_cannot_be_accepted_together() -> None:
    text = large().replace("- Name each column in small letters.\n", "- A.\n- A.\n" + RULES)
    result = optimised(text, "all")
    assert result.edit.inverse(text).apply(result.text) == text
    ids = [p.id for p in optimised(large()).proposals]
    assert optimised(large(), ids).accepted


def test_two_that_touch_the_same_words_are_named() -> None:
    rule = "- Run the linter before each commit of the service.\n"
    text = large().replace("### Columns\n\n", f"### Columns\n\n{rule}- Be brief.\n{rule}")
    found = {p.kind: p.id for p in optimised(text).proposals}
    with pytest.raises(EditRefused, match="touches the same words"):
        optimised(text, [found["MERGE"], found["OFFLOAD"]])
    both = optimised(text, "all")
    assert {p.id for p in both.waiting}
    assert found["MERGE"] in {p.id for p in both.accepted}


# -- MARK ----------------------------------------------------------------------------------


def test_markers_are_made_on_request_only_and_change_no_word() -> None:
    text = project(RULES, title="Release")
    assert not of_kind(optimised(text), "MARK")
    (found,) = of_kind(optimised(text, marks=True), "MARK")
    assert not found.safe
    assert "over-react" in found.reason
    rule = "Never commit passwords or API keys to the repository."
    assert found.result.text == text.replace(rule, f"[REQUIRED] {rule}")
    assert found.after == f"- [REQUIRED] {rule}\n"
    assert found.ledger.gate == "pass"
    (row,) = [row for row in found.ledger.rows if row.status == "reworded"]
    assert row.why == "a marker stands in front"
    assert not of_kind(optimised(found.result.text, marks=True), "MARK")
