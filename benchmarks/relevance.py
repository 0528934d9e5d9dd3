"""How well the offline scorer finds what does not belong, beside plain TF-IDF.

    python benchmarks/relevance.py [--draws 3] [--seed 20]

Injected parts: into each Markdown prompt of the corpus go parts of one other file, of another
repository owner (`random`), or of the file whose words are most similar (`look-alike`): one for
every five parts, at random places. Owners are split into two halves; donors come from the same
half. A part that was there counts as relevant and one that was put in as not, which generic parts
break. Figures are means over files of what a person sees (the score with one decimal); intervals
are 95 % bootstraps over owners. The weights were fitted on other repositories; the window, the
rule for short parts and the upper half of the scale were chosen by looking at these very files and
probes, so a fresh set may do a little worse.

Graded parts: `probes/distractors.jsonl`, means over tasks, intervals over topics. Prints each
figure with its counts; exit code 1 when a bar is missed. Needs the shared folder
(`CTXBENCH_SHARED`, else `../shared`).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from workbench.judge.relevance.lex import Measured, measure
from workbench.judge.relevance.score import score_of
from workbench.judge.relevance.terms import background, terms
from workbench.judge.task import infer_task
from workbench.prompt.prompt import Prompt

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("CTXBENCH_SHARED") or ROOT.parent / "shared")
GRADES = {"ESSENTIAL": 3, "HELPFUL": 2, "MARGINAL": 1, "DISTRACTOR": 0}
BARS = {
    ("random", "AUROC"): 0.95,
    ("random", "AP"): 0.88,
    ("look-alike", "AUROC"): 0.85,
    ("look-alike", "AP"): 0.70,
}
FLAGGED_BAR, CPU_BAR = 0.08, 0.3

Texts = Sequence[tuple[str, str]]
Scorer = Callable[[Measured], float]


@dataclass(frozen=True)
class Document:
    file: str
    owner: str
    language: str
    half: int
    task: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Case:
    """One document with strangers: `foreign` says which of `found` were put in."""

    document: Document
    donor: str
    found: tuple[Measured, ...]
    foreign: tuple[bool, ...]


def measured(parts: Texts, task: str) -> tuple[Measured, ...]:
    *_, last = measure(parts, task)
    assert isinstance(last, list)
    return tuple(last)


def shown(found: Measured) -> float:
    return score_of(found)


def tfidf(found: Measured) -> float:
    return found.task


def read_documents(seed: int) -> list[Document]:
    """The Markdown prompts of the corpus with three parts or more; owners split in two."""
    raw = []
    with (SHARED / "corpus" / "MANIFEST.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if not row["file"].endswith((".md", ".mdx", ".mdc")):
                continue
            path = SHARED / "corpus" / row["file"]
            prompt = Prompt.from_bytes(path.read_bytes(), path=row["path"])
            parts = tuple(
                (part.title, prompt.part_text(part)) for part in prompt.parts() if part.scored
            )
            if not prompt.is_data and len(parts) >= 3:
                owner = row["repo"].split("/")[0]
                raw.append((row["file"], owner, row["language"], infer_task(prompt).text, parts))
    sizes: dict[str, int] = defaultdict(int)
    for _, owner, *_rest in raw:
        sizes[owner] += 1
    owners = sorted(sizes)
    random.Random(seed).shuffle(owners)
    half: dict[str, int] = {}
    filled = [0, 0]
    for owner in sorted(owners, key=lambda name: -sizes[name]):
        half[owner] = 0 if filled[0] <= filled[1] else 1
        filled[half[owner]] += sizes[owner]
    return [Document(f, o, lang, half[o], t, p) for f, o, lang, t, p in raw]


def likeness(documents: Sequence[Document]) -> Callable[[int, int], float]:
    """TF-IDF cosine of two documents (the first 600 characters of each part)."""
    vectors = []
    for document in documents:
        counts: dict[str, int] = defaultdict(int)
        for _, text in document.parts:
            for term in terms(text[:600]):
                counts[term] += 1
        weights = {t: n * background().idf(t) for t, n in counts.items()}
        length = sum(x * x for x in weights.values()) ** 0.5 or 1.0
        vectors.append({t: x / length for t, x in weights.items()})
    return lambda a, b: sum(x * vectors[b].get(t, 0.0) for t, x in vectors[a].items())


def inject(documents: Sequence[Document], draws: int, seed: int) -> list[Case]:
    rng, alike = random.Random(seed), likeness(documents)
    cases = []
    for i, document in enumerate(documents):
        others = [
            j
            for j, other in enumerate(documents)
            if other.owner != document.owner and other.half == document.half
        ]
        nearest = max(others, key=lambda j: alike(i, j))
        own = {text.strip() for _, text in document.parts}
        for donor in ("random", "look-alike"):
            for _ in range(draws):
                source = documents[rng.choice(others) if donor == "random" else nearest]
                pool = [
                    p for p in source.parts if len(p[1].strip()) >= 40 and p[1].strip() not in own
                ]
                many = min(len(pool), max(1, round(len(document.parts) / 5)))
                mixed = [(part, False) for part in document.parts]
                for part in rng.sample(pool, many):
                    mixed.insert(rng.randint(1, len(mixed)), (part, True))
                found = measured([part for part, _ in mixed], document.task)
                cases.append(Case(document, donor, found, tuple(put for _, put in mixed)))
    return cases


def auroc(high: Sequence[float], low: Sequence[float]) -> float:
    """Chance that one of `high` is above one of `low`, ties half."""
    wins = sum((a > b) + 0.5 * (a == b) for a in high for b in low)
    return wins / (len(high) * len(low))


def average_precision(scores: Sequence[float], wanted: Sequence[bool]) -> float:
    """Of the wanted when ranked by falling score; a tie counts at the end of its group."""
    order = sorted(zip(scores, wanted, strict=True), key=lambda pair: -pair[0])
    total = hits = 0.0
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and order[end][0] == order[start][0]:
            end += 1
        inside = sum(hit for _, hit in order[start:end])
        hits += inside
        total += inside * hits / end
        start = end
    return total / sum(wanted)


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Rank correlation; 0 where one side is constant."""
    x, y = ranks(a), ranks(b)
    mean_x, mean_y = fmean(x), fmean(y)
    top = sum((p - mean_x) * (q - mean_y) for p, q in zip(x, y, strict=True))
    below = sum((p - mean_x) ** 2 for p in x) * sum((q - mean_y) ** 2 for q in y)
    return top / below**0.5 if below else 0.0


def ranks(values: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = defaultdict(list)
    for place, value in enumerate(sorted(values)):
        places[value].append(place)
    return [fmean(places[value]) for value in values]


def interval(groups: dict[str, list[float]], rounds: int = 1000) -> str:
    """95 % of the means when whole groups (owners, topics) are drawn anew."""
    rng, names, means = random.Random(1), sorted(groups), []
    for _ in range(rounds):
        drawn = [value for _ in names for value in groups[rng.choice(names)]]
        means.append(fmean(drawn))
    means.sort()
    return f"[{means[int(rounds * 0.025)]:.3f}, {means[int(rounds * 0.975) - 1]:.3f}]"


def by_document(cases: Iterable[Case], scorer: Scorer) -> dict[Document, tuple[float, float]]:
    """AUROC and AP of each document, means over its draws."""
    kept: dict[Document, list[tuple[float, float]]] = defaultdict(list)
    for case in cases:
        odd = [-scorer(found) for found in case.found]
        strange = [x for x, put in zip(odd, case.foreign, strict=True) if put]
        at_home = [x for x, put in zip(odd, case.foreign, strict=True) if not put]
        if strange:
            kept[case.document].append(
                (auroc(strange, at_home), average_precision(odd, case.foreign))
            )
    return {d: (fmean(a for a, _ in v), fmean(p for _, p in v)) for d, v in kept.items()}


def report_injected(cases: Sequence[Case]) -> list[str]:
    missed = []
    for donor in ("random", "look-alike"):
        chosen = [case for case in cases if case.donor == donor]
        strangers = sum(sum(case.foreign) for case in chosen)
        for name, scorer in (("scorer", shown), ("TF-IDF", tfidf)):
            results = by_document(chosen, scorer)
            line = f"{donor:10} {name:6}"
            for column, label in enumerate(("AUROC", "AP")):
                groups: dict[str, list[float]] = defaultdict(list)
                for document, pair in results.items():
                    groups[document.owner].append(pair[column])
                mean = fmean(pair[column] for pair in results.values())
                line += f"  {label} {mean:.3f} {interval(groups)}"
                bar = BARS[donor, label]
                if scorer is shown:
                    line += f" (bar {bar:.2f})"
                    missed += [f"{donor} {label} {mean:.3f} < {bar}"] if mean < bar else []
            print(f"{line}  files {len(results)}, owners {len(groups)}, put in {strangers}")
            if scorer is shown:
                _details(results)
        _at_the_cut(donor, chosen)
    return missed


def _details(results: dict[Document, tuple[float, float]]) -> None:
    for key, label in ((lambda d: f"half {d.half + 1}", "halves"), (lambda d: d.language, "lang")):
        parts: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for document, pair in results.items():
            parts[key(document)].append(pair)
        cells = (
            f"{name} {fmean(a for a, _ in v):.3f}/{fmean(p for _, p in v):.3f} (n {len(v)})"
            for name, v in sorted(parts.items(), key=lambda item: (-len(item[1]), item[0]))
        )
        print(f"             by {label}: " + ", ".join(cells))


def _at_the_cut(donor: str, cases: Sequence[Case]) -> None:
    low = [
        (shown(found) < 5, put)
        for case in cases
        for found, put in zip(case.found, case.foreign, strict=True)
    ]
    right = sum(below and put for below, put in low)
    flagged, there = sum(below for below, _ in low), sum(put for _, put in low)
    precision, recall = right / max(flagged, 1), right / max(there, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    print(
        f"             below 5: precision {precision:.2f} recall {recall:.2f} F1 {f1:.2f}"
        f"  ({right} of {there} found, {flagged - right} others flagged, all draws)"
    )


def report_untouched(documents: Sequence[Document]) -> list[str]:
    flags = {d: [shown(f) < 5 for f in measured(d.parts, d.task)] for d in documents}
    total, flagged = sum(map(len, flags.values())), sum(map(sum, flags.values()))
    share = flagged / total
    touched = sum(any(v) for v in flags.values())
    groups: dict[str, list[float]] = defaultdict(list)
    for document, values in flags.items():
        groups[document.owner] += [float(v) for v in values]
    print(
        f"untouched  {share:.1%} of parts below 5 {interval(groups)} (bar {FLAGGED_BAR:.0%}):"
        f" {flagged} of {total}; {touched} of {len(flags)} files have one or more"
    )
    scores = [shown(f) for d in documents for f in measured(d.parts, d.task)]
    bands = [sum(a <= s < b for s in scores) for a, b in ((0, 2), (2, 5), (5, 8), (8, 11))]
    print(f"           scores 0-1, 2-4, 5-7, 8-10: {', '.join(f'{n / total:.0%}' for n in bands)}")
    return [f"flagged {share:.3f} > {FLAGGED_BAR}"] if share > FLAGGED_BAR else []


def report_graded() -> None:
    rows = [
        json.loads(line)
        for line in (SHARED / "probes" / "distractors.jsonl").read_text("utf-8").splitlines()
    ]
    parts_total = sum(len(row["parts"]) for row in rows)
    print(f"graded     {len(rows)} tasks, {parts_total} parts; grade below 5: MARGINAL, DISTRACTOR")
    topics = sorted({row["topic"] for row in rows})
    for decoys in (True, False):
        for name, scorer in (("scorer", shown), ("TF-IDF", tfidf)):
            rho: dict[str, list[float]] = defaultdict(list)
            area: dict[str, list[float]] = defaultdict(list)
            for row in rows:
                found = measured([("", part["text"]) for part in row["parts"]], row["task"])
                kept = [
                    (scorer(f), GRADES[part["gold"]])
                    for f, part in zip(found, row["parts"], strict=True)
                    if decoys or not part["decoy"]
                ]
                rho[row["topic"]].append(spearman([s for s, _ in kept], [g for _, g in kept]))
                high, low = [s for s, g in kept if g >= 2], [s for s, g in kept if g < 2]
                if high and low:
                    area[row["topic"]].append(auroc(high, low))
            halves = [
                f"{fmean(v for t in topics[k::2] for v in rho[t]):.3f}"
                f"/{fmean(v for t in topics[k::2] for v in area[t]):.3f}"
                for k in (0, 1)
            ]
            print(
                f"{'with' if decoys else 'without':7} decoys {name:6}"
                f"  Spearman {fmean(v for x in rho.values() for v in x):.3f} {interval(rho)}"
                f"  AUROC {fmean(v for x in area.values() for v in x):.3f} {interval(area)}"
                f"  by half of the topics {', '.join(halves)}"
            )


def report_time(documents: Sequence[Document]) -> list[str]:
    pool = [part for document in documents for part in document.parts]
    for many in (100, 200):
        sample = pool[:many]
        times = []
        for _ in range(5):
            start = time.process_time()
            [shown(found) for found in measured(sample, documents[0].task)]
            times.append(time.process_time() - start)
        if many == 100:
            first = median(times)
    characters = sum(len(text) for _, text in pool[:100])
    print(
        f"time       100 parts {first:.3f} s CPU (bar {CPU_BAR} s; {characters} characters),"
        f" 200 parts {median(times) / first:.1f} x"
    )
    return [f"100 parts {first:.3f} s > {CPU_BAR}"] if first > CPU_BAR else []


def main() -> int:
    arguments = argparse.ArgumentParser(description="Quality and cost of the offline scorer.")
    arguments.add_argument("--draws", type=int, default=3)
    arguments.add_argument("--seed", type=int, default=20)
    options = arguments.parse_args()
    if not (SHARED / "corpus").is_dir():
        print(f"no corpus at {SHARED}; set CTXBENCH_SHARED", file=sys.stderr)
        return 2
    start = time.process_time()
    background()
    print(
        f"table of {len(background().counts)} terms read in {time.process_time() - start:.3f} s CPU"
    )
    documents = read_documents(options.seed)
    owners = len({document.owner for document in documents})
    print(
        f"{len(documents)} files of {owners} owners, {sum(len(d.parts) for d in documents)} parts,"
        f" {options.draws} draws, seed {options.seed}"
    )
    missed = report_injected(inject(documents, options.draws, options.seed))
    missed += report_untouched(documents)
    missed += report_time(documents)
    report_graded()
    print("all bars met" if not missed else "MISSED: " + "; ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
