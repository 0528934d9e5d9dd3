"""Stores that are missing, damaged, foreign, old, read-only, full or on odd disks."""

from __future__ import annotations

import os
import resource
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import StoreError, StoreTooNew
from workbench.store import schema, volumes
from workbench.store.health import look
from workbench.store.home import home_dir
from workbench.store.store import Store
from workbench.verbs.save import WriteRequest, save, write
from workbench.verbs.show import show
from workbench.verbs.versions import versions

ROOT = Path(__file__).resolve().parents[2]
NEXT = schema.current() + 1
ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CTXBENCH_HOME", str(tmp_path / "here"))
    assert Store().path == tmp_path / "here" / "ctxbench.db"
    monkeypatch.delenv("CTXBENCH_HOME")
    assert home_dir().name == "ctxbench"


@pytest.mark.parametrize("junk", [b"not a database, but somebody's notes\n" * 50, b"short"])
def test_a_file_that_is_no_database_is_left_alone(store: Store, prompt: Path, junk: bytes) -> None:
    store.path.parent.mkdir()
    store.path.write_bytes(junk)
    with pytest.raises(StoreError, match=r"damaged or not a ctxbench store.*Move the file away"):
        write(WriteRequest(prompt, b"new\n"), store)
    with pytest.raises(StoreError, match="Nothing was overwritten"):
        versions(prompt, store)
    assert store.path.read_bytes() == junk
    assert prompt.read_bytes() == b"- first text\n"


def test_a_damaged_store_is_reported(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    store.close()
    data = bytearray(store.path.read_bytes())
    data[4096:] = b"\xaa" * (len(data) - 4096)
    store.path.write_bytes(bytes(data))
    with pytest.raises(StoreError, match="damaged"):
        save(prompt, "more", store)
    assert store.path.read_bytes() == bytes(data)


def test_a_database_of_another_program_is_left_alone(store: Store, prompt: Path) -> None:
    store.path.parent.mkdir()
    conn = sqlite3.connect(store.path)
    conn.execute("CREATE TABLE theirs (x)")
    conn.commit()
    conn.close()
    held = store.path.read_bytes()
    for attempt in (lambda: save(prompt, "", store), lambda: versions(prompt, store)):
        with pytest.raises(StoreError, match="another program"):
            attempt()
    assert store.path.read_bytes() == held


def test_an_empty_file_and_a_store_that_vanishes(store: Store, prompt: Path) -> None:
    store.path.parent.mkdir()
    store.path.touch()
    assert store.versions(prompt) == ()
    assert save(prompt, "", store).version.n == 1
    for path in list(store.home.iterdir()):
        path.unlink()
    assert store.versions(prompt) == ()
    assert save(prompt, "", store).version.n == 1  # not into the file that is gone


def test_a_home_that_cannot_be(prompt: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with Store(tmp_path / "file" / "x" / "ctxbench.db") as store:
        with pytest.raises(StoreError, match="CTXBENCH_HOME"):
            save(prompt, "", store)
        with pytest.raises(StoreError, match="a file stands there"):
            store.versions(prompt)  # not "none", which nobody can know


def _later(db: Any) -> None:
    db.executescript("ALTER TABLE prompts ADD COLUMN colour TEXT; CREATE TABLE later (x)")


def _broken(db: Any) -> None:
    db.executescript("CREATE TABLE half (x)")
    raise sqlite3.OperationalError("no such thing")


def test_an_upgrade_copies_the_store_first(
    store: Store, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(prompt, "one", store)
    with Store(store.path) as older:
        older.versions(prompt)
        monkeypatch.setattr(schema, "STEPS", [*schema.STEPS, _later])
        with Store(store.path) as newer:
            assert show(prompt, 1, newer) == b"- first text\n"
            assert save(prompt, "two", newer).version.n == 2
            assert newer.db.schema_version() == NEXT
            assert newer.db.integrity() == "ok"
        monkeypatch.undo()
        copy = store.path.with_name(f"ctxbench.db.before-{NEXT}")
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        with Store(copy) as kept:
            assert show(prompt, 1, kept) == b"- first text\n"
        with pytest.raises(StoreTooNew):  # also a window that was open during the upgrade
            save(prompt, "three", older)
        assert len(older.versions(prompt)) == 2


def test_an_upgrade_that_fails_changes_nothing(
    store: Store, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(prompt, "one", store)
    store.close()
    monkeypatch.setattr(schema, "STEPS", [*schema.STEPS, _broken])
    for _ in range(2):
        with Store(store.path) as newer, pytest.raises(StoreError, match="no such thing"):
            save(prompt, "two", newer)
    monkeypatch.undo()
    assert store.db.schema_version() == schema.current()
    assert store.db.rows("SELECT name FROM sqlite_master WHERE name = 'half'") == []
    assert show(prompt, 1, store) == b"- first text\n"
    copies = sorted(p.name for p in store.home.glob("*.before-*"))
    assert copies == [f"ctxbench.db.before-{NEXT}", f"ctxbench.db.before-{NEXT}.2"]


def test_a_full_disk_under_the_store(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    store.close()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        with pytest.raises(StoreError, match="Nothing was saved"):
            write(WriteRequest(prompt, os.urandom(600_000)), store)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert prompt.read_bytes() == b"- first text\n"
    assert [v.n for v in store.versions(prompt)] == [1]
    assert store.db.integrity() == "ok"
    assert save(prompt, "again", store).version.n == 2


@pytest.mark.skipif(not ROOT_USER, reason="needs root to mount a small disk")
def test_real_small_and_read_only_disks(prompt: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=640k", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    store = Store(disk / "home" / "ctxbench.db")
    try:
        save(prompt, "", store)
        with pytest.raises(StoreError, match=r"disk.*full.*Nothing was saved"):
            write(WriteRequest(prompt, os.urandom(700_000)), store)
        assert prompt.read_bytes() == b"- first text\n"
        assert [v.n for v in store.versions(prompt)] == [1]
        store.close()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert show(prompt, 1, store) == b"- first text\n"
        prompt.write_bytes(b"more\n")
        with pytest.raises(StoreError, match="Nothing was saved"):
            save(prompt, "", store)
    finally:
        store.close()
        subprocess.run(["umount", str(disk)], check=True)


READER = """
import os, sys
from pathlib import Path
from workbench.errors import StoreError
from workbench.store.store import Store
os.setgroups([]); os.setgid(65534); os.setuid(65534)
store = Store(Path(sys.argv[1]))
print(store.read(sys.argv[2], 1))
try:
    store.save(sys.argv[2], b"x")
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(not ROOT_USER, reason="needs root to become another user")
def test_a_store_that_may_only_be_read(store: Store, prompt: Path) -> None:
    import tempfile

    save(prompt, "", store)
    store.close()
    with tempfile.TemporaryDirectory() as name:
        home = Path(name) / "home"
        home.mkdir(0o755)
        Path(name).chmod(0o755)
        copy = home / "ctxbench.db"
        copy.write_bytes(store.path.read_bytes())
        copy.chmod(0o644)
        done = subprocess.run(
            [sys.executable, "-c", READER, str(copy), str(prompt.resolve())],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == repr(b"- first text\n")
    assert "Nothing was saved" in second


def test_network_disks_do_without_shared_memory(
    store: Store, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volumes, "file_system", lambda path: "nfs4")
    save(prompt, "", store)
    assert store.db.rows("PRAGMA journal_mode") == [("delete",)]
    assert [p.name for p in store.home.iterdir()] == ["ctxbench.db"]
    save(prompt, "again", store)
    assert store.db.integrity() == "ok"


def test_the_file_system_of_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "mounts"
    table.write_text(
        "1 0 0:1 / / rw - ext4 /dev/sda rw\n"
        "2 1 0:2 / /home rw shared:1 - nfs4 server:/home rw\n"
        "3 1 0:3 / /home/a\\040b rw - tmpfs tmpfs rw\n"
    )
    monkeypatch.setattr(volumes, "_MOUNTS", table)
    assert volumes.file_system(Path("/etc/x")) == "ext4"
    assert volumes.is_network(Path("/home/me/x"))
    assert volumes.file_system(Path("/home/a b/x")) == "tmpfs"
    assert volumes.file_system(Path("/homework/x")) == "ext4"
    monkeypatch.setattr(volumes, "_MOUNTS", tmp_path / "none")
    assert not volumes.is_network(Path("/home/me/x"))


def test_saving_does_not_load_sqlite_utils_again(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    code = (
        "import sys; from pathlib import Path; from workbench.store.store import Store\n"
        "Store(Path(sys.argv[1])).save(sys.argv[2], b'more')\n"
        "assert 'sqlite_utils' not in sys.modules and 'platformdirs' not in sys.modules\n"
    )
    command = [sys.executable, "-c", code, str(store.path), str(prompt)]
    subprocess.run(command, cwd=ROOT, check=True)


def test_how_the_store_is(store: Store, prompt: Path) -> None:
    missing = look(store)
    assert (missing.exists, missing.problem) == (False, "")
    save(prompt, "", store)
    found = look(store)
    assert found.to_dict() | {"path": "", "bytes": 0} == {
        "path": "",
        "exists": True,
        "bytes": 0,
        "schema": schema.current(),
        "known_schema": schema.current(),
        "writable": True,
        "integrity": "ok",
        "prompts": 1,
        "versions": 1,
        "unfinished": [],
        "problem": "",
        "troubles": [],
        "damaged": [],
    }
    with store.db.write() as conn:
        conn.execute("PRAGMA user_version = 7")
    assert "newer ctxbench" in look(store).problem
    store.close()
    store.path.write_bytes(b"junk" * 999)
    assert "damaged" in look(store).problem
