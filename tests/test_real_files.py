"""Every verb over every real prompt and every reported case: nothing is lost, nothing crashes."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest

from tests.conftest import Spread
from tests.prompt.test_parts import by_eye, forbidden_lines
from workbench.cli import main
from workbench.prompt.granularity import running_sizes
from workbench.prompt.prompt import Prompt


@pytest.fixture(scope="session")
def real_files(shared: Path, corpus: list[Path], spread: Spread) -> list[Path]:
    """The corpus and every input of the reported cases, deepest folders included."""
    cases = sorted(p for p in (shared / "cases" / "inputs").rglob("*") if p.is_file())
    return [*corpus, *spread(cases)]


def run(capfdbinary: pytest.CaptureFixture[bytes], *args: str) -> tuple[int, bytes, bytes]:
    code = main(list(args))
    out, err = capfdbinary.readouterr()
    assert b"Traceback" not in err, args
    assert b"fault of its own" not in err, err
    return code, out, err


def test_parts_of_every_file_are_contiguous_and_cut_no_thought(
    real_files: list[Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    names = [str(path) for path in real_files]
    code, out, err = run(capfdbinary, "parts", "--json", "--counter", "o200k_base", "--", *names)
    assert code == 0, err
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["path"] for row in rows] == names
    for path, row in zip(real_files, rows, strict=True):
        data = path.read_bytes()
        parts = row["parts"]
        assert row["bytes"] == len(data)
        assert parts[0]["start_byte"] == 0 and parts[-1]["end_byte"] == len(data), path
        for before, after in pairwise(parts):
            assert before["end_byte"] == after["start_byte"], path
            assert before["end_line"] + 1 == after["start_line"], path
        assert sum(part["tokens"] for part in parts) == row["total_tokens"], path
        prompt = Prompt.from_bytes(data, str(path))
        pairs = prompt.outline.pairs
        if not prompt.is_data and prompt.kind not in ("yaml", "toml"):
            borders = {pair.start_line for pair in pairs} | {pair.end_line for pair in pairs}
            cuts = {part["start_line"] - 1 for part in parts[1:]}
            assert not (cuts - borders) & (forbidden_lines(prompt.text) - by_eye(prompt)), path
            for pair in pairs:
                sizes = running_sizes(prompt.lines)
                inside = sizes[pair.end_line] - sizes[pair.start_line]
                if inside <= max(2000, sizes[-1] / 4):  # larger ones divide themselves
                    assert not cuts & set(range(pair.start_line + 1, pair.end_line)), path


@pytest.mark.slow
def test_what_is_saved_is_shown_to_the_byte(
    real_files: list[Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    for path in real_files:
        started = process_time()
        code, out, err = run(capfdbinary, "save", str(path), "-m", "as found", "--json")
        assert code == 0, err
        number = json.loads(out)["version"]["n"]
        code, out, _ = run(capfdbinary, "show", f"{path}@{number}")
        assert (code, out) == (0, path.read_bytes()), path
        assert process_time() - started < 10, path


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["count", "map", "instructions", "score", "optimize"])
def test_every_file_goes_through_every_verb(
    verb: str, real_files: list[Path], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    counter = [] if verb == "instructions" else ["--counter", "o200k_base"]
    small = [path for path in real_files if path.stat().st_size < 120_000]
    for path in small:
        code, out, err = run(capfdbinary, verb, "--json", *counter, str(path))
        assert code in (0, 1), (path, err)
        row = json.loads(out)
        assert row["path"] == str(path)
