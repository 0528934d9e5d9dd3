"""Run every verb with --json over many files, for `scripts/schemas.py` and `tests/test_schemas.py`.

The files are those of `sample_prompts`, a few odd ones that are made here, and, where it is there,
one of each kind of the folder of real prompts (`CTXBENCH_SHARED`, else `shared` beside the
checkout).
"""

import contextlib
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Seconds for one run; a file that takes longer is left out of that verb.
LIMIT = 40
#: Longer files show no other keys.
MOST = 20_000
ODD = {
    "empty.md": b"",
    "blank.md": b"\n\n \n",
    "mark.md": b"\xef\xbb\xbf# Title\r\n\r\nNever push.\r\n",
    "wide.md": "# 題\n\n必ず日本語で答える。\n".encode("utf-16"),
    "bytes.md": b"# A\n\n\xff\xfe\x00 never \x1b[31mred\n",
    "broken.json": b'{"role": "user", ',
    "fields.md": b"---\nname: [a\ndescription: x\n---\nBe brief.\n",
    "unclosed.md": b"# A\n\n<rules>\nNever log a token.\n\n```\ncode\n",
    # Put together here, so that no scanner takes this file for a leak.
    "key.md": ("# A\n\nUse sk-ant-" + "api03-" + "Ab3dEf6h" * 11 + "-AA here.\n").encode(),
    "import.md": b"See @gone.md and @odd/empty.md.\n\nRun `make nothing`. Run `make nothing`.\n",
}
EACH = [
    "parts F",
    "parts F --granularity fine --counter chars",
    "parts F --granularity 3 --model claude-opus-4-6",
    "count F",
    "count F --by line --counter chars",
    "count F --by file --counter o200k_base",
    "map F",
    "map F --scenario full --content fact",
    "map F --before 10 --after 5 --window 1000",
    "instructions F",
    "score F",
    "score F --judge anthropic --dry-run",
    "review F --all",
    "review F --proposals --budget tokens=10,findings=0,risk=0",
    "review F --diff",
    "verify F --all",
    "verify F --request",
    "audit F",
    "audit F",
    "save F -m first",
    "optimize F --mark",
    "optimize F --accept all --allow all -o out.md --force",
    "ledger F out.md",
    "diff F out.md",
    "candidate F out.md --shorter --max-tokens 3",
    "optimize F --accept safe --in-place",
    "optimize F --refuse ID",
    "pin F 1",
    "pin F",
    "pin F 1 --unpin",
    "mark F",
    "mark F RULE",
    "mark F RULE --no-critical",
    "notes F",
    "notes F --rule RULE --note why --since 2026 --verdict helped",
    "notes F --no-evidence",
    "notes F --rule RULE --clear",
    "save F -m last",
    "label F@1 good",
    "label F@2 good",
    "label F good --undo",
    "label F@1 other",
    "label F other --remove",
    "versions F",
    "versions F --trend",
    "show F@1",
    "diff F@1 F",
    "diff F F@1 --as-given",
    "undo F",
    "review F --fix",
    "restore F@1",
    "export F --to same -o -",
    "export F --to messages-json -o x.json --force",
    "export F --to agents-md -o x.md --force",
    "export F --to xml -o x.xml --force",
    "export F --to json -o y.json --force",
    "report F -o r.html --force",
    "report F out.md -o r.md --force",
    "triggers F --queries q.json --judge anthropic --dry-run",
    "read F --runner folder:asked",
    "read F --judge anthropic --dry-run",
    "export F --to html -o -",
]
ONCE = [
    "doctor",
    "doctor --sent",
    "doctor --runs",
    "doctor --rescue rescued",
    "rules",
    "rules repeat",
    "hosts",
    "hosts codex",
    "versions --import-git in-git.md",
    "versions --trend in-git.md",
    "diff git:HEAD~1:in-git.md in-git.md",
    "report git:HEAD~1:in-git.md in-git.md -o r.md --force",
    "relink old.md new.md",
    "relink key.md new.md --force",
]


def shared():
    folder = Path(os.environ.get("CTXBENCH_SHARED") or ROOT.parent / "shared")
    return folder if (folder / "corpus").is_dir() else None


def sources(many):
    """(name, bytes) of the files, those made here first; `many`: also the shared folder."""
    yield from ODD.items()
    for path in sorted((ROOT / "sample_prompts").rglob("*.md")):
        yield f"{path.parent.name}/{path.name}", path.read_bytes()
    if many and shared():
        yield from of_each_kind(shared())


def of_each_kind(folder):
    """The longest file of each kind and ending that is not long: it has what the others have. All
    of them under all verbs take more than an hour."""
    from workbench.prompt.prompt import Prompt

    found = {}
    for part in ("cases/inputs", "probes", "corpus"):
        for path in sorted(p for p in (folder / part).rglob("*") if p.is_file()):
            size = path.stat().st_size
            if not 0 < size <= MOST:
                continue
            name = f"{part}/{path.relative_to(folder / part)}"
            kind = Prompt.from_bytes(path.read_bytes(), name).kind, path.suffix
            if kind not in found or size > found[kind][0]:
                found[kind] = size, name, path
    for _, name, path in sorted(found.values()):
        yield name, path.read_bytes()


class TooLong(Exception):
    pass


@contextlib.contextmanager
def limited(seconds):
    """Nothing takes longer; 0 for no limit (the tests have a clock of their own)."""

    def stop(*_):
        raise TooLong

    if not seconds:
        yield
        return

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def run(line, limit=LIMIT):
    """Run one command line in this process; what it prints goes nowhere. The exit code."""
    from workbench.cli import main

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    args = [*line.split(" "), "--json"]
    quiet = contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO())
    with quiet[0], quiet[1], limited(limit):
        return main(args)


def run_file(name, seen, limit=LIMIT):
    """Every verb over one file of this folder. `seen()`: the last object that was printed."""
    first, rule = "none", "1"
    for line in EACH:
        code = run(
            line.replace("F", name, 1)
            .replace(" F", f" {name}")
            .replace("ID", first)
            .replace("RULE", rule),
            limit,
        )
        last = seen() or {}
        if line.startswith("optimize F --mark") and last.get("proposals"):
            first = last["proposals"][0]["id"]
        if line == "instructions F" and last.get("instructions"):
            rule = last["instructions"][0]["id"]
        if code == 2 and line == "parts F":
            return


def run_once():
    """The verbs that need no file, or a repository."""
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.invalid"]
    subprocess.run(["git", "init", "-q", "."], check=True)
    for text in ("Be brief.\n", "Be brief.\n\nNever push.\n"):
        Path("in-git.md").write_text(text)
        subprocess.run(["git", "add", "in-git.md"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", text[:4]], check=True)
    words = "Sort the mail of the last nine days by its sender and tell me what is urgent"
    Path("words.txt").write_text(f"{words}\n")
    Path("copied.md").write_text(f"Never push. {words}.\n")
    Path("old.md").write_text("Never push.\n")
    run("save old.md -m first")
    run("candidate old.md copied.md --queries words.txt")
    Path("old.md").rename("new.md")
    for line in ONCE:
        run(line)


@contextlib.contextmanager
def workplace():
    """A folder and a home of its own as the working folder; git has no settings there."""
    before, variables = os.getcwd(), dict(os.environ)
    with tempfile.TemporaryDirectory() as home:
        work = Path(home, "work")
        work.mkdir()
        queries = [{"q": "sort my mail", "should": True}, {"q": "sing", "should": False}]
        (work / "q.json").write_text(json.dumps(queries))
        for name in list(os.environ):
            if name.startswith(("CTXBENCH_", "ANTHROPIC_")) and name != "CTXBENCH_SHARED":
                del os.environ[name]
        os.environ |= {
            "HOME": home,
            "CTXBENCH_HOME": f"{home}/store",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }
        os.environ |= {"XDG_CONFIG_HOME": f"{home}/config"}
        os.environ["GIT_CONFIG_GLOBAL"] = os.devnull
        os.chdir(work)
        try:
            yield work
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(variables)


def run_all(seen, many=True, only=None, limit=LIMIT, say=lambda name: None):
    """All of it, or the files named in `only`; `say` hears each file's name."""
    with workplace() as work:
        run_once()
        shutil.rmtree(work / ".git")
        for name, data in sources(many):
            if only is not None and name not in only:
                continue
            path = work / name.replace(" ", "_")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            say(name)
            with contextlib.suppress(TooLong):
                run_file(str(path.relative_to(work)), seen, limit)


@contextlib.contextmanager
def watched(keep):
    """`keep(verb, object)` hears all that is printed; gives a function that tells the last one."""
    from tests.schemas import shortened, verb
    from workbench.cli import output

    last, real = {}, output.as_line

    def line(record):
        name = verb()
        if name and record.get("version") != "2.1.0":
            last["seen"] = shortened(record)
            keep(name, last["seen"])
        return real(record)

    output.as_line = line
    try:
        yield lambda: last.get("seen")
    finally:
        output.as_line = real


def main():
    """Write every object that is printed to the file named, a line each."""
    sys.path.insert(0, str(ROOT))
    with open(sys.argv[1], "a", encoding="utf-8") as file:

        def keep(name, record):
            file.write(json.dumps([name, record]) + "\n")

        with watched(keep) as seen:
            run_all(seen, many="--few" not in sys.argv, say=print)


if __name__ == "__main__":
    main()
