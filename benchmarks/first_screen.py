"""First screen of `ctxbench open` on a 20 KB prompt, against an empty Textual application.

    python benchmarks/first_screen.py [--runs 15] [--size 20000]

Both run in a pseudo-terminal in processes of their own and stop after their first screen; ours
counts only when file text and part titles are on it, and is the command itself, from its first
import: `ctxbench open FILE`. CPU of all threads and wall time from the
start of the interpreter, medians. Budget (design section 9): at most 1.4 times.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BUDGET = 1.4

_WATCH = """
import json, sys, time
from textual.app import App

draw = App._display

def drawn(self, screen, renderable):
    draw(self, screen, renderable)
    spent, now = time.process_time(), time.time()
    if renderable is not None and not self._exit:
        text = "\\n".join(strip.text for strip in screen._compositor.render_strips())
        if all(word in text for word in sys.argv[3:]):
            open(sys.argv[1], "w").write(json.dumps([spent, now]))
            self.exit()

App._display = drawn
"""

_EMPTY = (
    _WATCH
    + """
class Empty(App):
    pass

Empty().run()
"""
)

_OURS = (
    """
import workbench.cli
import workbench.tui  # as the command does, before Textual is imported
"""
    + _WATCH
    + """
code = workbench.cli.main(["open", sys.argv[2]])
if code:
    sys.exit(code)
"""
)
#: On the first screen: the first lines of the text, and titles of parts.
_WORDS = ("## Section 0: work", "Prefer small", " 1 Section 0", " 2 Section 7")


def run(code: str, *arguments: str) -> tuple[float, float]:
    """CPU and wall seconds until the first screen of one fresh process."""
    handle, out = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    master, slave = pty.openpty()
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    environ["CTXBENCH_HOME"] = tempfile.mkdtemp()
    start = time.time()
    child = subprocess.Popen(
        [sys.executable, "-c", code, out, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environ,
    )
    os.close(slave)
    seen = b""
    while child.poll() is None and time.time() < start + 30:
        if select.select([master], [], [], 0.1)[0]:
            try:
                seen += os.read(master, 65536)
            except OSError:
                break
    child.kill()
    child.wait()
    os.close(master)
    text = Path(out).read_text()
    if not text:
        raise SystemExit(f"no first screen:\n{seen.decode('utf-8', 'replace')[-3000:]}")
    cpu, now = json.loads(text)
    return cpu, now - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--size", type=int, default=20_000)
    given = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parent))
    from keypress import prompt_of

    path = Path(tempfile.mkdtemp()) / "CLAUDE.md"
    path.write_text(prompt_of(given.size))
    empty, ours = [], []
    for _ in range(given.runs):  # in turns, so that the load of the machine hits both
        empty.append(run(_EMPTY, str(path)))
        ours.append(run(_OURS, str(path), *_WORDS))
    worst = 0.0
    for i, what in enumerate(("CPU", "wall")):
        a = statistics.median(pair[i] for pair in empty)
        b = statistics.median(pair[i] for pair in ours)
        print(f"{what:>5}: empty {a * 1000:.0f} ms, ours {b * 1000:.0f} ms, ratio {b / a:.2f}")
        if what == "CPU":
            worst = b / a
    print(f"budget {BUDGET} (CPU): {'ok' if worst <= BUDGET else 'OVER'}")
    return int(worst > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
