"""How long a function of the program may be, and how much it may be handed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_PARAMETERS, MOST_LINES = 6, 80


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The names of what a caller hands over: all but `self` and `cls`."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [each.arg for each in (given.vararg, given.kwarg) if each is not None]
    return [name for name in names if name not in ("self", "cls")]


def too_big(code: str) -> Iterator[str]:
    """The functions in `code` that ask for too much or go on for too long, and why."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            wanted, lines = len(parameters(node)), (node.end_lineno or 0) - node.lineno + 1
            if wanted > MOST_PARAMETERS:
                yield f"{node.name} has {wanted} parameters"
            if lines > MOST_LINES:
                yield f"{node.name} has {lines} lines"


def test_no_function_asks_for_much_or_goes_on_for_long() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {words}"
        for path in sorted((ROOT / "workbench").rglob("*.py"))
        for words in too_big(path.read_text("utf-8"))
    ]
    assert not found, (
        "hand a function one value (a frozen dataclass) in place of many, and divide a long one: "
        f"{found}"
    )


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("def f(a, b, c, d, e, f): ...", []),
        ("class K:\n    def f(self, a, b, c, d, e, f): ...", []),
        ("def f(a, b, c, d, e, f, g): ...", ["f has 7 parameters"]),
        ("def f(a, b, /, c, d, *, e, f, g): ...", ["f has 7 parameters"]),
        ("def f(a, b, c, d, e, *f, **g): ...", ["f has 7 parameters"]),
        ("class K:\n    async def f(self, a, b, c, d, e, f, g): ...", ["f has 7 parameters"]),
        ("def f():\n" + "    1\n" * 79, []),
        ("def f():\n" + "    1\n" * 80, ["f has 81 lines"]),
        ("def f():\n    def g():\n" + "        1\n" * 80, ["f has 82 lines", "g has 81 lines"]),
    ],
)
def test_what_is_too_much(code: str, words: list[str]) -> None:
    assert list(too_big(code)) == words
