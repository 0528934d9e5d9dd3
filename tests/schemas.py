"""Every object that a verb prints with --json is checked against the schema of that verb.

`scripts/schemas.py` sets SCHEMA_RECORD to a file: then objects are written there instead.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schemas"
#: Of a long list the first and the last rows are looked at.
_ROWS = 40
HINT = "if that is meant: python scripts/schemas.py writes docs/schemas anew"


def verb() -> str | None:
    """The verb that runs now; None outside of the command line."""
    context = click.get_current_context(silent=True)
    if context is None or context.parent is None:
        return None
    return context.info_name


def observe(record: Mapping[str, Any]) -> str:
    """What is wrong with `record` by the schema of the verb that prints it; or write it down."""
    name = verb()
    if name is None or record.get("version") == "2.1.0":  # SARIF has a schema of its own
        return ""
    target = os.environ.get("SCHEMA_RECORD")
    if target:
        with Path(target).open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, shortened(record)]) + "\n")
        return ""
    return fault(name, shortened(record)) if (FOLDER / "parts.json").is_file() else ""


def fault(name: str, record: Any) -> str:
    """The first place at which `record` breaks the schema of the verb `name`, or nothing."""
    found = next(validator(name).iter_errors(record), None)
    if found is None:
        return ""
    return f"{name} --json at {found.json_path}: {found.message[:300]} ({HINT})"


def shortened(value: Any) -> Any:
    """Lists of many rows, with those in the middle left out."""
    if isinstance(value, Mapping):
        return {key: shortened(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        rows = list(value)
        if len(rows) > 2 * _ROWS:
            rows = rows[:_ROWS] + rows[-_ROWS:]
        return [shortened(row) for row in rows]
    return value


@cache
def validator(name: str) -> Any:
    from jsonschema import Draft202012Validator

    path = FOLDER / f"{name}.json"
    assert path.is_file(), f"{name} prints JSON and has no schema; see scripts/schemas.py"
    return Draft202012Validator(closed(json.loads(path.read_text("utf-8"))))


def closed(schema: Any) -> Any:
    """The schema without room for keys that it does not name.

    What is published leaves room, so that readers of version 1.0 can take 1.1; our own output may
    hold nothing that is not described.
    """
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(inner) for key, inner in schema.items()}
    if isinstance(schema.get("properties"), dict):
        made["properties"] = {key: closed(one) for key, one in schema["properties"].items()}
        made.setdefault("additionalProperties", False)
    return made
