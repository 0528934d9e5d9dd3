"""Each rule by its table: texts in which it finds something, with its message, and texts in which
it must not. A table is `fixtures/RULE.yaml`; the messages in it are the snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.judge.rule_runs import PAGE, found, rule_of

_FOLDER = Path(__file__).parent / "fixtures"
_TABLES: dict[str, dict[str, Any]] = {
    path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(_FOLDER.glob("*.yaml"))
}


def page(table: dict[str, Any], text: str) -> str:
    """The file that a case stands for: the text itself, or an ordinary file that holds it."""
    match table["at"]:
        case "line":
            return PAGE.format(top="", line=text)
        case "top":
            return PAGE.format(top=text, line="- A gauge has a number.")
        case "description":
            return f'---\nname: tide-notes\ndescription: "{text}"\n---\n\nBody of the skill.\n'
    return text


def findings(name: str, table: dict[str, Any], text: str) -> list[str]:
    """What the rule says, with its lines: `15: message` or `15 (12, 40): message`."""
    out = []
    for one in found(name, page(table, text), table["path"], low=True):
        others = ", ".join(str(place.start_line) for place in one.related)
        out.append(f"{one.start_line}{f' ({others})' if others else ''}: {one.message}")
    return out


@pytest.mark.parametrize(("name", "case"), [(n, c) for n, t in _TABLES.items() for c in t["finds"]])
def test_it_finds_what_it_is_for(name: str, case: dict[str, Any]) -> None:
    assert findings(name, _TABLES[name], case["text"]) == case["says"]


@pytest.mark.parametrize(
    ("name", "text"), [(n, x) for n, t in _TABLES.items() for x in t["leaves"]]
)
def test_it_leaves_the_rest_alone(name: str, text: str) -> None:
    assert findings(name, _TABLES[name], text) == []


@pytest.mark.parametrize("name", _TABLES)
def test_a_table_belongs_to_a_rule_and_has_both_sides(name: str) -> None:
    table = _TABLES[name]
    assert rule_of(name) and len(table["finds"]) > 1 and len(table["leaves"]) > 1
    assert all(case["says"] for case in table["finds"])
