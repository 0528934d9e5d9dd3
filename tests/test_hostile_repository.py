"""A repository that was made to do harm: every verb ends on it, soon, and with a documented code.

Globs that make a matcher go back and forth, pipes and devices under the names of prompts and
manifests, files of holes, settings that explode when they are read. One process runs all verbs;
it writes down each before it begins, so that a verb that hangs is named.
"""

from __future__ import annotations

import json
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.cli.app import VERBS

ROOT = Path(__file__).resolve().parent.parent
#: Seconds of one verb.
MOST = 10.0

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo") or not hasattr(socket, "AF_UNIX"), reason="no pipes in folders here"
)

#: Runs the argument lists of stdin one after another: code and processor time of each.
RUNNER = """
import io, json, sys, time
from workbench.cli import main
out = open(sys.argv[1], "w")
for args in json.load(sys.stdin):
    print(json.dumps({"begun": args}), file=out, flush=True)
    real = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO(b"# Standard input"))
    start = time.process_time()
    try:
        code = main(args)
    finally:
        sys.stderr.flush()
        said = sys.stderr.buffer.getvalue().decode()
        sys.stdout, sys.stderr = real
    spent = time.process_time() - start
    row = {"args": args, "code": code, "spent": spent, "said": said}
    print(json.dumps(row), file=out, flush=True)
"""
STARS = "*a" * 60
GLOBS = [
    f"**/{STARS}b",
    "**/" * 40 + "*b",
    "{a,b}" * 60,
    "{" * 200 + "a" + "}" * 200,
    "[" * 400,
    "?" * 190 + "*" * 190,
    f"src/**{'**a' * 30}.py",
    f"{STARS}/" * 20 + "b.md",
    "*" * 600,
]
PROMPT = f"""# Rules

@.claude/pipe.md @nowhere.md
Use Node {"9" * 5_000} and python 3.{"1" * 5_000}; keep at most {"9" * 5_000} lines in 1e999 files.

- Never push to main.
- Never push to main.
- Until 99999-99-99 use `{"1." * 3_000}`.
{"".join(f"- Look at `{glob}` and `{glob[:150]}`." + chr(10) for glob in GLOBS)}
{"".join(f"- Only `src/{'*a' * 40}{n}b/x.py` counts." + chr(10) for n in range(60))}
- Run `make {"a" * 300}` or `{"a" * 100}/index.js`.

{"[" * 2_000}{"<a " * 500}{"`" * 700}
{"a; b: " * 2_000}
"""
MANIFESTS = {
    "requirements.txt": "a" + " " * 200_000 + "!\n",
    "Makefile": ("a" + " " * 400 + "\n") * 500 + "\n" * 200_000,
    "noxfile.py": "@session\n" * 50_000,
    "go.mod": "require " + "a." * 100_000 + "\n",
    "pyproject.toml": "a." * 100_000 + "b = 1\n",
    "Taskfile.yml": "a: &a {x: 1}\n"
    + "".join(
        f"{b}: &{b} {{<<: [{', '.join([f'*{a}'] * 9)}]}}\n"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "tasks: {build: 1}\n",
    "composer.json": '{"require": ' + "[" * 100_000,
    "Gemfile": "\n" * 300_000,
    ".java-version": "-\n" * 100_000,
    "src/index.js": "\n" * 300_000 + "use " + "a" * 100_000,
}
SPECIAL = ["pipe.md", "socket.md", "zero.md", "folder.md", "holes.md", "made-up.md", "loop.md"]


def made(root: Path) -> Path:
    """The repository. Nothing in it is of use to anybody."""
    for folder in (".claude/rules", ".claude/commands", "src", "folder.md", ".github"):
        (root / folder).mkdir(parents=True)
    (root / "CLAUDE.md").write_text(PROMPT)
    (root / "b.md").write_text("# B\n\n- Never push to main.\n")
    patterns = "".join(f"  - {json.dumps(glob)}\n" for glob in GLOBS * 60)
    (root / ".claude/rules/globs.md").write_text(
        f"---\npaths:\n{patterns}---\n\n# Rule\n\nUse x.\n"
    )
    (root / ".gitignore").write_text(
        "\n".join([*GLOBS * 300, *(f"*a*{n}*b" for n in range(3_000))])
    )
    for name, text in MANIFESTS.items():
        (root / name).write_text(text)
    deep = root
    for level in range(12):
        deep = deep / ("a" * 200 if level < 10 else "a")
        deep.mkdir()
        for n in range(40):
            (deep / f"{'a' * 190}{n}").touch()
    for name in (
        "pipe.md",
        "package.json",
        "AGENTS.md",
        ".claude/commands/go.md",
        ".claude/pipe.md",
    ):
        os.mkfifo(root / name)
    os.mkfifo(root / ".ctxbench-0123456789abcdef.tmp")
    here = os.getcwd()  # noqa: PTH109 (the name of a socket may have some 100 characters)
    os.chdir(root)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket.md")
    os.chdir(here)
    (root / "zero.md").symlink_to("/dev/zero")
    (root / "GEMINI.md").symlink_to("/dev/zero")
    (root / "made-up.md").symlink_to("/proc/self/environ")
    (root / "loop.md").symlink_to("loop.md")
    with (root / "holes.md").open("wb") as file:
        file.truncate(1 << 40)
    return root


RUNS: list[tuple[list[str], int]] = [
    (["parts", "CLAUDE.md"], 0),
    (["count", "CLAUDE.md", "--counter", "o200k_base"], 0),
    (["map", "CLAUDE.md", "--json"], 0),
    (["instructions", "CLAUDE.md"], 0),
    (["score", "CLAUDE.md"], 0),
    (["triggers", "CLAUDE.md", "--queries", "pipe.md"], 2),
    (["read", "CLAUDE.md", "--runner", "folder:asked"], 4),
    (["review", "CLAUDE.md"], 0),
    (["review", ".", "--rule", "dead-glob"], 0),  # what is no file is left out
    (["review", "CLAUDE.md", "--baseline", "pipe.md"], 2),
    (["audit", "CLAUDE.md"], 0),
    (["rules"], 0),
    (["hosts"], 0),
    (["verify", "CLAUDE.md"], 0),
    (["verify", ".claude/rules/globs.md"], 0),
    (["optimize", "CLAUDE.md"], 0),
    (["save", "b.md", "-m", "first"], 0),
    (["versions", "b.md"], 0),
    (["show", "b.md@1"], 0),
    (["show", "b.md@" + "9" * 5_000], 2),
    (["label", "b.md@1", "good"], 0),
    (["notes", "b.md"], 0),
    (["mark", "b.md", "1"], 0),
    (["pin", "b.md", "1"], 0),
    (["diff", "b.md@1", "CLAUDE.md"], 0),
    (["ledger", "b.md", "CLAUDE.md"], 1),
    (["candidate", "b.md", "CLAUDE.md"], 1),
    (["candidate", "b.md", "CLAUDE.md", "--queries", "pipe.md"], 2),
    (["restore", "b.md@1"], 0),
    (["undo", "b.md"], 2),  # nothing was changed
    (["relink", "gone.md", "pipe.md"], 2),
    (["export", "CLAUDE.md", "--to", "xml", "-o", "-"], 0),
    (["report", "CLAUDE.md", "-o", "-"], 0),
    (["doctor"], 0),
    (["completion", "bash"], 0),
    (["open", "CLAUDE.md"], 2),  # no terminal here
    *((["count", name], 2) for name in SPECIAL),
    *(
        ([verb, "pipe.md"], 2)
        for verb in ("parts", "review", "verify", "optimize", "audit", "notes")
    ),
    (["save", "pipe.md", "-m", "x"], 2),
    (["diff", "pipe.md", "zero.md"], 2),
    (["export", "b.md", "--to", "same", "-o", "pipe.md"], 2),
    (["review", "CLAUDE.md", "--rule", "dead-glob", "--write-baseline", "pipe.md"], 2),
]


def ran(root: Path, runs: list[list[str]]) -> Iterator[dict[str, object]]:
    """The outcome of each run, in one process of its own."""
    report = root.parent / "report.jsonl"
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUNNER, str(report)],
            input=json.dumps(runs),
            capture_output=True,
            text=True,
            check=False,
            cwd=root,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            timeout=280,
        )
        trouble = done.stderr
    except subprocess.TimeoutExpired:
        trouble = "it never ended"
    rows = [json.loads(line) for line in report.read_text().splitlines()]
    begun = [row["begun"] for row in rows if "begun" in row]
    ended = [row for row in rows if "args" in row]
    assert len(begun) == len(ended), f"{begun[-1]}: {trouble}"
    assert len(ended) == len(runs), trouble
    yield from ended


def test_every_verb_is_run_here() -> None:
    assert {args[0] for args, _ in RUNS} >= set(VERBS)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_verb_ends_soon_on_a_hostile_repository(tmp_path: Path) -> None:
    root = made(tmp_path / "repository")
    wanted = {json.dumps(args): code for args, code in RUNS}
    for row in ran(root, [args for args, _ in RUNS]):
        args, said = row["args"], str(row["said"])
        assert row["code"] == wanted[json.dumps(args)], (args, said)
        assert float(str(row["spent"])) < MOST, args
        assert "fault of its own" not in said, (args, said)
        assert len(said) < 20_000, args
    assert stat.S_ISFIFO((root / "pipe.md").stat().st_mode)
    assert (root / "b.md").read_text() == "# B\n\n- Never push to main.\n"


#: What a cloned `.ctxbench.yaml` may be, and the words that tell.
SETTINGS = {
    "baseline: ../../outside.json": "line 1) names a file outside the project",
    "baseline: /etc/passwd": "names a file outside the project",
    "baseline: out/b.json": "names a file outside the project",
    "baseline: pipe.md": "it is a pipe, not a file",
    "baseline: holes.md": "it is larger than 10 MB",
    "a: &a [x, x]\nrules: *a": "line 2, column 8: an alias",
    "rules: " + "[" * 3_000: "nested too deeply",
    "window: " + "9" * 5_000: "line 1, column 9: a number of too many digits",
    "window: 1:" + "1:" * 5_000 + "1": "line 1",
    "threshold: 1.0e+999": "line 1, column 12: a number in it is not finite",
    "model: x\n\nrunner: sh -c x": "sets runner, which no project may do",
    "# " + "x" * 300_000: "it is larger than 200 kB",
}


@pytest.mark.timeout(300)
def test_settings_that_came_with_a_repository_are_refused_with_their_place(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    for folder in (root / ".git", tmp_path / "away"):
        folder.mkdir(parents=True)
    (tmp_path / "away" / "b.json").write_text("{}")
    (tmp_path / "away" / "settings.yaml").write_text("theme: x")
    (root / "out").symlink_to(tmp_path / "away")
    (root / "a.md").write_text("# A\n")
    os.mkfifo(root / "pipe.md")
    with (root / "holes.md").open("wb") as file:
        file.truncate(1 << 40)
    places, wanted = [], []
    for number, (text, said) in enumerate(SETTINGS.items()):
        places.append(root / f"p{number}")
        places[-1].mkdir()
        for name in ("pipe.md", "holes.md", "out", "a.md"):
            (places[-1] / name).symlink_to(f"../{name}")
        (places[-1] / ".ctxbench.yaml").write_text(text)
        wanted.append(said)
    for make, said in (
        (os.mkfifo, "it is a pipe, not a file"),
        (os.mkdir, "it is a folder"),
        (lambda path: path.symlink_to("/dev/zero"), "leads out of the project"),
        (lambda path: path.symlink_to("../../away/settings.yaml"), "leads out of the project"),
        (lambda path: path.symlink_to("nowhere"), "No such file"),
    ):
        places.append(root / f"q{len(places)}")
        places[-1].mkdir()
        (places[-1] / "a.md").write_text("# A\n")
        make(places[-1] / ".ctxbench.yaml")
        wanted.append(said)
    script = (
        "import json, os, sys\nfrom workbench.cli import main\n"
        "for place in json.load(sys.stdin):\n"
        "    os.chdir(place)\n"
        "    print(main(['review', 'a.md', '--rule', 'emphasis']), file=sys.stderr, flush=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps([str(place) for place in places]),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    talks = re.split(r"^2$", done.stderr, flags=re.MULTILINE)[:-1]
    assert len(talks) == len(wanted), done.stderr
    for talk, words in zip(talks, wanted, strict=True):
        assert words in talk
        assert "fault of its own" not in talk
    assert not done.stdout


@pytest.mark.slow
def test_the_workbench_opens_in_such_a_repository_with_a_hostile_keymap(tmp_path: Path) -> None:
    from tests.tui.terminal import Terminal

    root = made(tmp_path / "repository")
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "ctxbench"
    (config / "layouts").mkdir(parents=True)
    (config / "keymap.yaml").write_text("bench:\n  save:\n  find: ctrl+i\n  quit: ctrl+zzz\n")
    os.mkfifo(config / "layouts" / "pipe.yaml")
    with Terminal("b.md", cwd=root, columns=120, rows=40) as terminal:
        terminal.until("Never push to main")
        terminal.until("terminals send ctrl+i as tab")
        terminal.press("ctrl+q")
        assert terminal.ended() == 0
    with Terminal("pipe.md", cwd=root) as terminal:
        assert terminal.ended() == 2
