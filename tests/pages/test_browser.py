"""A report and a notebook in a real browser: nothing runs, nothing is asked for, all is legible."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser import Browser, browser, listening
from tests.page_checks import hostile
from workbench import Prompt
from workbench.resources import sample_prompts
from workbench.verbs.inputs import Input
from workbench.verbs.pages.full import render
from workbench.verbs.report import ReportRequest, report
from workbench.verbs.steps import finished

__all__ = ["browser"]

#: Where Chromium itself looks at its start, whatever page it is given.
OWN = (".google.com", ".googleapis.com", ".gstatic.com")


def opened(browser: Browser, page: Path) -> tuple[str, str]:
    """The document after loading, and the log of the network."""
    log = page.with_suffix(".netlog")
    dom = browser.dom(page, log)
    return dom, log.read_text("utf-8", "replace")


@pytest.mark.slow
def test_the_watch_sees_a_script_and_a_request(browser: Browser, tmp_path: Path) -> None:
    """The same text without escapes does both: the tests below could fail."""
    page = tmp_path / "raw.html"
    with listening() as server:
        page.write_text(hostile(server.url), "utf-8")
        dom, log = opened(browser, page)
        assert 'data-ran="yes"' in dom
        assert "/image.png" in server.asked
        assert f"{server.url}/image.png" in log


@pytest.mark.slow
def test_a_report_of_a_hostile_prompt_runs_nothing_and_asks_for_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    with listening() as server:
        text = hostile(server.url)
        old, new = tmp_path / "a.md", tmp_path / "<img src=x onerror=y>.md"
        old.write_text(text, "utf-8", newline="")
        new.write_text(text.replace("Never", "Always"), "utf-8", newline="")
        made = finished(
            report(ReportRequest(str(old), str(new), task=f"<script src={server.url}/t></script>"))
        )
        page.write_bytes(render(made))
        dom, log = opened(browser, page)
        assert server.asked == []
        assert server.url not in log
    assert "data-ran" not in dom.partition("<body")[0]
    assert "What changed" in dom and dom.count("<script") == 0


@pytest.mark.slow
def test_the_policy_of_a_report_holds_even_where_an_escape_would_fail(
    browser: Browser, tmp_path: Path
) -> None:
    """Raw markup put into the page by hand: its policy forbids both the script and the requests."""
    page = tmp_path / "broken.html"
    with listening() as server:
        made = finished(report(ReportRequest(Input("a.md", b"# A\n\nNever push.\n", "text"))))
        raw = f"<img src={server.url}/i.png><script>document.title='ran'</script>"
        page.write_bytes(render(made).replace(b"</body>", f"{raw}</body>".encode()))
        dom, _ = opened(browser, page)
        assert server.asked == []
    assert "<title>ran</title>" not in dom and "document.title" in dom


@pytest.mark.slow
def test_a_cell_of_a_notebook_runs_nothing_without_any_policy(
    browser: Browser, tmp_path: Path
) -> None:
    """A notebook has no policy that forbids scripts: here the escapes alone hold."""
    page = tmp_path / "cells.html"
    with listening() as server:
        prompt = Prompt.from_text(hostile(server.url), "SKILL.md")
        other = Prompt.from_text(hostile(server.url).replace("Never", "Always"))
        cells = [
            prompt,
            prompt.score(f"<img src={server.url}/task>"),
            prompt.review(all=True),
            prompt.instructions(),
            prompt.map(),
            prompt.optimize(accept="safe"),
            prompt.diff(other),
            prompt.ledger(other),
        ]
        shown = "".join(each._repr_html_() for each in cells)
        page.write_text(f"<!doctype html><meta charset=utf-8>{shown}", "utf-8")
        dom, log = opened(browser, page)
        assert server.asked == []
        assert server.url not in log
    assert "data-ran" not in dom.partition("<body")[0]
    assert dom.count("<script") == 0


@pytest.mark.slow
def test_real_prompts_with_scripts_and_style_ends_run_nothing(
    browser: Browser, tmp_path: Path, shared: Path
) -> None:
    """The texts of the collection that hold most script tags, ends of styles and hidden signs."""
    signs = (b"<script", b"</style>", b"</script", b"\xe2\x80\xae", b"\xe2\x80\x8b", b"onerror=")

    def held(path: Path) -> int:
        return sum(sign in path.read_bytes().lower() for sign in signs)

    files = [p for p in sorted((shared / "corpus").iterdir()) if p.stat().st_size < 100_000]
    chosen = [path for path in sorted(files, key=held)[-3:] if held(path)]
    assert len(chosen) == 3
    for path in chosen:
        data = path.read_bytes()
        page = tmp_path / "real.html"
        page.write_bytes(render(finished(report(ReportRequest(Input(path.name, data, "text"))))))
        assert page.stat().st_size < 1_000_000
        dom, log = opened(browser, page)
        assert "<script" not in dom and "ctxbench" in dom
        hosts = set(re.findall(r'"url":"https?://([^/"]+)', log))
        assert {host for host in hosts if not host.endswith(OWN)} == set(), path.name


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_report_follows_the_theme_of_the_system(
    dark: bool, browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    page.write_bytes(
        render(
            finished(report(ReportRequest(str(sample_prompts() / "ledger-service" / "CLAUDE.md"))))
        )
    )
    mean, spread = browser.brightness(page, tmp_path / "shot.png", dark=dark)
    assert mean < 70 if dark else mean > 200
    assert spread > 15  # something is written on it


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_notebook_follows_its_own_theme_whatever_the_system_says(
    dark: bool, browser: Browser, tmp_path: Path
) -> None:
    """JupyterLab names its theme on the body; the system here says the opposite."""
    prompt = Prompt.load(sample_prompts() / "ledger-service" / "CLAUDE.md")
    page = tmp_path / "cell.html"
    page.write_text(
        "<!doctype html><meta charset=utf-8>"
        f'<body style="margin:0" data-jp-theme-light="{"false" if dark else "true"}">'
        f"{prompt._repr_html_()}",
        "utf-8",
    )
    shot = tmp_path / "shot.png"
    mean, spread = browser.brightness(page, shot, dark=not dark, size=(900, 400))
    assert mean < 70 if dark else mean > 200
    assert spread > 15


@pytest.mark.slow
def test_a_cell_in_jupyterlab_stands_on_the_sheet_of_its_theme(
    browser: Browser, tmp_path: Path
) -> None:
    """Else it is a box of another shade on the page."""
    prompt = Prompt.from_text("# A\n\nNever push.\n")
    page = tmp_path / "cell.html"
    means = []
    for sheet in ("#fff", "#bbb"):
        page.write_text(
            f"<!doctype html><meta charset=utf-8><style>body{{--jp-layout-color0:{sheet}}}</style>"
            f'<body style="margin:0" data-jp-theme-light="true">{prompt._repr_html_()}',
            "utf-8",
        )
        mean, _ = browser.brightness(page, tmp_path / "s.png", dark=False, size=(900, 120))
        means.append(mean)
    assert means[0] - means[1] > 10
