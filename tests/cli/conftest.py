"""Running the command line in this process, with real byte streams."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    raw: bytes
    talk: str

    @property
    def out(self) -> str:
        return self.raw.decode("utf-8")

    @property
    def records(self) -> list[dict[str, Any]]:
        """The JSON objects of stdout; anything else on stdout fails the test."""
        found = [json.loads(line) for line in self.out.splitlines()]
        assert all(isinstance(record, dict) for record in found)
        return found

    @property
    def record(self) -> dict[str, Any]:
        (only,) = self.records
        return only


Run = Callable[..., Result]


class _Tty(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("parts", "a.md", stdin=b"")` -> exit code, bytes of stdout, text of stderr."""

    def call(*args: str | Path, stdin: bytes = b"", tty: bool = False) -> Result:
        out, err = io.BytesIO(), io.BytesIO()
        wrapper = _Tty if tty else io.TextIOWrapper
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", wrapper(io.BytesIO(stdin), "utf-8"))
            patch.setattr(sys, "stdout", wrapper(out, "utf-8", write_through=True))
            patch.setattr(sys, "stderr", wrapper(err, "utf-8", write_through=True))
            code = main([str(arg) for arg in args])
            sys.stdout.flush()
            return Result(code, out.getvalue(), err.getvalue().decode("utf-8"))

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def samples() -> list[Path]:
    """All sample prompts."""
    from workbench.resources import sample_prompts

    found = sorted(sample_prompts().rglob("*.md"))
    return [path for path in found if path.name not in ("README.md", "glossary.md")]
