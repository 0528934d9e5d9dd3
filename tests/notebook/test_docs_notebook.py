"""The notebook of the docs runs, and shows what it shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Browser, browser
from tests.page_checks import read

__all__ = ["browser"]

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"

#: What a notebook does to tables and text in a cell; ours must hold against it.
LAB = """
.jp-RenderedHTMLCommon { color: grey; font: 9px monospace }
.jp-RenderedHTMLCommon table { border: 3px dotted red; table-layout: fixed; font-size: 8px }
.jp-RenderedHTMLCommon td, .jp-RenderedHTMLCommon th { text-align: right; padding: 2em }
.jp-RenderedHTMLCommon tbody tr:nth-child(odd) { background: yellow }
"""


def executed(out: Path) -> dict[str, Any]:
    pytest.importorskip("nbclient", reason="needs nbclient and ipykernel (the extra dev)")
    pytest.importorskip("ipykernel", reason="needs nbclient and ipykernel (the extra dev)")
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "notebook.py"), str(out)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    found: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return found


def outputs(book: dict[str, Any], kind: str) -> list[str]:
    return [
        "".join(output["data"][kind])
        for cell in book["cells"]
        for output in cell.get("outputs", ())
        if kind in output.get("data", {})
    ]


@pytest.mark.slow
def test_the_notebook_runs_and_its_output_is_what_it_shows(tmp_path: Path) -> None:
    """When this fails: scripts/notebook.py"""
    book = executed(tmp_path / "run.ipynb")
    assert all(cell["source"] for cell in book["cells"])
    now, stored = (
        [re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "TIME", text) for text in outputs(each, "text/plain")]
        for each in (book, json.loads(NOTEBOOK.read_text("utf-8")))
    )
    assert len(now) == len(stored)
    if sys.version_info >= (3, 12):  # its counts need ctok, Python 3.12
        assert now == stored, "run scripts/notebook.py"


def test_the_stored_notebook_is_small_harmless_and_of_no_machine() -> None:
    text = NOTEBOOK.read_text("utf-8")
    book = json.loads(text)
    assert len(text) < 200_000
    assert not re.search(r"/(?:home|root|tmp|work|Users)/", text)
    shown = outputs(book, "text/html")
    assert len(shown) >= 8
    for html in shown:
        read(html)
    kinds = {o["output_type"] for c in book["cells"] for o in c.get("outputs", ())}
    assert kinds == {"execute_result"}


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_its_cells_are_legible_in_a_browser(dark: bool, browser: Browser, tmp_path: Path) -> None:
    """Each cell as a notebook frames it, in the theme that the notebook names."""
    book = json.loads(NOTEBOOK.read_text("utf-8"))
    cells = "".join(
        f"<pre>{escape(''.join(cell['source']))}</pre>"
        + "".join(
            f'<div class="jp-RenderedHTMLCommon">{"".join(o["data"].get("text/html", ""))}</div>'
            for o in cell.get("outputs", ())
        )
        for cell in book["cells"]
        if cell["cell_type"] == "code"
    )
    page = tmp_path / "notebook.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><style>{LAB} pre {{ display: none }}</style>"
        f'<body style="margin:0" data-jp-theme-light="{"false" if dark else "true"}">{cells}',
        "utf-8",
    )
    mean, spread = browser.brightness(page, tmp_path / "shot.png", dark=not dark, size=(1000, 900))
    assert mean < 70 if dark else mean > 200
    assert spread > 15
