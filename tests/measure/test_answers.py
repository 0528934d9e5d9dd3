"""JSON out of what models write, held to the schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.errors import AnswerBroken
from workbench.measure.answer_json import read_answer, schema_in_words, sendable

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "score": {"type": "number", "minimum": 0, "maximum": 10},
        "class": {"type": "string", "enum": ["Essential", "useful"]},
        "lines": {"type": "array", "items": {"type": "integer"}, "maxItems": 3},
        "note": {"anyOf": [{"type": "string", "maxLength": 5}, {"type": "null"}]},
    },
    "required": ["score"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 7}',
        'Here:\n```json\n{"score": 7}\n```\nAnything else?',
        '{"score": 99} was my first thought, but rather {"score": 7}',
        '{"thought": "{not this}"} {"score": 7}',
        '[{"score": 7}]',
        'a { brace, a [ bracket, {"score": 7} and { more',
        '\ufeff{"score": 7.0}',
        '{"score": 7} {"score": "high"}',
        "[1, 2, 3]\n" + '{"score": 7}',
    ],
)
def test_the_object_that_follows_the_schema_is_taken(text: str) -> None:
    assert read_answer(text, SCHEMA) == {"score": 7}


def test_words_of_a_list_are_compared_without_case() -> None:
    assert read_answer('{"score": 1, "class": " ESSENTIAL"}', SCHEMA)["class"] == "Essential"


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "no JSON"),
        ("seven", "no JSON"),
        ('{"score": 7', "no JSON"),
        ("{'score': 7}", "no JSON"),
        ('{"score": NaN}', "no JSON"),
        ('{"score": 1e999}', "a number instead of number"),
        ('{"score": ' + "9" * 400 + "}", "a number instead of number"),
        ('{"score": 1, "lines": [1e300]}', "a number instead of integer"),
        ('{"score": true}', "true instead of number"),
        ('{"score": null}', "null instead of number"),
        ('{"score": "7"}', "a text instead of number"),
        ('{"score": 11}', "out of its bounds"),
        ("{}", "has no 'score'"),
        ('{"score": 1, "rm": 1}', "'rm', which was not asked for"),
        ('{"score": 1, "class": "useless"}', "not one of the words"),
        ('{"score": 1, "lines": [1, 2.5]}', "lines[1] is a number instead of integer"),
        ('{"score": 1, "lines": [1, 2, 3, 4]}', "has 4 items"),
        ('{"score": 1, "note": "too long"}', "instead of null"),
        ('[{"score": 1}, {"score": 2}]', "a list instead of object"),
        ("[" * 100_000, "no JSON"),
        ("x" * 1_000_001, "1,000,001 letters"),
    ],
)
def test_everything_else_is_broken_and_says_why(text: str, why: str) -> None:
    with pytest.raises(AnswerBroken) as broken:
        read_answer(text, SCHEMA)
    assert why in broken.value.message and broken.value.fault == "schema"


def test_what_an_answer_says_is_shown_safely() -> None:
    with pytest.raises(AnswerBroken) as broken:
        read_answer('{"score": 1, "\\u001b[31m\\u202e": 1}', SCHEMA)
    assert "\x1b" not in str(broken.value) and "\u202e" not in str(broken.value)


@given(st.text() | st.text('{}[]":, 0123456789truefalsn\\', max_size=60))
def test_any_text_is_an_answer_or_broken(text: str) -> None:
    try:
        found = read_answer(text, SCHEMA)
    except AnswerBroken:
        return
    assert 0 <= found["score"] <= 10


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(st.fixed_dictionaries({"score": st.integers(0, 10)}), json_values)
def test_what_follows_the_schema_comes_back_whatever_stands_around(good: Any, other: Any) -> None:
    text = f"{json.dumps(other)}\n```json\n{json.dumps(good)}\n```"
    assert read_answer(text, SCHEMA)["score"] == good["score"]


def test_servers_get_the_part_of_a_schema_that_they_take() -> None:
    sent = sendable(SCHEMA)
    assert "minimum" not in json.dumps(sent) and "maxItems" not in json.dumps(sent)
    assert sent["additionalProperties"] is False
    assert sendable({"type": "object", "properties": {"minimum": {"type": "number"}}}) == {
        "type": "object",
        "properties": {"minimum": {"type": "number"}},
        "additionalProperties": False,
    }
    assert json.dumps(sent, separators=(",", ":")) in schema_in_words(SCHEMA)
