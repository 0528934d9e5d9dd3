"""Is the price that was shown the price that is paid? The estimate against the captured requests.

Run: python benchmarks/estimate.py [--files 10] [FOLDER]
FOLDER holds prompts; without it, the corpus of CTXBENCH_SHARED or ../shared.

Every file is scored through the real runner against a server on this machine that keeps the bytes
it gets. The tokens of the text blocks and of the answer schema in those bytes are then counted by
the model's tokenizer itself, past our counting code, plus one frame for each request; the JSON
around them is no text that a model reads. They must be within 15 % of what the plan said, as sent
to Anthropic's own address and as sent to another server.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.models.serving import Served, serve  # noqa: E402
from workbench.models import sdk  # noqa: E402
from workbench.models.runner import Runner  # noqa: E402
from workbench.models.secret import Secrets  # noqa: E402
from workbench.store.store import Store  # noqa: E402
from workbench.verbs.asker import Asker, Chosen  # noqa: E402
from workbench.verbs.model_session import ModelSession  # noqa: E402
from workbench.verbs.score_by_model import ScoreRequest, scoring_by_model  # noqa: E402

MODEL = "claude-sonnet-5-5"
VERSION = "4.8"  # ctok's name for the vocabulary of these models
BOUND = 0.15


def independent() -> tuple[Callable[[str], int], int]:
    """Tokens of a text by ctok alone, and those of the frame around one message."""
    import ctok

    frame = int(ctok.token_count("a", VERSION)) - 1
    return lambda text: int(ctok.token_count(text, VERSION)) - frame if text else 0, frame


class FixedAsker(Asker):
    """Asks one server as if it were Anthropic's, or as what it is."""

    def choose(self, store: Store) -> Chosen:
        runner: Runner = sdk.SdkRunner(str(self.base_url), MODEL, Secrets("sk-of-nobody-0000000"))
        return Chosen(runner.info, runner)


def tokens_of(body: dict[str, Any], count: Callable[[str], int], frame: int) -> int:
    texts = [block["text"] for block in body["system"]]
    texts += [block["text"] for message in body["messages"] for block in message["content"]]
    schema = body["output_config"]["format"]["schema"]
    return sum(map(count, texts)) + count(json.dumps(schema)) + frame


def measure(path: Path, served: Served, store: Store) -> tuple[int, int, int]:
    """(tokens by the plan, tokens in the captured bytes, requests) of one file."""
    asker = FixedAsker("anthropic", base_url=served.url, model=MODEL, allow_secrets=True)
    wanted = ScoreRequest(spec=str(path), judge="anthropic", task="review changes of this project")
    session = ModelSession(asker, store)
    plan = session.plan(finish(scoring_by_model(wanted)).inquiry())
    before = len(served.received())
    scored = finish(session.ask(plan, say_so=True))
    if scored.error is not None:
        raise SystemExit(f"{path.name}: {scored.error}")
    (count, frame), seen = independent(), dict[str, int]()

    def once(text: str) -> int:
        if text not in seen:
            seen[text] = count(text)
        return seen[text]

    rows = served.received()[before:]
    real = sum(tokens_of(row.body, once, frame) for row in rows)
    return plan.estimate.expected.read, real, len(rows)


def finish(steps: Any) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value


def chosen_files(folder: Path, number: int) -> list[Path]:
    """Prompts of all sizes, other scripts among them, spread over the folder."""
    found = sorted(
        path
        for path in folder.iterdir()
        if path.suffix in (".md", ".mdc", ".mdx", ".toml") and 500 < path.stat().st_size < 60_000
    )
    step = max(1, len(found) // number)
    return found[step // 2 :: step][:number]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--files", type=int, default=10)
    args = parser.parse_args()
    shared = Path(os.environ.get("CTXBENCH_SHARED") or ROOT.parent / "shared")
    folder = args.folder or shared / "corpus"
    if not folder.is_dir():
        print(f"no prompts at {folder}: name a folder")
        return 0
    try:
        independent()
    except ImportError:
        print("needs ctok (Python 3.12 and later)")
        return 0
    worst, real_name = 0.0, sdk.is_anthropic
    for name, as_anthropic in (("to Anthropic", True), ("to another server", False)):
        sdk.is_anthropic = (lambda url: True) if as_anthropic else real_name
        with tempfile.TemporaryDirectory() as scratch, Store(Path(scratch) / "s.db") as store:
            scenario = {"judge": "judges:planted", "judge_path": str(ROOT / "tests" / "asking")}
            served = serve(Path(scratch), scenario)
            try:
                for path in chosen_files(folder, args.files):
                    plan, real, calls = measure(path, served, store)
                    off = plan / real - 1
                    worst = max(worst, abs(off))
                    print(
                        f"{name:18} {path.name[:44]:44} {calls:3} requests"
                        f" {plan:9,} planned {real:9,} sent {100 * off:+6.2f} %"
                    )
            finally:
                served.end()
    sdk.is_anthropic = real_name
    print(f"largest difference {100 * worst:.2f} % (bound {100 * BOUND:.0f} %)")
    return int(worst > BOUND)


if __name__ == "__main__":
    sys.exit(main())
