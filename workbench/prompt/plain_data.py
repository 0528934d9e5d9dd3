"""JSON, YAML and TOML that somebody else wrote: plain values, within bounds, errors with a line.

Readers of such files trust them: an alias of YAML makes ten lines a table of millions, a deep nest
ends in the recursion limit of whoever looks at it next, a number of five thousand digits cannot
even be printed, and a TOML key of many dots takes the square of its length. All of these are
refused here with BadData, which names the place. Aliases are not read at all.
"""

from __future__ import annotations

import math
import re
from functools import cache
from typing import Any

from workbench.prompt.visible import one_line

#: Levels of nesting, and tokens of one YAML text.
DEEPEST = 60
_MOST_EVENTS = 50_000
#: Bits of a whole number: what SQLite and other readers of JSON can hold.
_BITS = 63
_NUMBER = 40
_DOTTED = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){50}")


class BadData(ValueError):
    """A text that is not read; `line` and `column` count from 1, 0 where they are not known."""

    def __init__(self, words: str, line: int = 0, column: int = 0) -> None:
        place = f"line {line}, column {column}: " if line else ""
        super().__init__(f"{place}{one_line(words, 160)}")
        self.line, self.column = line, column


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises BadData."""
    import json

    try:
        value = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadData(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise BadData("it is nested too deeply") from None
    except ValueError as error:
        raise BadData(_number_words(error)) from None
    check_plain(value)
    return value


def _number_words(error: ValueError) -> str:
    """What a reader says of a number; Python's own words tell how to lift its limit."""
    words = str(error)
    return "a number of too many digits" if "integer string conversion" in words else words


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def check_plain(value: Any, *, numbers: bool = True) -> None:
    """Raise BadData for a nest that is too deep and, if asked for, numbers without bounds. Not
    recursive."""
    waiting = [(value, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > DEEPEST:
            raise BadData(f"it is nested more than {DEEPEST} levels deep")
        if isinstance(one, dict):
            waiting += [(inner, depth + 1) for inner in one.values()]
        elif isinstance(one, list):
            waiting += [(inner, depth + 1) for inner in one]
        elif not numbers:
            continue
        elif isinstance(one, float) and not math.isfinite(one):
            raise BadData("a number in it is not finite")
        elif isinstance(one, int) and one.bit_length() > _BITS:
            raise BadData("a number in it has too many digits")


def read_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text. Raises BadData."""
    import tomllib

    found = _DOTTED.search(text)
    if found:
        raise BadData("a key of too many parts", text.count("\n", 0, found.start()) + 1, 1)
    try:
        value = tomllib.loads(text)
    except RecursionError:
        raise BadData("it is nested too deeply") from None
    except ValueError as error:
        raise BadData(_number_words(error)) from None
    check_plain(value)
    return value


def read_yaml(text: str) -> Any:
    """The value of a YAML text without aliases. Raises BadData."""
    import yaml

    try:
        _check_events(text)
        return yaml.load(text, _loader())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = str(error.problem or error.context or "it is no YAML")
        words = "it is nested too deeply" if "nesting depth" in words else words
        raise BadData(words, mark.line + 1 if mark else 0, mark.column + 1 if mark else 0) from None
    except yaml.reader.ReaderError as error:
        at = error.position if isinstance(error.position, int) else 0
        line = text.count("\n", 0, at) + 1
        raise BadData("a character that YAML does not allow", line, 1) from None
    except UnicodeError:
        raise BadData("a character that YAML does not allow") from None
    except yaml.YAMLError as error:
        raise BadData(str(error)) from None
    except RecursionError:
        raise BadData("it is nested too deeply") from None


def _check_events(text: str) -> None:
    """Go through the tokens before anything is made of them: that takes neither depth nor room."""
    import yaml

    depth = 0
    for number, event in enumerate(yaml.parse(text, _loader())):
        mark: Any = event.start_mark
        line, column = mark.line + 1, mark.column + 1
        if isinstance(event, yaml.AliasEvent):
            raise BadData("an alias (`*name`) is not read; write the value out", line, column)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            raise BadData(f"it is nested more than {DEEPEST} levels deep", line, column)
        if number > _MOST_EVENTS:
            raise BadData("it has too many entries", line, column)


@cache
def _loader() -> Any:
    """The quick loader where it is there; its values are told apart by size before they are made,
    and an error names the line."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def construct_object(self, node: Any, deep: bool = False) -> Any:
            mark = node.start_mark
            kind = node.tag.rpartition(":")[2]
            if kind in ("int", "float") and len(str(node.value)) > _NUMBER:
                raise BadData("a number of too many digits", mark.line + 1, mark.column + 1)
            try:
                value = super().construct_object(node, deep=deep)
            except (BadData, yaml.YAMLError):
                raise
            except (ValueError, OverflowError, TypeError, KeyError) as error:
                raise BadData(str(error), mark.line + 1, mark.column + 1) from None
            if isinstance(value, (int, float)):
                try:
                    check_plain(value)
                except BadData as error:
                    raise BadData(str(error), mark.line + 1, mark.column + 1) from None
            return value

    return Loader
