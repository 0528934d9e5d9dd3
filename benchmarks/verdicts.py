"""Verdicts of a reader on findings in real files, kept in data/findings_read.tsv.

Columns: round, seed, date, commit, file, line, rule, message, verdict (true, false, debatable) and
the reason in a sentence. The message is kept as it was; numbers of lines are those of the file.

Rounds 3 and 4 are of one reader. Round 3 was read before he changed anything (48 true, 11
debatable, 1 false of 60). Round 4 is all that is left after the kinds that round 3 named were
changed, so it says what the changes did and is no second opinion.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

KEPT = Path(__file__).resolve().parent / "data" / "findings_read.tsv"


@dataclass(frozen=True)
class Row:
    round: str
    seed: str
    date: str
    commit: str
    file: str
    line: int
    rule: str
    message: str
    verdict: str
    reason: str


def rows(path: Path = KEPT) -> list[Row]:
    """Every kept verdict, in the order of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        read = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return [
        Row(n, seed, day, commit, name, int(line), rule, message, verdict, reason)
        for n, seed, day, commit, name, line, rule, message, verdict, reason in read
    ]


def report() -> list[Row]:
    """Prints each round with its counts by rule; the rows of the last round."""
    every = rows()
    rounds = list(dict.fromkeys(row.round for row in every))
    for name in rounds:
        chosen = [row for row in every if row.round == name]
        first = chosen[0]
        counts = Counter(row.verdict for row in chosen)
        share = counts["true"] / len(chosen)
        print(
            f"  round {name}, seed {first.seed}, {first.date}, {first.commit}: "
            f"{counts['true']} true, {counts['debatable']} debatable, {counts['false']} false "
            f"of {len(chosen)} ({share:.2f})"
        )
        for rule in sorted({row.rule for row in chosen}):
            told = Counter(row.verdict for row in chosen if row.rule == rule)
            wrong = f", debatable {told['debatable']}, false {told['false']}"
            print(f"    {rule:22} true {told['true']:2} of {told.total():2}" + wrong)
    return [row for row in every if row.round == rounds[-1]]
