"""Count one file in a process of its own: `python -m workbench.tui.count_child FILE COUNTER MODEL`.

Counting millions of characters holds the interpreter lock; here it cannot slow down the screen.
Writes `done total` lines, then one JSON line with the result.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main(arguments: list[str]) -> int:
    from workbench.tui.work import counting_here

    path, counter, model = arguments
    steps = counting_here(Path(path), counter, model or None)
    last = 0.0
    while True:
        try:
            done, total = next(steps)
        except StopIteration as stop:
            tokens, info = stop.value
            print(json.dumps([tokens, info.label, info.name]), flush=True)  # noqa: T201
            return 0
        now = time.monotonic()
        if now - last > 0.1:
            last = now
            print(done, total, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
