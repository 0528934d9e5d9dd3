"""How the time of every verb and every rule grows with the length of hostile texts.

    python benchmarks/growth.py [--size 32000] [--only WORD] [--steps WORD] [--all]

Each shape of `growth_inputs` is read at SIZE, 2 x SIZE and 4 x SIZE characters: cut into parts, its
instructions found, reviewed rule by rule, verified, scored, optimised, compared with itself
after two kinds of edits (ledger and diff) and counted. A step whose processor time grows more
than threefold per doubling, and takes more than FLOOR seconds, is measured again alone and
then fails the run. So do steps that take longer than LIMIT. Exit code 1 when something failed.
"""

from __future__ import annotations

import argparse
import functools
import gc
import math
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType

from growth_inputs import Shape, shapes
from probe_sets import TODAY

from workbench.change.choosing import Wish
from workbench.change.diff import diff_texts
from workbench.change.ground import Ground
from workbench.change.ledger import ledger
from workbench.change.optimise import optimise
from workbench.hosts.project import Project, find_root
from workbench.judge.claims_check import check_claims
from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.relevance import score_offline
from workbench.judge.rule_files import all_rules
from workbench.judge.task import infer_task
from workbench.measure.tokens import get_tokenizer, line_costs
from workbench.prompt.prompt import Prompt
from workbench.verbs.facts import facts_of

#: Growth per doubling above which a step is not linear: n log n stays below 2.3, a square is 4.
MOST = 3.0
#: Seconds below which a step is too quick for its growth to mean anything.
FLOOR = 0.25
#: Seconds that one step may take at all.
LIMIT = 20.0


class TooLong(Exception):
    """A step was stopped at LIMIT."""


def _stop(signum: int, frame: FrameType | None) -> None:
    raise TooLong


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of `work`; infinite when it was stopped."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    start = time.process_time()
    try:
        work()
        return time.process_time() - start
    except TooLong:
        return math.inf
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def forget() -> None:
    """Empty the memories of the package, so that one run does not help the next."""
    for found in gc.get_objects():
        if (
            isinstance(found, functools._lru_cache_wrapper)
            and found.__module__.startswith("workbench.")
            and found.cache_parameters()["maxsize"]
        ):
            found.cache_clear()


def thinned(text: str) -> str:
    """Every seventh line gone, the last third in front."""
    lines = [line for k, line in enumerate(text.splitlines(True)) if k % 7]
    cut = 2 * len(lines) // 3
    return "".join([*lines[cut:], *lines[:cut]])


def reworded(text: str) -> str:
    """Another word in each line, and at each thirtieth blank of a long one."""
    out = []
    for line in text.splitlines(True):
        words = line.split(" ")
        for k in range(len(words) // 2, len(words), 30):
            words[k] = f"{words[k].rstrip()}q{' ' if k + 1 < len(words) else chr(10)}"
        out.append(" ".join(words))
    return "".join(out)


def _findings(rule: Rule, context: Context) -> tuple[Finding, ...]:
    return tuple(rule.check(rule, context))


def steps(text: str, facts: Facts) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is measured, in order; later steps use what earlier ones worked out."""
    data = text.encode("utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape")
    prompt = Prompt.from_bytes(data, "CLAUDE.md")
    context = Context(prompt, facts)
    yield "parts", lambda: context.parts
    yield "instructions", lambda: context.instructions
    for rule in all_rules():
        if rule.applies(context):
            yield f"review {rule.id}", partial(_findings, rule, context)
    yield "verify", lambda: check_claims(prompt, facts)
    lines, parts = prompt.lines, context.parts
    costs = [len(line) for line in lines]
    totals = [sum(costs[p.start_line - 1 : p.end_line]) for p in parts]
    task = infer_task(prompt)
    yield "score", lambda: score_offline(prompt, parts, task, totals)

    def optimised() -> object:
        scores = score_offline(prompt, parts, task, totals)
        counted = lambda lines: [len(line) // 4 + 1 for line in lines]  # noqa: E731
        ground = Ground(prompt, parts, context.instructions, counted)
        return optimise(ground, Wish(scores), accept="safe")

    yield "optimize", optimised
    for name, edit in (("thinned", thinned), ("reworded", reworded)):
        other = Prompt(replace(prompt.source, text=edit(prompt.text)), "CLAUDE.md")
        yield f"ledger {name}", partial(ledger, prompt, other)
        yield f"diff {name}", partial(diff_texts, prompt.text, other.text)
    for counter in ("o200k_base", "auto"):
        tokenizer = get_tokenizer(counter)
        yield f"count {counter}", partial(line_costs, tokenizer, lines)


@dataclass(frozen=True)
class Growth:
    """Seconds of one step at SIZE, 2 x SIZE and 4 x SIZE."""

    shape: str
    step: str
    times: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """Growth of the last doubling."""
        last, before = self.times[-1], self.times[-2]
        return last / max(before, 1e-6) if last < math.inf else math.inf

    @property
    def exponent(self) -> float:
        return math.log2(self.ratio) if self.ratio < math.inf else math.inf

    @property
    def steep(self) -> bool:
        return self.times[-1] > FLOOR and self.ratio > MOST

    def __str__(self) -> str:
        shown = " ".join(
            "  stopped" if t == math.inf else f"{1000 * t:6.0f} ms" for t in self.times
        )
        return f"{self.step:28} {self.shape:32} {shown}  n^{self.exponent:.2f}"


def measured(name: str, shape: Shape, size: int, facts: Facts, wanted: str) -> list[Growth]:
    found: dict[str, list[float]] = {}
    for factor in (1, 2, 4):
        forget()
        for step, work in steps(shape(factor * size), facts):
            if wanted in step or step in ("parts", "instructions"):
                known = found.setdefault(step, [])
                known.append(math.inf if known and known[-1] == math.inf else timed(work))
    return [Growth(name, step, tuple(times)) for step, times in found.items()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=16_000, help="characters of the shortest text")
    parser.add_argument("--only", default="", help="shapes with this word in their name")
    parser.add_argument("--steps", default="", help="steps with this word in their name")
    parser.add_argument("--all", action="store_true", help="list every step above the floor")
    options = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _stop)
    failed: list[Growth] = []
    worst: dict[str, Growth] = {}
    with tempfile.TemporaryDirectory() as folder:
        root = find_root(None, Path(folder))
        facts = facts_of(Project(Path(folder), Path(folder)), root, TODAY)
        chosen = {name: shape for name, shape in shapes().items() if options.only in name}
        for name, shape in chosen.items():
            for growth in measured(name, shape, options.size, facts, options.steps):
                if growth.steep:  # once more, so that a neighbour's work does not count
                    again = measured(name, shape, options.size, facts, growth.step)
                    growth = next(g for g in again if g.step == growth.step)
                if growth.steep:
                    failed.append(growth)
                    print(f"  STEEP  {growth}", flush=True)
                elif options.all and growth.times[-1] > FLOOR:
                    print(f"         {growth}", flush=True)
                if growth.times[-1] > FLOOR:
                    known = worst.get(growth.step)
                    if known is None or growth.ratio > known.ratio:
                        worst[growth.step] = growth
    print(f"Steepest of each step ({len(chosen)} shapes, up to {4 * options.size} characters):")
    for step in sorted(worst):
        print(f"  {worst[step]}")
    print(f"  {'met   ' if not failed else 'MISSED'}  {len(failed)} steps grow too fast")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
