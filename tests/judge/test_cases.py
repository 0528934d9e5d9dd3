"""What people lost with other tools, told again with our own texts (numbers: ids of the cases)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.judge.projects import TODAY, build
from tests.judge.rule_runs import found
from workbench.change.ledger import ledger
from workbench.judge.findings import Finding
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.prompt import Prompt
from workbench.verbs.review import Options, review


def _review(path: Path, *rules: str) -> tuple[Finding, ...]:
    return review(str(path), Options(today=TODAY, rules=frozenset(rules))).findings


def test_case_004_an_unquoted_colon_is_named_with_its_line_and_column() -> None:
    text = (
        "---\nname: bell-plan\ndescription: Plans bells: order, tower and hours. Use when a ringer"
        " asks for a plan.\n---\n\nList the bells.\n"
    )
    front = find_frontmatter(text)
    assert front and str(front.fields["description"]).startswith("Plans bells: order")
    (finding,) = found("frontmatter-strict", text, "SKILL.md")
    assert (finding.start_line, finding.start_column) == (3, 25)
    assert "strict YAML readers" in finding.message and "skipped" in finding.message
    assert "quotes" in finding.fix
    # What the fix asks for leaves the text that is read as it was.
    folded = text.replace("description: Plans", "description: >-\n  Plans")
    fixed = find_frontmatter(folded)
    assert fixed and fixed.fields["description"] == front.fields["description"]
    assert not found("frontmatter-strict", folded, "SKILL.md")


def test_case_019_a_check_of_one_host_is_labelled_so() -> None:
    text = (
        "---\nname: map-legend\ndescription: Use when a <Legend> is drawn on a map or <marker>"
        " signs are asked for.\n---\n\nDraw it.\n"
    )
    assert not found("host-limits", text, "SKILL.md")
    (finding,) = found("host-limits", text, "SKILL.md", host="skills-api")
    assert "Skills API only: the specification allows them" in finding.message


def test_case_020_each_pattern_is_counted_and_the_dead_one_flagged(tmp_path: Path) -> None:
    rule = '---\npaths:\n  - "mill/**/*.go"\n  - "mlil/**/*.sql"\n---\n\n- Grain is in kilograms.\n'
    root = build(
        tmp_path / "mill",
        {
            "go.mod": "module mill\n",
            "mill/a.go": "package mill\n",
            "mill/b/c.go": "package b\n",
            ".claude/rules/grain.md": rule,
        },
    )
    (finding,) = _review(root / ".claude/rules/grain.md", "dead-glob")
    assert (finding.start_line, finding.text) == (4, "mlil/**/*.sql")
    assert "mill/**/*.go matches 2" in finding.message
    assert "differ" in finding.fix
    # With both alive nothing is wrong; on request the counts of each are listed.
    (root / "mill/d.sql").write_text("--\n")
    path = root / ".claude/rules/grain.md"
    path.write_text(rule.replace("mlil", "mill"))
    assert not _review(path, "dead-glob")
    options = Options(today=TODAY, rules=frozenset({"dead-glob"}), all=True)
    (listed,) = review(str(path), options).findings
    assert "mill/**/*.go matches 2, mill/**/*.sql matches 1" in listed.message
    assert "hosts differ" in listed.message and listed.severity == "note"


def test_case_046_a_long_description_says_by_how_much() -> None:
    line = "  Use when somebody plans a bed of herbs with sage, thyme and mint by a wall.\n"
    text = "---\nname: herb-bed\ndescription: >-\n" + line * 14 + "---\n\nPlan it.\n"
    front = find_frontmatter(text)
    assert front
    size = len(str(front.fields["description"]))
    (finding,) = found("host-limits", text, "SKILL.md")
    assert f"{size:,} characters, {size - 1024} above 1,024" in finding.message
    short = text.replace(line * 14, line * 12)
    assert not found("host-limits", short, "SKILL.md")


def test_case_047_a_shorter_description_that_drops_a_trigger_is_refused() -> None:
    page = "---\nname: tide-card\ndescription: >-\n  {}\n---\n\nPrint it.\n"
    whole = (
        'Use when the user says "print the card", "tide sheet" or types `/tide`. '
        "Do NOT use for river levels."
    )
    old = Prompt.from_text(page.format(whole), "SKILL.md")
    for gone, kind, words in (
        (', "tide sheet"', "quote", "tide sheet"),
        (" or types `/tide`", "code", "/tide"),
    ):
        new = Prompt.from_text(page.format(whole.replace(gone, "")), "SKILL.md")
        result = ledger(old, new)
        assert result.gate == "refused", gone
        assert (kind, words) in {(x.kind, x.text) for x in result.lost_literals}
    short = Prompt.from_text(
        page.format(whole.replace(" Do NOT use for river levels.", "")), "SKILL.md"
    )
    result = ledger(old, short)
    assert result.gate == "refused"
    assert [r.text_a for r in result.rows if r.status == "lost"] == ["Do NOT use for river levels."]


def test_case_052_the_share_of_pressing_lines_is_shown_and_nothing_is_rewritten() -> None:
    text = (
        "- ALWAYS sort by berth!!!\n- NEVER round the draught!!!\n- MUST name the pilot\n"
        "- IMPORTANT: use metres\n- CRITICAL: no nicknames\n- Berths have numbers.\n"
    )
    (finding,) = found("emphasis", text)
    assert "5 of 6" in finding.message
    assert "keep emphasis" in finding.fix
    plain = "- Sort by berth.\n- NEVER round the draught.\n- Name the pilot.\n- Use metres.\n"
    assert not found("emphasis", plain)


def test_case_053_three_wordings_of_one_ban_point_at_each_other() -> None:
    text = (
        "# Kiln\n\n- Never open the kiln door above 90 degrees.\n\n# Loading\n\n"
        "- Do not open the door of the kiln while it is above 90 degrees.\n\n# Night shift\n\n"
        "- NEVER open the kiln door above 90 degrees. Wait for the bell.\n"
    )
    findings = found("duplicate", text)
    lines = {f.start_line for f in findings} | {r.start_line for f in findings for r in f.related}
    assert lines == {3, 7, 11}
    assert any("says the same" in f.message for f in findings)  # another wording is told apart
    assert all("keep the clearer one" in f.fix for f in findings)


_AUDIT = ("duplicate", "contradiction", "temporary")


def test_case_061_repeats_contradictions_and_what_is_over_are_told_apart(tmp_path: Path) -> None:
    text = (
        "# Press\n\n- Never print a plate twice without the foreman.\n"
        "- Indent code with four spaces.\n- Indent code with tabs, never with spaces.\n"
        "- Keep the old plate driver until the press migration is finished.\n\n# Night\n\n"
        "- Never print a plate twice without the foreman.\n"
    )
    path = tmp_path / "CLAUDE.md"
    path.write_text(text)
    groups = {f.rule: f.start_line for f in _review(path, *_AUDIT)}
    assert groups == {"duplicate": 10, "contradiction": 5, "temporary": 6}
    # A later run is compared by keys, which lines above do not change.
    before = {f.key for f in _review(path, *_AUDIT)}
    path.write_text(text.replace("# Press\n", "# Press\n\nThe press stands in Ghent.\n"))
    assert {f.key for f in _review(path, *_AUDIT)} == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("- Do not edit `beacon/` until ticket 88 is closed.", "ticket 88"),
        ("- Until the harbour migration is done, leave the old buoy table alone.", "migration"),
        ("- For now, answer calls in Danish only.", "for now"),
    ],
)
def test_case_062_a_ban_for_a_while_is_marked_with_its_reason(line: str, reason: str) -> None:
    (finding,) = found("temporary", f"- A beacon has a name.\n{line}\n")
    assert finding.start_line == 2 and reason in finding.message.lower()
    assert not found("temporary", "- A beacon has a name.\n- Do not edit `beacon/`.\n")


def test_case_098_frontmatter_without_an_end_swallows_nothing() -> None:
    text = "---\ndescription: Sails\nglobs: sails/*.py\n\n# Sails\n\n- A sail has a number.\n"
    (finding,) = found("unclosed", text, "sails.mdc")
    assert (finding.start_line, finding.severity) == (1, "error")
    prompt = Prompt.from_text(text, "sails.mdc")
    parts = prompt.parts()
    assert "".join(prompt.part_text(part) for part in parts) == text
    assert any(part.title == "Sails" for part in parts)


def test_case_115_keys_are_found_with_their_lines_and_never_repeated() -> None:
    key, word = "ghp_9aFAKEk2LmQ7rTw2YbN4xCv8PzE1dHs6Ju3q", "tr0utRiver9"
    text = f"# Weir\n\n- Log in with `{key}`.\n- Levels: mysql://weir:{word}@db.invalid/levels\n"
    findings = found("secret", text)
    assert [f.start_line for f in findings] == [3, 4]
    assert all(f.severity == "error" for f in findings)
    shown = "".join(str(f.to_dict()) for f in findings)
    assert key not in shown and word not in shown


def test_case_124_descriptions_that_overlap_name_the_words_they_share(tmp_path: Path) -> None:
    skill = "---\nname: {}\ndescription: {}\n---\n\nx\n"
    root = build(
        tmp_path / "yard",
        {
            "ropes/SKILL.md": skill.format(
                "ropes", "Use when the user wants to splice, mend or whip a mooring rope."
            ),
            "knots/SKILL.md": skill.format(
                "knots", "Use when the user wants to splice, mend or tie a mooring rope."
            ),
        },
    )
    before = (root / "knots/SKILL.md").read_bytes()
    (finding,) = _review(root / "ropes/SKILL.md", "overlapping-skills")
    assert "splice" in finding.message and "mend" in finding.message
    assert [place.path for place in finding.related] == ["knots/SKILL.md"]
    assert finding.fix
    assert (root / "knots/SKILL.md").read_bytes() == before


@pytest.mark.parametrize(
    "name",
    [
        "The barge with the spare anchor is called `otter`.",
        "The barge was called `otter` after a goat, and everybody liked the barge.",
        "The staging key of the quay is kept in `otter`.",
    ],
)
def test_case_064_the_only_mention_of_a_name_is_never_dropped_in_silence(name: str) -> None:
    past = "The founder kept goats and moved house a lot. Everybody liked the goats very much."
    rules = (
        "# Rules\n\n- Check the ropes of `otter` before each trip.\n- Log each trip in `trips.csv`."
        "\n- The API returns trips sorted by day.\n- Tests run with `make check`.\n"
    )
    story = "\n\n".join([past, past, past, name, past])
    findings = found("distractor", f"# Past\n\n{story}\n\n{rules}")
    assert findings  # the story is found by what it is, not by its place
    line = 9
    for finding in findings:
        if finding.start_line <= line <= finding.end_line:
            assert f"Keep line {line}" in finding.fix
            assert [place.start_line for place in finding.related] == [line]


def test_case_049_rules_that_fade_are_named_and_no_cure_is_promised() -> None:
    yard = "".join(f"- Crane {n} lifts {n + 3} tonnes onto track {n % 7}.\n" for n in range(90))
    text = (
        "# How to speak\n\n- Answer in two sentences.\n- Ask the foreman before each lift.\n"
        f"- Weights are in tonnes.\n\n# Yard\n\n{yard}"
    )
    assert not found("may-fade", text)  # shown on request only
    (finding,) = found("may-fade", text, low=True)
    assert [place.start_line for place in finding.related] == [3, 4]
    assert [place.text.split(":")[0] for place in finding.related] == ["style", "process"]
    assert "end of the context" in finding.fix and "Answer in two sentences" in finding.fix
    assert "hook" in finding.fix and "neither is certain" in finding.fix
    assert not found("may-fade", f"# Yard\n\n{yard}", low=True)


def _after(text: str, fix: str) -> str:
    """`text` with the lines of a fix put in the place of those it names."""
    lines = text.splitlines(keepends=True)
    for row in re.findall(r"^\+ (\d+): (.*)$", fix, re.MULTILINE):
        lines[int(row[0]) - 1] = row[1] + "\n"
    return "".join(lines)


@pytest.mark.parametrize(
    "value",
    [
        "Plans bells: order, tower and hours. Use when a ringer asks.",
        'Plans "great" bells: order. Use when a ringer asks.',
        'Plans a ringer\'s bells: order, and "peals". Use when asked.',
        "Plans bells: order,\n  tower and hours.\n  Use when a ringer asks.",
    ],
)
def test_case_004_the_fix_is_a_diff_that_leaves_the_text_that_is_read(value: str) -> None:
    text = f"---\nname: bell-plan\ndescription: {value}\nlicense: MIT\n---\n\nList the bells.\n"
    (finding,) = found("frontmatter-strict", text, "SKILL.md")
    old = find_frontmatter(text)
    if "\n" not in value:  # the shown lines stand one for one
        new = find_frontmatter(_after(text, finding.fix))
        assert old and new and not new.strict_error
        assert dict(new.fields) == dict(old.fields)
    assert "- 3: description: Plans" in finding.fix and "+ 3: description: " in finding.fix


def test_case_004_no_diff_where_quotes_alone_do_not_help() -> None:
    text = "---\nname: [a\ndescription: Plans bells: order. Use when a ringer asks.\n---\n\nx\n"
    for finding in found("frontmatter-strict", text, "SKILL.md"):
        assert "+ " not in finding.fix


SKILL = "---\nname: {}\ndescription: {}\n---\n\nx\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "added"),
    [
        (
            "Use when the user wants to splice or mend a mooring rope.",
            "Use when the user wants to splice, mend or dye a mooring rope.",
            "Do not use to dye (take knots).",
        ),
        (
            "Use when the user wants to splice, mend or dye a mooring rope.",
            "Use when the user wants to splice or mend a mooring rope.",
            "To splice or mend alone, take knots instead.",
        ),
        (
            "For splicing mooring ropes and anchor chains.",
            "For splicing mooring ropes, anchor chains and bowlines.",
            "Do not use for bowlines (take knots).",
        ),
        (
            "Use to splice or mend a mooring rope",
            "Use to mend or splice a mooring rope.",
            "",
        ),
    ],
)
def test_case_124_contrast_wording_is_shown_for_this_file_alone(
    tmp_path: Path, mine: str, theirs: str, added: str
) -> None:
    root = build(
        tmp_path / "yard",
        {
            "ropes/SKILL.md": SKILL.format("ropes", mine),
            "knotty/SKILL.md": SKILL.format("knots", theirs),  # not the name of its folder
        },
    )
    path = root / "ropes/SKILL.md"
    before = {p: p.read_bytes() for p in root.rglob("SKILL.md")}
    (finding,) = _review(path, "overlapping-skills")
    assert {p: p.read_bytes() for p in root.rglob("SKILL.md")} == before
    if not added:
        assert "+ " not in finding.fix  # only the author knows what sets them apart
        return
    assert f"+ 3: description: {mine} {added}" in finding.fix and "knotty" not in finding.fix
    # Taken over, it settles the matter, and all else is the same.
    path.write_text(_after(path.read_text(), finding.fix))
    assert _review(path, "overlapping-skills") == ()
    front = find_frontmatter(path.read_text())
    assert front and front.text("description") == f"{mine} {added}"


def test_case_124_the_shared_skills_are_told_apart(shared: Path) -> None:
    (finding,) = _review(shared / "cases/inputs/124/a/SKILL.md", "overlapping-skills")
    assert "evaluate, improve" in finding.message
    assert "Do not use to create (take skill-maker)." in finding.fix


@pytest.mark.parametrize(
    ("line", "cue"),
    [
        ("- Currently the lamp table is read-only.", "Currently"),
        ("- The lens table is frozen as of 2026-03-01.", "2026-03-01"),
        ("- See LAMP-412 before you touch the lens.", "LAMP-412"),
        ("- Ask Ida about the buoys (issue #412).", "#412"),
    ],
)
def test_case_062_dates_tickets_and_currently_are_marked_on_request(line: str, cue: str) -> None:
    text = f"- A beacon has a name.\n{line}\n"
    assert not found("temporary", text)  # by themselves they decide nothing
    (finding,) = found("temporary", text, low=True)
    assert finding.start_line == 2 and cue.lower() in finding.message.lower()


@pytest.mark.parametrize("line", ["- Files are UTF-8.", "- Follow RFC-2119.", "- Links go to a#b."])
def test_case_062_standards_are_no_tickets(line: str) -> None:
    assert not found("temporary", line + "\n", low=True)


def test_case_019_every_finding_says_where_its_rule_is_from(tmp_path: Path) -> None:
    path = tmp_path / "SKILL.md"
    path.write_text("---\nname: Map_Legend\ndescription: Draws: maps. Use when asked.\n---\n\nx\n")
    result = review(str(path), Options(today=TODAY))
    rows = result.to_dict()["findings"]
    assert {row["rule"] for row in rows} >= {"frontmatter-strict"}
    assert all(re.search(r"\(\d{4}-\d\d-\d\d\)$", row["source"]) for row in rows)


def test_case_056_a_compressor_that_drops_a_negation_is_stopped_at_its_line(shared: Path) -> None:
    text = (shared / "cases/inputs/056.md").read_text("utf-8")
    old = Prompt.from_text(text, "CLAUDE.md")
    for gone, line in (("not ", 1), ("Never ", 2), (" without masking", 2), (" unless two", 3)):
        assert gone in text
        result = ledger(old, Prompt.from_text(text.replace(gone, " ", 1), "CLAUDE.md"))
        assert result.gate != "pass", gone
        assert line in {row.a_line for row in result.rows if row.bad}
    assert ledger(old, old).gate == "pass"


def test_case_098_the_shared_rule_is_split_and_counted_all_the_same(shared: Path) -> None:
    path = shared / "cases/inputs/098.mdc"
    (finding,) = _review(path, "unclosed")
    assert finding.start_line == 1
    prompt = Prompt.from_bytes(path.read_bytes(), str(path))
    assert "".join(prompt.part_text(part) for part in prompt.parts()) == prompt.text


def test_case_064_a_score_says_who_else_speaks_of_a_part_before_anybody_removes_it() -> None:
    from workbench.change.optimise import optimise
    from workbench.judge.relevance import score_steps
    from workbench.judge.task import Task
    from workbench.prompt.instructions import extract_instructions

    past = "The founder kept goats and moved house a lot. Everybody liked the goats very much. "
    text = (
        "# Trips\n\nServes the trips of a small ferry line.\n\n"
        "## Past\n\n" + past * 3 + "The barge with the spare anchor is called `ottiwell`. " + past
        + "\n\n## Trips\n\n- Log each trip of the ferry in `trips.csv`.\n"
        "- The API returns trips of the ferry sorted by day.\n\n"
        "## Ropes\n\n- Check the ropes of `ottiwell` before each trip of the ferry.\n"
        "- Ferry trips need two ropes and one anchor for each day.\n\n"
        "## Tests\n\n- Tests of the ferry trips run with `make check`.\n"
    )  # fmt: skip
    prompt = Prompt.from_text(text, "CLAUDE.md")
    parts = prompt.parts("fine")
    rules = extract_instructions(prompt, parts)
    steps = score_steps(prompt, parts, Task("serve ferry trips"), [40] * len(parts), rules=rules)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            scores = done.value
            break
    low = next(part for part in scores.parts if part.title == "Past")
    assert low.score is not None and "ottiwell" in low.justification
    result = optimise(prompt, parts, rules, lambda lines: [9] * len(lines), scores=scores)
    for one in result.proposals:
        if one.kind in ("REMOVE", "OFFLOAD") and one.start_line <= 7 <= one.end_line:
            assert "ottiwell" in one.reason and not one.safe
