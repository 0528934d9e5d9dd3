"""What people lost with other tools, told again with our own texts (numbers: ids of the cases)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.judge.projects import TODAY, build
from tests.judge.rule_runs import found
from workbench.change.ledger import ledger
from workbench.judge.findings import Finding
from workbench.language.instructions import extract_instructions
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
    (finding,) = found("emphasis", text, low=True)
    assert "5 of 6" in finding.message
    assert "Keep capitals" in finding.fix
    plain = "- Sort by berth.\n- NEVER round the draught.\n- Name the pilot.\n- Use metres.\n"
    assert not found("emphasis", plain, low=True)


def test_case_061_repeats_and_contradictions_are_told_apart(tmp_path: Path) -> None:
    text = (
        "# Press\n\n- Never print a plate twice without the foreman.\n"
        "- Indent code with spaces.\n- Never indent code with spaces.\n\n"
        "At night nobody is there to ask.\n\n"
        "- Never print a plate twice without the foreman.\n"
    )
    path = tmp_path / "CLAUDE.md"
    path.write_text(text)
    rules = ("repeat", "contradiction")
    assert {f.rule: f.start_line for f in _review(path, *rules)} == {
        "repeat": 9,
        "contradiction": 5,
    }
    # A later run is compared by keys, which lines above do not change.
    before = {f.key for f in _review(path, *rules)}
    path.write_text(text.replace("# Press\n", "# Press\n\nThe press stands in Ghent.\n"))
    assert {f.key for f in _review(path, *rules)} == before


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


def test_case_201_a_word_inside_another_is_no_contradiction() -> None:
    lines = (
        "- Give a non-exhaustive list of piers.\n- Give an exhaustive list of piers.\n"
        "- Never leave a non-empty tray.\n- Leave an empty tray.\n"
    )
    assert not found("contradiction", lines.replace("- Give an exhaustive list of piers.\n", ""))
    # Two wishes that differ in one word are for a reading, not for the words.
    assert not found("contradiction", lines)


def test_case_209_each_way_in_which_a_rule_never_loads() -> None:
    page = "---\n{}\n---\n\n- Ropes are in metres.\n"
    fields = "description:\nglobs:\nalwaysApply: false"
    (finding,) = found("never-loads", page.format(fields), ".cursor/rules/none.mdc")
    assert finding.start_line == 1 and "Cursor" in finding.message
    assert not found("never-loads", page.format("globs: ropes/**"), ".cursor/rules/ropes.mdc")
    (empty,) = found("empty-body", "---\nglobs: ropes/**\n---\n", ".cursor/rules/empty.mdc")
    assert "nothing stands" in empty.message


def test_case_211_tools_of_another_host_are_named() -> None:
    page = "---\nname: ropes\ndescription: Reads ropes. Use for ropes.\ntools: {}\n---\n\nGo.\n"
    named = found("unknown-tool", page.format("Read, run_shell, edit_file"), ".claude/agents/a.md")
    assert [f.text for f in named] == ["run_shell", "edit_file"]
    assert not found("unknown-tool", page.format("Read, Bash"), ".claude/agents/a.md")


@pytest.mark.parametrize("path", [".claude/skills/ropes/SKILL.md", ".claude/agents/ropes.md"])
def test_case_213_a_missing_description_is_an_error(path: str) -> None:
    (finding,) = found("frontmatter-strict", "---\nname: ropes\n---\n\nCount the ropes.\n", path)
    assert finding.severity == "error" and "description" in finding.message


def test_case_215_a_rule_said_again_from_an_imported_file(tmp_path: Path) -> None:
    line = "- A rope that touched salt water is washed before it is stored.\n"
    (tmp_path / "ropes.md").write_text(f"# Ropes\n\n{line}- Ropes have numbers.\n")
    page = tmp_path / "CLAUDE.md"
    page.write_text(f"# Yard\n\n@ropes.md\n\n{line}")
    (finding,) = _review(page, "repeat")
    assert finding.start_line == 5 and "ropes.md, line 3" in finding.message
    page.write_text("# Yard\n\n@ropes.md\n\n- Be brief.\n")
    assert not _review(page, "repeat")


def test_case_221_clashes_of_meaning_are_left_to_a_reading() -> None:
    text = (
        "- Carry out what is asked at once.\n- Ask first which of two ropes is meant.\n"
        "- Never end an answer with a question.\n- Close by asking what comes next.\n"
    )
    assert not found("contradiction", text)


def test_case_223_markers_of_a_merge_are_named_with_their_lines() -> None:
    text = "# Yard\n\n<<<<<<< HEAD\n- Metres.\n=======\n- Feet.\n>>>>>>> ropes\n"
    (finding,) = found("conflict-marker", text)
    assert (finding.severity, finding.start_line) == ("error", 3)
    assert "7" in finding.message or finding.end_line == 7


def test_case_231_commands_in_a_fenced_example_run_all_the_same() -> None:
    page = "---\nname: ropes\ndescription: Counts. Use to count.\n---\n\nAn example:\n\n{}\n"
    shown = page.format("```md\nState: !`rm -r ropes`\n```")
    (finding,) = found("runs-on-load", shown, ".claude/skills/ropes/SKILL.md")
    assert finding.start_line == 9 and "rm -r ropes" in finding.message
    quiet = page.format("```md\nState: `rm -r ropes`\n```")
    assert not found("runs-on-load", quiet, ".claude/skills/ropes/SKILL.md")


def test_case_233_a_contradiction_in_japanese_is_found() -> None:
    text = "# 港\n\n- 綱を庭に直接置いてください。\n- 綱を庭に直接置かないでください。\n"
    (finding,) = found("contradiction", text)
    assert (finding.start_line, finding.related[0].start_line) == (4, 3)


def test_case_205_an_example_that_breaks_the_rules_waits_for_a_reading(tmp_path: Path) -> None:
    path = tmp_path / "prompt.md"
    path.write_text(
        "# Caller\n\n- Never use question marks.\n- Answer with the key `hails`.\n\n"
        '## Example\n\n```json\n{"calls": [{"text": "Who is there?"}]}\n```\n'
    )
    result = review(str(path), Options(today=TODAY))
    assert not result.findings
    # Silence is no all-clear: the line says what nobody looked at.
    assert any("meaning" in left and "reading" in left for left in result.not_looked_at)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Ask the pilot first, then the harbour master.",
            "Ask the harbour master first, then the pilot.",
        ),
        (
            "Send the bill from the berth to the owner.",
            "Send the bill from the owner to the berth.",
        ),
        (
            "Return only XML, without a word around it.",
            "XML is preferred as the form of an answer.",
        ),
        (
            "If two berths fit, choose north before south.",
            "If two berths fit, choose south before north.",
        ),
        ("Never invent a berth.", "A berth may be invented when none fits."),
        ("Ring only after a delay.", "Ring after a delay only."),
    ],
)
def test_case_207_no_tuned_prompt_with_another_meaning_passes(old: str, new: str) -> None:
    page = "# Berths\n\n- Berths have numbers.\n- {}\n"
    result = ledger(Prompt.from_text(page.format(old)), Prompt.from_text(page.format(new)))
    assert result.gate != "pass"
    assert 4 in {row.a_line for row in result.rows if row.status not in ("kept", "added")}


def test_case_217_two_comments_call_the_rules_between_them_critical() -> None:
    page = (
        "# Yard\n\n- Paint ropes blue.\n\n<!-- {0} -->\n## Boats\n\n- Moor each boat alone.\n"
        "\n<!-- {1} -->\n\n## Names\n\n- Write names in small letters.\n"
    )

    def critical(text: str) -> list[tuple[str, str]]:
        rules = extract_instructions(Prompt.from_text(text, "CLAUDE.md"))
        return [(rule.text, rule.critical_by) for rule in rules if rule.critical]

    for marks in (("yard:critical", "/yard:critical"), ("critical", "end critical")):
        assert critical(page.format(*marks)) == [("Moor each boat alone.", "author")]
    # A comment that nothing closes, one in a fence and one about something else mark nothing.
    for marks in (("critical", "note"), ("yard:boats", "/yard:boats")):
        assert not critical(page.format(*marks))
    assert not critical("```\n<!-- critical -->\n```\n\n- Moor it.\n\n<!-- /critical -->\n")


def test_case_219_two_files_that_drifted_are_compared_rule_by_rule() -> None:
    """That a review of a folder names the clashes is issue 13: a reading of several files."""
    one = "# Berths\n\n- The service listens on port 7070.\n- Never push to `trunk`.\n- Ring it.\n"
    two = (
        "# Berths\n\n- The service listens on port 6060.\n- Push to `trunk` when dry.\n- Ring it.\n"
    )
    result = ledger(Prompt.from_text(one, "CLAUDE.md"), Prompt.from_text(two, "AGENTS.md"))
    assert result.gate == "refused"
    assert {row.a_line for row in result.rows if row.status not in ("kept", "added")} == {3, 4}


def test_case_227_the_outlier_among_the_descriptions_is_named(tmp_path: Path) -> None:
    """That all are ranked by what they take of the list is issue 13."""
    page = "---\nname: {}\ndescription: Use to count ropes.{}\n---\n\nCount.\n"
    skills = {
        f".claude/skills/{name}/SKILL.md": page.format(name, extra)
        for name, extra in (
            ("hemp", ""),
            ("wire", " It counts, weighs and lists." * 90),
            ("flax", ""),
        )
    }
    root = build(tmp_path, skills)
    told = {path: _review(root / path, "host-limits") for path in skills}
    assert [path for path, findings in told.items() if findings] == [".claude/skills/wire/SKILL.md"]
    (finding,) = told[".claude/skills/wire/SKILL.md"]
    assert "description has 2," in finding.message


def test_case_229_the_second_edit_of_one_base_does_not_drop_the_first_unseen() -> None:
    base = "# Cards\n\n- Cards have a title.\n"
    first = Prompt.from_text(f"{base}- Sums are in euros.\n")
    second = Prompt.from_text(f"{base}- Dates are in UTC.\n")
    result = ledger(first, second)
    assert result.gate == "refused"
    (lost,) = (row for row in result.rows if row.status == "lost")
    assert (lost.a_line, lost.text_a) == (4, "Sums are in euros.")


def test_case_235_many_skills_print_no_cause_of_their_own_each(tmp_path: Path) -> None:
    """That the list of all exceeds the host's budget is issue 13: the project screen."""
    page = "---\nname: rope-{0}\ndescription: Use for rope {0}.{1}\n---\n\nCount.\n"
    skills = {
        f".agents/skills/rope-{n}/SKILL.md": page.format(n, " It counts and lists." * 20)
        for n in range(25)
    }
    root = build(tmp_path, skills)
    assert not [f for path in skills for f in _review(root / path, "host-limits", "combined-limit")]


def test_example_13_more_tools_than_one_task_needs() -> None:
    page = "---\nname: ropes\ndescription: Counts ropes.\ntools: {}\n---\n\nCount.\n"
    names = ", ".join(f"mcp__yard__rope{n}" for n in range(25))
    (many,) = found("too-many-tools", page.format(names), ".claude/agents/ropes.md")
    assert many.message.startswith("25 tools") and not many.quiet
    six = page.format("Read, Grep, Glob, Edit, Write, Bash")
    assert not found("too-many-tools", six, ".claude/agents/ropes.md")
    (some,) = found("too-many-tools", six, ".claude/agents/ropes.md", low=True)
    assert "6 tools" in some.message and some.quiet
