"""The report of every real prompt: its size, what is in it, and what it takes.

    python benchmarks/report_pages.py [--shared DIR] [--list]

Each page is read by a parser that is not ours: only our own elements and attributes, no character
that drives a terminal or turns text around, no request. Each file is also compared with a copy
whose second half was moved to the front. Budget: below 1 MB for prompts up to 100 KB, Markdown
below the 65,536 characters of a comment.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.page_checks import read  # noqa: E402
from workbench.verbs.inputs import Input  # noqa: E402
from workbench.verbs.pages.full import render  # noqa: E402
from workbench.verbs.report import ReportRequest, report  # noqa: E402
from workbench.verbs.steps import finished  # noqa: E402

PAGE, COMMENT, PROMPT = 1_000_000, 65_536, 100_000


def swapped(data: bytes) -> bytes:
    """The same lines, the second half first."""
    lines = data.splitlines(keepends=True)
    half = len(lines) // 2
    return b"".join(lines[half:] + lines[:half])


def wrong(page: bytes, brief: bytes, size: int) -> list[str]:
    """What does not hold, in words."""
    out = []
    try:
        read(page.decode("utf-8"))
    except AssertionError as error:
        out.append(str(error).splitlines()[0][:120])
    if b"<script" in page.lower():
        out.append("<script")
    if size <= PROMPT and len(page) >= PAGE:
        out.append(f"{len(page):,} bytes")
    if len(brief.decode("utf-8")) >= COMMENT:
        out.append(f"Markdown of {len(brief):,} bytes")
    return out


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    named = os.environ.get("CTXBENCH_SHARED")
    options.add_argument("--shared", type=Path, default=Path(named or ROOT.parent / "shared"))
    options.add_argument("--list", action="store_true", help="a line for each file")
    given = options.parse_args()
    if not (given.shared / "corpus").is_dir():
        print(f"no prompt corpus at {given.shared}; nothing was measured")
        return 0
    files = sorted(p for p in (given.shared / "corpus").iterdir() if p.name != "MANIFEST.tsv")
    sizes: list[tuple[int, int, str]] = []
    briefs: list[int] = []
    bad: dict[str, list[str]] = {}
    start = time.process_time()
    for path in files:
        data = path.read_bytes()
        one = Input(path.name, data, "text")
        two = Input(path.name, swapped(data), "text")
        for made in (
            finished(report(ReportRequest(one))),
            finished(report(ReportRequest(one, two))),
        ):
            page, brief = render(made), render(made, "markdown")
            sizes.append((len(page), len(data), path.name))
            briefs.append(len(brief))
            if found := wrong(page, brief, len(data)):
                bad.setdefault(path.name, []).extend(found)
        if given.list:
            print(f"{len(data):9,} {sizes[-2][0]:9,} {sizes[-1][0]:9,}  {path.name}")
    spent = time.process_time() - start
    for name, found in bad.items():
        print(f"wrong: {name}: {'; '.join(dict.fromkeys(found))}")
    page_size, prompt_size, _ = max(sizes)
    print(
        f"{len(files)} prompts, {len(sizes)} pages: the largest {page_size:,} bytes (of a prompt "
        f"of {prompt_size:,}), Markdown at most {max(briefs):,}; {len(bad)} wrong; "
        f"{1000 * spent / len(sizes):.0f} ms of CPU a page"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
