"""Muting writes one line into the project's settings, and nothing else, and nothing unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.errors import CtxbenchError
from workbench.verbs.mute import carry_out, muted_near, plan_mute, settings_file

KEY = "0123456789ab"
OTHER = "aaaaaaaaaaaa"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    path = tmp_path / "docs" / "CLAUDE.md"
    path.parent.mkdir()
    path.write_text("# One\n\n- Indent with tabs.\n")
    return path


def test_a_new_file_is_planned_at_the_top_of_the_project_and_written_on_demand(
    prompt: Path, tmp_path: Path
) -> None:
    plan = plan_mute(prompt, KEY, "contradiction")
    assert plan.file == tmp_path / ".ctxbench.yaml"
    assert (plan.line, plan.words, plan.before) == (2, f'  - "{KEY}"  # contradiction', None)
    assert not plan.file.exists(), "a plan writes nothing"
    carry_out(plan)
    assert muted_near(prompt) == {KEY}
    assert prompt.read_text() == "# One\n\n- Indent with tabs.\n"


@pytest.mark.parametrize(
    "before",
    [
        "",
        "# my settings\ntheme: nord\n",
        "theme: nord",
        f"muted: [{OTHER}]  # old ones\ntheme: nord\n",
        "muted: []\n",
        "muted:\ntheme: nord\n",
        f"muted:\n- {OTHER}\n\n# a remark\ntheme: nord\n",
        f"theme: nord\r\nmuted:\r\n    - {OTHER} # why\r\n    # last\r\nlayout: wide\r\n",
    ],
)
def test_the_rest_of_the_settings_stays_as_it_is(prompt: Path, tmp_path: Path, before: str) -> None:
    file = tmp_path / ".ctxbench.yaml"
    file.write_bytes(before.encode())
    old = muted_near(prompt)
    plan = plan_mute(prompt, KEY, "emphasis")
    assert plan.before == before.encode()
    carry_out(plan)
    after = file.read_bytes().decode()
    assert muted_near(prompt) == old | {KEY}
    assert after.splitlines()[plan.line - 1] == plan.words
    kept = [line for line in before.splitlines() if line and not line.startswith("muted")]
    assert [line for line in after.splitlines() if line in kept] == kept
    assert ("\r\n" in before) == ("\r\n" in after)
    # Taking the line out again is all that is needed to hear of it.
    file.write_text("".join(line for line in after.splitlines(True) if KEY not in line))
    assert KEY not in muted_near(prompt)


@pytest.mark.parametrize(
    "before",
    [f"muted: {OTHER}\n", f"muted: [\n  {OTHER}\n]\n", "muted: {a: b}\n", "- a\n- b\n", "a: [\n"],
)
def test_a_shape_that_cannot_be_added_to_is_refused_whole(
    prompt: Path, tmp_path: Path, before: str
) -> None:
    file = tmp_path / ".ctxbench.yaml"
    file.write_text(before)
    with pytest.raises(CtxbenchError, match="nothing was written"):
        plan_mute(prompt, KEY, "emphasis")
    assert file.read_text() == before


def test_what_changed_meanwhile_is_not_overwritten(prompt: Path, tmp_path: Path) -> None:
    plan = plan_mute(prompt, KEY, "emphasis")
    (tmp_path / ".ctxbench.yaml").write_text("theme: nord\n")
    with pytest.raises(CtxbenchError):
        carry_out(plan)
    assert (tmp_path / ".ctxbench.yaml").read_text() == "theme: nord\n"


def test_a_finding_that_is_muted_already_is_written_only_once(prompt: Path) -> None:
    carry_out(plan_mute(prompt, KEY, "emphasis"))
    again = plan_mute(prompt, KEY, "emphasis")
    assert not again.new
    assert again.after == again.before


def test_words_of_a_finding_never_reach_the_settings(prompt: Path) -> None:
    for key, rule in (("x: 1\n", "emphasis"), (KEY, "emphasis\nmodel: evil")):
        try:
            plan = plan_mute(prompt, key, rule)
        except CtxbenchError:
            continue
        assert b"evil" not in plan.after


def test_the_nearest_settings_win(prompt: Path) -> None:
    near = prompt.parent / ".ctxbench.yaml"
    near.write_text("theme: nord\n")
    assert settings_file(prompt) == near
