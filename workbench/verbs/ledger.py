"""`ledger`: what became of every statement and literal between two versions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from workbench.change.changes import NewFile
from workbench.change.ledger import Ledger
from workbench.change.ledger import ledger as compare
from workbench.errors import CtxbenchError, UsageError
from workbench.prompt.codespans import code_spans
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import Source
from workbench.prompt.visible import one_line
from workbench.store.files import read_bytes
from workbench.verbs.inputs import Input, once, read_input
from workbench.verbs.mark import with_marks

#: A text that names more new files than this was not made by moving some of it away.
_MOST_FILES = 50


@dataclass(frozen=True, slots=True)
class LedgerResult:
    ledger: Ledger
    a: Input
    b: Input

    @property
    def exit_code(self) -> int:
        """1 unless the gate passes: also where changed rows wait for a person."""
        return 0 if self.ledger.gate == "pass" else 1

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.ledger.to_dict(),
            "a": self.a.spec,
            "b": self.b.spec,
            "a_side": self.a.side(),
            "b_side": self.b.side(),
        }


def summary(ledger: Ledger) -> str:
    """`31 kept, 1 moved, 0 lost`: the statuses that occur, and always how many are lost."""
    counts = ledger.counts()
    order = ("kept", "moved", "reworded", "merged", "added", "changed", "weakened", "strengthened")
    said = [f"{counts[name]} {name}" for name in (*order, "flipped") if counts.get(name)]
    literals = len(ledger.lost_literals)
    said.append(f"{counts.get('lost', 0)} lost")
    return ", ".join(said) + (f", literals lost {literals}" if literals else "")


def gate_words(ledger: Ledger) -> str:
    """What the gate says and what follows, for a person: a row that was agreed to is no refusal."""
    agreed = {row for row in ledger.allowed if row != "all"}
    with_yes = ""
    if "all" in ledger.allowed:
        with_yes = ", with every row agreed to by you"
    elif agreed:
        with_yes = f", with {plural(len(agreed), 'row')} agreed to by you"
    waiting = plural(len(ledger.objections), "row")
    if ledger.gate == "refused":
        return f"Gate: refused until you agree to {waiting}{with_yes}"
    if ledger.gate == "look":
        return f"Gate: look at {waiting} and say yes to each{with_yes}"
    return f"Gate: pass{with_yes}"


def ledger(a: str | Input, b: str | Input, *, allow: Collection[str] = ()) -> LedgerResult:
    """Compare FILE `a` (older) with FILE `b` (newer); `allow` are ids of rows that may differ.

    What `a` says word for word in a file that only `b` names is kept there. Raises UsageError for
    ids that no row has.
    """
    once((a, b))
    left, right = read_input(a), read_input(b)
    old, new = with_marks(left.prompt(), left.path), with_marks(right.prompt(), right.path)
    found = compare(old, new, allow=allow, kept=_newly_named(old, new, right.path))
    check_allowed(found, allow)
    return LedgerResult(found, left, right)


def _newly_named(old: Prompt, new: Prompt, path: Path | None) -> tuple[NewFile, ...]:
    """The files below the folder of `new` that its code spans name and those of `old` do not:
    an OFFLOAD puts text there."""
    if path is None:
        return ()
    folder, found = path.parent, []
    for name in sorted(_spans(new) - _spans(old))[:_MOST_FILES]:
        place = PurePosixPath(name)
        if not place.suffix or place.is_absolute() or ".." in place.parts:
            continue
        try:
            if (folder / place).resolve().is_relative_to(folder.resolve()):
                text = Source.from_bytes(read_bytes(folder / place)).text
                found.append(NewFile(name, text))
        except (CtxbenchError, OSError, ValueError):
            continue  # no such file: then its words are no file's name, or the text is lost
    return tuple(found)


def _spans(prompt: Prompt) -> set[str]:
    text = prompt.text
    return {text[a:b].strip("`").strip() for a, b in code_spans(text)}


def check_allowed(found: Ledger, allow: Collection[str]) -> None:
    """Raise UsageError for ids in `allow` that stand for nothing: a mistyped yes is no yes."""
    known = {row.id for row in found.rows} | {lost.row for lost in found.lost_literals}
    unknown = [name for name in dict.fromkeys(allow) if name not in known | {"all"}]
    if not unknown:
        return
    rows = ", ".join(replace(found, allowed=frozenset()).objections) or "none"
    raise UsageError(
        f"There is no row {', '.join(one_line(name, 40) for name in unknown)} in the ledger;"
        " nothing was allowed.",
        hint=f"Rows that need a yes: {rows}.",
    )
