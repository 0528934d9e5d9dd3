"""What must stay as it is: placeholders of every syntax, code, links, paths, quoted phrases."""

from __future__ import annotations

import pytest

from workbench.language.literals import KINDS, literals

CASES = [
    ("Use {{ name }} here.", ["placeholder {{ name }}"]),
    ("Use {name} here.", ["placeholder {name}"]),
    ("Use $name and ${other}.", ["placeholder $name", "placeholder ${other}"]),
    ("Take $ARGUMENTS, or $1.", ["placeholder $ARGUMENTS", "placeholder $1"]),
    ("Print %(name)s and %s.", ["placeholder %(name)s", "placeholder %s"]),
    ("Show <%= items %> {% if x %}", ["placeholder <%= items %>", "placeholder {% if x %}"]),
    ("See [[page]] for <branch-name>.", ["placeholder [[page]]", "placeholder <branch-name>"]),
    ("Set %HOME% first.", ["placeholder %HOME%"]),
    ("Run `make x` now.", ["code make x"]),
    ("Run `make {{x}}` now.", ["code make {{x}}", "placeholder {{x}}"]),
    ("Read `src/a.py`, .env and docs/.", ["path src/a.py", "path .env", "path docs/"]),
    ("Read @docs/a.md.", ["import @docs/a.md"]),
    ("Pass --dry-run or -v.", ["flag --dry-run", "flag -v"]),
    ("See [it](https://x.org/a) now.", ["link https://x.org/a"]),
    ("See https://x.org/a, please.", ["link https://x.org/a"]),
    ('Say "all done" at 5.', ["quote all done", "number 5"]),
    ("「完了」と言う。", ["quote 完了"]),
    ("On “red alert” stop.", ["quote red alert"]),
    ("This and/or that is 50 % done.", ["number 50"]),
    ("A rate of 50 %d is <b>none</b>.", ["number 50"]),
    ("Nothing here to keep.", []),
]


@pytest.mark.parametrize(("text", "wanted"), CASES)
def test_the_literals_of_a_sentence(text: str, wanted: list[str]) -> None:
    found = literals(text)
    assert [f"{one.kind} {one.text}" for one in found] == wanted
    assert all(one.kind in KINDS and text[one.start : one.end] for one in found)
