"""What a review costs after start: processor time of all threads, and memory.

    python benchmarks/review_speed.py [SHARED]

1. A 500-line file in a project of 300 files, every rule: budget 60 ms (median of 5 runs, modules
   loaded). The file is made of the real instruction files of the corpus, smallest
   first; `--dense` starts with the first of the corpus instead, whose lines are twice as long.
2. All files of the corpus up to 2 MB, one after the other: budget 20 s.
3. A text of 1 MB: budget 5 s and 300 MB (peak of a process of its own).
Exit code 1 when a figure is over its budget. `--rules` lists what each rule takes of the first two.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from probe_sets import SHARED, TODAY, real_files

from workbench.judge.registry import Context
from workbench.judge.review import review_steps
from workbench.verbs.facts import Seen, facts_for
from workbench.verbs.inputs import Input, read_input
from workbench.verbs.review import Options, review

BUDGETS = {"500 lines": 0.060, "corpus": 20.0, "1 MB": 5.0, "memory": 300.0}
MOST = 2_000_000


def sample(shared: Path, lines: int, dense: bool = False) -> str:
    """`lines` lines of real Markdown: instruction files, smallest first, or any, by name."""
    files = sorted((shared / "corpus").glob("*.md"))
    if not dense:
        files = sorted(real_files(shared / "corpus"), key=lambda path: path.stat().st_size)
    out: list[str] = []
    for path in files:
        out += path.read_text("utf-8", "replace").splitlines()
        if len(out) >= lines:
            break
    while len(out) < lines:
        out += out[: lines - len(out)]
    return "\n".join(out[:lines]) + "\n"


def spent(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def budget(name: str, value: float, unit: str) -> bool:
    ok = value <= BUDGETS[name]
    shown = f"{1000 * value:.0f} ms" if unit == "ms" else f"{value:.2f} {unit}"
    limit = f"{1000 * BUDGETS[name]:.0f} ms" if unit == "ms" else f"{BUDGETS[name]:g} {unit}"
    print(f"  {'met   ' if ok else 'MISSED'}  {name}: {shown}   (budget {limit})")
    return ok


def five_hundred(shared: Path, dense: bool) -> bool:
    text = sample(shared, 500, dense)
    with tempfile.TemporaryDirectory() as folder:
        path = project(Path(folder), text)
        options = Options(today=TODAY)
        review(str(path), options)
        times = [spent(lambda: review(str(path), options)) for _ in range(5)]
    print(f"  500 lines are {len(text) // 1000} KB")
    return budget("500 lines", statistics.median(times), "ms")


def project(root: Path, text: str) -> Path:
    """A made-up project with the prompt in it."""
    (root / ".git").mkdir()
    for i in range(300):
        path = root / f"src/part{i % 20}/file{i}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def work_{i}(x):\n    return x + {i}\n" * 20)
    (root / "package.json").write_text(
        '{"scripts": {"test": "vitest"}, "engines": {"node": ">=22"}}'
    )
    prompt = root / "CLAUDE.md"
    prompt.write_text(text)
    return prompt


def corpus(shared: Path) -> bool:
    paths = [p for p in sorted((shared / "corpus").iterdir()) if p.stat().st_size <= MOST]
    total = 0.0
    seen: Seen = {}
    slow: Counter[str] = Counter()
    for path in paths:
        took = spent(lambda path=path: review(str(path), Options(today=TODAY), seen))
        total += took
        slow[path.name] = int(1000 * took)
    listed = ", ".join(f"{name[:40]} {ms} ms" for name, ms in slow.most_common(3))
    print(f"  {len(paths)} files; slowest: {listed}")
    return budget("corpus", total, "s")


def megabyte(shared: Path) -> bool:
    """In a process of its own, so that its peak of memory is its own."""
    command = [sys.executable, __file__, str(shared), "--one-megabyte"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, peak = map(float, done.stdout.split())
    ok = budget("1 MB", seconds, "s")
    return budget("memory", peak, "MB") and ok


def one_megabyte(shared: Path) -> None:
    text = sample(shared, 40_000).encode()[:1_000_000]
    given = Input("CLAUDE.md", text, "stdin")
    took = spent(lambda: review(given, Options(today=TODAY)))
    print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def by_rule(shared: Path) -> None:
    """Processor time of each rule: 500 lines, 1 MB, the corpus."""
    texts = [[Input("CLAUDE.md", sample(shared, 500).encode(), "stdin")]]
    review(texts[0][0], Options(today=TODAY))  # what is loaded once is loaded now
    texts.append([Input("CLAUDE.md", sample(shared, 40_000).encode()[:1_000_000], "stdin")])
    paths = [p for p in sorted((shared / "corpus").iterdir()) if p.stat().st_size <= MOST]
    texts.append([read_input(str(path)) for path in paths])
    for name, inputs in zip(("500 lines", "1 MB", "corpus"), texts, strict=True):
        costs: Counter[str] = Counter()
        seen: Seen = {}
        for given in inputs:
            prompt = given.prompt()
            facts, _ = facts_for(given, None, TODAY, seen)
            context = Context(prompt, facts)
            start = time.process_time()
            len(context.instructions)
            costs["(instructions)"] += int(1e6 * (time.process_time() - start))
            start = time.process_time()
            for rule, *_ in review_steps(context):
                now = time.process_time()
                costs[rule.id] += int(1e6 * (now - start))
                start = now
        print(f"  {name}: " + ", ".join(f"{k} {v / 1000:.0f} ms" for k, v in costs.most_common(16)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--rules", action="store_true", help="what each rule takes")
    parser.add_argument("--dense", action="store_true", help="500 lines that are twice as long")
    parser.add_argument("--one-megabyte", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not (options.shared / "corpus").is_dir():
        print(f"No corpus in {options.shared}; set CTXBENCH_SHARED.")
        return 2
    if options.one_megabyte:
        one_megabyte(options.shared)
        return 0
    if options.rules:
        by_rule(options.shared)
    checks = [
        five_hundred(options.shared, options.dense),
        megabyte(options.shared),
        corpus(options.shared),
    ]
    return 0 if all(checks) else 1


if __name__ == "__main__":
    sys.exit(main())
