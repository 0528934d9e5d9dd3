"""Memory of the workbench with a 1 MB prompt open, counted and typed in.

    python benchmarks/memory.py [--size 1000000]

Resident memory of a fresh process that runs the real application, at its highest (VmHWM).
Budget (design section 9): 250 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

BUDGET = 250.0


async def work(size: int) -> None:
    """Open, count, score, type; then print megabytes: after opening, at the highest."""
    from keypress import prompt_of

    from workbench.tui.app import WorkbenchApp
    from workbench.tui.session import Session

    path = Path(tempfile.mkdtemp()) / "CLAUDE.md"
    path.write_text(prompt_of(size))
    app = WorkbenchApp(Session(path, path.read_bytes()))
    async with app.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        opened = _resident()
        while app.session.live.total_tokens is None or app.workers:
            await asyncio.sleep(0.2)
        editor = app.screen.editor  # type: ignore[attr-defined]
        editor.move_cursor((editor.document.line_count // 2, 0))
        await pilot.press(*"hello", "enter", *"world")
        await asyncio.sleep(3)
        while app.workers:
            await asyncio.sleep(0.2)
        now = _resident()
    highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{opened:.0f} {now:.0f} {highest:.0f}")


def _resident() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--child", action="store_true")
    given = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parent))
    if given.child:
        asyncio.run(work(given.size))
        return 0
    command = [sys.executable, __file__, "--child", "--size", str(given.size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    opened, now, highest = map(float, done.stdout.split())
    print(f"{given.size:,} characters: opened {opened:.0f} MB, counted and typed in {now:.0f} MB")
    print(f"highest {highest:.0f} MB, budget {BUDGET:.0f}: {'ok' if highest <= BUDGET else 'OVER'}")
    return int(highest > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
