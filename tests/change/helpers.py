"""What the tests of proposals share: an optimiser with a counter that anyone can follow."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from workbench.change.choosing import Wish
from workbench.change.ground import Ground, Surroundings
from workbench.change.optimise import OptimiseResult, optimise
from workbench.language.instructions import extract_instructions, numbered
from workbench.prompt.prompt import Prompt
from workbench.verbs.hosts import hosts_for
from workbench.verbs.optimize import repairs


def word_costs(lines: Sequence[str]) -> list[int]:
    """One token for each word, sign and wide character of a line."""
    return [len(re.findall(r"[\u3040-\u9fff]|[A-Za-z0-9_]+|[^\w\s]", line)) for line in lines]


def ground_of(
    text: str, path: str = "CLAUDE.md", *, mark: str = "", pinned: Collection[str] = ()
) -> Ground:
    """What proposals stand on; every statement that holds `mark` is marked by a person."""
    prompt = Prompt.from_text(text, path)
    if mark:
        ids = [(name, True) for name, item in numbered(prompt) if mark in item.text]
        prompt = prompt.with_marks(frozenset(ids))
    parts = prompt.parts()
    rules = extract_instructions(prompt, parts)
    hosts = hosts_for(prompt.kind, None, path)
    return Ground(prompt, parts, rules, word_costs, Surroundings(pinned=pinned, hosts=hosts))


def optimised(
    text: str,
    accept: str | Collection[str] = "",
    path: str = "CLAUDE.md",
    *,
    mark: str = "",
    pinned: Collection[str] = (),
    allow: Collection[str] = (),
    **wish: Any,
) -> OptimiseResult:
    ground = ground_of(text, path, mark=mark, pinned=pinned)
    wish.setdefault("findings", repairs(ground.prompt, ()))
    return optimise(ground, Wish(**wish), accept=accept, allow=allow)
