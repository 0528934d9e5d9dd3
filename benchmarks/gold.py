"""Figures on real prompt files that a careful editor marked, the open and the sealed half apart.

    python benchmarks/gold.py [GOLD] [--probes PROBES] [--sealed] [--list WHAT]

GOLD and PROBES are the folders of the shared sets (default: beside the project, see probe_sets.py).

For each half: rules (recall and precision within one line, lines that are none but were listed),
critical rules, contradictions, repeats, marked faults that a review finds, and the ledger over all
rewrites; then the probes: the ledger, defects planted in trees (many kinds are for a reading, not
for facts), findings elsewhere in them, and findings in trees that are clean. The sealed half is
read by this program alone, when `--sealed` is given at the end of a piece of work: it prints
figures and never a line of it. `--list` (rules, not_rules, critical, conflicts, repeats, faults,
ledger) names what was missed or wrong in the open half.

Everything runs through the command line, in this process: no figure depends on a name inside.
An item that the editor marked as doubtful counts neither way.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import probe_sets

#: Rules whose findings say that two places cannot both hold, and that something is said again.
CONTRADICTIONS = ("contradiction", "command-form")
REPEATS = ("repeat",)


def verb(*args: str) -> dict[str, Any]:
    """What a verb prints as JSON; an empty mapping when it prints none."""
    from workbench.cli import main

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        main(list(args))
    return json.loads(out.getvalue().splitlines()[0]) if out.getvalue().strip() else {}


def near(a: int, b: int, slack: int = 1) -> bool:
    return abs(a - b) <= slack


class Half:
    """The tallies of one half."""

    def __init__(self, name: str, list_what: str) -> None:
        self.name, self.list_what = name, list_what
        self.n: Counter[str] = Counter()
        self.ledger: Counter[str] = Counter()
        self.faults: dict[str, Counter[str]] = {}

    def tell(self, what: str, words: str) -> None:
        if what == self.list_what and self.name == "open":
            print(f"  {what}: {words}")

    def file(self, path: Path, marks: dict[str, Any]) -> None:
        doubts = [(d["line"], d.get("label", "")) for d in marks["doubtful"]]
        self._rules(path, marks, [line for line, _ in doubts])
        found = verb("review", "--json", str(path)).get("findings", [])
        self._conflicts(path, marks, [f for f in found if f["rule"] in CONTRADICTIONS])
        every = verb("review", "--json", "--all", str(path)).get("findings", [])
        self._repeats(path, marks, [f for f in every if f["rule"] in REPEATS])
        self.n["repeats_default"] += sum(f["rule"] in REPEATS for f in found)
        self._faults(path, marks, found)
        for rewrite in marks["rewrites"]:
            self._rewrite(path, rewrite)

    def _rules(self, path: Path, marks: dict[str, Any], doubtful: Sequence[int]) -> None:
        listed = verb("instructions", "--json", str(path)).get("instructions", [])
        spans = [(r["start_line"], r["end_line"]) for r in listed]
        text = path.read_text(encoding="utf-8", errors="replace").split("\n")

        def holds(line: int) -> bool:
            return any(a - 1 <= line <= b + 1 for a, b in spans)

        wanted = [*marks["hard"], *marks["soft"]]
        for name in ("hard", "soft"):
            self.n[name] += len(marks[name])
            self.n[f"{name}_found"] += sum(map(holds, marks[name]))
        for line in wanted:
            if not holds(line):
                self.tell("rules", f"{path.name}:{line}: missed: {text[line - 1].strip()[:150]}")
        for a, b in spans:
            if any(a - 1 <= line <= b + 1 for line in wanted):
                self.n["listed_right"] += 1
            elif any(a - 1 <= line <= b + 1 for line in doubtful):
                continue
            else:
                self.tell("rules", f"{path.name}:{a}: listed: {text[a - 1].strip()[:150]}")
            self.n["listed"] += 1
        exact = {line for a, b in spans for line in range(a, b + 1)}
        for line in marks["not_rules"]:
            self.n["not_rules"] += 1
            if line in exact:
                self.n["not_rules_listed"] += 1
                self.tell("not_rules", f"{path.name}:{line}: {text[line - 1].strip()[:150]}")
        critical = [r for r in listed if r["critical"]]
        marked = [c["line"] for c in marks["critical"]]
        unsure = [d["line"] for d in marks["doubtful"] if "crit" in d.get("label", "")]
        self.n["critical"] += len(marked)
        self.n["critical_found"] += sum(
            any(r["start_line"] - 1 <= line <= r["end_line"] + 1 for r in critical)
            for line in marked
        )
        for r in critical:
            if any(r["start_line"] - 1 <= line <= r["end_line"] + 1 for line in marked):
                self.n["critical_right"] += 1
            elif any(near(r["start_line"], line) for line in unsure):
                continue
            else:
                self.tell("critical", f"{path.name}:{r['start_line']}: {r['text'][:150]}")
            self.n["critical_said"] += 1

    def _conflicts(self, path: Path, marks: dict[str, Any], found: Sequence[Any]) -> None:
        sure = [(c["a_line"], c["b_line"]) for c in marks["conflicts"] if c["sure"]]
        every = [(c["a_line"], c["b_line"]) for c in marks["conflicts"]]
        pairs = [(f["start_line"], r["start_line"]) for f in found for r in f["related"][:1]]

        def same(p: tuple[int, int], q: tuple[int, int]) -> bool:
            return any(near(p[0], a, 2) and near(p[1], b, 2) for a, b in (q, (q[1], q[0])))

        self.n["conflicts"] += len(sure)
        self.n["conflicts_found"] += sum(any(same(q, p) for p in pairs) for q in sure)
        for pair in pairs:
            if any(same(pair, q) for q in sure):
                self.n["conflicts_right"] += 1
            elif any(same(pair, q) for q in every):
                continue
            else:
                self.tell("conflicts", f"{path.name}:{pair}")
            self.n["conflicts_said"] += 1

    def _repeats(self, path: Path, marks: dict[str, Any], found: Sequence[Any]) -> None:
        said = [{f["start_line"], *(r["start_line"] for r in f["related"])} for f in found]

        def overlap(a: Iterable[int], b: Iterable[int]) -> bool:
            b = list(b)
            return sum(any(near(x, y) for y in b) for x in a) >= 2

        for kind in ("verbatim", "reworded"):
            of_kind = [set(r["lines"]) for r in marks["repeats"] if r["kind"] == kind]
            self.n[f"repeats_{kind}"] += len(of_kind)
            for lines in of_kind:
                hit = any(overlap(lines, one) for one in said)
                self.n[f"repeats_{kind}_found"] += hit
                if not hit and kind == "verbatim":
                    self.tell("repeats", f"{path.name}:{sorted(lines)} missed")
        every = [set(r["lines"]) for r in marks["repeats"]]
        for one in said:
            right = any(overlap(lines, one) for lines in every)
            self.n["repeats_said"] += 1
            self.n["repeats_right"] += right
            if not right:
                self.tell("repeats", f"{path.name}:{sorted(one)} said")

    def _faults(self, path: Path, marks: dict[str, Any], found: Sequence[Any]) -> None:
        for fault in marks["suspect"]:
            tally = self.faults.setdefault(fault["kind"], Counter())
            hit = any(f["start_line"] - 1 <= fault["line"] <= f["end_line"] + 1 for f in found)
            tally["all"] += 1
            tally["found"] += hit
            if not hit:
                self.tell("faults", f"{path.name}:{fault['line']} {fault['kind']}: {fault['why']}")

    def _rewrite(self, path: Path, rewrite: dict[str, Any]) -> None:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        if rewrite["old"] not in text:
            self.ledger["unplaced"] += 1
            return
        gate = gate_of(text, text.replace(rewrite["old"], rewrite["new"], 1), path.name)
        self._gate(rewrite["keeps"], gate, rewrite.get("how", ""), rewrite["old"], rewrite["new"])

    def _gate(self, keeps: bool, gate: str, how: str, old: str, new: str) -> None:
        self.ledger[f"{'kept' if keeps else 'changed'}_{gate}"] += 1
        if gate == ("refused" if keeps else "pass"):
            words = (
                f"{'kept' if keeps else how} {gate}: {old.strip()[:200]!r} -> {new.strip()[:200]!r}"
            )
            self.tell("ledger", words)

    def show(self) -> None:
        n = self.n
        print(f"{self.name} half")
        wanted, got = n["hard"] + n["soft"], n["hard_found"] + n["soft_found"]
        print(
            f"  rules           recall {rate(got, wanted)}, hard {rate(n['hard_found'], n['hard'])}"
        )
        print(f"                  precision {rate(n['listed_right'], n['listed'])}")
        print(f"  not_rules       listed {rate(n['not_rules_listed'], n['not_rules'])}")
        print(
            f"  critical        found {rate(n['critical_found'], n['critical'])}, right "
            f"{rate(n['critical_right'], n['critical_said'])}"
        )
        print(
            f"  contradictions  found {rate(n['conflicts_found'], n['conflicts'])}, right "
            f"{rate(n['conflicts_right'], n['conflicts_said'])}"
        )
        for kind in ("verbatim", "reworded"):
            found, every = n[f"repeats_{kind}_found"], n[f"repeats_{kind}"]
            print(f"  repeats         {kind} found {rate(found, every)}")
        right = rate(n["repeats_right"], n["repeats_said"])
        print(
            f"                  right {right}, all with --all;"
            f" by default {n['repeats_default']} are shown"
        )
        for kind, tally in sorted(self.faults.items()):
            print(f"  marked faults   {kind}: found {rate(tally['found'], tally['all'])}")
        show_ledger(self.ledger)


def show_ledger(n: Counter[str]) -> None:
    for name in ("kept", "changed"):
        gates = ("pass", "look", "refused", "none")
        total = sum(n[f"{name}_{gate}"] for gate in gates)
        words = ", ".join(f"{gate} {rate(n[f'{name}_{gate}'], total)}" for gate in gates[:3])
        print(f"  ledger          meaning {name}: {words}")
    if n["unplaced"]:
        print(f"  ledger          {n['unplaced']} rewrites do not stand in their file")


def rate(part: int, whole: int) -> str:
    return f"{part}/{whole}" + (f" ({part / whole:.3f})" if whole else "")


def gate_of(old: str, new: str, name: str = "a.md") -> str:
    """The gate of the ledger between two texts."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / side / name for side in ("a", "b")]
        for path, text in zip(paths, (old, new), strict=True):
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
        return str(verb("ledger", "--json", *map(str, paths)).get("gate", "none"))


def probes(folder: Path) -> None:
    """The ledger over the pairs of the probes, which were open from the start."""
    half = Half("open", "")
    rows = (folder / "preservation.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, rows):
        half._gate(bool(row["meaning_preserved"]), gate_of(row["before"], row["after"]), "", "", "")
    print("probes")
    show_ledger(half.ledger)
    kinds: dict[str, Counter[str]] = {}
    strays = 0
    for tree in probe_sets.planted(folder):
        found = probe_sets.findings_of(tree.prompt, tree.folder)
        lines = [finding.start_line for finding in found]
        hits = probe_sets.hits(tree.keys, lines)
        strays += len(probe_sets.strays(tree.keys, lines))
        for key in tree.keys:
            tally = kinds.setdefault(key["kind"], Counter())
            tally["all"] += 1
            tally["found"] += key in hits
    whole = sum(kinds.values(), Counter[str]())
    print(f"  planted         found {rate(whole['found'], whole['all'])}, elsewhere {strays}")
    for kind, tally in sorted(kinds.items()):
        if tally["found"]:
            print(f"                  {kind}: found {rate(tally['found'], tally['all'])}")
    clean = [probe_sets.findings_of(tree.prompt, tree.folder) for tree in probe_sets.clean(folder)]
    print(f"  clean           {sum(map(len, clean))} findings in {len(clean)} prompts")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("gold", type=Path, nargs="?", default=probe_sets.SHARED / "gold")
    parser.add_argument("--probes", type=Path, default=probe_sets.SHARED / "probes")
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--list", default="", dest="what")
    args = parser.parse_args()
    lines = (args.gold / "split.tsv").read_text(encoding="utf-8").splitlines()[1:]
    halves = {"open": Half("open", args.what), "sealed": Half("sealed", "")}
    with tempfile.TemporaryDirectory() as home:
        os.environ["CTXBENCH_HOME"] = home
        os.environ["XDG_CONFIG_HOME"] = home
        for side, name in (line.split("\t") for line in lines):
            if side == "open" or args.sealed:
                marks = json.loads((args.gold / "marks" / f"{name}.json").read_text("utf-8"))
                halves[side].file(args.gold / "files" / name, marks)
        halves["open"].show()
        if args.sealed:
            halves["sealed"].show()
        probes(args.probes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
