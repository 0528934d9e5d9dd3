"""What `import workbench` and the offline verbs load, and that nothing ever opens a socket."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = (
    "textual",
    "anthropic",
    "tiktoken",
    "sqlite_utils",
    "yaml",
    "markdown_it",
    "httpx2",
    "IPython",
)


def loaded_after(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint(*sorted(sys.modules), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("code", ["import workbench", "from workbench import Prompt"])
def test_import_workbench_loads_nothing_heavy(code: str) -> None:
    assert loaded_after(code).isdisjoint(HEAVY)


def test_import_of_the_command_line_loads_nothing_heavy() -> None:
    assert loaded_after("import workbench.cli.app").isdisjoint(HEAVY)


def test_every_contract_on_imports_holds() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    if not tool.exists():
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run(
        [tool, "--no-cache"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout
