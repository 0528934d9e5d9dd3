"""A store that cannot be read or written stops no work: kinds of trouble, times verbs."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.cli.conftest import Result, Run
from workbench.store.store import Store
from workbench.verbs import stored

TEXT = (
    "# Ferry\n\n- Never board after the bell.\n- Count the passengers.\n\n"
    "# Cargo\n\n- Tie down every crate.\n- Weigh the crates.\n- Tie down every crate.\n"
)
OLD = TEXT.replace("Weigh", "Count")

Trouble = Callable[[Path], AbstractContextManager[None]]


def _of(change: Callable[[Path], None]) -> Trouble:
    """A trouble that stays once it was made."""

    @contextlib.contextmanager
    def made(home: Path) -> Iterator[None]:
        change(home)
        yield

    return made


def _sql(*statements: str) -> Trouble:
    def change(home: Path) -> None:
        conn = sqlite3.connect(home / "ctxbench.db", isolation_level=None)
        for statement in statements:
            conn.execute(statement)
        conn.close()

    return _of(change)


def _file_for_a_home(home: Path) -> None:
    for path in home.iterdir():
        path.unlink()
    home.rmdir()
    home.write_bytes(b"somebody's notes\n")


def _junk(home: Path) -> None:
    for path in home.iterdir():
        path.unlink()
    (home / "ctxbench.db").write_bytes(b"no database, but somebody's notes\n" * 300)


def _damage(home: Path) -> None:
    data = bytearray((home / "ctxbench.db").read_bytes())
    data[4096:] = b"\xaa" * (len(data) - 4096)
    (home / "ctxbench.db").write_bytes(bytes(data))


@contextlib.contextmanager
def _locked(home: Path) -> Iterator[None]:
    """Another connection holds it alone, as a program does that never lets go."""
    other = sqlite3.connect(home / "ctxbench.db", isolation_level=None)
    try:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE prompts SET current = current")
        yield
    finally:
        other.close()


@contextlib.contextmanager
def _full(home: Path) -> Iterator[None]:
    """No file may grow beyond what a text needs, as on a disk with that little room."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def _nowhere(home: Path) -> Iterator[None]:
    kept = os.environ["CTXBENCH_HOME"]
    os.environ["CTXBENCH_HOME"] = "~no-such-user-here/x"
    try:
        yield
    finally:
        os.environ["CTXBENCH_HOME"] = kept


TROUBLES: dict[str, Trouble] = {
    "home is a file": _of(_file_for_a_home),
    "home leads nowhere": _nowhere,
    "no database": _of(_junk),
    "damaged": _of(_damage),
    "table gone": _sql("DROP TABLE settings", "DROP TABLE tasks"),
    "bad JSON": _sql("UPDATE settings SET value = '{no'"),
    "too new": _sql("PRAGMA user_version = 99"),
    "locked": _locked,
    "full": _full,
}
#: The store can be read, so that a version can be brought back from it.
READABLE = ("too new", "full")
#: Nothing that is kept in them needs the broken place.
STILL_SAVES = ("bad JSON", "table gone")

READERS: dict[str, tuple[str, ...]] = {
    "parts": ("parts", "a.md"),
    "count": ("count", "a.md"),
    "map": ("map", "a.md"),
    "score": ("score", "a.md"),
    "instructions": ("instructions", "a.md"),
    "review": ("review", "a.md"),
    "verify": ("verify", "a.md"),
    "diff": ("diff", "a.md", "b.md"),
    "ledger": ("ledger", "a.md", "a.md"),
    "candidate": ("candidate", "a.md", "a.md"),
    "optimize": ("optimize", "a.md"),
    "audit": ("audit", "a.md"),
    "export": ("export", "a.md", "--to", "xml"),
    "a label that is none": ("count", "b@c.md"),
}
#: Verbs that ask the store on the side, so that its trouble is told.
ASK = ("parts", "score", "instructions", "review", "ledger", "optimize", "audit")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that is held is given up at once: nobody waits for a clock here."""
    monkeypatch.setattr(stored, "PATIENCE_S", 0.0)
    kept = dict(Store.__init__.__kwdefaults__ or {})
    monkeypatch.setattr(Store.__init__, "__kwdefaults__", {**kept, "wait_s": 0.0})
    monkeypatch.setattr(stored, "_locked", {})


@pytest.fixture
def home(here: Path, run: Run) -> Path:
    """A store with two versions of a file, the second one on the disk, and its cuts by hand."""
    (here / "b.md").write_text(OLD)
    (here / "b@c.md").write_text(OLD)
    (here / "a.md").write_text(OLD)
    run("save", "a.md", "-m", "first")
    (here / "a.md").write_text(TEXT)
    run("save", "a.md", "-m", "second")
    with Store() as store:
        store.memory.set_setting(here / "a.md", "cuts", {"splits": [], "joins": []})
        store.memory.set_setting(here / "a.md", "audit", {"time": "", "items": []})
        return store.home


def healthy(result: Result) -> bool:
    return "Traceback" not in result.talk and "fault of its own" not in result.talk


@pytest.mark.slow
@pytest.mark.parametrize("kind", TROUBLES)
def test_reading_verbs_go_on_with_at_most_one_warning(
    kind: str, run: Run, home: Path, here: Path
) -> None:
    fine = {name: run(*args) for name, args in READERS.items()}
    with TROUBLES[kind](home):
        found = {name: run(*args) for name, args in READERS.items()}
    for name, result in found.items():
        assert result.code == fine[name].code, (name, result.talk)
        assert healthy(result), (name, result.talk)
        if name != "audit":  # which compares with the last one where it can
            assert result.out == fine[name].out, name
        assert result.talk.count("warning:") <= 1, (name, result.talk)
        assert not fine[name].talk.count("warning:"), name
    told = {name for name, result in found.items() if "warning:" in result.talk}
    assert "audit" in told, found["audit"].talk
    if kind not in ("table gone", "bad JSON", "full"):  # these few can be read
        assert told >= set(ASK)
    assert told <= set(ASK)
    for name in told:
        assert len(found[name].talk.strip().splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", TROUBLES)
def test_new_files_are_written_with_one_warning(
    kind: str, run: Run, home: Path, here: Path
) -> None:
    plain = {
        "copy.md": ("export", "a.md", "--to", "same"),
        "better.md": ("optimize", "a.md", "--accept", "safe"),
        "b.txt": ("export", "-", "--to", "same"),
    }
    with TROUBLES[kind](home):
        for out, args in plain.items():
            result = run(*args, "-o", out, stdin=TEXT.encode())
            assert result.code == 0, (out, result.talk)
            assert healthy(result)
            assert (here / out).is_file()
            if kind not in STILL_SAVES:
                assert result.talk.count("warning:") == 1, result.talk
                assert f"{out} was written without a version of it." in result.talk
        assert (here / "copy.md").read_text() == TEXT
        again = run("export", "a.md", "--to", "same", "-o", "copy.md")
        assert again.code == 0 and not again.talk  # nothing to write, so nothing to keep


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in TROUBLES if kind not in (*STILL_SAVES, "full")])
def test_a_report_goes_on_without_versions(kind: str, run: Run, home: Path, here: Path) -> None:
    with TROUBLES[kind](home):
        result = run("report", "a.md", "-o", "page.html")
    assert result.code == 0, result.talk
    assert (here / "page.html").stat().st_size > 10_000
    assert result.talk.count("warning:") == 1
    assert "page.html was written without a version of it." in result.talk


WRITERS: dict[str, tuple[str, ...]] = {
    "restore": ("restore", "a.md@1"),
    "undo": ("undo", "a.md"),
    "optimize in place": ("optimize", "a.md", "--accept", "safe", "--in-place"),
    "optimize over a file": ("optimize", "a.md", "--accept", "safe", "-o", "b.md", "--force"),
    "export over a file": ("export", "a.md", "--to", "same", "-o", "b.md", "--force"),
}


def files(here: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in here.iterdir() if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in TROUBLES if kind not in STILL_SAVES])
def test_what_would_lose_text_ends_with_2_and_names_the_flag(
    kind: str, run: Run, home: Path, here: Path
) -> None:
    before = files(here)
    with TROUBLES[kind](home):
        for name, args in WRITERS.items():
            result = run(*args)
            assert result.code == 2, (name, result.talk)
            assert healthy(result)
            assert files(here) == before, name
            brings_back = args[0] in ("restore", "undo")
            if not brings_back or kind in READABLE:
                assert "--no-version" in result.talk, (name, result.talk)
                assert "undo" in result.talk
        for args in (("save", "a.md", "-m", "x"), ("label", "a.md@1", "good")):
            result = run(*args)
            assert result.code == 2 and healthy(result), result.talk


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in TROUBLES if kind not in STILL_SAVES])
def test_no_version_writes_the_file_all_the_same(
    kind: str, run: Run, home: Path, here: Path
) -> None:
    with TROUBLES[kind](home):
        for name, args in WRITERS.items():
            (here / "a.md").write_text(TEXT)
            (here / "b.md").write_text(OLD)
            before = files(here)
            result = run(*args, "--no-version", "--json")
            brings_back = args[0] in ("restore", "undo")
            if brings_back and kind not in READABLE:
                assert result.code == 2, (name, result.talk)
                assert files(here) == before
                continue
            assert result.code == 0, (name, result.talk)
            assert files(here) != before, name
            if brings_back:
                assert (here / "a.md").read_text() == OLD
                assert result.record["version"] is None and result.record["versions"] == []


@pytest.mark.parametrize(("answer", "code"), [(b"n\n", 1), (b"\n", 1), (b"y\n", 0)])
def test_on_a_terminal_it_asks(answer: bytes, code: int, run: Run, home: Path, here: Path) -> None:
    with TROUBLES["too new"](home):
        result = run("restore", "a.md@1", stdin=answer, tty=True)
    assert "Write a.md without keeping a version" in result.talk
    assert "newer ctxbench" in result.talk
    assert result.code == code
    assert (here / "a.md").read_text() == (TEXT if code else OLD)


def test_no_version_keeps_none_where_one_could_be_kept(run: Run, home: Path, here: Path) -> None:
    done = run("export", "a.md", "--to", "same", "-o", "b.md", "--force", "--no-version")
    assert done.code == 0 and not done.talk
    assert (here / "b.md").read_text() == TEXT
    assert run("versions", "b.md", "--json").record["versions"] == []


def test_a_store_that_nobody_made_yet_is_no_trouble(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "a.md").write_text(TEXT)
    for home in (here / "new", Path("/proc/no-such-folder")):
        monkeypatch.setenv("CTXBENCH_HOME", str(home))
        for verb in ("parts", "score", "optimize"):
            assert not run(verb, "a.md").talk, home


@pytest.mark.skipif(sys.platform != "linux", reason="needs a place that takes no files from root")
def test_a_home_where_no_folder_can_be_made(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXBENCH_HOME", "/proc/no-such-folder")
    (here / "a.md").write_text(TEXT)
    result = run("export", "a.md", "--to", "same", "-o", "b.md")
    assert result.code == 0 and result.talk.count("warning:") == 1
    assert (here / "b.md").read_text() == TEXT
    (here / "b.md").write_text(OLD)
    over = ("export", "a.md", "--to", "same", "-o", "b.md", "--force")
    assert run(*over).code == 2
    assert (here / "b.md").read_text() == OLD
    assert run(*over, "--no-version").code == 0
    assert run("doctor").code == 2


@pytest.mark.slow
def test_a_held_store_is_waited_for_once_a_run(
    run: Run, home: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five files asked the store ten times, and each time it was waited for."""
    waits: list[float] = []
    real = stored.asked

    def watched(read: object, otherwise: object, *words: str) -> object:
        held = stored._locked.get(home / "ctxbench.db", 0.0)
        waits.append(held)
        return real(read, otherwise, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(stored, "asked", watched)
    with TROUBLES["locked"](home):
        run("parts", "a.md", "a.md", "b.md")
    assert waits[0] == 0.0 and all(waits[1:])


def test_scores_are_shown_though_the_task_cannot_be_remembered(
    run: Run, home: Path, here: Path
) -> None:
    with TROUBLES["too new"](home):
        result = run("score", "a.md", "--task", "carry crates", "--remember")
    assert result.code == 2 and "newer ctxbench" in result.talk
    assert "Cargo" in result.out


def test_the_file_is_written_though_the_store_cannot_note_it(
    run: Run, home: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version is kept and the file holds it: that is no failure, only worth a word."""
    from workbench.errors import StoreError

    def failing(self: Store, path: Path, n: int) -> None:
        raise StoreError("The disk is full.", hint="Make room.")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "set_current", failing)
        done = run("restore", "a.md@1")
    assert done.code == 0 and (here / "a.md").read_text() == OLD
    assert "Version 3 is stored, and the file holds it." in done.talk
    assert run("undo", "a.md").code == 0
    assert (here / "a.md").read_text() == TEXT
