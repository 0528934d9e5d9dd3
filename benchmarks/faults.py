"""Kill ctxbench at every write, flush, rename and commit, and look at what is left.

    python benchmarks/faults.py                 all of it, some minutes
    python benchmarks/faults.py --limit 5       at most 5 kills per point, for a quick look

Three ways: (1) `strace -e inject` kills the process in front of the k-th system call, for every k
and every call that changes a disk, SQLite's own calls included; (2) the same calls fail with "no
space left" or "input/output error"; (3) without strace, a shim kills in front of every Python
call that changes a file, in the middle of every write, and at every SQL statement. After each, in
a fresh process: the store passes its integrity check, every version and label that was reported is
there, the file holds what it held before or after the step that was killed, the next save works,
and no temporary file is left beside the prompt.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from workbench.errors import CtxbenchError  # noqa: E402
from workbench.store import files, in_place  # noqa: E402
from workbench.store.files import ABSENT, read_bytes, sha256  # noqa: E402
from workbench.store.store import Store  # noqa: E402
from workbench.verbs.label import label  # noqa: E402
from workbench.verbs.restore import restore  # noqa: E402
from workbench.verbs.save import WriteRequest, save, write  # noqa: E402
from workbench.verbs.undo import undo  # noqa: E402

CALLS = (
    *("write", "pwrite64", "fsync", "fdatasync", "rename", "renameat", "renameat2", "link"),
    *("linkat", "unlink", "unlinkat", "ftruncate", "fallocate", "fchmod", "chmod"),
)
ERRORS = {
    "write": "ENOSPC",
    "pwrite64": "ENOSPC",
    "fallocate": "ENOSPC",
    "ftruncate": "EIO",
    "fsync": "EIO",
    "fdatasync": "EIO",
    "rename": "EIO",
}
SMALL = b"- keep this rule\n"
#: Some 20 KB: five pages of the store.
LARGE = b"".join(b"- rule %d: be exact\r\n" % n for n in range(900))


# What the killed process does. Each step tells its outcome with a call that is never a kill point.


def _tell(folder: Path, **fact: object) -> None:
    _uncounted(folder / "told", json.dumps(fact).encode() + b"\n", os.O_APPEND)


def _uncounted(path: Path, data: bytes, how: int) -> None:
    """Write with a call that is not in `CALLS`."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | how)
    os.writev(fd, [data])
    os.close(fd)


def _texts() -> Iterator[bytes]:
    number = 0
    while True:
        number += 1
        yield b"# %d\n" % number + (LARGE if number % 2 else SMALL)
        yield b"# %d again, no final newline" % number


def _saves(folder: Path, store: Store) -> None:
    path = folder / "CLAUDE.md"
    for number, text in zip(range(3), _texts(), strict=False):
        _uncounted(path, text, os.O_TRUNC)  # the person's own editor
        done = save(path, f"save {number}", store)
        _tell(folder, n=done.version.n, sha=done.version.sha256)


def _writes(folder: Path, store: Store) -> None:
    path = folder / "link.md"
    for number, text in zip(range(3), _texts(), strict=False):
        _tell(folder, next=sha256(text))
        done = write(WriteRequest(path, text, f"write {number}"), store)
        _tell(folder, n=done.version.n, sha=done.version.sha256, file=sha256(text))


def _restores(folder: Path, store: Store) -> None:
    path = folder / "CLAUDE.md"
    for n in (1, 2):
        _tell(folder, next=store.version(path, n).sha256)
        done = restore(path, n, store)
        _tell(folder, n=done.version.n, sha=done.version.sha256, file=done.version.sha256)
        target = store.undo_target(path)
        assert target is not None
        _tell(folder, next=target.sha256)
        done = undo(path, store)
        _tell(folder, n=done.version.n, sha=done.version.sha256, file=done.version.sha256)


def _labels(folder: Path, store: Store) -> None:
    path = folder / "CLAUDE.md"
    for n in (1, 2, 1, 2):
        label(path, n, "good", store)
        _tell(folder, label=n)


def _through(folder: Path, store: Store) -> None:
    def never(*_: object) -> None:
        raise files._NeedsThrough

    files._replace = never  # type: ignore[assignment]
    _writes(folder, store)


def _news(folder: Path, store: Store) -> None:
    for number, text in zip(range(3), _texts(), strict=False):
        _tell(folder, new=f"new{number}.md", sha=sha256(text))
        done = write(
            WriteRequest(folder / "real" / f"new{number}.md", text, expected_sha256=ABSENT), store
        )
        _tell(folder, made=f"new{number}.md", n2=done.version.n)


def _first(folder: Path, store: Store) -> None:
    shutil.rmtree(store.home)
    _saves(folder, store)


STEPS: dict[str, Callable[[Path, Store], None]] = {
    "save": _saves,
    "write": _writes,
    "restore": _restores,
    "label": _labels,
    "through": _through,
    "new": _news,
    "first": _first,
}


def child(step: str, folder: Path, kill_at: int) -> int:
    """The process that is killed. Exit code 3: an error in our own words."""
    if kill_at >= 0:
        shim(folder, kill_at)
    try:
        with Store(folder / "home" / "ctxbench.db") as store:
            STEPS[step](folder, store)
    except CtxbenchError as error:
        _tell(folder, error=str(error))
        return 3
    return 0


def shim(folder: Path, kill_at: int) -> None:
    """Count the calls that change files and the SQL statements; die at number `kill_at`."""
    import sqlite3

    seen = 0
    real_write, real_connect = os.write, sqlite3.connect

    def point() -> None:
        nonlocal seen
        seen += 1
        if seen == kill_at:
            os.kill(os.getpid(), 9)

    def _tick() -> int:
        point()
        return 0

    def guard(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def call(*args: object, **named: object) -> object:
            point()
            return real(*args, **named)

        setattr(owner, name, call)

    def half_write(fd: int, data: bytes) -> int:
        nonlocal seen
        point()
        seen += 1
        if seen == kill_at:
            real_write(fd, data[: len(data) // 2])
            os.kill(os.getpid(), 9)
        return real_write(fd, data)

    def connect(*args: object, **named: object) -> sqlite3.Connection:
        conn = real_connect(*args, **named)  # type: ignore[call-overload]
        conn.set_trace_callback(lambda _: point())
        conn.set_progress_handler(_tick, 40)
        return conn  # type: ignore[no-any-return]

    os.write = half_write  # type: ignore[assignment]
    sqlite3.connect = connect  # type: ignore[assignment]
    for owner, names in ((os, ("fsync", "ftruncate", "fchmod")), (Path, ("replace", "unlink"))):
        for name in names:
            guard(owner, name)
    if kill_at == 0:
        import atexit

        atexit.register(lambda: (folder / "points").write_text(str(seen)))


# The process that looks


class Bench:
    """Runs steps in copies of one prepared folder and checks what they leave."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.fresh = base / "fresh"
        self.count: Counter[str] = Counter()
        self.failures: list[str] = []
        self._prepare()

    def _prepare(self) -> None:
        (self.fresh / "real").mkdir(parents=True)
        path = self.fresh / "real" / "CLAUDE.md"
        path.write_bytes(SMALL)
        path.chmod(0o640)
        for name in ("CLAUDE.md", "link.md"):
            (self.fresh / name).symlink_to("real/CLAUDE.md")

    def folder(self, step: str) -> Path:
        """A new folder with a prompt of two versions (the paths differ, so it is made anew)."""
        made = Path(tempfile.mkdtemp(prefix=f"{step}-", dir=self.base))
        folder = made / "work"
        shutil.copytree(self.fresh, folder, symlinks=True)
        with Store(folder / "home" / "ctxbench.db") as store:
            path = folder / "CLAUDE.md"
            save(path, "one", store)
            write(WriteRequest(path, SMALL * 2, "two"), store)
        return folder

    def command(self, step: str, folder: Path, kill_at: int = -1) -> list[str]:
        # -B: Python writes no caches; -I -S would lose the environment that holds sqlite-utils
        return [sys.executable, "-B", __file__, "--child", step, str(folder), str(kill_at)]

    def run(self, command: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, capture_output=True, check=False, timeout=120)

    def check(self, step: str, folder: Path, what: str) -> None:
        """Look at what a killed or failed step left."""
        try:
            problem = _problem(step, folder)
        except CtxbenchError as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            self.failures.append(f"{what}: {problem} ({folder})")
        else:
            shutil.rmtree(folder.parent)

    def by_system_call(self, step: str, limit: int) -> None:
        """(1) and (2): every call that changes the disk, killed or failing."""
        folder = self.folder(step)
        trace = folder.parent / "trace"
        # Without --seccomp-bpf: strace 6.1 injects errors with it, but no signals.
        strace = ["strace", "-f", "-qq", "-o"]
        only = ["-e", "trace=" + ",".join(CALLS)]
        done = self.run([*strace, str(trace), *only, *self.command(step, folder)])
        if done.returncode:
            raise SystemExit(f"the step {step} fails by itself: {done.stderr.decode()}")
        lines = trace.read_text(errors="replace").splitlines()
        found = Counter(line.split("(")[0].split()[-1] for line in lines if "(" in line)
        shutil.rmtree(folder.parent)
        for name in CALLS:
            for k in _spread(found[name], limit):
                fault = f"inject={name}:signal=KILL:when={k}"
                folder = self.folder(step)
                command = [*strace, "/dev/null", *only, "-e", fault, *self.command(step, folder)]
                if self.run(command).returncode == 0:
                    continue  # the last calls vary by one or two; nothing was killed
                self.count[f"killed at {name}"] += 1
                self.check(step, folder, f"{step}, killed at {name} {k}")
            if name in ERRORS:
                for k in _spread(found[name], limit):
                    for plus in ("", "+"):
                        self._failing(step, name, f"{k}{plus}", [*strace, "/dev/null", *only])

    def _failing(self, step: str, name: str, when: str, strace: list[str]) -> None:
        fault = f"inject={name}:error={ERRORS[name]}:when={when}"
        folder = self.folder(step)
        done = self.run([*strace, "-e", fault, *self.command(step, folder)])
        self.count[f"{ERRORS[name]} from {name}"] += 1
        what = f"{step}, {ERRORS[name]} from {name} {when}"
        if done.returncode not in (0, 3):
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            self.failures.append(f"{what}: exit code {done.returncode} {last} ({folder})")
        else:
            self.check(step, folder, what)

    def by_shim(self, step: str, limit: int) -> None:
        """(3): without strace; also dies in the middle of a write."""
        folder = self.folder(step)
        self.run(self.command(step, folder, 0))
        total = int((folder / "points").read_text())
        shutil.rmtree(folder.parent)
        for k in _spread(total, limit):
            folder = self.folder(step)
            if self.run(self.command(step, folder, k)).returncode == -9:
                self.count["killed by the shim"] += 1
                self.check(step, folder, f"{step}, shim point {k}")


def _spread(total: int, limit: int) -> list[int]:
    """1 to `total`, or `limit` of them evenly."""
    if not limit or total <= limit:
        return list(range(1, total + 1))
    return sorted({1 + round(i * (total - 1) / max(1, limit - 1)) for i in range(limit)})


def _problem(step: str, folder: Path) -> str:
    told = folder / "told"
    facts = [json.loads(line) for line in told.read_text().splitlines()] if told.exists() else []
    path = folder / "CLAUDE.md"
    with Store(folder / "home" / "ctxbench.db") as store:
        if (found := store.db.integrity()) != "ok":
            return f"integrity check: {found}"
        first = [] if step == "first" else [{"n": 1, "sha": sha256(SMALL)}]
        for fact in first + [f for f in facts if "n" in f]:
            if sha256(store.read(path, fact["n"])) != fact["sha"]:
                return f"version {fact['n']} is not what was reported"
        labels = [f["label"] for f in facts if "label" in f]
        if labels and store.labels.all(path)["good"] not in (labels[-1], 3 - labels[-1]):
            return "the label is lost"
        now = sha256(through_or_plain(path, store))
        if step not in ("save", "first"):  # there the test writes the file itself
            held = [sha256(SMALL * 2)] + [f["file"] for f in facts if "file" in f]
            coming = [f["next"] for f in facts if "next" in f]
            if now not in (held[-1], coming[-1] if coming else ""):
                return "the file is neither old nor new"
        new = {f["new"]: f["sha"] for f in facts if "new" in f}
        there = {name: folder / "real" / name for name in new}
        if any(p.exists() and sha256(p.read_bytes()) != new[name] for name, p in there.items()):
            return "a new file is not whole"
        if not all(there[f["made"]].exists() for f in facts if "made" in f):
            return "a new file that was reported is not there"
        if not path.is_symlink() or not (folder / "link.md").is_symlink():
            return "a link was replaced"
        if (folder / "real" / "CLAUDE.md").stat().st_mode & 0o777 != 0o640:
            return "permissions changed"
        done = write(WriteRequest(path, b"and on it goes\n", "after the fault"), store)
        if read_bytes(path) != b"and on it goes\n" or done.written is None:
            return "the next save does not work"
        if any(f.stat().st_mode & 0o077 for f in store.home.glob("ctxbench.db*")):
            return "others may read the store"
        if in_place.unfinished(store.home):
            return "a journal is left"
    left = sorted(p.name for p in (folder / "real").iterdir() if p.name not in new)
    return "" if left == ["CLAUDE.md"] else f"litter: {left}"


def through_or_plain(path: Path, store: Store) -> bytes:
    in_place.heal(files.follow(path), store.home)
    return read_bytes(path)


def two_processes(base: Path, each: int) -> str:
    """Two processes save `each` versions of one file at the same time."""
    home = base / "two" / "ctxbench.db"
    path = base / "two.md"
    path.write_bytes(b"x")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path; from workbench.store.store import Store\n"
        "store = Store(Path(sys.argv[2]))\n"
        "for i in range(int(sys.argv[4])):\n"
        "    store.save(sys.argv[3], f'{sys.argv[5]} {i}'.encode(), reason=sys.argv[5])\n"
    )
    command = [sys.executable, "-c", code, str(ROOT), str(home), str(path), str(each)]
    both = [subprocess.Popen([*command, name]) for name in ("a", "b")]
    codes = [process.wait(timeout=120) for process in both]
    with Store(home) as store:
        found = [store.content(version.sha256) for version in store.versions(path)]
        wanted = {f"{name} {i}".encode() for name in "ab" for i in range(each)}
        good = codes == [0, 0] and len(found) == 2 * each and set(found) == wanted
        ok = good and store.db.integrity() == "ok"
        return f"{len(found)} versions of {2 * each}, {'ok' if ok else f'FAILED {codes}'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--limit", type=int, default=0, help="kills per call and step (0: all)")
    parser.add_argument("--step", choices=sorted(STEPS), action="append")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.child[0], Path(options.child[1]), int(options.child[2]))
    start, base = time.monotonic(), Path(tempfile.mkdtemp(prefix="ctxbench-faults-"))
    bench = Bench(base)
    traced = shutil.which("strace") is not None
    if not traced:
        sys.stderr.write("strace is not installed: only the shim is used\n")
    for step in options.step or STEPS:
        if traced:
            bench.by_system_call(step, options.limit)
        bench.by_shim(step, options.limit or 60)
        sys.stderr.write(f"{step}: {sum(bench.count.values())} so far\n")
    out = [f"{name:28} {count:5}" for name, count in sorted(bench.count.items())]
    killed = sum(count for name, count in bench.count.items() if name.startswith("killed"))
    out += [
        f"kills {killed}, failing calls {sum(bench.count.values()) - killed},"
        f" failures {len(bench.failures)}",
        f"two processes at once: {two_processes(base, 100)}",
        f"{time.monotonic() - start:.0f} s",
        *bench.failures[:20],
    ]
    sys.stdout.write("\n".join(out) + "\n")
    if not bench.failures:
        shutil.rmtree(base)
    return bool(bench.failures)


if __name__ == "__main__":
    raise SystemExit(main())
