"""Keys and layouts are files: the shipped ones are whole, the user's are merged or reported."""

from __future__ import annotations

import os
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
        "bench": {"save": "alt+z, f2", "sve": "ctrl+j"},
        "review": {"accept": "n"},
        "nowhere": {"a": "b"},
    }
    keymap = merge(shipped_keys(), user, "keymap.yaml")
    assert keymap.keys["bench"]["save"] == ("alt+z", "f2")
    assert keymap.keys["review"]["accept"] == ("y",)
    said = " ".join(keymap.problems)
    assert "Did you mean save" in said
    assert "n is both review, accept and review, refuse" in said
    assert "nowhere" in said


@pytest.mark.parametrize(
    ("place", "action", "given", "said"),
    [
        ("bench", "save", "", "it has no key; ^S is used"),
        ("bench", "save", None, "it has no key; ^S is used"),
        ("bench", "save", " , ", "it has no key; ^S is used"),
        ("bench", "save", "ctrl+i", "terminals send ctrl+i as tab; ^S is used"),
        ("bench", "save", "ctrl+m, f2", "terminals send ctrl+m as enter; F2 is used"),
        ("panes", "score", "ctrl+[", "terminals send ctrl+[ as escape"),
        ("bench", "save", "Ctrl+H", "terminals send ctrl+h as backspace"),
        ("bench", "save", "ctrl+shift+s", "terminals send ctrl+shift+s as ctrl+s"),
        ("bench", "save", "hyper+s", "no key is called 'hyper+s'"),
        ("bench", "save", "ctrl+sav", "no key is called 'ctrl+sav'"),
        ("bench", "save", "\x1b[31m", "no key is called '␛[31m'"),
        ("bench", "save", ["ctrl+j", 7], "7 is typed as text; ^J is used"),
        ("bench", "find", "f", "f is typed as text; ^F is used"),
        ("bench", "find", "enter", "enter is typed as text"),
        ("bench", "find", "ctrl+x", "^X is both bench, find and editor, cut"),
        ("parts", "pin", "w", "w is both panes, scenario and parts, pin"),
        ("bench", "save", "ctrl+q", "^Q is both bench, save and bench, quit"),
        ("bench", "save", "x" * 5_000, "no key is called"),
    ],
)
def test_a_key_that_cannot_work_is_told_and_the_shipped_one_stays(
    place: str, action: str, given: object, said: str
) -> None:
    """Keys that no terminal sends were taken and shown; an empty one stopped the workbench."""
    ours = merge(shipped_keys(), None)
    keymap = merge(shipped_keys(), {place: {action: given}}, "keymap.yaml")
    assert len(keymap.problems) == 1
    assert said in keymap.problems[0]
    assert f"{place}, {action}" in keymap.problems[0]
    assert len(keymap.problems[0]) < 200
    found = keymap.keys[place][action]
    if "F2" in said or "^J" in said:
        assert found in (("f2",), ("ctrl+j",))
    else:
        assert found == ours.keys[place][action]
    assert keymap.bindings(place)


def test_keys_may_be_swapped_between_places_that_work_together() -> None:
    keymap = merge(shipped_keys(), {"bench": {"find": "ctrl+x"}, "editor": {"cut": "ctrl+f"}})
    assert not keymap.problems
    assert keymap.keys["bench"]["find"] == ("ctrl+x",)
    assert keymap.keys["editor"]["cut"] == ("ctrl+f",)


def test_thousands_of_bad_lines_are_told_in_ten() -> None:
    keymap = merge(shipped_keys(), {f"place{n}": {} for n in range(3_000)}, "keymap.yaml")
    assert len(keymap.problems) == 11
    assert keymap.problems[-1] == "keymap.yaml: 2990 more lines do not fit."


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_keymap_that_is_no_file_is_told_and_the_shipped_keys_are_used() -> None:
    from workbench.tui import keymap

    own = keymap.config_folder() / "keymap.yaml"
    own.parent.mkdir(parents=True)
    (own.parent / "layouts").mkdir()
    os.mkfifo(own.parent / "layouts" / "pipe.yaml")
    for make, said in (
        (lambda: os.mkfifo(own), "it is a pipe, not a file"),
        (lambda: own.mkdir(), "it is a folder"),
        (lambda: own.symlink_to("/dev/zero"), "it is a device, not a file"),
        (lambda: own.symlink_to("nowhere"), "No such file"),
        (lambda: own.write_text("bench: " + "[" * 5_000) and None, "nested too deeply"),
        (lambda: own.write_text("bench: &a [*a]") and None, "an alias"),
        (lambda: own.write_bytes(b"bench: \xff") and None, "can't decode"),
        (lambda: own.write_text("- a") and None, "not a table"),
        (lambda: own.write_text("bench: {find: 1}\n" * 20_000) and None, "larger than 200 kB"),
    ):
        make()
        try:
            found = keymap.current.__wrapped__()
        finally:
            own.rmdir() if own.is_dir() else own.unlink()
        assert said in found.problems[0]
        assert found.keys == merge(shipped_keys(), None).keys
    _, problems = load_layouts()
    assert "it is a pipe" in problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "min_width: " + "9" * 5_000,
        "columns: banana",
        "columns: [1fr, -3]",
        "rows: " + "1fr " * 100,
        "panes: {editor: 99999999999 x 1}",
        "panes: {editor: 1e999}",
        "min_width: .inf",
    ],
)
def test_a_layout_with_impossible_numbers_is_refused(tmp_path: Path, text: str) -> None:
    lines = {"columns": "1fr", "rows": "1fr", "panes": "{editor: }"}
    name = text.partition(":")[0]
    lines.pop(name, "")
    path = tmp_path / "x.yaml"
    path.write_text("\n".join([*(f"{key}: {value}" for key, value in lines.items()), text]))
    with pytest.raises(UsageError, match=r"layout x\.yaml"):
        read_layout(path)


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
