"""How well a reading agrees with a careful editor, over real prompt files that were marked.

    python benchmarks/reading.py [GOLD] [--recorded FOLDER] [--sealed] [--list WHAT]

GOLD is the folder of the marked set (default: beside the project). `--recorded` (default:
CTXBENCH_RECORDED) holds the answers of a model, one folder for each half (`open`, `sealed`), as
`--runner folder:PATH` puts them: what has no answer yet is written there as a question, and the
exit code is 4. The answers are recorded as they were given.

Printed for each half, with 95 % intervals (Wilson): critical rules, sure conflicts and repeats,
found and right; the rank correlation of relevance by line; edits, the tokens that the confirmed
ones save, and what each check, the second look and the repair took out. What the editor marked as
doubtful, and conflicts of which he was not sure, count neither way. `--list` (critical, conflicts,
repeats, edits) names what was missed or wrong in the open half.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: Lines by which two readers may differ: one for a rule, two for the places of a conflict.
SLACK, SLACK_CONFLICT = 1, 2


def read(path: Path, folder: Path) -> tuple[dict[str, Any], int]:
    """What `ctxbench read --json` prints of a file, and its exit code."""
    from workbench.cli import main

    out, code = io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        try:
            code = int(main(["read", str(path), "--json", "--runner", f"folder:{folder}"]) or 0)
        except SystemExit as end:
            code = int(end.code or 0)
    text = out.getvalue().strip()
    return (json.loads(text.splitlines()[0]) if text else {}), code


def near(a: int, b: int, slack: int = SLACK) -> bool:
    return abs(a - b) <= slack


def interval(right: int, of: int) -> str:
    """`7 of 9 (.78; .45 to .94)`: the share with its Wilson interval at 95 %."""
    if not of:
        return "0 of 0"
    z, p = 1.96, right / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{right} of {of} ({p:.2f}; {max(0, middle - half):.2f} to {min(1, middle + half):.2f})"


def ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for k in range(at, end + 1):
            found[order[k]] = (at + end) / 2
        at = end + 1
    return found


def correlation(a: Sequence[float], b: Sequence[float]) -> float:
    x, y = ranks(a), ranks(b)
    mx, my = mean(x), mean(y)
    spread = math.sqrt(sum((i - mx) ** 2 for i in x) * sum((j - my) ** 2 for j in y))
    return sum((i - mx) * (j - my) for i, j in zip(x, y, strict=True)) / spread if spread else 0.0


class Half:
    """The tallies of one half."""

    def __init__(self, name: str, list_what: str) -> None:
        self.name, self.list_what = name, list_what
        self.files = self.waiting = 0
        self.n: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()
        self.relevance: list[float] = []

    def say(self, what: str, words: str) -> None:
        if self.list_what == what and self.name == "open":
            print(f"  {words}")

    def add(self, name: str, prompt: Path, got: dict[str, Any], marks: dict[str, Any]) -> None:
        self.files += 1
        remarks = [one for one in got["remarks"] if one["state"] == "confirmed"]
        self.dropped.update(got["dropped"])
        for one in got["remarks"]:
            self.n[f"{one['kind']} {one['state']}"] += 1

        def of(kind: str) -> list[dict[str, Any]]:
            return [one for one in remarks if one["kind"] == kind]

        self.critical(name, of("critical"), marks)
        self.conflicts(name, of("conflict"), marks)
        self.repeats(name, of("repeat"), marks)
        self.parts(prompt, got, marks)
        self.edits(name, prompt, of("edit"))

    def critical(self, name: str, said: list[dict[str, Any]], marks: dict[str, Any]) -> None:
        wanted = [one["line"] for one in marks["critical"]]
        doubtful = [one["line"] for one in marks["doubtful"] if "crit" in one["label"]]
        lines = [one["start_line"] for one in said]
        right = [line for line in lines if any(near(line, one) for one in wanted)]
        neutral = [
            line for line in lines if line not in right and any(near(line, d) for d in doubtful)
        ]
        found = [one for one in wanted if any(near(one, line) for line in lines)]
        self.n["critical found"] += len(found)
        self.n["critical marked"] += len(wanted)
        self.n["critical right"] += len(right)
        self.n["critical said"] += len(lines) - len(neutral)
        for line in sorted(set(wanted) - set(found)):
            self.say("critical", f"{name}:{line} missed")
        for line in sorted(set(lines) - set(right) - set(neutral)):
            self.say("critical", f"{name}:{line} not marked")

    def conflicts(self, name: str, said: list[dict[str, Any]], marks: dict[str, Any]) -> None:
        def same(one: tuple[int, int], two: tuple[int, int]) -> bool:
            return any(
                near(one[0], a, SLACK_CONFLICT) and near(one[1], b, SLACK_CONFLICT)
                for a, b in (two, two[::-1])
            )

        pairs = [(one["start_line"], one["related"][0]["start_line"]) for one in said]
        every = [(one["a_line"], one["b_line"]) for one in marks["conflicts"]]
        sure = [(one["a_line"], one["b_line"]) for one in marks["conflicts"] if one.get("sure")]
        right = [one for one in pairs if any(same(one, two) for two in sure)]
        tensions = [
            one for one in pairs if one not in right and any(same(one, two) for two in every)
        ]
        found = [one for one in sure if any(same(one, two) for two in pairs)]
        self.n["conflicts found"] += len(found)
        self.n["conflicts marked"] += len(sure)
        self.n["conflicts right"] += len(right)
        self.n["conflicts said"] += len(pairs) - len(tensions)
        for a, b in sure:
            if (a, b) not in found:
                self.say("conflicts", f"{name}:{a} and {b} missed")
        for one in said:
            pair = (one["start_line"], one["related"][0]["start_line"])
            if pair not in right and pair not in tensions:
                self.say("conflicts", f"{name}:{pair[0]} and {pair[1]} not marked: {one['why']}")

    def repeats(self, name: str, said: list[dict[str, Any]], marks: dict[str, Any]) -> None:
        def overlap(one: set[int], two: set[int]) -> bool:
            return sum(any(near(a, b) for b in two) for a in one) >= 2

        groups = [
            {one["start_line"], *(other["start_line"] for other in one["related"])} for one in said
        ]
        wanted = [set(one["lines"]) for one in marks["repeats"]]
        self.n["repeats found"] += sum(any(overlap(w, g) for g in groups) for w in wanted)
        self.n["repeats marked"] += len(wanted)
        self.n["repeats right"] += sum(any(overlap(w, g) for w in wanted) for g in groups)
        self.n["repeats said"] += len(groups)
        for group in groups:
            if not any(overlap(w, group) for w in wanted):
                self.say("repeats", f"{name}:{sorted(group)} not marked")
        for want in wanted:
            if not any(overlap(want, g) for g in groups):
                self.say("repeats", f"{name}:{sorted(want)} missed")

    def parts(self, prompt: Path, got: dict[str, Any], marks: dict[str, Any]) -> None:
        from workbench.prompt.prompt import Prompt

        given = {one["id"]: one["relevance"] for one in got["parts"]}
        mine: dict[int, float] = {}
        for part in Prompt.from_bytes(prompt.read_bytes(), str(prompt)).parts("auto"):
            if part.id in given:
                lines = range(part.start_line, part.end_line + 1)
                mine |= dict.fromkeys(lines, float(given[part.id]))
        theirs = {
            line: float(one["relevance"])
            for one in marks["parts"]
            for line in range(one["from"], one["to"] + 1)
        }
        both = sorted(set(mine) & set(theirs))
        if len(both) > 1:
            self.relevance.append(
                correlation([mine[line] for line in both], [theirs[line] for line in both])
            )

    def edits(self, name: str, prompt: Path, said: list[dict[str, Any]]) -> None:
        from workbench.measure.tokens import get_tokenizer

        count = get_tokenizer("o200k_base").count
        lines = prompt.read_text("utf-8", "replace").splitlines(True)
        self.n["tokens"] += count("".join(lines))
        for one in said:
            if one["edit"] in ("move", "add"):
                continue
            old = "".join(lines[one["start_line"] - 1 : one["end_line"]])
            saved = count(old) - count(one["new"])
            self.n["tokens saved"] += saved
            where = f"{name}:{one['start_line']}-{one['end_line']}"
            self.say("edits", f"{where} {one['edit']} {saved:+}: {one['why']}")

    def print(self) -> None:
        n = self.n
        waits = f", {self.waiting} wait for an answer" if self.waiting else ""
        print(f"{self.name}: {self.files} files read{waits}")
        for what in ("critical", "conflicts", "repeats"):
            found = interval(n[f"{what} found"], n[f"{what} marked"])
            right = interval(n[f"{what} right"], n[f"{what} said"])
            recall = n[f"{what} found"] / (n[f"{what} marked"] or 1)
            precision = n[f"{what} right"] / (n[f"{what} said"] or 1)
            both = recall + precision
            f1 = 2 * recall * precision / both if both else 0.0
            print(f"  {what}: found {found}; right {right}; F1 {f1:.2f}")
        if self.relevance:
            values = " ".join(f"{one:.2f}" for one in sorted(self.relevance))
            print(f"  relevance by line: {mean(self.relevance):.2f} on average ({values})")
        saved = n["tokens saved"] / (n["tokens"] or 1)
        print(
            f"  edits confirmed: {n['edit confirmed']}, doubtful {n['edit doubtful']};"
            f" {n['tokens saved']:,} of {n['tokens']:,} tokens saved ({saved:.0%})"
        )
        for kind in ("critical", "conflict"):
            fell, stand = n[f"{kind} doubtful"], n[f"{kind} confirmed"]
            print(f"  second look: {kind} {fell} fell, {stand} stand")
        if self.dropped:
            said = "; ".join(f"{count} as {why}" for why, count in self.dropped.most_common())
            print(f"  dropped: {said}")


def halves(gold: Path) -> dict[str, list[str]]:
    rows = [line.split("\t") for line in (gold / "split.tsv").read_text().splitlines()[1:] if line]
    found: dict[str, list[str]] = {}
    for half, name, *_ in rows:
        found.setdefault(half, []).append(name)
    return found


def place(gold: Path, name: str) -> Path:
    here = gold / "files" / name
    return here if here.exists() else gold.parent / "corpus" / name


def arguments(doc: str | None, listed: Sequence[str]) -> argparse.Namespace | None:
    """What was asked for; None, after the reason was said, where there is nothing to measure."""
    form = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=doc, formatter_class=form)
    shared = Path(os.environ.get("CTXBENCH_SHARED") or ROOT.parent / "shared")
    parser.add_argument("gold", nargs="?", type=Path, default=shared / "gold")
    parser.add_argument("--recorded", type=Path, default=os.environ.get("CTXBENCH_RECORDED"))
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--list", default="", choices=["", *listed])
    args = parser.parse_args()
    if not (args.gold / "split.tsv").exists():
        print(f"skipped: no marked files at {args.gold}")
        return None
    if args.recorded is None:
        print("skipped: name the folder of recorded answers (--recorded, or CTXBENCH_RECORDED)")
        return None
    return args


def main() -> int:
    args = arguments(__doc__, ("critical", "conflicts", "repeats", "edits"))
    if args is None:
        return 0
    os.environ["CTXBENCH_HOME"] = tempfile.mkdtemp()
    waiting = 0
    for name, files in halves(args.gold).items():
        if name == "sealed" and not args.sealed:
            continue
        half = Half(name, args.list)
        for file in files:
            marks = json.loads((args.gold / "marks" / f"{file}.json").read_text())
            prompt = place(args.gold, file)
            got, code = read(prompt, Path(args.recorded) / name)
            if code == 4 or not got or got["asked"]["cost"]["state"] != "done":
                half.waiting += 1
                continue
            half.add(file, prompt, got, marks)
        half.print()
        waiting += half.waiting
    return 4 if waiting else 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
