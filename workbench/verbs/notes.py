"""Private notes on single rules: why a rule is there, since when, whether it helped.

They live in the store, never in the file, and follow their rule when it moves or is reworded.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import UsageError
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from workbench.store.store import Store

_PREFIX = "rule "
_AT = "rule notes"

#: What a rule did, as its owner saw it.
VERDICTS = ("helped", "ignored", "wrong", "unclear")


@dataclass(frozen=True, slots=True)
class Note:
    """`why`: in the words of the owner. `since`: a date or other words. `verdict`: see VERDICTS."""

    why: str = ""
    since: str = ""
    verdict: str = ""

    def __bool__(self) -> bool:
        return bool(self.why or self.since or self.verdict)

    def pack(self) -> str:
        """As it is kept: the bare words where there is nothing else, otherwise JSON."""
        if not self:
            return ""
        if not (self.since or self.verdict) and not self.why.startswith("{"):
            return self.why
        return json.dumps({"why": self.why, "since": self.since, "verdict": self.verdict})

    @classmethod
    def unpack(cls, kept: str) -> Note:
        """What `pack` made; words that are no such JSON are the reason alone."""
        if kept.startswith("{"):
            try:
                found = json.loads(kept)
                return cls(str(found["why"]), str(found["since"]), str(found["verdict"]))
            except (ValueError, KeyError, TypeError):
                pass
        return cls(kept)

    def joined(self, other: Note) -> Note:
        """Both notes of two rules that became one; verdicts that differ are unclear."""
        verdicts = {self.verdict, other.verdict} - {""}
        return Note(
            "\n".join(dict.fromkeys(w for w in (self.why, other.why) if w)),
            self.since or other.since,
            verdicts.pop() if len(verdicts) == 1 else "unclear" if verdicts else "",
        )


@dataclass(frozen=True, slots=True)
class NotedRule:
    """A rule of the file as it is now: `line` from 1, its words, and the note: why it is there,
    since when, and what it did (each "" for none)."""

    id: str
    line: int
    text: str
    note: str
    since: str = ""
    verdict: str = ""

    @property
    def evidence(self) -> bool:
        """Whether somebody wrote down why it is there, or what it did."""
        return bool(self.note) or self.verdict not in ("", "unclear")

    def to_dict(self) -> dict[str, object]:
        return {
            "id": self.id,
            "line": self.line,
            "text": self.text,
            "note": self.note,
            "since": self.since,
            "verdict": self.verdict,
            "evidence": self.evidence,
        }


def noted_rules(
    path: Path, store: Store, *, bare: bool = False, data: bytes | None = None
) -> tuple[NotedRule, ...]:
    """The rules of a file with their notes; with `bare` only those without evidence.

    `data`: a text for this file that may not be on the disk yet.
    """
    from workbench.store.files import read_bytes

    return _rules(path, read_bytes(path) if data is None else data, store, bare)


def waiting_notes(path: Path, store: Store, data: bytes | None = None) -> tuple[Note, ...]:
    """Notes whose rule is not in the file now; they come back when it does.

    `data`: a text for this file that may not be on the disk.
    """
    from workbench.change.units import units_of
    from workbench.store.files import read_bytes

    prompt = Prompt.from_bytes(read_bytes(path) if data is None else data, str(path))
    here = {unit.id for unit in units_of(prompt) if unit.kind == "instruction"}
    kept = _carried(path, prompt, store)
    return tuple(note for name, note in kept.items() if name not in here)


@dataclass(frozen=True, slots=True)
class NoteRequest:
    """What to note on one rule. None leaves that part of its note as it was; an empty `note` alone
    takes all of it away."""

    note: str | None = None
    since: str | None = None
    verdict: str | None = None

    @property
    def says(self) -> bool:
        """Whether anything is to be noted or taken away."""
        return (self.note, self.since, self.verdict) != (None, None, None)

    @property
    def takes_away(self) -> bool:
        return self.note == "" and self.since is None and self.verdict is None

    def over(self, old: NotedRule) -> Note:
        """The note that a rule has then."""
        if self.takes_away:
            return Note()
        return Note(
            old.note if self.note is None else self.note,
            old.since if self.since is None else self.since,
            old.verdict if self.verdict is None else self.verdict,
        )


def note_rule(
    path: Path, rule: str, wanted: NoteRequest, store: Store, data: bytes | None = None
) -> NotedRule:
    """Attach a note to the rule with the id (or on the line) `rule`; the file stays as it is.

    `data`: a text for this file that may not be on the disk yet, in place of what is there. The
    text is kept as a version, so that the rule is known again in another one. UsageError when no
    rule of the file is meant, or for an unknown verdict.
    """
    from workbench.store.files import hash_on_disk, read_bytes, sha256
    from workbench.store.values import NewVersion

    if wanted.verdict not in (None, "", *VERDICTS):
        raise UsageError(
            f"{one_line(str(wanted.verdict), 40)} is no verdict; nothing was noted.",
            hint=f"Say one of: {', '.join(VERDICTS)}.",
        )
    on_disk = data is None or hash_on_disk(path) == sha256(data)
    data = read_bytes(path) if data is None else data
    prompt = Prompt.from_bytes(data, str(path))
    one = _meant(rule, _rules(path, data, store, False), path)
    made = wanted.over(one)
    version = store.put(path, data, NewVersion(on_disk=on_disk)).version
    kept = {**_carried(path, prompt, store), one.id: made}
    for part in store.memory.notes(path):
        if part.startswith(_PREFIX):
            store.memory.set_note(path, part, "")
    for name, words in kept.items():
        store.memory.set_note(path, _PREFIX + name, words.pack())
    store.memory.set_setting(path, _AT, version.n)
    return NotedRule(one.id, one.line, one.text, made.why, made.since, made.verdict)


def _meant(rule: str, rules: tuple[NotedRule, ...], path: Path) -> NotedRule:
    """The rule with this id, or the only one that starts on this line."""
    found = [one for one in rules if one.id == rule] or [
        one for one in rules if str(one.line) == rule
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"Line {rule} holds {len(found)} rules; nothing was noted.",
            hint=f"Say which: {', '.join(one.id for one in found)}",
        )
    raise UsageError(
        f"There is no rule {one_line(rule, 40)} in {one_line(path.name, 80)}; nothing was noted.",
        hint="`ctxbench notes FILE` lists the rules with their ids and lines.",
    )


def _rules(path: Path, data: bytes, store: Store, bare: bool) -> tuple[NotedRule, ...]:
    from workbench.change.units import units_of

    prompt = Prompt.from_bytes(data, str(path))
    notes = _carried(path, prompt, store)
    rows = []
    for unit in units_of(prompt):
        if unit.kind == "instruction":
            note = notes.get(unit.id, Note())
            rows.append(
                NotedRule(unit.id, unit.line, unit.text, note.why, note.since, note.verdict)
            )
    return tuple(row for row in rows if not (bare and row.evidence))


def _carried(path: Path, prompt: Prompt, store: Store) -> dict[str, Note]:
    """The notes by the ids that their rules have in `prompt`."""
    from workbench.change.pairing import pair_units
    from workbench.change.units import units_of

    kept = {
        part.removeprefix(_PREFIX): Note.unpack(note)
        for part, note in store.memory.notes(path).items()
        if part.startswith(_PREFIX)
    }
    at: Any = store.memory.setting(path, _AT)
    if not kept or not isinstance(at, int):
        return kept
    old = units_of(Prompt.from_bytes(store.read(path, at), str(path)))
    new = units_of(prompt)
    pairing = pair_units(old, new)
    found: dict[str, Note] = {}
    for i, unit in enumerate(old):
        note = kept.pop(unit.id, None)
        twin = pairing.duplicates.get(i)
        targets = pairing.partners.get(i, ()) if twin is None else (twin,)
        # A rule that is gone may come back in the same words: its note waits under its id.
        for name in [new[j].id for j in targets] or [unit.id]:
            if note:
                found[name] = found[name].joined(note) if name in found else note
    return kept | found
