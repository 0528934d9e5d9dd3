"""JSON, YAML and TOML of others: plain values, or an error with its place, never a long wait."""

from __future__ import annotations

import time

import pytest

from workbench.measure.answer_json import read_answer
from workbench.prompt.numbers import finite_number, whole_number
from workbench.prompt.plain_data import BadData, read_json, read_toml, read_yaml


def bomb() -> str:
    """Ten lines that a reader of merges makes into a billion entries."""
    lines = ["a: &a {x: 1}"]
    for before, name in zip("abcdefghi", "bcdefghij", strict=True):
        lines.append(f"{name}: &{name} {{<<: [{', '.join([f'*{before}'] * 9)}]}}")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("read", "text", "why"),
    [
        (read_yaml, bomb(), "line 2, column 13: an alias"),
        (read_yaml, "a: &a [*a]", "an alias"),
        (read_yaml, "x: 1\ny: " + "[" * 5_000, "line 2, column .*nested"),
        (read_yaml, "- " * 5_000, "nested more than 60"),
        (read_yaml, "\nwindow: " + "9" * 5_000, "line 2, column 9: a number of too many digits"),
        (read_yaml, "window: 0x" + "f" * 5_000, "too many digits"),
        (read_yaml, "window: 1" + ":59" * 12, "too many digits"),
        (read_yaml, "x: .nan", "line 1, column 4: a number in it is not finite"),
        (read_yaml, "x: -.inf", "not finite"),
        (read_yaml, "x: 2026-99-99", "line 1, column 4: month"),
        (read_yaml, "x: !!python/object/apply:os.system [true]", "line 1, column 4"),
        (read_yaml, "x: \x00", "line 1, column 1: a character"),
        (read_yaml, "x: \ud800", "a character"),
        (read_yaml, "? [a]\n: b", "line 1, column 3"),
        (read_yaml, "a\n" * 3 + "b: c", "line 4"),
        (read_yaml, "- a\n" * 60_000, "too many entries"),
        (read_json, "[" * 100_000, "nested"),
        (read_json, "[" * 70 + "]" * 70, "nested more than 60"),
        (read_json, '{"a":' * 70 + "1" + "}" * 70, "nested more than 60"),
        (read_json, "9" * 5_000, "a number of too many digits"),
        (read_json, "9" * 30, "too many digits"),
        (read_json, "[1e999]", "not finite"),
        (read_json, "[NaN]", "NaN"),
        (read_json, '{\n"a" 1}', "line 2, column 5"),
        (read_toml, "a." * 200_000 + "b = 1", "line 1, column 1: a key of too many parts"),
        (read_toml, "a = " + "[" * 5_000, "nested"),
        (read_toml, "a = " + "9" * 5_000, "a number of too many digits"),
        (read_toml, "a = inf", "not finite"),
    ],
)
def test_what_would_explode_is_refused_at_once(read: object, text: str, why: str) -> None:
    start = time.process_time()
    with pytest.raises(BadData, match=why) as caught:
        read(text)  # type: ignore[operator]
    assert time.process_time() - start < 3
    assert len(str(caught.value)) < 220


def test_plain_values_are_read_as_they_are() -> None:
    text = "a: 1\nb: [x, 2.5, true, null]\nc: {d: |\n  e}\n"
    assert read_yaml("a: 1\nb: [x, 2.5, true, null, 1:30]\nc: {d: '1e5'}") == {
        "a": 1,
        "b": ["x", 2.5, True, None, 90],
        "c": {"d": "1e5"},
    }
    with pytest.raises(BadData):
        read_yaml(text)
    assert read_json('{"a": [1, 2.5, null]}') == {"a": [1, 2.5, None]}
    assert read_toml("[a.b]\nc = 1") == {"a": {"b": {"c": 1}}}
    assert read_toml('d = "One. Two. Three. It is long."') == {"d": "One. Two. Three. It is long."}


def test_numbers_are_read_with_a_bound() -> None:
    assert whole_number("12") == 12
    assert whole_number("9" * 18) == 10**18 - 1
    assert [whole_number(text) for text in ("", "-1", "9" * 19, "\u0663", "1_0", " 1")] == [
        None
    ] * 6
    assert finite_number("2.5") == 2.5
    assert [finite_number(text) for text in ("nan", "inf", "1e999", "", "9" * 50)] == [None] * 5


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 5_000, '{"a":' * 900 + "1" + "}" * 900])
def test_an_answer_that_is_nested_deeply_is_no_answer(text: str) -> None:
    from workbench.errors import AnswerBroken

    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    with pytest.raises(AnswerBroken):
        read_answer(text, schema)
