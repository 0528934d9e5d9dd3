"""How much does `review` find, how quiet is it, and can the ledger be trusted?

    python benchmarks/review.py [--only SECTION,...] [--sample FILE] [--peers FOLDER] [SHARED]

SHARED holds `probes` and `corpus` (default: CTXBENCH_SHARED, else ../shared). Everything that
`review` shows by default counts as a finding, whatever its severity; the day is 2026-11-29.
Sections: constraints, preservation, planted, clean, peers, corpus, read,
reactions, optimize. A planted defect is found when a finding starts on its line or on one of the
other lines of its key; a finding on none of these lines is a stray. `--sample FILE` writes 60
findings of the corpus, drawn with a fixed seed, for a reader to judge; where instruction files hold
fewer, the other prompts of the corpus fill up; `--seed N` draws others. `read` prints the precision
by the verdicts of a reader who wrote none of the rules, kept in data/findings_read.tsv; what a
maintainer could argue about ("debatable") counts as wrong. Exit code 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import peers
import verdicts
from probe_sets import (
    SHARED,
    TODAY,
    Tree,
    clean,
    findings_of,
    hits,
    lines_of,
    planted,
    real_files,
    rows_of,
    strays,
)

from workbench.judge.findings import Finding
from workbench.prompt.prompt import Prompt
from workbench.verbs.inputs import Input
from workbench.verbs.review import Options, review

SEED, SAMPLE = 7, 60


def say(ok: bool, name: str, figure: str, target: str) -> bool:
    """One line with the verdict."""
    print(f"  {'met   ' if ok else 'MISSED'}  {name}: {figure}   (target {target})")
    return ok


def constraints(shared: Path) -> bool:
    import instructions

    return instructions.constraints(rows_of(shared / "probes" / "constraints.jsonl"), False)


def preservation(shared: Path) -> bool:
    import instructions

    return instructions.preservation(rows_of(shared / "probes" / "preservation.jsonl"), False)


def planted_files(shared: Path) -> bool:
    trees = planted(shared / "probes")
    kinds: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    total = noise = 0
    keys = 0
    for tree in trees:
        found = findings_of(tree.prompt, tree.folder)
        lines = [f.start_line for f in found]
        good = hits(tree.keys, lines)
        bad = strays(tree.keys, lines)
        kinds.update(key["kind"] for key in tree.keys)
        caught.update(key["kind"] for key in good)
        total += len(good)
        keys += len(tree.keys)
        noise += len(bad)
        print(
            f"  {tree.name:52} {len(good):2} of {len(tree.keys)}, {len(found)} findings, "
            f"{len(bad)} strays"
        )
        _list_strays(tree, found)
        missed = [f"{key['kind']} {key['line']}" for key in tree.keys if key not in good]
        print(f"      missed: {', '.join(missed) or 'nothing'}")
    print("  by kind: " + ", ".join(f"{k} {caught[k]}/{n}" for k, n in sorted(kinds.items())))
    print(f"  planted defects: {total} of {keys}; what needs understanding is a reading's")
    each = [
        len(strays(tree.keys, [f.start_line for f in findings_of(tree.prompt, tree.folder)]))
        for tree in trees
    ]
    return say(max(each) <= 2, "strays a file", f"{each}, {noise} in all", "at most 2")


def _list_strays(tree: Tree, found: tuple[Finding, ...]) -> None:
    keyed = {line for key in tree.keys for line in lines_of(key)}
    for finding in found:
        if finding.start_line not in keyed:
            print(f"      stray {finding.start_line} [{finding.rule}] {finding.message[:110]}")


def clean_files(shared: Path) -> bool:
    worst = 0
    for tree in clean(shared / "probes"):
        found = findings_of(tree.prompt, tree.folder)
        worst = max(worst, len(found))
        print(f"  {tree.name:40} {len(found)} findings")
        _list_strays(tree, found)
    return say(worst <= 1, "most findings in a clean file", str(worst), "at most 1")


def corpus(shared: Path, sample: Path | None, seed: int) -> bool:
    files = real_files(shared / "corpus")
    every: list[tuple[Path, Finding]] = []
    rules: Counter[str] = Counter()
    for path in files:
        found = findings_of(path)
        every += [(path, f) for f in found]
        rules.update(f.rule for f in found)
        counts = Counter(f.rule for f in found)
        listed = ", ".join(f"{rule} {n}" for rule, n in counts.most_common())
        print(f"  {path.name[:64]:64} {len(found):3}  {listed}")
    print("  by rule: " + ", ".join(f"{rule} {n}" for rule, n in rules.most_common()))
    if sample is not None:
        rest = []
        if len(every) < SAMPLE:  # too few to judge by: the other prompts of the corpus help out
            others = [p for p in sorted((shared / "corpus").glob("*.md*")) if p not in files]
            rest = [(path, f) for path in others for f in findings_of(path)]
        _write_sample(sample, every, rest, seed)
    mean = len(every) / len(files) if files else 0
    figure = f"{mean:.2f} ({len(every)} in {len(files)} files)"
    return say(mean <= 3, "findings a real file", figure, "at most 3")


Found = list[tuple[Path, Finding]]


def _write_sample(path: Path, every: Found, rest: Found, seed: int) -> None:
    draw = random.Random(seed)
    drawn = draw.sample(every, min(SAMPLE, len(every)))
    drawn += draw.sample(rest, min(SAMPLE - len(drawn), len(rest)))
    rows = ["file\tline\trule\tmessage\ttext\tverdict"]
    for file, f in sorted(drawn, key=lambda one: (one[0].name, one[1].start_line)):
        text = Prompt.from_bytes(file.read_bytes()).lines[f.start_line - 1].strip()
        cells = (file.name, str(f.start_line), f.rule, f.message, text, "")
        rows.append("\t".join(" ".join(cell.split()) for cell in cells))
    path.write_text("\n".join(rows) + "\n", "utf-8")
    print(f"  {len(drawn)} findings for a reader in {path}")


def read(shared: Path) -> bool:
    """Precision on the corpus by the kept verdicts; the last round counts."""
    last = verdicts.report()
    shown = {
        (path.name, f.start_line, f.rule)
        for path in sorted((shared / "corpus").glob("*.md*"))
        for f in findings_of(path)
    }
    known = {(row.file, row.line, row.rule) for row in last}
    print(f"  shown today without a verdict: {len(shown - known)} of {len(shown)}")
    right = sum(row.verdict == "true" for row in last)
    return say(right >= 0.85 * len(last), "precision", f"{right} of {len(last)}", ".85")


def _report_of(text: str) -> set[tuple[str, int, str]]:
    given = Input("CLAUDE.md", text.encode(), "stdin")
    found = review(given, Options(today=TODAY)).findings
    return {(f.rule, f.start_line, f.text) for f in found}


def _plain(count: int) -> list[str]:
    """Bullets of a made-up project, enough to give a file a middle."""
    things = ("parser", "report", "importer", "mailer", "calendar", "archive", "gateway", "index")
    deeds = (
        "returns early instead of nesting",
        "takes the clock as an argument",
        "logs one line for each request",
        "has a test beside it",
        "keeps its settings in one table",
        "speaks JSON with its neighbours",
        "is started by the scheduler",
        "names its columns in lower case",
    )
    return [
        f"- The {things[i % 8]} of part {i // 8 + 1} {deeds[(i + i // 8) % 8]}."
        for i in range(count)
    ]


def reactions(shared: Path) -> bool:
    """The one critical rule moved to the middle; an irrelevant paragraph put in."""
    rule = "- Never run the cleanup script against the production database: it deletes orders."
    bullets = _plain(120)
    head = ["# Order service", "", "Takes orders and sends invoices.", "", "## Rules", ""]
    first = _report_of("\n".join([*head, rule, *bullets]) + "\n")
    middle = _report_of("\n".join([*head, *bullets[:60], rule, *bullets[60:]]) + "\n")
    moved = {row[0] for row in middle} - {row[0] for row in first}
    ok = say(bool(moved), "critical rule moved to the middle", f"new: {sorted(moved)}", "a finding")
    story = (
        "The office cat is called Miso and sleeps on the printer. Our founder sailed around "
        "Denmark twice, and the photographs hang in the kitchen beside the old coffee machine."
    )
    for where, extra in (
        ("a section", ["", "## About us", "", story, "", "## More rules", ""]),
        ("a paragraph", ["", story, ""]),
    ):
        with_it = _report_of("\n".join([*head, rule, *bullets[:60], *extra, *bullets[60:]]) + "\n")
        new = {row[0] for row in with_it} - {row[0] for row in first}
        ok = (
            say(bool(new), f"irrelevant text as {where}", f"new: {sorted(new)}", "a finding") and ok
        )
    return ok


def optimize(shared: Path) -> bool:
    """`--accept safe` keeps every promise and has nothing to add the second time."""
    import optimise

    from workbench.measure.tokens import get_tokenizer

    tokenizer = get_tokenizer("o200k_base")
    files = [tree.prompt for tree in planted(shared / "probes")]
    files += [p for p in sorted((shared / "corpus").iterdir()) if p.suffix != ".tsv"]
    bad = []
    for path in files:
        if path.stat().st_size > 2_000_000:
            continue
        result = optimise.run(Prompt.from_bytes(path.read_bytes(), str(path)), tokenizer)
        faults = optimise.broken(result, tokenizer)
        if faults:
            bad.append(f"{path.name}: {'; '.join(faults)}")
    for line in bad:
        print(f"      {line}")
    return say(not bad, "files whose ledger is not clean", f"{len(bad)} of {len(files)}", "none")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--only", default="", help="sections, joined by commas")
    parser.add_argument("--sample", type=Path, help="write 60 findings of the corpus here")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of that sample")
    parser.add_argument("--peers", type=Path, default=peers.default_folder())
    options = parser.parse_args()
    if not (options.shared / "probes").is_dir():
        print(f"No probe sets in {options.shared}; set CTXBENCH_SHARED.")
        return 2
    sections: dict[str, Callable[[Path], bool]] = {
        "constraints": constraints,
        "preservation": preservation,
        "planted": planted_files,
        "clean": clean_files,
        "peers": lambda shared: peers.report(shared / "probes", options.peers) or True,
        "corpus": lambda shared: corpus(shared, options.sample, options.seed),
        "read": read,
        "reactions": reactions,
        "optimize": optimize,
    }
    wanted = [name for name in options.only.split(",") if name] or list(sections)
    missed = []
    for name in wanted:
        print(f"\n{name}")
        if not sections[name](options.shared):
            missed.append(name)
    print(f"\nsections below target: {', '.join(missed) or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
