"""Every verb on every hostile shape, from 16 to 512 KB, and on 1 MB: growth, time and memory.

    python benchmarks/growth_verbs.py [--only SHAPE] [--verbs WORD] [--quick]

For each shape and verb a process of its own measures processor time at 16 and 512 KB and
prints the exponent between the first and the last: below MOST it passes (below FLOOR seconds at
512 KB nothing can be said, and nothing is wrong). At 1 MB it may take SECONDS and MEMORY. --quick
leaves 1 MB out. Exit code 1 when something failed.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from growth_inputs import shapes

MOST, FLOOR = 1.3, 0.5
#: Seconds by which two starts of the program differ: less says nothing.
NOISE = 0.03
SECONDS, MEMORY = 20.0, 600.0
SIZES = (16_000, 512_000)
MEGABYTE = 1_000_000
#: A step that takes longer is stopped.
LIMIT = 120.0
SHAPES = (
    *("headings only", "wide table row", "semicolons and colons", "underlined headings"),
    *("one rule", "rules", "links", "line of code spans", "line of links", "line of han"),
    *("line of kana", "line of never zh", "lines of mixed", "rules in one line"),
)


def verbs(path: Path, text: str) -> dict[str, Callable[[], object]]:
    """Each verb as a call on the file; `ledger` and `diff` compare it with one whose last third
    stands in front."""
    from workbench.cli import main

    lines = text.splitlines(True)
    cut = 2 * len(lines) // 3 if len(lines) > 2 else 0
    other = path.with_name("moved.md")
    moved = "".join([*lines[cut:], *lines[:cut]]) if cut else text[len(text) // 3 :]
    other.write_text(moved, "utf-8", newline="")
    counted = ["--counter", "chars"]

    def call(*args: str) -> Callable[[], object]:
        return lambda: main(list(args))

    one = str(path)
    return {
        "parts": call("parts", one, "--json", *counted),
        "count": call("count", one, "--json", "--by", "line", "--counter", "o200k_base"),
        "map": call("map", one, "--json", *counted),
        "instructions": call("instructions", one, "--json"),
        "score": call("score", one, "--json", *counted),
        "review": call("review", one, "--json", "--no-cache", *counted),
        "verify": call("verify", one, "--json"),
        "optimize": call("optimize", one, "--json", "--accept", "safe", *counted),
        "ledger": call("ledger", one, str(other), "--json"),
        "diff": call("diff", one, str(other), "--json"),
        "export": call("export", one, "--to", "xml", "-o", "-"),
    }


def measure(shape: str, verb: str, size: int) -> None:
    """In a process of its own: print seconds of processor time and megabytes at most."""
    import os
    import resource

    text = shapes()[shape](size)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CTXBENCH_HOME"] = f"{folder}/home"
        path = Path(folder) / "CLAUDE.md"
        path.write_text(text, "utf-8", newline="")
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
        start = time.process_time()
        verbs(path, text)[verb]()
        took = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.__stdout__.write(json.dumps([took, peak]))


def asked(shape: str, verb: str, size: int) -> tuple[float, float]:
    command = [sys.executable, __file__, "--measure", shape, verb, str(size)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=4 * LIMIT)
        took, peak = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return math.inf, math.inf
    return took, peak


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="shapes with this word in their name")
    parser.add_argument("--verbs", default="", help="verbs with this word in their name")
    parser.add_argument("--quick", action="store_true", help="leave 1 MB out")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        shape, verb, size = options.measure
        measure(shape, verb, int(size))
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        names = [v for v in verbs(Path(folder) / "CLAUDE.md", "") if options.verbs in v]
    # What is loaded each time; the quickest of three, so that a neighbour's work does not count.
    start = {v: min(asked("one rule", v, 10)[0] for _ in range(3)) for v in names}
    for shape in [name for name in SHAPES if options.only in name]:
        for verb in names:
            times = [max(asked(shape, verb, n)[0] - start[verb], NOISE) for n in SIZES]
            exponent = math.log(times[-1] / times[0]) / math.log(SIZES[-1] / SIZES[0])
            steep = times[-1] > FLOOR and exponent > MOST
            took, peak = (0.0, 0.0) if options.quick else asked(shape, verb, MEGABYTE)
            bad = steep or took > SECONDS or peak > MEMORY
            failed += bad
            shown = " ".join(f"{t:7.2f}" for t in times)
            said = "FAILED" if bad else "ok    "
            print(
                f"  {said} {verb:12} {shape:24} {shown} s  n^{exponent:.2f}"
                f"  1 MB: {took:6.2f} s {peak:5.0f} MB",
                flush=True,
            )
    print(f"  {'met   ' if not failed else 'MISSED'}  {failed} of them fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
