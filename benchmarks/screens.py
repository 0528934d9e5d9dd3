"""Captures of the workbench, to look at: SVG and text of the main screens at two sizes.

    python benchmarks/screens.py FOLDER [--file sample_prompts/ledger-service/CLAUDE.md]

Writes NAME-WIDTHxHEIGHT.svg and .txt for the bench, review, diff, versions, keys and export;
--theme textual-light shows them on a light ground.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path

SIZES = ((80, 24), (140, 40))
#: Screen -> keys that lead there from the bench, and the keys that lead back.
SCREENS = {
    "bench": ((), ()),
    "review": (("ctrl+o",), ("q",)),
    "diff": (("x", "ctrl+d"), ("q", "backspace")),
    "versions": (("ctrl+r",), ("q",)),
    "keys": (("ctrl+g",), ("q",)),
    "export": (("ctrl+e",), ("escape",)),
    "quit": (("x", "ctrl+q"), ("escape", "backspace")),
    "parts": (("ctrl+n", "down", "down"), ("escape",)),
    "reword": (("ctrl+o", "e"), ("escape", "q")),
    "asking": (("alt+s",), ("escape",)),
}


async def capture(source: Path, folder: Path, size: tuple[int, int], theme: str) -> None:
    """Open a copy of `source` at `size` and write all screens."""
    from workbench.tui.app import WorkbenchApp, open_session

    path = Path(tempfile.mkdtemp()) / source.name
    shutil.copyfile(source, path)
    app = WorkbenchApp(open_session(path))
    async with app.run_test(size=size) as pilot:
        if theme:
            app.theme = theme
        for _ in range(200):
            await pilot.pause(0.1)
            if app.session.scores and not app.workers:
                break
        for name, (there, back) in SCREENS.items():
            for key in there:
                await pilot.press(key)
                await app.workers.wait_for_complete()
                await pilot.pause(0.3)
            for _ in range(200):  # the price is worked out in a process of its own
                run = getattr(app.screen, "run", None)
                if name != "asking" or run is None or run.plan is not None:
                    break
                await pilot.pause(0.1)
            stem = folder / f"{name}-{size[0]}x{size[1]}"
            stem.with_suffix(".svg").write_text(app.export_screenshot())
            rows = app.screen._compositor.render_strips()
            stem.with_suffix(".txt").write_text("\n".join(row.text for row in rows) + "\n")
            for key in back:
                await pilot.press(key)
                await pilot.pause(0.2)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    root = Path(__file__).resolve().parent.parent
    sample = root / "sample_prompts" / "ledger-service" / "CLAUDE.md"
    parser.add_argument("--file", type=Path, default=sample)
    parser.add_argument("--theme", default="")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    os.environ["CTXBENCH_HOME"] = tempfile.mkdtemp()
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"):
        os.environ.pop(name, None)
    for size in SIZES:
        asyncio.run(capture(given.file, given.folder, size, given.theme))
    print(f"{len(SIZES) * len(SCREENS)} screens in {given.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
