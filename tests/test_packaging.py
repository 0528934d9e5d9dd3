"""Set-up, wheel contents, shipped resources and constraints."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from workbench import __version__, resources

ROOT = Path(__file__).resolve().parent.parent
SETUP = ROOT / "scripts" / "setup.py"


def project() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: dict[str, object] = tomllib.load(file)
    return found


def test_layouts_and_samples_are_found_in_a_checkout() -> None:
    assert any(resources.layouts().iterdir())
    assert (resources.sample_prompts() / "ledger-service" / "CLAUDE.md").is_file()


def test_layouts_and_samples_are_found_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "workbench" / "_shipped" / "layouts"
    inside.mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "workbench")
    assert resources.layouts() == inside
    with pytest.raises(FileNotFoundError, match="sample_prompts is missing"):
        resources.sample_prompts()


@pytest.mark.slow
def test_the_wheel_works_where_nothing_else_is(tmp_path: Path) -> None:
    """Needs a package index: builds a wheel and installs it into an environment of its own."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("ctxbench-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for kind in ("layouts", "sample_prompts"):
        for path in (ROOT / kind).rglob("*"):
            if path.is_file() and path.name != ".gitkeep":
                inside = f"workbench/_shipped/{kind}/{path.relative_to(ROOT / kind).as_posix()}"
                assert inside in names
    home = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-compile"]
    subprocess.run(
        [*pip, "-c", str(ROOT / "constraints.txt"), str(wheel)], check=True, capture_output=True
    )
    code = "from workbench import resources as r; print(r.layouts(), r.sample_prompts())"
    out = subprocess.run(
        [python, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path
    ).stdout
    assert out.count("_shipped") == 2
    done = subprocess.run(
        [home / "bin" / "ctxbench", "doctor", "--json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_constraints_are_plain_pins_of_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line) for line in lines)
    pinned = {re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in lines}
    table = project()["project"]
    assert isinstance(table, dict)
    wanted = [*table["dependencies"], *table["optional-dependencies"]["dev"]]
    for line in wanted:
        name = re.match(r"[A-Za-z0-9._-]+", line)
        assert name and re.sub(r"[-_.]+", "-", name[0]).lower() in pinned, line


def test_readme_has_exactly_two_set_up_commands() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    found = re.findall(r"^python3 scripts/setup\.py .*$", readme, re.M)
    assert found == ["python3 scripts/setup.py open", "python3 scripts/setup.py test"]


@pytest.mark.slow
def test_set_up_finds_this_python_and_the_newest_first() -> None:
    out = subprocess.run(
        [sys.executable, SETUP, "find"], capture_output=True, text=True, check=True
    ).stdout
    versions = [tuple(map(int, line.split()[0].split("."))) for line in out.splitlines()]
    assert versions == sorted(versions, reverse=True)
    assert sys.version_info[:2] in versions


def test_set_up_says_what_to_install_when_python_is_too_old(tmp_path: Path) -> None:
    code = (
        "import runpy, sys; m = runpy.run_path(sys.argv[1], run_name='m'); "
        "m['choose'].__globals__['all_pythons'] = lambda: []; m['choose']('newest')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, SETUP], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "Traceback" not in done.stderr


def test_set_up_reads_as_python_2_too() -> None:
    """An old `python3` must get a sentence, not a syntax error: no f-string, no annotation."""
    text = SETUP.read_text("utf-8")
    assert not re.search(r"\bf\"|\bf'|\) ->|:=", text)


def test_version_is_written_once() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert "version" not in project()["project"]  # type: ignore[operator]


def test_every_dependency_is_argued_for() -> None:
    table = project()["project"]
    assert isinstance(table, dict)
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for line in [*table["dependencies"], *table["optional-dependencies"]["dev"]]:
        name = re.match(r"[A-Za-z0-9._-]+", line)
        assert name and f"`{name[0]}`" in text, line
