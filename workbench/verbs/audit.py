"""`audit`: what a file says twice, against itself or no longer truly, and its price.

A review finds; an audit groups what could go, says what each group costs, and compares with the
last one of the same file. Nothing is changed: each item names the proposals that would do it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.change.answers import answers
from workbench.change.proposals import Proposal
from workbench.errors import UsageError
from workbench.judge.findings import Finding
from workbench.prompt.visible import one_line
from workbench.verbs.inputs import Input, read_input
from workbench.verbs.looked_at import NOTHING, LookedAt
from workbench.verbs.measured import AUTO, Counting, Measured
from workbench.verbs.optimize import OptimizeRequest, optimize
from workbench.verbs.review import Options, reviewing

if TYPE_CHECKING:
    from workbench.store.store import Store

#: Name of a group -> its title and the rules whose findings it holds, in the order shown.
GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "repeats": ("Repeats", ("repeat",)),
    "contradictions": ("Contradictions", ("contradiction",)),
    "outdated": ("Outdated", ("expired", "stale-claim", "dead-glob", "broken-reference")),
}
_SETTING = "audit"
_WORDS = 120


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to decide. `key` names it for muting, `accept` holds the ids of proposals that
    would settle it, `tokens` is what it may save at most. `state`: new, same (it was there the
    last time) or nothing without an earlier audit."""

    finding: Finding
    lines: tuple[int, ...]
    tokens: int
    accept: tuple[str, ...]
    state: str = ""

    @property
    def key(self) -> str:
        return self.finding.key

    def to_dict(self) -> dict[str, Any]:
        f = self.finding
        return {
            "key": f.key,
            "rule": f.rule,
            "start_line": f.start_line,
            "end_line": f.end_line,
            "lines": list(self.lines),
            "message": f.message,
            "text": f.text,
            "fix": f.fix,
            "related": [place.to_dict() for place in f.related],
            "origin": f.origin,
            "tokens": self.tokens,
            "accept": list(self.accept),
            "state": self.state,
        }


@dataclass(frozen=True, slots=True)
class Group:
    """Items of one kind; `tokens` counts each line once, however many items name it."""

    name: str
    title: str
    items: tuple[Item, ...]
    tokens: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title,
            "tokens": self.tokens,
            "items": [item.to_dict() for item in self.items],
        }


@dataclass(frozen=True, slots=True)
class Gone:
    """What the last audit listed and this one does not: the line it had then, and its words."""

    key: str
    rule: str
    line: int
    words: str

    def to_dict(self) -> dict[str, Any]:
        return {"key": self.key, "rule": self.rule, "line": self.line, "words": self.words}


@dataclass(frozen=True, slots=True)
class Compared:
    """With the last audit, which was at `time` (ISO 8601, UTC)."""

    time: str
    new: int
    same: int
    gone: tuple[Gone, ...]

    def to_dict(self) -> dict[str, Any]:
        gone = [one.to_dict() for one in self.gone]
        return {"time": self.time, "new": self.new, "same": self.same, "gone": gone}


@dataclass(frozen=True, slots=True)
class Audit:
    """`tokens`: what all groups may save together at most; `other`: findings of a review that are
    in no group; `muted`: items that configuration accepts. `trouble`: why the store could not be
    asked, in words."""

    measured: Measured
    groups: tuple[Group, ...]
    tokens: int
    other: int
    muted: int
    compared: Compared | None = None
    trouble: str = ""
    looked_at: LookedAt = NOTHING

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for group in self.groups for item in group.items)

    def to_dict(self) -> dict[str, Any]:
        m = self.measured
        return {
            "path": m.path,
            "counter": m.counter.to_dict(),
            "total_tokens": m.total,
            "tokens": self.tokens,
            "groups": [group.to_dict() for group in self.groups],
            "other": self.other,
            "muted": self.muted,
            "looked_at": list(self.looked_at.rules),
            "not_looked_at": list(self.looked_at.left),
            "compared": self.compared.to_dict() if self.compared else None,
            **({"trouble": self.trouble} if self.trouble else {}),
        }


def audit(
    spec: str | Input,
    options: Options | None = None,
    counting: Counting = AUTO,
) -> Generator[tuple[int, int], None, Audit]:
    """Audit one FILE; yields progress. The outcome of a file on disk is kept in the store, where
    the next audit of it finds it; the file is not touched.
    """
    given = read_input(spec) if isinstance(spec, str) else spec
    chosen = options or Options()
    reviewed = yield from reviewing(given, replace(chosen, all=True, muted=frozenset()))
    done = yield from optimize(OptimizeRequest(given, counting=counting))
    m, proposals = done.measured, done.result.proposals
    grouped = {rule: name for name, (_, rules) in GROUPS.items() for rule in rules}
    listed = [f for f in reviewed.findings if f.rule in grouped]
    # A whole line that is said twice could go, also where each section may need its own.
    listed = [f for f in listed if not f.quiet or (f.rule == "repeat" and _same_line(f, m))]
    shown = [f for f in listed if f.key not in chosen.muted]
    last = _last(given)
    states = _states([f.key for f in shown], last)
    items: dict[str, list[Item]] = {name: [] for name in GROUPS}
    for finding, state in zip(shown, states, strict=True):
        items[grouped[finding.rule]].append(_item(finding, m, proposals, state))
    groups = tuple(
        Group(name, title, tuple(items[name]), _cost(items[name], m))
        for name, (title, _) in GROUPS.items()
    )
    result = Audit(
        m,
        groups,
        _cost([item for group in groups for item in group.items], m),
        sum(f.rule not in grouped and not f.quiet for f in reviewed.findings),
        len(listed) - len(shown),
        _compared(listed, shown, last),
        " ".join(
            [done.trouble, *(f"Not looked at: {one}." for one in reviewed.stopped_in_words)]
        ).strip(),
        replace(
            reviewed.looked_at,
            rules=tuple(rule for rule in reviewed.looked_at.rules if rule in grouped),
            known=len(grouped),
        ),
    )
    return replace(result, trouble=result.trouble or _keep(given, shown))


def chosen_keys(result: Audit, names: Iterable[str]) -> tuple[Item, ...]:
    """The items with these keys, or of these groups. Raises UsageError for any other name."""
    out: list[Item] = []
    for name in names:
        of_group = [item for group in result.groups if group.name == name for item in group.items]
        found = of_group or [item for item in result.items if item.key == name]
        if not found and name not in GROUPS:
            raise UsageError(
                f"There is no item {one_line(name, 40)} in this audit; nothing was done.",
                hint="Give keys of the list, or the name of a group: " + ", ".join(GROUPS) + ".",
            )
        out += found
    return tuple(dict.fromkeys(out))


def _same_line(finding: Finding, m: Measured) -> bool:
    """Whether the line of a finding stands whole in the other place."""
    line = m.prompt.lines[finding.start_line - 1].strip()
    return bool(finding.related) and finding.related[0].text == line[:200]


def _item(finding: Finding, m: Measured, proposals: Sequence[Proposal], state: str) -> Item:
    lines = _lines(finding, m)
    ids = tuple(p.id for p in answers(finding, proposals))
    return Item(finding, lines, _tokens(lines, m), ids, state)


def _lines(finding: Finding, m: Measured) -> tuple[int, ...]:
    """The lines (from 1) that would go at most: of a contradiction the cheaper side, of several
    copies all but one."""
    own = tuple(range(finding.start_line, finding.end_line + 1))
    if finding.rule == "repeat":
        for place in finding.related[1:]:
            if not place.path:
                own += tuple(range(place.start_line, (place.end_line or place.start_line) + 1))
    elif finding.rule == "contradiction":
        sides = [own] + [
            tuple(range(p.start_line, (p.end_line or p.start_line) + 1))
            for p in finding.related
            if not p.path
        ]
        own = min(sides, key=lambda lines: _tokens(lines, m))
    return tuple(sorted({line for line in own if 0 < line <= len(m.prompt.lines)}))


def _tokens(lines: Iterable[int], m: Measured) -> int:
    return sum(m.before[line] - m.before[line - 1] for line in lines)


def _cost(items: Collection[Item], m: Measured) -> int:
    return _tokens({line for item in items for line in item.lines}, m)


def _states(keys: Sequence[str], last: Mapping[str, Any] | None) -> list[str]:
    """Whether each was there the last time; equal ones are told apart by their number."""
    if last is None:
        return [""] * len(keys)
    left = Counter(row[0] for row in last["items"])
    out = []
    for key in keys:
        out.append("same" if left[key] > 0 else "new")
        left[key] -= 1
    return out


def _compared(
    listed: Sequence[Finding], shown: Sequence[Finding], last: Mapping[str, Any] | None
) -> Compared | None:
    if last is None:
        return None
    left = Counter(f.key for f in listed)  # what was muted since is not gone
    gone = []
    for key, rule, line, words in last["items"]:
        if left[key] > 0:
            left[key] -= 1
        else:
            gone.append(Gone(key, rule, line, words))
    states = _states([f.key for f in shown], last)
    return Compared(last["time"], states.count("new"), states.count("same"), tuple(gone))


def _last(given: Input) -> Mapping[str, Any] | None:
    """What the last audit of this file listed; None where there was none or it is not known."""
    if given.origin != "file" or given.path is None:
        return None
    from workbench.verbs.stored import from_store

    path = given.path
    found = from_store(lambda store: store.memory.setting(path, _SETTING), None)
    try:
        rows = [(str(k), str(r), int(n), str(w)) for k, r, n, w in found["items"]]
        return {"time": str(found["time"]), "items": rows}
    except (TypeError, KeyError, ValueError):
        return None


def _keep(given: Input, shown: Sequence[Finding]) -> str:
    """Keep what was listed for the next audit; says why not, where that is not possible."""
    if given.origin != "file" or given.path is None:
        return ""
    from workbench.verbs.stored import keep_aside

    rows = [[f.key, f.rule, f.start_line, one_line(f.text or f.message, _WORDS)] for f in shown]
    path = Path(given.path)

    def keep(store: Store) -> None:
        store.memory.set_setting(path, _SETTING, {"time": store.now(), "items": rows})

    return keep_aside(keep, "The next audit has nothing to compare with.")
