"""Rules of a project and of packages: listed, muted and reviewed as those that ship."""

from __future__ import annotations

import os
from importlib import metadata
from pathlib import Path

import pytest

from tests.cli.conftest import Run, here, run  # noqa: F401
from workbench.errors import UnreadableInput
from workbench.judge.registry import Rule
from workbench.verbs import every_rule as module
from workbench.verbs.every_rule import every_rule

DOCK = "id: dock-words\nform: existence\ntitle: t\nwhy: w\nmessage: '{found}!'\npatterns: [dock]\n"


@pytest.fixture
def rules(here: Path) -> Path:  # noqa: F811
    folder = here / ".ctxbench" / "rules"
    folder.mkdir(parents=True)
    (here / "CLAUDE.md").write_text("# A\n\n- The dock is wet.\n")
    return folder


def of(record: dict[str, object]) -> list[object]:
    findings = record["findings"]
    assert isinstance(findings, list)
    return [f["message"] for f in findings if f["rule"] == "dock-words"]


def test_a_file_of_the_project_adds_a_rule(run: Run, rules: Path) -> None:  # noqa: F811
    (rules / "a.yaml").write_text(DOCK)
    assert of(run("review", "CLAUDE.md", "--json").record) == ["dock!"]
    assert "dock-words" in run("rules").out
    assert "rule of this project" in run("rules", "dock-words").out
    (rules.parent.parent / ".ctxbench.yaml").write_text("rules: {dock-words: error}\n")
    record = run("review", "CLAUDE.md", "--rule", "dock-words", "--json").record
    assert [f["severity"] for f in record["findings"]] == ["error"]
    key = record["findings"][0]["key"]
    (rules.parent.parent / ".ctxbench.yaml").write_text(f"muted: [{key}]\n")
    assert run("review", "CLAUDE.md", "--json").record["muted"] == 1
    # A file that was changed is read again; one that is gone adds nothing.
    (rules / "a.yaml").write_text(DOCK.replace("{found}!", "{found}?  "))
    (rules.parent.parent / ".ctxbench.yaml").unlink()
    assert of(run("review", "CLAUDE.md", "--json").record) == ["dock?"]
    (rules / "a.yaml").unlink()
    assert of(run("review", "CLAUDE.md", "--json").record) == []


def test_a_file_that_cannot_be_used_is_named_with_its_line(
    run: Run,  # noqa: F811
    rules: Path,
) -> None:
    (rules / "a.yaml").write_text(DOCK.replace("[dock]", "['(']"))
    done = run("review", "CLAUDE.md")
    assert done.code == 2 and ".ctxbench/rules/a.yaml:6: '(' is no pattern" in done.talk
    (rules / "a.yaml").write_text(DOCK.replace("dock-words", "repeat"))
    assert "there is a rule repeat already" in run("review", "CLAUDE.md").talk
    (rules / "a.yaml").write_bytes(b"\xff\xfe\x00")
    assert run("rules").code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_and_a_link_out_of_the_project_are_not_read(
    rules: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    os.mkfifo(rules / "a.yaml")
    with pytest.raises(UnreadableInput, match=r"a\.yaml"):
        every_rule()
    (rules / "a.yaml").unlink()
    outside = tmp_path_factory.mktemp("outside") / "b.yaml"
    outside.write_text(DOCK)
    (rules / "b.yaml").symlink_to(outside)
    with pytest.raises(UnreadableInput, match="leads out of the project"):
        every_rule()


def test_a_pattern_that_never_ends_is_stopped_and_named(run: Run, rules: Path) -> None:  # noqa: F811
    from workbench.verbs.inputs import read_input
    from workbench.verbs.review import Options, review

    (rules / "a.yaml").write_text(DOCK.replace("[dock]", r"['(?:a+)+$']"))
    Path("CLAUDE.md").write_text(f"# A\n\n- {'a' * 60}b.\n")
    chosen = Options(rules=frozenset({"dock-words"}), rule_seconds=0.3)
    assert review(read_input("CLAUDE.md"), chosen).stopped == ("dock-words",)


def test_a_package_adds_its_rules_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Rule("of-a-package", "t", "note", "w", "s", "2026-11-30", lambda rule, context: ())

    class Point:
        name, value = "mine", "mine.rules:RULE"

        def __init__(self, result: object) -> None:
            self.result = result

        def load(self) -> object:
            if isinstance(self.result, Exception):
                raise self.result
            return self.result

    for result, words in (
        (made, ""),
        ((made,), ""),
        ("no rule", "is no rule"),
        (RuntimeError("\x1b[31mbroken"), "cannot be loaded"),
    ):
        module.of_packages.cache_clear()
        monkeypatch.setattr(metadata, "entry_points", lambda group, r=result: [Point(r)])
        if not words:
            assert "of-a-package" in {rule.id for rule in every_rule()}
            continue
        with pytest.raises(UnreadableInput, match=words) as caught:
            every_rule()
        assert "\x1b" not in str(caught.value)
    module.of_packages.cache_clear()
