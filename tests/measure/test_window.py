"""Where a prompt lands in the window, and how the window is shared out."""

from __future__ import annotations

import pytest

from workbench.errors import UsageError
from workbench.measure.window import load_scenarios, prompt_curve, scenario_of, window_curve


def test_a_memory_file_of_3000_tokens_in_every_scenario() -> None:
    placed = {name: s.place(3000) for name, s in load_scenarios("claude-md").items()}

    assert {name: (p.before, p.after, p.total) for name, p in placed.items()} == {
        "alone": (0, 0, 3_000),
        "fresh": (14_000, 4_000, 21_000),
        "half": (14_000, 83_000, 100_000),
        "full": (14_000, 163_000, 180_000),
        "compacted": (14_000, 7_000, 24_000),
    }
    assert placed["half"].fill == 0.5
    assert placed["full"].fill == 0.9
    assert placed["compacted"].fill == 0.12


def test_every_scenario_says_where_and_when_its_figures_come_from() -> None:
    for kind in ("claude-md", "skill", "command", "system-prompt", "something-else"):
        for name, scenario in load_scenarios(kind).items():
            assert scenario.name == name
            assert scenario.date.startswith("20")
            assert scenario.source
            assert scenario.note


def test_kinds_of_prompt_stand_at_different_places() -> None:
    middle = {
        kind: scenario_of("half", kind).place(3000).place(1500)
        for kind in ("system-prompt", "claude-md", "skill", "command")
    }

    assert middle["system-prompt"] < middle["claude-md"] < middle["skill"] < middle["command"]
    assert scenario_of("fresh", "system-prompt").place(3000).before == 0
    assert scenario_of("fresh", "command").place(3000).after == 0


def test_the_rows_of_a_context_add_up_to_its_total() -> None:
    for kind in ("claude-md", "system-prompt", "skill", "command", "output-style"):
        for scenario in load_scenarios(kind).values():
            for tokens in (0, 3_000, 250_000):
                rows = scenario.rows(tokens)
                assert sum(row.tokens for row in rows) == scenario.place(tokens).total
                assert sum(row.name == "this file" for row in rows) == 1


def test_alone_is_the_same_as_within_the_prompt() -> None:
    inside = prompt_curve(3000, 200_000)
    around = window_curve(scenario_of("alone"), 3000)

    for offset in (0, 10, 1500, 2990):
        assert inside.at(offset) == around.at(offset)
    assert window_curve(scenario_of("alone"), 400).at(200).weight is None


def test_people_can_type_any_figures() -> None:
    mine = scenario_of("fresh", before=20_000, after=1_000, window=1_000_000).place(3000)
    assert (mine.before, mine.after, mine.window) == (20_000, 1_000, 1_000_000)

    wide = scenario_of("half", window=1_000_000).place(3000)
    assert (wide.before, wide.total) == (14_000, 500_000)

    late = scenario_of("half", after=500).place(3000)
    assert (late.before, late.after, late.total) == (96_500, 500, 100_000)

    early = scenario_of("half", before=0).place(3000)
    assert (early.before, early.total) == (0, 100_000)

    for wrong in ({"before": -1}, {"after": -1}, {"window": 0}):
        with pytest.raises(UsageError):
            scenario_of("fresh", **wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="fresh"):
        scenario_of("frsh")


def test_case_022_more_than_the_window_is_said_plainly_and_not_as_a_bare_percentage() -> None:
    inside = scenario_of("fresh").place(3000)
    assert "10.5 % of the window" in inside.words

    over = scenario_of("fresh").place(250_000)
    assert over.exceeded_by == 68_000
    assert "exceeds the window" in over.words
    assert "68,000 more" in over.words
    assert "%" not in over.words


def test_the_marks_above_half_are_called_conventions() -> None:
    assert "conventions, not findings" in scenario_of("full").place(3000).words
    assert "conventions" not in scenario_of("fresh").place(3000).words
