"""Looking at a project: where it begins, what it runs and asks for, and what is never done."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.judge.projects import build
from workbench.hosts.project import Project, find_root
from workbench.hosts.project_files import walk
from workbench.hosts.prompt_files import prompt_files


def test_the_root_is_the_nearest_git_checkout(tmp_path: Path) -> None:
    root = build(tmp_path / "a", {"package.json": "{}", "web/package.json": "{}", "web/x.md": ""})
    assert find_root(root / "web/x.md").path == root / "web"
    (root / ".git").mkdir()
    found = find_root(root / "web/x.md")
    assert (found.path, found.how) == (root, "git")
    assert find_root(root / "web/x.md", tmp_path).how == "given"


@pytest.mark.parametrize(
    ("files", "prompt", "top"),
    [
        ({"requirements.txt": "", "skills/a/requirements.txt": ""}, "skills/a/SKILL.md", "."),
        ({"VERSION": "1.0.0"}, "prompts/system.md", "."),
        ({"docker-compose.yml": ""}, ".claude/skills/a/SKILL.md", "."),
        ({"src/a.py": "", "tests/b.py": ""}, "CLAUDE.md", "."),
        ({"README.md": "x"}, "skills/a/SKILL.md", "."),
        ({"notes.md": "x"}, "deep/er/CLAUDE.md", "deep/er"),
    ],
)
def test_without_git_what_looks_like_a_project_is_the_root(
    tmp_path: Path, files: dict[str, str], prompt: str, top: str
) -> None:
    root = build(tmp_path / "tree", {**files, prompt: "x"})
    assert find_root(root / prompt).path == Path(os.path.normpath(root / top))


def test_a_home_folder_is_never_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = build(tmp_path / "home", {"package.json": "{}", "notes/CLAUDE.md": ""})
    monkeypatch.setenv("HOME", str(home))
    found = find_root(home / "notes/CLAUDE.md")
    assert (found.path, found.how) == (home / "notes", "folder")


def test_standard_input_has_no_root() -> None:
    assert find_root(None).path is None


def test_links_that_run_in_circles_end(tmp_path: Path) -> None:
    root = build(tmp_path / "a", {"src/a.py": "x = 1\n"})
    (root / "src/again").symlink_to(root)
    (root / "src/self").symlink_to(root / "src/self")
    project = Project(root)
    assert project.exists("src/a.py") is True
    assert project.exists("src/again") is True
    assert project.exists("src/none.py") is False
    assert sorted(project.tree.files) == ["src/a.py", "src/again", "src/self"]


def test_a_tree_that_is_too_big_is_not_known(tmp_path: Path) -> None:
    root = build(tmp_path / "a", {f"d{i}/f{j}.txt": "" for i in range(5) for j in range(5)})
    assert walk(root).complete
    assert not walk(root, files=10).complete
    assert not walk(root, seconds=-1).complete
    project = Project(root)
    project.__dict__["tree"] = walk(root, files=3)
    assert project.exists("d4/f4.txt") is True
    assert project.exists("d4/none.txt") is None


def test_nothing_outside_the_root_is_answered(tmp_path: Path) -> None:
    build(tmp_path, {"secret.txt": "x", "a/b.md": ""})
    project = Project(tmp_path / "a")
    assert project.exists("../secret.txt") is None
    assert project.exists("~/x") is None
    assert project.exists("/etc/passwd") is None
    assert project.exists("a\0b") is None
    assert project.mentions("x", "../secret.txt") is None


def test_special_files_are_not_opened(tmp_path: Path) -> None:
    root = build(tmp_path / "a", {"src/a.py": "def one(): pass\n"})
    os.mkfifo(root / "package.json")
    os.mkfifo(root / "src/pipe.py")
    project = Project(root)
    assert project.scripts == {}
    assert project.symbol("one") is True


def test_paths_are_found_from_every_folder_up_to_the_root(tmp_path: Path) -> None:
    root = build(tmp_path / "a", {"docs/x.md": "", "web/app/CLAUDE.md": "", "web/b.ts": ""})
    project = Project(root, root / "web/app")
    assert project.exists("docs/x.md") and project.exists("b.ts") and project.exists("../b.ts")
    assert project.exists("/docs/x.md") is True
    assert project.imports("../b.ts") is True
    assert project.imports("docs/x.md") is False


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("src/**/*.ts", True),
        ("*.ts", True),
        ("src/{a,b}.ts", True),
        ("src/[ab].ts", True),
        ("src/*.py", False),
        ("src/[", False),
    ],
)
def test_globs(tmp_path: Path, pattern: str, found: bool) -> None:
    assert Project(build(tmp_path / "x", {"src/a.ts": ""})).exists(pattern) is found


def test_scripts_of_many_runners(tmp_path: Path) -> None:
    root = build(
        tmp_path / "a",
        {
            "package.json": json.dumps({"scripts": {"build": "vite build"}}),
            "web/package.json": json.dumps({"scripts": {"dev": "next"}}),
            "Makefile": ".PHONY: all\nall: x\nX := 1\n%.o: %.c\n\tcc\nx y:\n\ttrue\n",
            "justfile": "set shell := ['sh']\ndefault:\n  x\nbuild target='a': default\n  y\n",
            "pyproject.toml": "[project.scripts]\nlamps='a:b'\n[tool.poe.tasks]\ntidy='x'\n"
            "[tool.hatch.envs.dev.scripts]\nlint='x'\n",
            "tox.ini": "[tox]\nenvlist = py312, docs\n[testenv:style]\n",
            "noxfile.py": "import nox\n\n@nox.session(python='3.12')\ndef tests(session): ...\n\n"
            "@nox.session(name='type-check')\ndef types(session): ...\n",
            "Taskfile.yml": "tasks:\n  up: {}\n",
        },
    )
    got = {runner: sorted(names) for runner, names in Project(root).scripts.items()}
    assert got == {
        "npm": ["build", "dev"],
        "make": ["all", "x", "y"],
        "just": ["build", "default"],
        "python": ["lamps"],
        "poe": ["tidy"],
        "hatch": ["dev:lint", "lint"],
        "tox": ["docs", "py312", "style"],
        "nox": ["tests", "type-check"],
        "task": ["up"],
    }


@pytest.mark.parametrize("text", ["", "include other.mk\n", "$(NAMES):\n\tx\n", "deploy-%:\n\tx\n"])
def test_targets_that_nobody_can_list(tmp_path: Path, text: str) -> None:
    assert "make" not in Project(build(tmp_path / "a", {"Makefile": text})).scripts


def test_versions_with_the_file_that_says_so(tmp_path: Path) -> None:
    root = build(
        tmp_path / "a",
        {
            "package.json": json.dumps(
                {
                    "engines": {"node": ">=22"},
                    "packageManager": "pnpm@10.4.0+sha1",
                    "dependencies": {"react": "^19.1.0", "mine": "workspace:*"},
                }
            ),
            ".nvmrc": "v22.3\n",
            "pyproject.toml": "[project]\nrequires-python='>=3.12'\ndependencies=['httpx[http2]"
            ">=0.28,<1']\n[dependency-groups]\ndev=['pytest>=9']\n",
            "requirements.txt": "pypdf==6.1.0 # pinned\n-r other.txt\n",
            "uv.lock": "[[package]]\nname='httpx'\nversion='0.28.1'\n",
            "Cargo.toml": "[package]\nname='x'\nversion='0.3.1'\nedition='2024'\n"
            "rust-version='1.85'\n"
            "[dependencies]\nserde={version='1.0', features=[]}\n",
            "go.mod": "module x\n\ngo 1.24\n\nrequire (\n\tgithub.com/go-chi/chi/v5 v5.2.1\n)\n",
            "Dockerfile": "FROM --platform=x python:3.13-slim AS base\n",
            "compose.yaml": "services:\n  db:\n    image: postgres:17-alpine\n",
            ".tool-versions": "nodejs 22.3.0\n",
        },
    )
    got = Project(root).versions
    assert ("^19.1.0", "package.json") in got["react"]
    assert got["node"][0] in (("v22.3", ".nvmrc"), ("22.3", ".nvmrc"), (">=22", "package.json"))
    assert {text for text, _ in got["node"]} == {">=22", "22.3", "22.3.0"}
    assert got["pnpm"] == (("10.4.0", "package.json"),)
    assert "mine" not in got or got["mine"] == ()
    assert {text for text, _ in got["python"]} == {">=3.12", "3.13"}
    assert {text for text, _ in got["httpx"]} == {">=0.28,<1", "0.28.1"}
    assert got["pypdf"] == (("==6.1.0", "requirements.txt"),)
    assert got["rust"] == ((">=1.85", "Cargo.toml"),)
    assert got["go"] == ((">=1.24", "go.mod"),)
    assert got["chi"] == (("v5.2.1", "go.mod"),) or got["chi"] == (("5.2.1", "go.mod"),)
    assert got["postgres"] == (("17", "compose.yaml"),)
    assert "pytest" in Project(root).packages


@pytest.mark.parametrize("name", ["package.json", "pyproject.toml", "uv.lock", "compose.yaml"])
@pytest.mark.parametrize("text", ["{", "[1, 2]", "\x00\xff", "a: [", "[" * 5000, '{"scripts": 3}'])
def test_broken_manifests_say_nothing(tmp_path: Path, name: str, text: str) -> None:
    project = Project(build(tmp_path / "a", {name: text}))
    assert dict(project.versions) == {} or name in str(project.versions)
    assert dict(project.scripts) == {}


def test_words_are_of_code_not_of_prose(tmp_path: Path) -> None:
    code = "def kept_name(): ...\n" + "".join(f"part{i} = {i}\n" for i in range(40))
    root = build(tmp_path / "a", {"a.md": "lost_name", "src/a.py": code})
    project = Project(root)
    assert project.symbol("kept_name") is True
    assert project.symbol("lost_name") is False
    assert project.defined("kept_name") == ("src/a.py:1",)
    # A tree without code to speak of proves nothing.
    assert Project(build(tmp_path / "b", {"a.md": "x", "a.ts": "export {}"})).symbol("x") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def one(): ...\n", False),
        ("def two(): ...\n", True),
        ("export {};\n", None),
        ("", None),
        ("export * from './other'\nexport const one = 1\n", None),
    ],
)
def test_what_one_file_says(tmp_path: Path, text: str, found: bool | None) -> None:
    assert Project(build(tmp_path / "a", {"src/a.py": text})).mentions("two", "src/a.py") is found


def test_prompt_files_of_a_folder(tmp_path: Path) -> None:
    root = build(
        tmp_path / "a",
        {
            "CLAUDE.md": "",
            "README.md": "",
            "docs/agents.md": "",
            "docs/rules/notes.md": "plain",
            "sub/AGENTS.md": "",
            ".claude/commands/go.md": "",
            ".claude/agents/README.md": "",
            ".cursor/rules/a.mdc": "",
            "plugins/x/agents/one.md": "---\nname: one\n---\n",
            "prompts/system.md": "",
            "node_modules/y/CLAUDE.md": "",
        },
    )
    got = [path.relative_to(root).as_posix() for path in prompt_files(root)]
    assert sorted(got) == [
        ".claude/commands/go.md",
        ".cursor/rules/a.mdc",
        "CLAUDE.md",
        "plugins/x/agents/one.md",
        "prompts/system.md",
        "sub/AGENTS.md",
    ]


def test_prompt_files_are_those_that_the_files_of_hosts_name(tmp_path: Path) -> None:
    """A place in the file of a host is found; nothing else has to know of it."""
    root = build(
        tmp_path / "a",
        {
            ".git/HEAD": "",
            ".windsurfrules": "Be brief.",
            ".devin/rules/web.md": "Be brief.",
            ".tern/notes/one.md": "Be brief.",
            "TERN.md": "Be brief.",
            "docs/other.md": "No prompt.",
            ".ctxbench/hosts/tern.yaml": (
                "name: tern\ntitle: Tern\nabout: a host\nsource: its pages\ndate: 2026-11-30\n"
                "files:\n- id: notes\n  kind: claude-md\n  paths: [TERN.md, .tern/notes/*.md]\n"
                "  scope: project\n  loads: always\n"
            ),
        },
    )
    got = sorted(path.relative_to(root).as_posix() for path in prompt_files(root))
    assert got == [".devin/rules/web.md", ".tern/notes/one.md", ".windsurfrules", "TERN.md"]
    # A file that cannot be used takes no others away: who asks for a host is told.
    (root / ".ctxbench/hosts/tern.yaml").write_text("name: [\n")
    got = sorted(path.relative_to(root).as_posix() for path in prompt_files(root))
    assert got == [".devin/rules/web.md", ".windsurfrules"]
