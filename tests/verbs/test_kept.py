"""Kept reviews: whatever changes, the answer is that of a fresh run; where nothing did, no rule
runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.judge.projects import build
from workbench.store.files import read_bytes
from workbench.store.kept import MOST, Row
from workbench.store.store import Store
from workbench.verbs import asked_facts, kept
from workbench.verbs import review as verb
from workbench.verbs.kept import KeptReviews
from workbench.verbs.mark import mark
from workbench.verbs.measured import Counting
from workbench.verbs.review import Options, review

TODAY = date(2026, 11, 29)
SKILL = "---\nname: pack\ndescription: Packs a lamp. Use when an order is ready.\n---\n\n# Pack\n"
AGENT = "---\nname: tester\ndescription: Tests a lamp. Use when it came back.\n---\n\nTest it.\n"
WORDS = """\
id: shop-words
form: substitution
title: a word that our shop does not use
message: "{found} is called {instead} here."
why: The desk searches for the words of the handbook.
severity: note
swap:
  torch: lamp
"""
FILES = {
    ".git/HEAD": "ref: refs/heads/main\n",
    "package.json": '{"engines": {"node": ">=22"}, "scripts": {"test": "vitest"}}',
    "docs/returns.md": "Returns.\n",
    "src/lamp.ts": "export function lightLamp(a: number) { return a }\n"
    + "".join(f"export const part{n} = makePart{n}(wire{n})\n" for n in range(20)),
    "shared.md": "- Tell the customer when a lamp will arrive.\n",
    "CLAUDE.md": "# Lamps\n\n@shared.md\n\n- Returns are in `docs/returns.md`.\n"
    "- Prices are in `docs/prices.md`.\n"
    "- Run `npm test` on Node 22.\n- Call `lightLamp()` in `src/lamp.ts` first.\n"
    "- A torch costs 5 euros until 2026-12-31.\n- See `vendor/lib/readme.txt`.\n"
    "- Ask the desk what a lamp weighs.\n",
    ".claude/skills/pack/SKILL.md": SKILL + "\nWrap it twice, see `box.md`.\n",
    ".claude/agents/tester.md": AGENT,
    ".ctxbench/rules/words.yaml": WORDS,
}
REVIEWED = ("CLAUDE.md", ".claude/skills/pack/SKILL.md", ".claude/agents/tester.md")


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # A file that is a second old is as good as one that is a day old, so that nobody waits here.
    monkeypatch.setattr(asked_facts, "YOUNG_S", 0.0)
    root = build(tmp_path / "lamps", FILES)
    monkeypatch.chdir(root)
    return root


def answers(options: Options, *, fresh: bool = False) -> list[dict[str, Any]]:
    """What the files of the project are told, by a run of its own."""
    reviews = None if fresh else KeptReviews()
    seen: dict[Any, Any] = {}
    try:
        return [review(path, options, seen, reviews).to_dict() for path in REVIEWED]
    finally:
        if reviews is not None:
            reviews.close()


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files whose rules ran."""
    ran: list[str] = []
    real = verb._worked_out

    def counted(given: Any, *rest: Any) -> Any:
        ran.append(given.spec)
        return real(given, *rest)

    monkeypatch.setattr(verb, "_worked_out", counted)
    return ran


def test_where_nothing_changed_no_rule_runs(lamps: Path, worked: list[str]) -> None:
    options = Options(today=TODAY, all=True)
    first = answers(options)
    assert worked == list(REVIEWED) and any(one["findings"] for one in first)
    worked.clear()
    assert answers(options) == first
    assert worked == []


def test_another_file_that_no_answer_rests_on_changes_nothing(
    lamps: Path, worked: list[str]
) -> None:
    answers(Options(today=TODAY))
    worked.clear()
    (lamps / "CLAUDE.md").write_text("# Lamps\n\n- Ask the desk what a lamp weighs.\n")
    (lamps / "notes.md").write_text("Nothing.\n")
    answers(Options(today=TODAY))
    assert worked == ["CLAUDE.md"]


def text(path: str, old: str, new: str) -> Callable[[Path], object]:
    def change(root: Path) -> None:
        said = (root / path).read_text()
        assert old in said
        (root / path).write_text(said.replace(old, new))

    return change


def file(path: str, words: str) -> Callable[[Path], object]:
    return lambda root: build(root, {path: words})


def link(root: Path) -> None:
    (root / "docs/returns.md").unlink()
    (root / "docs").rmdir()
    (root / "elsewhere").mkdir()
    (root / "docs").symlink_to(root / "elsewhere", target_is_directory=True)


def marked(root: Path) -> None:
    with Store() as store:
        mark(Path("CLAUDE.md"), "5", store)


#: Each with whether the answers differ from those before it.
CHANGES: dict[str, tuple[Callable[[Path], object], bool]] = {
    "the text, by one letter": (text("CLAUDE.md", "Node 22", "Node 18"), True),
    "a path that is gone": (lambda root: (root / "docs/returns.md").unlink(), True),
    "a path that came": (file("docs/prices.md", "x"), True),
    "a path in a folder that nobody walks": (file("node_modules/vendor/lib/readme.txt", ""), False),
    "a folder that is a link now": (link, True),
    "a file beside a skill": (file(".claude/skills/pack/box.md", "A box.\n"), True),
    "a script that is gone": (text("package.json", '"test"', '"tess"'), True),
    "a version": (text("package.json", ">=22", ">=24"), True),
    "a symbol, with as many letters": (text("src/lamp.ts", "lightLamp", "lightLump"), True),
    "a code file that is gone": (lambda root: (root / "src/lamp.ts").unlink(), True),
    "a second agent of the name": (file(".claude/agents/other.md", AGENT), True),
    "an import that repeats a rule": (
        file("shared.md", "- Ask the desk what a lamp weighs.\n"),
        True,
    ),
    "an import that is gone": (lambda root: (root / "shared.md").unlink(), True),
    "what git ignores": (file(".gitignore", "docs/prices.md\n"), True),
    "a rule of the project": (text(".ctxbench/rules/words.yaml", "torch", "desk "), True),
    "a rule of the project that is gone": (
        lambda root: (root / ".ctxbench/rules/words.yaml").unlink(),
        True,
    ),
    "a host of the project": (file(".ctxbench/hosts/shop.yaml", "title: Shop\n"), False),
    "a mark": (marked, False),
    "another project around it": (file(".claude/skills/.git/HEAD", ""), True),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_result_rests_on_is_seen_when_it_changes(
    lamps: Path, name: str, worked: list[str]
) -> None:
    change, differs = CHANGES[name]
    options = Options(today=TODAY, all=True)
    before = answers(options)
    change(lamps)
    try:
        now = answers(options, fresh=True)
    except Exception as error:  # noqa: BLE001  (what a fresh run says, the kept one must say)
        with pytest.raises(type(error)):
            answers(options)
        return
    assert (now != before) == differs
    assert answers(options) == now
    worked.clear()
    assert answers(options) == now  # and what was kept anew holds
    assert worked == []


@pytest.mark.parametrize(
    "other",
    [
        {"today": date(2027, 1, 2)},
        {"all": False},
        {"host": "codex"},
        {"severity": {"stale-claim": "error"}},
        {"severity": {"stale-claim": "off"}},
        {"rules": frozenset({"stale-claim"})},
        {"counting": Counting("chars")},
        {"root": Path("docs")},
        {"muted": True},
    ],
    ids=str,
)
def test_each_way_to_review_has_its_own_answer(lamps: Path, other: dict[str, Any]) -> None:
    options = Options(today=TODAY, all=True)
    before = answers(options)
    if "muted" in other:
        keys = [one["key"] for record in before for one in record["findings"]]
        other = {"muted": frozenset(keys[:2])}
    changed = replace(options, **other)
    now = answers(changed, fresh=True)
    assert answers(changed) == now
    assert answers(options) == answers(options, fresh=True)


def test_another_program_works_it_out_anew(
    lamps: Path, worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(Options(today=TODAY))
    worked.clear()
    monkeypatch.setattr(kept, "program_state", lambda: "another")
    answers(Options(today=TODAY))
    assert worked == list(REVIEWED)


def damaged(row: str, value: Any) -> Callable[[Store], object]:
    def damage(store: Store) -> None:
        with store.db.write() as conn:
            conn.execute(f"UPDATE reviews SET {row} = ?", (value,))

    return damage


def forged(store: Store) -> None:
    """Another text with the right digest: whole, but not of the form that is expected."""
    from workbench.store.kept import digest_of

    words = json.dumps({"asked": {"answers": [["__class__", [], None]]}, "outcome": {}})
    with store.db.write() as conn:
        conn.execute("UPDATE reviews SET result = ?, digest = ?", (words, digest_of(words)))


@pytest.mark.parametrize(
    "damage",
    [
        damaged("result", "{"),
        damaged("result", b"\0\xff"),
        damaged("digest", "0"),
        damaged("key", "x"),
        forged,
        lambda store: store.path.write_bytes(b"words, no store " * 400),
    ],
)
def test_a_damaged_entry_is_worked_out_anew(
    lamps: Path, worked: list[str], damage: Callable[[Store], object]
) -> None:
    first = answers(Options(today=TODAY))
    with Store() as store:
        damage(store)
    worked.clear()
    assert answers(Options(today=TODAY)) == first
    assert worked == list(REVIEWED)


def test_without_a_store_all_works_and_nothing_is_said(
    run: Run, lamps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = run("review", *REVIEWED, "--json").raw
    monkeypatch.setenv("CTXBENCH_HOME", str(lamps / "shared.md" / "home"))
    done = run("review", *REVIEWED, "--json", "--no-cache")
    again = run("review", *REVIEWED, "--json")
    assert (done.raw, again.raw) == (usual, usual)
    assert again.talk == done.talk


def test_no_cache_runs_every_rule(run: Run, lamps: Path, worked: list[str]) -> None:
    first = run("review", *REVIEWED, "--json").raw
    worked.clear()
    assert run("review", *REVIEWED, "--json").raw == first and worked == []
    assert run("review", *REVIEWED, "--json", "--no-cache").raw == first
    assert worked == list(REVIEWED)


def test_a_code_file_that_was_written_just_now_is_not_trusted(
    lamps: Path, worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_facts, "YOUNG_S", 1e6)
    answers(Options(today=TODAY))
    worked.clear()
    answers(Options(today=TODAY))
    assert worked == ["CLAUDE.md"]  # the one that asked for words of the code


def test_a_text_that_is_no_file_is_not_kept(lamps: Path, run: Run) -> None:
    data = read_bytes(Path("CLAUDE.md"))
    assert run("review", "-", stdin=data).raw == run("review", "-", stdin=data).raw
    with Store() as store:
        assert store.db.rows("SELECT * FROM reviews") == []


def test_the_oldest_entries_go(tmp_path: Path) -> None:
    with Store(tmp_path / "home" / "ctxbench.db") as store:
        store.kept.keep(Row(f"{n:06}", "k", "{}") for n in range(MOST + 5))
        store.kept.keep([Row("new", "k", "{}"), Row("long", "k", "x" * 500_000)])
        assert store.db.rows("SELECT count(*) FROM reviews") == [(MOST,)]
        assert store.kept.result("new", "k") == "{}"
        assert store.kept.result("new", "other") is None
        assert store.kept.result("long", "k") is None
