"""How often a model calls a new wording equivalent: where it keeps the meaning, and where not.

    python benchmarks/equivalence.py [GOLD] [--recorded FOLDER] [--sealed] [--list wrong]

GOLD is the folder of the marked set. Its rewrites (some keep the meaning, some change it, each
known) are put into the program's own question, shuffled, without the mark. `--recorded` (default:
CTXBENCH_RECORDED) holds the answers, in `equivalence-open` and `equivalence-sealed`, as
`--runner folder:PATH` puts them: what has no answer is written there, and the exit code is 4.
`--list wrong` names what was called wrongly in the open half.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.reading import arguments, halves, interval  # noqa: E402
from workbench.judge.reading.equivalence import METHOD, Equivalence, Pair, questions  # noqa: E402
from workbench.store.store import Store  # noqa: E402
from workbench.verbs.asker import Asker  # noqa: E402
from workbench.verbs.model_session import Inquiry, ModelSession, Outcome  # noqa: E402
from workbench.verbs.steps import finished  # noqa: E402


def rewrites(gold: Path, files: list[str]) -> dict[str, tuple[Pair, bool, str]]:
    """Every rewrite of some files by a name: the pair, whether it keeps the meaning, how else."""
    found = {}
    for file in files:
        marks = json.loads((gold / "marks" / f"{file}.json").read_text())
        for number, one in enumerate(marks["rewrites"]):
            name = f"{file}#{number}"
            pair = Pair(name, one["old"], one["new"])
            found[name] = (pair, bool(one["keeps"]), str(one.get("how") or ""))
    return found


def judge(pairs: list[Pair], folder: Path) -> Outcome[dict[str, Equivalence]]:
    """The outcome of asking a folder about the pairs."""
    inquiry: Inquiry[dict[str, Equivalence], Any] = Inquiry(
        "equivalence", "gold", METHOD, questions(pairs), [], lambda outcome: outcome
    )
    with Store(Path(tempfile.mkdtemp()) / "store.db") as store:
        session = ModelSession(Asker("command", runner=f"folder:{folder}"), store)
        plan = session.plan(inquiry)
        made: Outcome[dict[str, Equivalence]] = finished(session.ask(plan, say_so=True))
        return made


def main() -> int:
    args = arguments(__doc__, ("wrong",))
    if args is None:
        return 0
    waiting = False
    for half, files in halves(args.gold).items():
        if half == "sealed" and not args.sealed:
            continue
        known = rewrites(args.gold, files)
        pairs = [pair for pair, _, _ in known.values()]
        random.Random(half).shuffle(pairs)
        outcome = judge(pairs, Path(args.recorded) / f"equivalence-{half}")
        said = {name: one for found in outcome.values.values() for name, one in found.items()}
        keeps = [said[n].equivalent for n, (_, keep, _) in known.items() if keep and n in said]
        changes = [
            said[n].equivalent for n, (_, keep, _) in known.items() if not keep and n in said
        ]
        print(f"{half}: {len(said)} of {len(known)} rewrites judged")
        print(f"  meaning kept, called equivalent: {interval(sum(keeps), len(keeps))}")
        print(f"  meaning changed, called equivalent: {interval(sum(changes), len(changes))}")
        if args.list and half == "open":
            for name, one in said.items():
                pair, keep, how = known[name]
                if one.equivalent != keep:
                    print(f"  {name} ({how or 'keeps'}): {one.differs}")
                    print(f"    {pair.old}\n    {pair.new}")
        waiting = waiting or len(said) < len(known)
    return 4 if waiting else 0


if __name__ == "__main__":
    sys.exit(main())
