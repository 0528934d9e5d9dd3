"""What runs in the background: generators that yield (done, total) and return a result.

They get values, not the session, so that nothing changes under them while they work. What reads
or writes files and the store is in `keep.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.prompt.parts import Part
    from workbench.prompt.prompt import Prompt
    from workbench.tui.jobs import Steps
    from workbench.verbs.measured import Counting

#: Longer prompts (in characters) get no proposals that only a finding leads to.
_REVIEWED = 200_000


def counting(lines: Sequence[str], counter: str, model: str | None) -> Steps:
    """Count lines; returns (LineCounter, CounterInfo)."""
    yield 0, len(lines)
    from workbench.measure.tokens import LineCounter, get_tokenizer

    tokenizer = get_tokenizer(counter, model)
    count = LineCounter(tokenizer)
    yield from count.load(lines)
    return count, tokenizer.describe("".join(lines))


def scoring(
    path: Path,
    prompt: Prompt,
    parts: Sequence[Part],
    task: str,
    costs: Sequence[int],
    threshold: float | None,
) -> Steps:
    """Score all parts offline; returns the ScoreResult."""
    yield 0, len(parts)
    from workbench.judge.relevance import THRESHOLD, score_steps
    from workbench.judge.task import Task, infer_task

    steps = score_steps(
        prompt,
        parts,
        Task(task) if task.strip() else infer_task(prompt),
        costs,
        threshold=THRESHOLD if threshold is None else threshold,
    )
    while True:
        try:
            step = next(steps)
        except StopIteration as done:
            return done.value
        yield step.done, step.total


def comparing(
    old: bytes,
    new: bytes,
    a_label: str,
    b_label: str,
    path: Path | None = None,
    kept: Sequence[Any] = (),
) -> Steps:
    """Returns (Diff of two texts, the sums of their ledger, whether its gate refuses).

    The sums are "" when nothing differs, or when the texts are too long to wait for them.
    `path` tells the kind of prompt; `kept`: files to which parts of the old text go word for word.
    """
    yield 0, 2
    from workbench.change.diff import diff_sources
    from workbench.prompt.prompt import Prompt
    from workbench.prompt.source import Source

    diff = diff_sources(
        Source.from_bytes(old), Source.from_bytes(new), a_label=a_label, b_label=b_label
    )
    if diff.same or max(len(old), len(new)) > _REVIEWED:
        return diff, "", False
    yield 1, 2
    from workbench.change.ledger import ledger
    from workbench.verbs.ledger import summary

    name = "" if path is None else str(path)
    found = ledger(Prompt.from_bytes(old, name), Prompt.from_bytes(new, name), kept=kept)
    return diff, summary(found), found.gate != "pass"


def proposing(
    path: Path,
    prompt: Prompt,
    parts: Sequence[Part],
    scores: Any,
    counting: Counting,
    rewrites: Sequence[Any] = (),
) -> Steps:
    """All proposals for a prompt that were not refused before, the weak marked rules that none
    is about, and which of a model's `rewrites` are no proposals; returns three tuples."""
    yield 0, 1
    from workbench.change.choosing import Wish, choose, rejected
    from workbench.change.ground import Ground, Surroundings
    from workbench.language.instructions import extract_instructions
    from workbench.measure.tokens import line_costs
    from workbench.verbs.hosts import hosts_for
    from workbench.verbs.mark import with_marks
    from workbench.verbs.new_files import occupied_beside
    from workbench.verbs.optimize import repairs
    from workbench.verbs.remembered import remembered

    prompt = with_marks(prompt, path)
    tokenizer = counting.tokenizer()
    known = remembered(path)
    rules = extract_instructions(prompt, tuple(parts))
    yield 0, 1
    costs = line_costs(tokenizer, prompt.lines)
    # Rules that look at all sentences would hold up the screen while they read a huge prompt.
    findings = repairs(prompt, costs) if len(prompt.text) <= _REVIEWED else ()
    yield 0, 1
    ground = Ground(
        prompt,
        parts,
        rules,
        lambda lines: line_costs(tokenizer, lines),
        Surroundings(pinned=frozenset(known.pins), hosts=hosts_for(prompt.kind, None, str(path))),
        known_costs=costs,
    )
    wish = Wish(
        scores if scores is not None and scores.model else None,
        findings,
        known.refused,
        occupied=occupied_beside(path),
        rewrites=tuple(rewrites),
    )
    found, left = choose(ground, wish)
    return found, left, rejected(ground, wish)


def checking(proposal: Any) -> Steps:
    """The ledger of one proposal."""
    yield 0, 1
    return proposal.ledger


def applying(
    path: Path, proposals: Sequence[Any], parts: Sequence[Part], counter: str, model: str | None
) -> Steps:
    """Carry out proposals of one prompt together; returns (text before, new Prompt)."""
    yield 0, 1
    from workbench.change.ground import Ground, Surroundings
    from workbench.change.optimise import apply
    from workbench.language.instructions import extract_instructions
    from workbench.measure.tokens import get_tokenizer, line_costs
    from workbench.verbs.remembered import remembered

    tokenizer = get_tokenizer(counter, model)
    pinned = frozenset(remembered(path).pins)
    prompt = proposals[0].prompt
    rules = extract_instructions(prompt, parts) if pinned else ()
    around = Surroundings(pinned=pinned)
    ground = Ground(prompt, parts, rules, lambda lines: line_costs(tokenizer, lines), around)
    _, new = apply(ground, proposals)
    return prompt, new


def counting_here(path: Path, counter: str, model: str | None) -> Steps:
    """Count a file in slices of lines; returns (tokens, CounterInfo)."""
    yield 0, 1
    from workbench.measure.tokens import LineCounter, get_tokenizer
    from workbench.prompt.lines import split_lines
    from workbench.prompt.source import Source
    from workbench.store.files import read_bytes

    lines = split_lines(Source.from_bytes(read_bytes(path)).text)
    tokenizer = get_tokenizer(counter, model)
    count = LineCounter(tokenizer)
    yield from count.load(lines)
    return count.total, tokenizer.describe("".join(lines))


def counting_apart(path: Path, counter: str, model: str | None) -> Steps:
    """The same in another process, ended when this generator is; returns (tokens, label, name)."""
    yield 0, 1
    import json
    import subprocess

    from workbench.errors import CtxbenchError
    from workbench.tui.apart import command, environment

    child = subprocess.Popen(
        command("workbench.tui.count_child", str(path), counter, model or ""),
        env=environment(),
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    last = b""
    try:
        assert child.stdout is not None
        for line in child.stdout:
            last = line
            if not line.startswith(b"["):
                done, total = line.split()
                yield int(done), int(total)
    finally:
        child.kill()
        child.wait()
    if not last.startswith(b"["):
        raise CtxbenchError("The file could not be counted; it is unharmed and can be read.")
    tokens, label, name = json.loads(last)
    return tokens, label, name
