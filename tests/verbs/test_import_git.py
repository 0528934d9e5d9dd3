"""A file's history in git becomes versions, with dates, authors, messages and every byte."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.errors import UnreadableInput
from workbench.store.store import Store
from workbench.verbs.import_git import ImportResult, import_git
from workbench.verbs.inputs import read_input
from workbench.verbs.trend import trend


class Repository:
    """A scratch repository; each commit is a day after the one before."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.day = folder, 0
        folder.mkdir()
        self.git("init", "-q")

    def git(self, *arguments: str) -> bytes:
        when = f"2026-01-{max(self.day, 1):02d}T12:00:00+09:00"
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "Åsa"), ("EMAIL", "asa@example.invalid"), ("DATE", when))
        }
        environment = os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull}
        return subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
        ).stdout

    def commit(self, message: str, **files: bytes) -> None:
        self.day += 1
        for name, data in files.items():
            (self.folder / name.replace("_", ".")).write_bytes(data)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repo")
    made.commit("start", CLAUDE_md=b"Be brief.\r\n")
    made.commit("other work", README_md=b"hello\n")
    made.commit("bytes\n\nof no text", CLAUDE_md=b"Be \xff brief.\r\nNever push.\r\n")
    made.commit("shorter", CLAUDE_md=b"Never push.\n")
    return made


def _import(path: Path) -> ImportResult:
    with Store() as store:
        steps = import_git(path, store)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                result: ImportResult = done.value
                return result


def test_every_version_has_the_bytes_date_author_and_message_of_its_commit(
    repository: Repository,
) -> None:
    path = repository.folder / "CLAUDE.md"
    result = _import(path)
    assert result.commits == 3
    assert [v.reason.partition(" (git ")[0] for v in result.versions] == [
        "start",
        "bytes",
        "shorter",
    ]
    assert [v.time for v in result.versions] == [
        "2026-01-01T03:00:00.000Z",
        "2026-01-03T03:00:00.000Z",
        "2026-01-04T03:00:00.000Z",
    ]
    assert {v.author for v in result.versions} == {"Åsa"}
    with Store() as store:
        for version in result.versions:
            commit = version.reason.rpartition(" (git ")[2].rstrip(")")
            assert store.read(path, version.n) == repository.git("show", f"{commit}:CLAUDE.md")
        current = store.current(path)
    assert current is not None and current.n == 3


def test_a_renamed_file_keeps_its_past(repository: Repository) -> None:
    repository.day += 1
    repository.git("mv", "CLAUDE.md", "AGENTS ü.md")
    repository.git("commit", "-q", "-m", "renamed")
    result = _import(repository.folder / "AGENTS ü.md")
    assert [v.reason.partition(" (git ")[0] for v in result.versions] == [
        "start",
        "bytes",
        "shorter",
        "renamed",
    ]


def test_importing_again_adds_only_what_is_new(repository: Repository) -> None:
    path = repository.folder / "CLAUDE.md"
    _import(path)
    assert _import(path).versions == ()
    repository.commit("one more", CLAUDE_md=b"Never push. Ask.\n")
    again = _import(path)
    assert [v.n for v in again.versions] == [4]
    assert again.versions[0].parent == 3


def test_what_was_saved_here_keeps_its_number_and_stays_current(repository: Repository) -> None:
    path = repository.folder / "CLAUDE.md"
    with Store() as store:
        mine = store.save(path, path.read_bytes(), reason="mine")
    _import(path)
    with Store() as store:
        current = store.current(path)
        assert current is not None and current.n == mine.n == 1
        assert len(store.versions(path)) == 4
        assert store.undo_target(path) is None, "an imported past is nothing to undo"


def test_a_removal_is_no_version_and_a_return_is_one(repository: Repository) -> None:
    path = repository.folder / "CLAUDE.md"
    repository.day += 1
    repository.git("rm", "-q", "CLAUDE.md")
    repository.git("commit", "-q", "-m", "gone")
    repository.commit("back", CLAUDE_md=b"Back.\n")
    names = [v.reason.partition(" (git ")[0] for v in _import(path).versions]
    assert names[-1] == "back" and "gone" not in names


@pytest.mark.parametrize("where", ["no repository", "never committed"])
def test_without_a_history_it_says_so_and_stores_nothing(tmp_path: Path, where: str) -> None:
    if where == "never committed":
        Repository(tmp_path / "repo").commit("other", README_md=b"x\n")
    else:
        (tmp_path / "repo").mkdir()
    path = tmp_path / "repo" / "CLAUDE.md"
    path.write_bytes(b"Be brief.\n")
    with pytest.raises(UnreadableInput):
        _import(path)
    with Store() as store:
        assert store.versions(path) == ()


def test_a_repository_cannot_start_programs(repository: Repository, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch {trap}\ncat\n")
    program.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "diff.x.textconv"):
        repository.git("config", key, str(program))
    repository.git("config", "log.showSignature", "true")
    (repository.folder / ".gitattributes").write_text("*.md diff=x filter=x\n")
    repository.git("config", "filter.x.smudge", str(program))
    trap.unlink(missing_ok=True)
    assert _import(repository.folder / "CLAUDE.md").commits == 3
    assert not trap.exists()


def test_the_trend_counts_rules_and_findings_of_each_version(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    clash = b"Always answer in English.\n\nNever answer in English.\n"
    repository.commit("a clash", CLAUDE_md=clash)
    path = repository.folder / "CLAUDE.md"
    assert main(["versions", "--import-git", "--trend", "--json", str(path)]) == 0
    points = json.loads(capsys.readouterr().out)["trend"]
    assert [point["instructions"] for point in points] == [1, 2, 1, 2]
    assert [sum(point["findings"].values()) for point in points][-1] >= 1
    assert all(point["tokens"] > 0 for point in points)
    assert main(["versions", "--trend", str(path)]) == 0
    said = capsys.readouterr().out
    assert "a clash" in said and "stale claims are not counted" in said


def test_the_trend_measures_each_text_once(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = repository.folder / "CLAUDE.md"
    _import(path)
    with Store() as store:
        first = list(_run(path, store))

        def never(*_: object) -> None:
            raise AssertionError("measured twice")

        monkeypatch.setattr("workbench.verbs.trend._measure", never)
        assert list(_run(path, store)) == first


def _run(path: Path, store: Store) -> list[object]:
    steps = trend(path, store)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return [point.to_dict() for point in done.value.points]


def test_three_hundred_commits_take_three_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process and no flush for each commit."""
    made = Repository(tmp_path / "repo")
    stream = [b"blob\nmark :1000\ndata 0\n\n"]
    for i in range(1, 301):
        text = b"".join(b"- Rule %d holds.\n" % k for k in range(i))
        stream.append(b"blob\nmark :%d\ndata %d\n%s\n" % (i, len(text), text))
        stream.append(
            b"commit refs/heads/main\nmark :%d\ncommitter A <a@b> %d +0000\ndata 7\nchange\n"
            b"%sM 100644 :%d CLAUDE.md\n\n"
            % (2000 + i, 1_780_000_000 + i, b"from :%d\n" % (1999 + i) if i > 1 else b"", i)
        )
    subprocess.run(
        ["git", "fast-import", "--quiet"], cwd=made.folder, input=b"".join(stream), check=True
    )
    made.git("symbolic-ref", "HEAD", "refs/heads/main")
    made.git("reset", "-q", "--hard")
    started: list[object] = []
    real = subprocess.Popen.__init__

    def counted(self: subprocess.Popen[bytes], *args: object, **kwargs: object) -> None:
        started.append(args)
        real(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(subprocess.Popen, "__init__", counted)
    result = _import(made.folder / "CLAUDE.md")
    assert len(result.versions) == 300
    assert len(started) == 3, "one to find the top, one to list, one for the contents"
    with Store() as store:
        assert store.read(made.folder / "CLAUDE.md", 300).count(b"\n") == 300


def _raw_commit(repository: Repository, author: bytes, seconds: bytes, message: bytes) -> None:
    """The index as a commit that only a hostile program would write."""
    tree, parent = repository.git("write-tree"), repository.git("rev-parse", "HEAD")
    body = b"tree %sparent %sauthor %s <a@b> %s +0000\ncommitter C <c@d> 1 +0000\n\n%s"
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
        cwd=repository.folder,
        input=body % (tree, parent, author, seconds, message),
        stdout=subprocess.PIPE,
        check=True,
    )
    repository.git("update-ref", "HEAD", made.stdout.decode().strip())


def test_a_commit_may_claim_anything(repository: Repository) -> None:
    """A message like our own mark swallowed its commit; a date out of range was a crash."""
    mark, file = b"\x01" + b"7" * 40, repository.folder / "CLAUDE.md"
    claims = [
        (mark, b"-62135596800", mark),
        (b"A", b"99999999999999999999", b"late"),
        (b"\xff", b"soon", b""),
        (b"nul \0", b"1", b"nul \0 in it"),
    ]
    for k, claim in enumerate(claims):
        file.write_text(f"Claim {k}.\n")
        repository.git("add", "-A")
        _raw_commit(repository, *claim)
    found = _import(file).versions[-4:]
    with Store() as store:
        texts = [store.read(file, version.n) for version in found]
    assert texts == [f"Claim {k}.\n".encode() for k in range(4)]
    assert [v.time[:10] for v in found[:2]] == ["1970-01-01", "9999-12-31"]


@pytest.mark.parametrize("name", ["a[1].md", "*.md", "new\nline.md", ":(top)a.md", "-a.md"])
def test_a_name_is_one_name(name: str, repository: Repository) -> None:
    """`a[1].md` got the history of `a1.md` as well; a name of two lines had none."""
    for other in (name, "a1.md", "z.md"):
        (repository.folder / other).write_text(f"This is {other!r}.\n")
        repository.git("add", "-A")
        repository.git("commit", "-q", "-m", "another one")
    found = _import(repository.folder / name)
    assert [version.reason[:11] for version in found.versions] == ["another one"]


def test_bytes_that_are_not_there_are_no_crash(repository: Repository) -> None:
    """The blank in the name made three words of git's two, as if the bytes came next."""
    file = repository.folder / "my rules.md"
    for text in ("one\n", "two\n"):
        file.write_text(text)
        repository.git("add", "-A")
        repository.git("commit", "-q", "-m", text)
    lost = repository.git("rev-parse", "HEAD~1:my rules.md").decode().strip()
    (repository.folder / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert [version.reason[:3] for version in _import(file).versions] == ["two"]


def test_replaced_bytes_are_not_those_of_the_commit(repository: Repository) -> None:
    file = repository.folder / "CLAUDE.md"
    file.with_name("other").write_text("Always push.\n")
    other = repository.git("hash-object", "-w", "other").decode().strip()
    repository.git("replace", repository.git("rev-parse", "HEAD:CLAUDE.md").decode().strip(), other)
    found = _import(file).versions[-1]
    with Store() as store:
        assert store.read(file, found.n) == b"Never push.\n"


def test_a_partial_clone_is_read_without_fetching(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.git("config", "uploadpack.allowFilter", "true")
    clone, source = tmp_path / "partial", repository.folder.as_uri()
    repository.git("clone", "-q", "--no-checkout", "--filter=blob:none", source, str(clone))
    before = sorted((clone / ".git/objects").rglob("*"))
    monkeypatch.chdir(clone)
    with pytest.raises(UnreadableInput):
        read_input("git:HEAD:CLAUDE.md")
    assert _import(clone / "CLAUDE.md").versions == ()
    assert sorted((clone / ".git/objects").rglob("*")) == before


def test_commits_whose_bytes_are_not_in_the_clone_are_told_and_come_later(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    path = repository.folder / "CLAUDE.md"
    blob = repository.git("rev-parse", "HEAD~1:CLAUDE.md").decode().strip()
    place = repository.folder / ".git" / "objects" / blob[:2] / blob[2:]
    away = place.rename(repository.folder.parent / "away")  # what a partial clone looks like
    assert main(["versions", "--import-git", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert (said["commits"], said["missing"], said["imported"]) == (3, 1, 2)
    assert "the text of 1 commit is not in this clone" in err
    assert main(["versions", "--import-git", "--trend", str(path)]) == 0
    assert "is not in this clone" in capsys.readouterr().err
    away.rename(place)
    later = _import(path)
    assert (later.missing, len(later.versions)) == (0, 1)


def test_a_clone_without_any_text_of_the_file_stores_nothing_and_says_so(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    path = repository.folder / "CLAUDE.md"
    for back in (0, 1, 3):
        blob = repository.git("rev-parse", f"HEAD~{back}:CLAUDE.md").decode().strip()
        (repository.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert main(["versions", "--import-git", "--json", str(path)]) == 0
    out, err = capsys.readouterr()
    said = json.loads(out)
    assert (said["commits"], said["missing"], said["versions"]) == (3, 3, [])
    assert "the text of 3 commits is not in this clone" in err
