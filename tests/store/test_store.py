"""Versions, what is remembered about a prompt, and prompts whose files move."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import StoreError, UnreadableInput, UsageError
from workbench.store.memory import text_key
from workbench.store.store import Store
from workbench.store.values import NewVersion
from workbench.verbs.label import label
from workbench.verbs.restore import restore
from workbench.verbs.save import WriteRequest, save, write
from workbench.verbs.show import show
from workbench.verbs.undo import undo
from workbench.verbs.versions import versions


@settings(max_examples=60)
@given(data=st.binary(max_size=300))
def test_any_bytes_come_back(store: Store, prompt: Path, data: bytes) -> None:
    prompt.write_bytes(data)
    assert show(prompt, save(prompt, "", store).version.n, store) == data


@pytest.mark.slow
@settings(max_examples=30)
@given(texts=st.lists(st.sampled_from([b"a\n", b"b\r\n", b"", b"c"]), min_size=1, max_size=8))
def test_undo_walks_back_through_every_change(
    store: Store, tmp_path: Path, texts: list[bytes]
) -> None:
    path = tmp_path / f"{len(list(tmp_path.iterdir()))}.md"
    for text in texts:
        write(WriteRequest(path, text), store)
    states = [t for n, t in enumerate(texts) if n == 0 or t != texts[n - 1]]
    for state in reversed(states[:-1]):
        undo(path, store)
        assert path.read_bytes() == state
    with pytest.raises(UsageError):
        undo(path, store)


def test_nothing_is_made_by_reading(store: Store, prompt: Path) -> None:
    assert store.versions(prompt) == ()
    assert store.current(prompt) is None
    assert store.memory.pins(prompt) == {}
    assert store.cache.sends() == ()
    assert versions(prompt, store).unsaved
    with pytest.raises(UnreadableInput, match="No versions"):
        show(prompt, 1, store)
    assert not store.path.parent.exists()


def test_contents_are_stored_once(store: Store, prompt: Path) -> None:
    for number in range(5):
        store.save(prompt, b"same", reason=str(number))
    assert store.db.rows("SELECT count(*) FROM contents") == [(1,)]
    assert len(store.versions(prompt)) == 5


def test_versions_cannot_be_changed(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    for sql in ("UPDATE versions SET reason = 'x'", "DELETE FROM versions"):
        with pytest.raises(StoreError, match="versions are never"), store.db.write() as conn:
            conn.execute(sql)


def test_details_candidates_and_parents(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    for text in (b"one way\n", b"another way\n"):
        new = NewVersion(
            kind="optimise",
            author="offline agent",
            parent=1,
            on_disk=False,
            ledger={"rows": [{"status": "kept", "text": "\ud800"}]},
            proposals=["p1", "p2"],
        )
        store.put(prompt, text, new)
    found = store.versions(prompt)
    assert [v.parent for v in found] == [None, 1, 1]
    assert store.details(prompt, 3)["proposals"] == ["p1", "p2"]
    assert store.details(prompt, 2)["ledger"]["rows"][0]["text"] == "\ud800"
    current = store.current(prompt)
    assert current is not None
    assert current.n == 1
    assert not versions(prompt, store).unsaved
    with pytest.raises(UnreadableInput):
        store.details(prompt, 7)
    with pytest.raises(UnreadableInput):
        store.version(prompt, 1 << 80)


def test_a_program_killed_between_file_and_store_loses_nothing(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    store.put(prompt, b"written, not noted\n", NewVersion(on_disk=False))
    prompt.write_bytes(b"written, not noted\n")
    undo(prompt, store)
    assert prompt.read_bytes() == b"- first text\n"
    assert [v.kind for v in store.versions(prompt)] == ["save", "save", "undo"]


def test_damaged_bytes_are_found_out_and_put_right(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    with store.db.write() as conn:
        conn.execute("UPDATE contents SET data = x'00'")
    with pytest.raises(StoreError, match="damaged"):
        show(prompt, 1, store)
    save(prompt, "again", store)
    assert show(prompt, 1, store) == b"- first text\n"


def test_a_file_that_moved_keeps_its_history(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    label(prompt, 1, "good", store)
    store.memory.set_task(prompt, "write code")
    new = prompt.with_name("AGENTS.md")
    prompt.rename(new)
    listed = versions(new, store)
    assert listed.stored_as == str(prompt.resolve())
    assert show(new, 1, store) == b"- first text\n"
    store.memory.pin(new, "part", "sha")  # set before the first save at the new place
    new_text = save(new, "moved", store)
    assert new_text.relinked_from == str(prompt.resolve())
    assert [v.n for v in store.versions(new)] == [1, 2]
    assert store.labels.all(new) == {"good": 1}
    assert store.memory.task(new) == "write code"
    assert store.memory.pins(new) == {"part": "sha"}
    assert store.versions(prompt) == ()
    assert store.events(new)[-1].kind == "relink"


def test_a_copy_is_not_a_move_and_doubt_is_asked_about(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    copy = prompt.with_name("copy.md")
    copy.write_bytes(prompt.read_bytes())
    assert store.moved(copy, copy.read_bytes()) == ()
    assert save(copy, "", store).relinked_from is None
    copy.unlink()
    prompt.unlink()
    third = prompt.with_name("third.md")
    third.write_bytes(b"- first text\n")
    assert len(versions(third, store).maybe) == 2  # two histories end like this
    assert save(third, "", store).relinked_from is None
    elsewhere = prompt.parent / "sub" / "CLAUDE.md"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(b"moved and edited\n")
    (offer,) = store.moved(elsewhere, elsewhere.read_bytes())
    assert (offer.path, offer.certain) == (prompt.resolve(), False)
    store.relink(prompt, elsewhere)
    restore(elsewhere, 1, store)
    undo(elsewhere, store)
    assert elsewhere.read_bytes() == b"moved and edited\n"
    with pytest.raises(UsageError, match="versions of its own"):
        store.relink(third, elsewhere)
    with pytest.raises(UsageError, match="No versions"):
        store.relink(prompt, copy)


def test_what_a_person_decided_is_remembered(store: Store, prompt: Path) -> None:
    memory = store.memory
    key = text_key("REMOVE", "old text\ud800", "")
    memory.refuse(prompt, key, "REMOVE")
    assert memory.refused(prompt) == {key}
    memory.allow_again(prompt, key)
    assert memory.refused(prompt) == frozenset()
    assert text_key("a", "bc") != text_key("ab", "c")
    memory.pin(prompt, "rules", "sha")
    memory.pin(prompt, "rules", "sha2")
    assert memory.pins(prompt) == {"rules": "sha2"}
    memory.unpin(prompt, "rules")
    assert memory.pins(prompt) == {}
    assert memory.task(prompt) is None
    memory.set_task(prompt, "review code")
    memory.set_task(prompt, "write code")
    assert memory.task(prompt) == "write code"
    memory.set_note(prompt, "intro", "why this is here")
    assert memory.notes(prompt) == {"intro": "why this is here"}
    memory.set_note(prompt, "intro", "")
    assert memory.notes(prompt) == {}
    memory.set_setting(prompt, "cuts", {"split": [3]})
    assert memory.setting(prompt, "cuts") == {"split": [3]}
    assert memory.setting(prompt, "other") is None
    assert store.versions(prompt) == ()
    assert store.paths() == ()


def test_results_are_cached_by_content(store: Store) -> None:
    assert store.cache.score("sha", "task", "lex-1", "offline") is None
    store.cache.keep_score("sha", "task", "lex-1", "offline", {"parts": [1.5, None]})
    assert store.cache.score("sha", "task", "lex-1", "offline") == {"parts": [1.5, None]}
    assert store.cache.score("sha", "other task", "lex-1", "offline") is None
    store.cache.keep_exact_count("sha", "model", 12)
    assert store.cache.exact_count("sha", "model") == 12
    assert store.cache.exact_count("sha", "other") is None
    store.cache.record_send("https://example.org", "model", "count", 12)
    assert [send.size for send in store.cache.sends()] == [12]


@pytest.mark.parametrize("name", ["", "3", "a@b", "x" * 101, "a\tb", "\x1b[31m"])
def test_names_that_mislead_are_refused(store: Store, prompt: Path, name: str) -> None:
    save(prompt, "", store)
    with pytest.raises(UsageError):
        label(prompt, 1, name, store)
    with pytest.raises(UnreadableInput):
        label(prompt, 2, "good", store)
    assert store.labels.history(prompt) == ()


def test_threads_share_a_store(store: Store, prompt: Path) -> None:
    problems: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for step in range(10):
                n = store.save(prompt, b"%d %d" % (number, step)).n
                assert store.read(prompt, n) == b"%d %d" % (number, step)
        except (StoreError, UnreadableInput, AssertionError) as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(store.versions(prompt)) == 40


def test_only_the_owner_may_look(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    made = sorted(p.name for p in store.home.iterdir())
    assert made == ["ctxbench.db", "ctxbench.db-shm", "ctxbench.db-wal"]
    for path in store.home.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.home.stat().st_mode) == 0o700
    store.close()
    store.path.chmod(0o644)
    save(prompt, "again", store)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_every_real_prompt_and_case_comes_back(
    store: Store, corpus: list[Path], shared: Path
) -> None:
    inputs = [path for path in (shared / "cases" / "inputs").rglob("*") if path.is_file()]
    for path in (*corpus, *inputs):
        done = save(path, "", store)
        assert show(path, done.version.n, store) == path.read_bytes(), path
    assert store.db.integrity() == "ok"
