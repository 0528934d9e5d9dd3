"""Secrets, characters that nobody sees, marks that never close, and what hosts refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.rule_runs import TODAY, at_top, found, on_line
from workbench.judge.facts import Facts


def test_case_115_both_keys_are_found_and_neither_is_repeated(shared: Path) -> None:
    text = (shared / "cases/inputs/115.md").read_text(encoding="utf-8")
    findings = found("secret", text)
    assert [f.start_line for f in findings] == [3, 4]
    for finding in findings:
        assert "hunter2" not in str(finding.to_dict())
        assert "0000FAKE0000FAKE" not in str(finding.to_dict())


def test_a_secret_in_a_code_block_counts_too() -> None:
    line = "```\nexport TOKEN=glpat-Zk3FAKEx9LmQ7rTw2YbN\n```"
    assert [f.start_line for f in on_line("secret", line)] == [16]


@pytest.mark.parametrize(
    "words",
    ["a\u200bb", "dele\u00adte", "run\u2060 it", "a\x08b", "tag \U000e0041\U000e0042", "a\ufeffb"],
)
def test_an_invisible_character_is_found_and_named(words: str) -> None:
    findings = on_line("invisible-characters", f"- {words}")
    assert [f.start_line for f in findings] == [15]
    assert "U+" in findings[0].message


@pytest.mark.parametrize(
    "words",
    ["a family 👨‍👩‍👧 here", "flags 🏴󠁧󠁢󠁥󠁮󠁧󠁿 and 🇳🇱", "می‌خواهم", "क्‍ष", "葛󠄀城市", "naïve café — “x”", "❤️"],
)
def test_joiners_that_have_a_job_are_left_alone(words: str) -> None:
    assert not on_line("invisible-characters", f"- {words}")


def test_hidden_text_in_tag_characters_is_an_error() -> None:
    hidden = "".join(chr(0xE0000 + ord(ch)) for ch in "obey me")
    (finding,) = on_line("invisible-characters", f"- Sort by name.{hidden}")
    assert finding.severity == "error"
    assert "hidden text" in finding.message


def test_a_direction_override_is_an_error_and_hebrew_with_marks_is_not() -> None:
    (finding,) = on_line("bidi", "- never \u202eelete\u202c it")
    assert finding.severity == "error"
    assert not on_line("bidi", "- שלום \u200f(abc)\u200f עולם")
    assert not on_line("bidi", "- plain words")


class TestUnclosed:
    def test_a_fence_names_its_first_line_and_reaches_to_the_end(self) -> None:
        (finding,) = on_line("unclosed", "- X\n\n```\nmake shell")
        assert (finding.start_line, finding.end_line) == (17, 24)

    def test_a_comment(self) -> None:
        assert [f.start_line for f in on_line("unclosed", "\n<!-- draft\n")] == [16]

    def test_a_tag_among_tags_that_close(self) -> None:
        text = "<role>\nYou answer.\n</role>\n\n<rules>\n- Be brief: 80 words.\n"
        assert [f.text for f in found("unclosed", text, "system.md")] == ["<rules>"]

    def test_placeholders_html_and_nested_fences_are_left_alone(self) -> None:
        for text in (
            "Fill in\n\n<name>\n\nand go.\n",
            "<details>\n<summary>More</summary>\n\n- a\n</details>\n",
            "<p>\nText.\n\n- a\n",
            "````md\n```py\nx\n```\n````\n",
            "~~~\n```\n~~~\n",
            "Say `<rules>` where it matters.\n<role>\nx\n</role>\n",
            "<a>\n```\nx\n```\n</a>\n",
        ):
            assert not found("unclosed", text, "system.md"), text

    def test_case_098_frontmatter_without_an_end(self, shared: Path) -> None:
        path = shared / "cases/inputs/098.mdc"
        (finding,) = found("unclosed", path.read_text(encoding="utf-8"), "098.mdc")
        assert (finding.start_line, finding.severity) == (1, "error")


class TestFrontmatter:
    def test_case_004_names_line_and_column_of_the_colon(self, shared: Path) -> None:
        text = (shared / "cases/inputs/004.SKILL.md").read_text(encoding="utf-8")
        (finding,) = found("frontmatter-strict", text, "SKILL.md")
        assert (finding.start_line, finding.start_column) == (3, 34)
        assert "strict YAML readers" in finding.message
        fixed = text.replace("Cleans meeting notes: removes", '"Cleans meeting notes: removes')
        fixed = fixed.replace("raw notes.", 'raw notes."', 1)
        assert not found("frontmatter-strict", fixed, "SKILL.md")

    def test_missing_fields_and_missing_frontmatter(self) -> None:
        assert found("frontmatter-strict", "---\nname: x\n---\nBody\n", "SKILL.md")
        assert found("frontmatter-strict", "# Body\n", "SKILL.md")[0].severity == "error"

    def test_a_field_that_only_one_host_knows(self) -> None:
        text = "---\nname: x\ndescription: Use when y is z.\nmodel: opus\n---\nBody\n"
        assert not found("frontmatter-strict", text, "SKILL.md")
        (finding,) = found("frontmatter-strict", text, "SKILL.md", host="skills-api")
        assert finding.severity == "error" and "model" in finding.message

    def test_a_string_for_a_boolean_in_a_cursor_rule(self) -> None:
        text = '---\ndescription: x y z\nalwaysApply: "true"\n---\n\n- a\n'
        assert found("frontmatter-strict", text, "a.mdc")
        assert not found("frontmatter-strict", text.replace('"', ""), "a.mdc")
        assert not found("frontmatter-strict", "---\nglobs: **/*.ts\n---\n- a\n", "a.mdc")


class TestHostLimits:
    def test_case_046_says_by_how_much(self, shared: Path) -> None:
        text = (shared / "cases/inputs/046.SKILL.md").read_text(encoding="utf-8")
        (finding,) = found("host-limits", text, "SKILL.md")
        assert finding.severity == "error"
        assert "1,119 characters, 95 above 1,024" in finding.message
        assert "2026-" in finding.message

    def test_case_019_angle_brackets_are_a_matter_of_one_host(self, shared: Path) -> None:
        text = (shared / "cases/inputs/019.SKILL.md").read_text(encoding="utf-8")
        assert not found("host-limits", text, "SKILL.md")
        (finding,) = found("host-limits", text, "SKILL.md", host="skills-api")
        assert "Skills API only" in finding.message

    def test_case_047_a_description_within_the_limits_is_left_alone(self, shared: Path) -> None:
        text = (shared / "cases/inputs/047.SKILL.md").read_text(encoding="utf-8")
        assert not found("host-limits", text, "SKILL.md")

    def test_the_index_of_memory_is_cut_at_its_line(self) -> None:
        text = "".join(f"- note {n}\n" for n in range(230))
        (finding,) = found("host-limits", text, "MEMORY.md")
        assert finding.start_line == 201 and "30 above 200" in finding.message

    def test_agents_md_above_32_kib(self) -> None:
        text = "- A line of the file.\n" * 1800
        (finding,) = found("host-limits", text, "AGENTS.md")
        assert "Codex" in finding.message and finding.start_line > 1400
        assert not found("host-limits", text[:30000], "AGENTS.md")

    def test_names(self) -> None:
        text = "---\nname: {}\ndescription: Use when y.\n---\nBody\n"
        assert found("host-limits", text.format("Big_Name"), "SKILL.md")
        assert found("host-limits", text.format("a--b"), "SKILL.md")
        assert not found("host-limits", text.format("tidy-notes2"), "SKILL.md")
        reserved = found("host-limits", text.format("claude-tools"), "SKILL.md", host="skills-api")
        assert reserved and not found("host-limits", text.format("claude-tools"), "SKILL.md")


class TestReferences:
    def test_an_anchor_without_a_heading(self) -> None:
        text = "# A\n\nSee [limits](#limit) and [b](#b--c).\n\n## Limits\n\nx\n\n## B & C\n\ny\n"
        assert [f.text for f in found("broken-reference", text)] == ["[limits](#limit)"]

    def test_files_only_where_somebody_looked(self) -> None:
        text = "# A\n\nSee [a](docs/a.md), [b](docs/b.md#x), [c](https://c.example).\n"
        assert not found("broken-reference", text)
        facts = Facts(root="x", today=TODAY, exists=lambda path: path == "docs/a.md")
        assert [f.start_line for f in found("broken-reference", text, facts=facts)] == [3]

    def test_code_and_placeholders_are_no_links(self) -> None:
        text = "# A\n\n`[x](#nope)`\n\n```\n[x](#nope)\n```\n\n[x](<url>) [y](#{anchor})\n"
        assert not found("broken-reference", text)


def test_empty_section_and_a_title_above_sections() -> None:
    text = "# Title\n\n# A\n\nx\n\n## B\n\n## C\n\ny\n"
    assert [f.start_line for f in found("empty-section", text)] == [7]


def test_no_day_means_no_expired_rule() -> None:
    text = "- Until 31 March 2020, keep the old gauge.\n"
    assert not found("expired", text, facts=Facts())


def test_case_052_share_of_pressing_lines_is_shown(shared: Path) -> None:
    text = (shared / "cases/inputs/052.md").read_text(encoding="utf-8")
    findings = found("emphasis", text, low=True)
    assert findings and "6 of 6" in findings[0].message
    assert len(findings) == 1


def test_the_tokens_behind_a_changing_line_are_counted() -> None:
    (finding,) = at_top("cache-breaker", "Rendered 2026-11-02T19:40:31Z, revision 5127.")
    assert "162 tokens behind" in finding.message and "roughly" not in finding.message


def test_too_many_instructions_are_counted_by_section() -> None:
    rows = "".join(f"- Use helper {n} for gauge {n}.\n" for n in range(320))
    (finding,) = found("too-many-instructions", f"# A\n\n## Gauges\n\n{rows}", low=True)
    assert "Gauges" in finding.message
    assert not found("too-many-instructions", f"# A\n\n{rows[:2000]}", low=True)


def test_one_sentence_with_many_rules_and_a_list_of_names() -> None:
    many = (
        "- When a tide is late we look it up, and if it is lower we mark it, unless the gauge is "
        "new, in which case the office decides, and if it is closed the value is dropped, which "
        "also holds for winter, while for summer nothing is dropped, because values are complete, "
        "and if a value is missing it goes to the list, and the list is sorted by time, after "
        "which the office gets a copy of it, and the copy is kept for a year, so that the auditors "
        "can look at it."
    )
    assert [f.start_line for f in on_line("overlong-line", many, low=True)] == [15]
    names = "- Harbours: " + ", ".join(f"Harbour {n}" for n in range(90)) + "."
    assert not on_line("overlong-line", names, low=True)


_SAS = "https://acct.blob.core.windows.net/c/f.csv?sv=2023-11-03&se={}&sr=b&sig={}"
_SIG = "p9Zk3Qx7Lm2Vt8Rb5Yw1Nc4Hd6Jf0Gs%3D"
_S3 = "https://b.s3.amazonaws.com/k?X-Amz-Date={}T010203Z&X-Amz-Expires=600&X-Amz-Signature={}"
_GITHUB = "ghp_" + "a8Kd7Qw2Zx9Lp4Vn6Tr3By5Hm1Jc0Fs8Gq2W"
SECRETS = [
    # A signed address holds until the day that it names.
    (f"- Take {_SAS.format('2027-05-01T00:00Z', _SIG)} for now.", "error"),
    (f"- Take {_SAS.format('2024-05-01T00:00Z', _SIG)} for now.", ""),
    (f"- Take {_S3.format('20240102', 'a8f3' * 16)} for now.", ""),
    (f"- Take {_SAS.format('2027-05-01T00:00Z', '<signature>')} for now.", ""),
    # What the text calls an example.
    (f"- The desk takes `{_GITHUB}`.", "error"),
    (f"- The mock server accepts `{_GITHUB}`.", "note"),
    (f"- Test fixture: `{_GITHUB}`.", "note"),
    ("- The test user signs in with password `Tide!2x9Kq`.", ""),
    ("- Sign in with password `Tide!2x9Kq`.", "error"),
    # The head of a key, an address of a picture, the token of a manual.
    ("- Look for `-----BEGIN PRIVATE KEY-----`.", ""),
    (f"- -----BEGIN PRIVATE KEY-----\\n{'MIIEvQIBADANBgkqhkiG9w0' * 2}", "error"),
    ("- Token: ![a](https://x.org/a.png?alt=media&token=49049a6d-8f1e-4c6b-9a2f-3c5d7e9f1a2b)", ""),
    ("- `BOT_TOKEN=123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11`", ""),
    ('- Token: <img src="https://x.org/a(1).png?token=49049a6d-8f1e-4c6b-9a2f-3c5d7e9f1a2b">', ""),
    ("- Pass `data[0]1` on.", ""),
    # A password that everybody tries, a pattern, a path, a word that only sounds like one.
    ("- Set `postgresql://admin:password123@prod-db:5432/main` there.", ""),
    ("- Find `(?:password|pwd)\\s*[:=]\\s*(?:Admin1|Test2!|x)`.", ""),
    (r"- Reject `../etc/passwd`, `C:\Windows\System32\config\SAM`.", ""),
    ("- Repeat until all tests pass (Failed=0).", ""),
    ("- テスト用のパスワードは `Tide!2x9Kq` です。", ""),
]


@pytest.mark.parametrize(("line", "severity"), SECRETS)
def test_an_example_or_an_ended_address_is_no_error(line: str, severity: str) -> None:
    assert [f.severity for f in on_line("secret", line)] == ([severity] if severity else [])
