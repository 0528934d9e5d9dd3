"""A baseline: findings that are accepted as they are, in a file of their own.

It holds rule, key and place, never the words of a prompt: one of them may be a secret.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import UnreadableInput
from workbench.prompt.plain_data import read_json
from workbench.reading import MOST_TABLE, read_regular

if TYPE_CHECKING:
    from workbench.verbs.review import Reviewed

_FORM = "ctxbench-baseline"


def write(path: Path, reviewed: Iterable[Reviewed]) -> int:
    """Write the findings to `path`; the number of them. Refuses to replace any other file."""
    if path.exists():
        read(path)  # raises for a file that is not a baseline
    rows = [
        {
            "path": _relative(result.path, path),
            "rule": finding.rule,
            "key": finding.key,
            "line": finding.start_line,
        }
        for result in reviewed
        for finding in result.findings
    ]
    from workbench.store.files import write_in_place

    data = json.dumps({"form": _FORM, "version": 1, "findings": rows}, indent=1) + "\n"
    write_in_place(path, data.encode())
    return len(rows)


def read(path: Path) -> Mapping[str, frozenset[str]]:
    """Keys by file, as the files are named from the current folder and in full."""
    try:
        data = read_json(read_regular(path, MOST_TABLE).decode("utf-8"))
        if data["form"] != _FORM:
            raise ValueError
        rows = [(str(row["path"]), str(row["key"])) for row in data["findings"]]
    except OSError as error:
        raise UnreadableInput(
            f"The baseline {path} cannot be read: {error.strerror}.",
            hint="Make one with: ctxbench review FILE --write-baseline FILE",
        ) from None
    except (ValueError, KeyError, TypeError):
        raise UnreadableInput(
            f"{path} is not a baseline of ctxbench; nothing was done.",
            hint="Make one with: ctxbench review FILE --write-baseline FILE",
        ) from None
    table: dict[str, set[str]] = {}
    for name, key in rows:
        table.setdefault(whole(path.parent / name if name != "-" else Path(name)), set()).add(key)
    return {name: frozenset(keys) for name, keys in table.items()}


def whole(path: Path | str) -> str:
    """The name by which a file is found in a baseline, however it was spelled."""
    return "-" if str(path) == "-" else os.path.normpath(Path(path).absolute())


def _relative(name: str, baseline: Path) -> str:
    """`name` from the folder of the baseline, so that both can move together."""
    if name == "-" or name.startswith("git:"):
        return name
    return Path(os.path.relpath(whole(name), whole(baseline.parent))).as_posix()
