"""The output in README.md is what the commands print today."""

from __future__ import annotations

import runpy
import shutil
import sys
from difflib import unified_diff
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info < (3, 12), reason="its counts need ctok, Python 3.12")
@pytest.mark.skipif(not shutil.which("bash"), reason="its commands are written for bash")
def test_readme_shows_real_output() -> None:
    if not Path(sys.executable).with_name("ctxbench").exists():
        pytest.skip("the command ctxbench is not installed beside this Python")
    render = runpy.run_path(str(ROOT / "scripts" / "readme.py"))["render"]
    text = (ROOT / "README.md").read_text("utf-8")
    changed = list(unified_diff(text.splitlines(), render(text).splitlines(), lineterm="", n=0))
    assert not changed, "run scripts/readme.py:\n" + "\n".join(changed[:20])


def test_readme_lists_every_verb() -> None:
    from workbench.cli.app import VERBS

    text = (ROOT / "README.md").read_text("utf-8")
    for verb, words in VERBS.items():
        assert f"| `{verb}` | {words} |\n" in text, "run scripts/readme.py"
