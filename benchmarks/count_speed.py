"""How fast is counting? One count against a bare script, and key presses at 100 KB and 1 MB.

Run: python benchmarks/count_speed.py [--runs 7]
Budgets (design, section 9): one count at most 1.5 x the bare script; growth of a key press from
100 KB to 1 MB below 3 x. Processor time of all threads, children included; medians.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from workbench.measure.tokens import LineCounter, get_tokenizer
from workbench.prompt.lines import split_lines

ROOT = Path(__file__).resolve().parent.parent

# What anyone would write who has the vocabulary file: the same encoding, built and used once.
BARE = """
import base64, gzip, sys
import tiktoken
from workbench.measure.tokens.vocabulary import RECIPES
ranks = {}
with gzip.open(sys.argv[2]) as file:
    for line in file.read().splitlines():
        token, rank = line.split()
        ranks[base64.b64decode(token)] = int(rank)
recipe = RECIPES["o200k_base"]
encoding = tiktoken.Encoding(
    "o200k_base", pat_str=recipe.pattern, mergeable_ranks=ranks, special_tokens=recipe.special)
text = open(sys.argv[1], encoding="utf-8").read()
print(len(encoding.encode(text, disallowed_special=())))
"""
# The same with the quickest way to read the vocabulary that is known to us, unchecked.
LEAN = BARE.split("ranks = {}")[0].replace("base64, gzip", "binascii, gzip") + (
    """
words = gzip.open(sys.argv[2]).read().split()[::2]
ranks = dict(zip(map(binascii.a2b_base64, words), range(len(words))))
"""
    + BARE.split("int(rank)\n")[1]
)
API = """
import sys
from workbench.measure.tokens.registry import get_tokenizer
print(get_tokenizer("o200k_base").count(open(sys.argv[1], encoding="utf-8").read()))
"""


def sample_text(size: int) -> str:
    """Markdown of about `size` characters with few repeated lines, the same every time."""
    chance = random.Random(7)
    words = (  # noqa: SIM905
        "always never the a build test deploy module request response token prompt limit error "
        "must should review before after commit branch config service database handler function"
    ).split()
    lines: list[str] = []
    length = 0
    while length < size:
        kind = chance.random()
        body = " ".join(chance.choices(words, k=chance.randint(3, 14)))
        if kind < 0.08:
            line = f"\n## {body.title()} {chance.randint(1, 9999)}\n\n"
        elif kind < 0.45:
            line = f"- `{body.split()[0]}_{chance.randint(1, 9999)}`: {body}.\n"
        elif kind < 0.55:
            line = f"    {body.replace(' ', '_')}({chance.randint(1, 99)})\n"
        else:
            line = f"{body.capitalize()}, {chance.randint(1, 9999)} times.\n"
        lines.append(line)
        length += len(line)
    return "".join(lines)


def cpu_of(command: list[str]) -> float:
    """Seconds of processor time of a command, all its threads."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def one_count(runs: int) -> bool:
    """Prints the ratios; whether the command keeps its budget."""
    vocabulary = str(ROOT / "workbench/measure/data/o200k_base.tiktoken.gz")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "prompt.md"
        file.write_text(sample_text(100_000), encoding="utf-8")
        commands = {
            "bare script": [sys.executable, "-c", BARE, str(file), vocabulary],
            "lean script": [sys.executable, "-c", LEAN, str(file), vocabulary],
            "get_tokenizer().count()": [sys.executable, "-c", API, str(file)],
        }
        if importlib.util.find_spec("workbench.cli.app"):
            commands["ctxbench count"] = [
                *(sys.executable, "-m", "workbench", "count", "--counter", "o200k_base", str(file))
            ]
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                times[name].append(cpu_of(command))
    medians = {name: statistics.median(found) for name, found in times.items()}
    bare, lean = medians["bare script"], medians["lean script"]
    for name, seconds in medians.items():
        ratios = f"{seconds / bare:.2f} x bare, {seconds / lean:.2f} x lean"
        print(f"one count, 100 KB: {name:24} {seconds * 1000:6.0f} ms  {ratios}")
    return medians.get("ctxbench count", 0.0) <= 1.5 * bare


def press(live: LineCounter, lines: list[str], number: int) -> list[float]:
    """Processor milliseconds of key presses at random places: letters, new lines, deletions."""
    chance = random.Random(11)
    found = []
    for _ in range(number):
        row = chance.randrange(len(lines))
        line = lines[row]
        body, end = line.rstrip("\n"), line[len(line.rstrip("\n")) :]
        at = chance.randint(0, len(body))
        kind = chance.random()
        if kind < 0.8:
            new = [body[:at] + chance.choice("abcdefgh .") + body[at:] + end]
        elif kind < 0.9:
            new = [body[:at] + "\n", body[at:] + end]
        else:
            new = [body[: at - 1] + body[at:] + end] if at else [line]
        started = time.thread_time()
        live.splice(row, row + 1, new)
        live.before(row)
        found.append((time.thread_time() - started) * 1000)
        lines[row : row + 1] = new
    return found


def key_presses(name: str, make: Callable[[int], str], what: str) -> bool:
    """Prints medians and growth; whether the budgets hold (one line: absolute ones)."""
    tokenizer = get_tokenizer(name)
    medians = []
    for size in (100_000, 1_000_000):
        lines = split_lines(make(size))
        live = LineCounter(tokenizer)
        started = time.thread_time()
        for _ in live.load(lines):
            pass
        cold = time.thread_time() - started
        found = sorted(press(live, lines, 400))
        medians.append(statistics.median(found))
        print(
            f"key press, {what}, {name:11} {size // 1000:5} KB: median {medians[-1]:.3f} ms, "
            f"p95 {found[int(len(found) * 0.95)]:.3f} ms; first count {cold:.2f} s"
        )
        assert live.total == tokenizer.count("".join(lines)), "the running total is wrong"
    growth = medians[1] / medians[0]
    print(f"key press, {what}, {name:11} growth {growth:.2f} x")
    return medians[0] <= 16 and medians[1] <= 33 and (growth < 3 or what == "one line")


def long_line(size: int) -> str:
    """Text of `size` characters on a single line, as JSON without line breaks has it."""
    return sample_text(size).replace("\n", '\\n", "')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    kept = [one_count(options.runs)]
    for name in ("o200k_base", "claude-5"):
        kept.append(key_presses(name, sample_text, "lines"))
        kept.append(key_presses(name, long_line, "one line"))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
