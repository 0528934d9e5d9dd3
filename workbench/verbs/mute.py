"""Mute one finding: its key goes into the `muted` list of the project's `.ctxbench.yaml`.

`plan_mute` says which file and which line would be written, `carry_out` writes it. The prompt file
is never touched, and the words of the finding are not written: one of them may be a secret.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.config import PROJECT_FILE, project_file
from workbench.errors import UnreadableInput
from workbench.prompt.lines import body, ending, split_lines, usual_ending

_KEY = re.compile(r"[0-9a-f]{12}")
_MUTED = re.compile(r"muted[ \t]*:[ \t]*(?P<rest>.*)")
_FLOW = re.compile(r"\[(?P<inside>[^\[\]#]*)\](?P<after>[ \t]*(?:#.*)?)")
_ITEM = re.compile(r"(?P<indent>[ \t]*)-(?:[ \t]|$)")


@dataclass(frozen=True, slots=True)
class MutePlan:
    """What would be written: `file` would have `line` (from 1) read `words`.

    `before` is what the file holds now (None: there is no such file yet), `after` what it would
    hold. `new` is false when the finding is muted there already.
    """

    file: Path
    line: int
    words: str
    before: bytes | None
    after: bytes
    new: bool = True


def settings_file(prompt: Path) -> Path:
    """The project's settings that hold for `prompt`: the nearest file, else one at its root."""
    found = project_file(prompt.absolute().parent)
    if found is not None:
        return found
    from workbench.hosts.project import find_root

    root = find_root(prompt).path
    return (root or prompt.absolute().parent) / PROJECT_FILE


def muted_near(prompt: Path) -> frozenset[str]:
    """The keys that the project's settings around `prompt` mute now.

    Raises what `workbench.config.load` raises for a file that cannot be read.
    """
    from workbench.config import load

    return frozenset(load(environ={}, start=prompt.absolute().parent).muted)


def plan_mute(prompt: Path, key: str, rule: str) -> MutePlan:
    """How to mute the finding `key` of `rule` in `prompt`; nothing is written.

    Raises UnreadableInput for settings that cannot be read or have a shape that cannot be added
    to without touching the rest.
    """
    file = settings_file(prompt)
    from workbench.config import in_project
    from workbench.store.files import read_bytes

    if not in_project(file, file):  # a link that came with a project must not lead the key out
        raise _refused(file, key)
    data = read_bytes(file) if file.exists() else None
    try:
        lines = split_lines((data or b"").decode("utf-8"))
    except UnicodeDecodeError:
        raise _refused(file, key) from None
    note = f"  # {rule}" if re.fullmatch(r"[a-z0-9-]+", rule) else ""
    if not _KEY.fullmatch(key):
        raise _refused(file, key)
    old = _listed(lines, file)
    if key in old:
        at = next((n for n, line in enumerate(lines, 1) if key in line), 1)
        return MutePlan(file, at, body(lines[at - 1]), data, data or b"", new=False)
    at, new = _with(lines, key, note)
    # Read back: a file of another shape than was thought must stay as it is.
    if at < 0 or _listed(new, file) != [*old, key] or _others(new) != _others(lines):
        raise _refused(file, key)
    return MutePlan(file, at + 1, body(new[at]), data, "".join(new).encode())


def carry_out(plan: MutePlan) -> None:
    """Write what was planned. Raises ChangedOnDisk when the file is another one by now."""
    from workbench.store.files import ABSENT, sha256, write_in_place

    expected = ABSENT if plan.before is None else sha256(plan.before)
    write_in_place(plan.file, plan.after, expected_sha256=expected)


def _with(lines: Sequence[str], key: str, note: str) -> tuple[int, list[str]]:
    """The lines with the key, and the index of the line that changed or came; -1: not possible."""
    new = list(lines)
    end = usual_ending("".join(lines)) if lines else "\n"
    found = [i for i, line in enumerate(lines) if _MUTED.fullmatch(body(line))]
    if not found:
        if new and not ending(new[-1]):
            new[-1] += end
        new += [f"muted:{end}", f'  - "{key}"{note}{end}']
        return len(new) - 1, new
    at = found[0]
    match = _MUTED.fullmatch(body(lines[at]))
    assert match is not None
    rest = match["rest"].strip()
    flow = _FLOW.fullmatch(rest)
    if flow:
        inside = flow["inside"].strip().rstrip(",")
        inside = f'{inside}, "{key}"' if inside else f'"{key}"'
        new[at] = f"muted: [{inside}]{flow['after']}{ending(lines[at])}"
        return at, new
    if rest and not rest.startswith("#"):
        return -1, new
    last, indent = at, "  "
    for i in range(at + 1, len(lines)):
        item = _ITEM.match(body(lines[i]))
        if item:
            last, indent = i, item["indent"]
        elif body(lines[i]).strip() and not body(lines[i]).lstrip().startswith("#"):
            break
    if not ending(new[last]):
        new[last] += end
    new.insert(last + 1, f'{indent}- "{key}"{note}{end}')
    return last + 1, new


def _table(lines: Sequence[str]) -> dict[object, object]:
    from workbench.prompt.plain_data import BadData, read_yaml

    try:
        found = read_yaml("".join(lines))
    except BadData:
        return {"": "unreadable"}
    return found if isinstance(found, dict) else {} if found is None else {"": "no table"}


def _listed(lines: Sequence[str], file: Path) -> list[str]:
    found = _table(lines).get("muted")
    if found is None:
        return []
    words = found.replace(",", " ").split() if isinstance(found, str) else found
    if not isinstance(words, list):
        raise _refused(file, "")
    return [str(word) for word in words]


def _others(lines: Sequence[str]) -> dict[object, object]:
    return {name: value for name, value in _table(lines).items() if name != "muted"}


def _refused(file: Path, key: str) -> UnreadableInput:
    return UnreadableInput(
        f"{file.name} cannot be added to without touching the rest; nothing was written.",
        hint=f"Add it by hand: muted: [{key}]" if key else "Write `muted` as a list.",
    )
