"""Findings per rule on planted, clean and real files, and which lines they name.

    python benchmarks/noise.py [--shared DIR] [--rules ID,ID] [--list] [--low]

Everything shown by default counts, whatever its severity; those rarely worth a look are left
out unless `--low` is given. Facts about a project are not looked at: paths, commands and versions
are measured by `benchmarks/review.py`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.review import review
from workbench.judge.rule_files import all_rules
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

#: Which rules may find which planted kind.
KINDS: dict[str, frozenset[str]] = {
    "cache-breaker": frozenset({"cache-breaker"}),
    "expired": frozenset({"expired"}),
    "overlong": frozenset({"overlong-line"}),
    "buried-critical": frozenset({"buried-critical"}),
    "unverifiable-number": frozenset({"unverifiable-number"}),
    "secret": frozenset({"secret"}),
    "shouting": frozenset({"emphasis"}),
    "unclosed": frozenset({"unclosed"}),
    "bad-description": frozenset({"bad-description", "host-limits"}),
}
_TODAY = date(2026, 11, 29)
_MEMORY = re.compile(r"(?:CLAUDE|AGENTS|SKILL)\.md$")


def found_in(path: Path, rules: tuple[Rule, ...], low: bool) -> tuple[Finding, ...]:
    """What `rules` show for one file."""
    prompt = Prompt.from_bytes(path.read_bytes(), str(path))
    result = review(Context(prompt, Facts(today=_TODAY)), None, rules)
    return tuple(f for f in result.findings if low or not f.quiet)


def planted(shared: Path, rules: tuple[Rule, ...], low: bool) -> None:
    """Recall by kind and by file, and findings on lines without a key."""
    keys = [json.loads(line) for line in (shared / "probes/planted.jsonl").open(encoding="utf-8")]
    hit: Counter[str] = Counter()
    all_of: Counter[str] = Counter(key["kind"] for key in keys)
    print("planted files: found of the keys, findings on other lines")
    for file in sorted({key["file"] for key in keys}):
        findings = found_in(shared / "probes/planted" / file, rules, low)
        own = [key for key in keys if key["file"] == file]
        known = {line for key in own for line in (key["line"], *key["also_lines"])}
        good = 0
        for key in own:
            lines = {key["line"], *key["also_lines"]}
            wanted = KINDS.get(key["kind"], frozenset())
            if any(f.rule in wanted and f.start_line in lines for f in findings):
                hit[key["kind"]] += 1
                good += 1
        extra = [f for f in findings if f.start_line not in known]
        print(f"  {file}: {good} of {len(own)}, {len(extra)} elsewhere")
        for finding in extra:
            print(f"    {finding.start_line} {finding.rule}: {one_line(finding.text, 90)}")
    for kind in sorted(all_of):
        if kind in KINDS:
            print(f"  {kind}: {hit[kind]} of {all_of[kind]}")
    measured = sum(all_of[kind] for kind in KINDS)
    print(f"  together: {sum(hit.values())} of {measured} of these kinds, {len(keys)} keys in all")


def clean(shared: Path, rules: tuple[Rule, ...], low: bool) -> None:
    """Findings on files without a defect."""
    names = ("CLAUDE.md", "SKILL.md", "system.md")
    files = sorted(p for p in (shared / "probes/clean").rglob("*.md") if p.name in names)
    print("clean files")
    for path in files:
        findings = found_in(path, rules, low)
        print(f"  {path.relative_to(shared / 'probes/clean')}: {len(findings)}")
        for finding in findings:
            print(f"    {finding.start_line} {finding.rule}: {one_line(finding.text, 90)}")


def corpus(shared: Path, rules: tuple[Rule, ...], low: bool, listed: bool) -> None:
    """Findings per real file, and per CLAUDE.md, AGENTS.md and SKILL.md."""
    every: Counter[str] = Counter()
    memory: Counter[str] = Counter()
    files = 0
    memory_files = 0
    started = time.perf_counter()
    for path in _real(shared):
        findings = found_in(path, rules, low)
        chosen = bool(_MEMORY.search(path.name))
        files += 1
        memory_files += chosen
        every.update(f.rule for f in findings)
        if chosen:
            memory.update(f.rule for f in findings)
        if listed:
            for f in findings:
                mark = "*" if chosen else " "
                print(f"{mark} {path.name}:{f.start_line} {f.rule}: {one_line(f.text, 110)}")
    print(f"corpus: {files} files in {time.perf_counter() - started:.1f} s")
    for name, counter, count in (
        ("all", every, files),
        ("CLAUDE.md, AGENTS.md, SKILL.md", memory, memory_files),
    ):
        total = sum(counter.values())
        print(f"  {name}: {total} findings in {count} files, {total / max(1, count):.2f} per file")
        for rule, number in counter.most_common():
            print(f"    {rule}: {number}")


def _real(shared: Path) -> Iterator[Path]:
    yield from sorted(p for p in (shared / "corpus").iterdir() if p.name != "MANIFEST.tsv")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--rules", default="", help="ids, separated by commas; all by default")
    parser.add_argument("--list", action="store_true", help="every finding in real files")
    parser.add_argument(
        "--low", action="store_true", help="findings that are rarely worth a look too"
    )
    options = parser.parse_args()
    if not (options.shared / "probes").is_dir():
        print(f"no probes at {options.shared}", file=sys.stderr)
        return 2
    wanted = {name for name in options.rules.split(",") if name}
    rules = tuple(rule for rule in all_rules() if not wanted or rule.id in wanted)
    planted(options.shared, rules, options.low)
    clean(options.shared, rules, options.low)
    corpus(options.shared, rules, options.low, options.list)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
