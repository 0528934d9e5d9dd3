"""Real prompts: what is safe keeps every promise, on each file of the corpus."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from workbench.change.choosing import Wish
from workbench.change.ground import Ground, Surroundings
from workbench.change.optimise import OptimiseResult, optimise
from workbench.language.instructions import extract_instructions, numbered
from workbench.measure.tokens import get_tokenizer, line_costs
from workbench.prompt.edits import scopes
from workbench.prompt.imports import find_imports
from workbench.prompt.placeholders import find_placeholders
from workbench.prompt.prompt import Prompt
from workbench.verbs.hosts import hosts_for
from workbench.verbs.optimize import repairs

_LARGE = 300_000


def costs(lines: Sequence[str]) -> list[int]:
    return line_costs(get_tokenizer("o200k_base"), lines)


def run(prompt: Prompt, accept: str = "safe", mark: str = "\0") -> OptimiseResult:
    """What is accepted of all that can be proposed; sentences with the words `mark` are marked."""
    ids = [(name, True) for name, item in numbered(prompt) if mark in item.text]
    prompt = prompt.with_marks(frozenset(ids[:12]))
    parts, known = prompt.parts(), costs(prompt.lines)
    ground = Ground(
        prompt,
        parts,
        extract_instructions(prompt, parts),
        costs,
        Surroundings(hosts=hosts_for(prompt.kind, None, prompt.path)),
        known_costs=known,
    )
    wish = Wish(findings=repairs(prompt, known), marks=True, checklist=True)
    return optimise(ground, wish, accept=accept)


def tokens_of(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_safe_proposals_keep_every_promise_on_real_prompts(corpus: list[Path]) -> None:
    for path in corpus:
        if path.stat().st_size > _LARGE:
            continue
        old = Prompt.from_bytes(path.read_bytes(), str(path))
        result = run(old)
        new = result.result
        assert result.gate == "pass", path.name
        if not result.accepted:
            assert new.source.data == old.source.data
            continue
        assert not old.is_data
        assert old.kind not in ("yaml", "toml"), path.name
        back = result.edit.inverse(old.text).apply(new.text)
        assert old.source.with_text(back).data == path.read_bytes(), path.name
        merged = sum((tokens_of(p.before) for p in result.accepted if p.kind == "MERGE"), Counter())
        printed = sum((tokens_of(p.after) for p in result.accepted), Counter())
        assert not tokens_of(old.text) - tokens_of(new.text) - merged, path.name
        assert not tokens_of(new.text) - tokens_of(old.text) - printed, path.name
        assert result.grown <= 0, path.name
        titles = [Counter((h.level, h.title) for h in p.outline.headings) for p in (old, new)]
        assert not titles[0] - titles[1], path.name
        touched = {line.strip() for p in result.accepted for line in p.before.splitlines()}
        assert {line for _, line in scopes(old) - scopes(new)} <= touched, path.name
        for names in (_links, _placeholders, _imports):
            assert not names(old) - names(new), (path.name, names.__name__)
        assert not run(new).safe, path.name


@pytest.mark.timeout(600)
def test_what_is_offered_on_real_prompts_goes_there_and_back(corpus: list[Path]) -> None:
    """Files of agents, all accepted: no crash, undo exact, offloaded text whole in its file."""
    kinds: Counter[str] = Counter()
    for path in corpus:
        if path.stat().st_size > _LARGE or not re.search("SKILL|AGENTS|commands", path.name):
            continue
        prompt = Prompt.from_bytes(path.read_bytes(), str(path))
        result = run(prompt, "all", mark="ever")
        back = result.edit.inverse(prompt.text).apply(result.text)
        assert prompt.source.with_text(back).data == path.read_bytes(), path.name
        for p in result.proposals:
            kinds[p.kind] += 1
            assert p.edit.inverse(prompt.text).apply(p.result.text) == prompt.text, p.id
            if p.files:
                assert p.ledger.gate == "pass", (path.name, p.id)
                assert all(file.text.rstrip() in prompt.text for file in p.files)
    assert kinds
    assert {"MOVE", "ECHO", "OFFLOAD"} <= set(kinds) or len(corpus) < 100  # a spread of them


def _links(prompt: Prompt) -> Counter[str]:
    return Counter(re.findall(r"\]\([^()\s]+\)|https?://[^\s)>\]]+", prompt.text))


def _placeholders(prompt: Prompt) -> Counter[str]:
    return Counter(found.name for found in find_placeholders(prompt.text))


def _imports(prompt: Prompt) -> Counter[str]:
    return Counter(found.path for found in find_imports(prompt.text))
