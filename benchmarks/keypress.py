"""Key press to updated counts and map, on the real application: CPU of all threads, median.

    python benchmarks/keypress.py [--sizes 100000,1000000] [--keys 60] [--terminal] [--model]

Each key is pressed in the middle of the prompt and timed until the application is idle again and
its window bar shows the new total: the structure, counts, map, gutter, parts list and inspector
that the key triggers are inside. With --terminal the application runs in a pseudo-terminal with
its real driver, so that writing the frames is included. Budget (design section 9): 16 ms at
100 KB, 33 ms at 1 MB, growth below 3 times.

With --model a slow server on this machine is asked to score the parts meanwhile: keys are also
pressed while the price is worked out, while answers arrive, and a worst key is given in seconds of
the clock (`wall`), which a thread that holds the interpreter lock cannot hide from.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
#: Seconds between two keys of somebody who thinks: longer than the rest after which work begins.
PAUSE = 0.5
BUDGET = {100_000: 16.0, 1_000_000: 33.0}


def prompt_of(size: int) -> str:
    """Markdown of about `size` characters: headings, rules, lists, fences, prose."""
    rules = (
        "- Never push to `main` without a review.\n",
        "- Prefer small commits; each one says why it was made, not what it holds.\n",
        "The pipeline builds two images and runs the checks on both of them before a release.\n\n",
        "```sh\nmake check && make image TAG={{TAG}}\n```\n\n",
        "| step | who |\n| --- | --- |\n| build | the pipeline |\n\n",
        "1. Read the log.\n2. Ask in the channel.\n\n",
    )
    out: list[str] = []
    used, i = 0, 0
    while used < size:
        block = f"## Section {i}: work with part {i % 17}\n\n" + "".join(
            rules[(i + k) % len(rules)] for k in range(4)
        )
        out.append(block)
        used += len(block)
        i += 1
    return "".join(out)[:size]


async def measure(size: int, keys: int, headless: bool, model: bool = False) -> dict[str, float]:
    """Median CPU milliseconds by kind of key; with `model` while one is asked."""
    server = _serve() if model else None
    try:
        return await _measure(size, keys, headless, server.url if server else "")
    finally:
        if server is not None:
            server.end()


def _serve() -> Any:
    """The test server of this repository, slow: four seconds for each answer."""
    sys.path.insert(0, str(ROOT))
    from tests.models.serving import serve

    scenario = {"latency": 4, "judge": "judges:kind", "judge_path": str(ROOT / "tests" / "tui")}
    return serve(Path(tempfile.mkdtemp()), scenario)


async def _measure(size: int, keys: int, headless: bool, url: str) -> dict[str, float]:
    from workbench.config import Settings
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.session import Session

    text = prompt_of(size)
    folder = Path(tempfile.mkdtemp())
    path = folder / "CLAUDE.md"
    path.write_text(text)
    settings = Settings(base_url=url, judge_model="slow") if url else None
    app = WorkbenchApp(Session(path, path.read_bytes(), settings))
    result: dict[str, float] = {}

    async def drive(pilot: object) -> None:
        from textual.pilot import Pilot

        assert isinstance(pilot, Pilot)
        await pilot.pause()
        session = app.session
        while session.live.total_tokens is None or app.workers:
            await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)
        bench = app.screen
        editor = bench.editor  # type: ignore[attr-defined]
        editor.move_cursor((editor.document.line_count // 2, 3))
        await pilot.pause()
        sequences = {
            "letter": ["y"],
            "enter": ["enter"],
            "backspace": ["backspace"],
            "cursor": ["up"],
            "fence": list("```"),
        }
        if url:
            # Keys go to the dialog while the price is worked out: do they wait?
            await pilot.press("alt+s")
            waits = []
            run = bench.asking.runs[0]  # type: ignore[attr-defined]
            while run.plan is None:
                begun = time.monotonic()
                await pilot.press("down")
                await _quiet(app)
                waits.append((time.monotonic() - begun) * 1000)
                await asyncio.sleep(0.05)
            result["planning-wall-worst"] = max(waits)
            await pilot.press("s")
            while not run.done:
                await asyncio.sleep(0.1)
        for name, sequence in sequences.items():
            costs, clock = [], []
            if url:
                assert run.running, f"the run ended before the keys were measured: {run.end}"
            for _ in range(keys):
                before = session.live.revision
                begun = time.monotonic()
                start = time.process_time()
                for key in sequence:
                    await pilot.press(key)
                await _quiet(app)
                spent = time.process_time() - start
                costs.append(spent * 1000 / len(sequence))
                clock.append((time.monotonic() - begun) * 1000 / len(sequence))
                assert name == "cursor" or session.live.revision > before
                assert session.live.total_tokens is not None
            result[name] = statistics.median(costs)
            result[f"{name}-worst"] = max(costs)
            result[f"{name}-wall-worst"] = max(clock)
            if name == "letter":
                # Rest: what runs when nobody types counts too, spread over no keys at all.
                start = time.process_time()
                await asyncio.sleep(0.8)
                result["rest-after"] = (time.process_time() - start) * 1000
        # With pauses, as people type: what begins in a pause may still run at the next key.
        clock = []
        for _ in range(max(8, keys // 4)):
            await asyncio.sleep(PAUSE)
            begun = time.monotonic()
            await pilot.press("y")
            await _quiet(app)
            clock.append((time.monotonic() - begun) * 1000)
        result["paused-wall"] = statistics.median(clock)
        result["paused-wall-worst"] = max(clock)
        app.exit()

    if headless:
        async with app.run_test(size=(140, 40)) as pilot:
            await drive(pilot)
    else:
        await app.run_async(auto_pilot=drive, size=(140, 40))
    return result


async def _quiet(app: object) -> None:
    """Wait until the screen has drawn what the key changed."""
    from textual.app import App

    assert isinstance(app, App)
    done = asyncio.Event()
    app.screen.call_after_refresh(done.set)
    await done.wait()
    await asyncio.sleep(0)


def in_terminal(size: int, keys: int, model: bool) -> dict[str, float]:
    """Run one measurement in a child on a pseudo-terminal."""
    master, slave = pty.openpty()
    handle, out = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    command = [sys.executable, __file__, "--child", str(size), "--keys", str(keys), out]
    command += ["--model"] if model else []
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "140", "LINES": "40"}
    child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environ)
    os.close(slave)

    def drain() -> None:
        while child.poll() is None:
            if select.select([master], [], [], 0.2)[0]:
                try:
                    os.read(master, 65536)
                except OSError:
                    return

    thread = threading.Thread(target=drain, daemon=True)
    thread.start()
    child.wait()
    found: dict[str, float] = json.loads(Path(out).read_text())
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100000,1000000")
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--terminal", action="store_true")
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--child", type=int)
    parser.add_argument("out", nargs="?")
    given = parser.parse_args()
    if given.child:
        found = asyncio.run(measure(given.child, given.keys, False, given.model))
        Path(given.out).write_text(json.dumps(found))
        return 0
    medians = {}
    failed = False
    for size in map(int, given.sizes.split(",")):
        if given.terminal:
            found = in_terminal(size, given.keys, given.model)
        else:
            found = asyncio.run(measure(size, given.keys, True, given.model))
        medians[size] = found["letter"]
        budget = BUDGET.get(size)
        line = "  ".join(f"{name} {value:.1f}" for name, value in found.items())
        verdict = ""
        if budget:
            verdict = f"budget {budget:.0f} ms: {'ok' if found['letter'] <= budget else 'OVER'}"
            failed |= found["letter"] > budget
        print(f"{size:>9,} characters, CPU ms: {line}  {verdict}")
    values = [medians[size] for size in sorted(medians)]
    if len(values) > 1:
        growth = values[-1] / values[0]
        failed |= growth >= 3
        print(f"growth {growth:.2f} (below 3: {'ok' if growth < 3 else 'OVER'})")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
