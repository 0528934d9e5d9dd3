"""Start-up of the command line, as ratios to what it cannot do without.

    python benchmarks/startup.py [--runs 21]

1. `ctxbench --version` against `python -c "import click"`: budget 1.5.
2. `ctxbench count --counter o200k_base FILE` (100 KB) against a script that builds the same
   encoding from the same packaged vocabulary with tiktoken and counts once: budget 1.5.

Runs alternate; a figure is the median of wall time and of CPU time (user and system) of the
whole process. The exit code is 1 when a ratio of CPU time is over its budget.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

BUDGET = 1.5
ROOT = Path(__file__).resolve().parent.parent
# What nobody can do without: read the vocabulary, build the encoding, count once.
BASELINE_COUNT = """
import base64, gzip, sys
from importlib.resources import files
import tiktoken
from workbench.measure.tokens.vocabulary import RECIPES
ranks = {}
packed = (files("workbench.measure.data") / "o200k_base.tiktoken.gz").read_bytes()
for line in gzip.decompress(packed).splitlines():
    token, rank = line.split()
    ranks[base64.b64decode(token)] = int(rank)
recipe = RECIPES["o200k_base"]
coder = tiktoken.Encoding(
    "o200k", pat_str=recipe.pattern, mergeable_ranks=ranks, special_tokens=recipe.special
)
print(len(coder.encode_ordinary(open(sys.argv[1], encoding="utf-8").read())))
"""


def run(command: list[str]) -> tuple[float, float]:
    """Wall and CPU seconds of one process; its output is thrown away."""
    start = time.perf_counter()
    pid = os.posix_spawn(
        command[0],
        command,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"{command[0]} failed: {status}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def compare(name: str, ours: list[str], base: list[str], runs: int) -> float:
    """Print both sides; the ratio of the medians of CPU time."""
    for command in (ours, base):  # the first run fills caches of files and byte code
        run(command)
    pairs = [(run(ours), run(base)) for _ in range(runs)]
    wall, cpu = (
        [statistics.median(pair[side][kind] for pair in pairs) for side in (0, 1)]
        for kind in (0, 1)
    )
    print(
        f"{name}: wall {1000 * wall[0]:.0f} / {1000 * wall[1]:.0f} ms = {wall[0] / wall[1]:.2f}, "
        f"CPU {1000 * cpu[0]:.0f} / {1000 * cpu[1]:.0f} ms = {cpu[0] / cpu[1]:.2f} "
        f"(budget {BUDGET})"
    )
    return cpu[0] / cpu[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=21)
    runs = parser.parse_args().runs
    command = str(Path(sys.executable).with_name("ctxbench"))
    version = compare(
        "ctxbench --version / import click",
        [command, "--version"],
        [sys.executable, "-c", "import click"],
        runs,
    )
    sample = (ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "CLAUDE.md"
        file.write_text((sample * 20)[:100_000], "utf-8")
        count = compare(
            "ctxbench count 100 KB / tiktoken script",
            [command, "count", "--counter", "o200k_base", str(file)],
            [sys.executable, "-c", BASELINE_COUNT, str(file)],
            max(runs // 3, 5),
        )
    return int(max(version, count) > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
