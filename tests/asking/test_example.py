"""The command that docs/models.md shows is one that can be asked."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.cli.conftest import Run

MODELS = Path(__file__).resolve().parents[2] / "docs" / "models.md"


def test_the_example_of_a_command_scores_every_part(run: Run, here: Path) -> None:
    shown = re.findall(r"```python\n(#!.*?)```", MODELS.read_text("utf-8"), re.DOTALL)
    assert len(shown) == 1
    (here / "answer.py").write_text(shown[0], "utf-8")
    text = "# Tracker\n\nTracks parcels.\n\n## Tests\n\n- Run `make test`.\n"
    (here / "CLAUDE.md").write_text(text, "utf-8")
    done = run("score", "CLAUDE.md", "--runner", f"{sys.executable} answer.py", "--yes")
    assert done.code == 0, done.talk
    assert "n/a" not in done.out and "letters" in done.out


def test_parts_that_fail_for_one_reason_share_a_line(run: Run, here: Path) -> None:
    (here / "mute.py").write_text("print('no answer')\n", "utf-8")
    parts = "".join(f"## Part {n}\n\n- Run `make {n}`.\n\n" for n in range(1, 7))
    (here / "CLAUDE.md").write_text(f"# Tracker\n\nTracks parcels.\n\n{parts}", "utf-8")
    done = run("score", "CLAUDE.md", "--runner", f"{sys.executable} mute.py", "--yes")
    assert done.code == 3 and "failures and no answer" in done.talk
    said = [line for line in done.out.splitlines() if "No score" in line]
    assert 1 <= len(said) <= 2 and ", " in said[0].partition(": No score")[0], said
