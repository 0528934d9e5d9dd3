"""`review`, `rules` and `verify` on the command line: shapes, exit codes, frames, settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.judge.projects import build
from workbench.judge.rule_files import all_rules

#: One finding of which every reader is sure, whatever other rules say.
STALE = "# Lamps\n\n- Returns are described in `docs/lost.md`.\n- Prices are in cents.\n"


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = build(
        tmp_path / "lamps",
        {
            "package.json": '{"engines": {"node": ">=22"}, "scripts": {"test": "vitest"}}',
            "docs/returns.md": "Returns.\n",
            "CLAUDE.md": STALE,
            ".claude/skills/pack/SKILL.md": "---\nname: pack\ndescription: Packs a lamp for the "
            "post. Use when an order is ready to be sent.\n---\n\n# Pack\n\nWrap it twice.\n",
        },
    )
    (root / ".git").mkdir()
    monkeypatch.chdir(root)
    return root


def stale(record: dict[str, Any]) -> list[dict[str, Any]]:
    return [f for f in record["findings"] if f["rule"] == "stale-claim"]


def test_json_holds_the_keys_of_the_contract(run: Run, lamps: Path) -> None:
    done = run("review", "CLAUDE.md", "--json")
    assert done.code == 0
    record = done.record
    assert record["path"] == "CLAUDE.md"
    assert (record["root"], record["root_from"]) == (str(lamps), "git")
    (finding,) = stale(record)
    for key in ("rule", "severity", "start_line", "end_line", "message", "why", "related", "fix"):
        assert key in finding
    assert (finding["start_line"], finding["severity"]) == (3, "warning")
    assert (finding["start_column"], finding["end_column"]) == (29, 41)


def test_format_json_is_json_too(run: Run, lamps: Path) -> None:
    assert (
        run("review", "CLAUDE.md", "--format", "json").out
        == run("review", "CLAUDE.md", "--json").out
    )


@pytest.mark.parametrize(("level", "code"), [("error", 0), ("warning", 1), ("note", 1)])
def test_fail_on(run: Run, lamps: Path, level: str, code: int) -> None:
    done = run("review", "CLAUDE.md", "--rule", "stale-claim", "--fail-on", level)
    assert done.code == code


def test_text_shows_the_line_and_marks_the_words(run: Run, lamps: Path) -> None:
    out = run("review", "CLAUDE.md", "--rule", "stale-claim").out
    assert "CLAUDE.md:3:29 warning [stale-claim]" in out
    assert "3 | - Returns are described in `docs/lost.md`.\n" in out
    assert "  | " + " " * 28 + "^" * 12 + "\n" in out
    assert f"project: {lamps} (top of the git checkout)" in out
    assert out.endswith("1 finding: 1 warning.\n")


def test_marks_line_up_under_wide_and_hidden_characters(run: Run, lamps: Path) -> None:
    Path("CLAUDE.md").write_text("- 返品の説明は\u202e `docs/lost.md` にある。\n")
    lines = run("review", "CLAUDE.md", "--rule", "stale-claim").out.splitlines()
    shown = next(line for line in lines if line.startswith("1 | "))
    marks = lines[lines.index(shown) + 1]
    from workbench.cli.table import cell_width

    assert "\u202e" not in shown and "⇄" in shown
    before = shown[: shown.index("docs")]
    assert cell_width(marks[: marks.index("^")]) == cell_width(before)
    assert marks.count("^") == len("docs/lost.md")


def test_a_hostile_file_cannot_drive_the_terminal(run: Run, lamps: Path) -> None:
    Path("CLAUDE.md").write_text("- See `docs/\x1b]0;x\x07lost.md` and `docs/l\x9bost.md`.\n")
    out = run("review", "CLAUDE.md", "--all").out
    assert "\x1b" not in out and "\x07" not in out and "\x9b" not in out


def test_folders_stand_for_the_prompt_files_in_them(run: Run, lamps: Path) -> None:
    (lamps / "node_modules/x").mkdir(parents=True)
    (lamps / "node_modules/x/CLAUDE.md").write_text(STALE)
    (lamps / "docs/loop").symlink_to(lamps)
    paths = [record["path"] for record in run("review", ".", "--json").records]
    assert paths == [".claude/skills/pack/SKILL.md", "CLAUDE.md"] or paths == [
        "CLAUDE.md",
        ".claude/skills/pack/SKILL.md",
    ]


def test_a_folder_without_prompts_is_an_error(run: Run, lamps: Path) -> None:
    done = run("review", "docs")
    assert done.code == 2
    assert "no prompt file" in done.talk


def test_one_bad_file_does_not_stop_the_others(run: Run, lamps: Path) -> None:
    done = run("review", "gone.md", "CLAUDE.md", "--json")
    assert done.code == 2
    assert [record["path"] for record in done.records] == ["CLAUDE.md"]


def test_standard_input_has_no_project(run: Run, lamps: Path) -> None:
    done = run("review", "-", "--json", stdin=STALE.encode())
    assert (done.record["root"], stale(done.record)) == (None, [])


# -- settings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        ("rules: {stale-claim: off}", []),
        ("rules: {stale-claim: 'off'}", []),
        ("rules: {stale-claim: error}", ["error"]),
        ("rules: {stale-claim: on}", ["warning"]),
    ],
)
def test_severity_is_set_in_configuration(
    run: Run, lamps: Path, text: str, severities: list[str]
) -> None:
    Path(".ctxbench.yaml").write_text(text + "\n")
    record = run("review", "CLAUDE.md", "--json").record
    assert [f["severity"] for f in stale(record)] == severities


def test_an_unknown_rule_names_the_nearest(run: Run, lamps: Path) -> None:
    Path(".ctxbench.yaml").write_text("rules: {stale-claims: off}\n")
    done = run("review", "CLAUDE.md")
    assert done.code == 2
    assert "Did you mean stale-claim?" in done.talk
    done = run("review", "CLAUDE.md", "--host", "claude-cod")
    assert done.code == 2 and "Did you mean claude-code?" in done.talk


def test_a_muted_key_stays_away_and_is_counted(run: Run, lamps: Path) -> None:
    (finding,) = stale(run("review", "CLAUDE.md", "--json").record)
    Path(".ctxbench.yaml").write_text(f"muted: [{finding['key']}]\n")
    record = run("review", "CLAUDE.md", "--json").record
    assert (stale(record), record["muted"]) == ([], 1)
    Path("CLAUDE.md").write_text("\n\n" + STALE)
    assert stale(run("review", "CLAUDE.md", "--json").record) == []


def test_a_baseline_accepts_what_is_there_and_nothing_else(run: Run, lamps: Path) -> None:
    assert run("review", "CLAUDE.md", "--write-baseline", "known.json").code == 0
    assert "docs/lost.md" not in Path("known.json").read_text()
    Path("CLAUDE.md").write_text("Intro.\n\n" + STALE + "- Sizes are in `docs/sizes.md`.\n")
    (finding,) = stale(run("review", "CLAUDE.md", "--baseline", "known.json", "--json").record)
    assert finding["text"] == "docs/sizes.md"
    Path(".ctxbench.yaml").write_text("baseline: known.json\n")
    # The same words in another file are another finding.
    Path("AGENTS.md").write_text(STALE)
    records = run("review", "CLAUDE.md", str(lamps / "AGENTS.md"), "--json").records
    assert [len(stale(record)) for record in records] == [1, 1]


def test_a_baseline_never_replaces_another_file(run: Run, lamps: Path) -> None:
    done = run("review", "CLAUDE.md", "--write-baseline", "package.json")
    assert done.code == 2
    assert "engines" in Path("package.json").read_text()


def test_the_prompt_file_cannot_mute(run: Run, lamps: Path) -> None:
    Path("CLAUDE.md").write_text("<!-- ctxbench: off; rules: {stale-claim: off} -->\n" + STALE)
    assert stale(run("review", "CLAUDE.md", "--json").record)


def test_what_is_rarely_worth_a_look_is_shown_on_request(run: Run, lamps: Path) -> None:
    Path("CLAUDE.md").write_text("- Limits come from `LAMP_LIMIT`, which is read at start.\n")
    build(lamps, {"src/a.ts": "export const a = 1\n"})
    few, many = (run("review", "CLAUDE.md", "--json", *more).record for more in ((), ("--all",)))
    assert len(many["findings"]) >= len(few["findings"]) + few["hidden"]
    assert not any(f["quiet"] for f in few["findings"])


# -- SARIF ----------------------------------------------------------------------------------


def test_sarif(run: Run, lamps: Path) -> None:
    build(lamps, {"sub folder/CLAUDE.md": STALE + "- Sizes: `docs/lost.md`.\n"})
    done = run("review", "CLAUDE.md", "sub folder/CLAUDE.md", "--format", "sarif")
    log = json.loads(done.out)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    (part,) = log["runs"]
    rules = part["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.id for rule in all_rules()]
    for rule in rules:
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    results = [r for r in part["results"] if r["ruleId"] == "stale-claim"]
    assert len(results) == 2
    for result in part["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["partialFingerprints"]
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert region["startLine"] >= 1 and region["endLine"] >= region["startLine"]
    place = results[1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "sub%20folder/CLAUDE.md"
    assert place["region"] == {"startLine": 3, "endLine": 3, "startColumn": 29, "endColumn": 41}
    assert results[1]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 5


def test_sarif_fingerprints_survive_edits_above(run: Run, lamps: Path) -> None:
    def prints() -> list[str]:
        log = json.loads(run("review", "CLAUDE.md", "--format", "sarif").out)
        results = log["runs"][0]["results"]
        return [r["partialFingerprints"]["ctxbenchKey/v1"] for r in results]

    before = prints()
    Path("CLAUDE.md").write_text(STALE.replace("# Lamps\n", "# Lamps\n\nSells lamps.\n"))
    assert prints() == before


# -- rules and verify ------------------------------------------------------------------------


def test_rules_are_listed_and_explained(run: Run) -> None:
    out = run("rules").out
    assert all(rule.id in out for rule in all_rules())
    records = run("rules", "--json").records
    assert [r["id"] for r in records] == [rule.id for rule in all_rules()]
    one = run("rules", "stale-claim").out
    assert "Why:" in one and "Source:" in one and "stale-claim: off" in one
    done = run("rules", "stale-clam")
    assert done.code == 2 and "Did you mean stale-claim?" in done.talk


def test_verify(run: Run, lamps: Path) -> None:
    done = run("verify", "CLAUDE.md", "--root", lamps, "--json")
    assert done.code == 0
    record = done.record
    assert record["poisoning_risk"] == 2.0 and record["band"] == "regenerate"
    assert record["total_claims"] == record["false"] == 1
    (claim,) = record["claims"]
    assert (claim["kind"], claim["status"], claim["line"]) == ("PATH", "FALSE", 3)
    assert claim["evidence"] and claim["confidence"] == "HIGH"
    assert "docs/lost.md" in record["regeneration"]
    assert run("verify", "CLAUDE.md", "--fail-above", "0.3").code == 1
    text = run("verify", "CLAUDE.md").out
    assert "FALSE" in text and "Poisoning risk 2.00" in text
    assert "I cannot verify" in run("verify", "CLAUDE.md", "--request").out
