"""Answers that hold lists of rows: their schema, and the rows about items that were numbered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.errors import AnswerBroken
from workbench.measure.answer_json import first_words, json_values

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}
TRUTH: dict[str, Any] = {"type": "boolean"}
_LONGEST = 600


def one_of(words: Sequence[str]) -> dict[str, Any]:
    """The schema of a word from a list."""
    return {"type": "string", "enum": list(words)}


def objects(**fields: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a list of objects that have each of `fields` and no other."""
    return {"type": "array", "items": _object(fields)}


def answer_of(**keys: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an answer: an object with each of `keys` and no other."""
    return _object(keys)


def _object(fields: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def numbered_rows(answer: str, key: str, count: int) -> dict[int, Mapping[str, Any]]:
    """The rows of the list `key` in what a model wrote, by the number in their `id`, from 1 to
    `count`; the last one of a number counts, and a list alone will do.

    Raises AnswerBroken where there is none.
    """
    found: dict[int, Mapping[str, Any]] = {}
    for value in json_values(answer):
        rows = value.get(key) if isinstance(value, Mapping) else value
        for row in rows if isinstance(rows, list) else ():
            if not isinstance(row, Mapping):
                continue
            digits = "".join(ch for ch in str(row.get("id"))[:12] if ch in "0123456789")
            if digits and 1 <= int(digits) <= count:
                found[int(digits)] = row
    if count and not found:
        raise unreadable(key, answer)
    return found


def unreadable(what: str, answer: str) -> AnswerBroken:
    """The error for an answer that holds no `what`, with the model's first words."""
    return AnswerBroken(
        f"The answer holds no {what}. It begins: {first_words(answer)}",
        hint="Nothing of it is kept.",
        fault="schema",
    )


def in_one_line(value: Any) -> str:
    """A text of an answer, blanks folded and not endless; nothing where it is none."""
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""
