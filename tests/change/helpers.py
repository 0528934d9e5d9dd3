"""What the tests of proposals share: an optimiser with a counter that anyone can follow."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from workbench.change.optimise import OptimiseResult, optimise
from workbench.language.instructions import extract_instructions
from workbench.prompt.prompt import Prompt
from workbench.verbs.hosts import hosts_for


def word_costs(lines: Sequence[str]) -> list[int]:
    """One token for each word, sign and wide character of a line."""
    return [len(re.findall(r"[\u3040-\u9fff]|[A-Za-z0-9_]+|[^\w\s]", line)) for line in lines]


def with_bans_marked(prompt: Prompt) -> Prompt:
    """The prompt as if you had marked each sentence that bans something as critical."""
    bans = (one.id for one in extract_instructions(prompt) if one.form == "ban")
    return prompt.with_marks(frozenset((name, True) for name in bans))


def optimised(
    text: str, accept: str | Collection[str] = "", path: str = "CLAUDE.md", **more: Any
) -> OptimiseResult:
    """Improve a text of which you marked all bans."""
    prompt = with_bans_marked(Prompt.from_text(text, path))
    parts = prompt.parts()
    rules = extract_instructions(prompt, parts)
    return optimise(
        prompt, parts, rules, word_costs, accept=accept, hosts=hosts_for(prompt.kind), **more
    )
