"""How well are instructions told apart, and how far can the ledger be trusted?

Run: python benchmarks/instructions.py [--misses] [FOLDER]
FOLDER holds the probe sets (constraints.jsonl, preservation.jsonl) in `probes` and real prompts in
`corpus`; without it CTXBENCH_SHARED or ../shared. Targets: hard against the rest F1 .82 without the
ambiguous rows; at least 95 % of changed meanings refused, at most 15 % of kept
ones, lost literals recall .95; 500 lines within 60 ms, 1 MB within 3 s of processor time; the
ledger of one change within 60 ms at 20 KB and 2 s at 1 MB. Caches are emptied before each run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from workbench.change.ledger import check_preserved, ledger
from workbench.language.instructions import extract_instructions
from workbench.language.statements import alone
from workbench.prompt.prompt import Prompt

ROOT = Path(__file__).resolve().parent.parent
Rows = list[dict[str, Any]]


def rows_of(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def score(rows: Rows) -> str:
    """Precision, recall and F1 of `hard`, with counts, and accuracy over the three classes."""
    found = [(row["label"], alone(row["text"]).strength) for row in rows]
    hit = found.count(("hard", "hard"))
    said = sum(1 for _, got in found if got == "hard")
    real = sum(1 for label, _ in found if label == "hard")
    exact = sum(1 for label, got in found if label == got)
    f1 = 2 * hit / (said + real) if said + real else 0.0
    return (
        f"F1 {f1:.3f}  precision {hit}/{said}  recall {hit}/{real}  "
        f"three classes right {exact}/{len(rows)}"
    )


def constraints(rows: Rows, misses: bool) -> bool:
    clear = [row for row in rows if not row["ambiguous"]]
    print("hard against the rest")
    print(f"  all rows            {score(rows)}")
    print(f"  without ambiguous   {score(clear)}   target F1 .82")
    for lang in ("en", "ja", "zh"):
        print(f"  {lang} without amb.    {score([row for row in clear if row['lang'] == lang])}")
    if misses:
        for row in rows:
            got = alone(row["text"])
            if got.strength != row["label"]:
                print(f"    {row['label']} read as {got.strength} [{got.cue}]: {row['text']}")
    hard = [(row["label"] == "hard", alone(row["text"]).strength == "hard") for row in clear]
    both = sum(a and b for a, b in hard)
    return 2 * both / sum(a + b for a, b in hard) >= 0.82


def preservation(rows: Rows, misses: bool) -> bool:
    gates: Counter[tuple[bool, str, str]] = Counter()
    labels: Counter[tuple[str, str]] = Counter()
    listed = wanted = 0
    for row in rows:
        found = ledger(
            Prompt.from_text(row["before"], "CLAUDE.md"),
            Prompt.from_text(row["after"], "CLAUDE.md"),
        )
        kept = bool(row["meaning_preserved"])
        gates[kept, row["lang"], found.gate] += 1
        have = Counter(x.text for x in found.lost_literals)
        for token in row["lost_tokens"]:
            wanted += 1
            if have[token["token"]]:
                have[token["token"]] -= 1
                listed += 1
        for entry in row["ledger"]:
            mine = [r for r in found.rows if r.text_a and r.text_a in entry["text"]]
            worst = next((r.status for r in mine if r.bad), mine[0].status if mine else "none")
            labels[entry["label"], worst] += 1
        if misses and (found.gate == "pass") != kept:
            print(f"    {row['id']} {'kept' if kept else 'changed'} but {found.gate}")
            for r in found.rows:
                if r.status != "kept":
                    print(f"      {r.status}: {r.text_a!r} -> {r.text_b!r} {r.why}")
    print("ledger")
    for lang in ("en", "ja", "zh", ""):
        langs = [lang] if lang else ["en", "ja", "zh"]
        changed = {g: sum(gates[False, x, g] for x in langs) for g in ("refused", "pass")}
        same = {g: sum(gates[True, x, g] for x in langs) for g in ("refused", "pass")}
        print(
            f"  {lang or 'all':4} changed meanings refused {changed['refused']}/"
            f"{sum(changed.values())}"
            f"   kept meanings refused {same['refused']}/{sum(same.values())}"
        )
    print(f"  lost literals listed {listed}/{wanted}   targets .95, .15, .95")
    print(
        "  labels (given, found): "
        + ", ".join(f"{a}>{b} {n}" for (a, b), n in sorted(labels.items()))
    )
    good = changed["refused"] >= 0.95 * sum(changed.values())
    return good and same["refused"] <= 0.15 * sum(same.values()) and listed >= 0.95 * wanted


def own_sets() -> None:
    """Sentences and wordings of other trades, written for the tests."""
    lines = (ROOT / "tests/prompt/instruction_sentences.tsv").read_text("utf-8").splitlines()
    rows = [dict(zip(("label", "text"), line.split("\t"), strict=True)) for line in lines]
    print("own sentences\n  " + score(rows))
    tally: Counter[tuple[str, str]] = Counter()
    frame = "# Guide\n- First rule about colour choices.\n- {}\n- Third item on margins.\n"
    for line in (ROOT / "tests/change/ledger_wordings.tsv").read_text("utf-8").splitlines():
        label, a, b = line.split("\t")
        prompts = (Prompt.from_text(frame.format(x), "CLAUDE.md") for x in (a, b))
        tally[label, ledger(*prompts).gate] += 1
    print(
        f"own wordings\n  changed refused {tally['C', 'refused']}/"
        f"{tally['C', 'refused'] + tally['C', 'pass']}   kept refused {tally['K', 'refused']}/"
        f"{tally['K', 'refused'] + tally['K', 'pass']}"
    )


def speed(corpus: Path) -> bool:
    text = "".join(
        path.read_text("utf-8", "replace")
        for path in sorted(corpus.glob("*.md"))
        if path.stat().st_size < 100_000
    )
    lines = text.splitlines(keepends=True)
    ok = True
    for name, sample, limit in (
        ("500 lines", "".join(lines[2000:2500]), 0.06),
        ("1 MB", (text * (1 + 1_000_000 // max(1, len(text))))[:1_000_000], 3.0),
    ):
        runs = []
        for _ in range(3):
            forget()
            start = time.process_time()
            count = len(extract_instructions(Prompt.from_text(sample, "CLAUDE.md")))
            runs.append(time.process_time() - start)
        best = sorted(runs)[1]
        ok &= best <= limit
        said = f"{best * 1000:.0f} ms for {count} instructions"
        print(f"speed {name}: {said}, budget {limit * 1000:.0f}")
    for name, size, limit in (("20 KB", 20_000, 0.06), ("1 MB", 1_000_000, 2.0)):
        old = (text * (1 + size // max(1, len(text))))[:size]
        runs = []
        for _ in range(3):
            forget()
            a = Prompt.from_text(old, "CLAUDE.md")
            b = Prompt.from_text(changed(old), "CLAUDE.md")
            start = time.process_time()
            ledger(a, b).to_dict()
            check_preserved(a, b)
            runs.append(time.process_time() - start)
        best = sorted(runs)[1]
        ok &= best <= limit
        print(f"ledger {name}, one change: {best * 1000:.0f} ms, budget {limit * 1000:.0f}")
    return ok


def changed(text: str) -> str:
    """The text without one word in its middle."""
    at = text.index(" ", len(text) // 2)
    return text[:at] + text[text.index(" ", at + 1) :]


def forget() -> None:
    """Empty every cache, so that each run is a first one."""
    for name, module in list(sys.modules.items()):
        if name.startswith("workbench"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default=os.environ.get("CTXBENCH_SHARED"))
    parser.add_argument("--misses", action="store_true", help="list every row that is wrong")
    args = parser.parse_args()
    folder = Path(args.folder) if args.folder else ROOT.parent / "shared"
    ok = True
    probes = folder / "probes"
    if (probes / "constraints.jsonl").exists():
        ok &= constraints(rows_of(probes / "constraints.jsonl"), args.misses)
        ok &= preservation(rows_of(probes / "preservation.jsonl"), args.misses)
    own_sets()
    if (folder / "corpus").is_dir():
        ok &= speed(folder / "corpus")
    print("all targets met" if ok else "a target was missed")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
