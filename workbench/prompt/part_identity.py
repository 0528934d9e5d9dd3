"""Which part of an older text is which part of a newer one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Protocol

from workbench.prompt.likeness import ALIKE, MOST_PAIRS, dice, words


class PartLike(Protocol):
    """What the alignment of parts needs to know of a part."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def path(self) -> tuple[str, ...]: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def align_parts(
    old_text: str, old_parts: Sequence[PartLike], new_text: str, new_parts: Sequence[PartLike]
) -> dict[str, str]:
    """Which old part each new part is: `{new id: old id}`; new parts without one are absent.

    Exact text first, then the same title path, then the likeness of the words (at least half).
    """
    pairs: dict[str, str] = {}
    free = list(old_parts)
    todo = list(new_parts)

    def text_of(text: str, part: PartLike) -> str:
        return text[part.start : part.end].strip()

    def settle(key_old: Sequence[object], key_new: Sequence[object]) -> None:
        nonlocal free, todo
        slots: dict[object, list[PartLike]] = defaultdict(list)
        for part, key in zip(free, key_old, strict=True):
            if key:
                slots[key].append(part)
        left = []
        gone: set[int] = set()
        for part, key in zip(todo, key_new, strict=True):
            if key and slots.get(key):
                twin = slots[key].pop(0)
                gone.add(id(twin))
                pairs[part.id] = twin.id
            else:
                left.append(part)
        todo, free = left, [part for part in free if id(part) not in gone]

    settle(
        [(p.path, text_of(old_text, p)) for p in free],
        [(p.path, text_of(new_text, p)) for p in todo],
    )
    settle([text_of(old_text, p) for p in free], [text_of(new_text, p) for p in todo])
    settle(
        [(p.kind, p.path) if p.path else None for p in free],
        [(p.kind, p.path) if p.path else None for p in todo],
    )
    bags = {p.id: Counter(words(text_of(old_text, p))) for p in free}
    scored = []
    if len(free) * len(todo) <= MOST_PAIRS:
        for y, part in enumerate(todo):
            bag = Counter(words(text_of(new_text, part)))
            scored += [(-dice(bag, bags[p.id]), y, x) for x, p in enumerate(free)]
    used: set[str] = set()
    for score, y, x in sorted(scored):
        if -score < ALIKE:
            break
        if todo[y].id not in pairs and free[x].id not in used:
            pairs[todo[y].id] = free[x].id
            used.add(free[x].id)
    return pairs
