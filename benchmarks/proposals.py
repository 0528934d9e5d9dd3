"""What `optimize` proposes offline for real prompt files, and whether it can be taken back.

    python benchmarks/proposals.py [SHARED] [--more-than TOKENS] [--sealed] [--sheet FILE] [--list]

Reads SHARED/corpus and SHARED/gold. Each file is laid out alone under the path that it has in its
repository, because hosts know a file by that. Files of data (sessions, traces) are left out: they
are not prompts. Printed: how many files above TOKENS (2,000) have a proposal, proposals by kind,
tokens that they save, and faults: a proposal that cannot be carried out alone, whose ledger loses a
statement that is in no new file, or after whose acceptance a second run finds more to save of the
same kind than before. `--list` names each file with its proposals. `--sheet` writes all of them for
a reader to judge. The sealed half of gold is read only with `--sealed`, and then nothing of it is
printed or written but figures.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import probe_sets

#: Kinds of the corpus that are records of what models did.
DATA = frozenset({"claude-session-jsonl", "messages-json", "chain-log"})


@dataclass(frozen=True)
class Sample:
    """A real file: where it is stored here, and its path in its repository."""

    stored: Path
    path: str
    name: str
    sealed: bool = False


@dataclass
class Tally:
    """What was seen in one group of files."""

    files: int = 0
    proposed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    saved: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def lines(self, name: str) -> Iterator[str]:
        share = self.proposed / self.files if self.files else 0
        yield f"{name}: {self.proposed} of {self.files} files have a proposal ({share:.2f})"
        for kind, n in self.kinds.most_common():
            yield f"  {kind:<12} {n:4}  saves {self.saved[kind]:7,} tokens"
        yield f"  faults: {len(self.faults)}"
        yield from (f"    {fault}" for fault in self.faults)


def samples(shared: Path, sealed: bool) -> Iterator[Sample]:
    for name in ("corpus", "gold"):
        folder = shared / name
        halves = _halves(folder / "split.tsv")
        with (folder / "MANIFEST.tsv").open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows, delimiter="\t"):
                stored = folder / ("files" if name == "gold" else "") / row["file"]
                half = halves.get(row["file"], "open")
                if row["kind"] in DATA or not stored.is_file() or (half == "sealed" and not sealed):
                    continue
                yield Sample(stored, row["path"], row["file"], half == "sealed")


def _halves(split: Path) -> dict[str, str]:
    if not split.is_file():
        return {}
    rows = [line.split("\t") for line in split.read_text("utf-8").splitlines()[1:]]
    return {file: half for half, file in rows}


def verb(*args: str) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON of a verb, run in this process."""
    from workbench.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([*args])
    line = next(iter(out.getvalue().splitlines()), "")
    return code, json.loads(line) if line.startswith("{") else {"error": err.getvalue()}


def laid_out(sample: Sample, folder: Path) -> Path:
    """The file under its own path in a project that holds nothing else."""
    folder.joinpath(".git").mkdir(parents=True)
    target = folder / sample.path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(sample.stored, target)
    return target


def tried(target: Path, proposals: Sequence[dict[str, Any]], allow: bool = True) -> Iterator[str]:
    """Faults of each proposal carried out alone."""
    for proposal in proposals:
        copy = target.with_name(f"tried-{target.name}")
        args = (
            "optimize",
            str(target),
            "--accept",
            proposal["id"],
            "-o",
            str(copy),
            "--live",
            "--json",
        )
        code, made = verb(*args)
        rows = (made.get("ledger") or {}).get("rows", [])
        if lost := [row for row in rows if row["status"] in ("lost", "flipped")]:
            yield f"{proposal['id']} loses {len(lost)} rows"
        elif code not in (0, 1) or "error" in made:
            yield f"{proposal['id']} cannot be carried out: {str(made.get('error'))[:80]!r}"
        copy.unlink(missing_ok=True)


def sheet(sample: Sample, made: dict[str, Any]) -> Iterator[str]:
    """What a reader sees of each proposal; the prompt itself lies beside the sheet."""
    total = made["tokens_before"]
    for n, proposal in enumerate(made["proposals"], 1):
        files = ", ".join(new["path"] for new in proposal.get("files", []))
        yield "\n".join(
            (
                f"## {sample.name} · {n} ({proposal['kind']})",
                f"Path in its repository: {sample.path}; {total:,} tokens.",
                f"Lines {proposal['start_line']}-{proposal['end_line']}: {proposal['found']}",
                f"Reason: {proposal['reason']}",
                f"Risk: {proposal['risk']}. Saves {proposal['tokens_saved']} tokens.",
                f"New files: {files or 'none'}",
                "### Text now",
                f"~~~~~~text\n{proposal['before']}\n~~~~~~",
                "### Text then",
                f"~~~~~~text\n{proposal['after']}\n~~~~~~\n",
            )
        )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("shared", type=Path, nargs="?", default=probe_sets.SHARED)
    parser.add_argument("--more-than", type=int, default=2000)
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args(argv)
    tallies = {False: Tally(), True: Tally()}
    pages: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["CTXBENCH_HOME"] = home
        for n, sample in enumerate(samples(args.shared, args.sealed)):
            tally = tallies[sample.sealed]
            target = laid_out(sample, Path(home, "files", str(n)))
            code, made = verb("optimize", str(target), "--json")
            if "proposals" not in made:
                tally.faults.append(
                    f"{sample.name}: exit {code}" if not sample.sealed else "a file"
                )
                continue
            if made["tokens_before"] < args.more_than:
                continue
            proposals = made["proposals"]
            tally.files += 1
            tally.proposed += bool(proposals)
            for proposal in proposals:
                tally.kinds[proposal["kind"]] += 1
                tally.saved[proposal["kind"]] += proposal["tokens_saved"]
            wrong = list(tried(target, proposals))
            tally.faults += [
                "a proposal" if sample.sealed else f"{sample.name}: {w}" for w in wrong
            ]
            if not sample.sealed:
                if args.list:
                    told = ", ".join(
                        f"{p['kind']} {p['start_line']} ({p['tokens_saved']})" for p in proposals
                    )
                    print(f"{made['tokens_before']:7,} {sample.path[:60]:<60} {told}", flush=True)
                pages += sheet(sample, made)
    print(*tallies[False].lines("corpus and open half"), sep="\n")
    if args.sealed:
        print(*tallies[True].lines("sealed half"), sep="\n")
    if args.sheet:
        args.sheet.write_text("\n".join(pages), "utf-8")
    return int(any(tally.faults for tally in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
