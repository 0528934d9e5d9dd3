"""What a reading would change: its confirmed edits as proposals, each with its proof.

The words are a model's, so none is safe. Edits that need one another are one proposal. What a
split-off takes goes word for word to its file, which never takes the place of another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from workbench.change.changes import Change, NewFile
from workbench.change.ground import Ground
from workbench.change.kinds.offload import Occupied, nowhere
from workbench.change.proposals import Draft
from workbench.judge.reading.remarks import Reading, Remark
from workbench.measure.host_profile import cut_line
from workbench.prompt.edits import Splice
from workbench.prompt.lines import body, ending, split_lines, usual_ending
from workbench.prompt.visible import one_line, visible

#: What an edit of a reading is called among proposals.
_KINDS = {
    "cut": "REMOVE",
    "merge": "MERGE",
    "rewrite": "REWRITE",
    "move": "RELOCATE",
    "split-off": "OFFLOAD",
    "fix": "FIX",
    "add": "ADD",
}
_RISKS = {
    "cut": "medium: the words are gone; look at the ledger",
    "merge": "medium: the words are a model's; look at the ledger",
    "rewrite": "medium: the words are a model's; look at the ledger",
    "move": "low: the words stay as they are",
    "split-off": "medium: it is read only when that file is",
    "fix": "medium: the words are a model's; look at the ledger",
    "add": "medium: it asks for more than before",
}
_PLAIN_PATH = re.compile(r"[\w.][\w. -]*(?:/[\w.][\w. -]*)*\.\w{1,8}")


def find(
    ground: Ground, reading: Reading | None, by: str, occupied: Occupied = nowhere
) -> Iterator[Draft]:
    """A draft for each confirmed edit, or for each group of edits that need one another. `by`: the
    model; `occupied`: as in `offload`."""
    if reading is None or ground.fixed:
        return
    edits = {one.id: one for one in reading.of("edit") if one.edit is not None}
    used: set[str] = set()
    for group in _groups(edits):
        changes = [_change(ground, one, used, occupied) for one in group]
        if any(change is None for change in changes):
            continue
        whole = Change()
        for change in changes:
            assert change is not None
            whole += change
        yield _draft(ground, group, whole, by)


def _groups(edits: dict[str, Remark]) -> list[list[Remark]]:
    """Edits that need one another, directly or by others, in the order of their lines. A group of
    which a member is not there is left out: it would lose something."""
    parent = {name: name for name in edits}
    broken: set[str] = set()

    def root(name: str) -> str:
        while parent[name] != name:
            name = parent[name]
        return name

    for name, remark in edits.items():
        assert remark.edit is not None
        for other in remark.edit.needs:
            if other in parent:
                parent[root(other)] = root(name)
            else:
                broken.add(name)
    groups: dict[str, list[Remark]] = {}
    for name, remark in edits.items():
        groups.setdefault(root(name), []).append(remark)
    lost = {root(name) for name in broken}
    found = [group for name, group in groups.items() if name not in lost]
    for group in found:
        group.sort(key=lambda one: one.place.start_line)
    return sorted(found, key=lambda group: group[0].place.start_line)


def _draft(ground: Ground, group: Sequence[Remark], change: Change, by: str) -> Draft:
    first = group[0]
    assert first.edit is not None
    lead = max(group, key=lambda one: one.place.end_line - one.place.start_line)
    assert lead.edit is not None
    whole = [one.edit for one in group if one.edit is not None]
    words = "\0".join(
        [ground.prompt.text[s.start : s.end] + "\0" + s.text for s in change.splices]
        or [ground_text(ground, one) for one in group]
    )
    start = min(one.place.start_line for one in group)
    end = max(one.place.end_line for one in group)
    said = "; ".join(
        f"lines {one.place.start_line}-{one.place.end_line}: {edit.what}"
        for one, edit in zip(group, whole, strict=True)
    )
    keeps = " ".join(edit.keeps for edit in whole if edit.keeps)
    why = " ".join(dict.fromkeys(one.why for one in group))
    reason = one_line(why, 400) + (f" What it keeps: {one_line(keeps, 400)}" if keeps else "")
    return Draft(
        _KINDS[lead.edit.what],
        False,
        words,
        start,
        end,
        f"{said}, by {visible(by)}",
        reason,
        _RISKS[lead.edit.what],
        change,
        "replace",
        by=by,
        shown=tuple(sorted((one.place.start_line - 1, one.place.end_line) for one in group)),
    )


def ground_text(ground: Ground, remark: Remark) -> str:
    """The lines that a remark is about."""
    return "".join(ground.prompt.lines[remark.place.start_line - 1 : remark.place.end_line])


def _change(ground: Ground, remark: Remark, used: set[str], occupied: Occupied) -> Change | None:
    """What an edit does to the text; None where it may not be done: pinned lines, what the host
    cuts off, a file that stands in the way."""
    edit, prompt = remark.edit, ground.prompt
    assert edit is not None
    first, last = remark.place.start_line - 1, remark.place.end_line
    if edit.what == "add":
        return (
            None if _cut_off(ground, last) else Change(splices=(_inserted(ground, last, edit.new),))
        )
    if ground.is_pinned(first, last):
        return None
    if edit.what == "cut":
        return Change(cuts=((first, last),))
    if edit.what == "move":
        if _cut_off(ground, edit.after) or ground.is_pinned(edit.after - 1, edit.after + 1):
            return None
        text = "".join(prompt.lines[first:last])
        return Change(
            cuts=((first, last),), splices=(_inserted(ground, edit.after, text.strip("\r\n")),)
        )
    files: tuple[NewFile, ...] = ()
    if edit.what == "split-off":
        file = _file(ground, edit.target, "".join(prompt.lines[first:last]), used, occupied)
        if file is None:
            return None
        files = (file,)
    start = prompt.starts[first]
    end = prompt.starts[last - 1] + len(body(prompt.lines[last - 1]))
    return Change(splices=(Splice(start, end, _lines(prompt.text, edit.new)),), files=files)


def _inserted(ground: Ground, after: int, text: str) -> Splice:
    """New lines behind line `after` (from 1; 0: at the start)."""
    prompt = ground.prompt
    newline = usual_ending(prompt.text)
    new = _lines(prompt.text, text)
    if after <= 0:
        return Splice(0, 0, new + newline)
    line = prompt.lines[after - 1]
    at = prompt.starts[after - 1] + len(body(line))
    return Splice(at, at, newline + new)


def _lines(around: str, text: str) -> str:
    """`text` without blank lines around it, with the line ends of the prompt."""
    newline = usual_ending(around)
    return newline.join(body(line) for line in split_lines(text.strip("\r\n").rstrip()))


def _cut_off(ground: Ground, line: int) -> bool:
    """Whether a host cuts the prompt before that line: nothing is put there."""
    cuts = [cut_line(host, ground.prompt) for host in ground.hosts]
    return any(0 < cut <= line for cut in cuts)


def _file(
    ground: Ground, target: str, text: str, used: set[str], occupied: Occupied
) -> NewFile | None:
    """The file of a split-off: below the folder of the prompt, with a plain name, and new."""
    path = target.strip().replace("\\", "/").removeprefix("./")
    parts = PurePosixPath(path).parts
    if not _PLAIN_PATH.fullmatch(path) or ".." in parts or len(path) > 160:
        return None
    if not ending(text):
        text += usual_ending(ground.prompt.text)
    if path in used or occupied(path, text):
        return None
    used.add(path)
    return NewFile(path, text)
