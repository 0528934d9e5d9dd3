"""What `optimize --accept safe` does to every file of a folder of real prompts: a table.

    python benchmarks/optimise.py [FOLDER] [--counter o200k_base] [--diff] [--left] [--offered]

For each file: critical rules in the weak place, proposals by kind, what was accepted, tokens
before and after against the printed cap, ledger counts, what a second run proposes, and whether
undo gives the original bytes; with --left the rules that no proposal is about, with the reason.
Then what is never safe, findings and scores included (--offered prints it): how many of each kind,
whether each alone and all together can be carried out and undone, whether what an OFFLOAD takes
out stands in its file word for word, and whether a closing checklist is proposed again once it is
there.
Exit code 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.change.from_findings import mechanical

from workbench.change.ground import WEAK, Ground
from workbench.change.optimise import OptimiseResult, optimise
from workbench.change.proposals import Proposal
from workbench.judge.relevance import score_offline
from workbench.language.instructions import extract_instructions
from workbench.measure.tokens import Tokenizer, get_tokenizer, line_costs
from workbench.prompt.lines import split_lines
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

ROOT = Path(__file__).resolve().parent.parent


def run(
    prompt: Prompt, tokenizer: Tokenizer, accept: str = "safe", *, full: bool = False
) -> OptimiseResult:
    """`full`: with findings, scores and markers, as `optimize --mark` does it."""
    parts = prompt.parts()
    rules = extract_instructions(prompt, parts)

    def costs(lines: Sequence[str]) -> list[int]:
        return line_costs(tokenizer, lines)

    if not full:
        return optimise(prompt, parts, rules, costs, accept=accept)
    known = costs(prompt.lines)
    sizes = [sum(known[part.start_line - 1 : part.end_line]) for part in parts]
    return optimise(
        prompt,
        parts,
        rules,
        costs,
        scores=score_offline(prompt, parts, None, sizes, rules=rules),
        accept=accept,
        known_costs=known,
        findings=mechanical(prompt, known),
        marks=True,
    )


def offered(prompt: Prompt, tokenizer: Tokenizer, safe: OptimiseResult) -> Offered:
    """What is offered beside the safe proposals, and the promises that it breaks."""
    result = run(prompt, tokenizer, "all", full=True)
    old, faults = prompt, []
    if [p.id for p in result.safe] != [p.id for p in safe.safe]:
        faults.append("findings change what is safe")
    if result.edit.inverse(old.text).apply(result.text) != old.text:
        faults.append("undo of all")
    for p in result.proposals:
        if p.edit.inverse(old.text).apply(p.result.text) != old.text:
            faults.append(f"undo of {p.id}")
        if p.kind == "RELOCATE" and words(p.result.text) - words(old.text) - Counter("-*"):
            faults.append(f"words added by {p.id}")
        for file in p.files:
            if file.text.rstrip() not in old.text or file.path.startswith(("/", ".")):
                faults.append(f"file of {p.id}")
            if words(old.text) - words(p.result.text) - words(file.text):
                faults.append(f"words lost by {p.id}")
            if p.ledger.counts().get("lost") or p.ledger.lost_literals:
                faults.append(f"ledger of {p.id}")
        if p.kind == "CHECKLIST":
            again = run(p.result, tokenizer, "", full=True)
            if any(q.kind == "CHECKLIST" for q in again.proposals):
                faults.append("a second checklist")
    return Offered(result, tuple(p for p in result.proposals if not p.safe), faults)


@dataclass
class Offered:
    """The run with all accepted, what of it is not safe, and the promises that it breaks."""

    result: OptimiseResult
    proposals: tuple[Proposal, ...]
    faults: list[str]


def weak_rules(prompt: Prompt, tokenizer: Tokenizer) -> int:
    """Critical rules between 20 % and 80 % of the tokens."""
    parts = prompt.parts()
    rules = extract_instructions(prompt, parts)
    ground = Ground(prompt, parts, rules, lambda lines: line_costs(tokenizer, lines))
    return sum(
        r.critical and WEAK[0] < ground.place(r.start_line - 1, r.end_line) < WEAK[1] for r in rules
    )


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+|[^\w\s]", text))


def broken(result: OptimiseResult, tokenizer: Tokenizer) -> list[str]:
    """The promises that a run with `accept="safe"` breaks; normally none."""
    old, new = result.prompt, result.result
    found = []
    if result.gate != "pass":
        found.append(f"gate {result.ledger.objections}")
    merged = sum((words(p.before) for p in result.accepted if p.kind == "MERGE"), Counter())
    if words(old.text) - words(new.text) - merged - Counter({"-": 99, "*": 99}):
        found.append("words lost")
    added = sum((words(p.after) for p in result.accepted if p.after), Counter())
    if words(new.text) - words(old.text) - added:
        found.append("words added that are not printed")
    if result.grown > result.cap:
        found.append(f"grew by {result.grown}, cap {result.cap}")
    if result.edit.inverse(old.text).apply(new.text) != old.text:
        found.append("undo")
    if old.source.with_text(old.text).data != old.source.data:
        found.append("bytes")
    titles = [Counter((h.level, h.title) for h in p.outline.headings) for p in (old, new)]
    if titles[0] - titles[1]:
        found.append("headings")
    again = run(new, tokenizer)
    if again.safe:
        found.append("second run: " + ", ".join(p.id for p in again.safe))
    if old.text.endswith("\n") != new.text.endswith("\n"):
        found.append("final newline")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default=str(ROOT.parent / "shared" / "corpus"))
    parser.add_argument("--counter", default="o200k_base")
    parser.add_argument("--diff", action="store_true", help="print the new text as a diff")
    parser.add_argument("--left", action="store_true", help="print the rules left in place")
    parser.add_argument("--offered", action="store_true", help="print what is not safe")
    parser.add_argument("--only", default="", help="files whose name holds this text")
    parser.add_argument("--all", action="store_true", help="list files without proposals too")
    options = parser.parse_args()
    folder = Path(options.folder)
    if not folder.is_dir():
        print(f"No folder {folder}; give one with prompts.")
        return 2
    tokenizer = get_tokenizer(options.counter)
    head = (
        f"{'file':44} {'weak':>4} {'MOVE':>4} {'ECHO':>4} {'MERGE':>5} {'(not safe)':>10} "
        f"{'tokens':>14} {'grown':>5} {'cap':>3}  ledger"
    )
    print(head)
    total: Counter[str] = Counter()
    failures = 0
    slowest = (0.0, "")
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and options.only in p.name):
        if path.suffix == ".tsv" or path.stat().st_size > 2_000_000:
            continue
        prompt = Prompt.from_bytes(path.read_bytes(), str(path))
        started = time.process_time()
        result = run(prompt, tokenizer)
        spent = time.process_time() - started
        faults = broken(result, tokenizer)
        more = offered(prompt, tokenizer, result)
        faults += more.faults
        weak = 0 if prompt.is_data else weak_rules(prompt, tokenizer)
        kinds = Counter(p.kind for p in result.accepted)
        other = Counter(p.kind for p in more.proposals)
        total.update({f"{kind} offered": n for kind, n in other.items()})
        total["files with an offer"] += bool(more.proposals)
        total["all accepted, gate refused"] += more.result.gate == "refused"
        total["left behind by all"] += len(more.result.waiting)
        total["files"] += 1
        total["files with a weak rule"] += bool(weak)
        total["files changed"] += bool(result.accepted)
        total["tokens added"] += result.grown
        total["weak rules"] += weak
        total.update(kinds)
        total["weak rules left, with the reason"] += len(result.left)
        slowest = max(slowest, (spent, path.name))
        failures += bool(faults)
        if weak or result.proposals or options.all or faults:
            counts = ", ".join(f"{k} {v}" for k, v in sorted(result.ledger.counts().items()))
            print(
                f"{path.name[:44]:44} {weak:4} {kinds['MOVE']:4} {kinds['ECHO']:4} "
                f"{kinds['MERGE']:5} {sum(other.values()):10} "
                f"{result.tokens_before:6} ->{result.tokens_after:6} {result.grown:5} "
                f"{result.cap:3}  {counts}{' ' + '; '.join(faults) if faults else ''}"
                f"  {spent:.2f}s"
            )
        for p in more.proposals if options.offered else ():
            print(f"    {p.id} {p.found} | {one_line(p.before, 90)} -> {one_line(p.after, 90)}")
            print(f"        {one_line(p.reason, 300)}")
        for rule in result.left if options.left else ():
            print(f"    {rule} | {one_line(rule.text, 90)}")
        if options.diff and result.proposals:
            for p in result.proposals:
                print(f"    {p.id} {'safe' if p.safe else 'NOT SAFE'}: {p.found}; {p.reason}")
            for line in difflib.unified_diff(
                split_lines(prompt.text), split_lines(result.text), "now", "new", n=2
            ):
                print("    | " + line.rstrip("\r\n")[:200])
    print()
    for name, value in total.items():
        print(f"{name:34} {value:8}")
    print(f"{'files with a fault':34} {failures:8}")
    print(f"{'slowest, CPU seconds':34} {slowest[0]:8.2f}  {slowest[1]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
