"""Review and verify over every real prompt and every reported case: nothing crashes."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from tests.conftest import Spread
from tests.judge.projects import TODAY
from workbench.judge.findings import ORIGINS, SEVERITIES
from workbench.judge.rule_files import all_rules
from workbench.judge.sarif import sarif_log
from workbench.prompt.lines import body
from workbench.verbs.review import Options, Reviewed, review
from workbench.verbs.verify import verify

MOST = 300_000


@pytest.fixture(scope="module")
def reviewed(shared: Path, corpus: list[Path], spread: Spread) -> list[Reviewed]:
    cases = sorted(p for p in (shared / "cases" / "inputs").rglob("*") if p.is_file())
    probes = sorted((shared / "probes").rglob("*.md"))
    options = Options(today=TODAY, all=True)
    seen: dict[Path, object] = {}
    files = [p for p in [*corpus, *spread(cases), *spread(probes)] if p.stat().st_size <= MOST]
    return [review(str(path), options, seen) for path in files]  # type: ignore[arg-type]


@pytest.mark.slow
def test_every_finding_points_into_its_file(reviewed: list[Reviewed]) -> None:
    known = {rule.id for rule in all_rules()}
    for result in reviewed:
        lines = result.prompt.lines
        for f in result.findings:
            where = f"{result.path}:{f.start_line} {f.rule}"
            assert f.rule in known and f.severity in SEVERITIES, where
            assert f.origin in ORIGINS, where
            assert 1 <= f.start_line <= f.end_line <= max(len(lines), 1), where
            assert f.message and f.why, where
            if f.start_column:
                width = len(body(lines[f.start_line - 1]))
                assert 1 <= f.start_column <= width + 1, where
            for other in f.related:
                assert other.start_line >= 1, where
                assert other.path or other.start_line <= max(len(lines), 1), where


def test_every_review_is_json_and_sarif(reviewed: list[Reviewed]) -> None:
    for result in reviewed:
        json.dumps(result.to_dict(), ensure_ascii=True, allow_nan=False)
    log = sarif_log(((r.path, r.prompt, r.findings) for r in reviewed), all_rules())
    assert len(log["runs"][0]["results"]) == sum(len(r.findings) for r in reviewed)


def test_every_frame_is_harmless_and_narrow(reviewed: list[Reviewed]) -> None:
    from workbench.cli.frames import frame
    from workbench.cli.table import cell_width
    from workbench.prompt.visible import HOSTILE

    for result in reviewed:
        for f in result.findings:
            columns = (f.start_column, f.end_column)
            for row in frame(result.prompt.lines, f.start_line, f.end_line, columns, width=80):
                assert not HOSTILE.search(row), (result.path, row)
                assert cell_width(row) <= 84, (result.path, row)


def test_reviews_are_the_same_twice(reviewed: list[Reviewed]) -> None:
    options = Options(today=TODAY, all=True)
    for result in reviewed[::9]:
        assert review(result.path, options).findings == result.findings


@pytest.mark.slow
def test_claims_point_at_their_subject(shared: Path, corpus: list[Path]) -> None:
    for path in [p for p in corpus if p.stat().st_size <= MOST]:
        result = verify(str(path), today=TODAY)
        text = result.prompt.text
        report = result.report
        counts = [report.count(s) for s in ("VERIFIED", "FALSE", "UNVERIFIABLE")]
        assert sum(counts) == len(report.claims)
        for claim in report.claims:
            assert 0 <= claim.start < claim.end <= len(text)
            assert result.prompt.starts[claim.line - 1] + claim.start_column - 1 == claim.start
            assert claim.evidence and claim.text
            # Nobody looked at the project that these files speak of.
            assert claim.status != "FALSE" or claim.confidence == "LOW", (path.name, claim)


def test_hostile_text_takes_no_time() -> None:
    from workbench.verbs.inputs import Input

    for text in (
        "`" * 20_000,
        "- `a/b.py` " * 5_000,
        "@" * 20_000,
        "[x](y" * 5_000,
        "use " * 10_000 + "Node 16 " * 2_000,
        "\t" * 20_000 + "x",
        "1.2.3." * 8_000,
        "make " * 10_000,
        "“" * 20_000,
        "no " * 20_000 + "`x.py`",
    ):
        start = process_time()
        review(Input("CLAUDE.md", text.encode(), "stdin"), Options(today=TODAY))
        verify(Input("CLAUDE.md", text.encode(), "stdin"), today=TODAY)
        assert process_time() - start < 5, text[:40]
