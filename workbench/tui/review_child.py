"""Review texts in a process of its own: `python -m workbench.tui.review_child`.

Rules hold the interpreter lock for tens of milliseconds; here no key waits for them. Each request
on standard input is one JSON line (`path`, `size`, `task`, `host`) and then `size` bytes of text.
The answer is `{"step": [done, total]}` lines, `{"finding": ...}` lines and one `{"end": ...}` line.
The process ends with its input, and after a large text, to give the memory back.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.judge.findings import Finding
    from workbench.verbs.review import Options

#: More findings than this are not sent: nobody reads them one by one. The loudest come first.
MOST = 1_000
#: Bytes of a text after which the process ends.
_LARGE = 300_000
#: Characters of quoted text that are sent of a finding.
_QUOTED = 2_000


def main() -> int:
    """Answer requests until the input ends."""
    if hasattr(os, "nice"):
        os.nice(5)  # whoever types comes first
    given, out = sys.stdin.buffer, sys.stdout
    while line := given.readline():
        request = json.loads(line)
        data = given.read(request["size"])
        answer(request, data, out)
        if len(data) > _LARGE:
            break
    return 0


def answer(request: Mapping[str, Any], data: bytes, out: IO[str]) -> None:
    """Review one text and write the answer."""
    from workbench.judge.findings import SEVERITIES
    from workbench.language.instructions import extract_instructions
    from workbench.verbs.inputs import Input
    from workbench.verbs.review import reviewing

    path = Path(request["path"])
    options, trouble = options_of(request, path)
    steps = reviewing(Input(str(path), data, "file", path), options)
    while True:
        try:
            done, total = next(steps)
        except StopIteration as stop:
            reviewed = stop.value
            break
        _put(out, {"step": [done, total]})
    order = {severity: i for i, severity in enumerate(SEVERITIES)}
    found = sorted(reviewed.findings, key=lambda f: (f.quiet, order[f.severity]))
    for finding in found[:MOST]:
        _put(out, {"finding": row_of(finding)})
    rules = extract_instructions(reviewed.prompt, reviewed.prompt.parts())
    critical = [rule.start_line for rule in rules if rule.critical]
    end = {"muted": reviewed.muted, "total": len(found), "trouble": trouble, "critical": critical}
    end["stopped"] = list(reviewed.stopped_in_words)
    _put(out, {"end": end})


def _put(out: IO[str], row: object) -> None:
    out.write(json.dumps(row) + "\n")
    out.flush()


def row_of(finding: Finding) -> dict[str, Any]:
    row = finding.to_dict()
    row["text"] = row["text"][:_QUOTED]
    for other in row["related"]:
        other["text"] = other["text"][:_QUOTED]
    return row


def options_of(request: Mapping[str, Any], path: Path) -> tuple[Options, str]:
    """The settings as the files say now: what is muted there may have been taken out again.

    With the words of what is wrong with them, and then without them.
    """
    from workbench.config import load
    from workbench.errors import CtxbenchError
    from workbench.verbs.baseline import read
    from workbench.verbs.mute import muted_near
    from workbench.verbs.review import Options

    host, task = request.get("host"), str(request.get("task") or "")
    try:
        settings = load()
        return (
            Options(
                host=host or settings.host,
                all=True,
                task=task,
                severity=settings.severities,
                muted=frozenset(settings.muted) | muted_near(path),
                baseline=read(Path(settings.baseline)) if settings.baseline else {},
            ),
            "",
        )
    except CtxbenchError as error:
        return Options(all=True, task=task), str(error)


if __name__ == "__main__":
    sys.exit(main())
