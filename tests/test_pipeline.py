"""In a pipeline: the hook, the action, the limits; each is run, not only read."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from workbench.hosts.prompt_files import prompt_files
from workbench.hosts.registry import shipped_hosts

ROOT = Path(__file__).resolve().parent.parent
GOOD = "# Work\n\nAlways answer in English.\n\nRun `make test` before a commit.\n"


def _hook() -> dict[str, Any]:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    found: dict[str, Any] = hook
    return found


def test_the_hook_looks_at_every_file_that_a_host_loads() -> None:
    looks_at = re.compile(_hook()["files"])
    loaded = [
        path.replace("**/", "deep/").replace("*", "name")
        for host in shipped_hosts().all()
        for place in host.files
        for path in place.paths
        if path[:1] not in ("~", "/")
    ]
    assert len(loaded) > 20
    assert [path for path in loaded if not looks_at.search(path)] == []
    assert not looks_at.search("src/agents/README.md") and not looks_at.search("docs/rules/a.md")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """`ctxbench` on the path, as pre-commit and the action install it."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    program = bin_ / "ctxbench"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m workbench "$@"\n')
    program.chmod(0o755)
    return os.environ | {
        "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.invalid",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.invalid",
    }


@pytest.fixture
def repository(tmp_path: Path, environment: dict[str, str]) -> Path:
    """A repository whose commits pass through the hook, as pre-commit would run it."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "repo"
    folder.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=folder, env=environment, check=True)
    hook = _hook()
    (folder / "Makefile").write_text("test:\n\ttrue\n")
    (folder / ".ctxbench.yaml").write_text("budget: {tokens: 60}\n")
    script = folder / ".git" / "hooks" / "pre-commit"
    pattern = shlex.quote(hook["files"])
    script.write_text(
        "#!/bin/sh\nfiles=$(git diff --cached --name-only --diff-filter=ACMR | grep -E "
        f'{pattern})\n[ -z "$files" ] || exec {hook["entry"]} $files\n'
    )
    script.chmod(0o755)
    return folder


def _commit(
    folder: Path, environment: dict[str, str], text: str
) -> subprocess.CompletedProcess[str]:
    (folder / "CLAUDE.md").write_text(text, "utf-8")
    subprocess.run(["git", "add", "-A"], cwd=folder, env=environment, check=True)
    return subprocess.run(
        ["git", "commit", "-q", "-m", "change"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_hook_passes_a_good_commit_and_blocks_a_clash_and_an_overrun(
    repository: Path, environment: dict[str, str]
) -> None:
    done = _commit(repository, environment, GOOD)
    assert done.returncode == 0, done.stdout + done.stderr
    clash = _commit(repository, environment, GOOD + "\nNever answer in English.\n")
    assert clash.returncode != 0 and "[contradiction]" in clash.stdout + clash.stderr
    long = _commit(repository, environment, GOOD + "\nKeep each function short.\n" * 20)
    assert long.returncode != 0 and "over the budget of 60" in long.stdout + long.stderr
    log = subprocess.run(
        ["git", "rev-list", "--count", "HEAD"],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert log.stdout.strip() == "1", "only the good one is there"


def test_the_hook_looks_at_the_files_that_review_finds_in_a_folder(tmp_path: Path) -> None:
    names = [
        *("CLAUDE.md", "sub/CLAUDE.local.md", "AGENTS.md", "GEMINI.md", "skills/x/SKILL.md"),
        *(".claude/agents/a.md", ".claude/commands/c.md", ".claude/rules/r.md", ".cursorrules"),
        *(".cursor/rules/r.mdc", ".github/copilot-instructions.md"),
    ]
    for name in [*names, "README.md", "docs/guide.md"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Be brief.\n")
    pattern = re.compile(_hook()["files"])
    found = {str(path.relative_to(tmp_path)) for path in prompt_files(tmp_path)}
    assert {name for name in names if not pattern.search(name)} == set()
    assert {name for name in found if not pattern.search(name)} == set()
    assert not pattern.search("README.md") and not pattern.search("docs/guide.md")


def _action(
    folder: Path, environment: dict[str, str], **given: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", str(ROOT / "scripts" / "action.sh")],
        cwd=folder,
        env=environment | given,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_action_writes_sarif_and_then_fails_on_what_was_found(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "CLAUDE.md").write_text(GOOD + "\nNever answer in English.\n")
    done = _action(tmp_path, environment, FILES="CLAUDE.md\n\n", FAIL_ON="warning", SARIF="o.sarif")
    assert done.returncode == 1
    log = json.loads((tmp_path / "o.sarif").read_text())
    assert log["version"] == "2.1.0"
    assert "contradiction" in {result["ruleId"] for result in log["runs"][0]["results"]}
    assert _action(tmp_path, environment, FILES=".", FAIL_ON="never").returncode == 0
    assert _action(tmp_path, environment, FILES=".", BUDGET="tokens=3").returncode == 1


def test_no_input_of_the_action_becomes_part_of_a_script(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    for step in action["runs"]["steps"]:
        assert "${{" not in step["run"]
    (tmp_path / "CLAUDE.md").write_text(GOOD)
    trap = tmp_path / "trap"
    done = _action(tmp_path, environment, FILES=f"CLAUDE.md$(touch {trap}); touch {trap}")
    assert done.returncode == 2 and not trap.exists()
