"""Keys and layouts are files: the shipped ones are whole, the user's are merged or reported."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from workbench import resources
from workbench.errors import UsageError
from workbench.tui.actions import ACTIONS
from workbench.tui.keymap import key_sign, load_yaml, merge, read_simple
from workbench.tui.layout import fitting, load_layouts, read_layout
from workbench.tui.screens.help import help_rows

SHIPPED = resources.layouts()


def shipped_keys() -> dict[str, dict[str, str]]:
    data: dict[str, dict[str, str]] = load_yaml(SHIPPED / "keymap.yaml")
    return data


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.yaml")), ids=lambda p: p.name)
def test_the_plain_reader_reads_what_yaml_reads(path: Path) -> None:
    text = path.read_text("utf-8")
    simple = read_simple(text)
    assert simple is not None, "a shipped file is not plain any more: the first screen pays for it"

    def words(value: object) -> object:
        return {k: words(v) for k, v in value.items()} if isinstance(value, dict) else str(value)

    assert simple == words(yaml.safe_load(text))


@pytest.mark.parametrize("text", ["a: [1]", "a:\n  - b", "a: 'b'", "a: {b: c}", "a: b: c", "- a"])
def test_what_is_not_plain_is_left_to_yaml(text: str) -> None:
    assert read_simple(text) is None


def test_every_action_has_a_key_and_no_key_means_two_things() -> None:
    keymap = merge(shipped_keys(), None)
    assert not keymap.problems
    for place, actions in ACTIONS.items():
        assert set(shipped_keys()[place]) == set(actions), place
        seen: set[str] = set()
        for name in actions:
            keys = keymap.keys[place][name]
            assert keys, f"{place}.{name} has no key"
            assert not seen & set(keys), f"{place}: {seen & set(keys)} twice"
            seen |= set(keys)


def test_no_action_needs_a_function_key_or_ctrl_shift() -> None:
    for place, actions in merge(shipped_keys(), None).keys.items():
        for name, keys in actions.items():
            easy = [k for k in keys if not k.startswith("f") or len(k) == 1]
            easy = [k for k in easy if "ctrl+shift" not in k]
            assert easy, f"{place}.{name} is reachable by {keys} only"


def test_the_keys_of_the_bench_are_not_taken_by_the_editor() -> None:
    keys = merge(shipped_keys(), None).keys
    bench = {key for found in keys["bench"].values() for key in found}
    editor = {key for found in keys["editor"].values() for key in found}
    assert not bench & editor


def test_user_keys_go_over_shipped_ones_and_faults_are_reported() -> None:
    user = {
        "bench": {"save": "ctrl+x, f2", "sve": "ctrl+j"},
        "review": {"accept": "n"},
        "nowhere": {"a": "b"},
    }
    keymap = merge(shipped_keys(), user, "keymap.yaml")
    assert keymap.keys["bench"]["save"] == ("ctrl+x", "f2")
    assert keymap.keys["review"]["accept"] == ("y",)
    said = " ".join(keymap.problems)
    assert "Did you mean save" in said
    assert "n is both accept and refuse" in said
    assert "nowhere" in said


def test_help_is_written_from_the_keymap() -> None:
    keymap = merge(shipped_keys(), {"bench": {"save": "f9"}})
    text = "\n".join("".join(piece.text for piece in row) for row in help_rows(keymap, 200))
    for actions in ACTIONS.values():
        for act in actions.values():
            assert act.label in text
    assert "F9" in text
    assert "^O" in text


def test_signs_are_those_that_people_know() -> None:
    assert [key_sign(k) for k in ("ctrl+s", "question_mark", "pageup", "alt+l", "k", "f1")] == [
        "^S",
        "?",
        "PgUp",
        "Alt+L",
        "k",
        "F1",
    ]


def test_the_layout_follows_the_width_and_the_users_wish(tmp_path: Path) -> None:
    layouts, problems = load_layouts()
    assert not problems
    assert [layout.name for layout in layouts] == ["narrow", "wide"]
    assert fitting(layouts, 80).name == "narrow"
    assert fitting(layouts, 140).name == "wide"
    assert fitting(layouts, 120, "wide").name == "wide"
    assert fitting(layouts, 80, "wide").name == "narrow", "the text would have no columns"
    assert fitting(layouts, 80, "narrow", 8).name == "plain", "the text would have no rows"
    assert fitting(layouts, 30).name == "plain"
    assert fitting([], 80).name == "plain"


def test_a_users_layout_is_found_and_a_bad_one_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.tui import keymap

    folder = keymap.config_folder() / "layouts"
    folder.mkdir(parents=True)
    (folder / "tall.yaml").write_text(
        "min_width: 10\ncolumns: [1fr]\nrows: [1fr, 9]\npanes: {editor: , parts: 1 x 1}\n"
    )
    (folder / "bad.yaml").write_text("columns: 1fr\nrows: 1fr\npanes:\n  map: 1 x 1\n")
    layouts, problems = load_layouts()
    tall = fitting(layouts, 80, "tall")
    assert tall.panes == {"editor": (1, 1), "parts": (1, 1)}
    assert tall.rows == "1fr 9"
    assert "names a pane 'map'" in problems[0]


def test_a_layout_without_an_editor_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("columns: 1fr\nrows: 1fr\npanes:\n  parts: 1 x 1\n")
    with pytest.raises(UsageError, match="no editor"):
        read_layout(path)
