"""What a model answered, as data: JSON found in its text and held to the schema of the request.

Models wrap JSON in fences and prose, write two objects, change the case of words from a list, and
leave things out. What follows the schema is taken; everything else is AnswerBroken with the reason.

The schemas are the subset that servers can enforce (type, properties, required, items, enum,
const, anyOf, additionalProperties: false) plus bounds (minimum, maximum, minItems, maxItems,
minLength, maxLength), which are checked here and never sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from workbench.errors import AnswerBroken
from workbench.prompt.plain_data import BadData, check_plain
from workbench.prompt.visible import one_line

#: More nesting than any schema of ours has; deeper text is no answer.
_DEPTH = 40
#: How many places where JSON could begin are tried; an answer has one or two.
_STARTS = 400
#: Letters of an answer that is looked at; the longest rewrite of a part is far below.
_LONGEST = 1_000_000
#: Numbers have to be below this; whole ones are exact then in whatever reads them.
_LARGEST = 1e15
#: Keywords that servers refuse or ignore.
_BOUNDS = {"minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"}


def read_answer(text: str, schema: Mapping[str, Any]) -> Any:
    """The data in `text` that follows `schema`, the last such object where there are several
    (models correct themselves). Raises AnswerBroken with the reason of the best candidate.
    """
    if len(text) > _LONGEST:
        raise _broken(f"it has {len(text):,} letters")
    best, reason = None, "it holds no JSON"
    for value in json_values(text):
        try:
            best = (_checked(value, schema, "the answer", 0),)
        except _Mismatch as trouble:
            reason = str(trouble)
    if best is None:
        raise _broken(one_line(reason, 160))
    return best[0]


def sendable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` as servers take it: without bounds, and every object closed."""
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _BOUNDS:
            continue
        if key == "properties":
            out[key] = {name: sendable(inner) for name, inner in value.items()}
        elif key == "items":
            out[key] = sendable(value)
        elif key == "anyOf":
            out[key] = [sendable(inner) for inner in value]
        else:
            out[key] = value
    if "properties" in out:
        out["additionalProperties"] = False
    return out


def schema_in_words(schema: Mapping[str, Any]) -> str:
    """The text that stands in for structured answers where a server has none."""
    body = json.dumps(sendable(schema), ensure_ascii=False, separators=(",", ":"))
    return (
        "Answer with one JSON object and nothing else: no introduction, no code fence. "
        f"It follows this JSON schema:\n{body}"
    )


def first_words(text: str) -> str:
    """What a model wrote instead of an answer: its first words, for people."""
    return one_line(" ".join(text.split()), 120) or "nothing"


def _broken(reason: str) -> AnswerBroken:
    return AnswerBroken(
        f"The answer cannot be used: {reason}.", hint="Nothing of it is kept.", fault="schema"
    )


def json_values(text: str) -> Iterator[Any]:
    """Every JSON object or list in what a model wrote, outermost ones only, in order."""
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    at, starts = 0, 0
    for match in re.finditer(r"[{\[]", text):
        if match.start() < at:
            continue
        starts += 1
        if starts > _STARTS:
            return
        try:
            value, at = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        try:
            check_plain(value, numbers=False)  # numbers are told by their schema
        except BadData:  # nor is anything that stands inside of it an answer
            continue
        yield value
        if isinstance(value, list) and len(value) == 1:
            yield value[0]  # one object, wrapped for no reason


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


class _Mismatch(ValueError):
    pass


def _checked(value: Any, schema: Mapping[str, Any], where: str, depth: int) -> Any:
    """`value` with the words of enums in the case of the schema. Raises _Mismatch."""
    if depth > _DEPTH:
        raise _Mismatch("it is nested too deeply")
    if "anyOf" in schema:
        reasons = []
        for inner in schema["anyOf"]:
            try:
                return _checked(value, inner, where, depth + 1)
            except _Mismatch as trouble:
                reasons.append(str(trouble))
        raise _Mismatch(reasons[-1] if reasons else f"{where} fits no form")
    value = _typed(value, schema.get("type"), where)
    if "const" in schema:
        value = _word(value, [schema["const"]], where)
    if "enum" in schema:
        value = _word(value, schema["enum"], where)
    _bounds(value, schema, where)
    if isinstance(value, dict):
        return _object(value, schema, where, depth)
    if isinstance(value, list) and "items" in schema:
        return [
            _checked(item, schema["items"], f"{where}[{i}]", depth + 1)
            for i, item in enumerate(value)
        ]
    return value


def _typed(value: Any, kinds: Any, where: str) -> Any:
    if kinds is None:
        return value
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "integer":
            if isinstance(value, float) and value.is_integer() and _sane(value):
                return int(value)
            if isinstance(value, int) and _sane(value):
                return value
        elif kind == "number":
            if isinstance(value, (int, float)) and _sane(value):
                return value
        elif isinstance(value, _TYPES[kind]):
            return value
    raise _Mismatch(f"{where} is {_name(value)} instead of {_or(kinds)}")


def _sane(value: float) -> bool:
    """Neither true nor false, infinite or so large that nothing can be reckoned with it."""
    return not isinstance(value, bool) and abs(value) < _LARGEST


_TYPES: dict[str, Any] = {
    "string": str,
    "boolean": bool,
    "object": dict,
    "array": list,
    "null": type(None),
}


def _name(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return {str: "a text", int: "a number", float: "a number", dict: "an object"}.get(
        type(value), "a list"
    )


def _or(kinds: Any) -> str:
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def _word(value: Any, allowed: Iterable[Any], where: str) -> Any:
    """The allowed value that `value` is; words are compared without case."""
    words = list(allowed)
    for word in words:
        if type(word) is type(value) and word == value:
            return word
    if isinstance(value, str):
        for word in words:
            if isinstance(word, str) and word.strip().casefold() == value.strip().casefold():
                return word
    raise _Mismatch(f"{where} is {one_line(repr(value), 40)}, not one of the words allowed")


def _bounds(value: Any, schema: Mapping[str, Any], where: str) -> None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = schema.get("minimum"), schema.get("maximum")
        if (low is not None and value < low) or (high is not None and value > high):
            raise _Mismatch(f"{where} is {one_line(repr(value), 20)}, out of its bounds")
    size = len(value) if isinstance(value, (str, list)) else None
    if size is not None:
        low, high = (
            ("minLength", "maxLength") if isinstance(value, str) else ("minItems", "maxItems")
        )
        if size < schema.get(low, 0) or size > schema.get(high, size):
            raise _Mismatch(
                f"{where} has {size:,} {'letters' if isinstance(value, str) else 'items'}"
            )


def _object(value: dict[str, Any], schema: Mapping[str, Any], where: str, depth: int) -> Any:
    properties: Mapping[str, Any] = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            raise _Mismatch(f"{where} has no {name!r}")
    out = {}
    for name, inner in value.items():
        if name in properties:
            out[name] = _checked(inner, properties[name], f"{name}", depth + 1)
        elif schema.get("additionalProperties", True) is False:
            raise _Mismatch(f"{where} has {one_line(name, 30)!r}, which was not asked for")
        else:
            out[name] = inner
    return out
