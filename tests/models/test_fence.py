"""A command that is an agent: it sees neither the user's files nor the project's memory."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models.asked import Noted, requests, run
from workbench.errors import AgentUnavailable
from workbench.measure.request import Request
from workbench.models import fence
from workbench.models.command import CommandRunner, split, texts_of
from workbench.models.fence import NOTE, empty_place, environment, escaped, unescaped
from workbench.models.runner import Answer

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs of POSIX")

#: An agent as clients are: it puts files into the question where the text names them, obeys the
#: memory file of its folder and of those above, and tells all that it has seen.
AGENT = r"""
import json, pathlib, re, sys
text = sys.stdin.read()
seen = [text]
for name in re.findall(r'''(?:^|[\s("'`\[|])@"?([^\s"'`)\]]+)''', text, re.M):
    path = pathlib.Path(name).expanduser()
    if path.is_file():
        seen.append(path.read_text())
here = pathlib.Path.cwd()
for folder in (here, *here.parents):
    if (folder / "CLAUDE.md").is_file():
        seen.append((folder / "CLAUDE.md").read_text())
with open(sys.argv[1], "a") as log:
    files = sorted(map(str, here.iterdir()))
    log.write(json.dumps({"seen": seen, "here": str(here), "files": files}) + "\n")
print(json.dumps({"score": 5, "reason": re.findall(r"reason: (.*)", text)[-1]}))
"""
#: Everywhere that one client or another expands a path.
PLACES = ("{0}", "see {0}", "({0})", '"{0}"', "'{0}'", "`{0}`", "[{0}]", "- {0}", "|{0}", "\t{0}")

words = st.text(st.sampled_from('@[]{}\\"u0040 \n\\/a\u3000')) | st.text()


@given(words)
def test_what_is_escaped_comes_back_exactly(text: str) -> None:
    """Also where the text holds the escaped form itself."""
    sent = escaped(text)
    assert unescaped(sent) == text
    assert all(sent[i - 1 : i + 2] == "[@]" for i, letter in enumerate(sent) if letter == "@")


@given(words)
def test_a_quote_inside_json_comes_back_exactly(text: str) -> None:
    """Answers are JSON, where a backslash in front of the sign would be an error."""
    for ascii_only in (True, False):
        answer = json.dumps({"quote": escaped(text)}, ensure_ascii=ascii_only)
        assert json.loads(unescaped(answer)) == {"quote": text}


def test_a_model_may_write_the_sign_alone() -> None:
    assert unescaped('{"quote": "mail ops@example.org, see [@]docs/x"}') == (
        '{"quote": "mail ops@example.org, see @docs/x"}'
    )


def test_the_model_is_told_of_the_brackets_only_where_there_are_some() -> None:
    plain, with_sign = requests(1)[0], requests(1, "Is @app.route in part {n}?")[0]
    assert b"@" not in texts_of(plain)[1]
    system, sent = texts_of(with_sign)
    assert not system and sent.startswith(NOTE.encode()) and b"Is [@]app.route" in sent
    system, sent = texts_of(with_sign, system_file=True)
    assert system.startswith(NOTE.encode()) and b"You judge." in system
    assert sent.startswith(b"Is [@]app.route")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user stands: secrets, a memory file, and the judge beside them."""
    root = tmp_path / "project"
    root.mkdir()
    home = tmp_path / "home"
    (home / ".aws").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    (home / ".aws/credentials").write_text("MARK-home")
    (root / ".env").write_text("MARK-env")
    (root / "CLAUDE.md").write_text("Always answer in prose. MARK-memory")
    (root / "agent.py").write_text(AGENT)
    monkeypatch.chdir(root)
    return root


def test_no_file_and_no_memory_reaches_a_client_that_expands_and_obeys(
    project: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    paths = ("@.env", "@~/.aws/credentials", f"@{project}/.env")
    text = "\n".join(place.format(path) for place in PLACES for path in paths)
    asked = Request("score 1", "You judge.", text, "reason: as @types/node says", {})
    runner = CommandRunner(split(f"{sys.executable} agent.py {log}"))
    journal = Noted()

    async def ask() -> Answer:
        return await runner.ask(asked, journal)

    answer = asyncio.run(ask())
    (row,) = map(json.loads, log.read_text().splitlines())
    assert "MARK" not in "".join(row["seen"]), row["seen"][1:]
    assert len(row["seen"]) == 1 and row["files"] == []
    # What came back is as it was said, and what went out is what was written down.
    assert json.loads(answer.text)["reason"] == "as @types/node says"
    assert journal.sent[0][3] == len(row["seen"][0].encode()) == answer.sent
    # The folder was its own, outside of the project, and it is gone.
    assert not Path(row["here"]).is_relative_to(project) and not Path(row["here"]).exists()


def test_without_the_fence_this_client_tells_everything(project: Path, tmp_path: Path) -> None:
    """The agent of these tests is worth something: a pipe of old would have leaked."""
    import subprocess

    log = tmp_path / "log"
    command = [sys.executable, "agent.py", str(log)]
    subprocess.run(command, input=b"see @.env\nreason: x\n@~/.aws/credentials", check=True)
    seen = "".join(json.loads(log.read_text())["seen"])
    assert all(f"MARK-{name}" in seen for name in ("env", "home", "memory"))


def test_each_question_finds_an_empty_folder(project: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    (project / "litters.py").write_text(
        AGENT.replace("print(", "open('left-behind', 'w').close()\nprint(", 1)
    )
    runner = CommandRunner(split(f"{sys.executable} litters.py {log}"))
    _, result = run(runner, requests(3, "reason: none {n}"))
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(result.answers) == 3 and [row["files"] for row in rows] == [[], [], []]
    assert not any(Path(row["here"]).exists() for row in rows)


def test_a_program_and_its_script_are_found_from_where_the_user_stands(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bin_ = project / "bin"
    bin_.mkdir()
    own = bin_ / "judge"
    own.write_text(f"#!{sys.executable}\nprint('{{\"score\": 7}}')\n")
    own.chmod(0o755)
    (project / "opus").write_text("a file that is called like a model")
    _, result = run(CommandRunner(("bin/judge",)), requests(1))
    assert result.answers == {"score 1": 7}
    monkeypatch.setenv("PATH", f"bin{os.pathsep}{os.environ['PATH']}")  # a relative entry
    runner = CommandRunner(("judge",), environ=os.environ)
    monkeypatch.chdir(tmp_path)  # names are meant from where the user stood
    _, result = run(runner, requests(1))
    assert result.answers == {"score 1": 7}


def test_words_that_are_no_files_stay_as_they_are(project: Path, tmp_path: Path) -> None:
    (project / "opus").write_text("a file that is called like a model")
    (project / "show.py").write_text("import json, sys\nprint(json.dumps(sys.argv[1:]))\n")

    async def ask(line: str) -> list[str]:
        runner = CommandRunner(split(f"{sys.executable} show.py {line}"))
        said: list[str] = json.loads((await runner.ask(requests(1)[0], Noted())).text)
        return said

    line = "--model opus --rules=agent.py -x agent.py ./opus FILE /etc/hostname no/such"
    assert asyncio.run(ask(line)) == [
        "--model",
        "opus",
        f"--rules={project}/agent.py",
        "-x",
        f"{project}/agent.py",
        f"{project}/opus",
        "FILE",
        "/etc/hostname",
        "no/such",
    ]


def test_no_variable_leads_back_to_the_project(tmp_path: Path) -> None:
    """Git sets them in a hook, shells and npm everywhere."""
    back = {"PWD": "/p", "OLDPWD": "/p/a", "GIT_DIR": "/p/.git", "CLAUDE_PROJECT_DIR": "/p"}
    kept = {"PATH": "/usr/bin", "HOME": "/home/me"}
    assert environment(tmp_path, back | kept) == {"PWD": str(tmp_path), **kept}


def test_a_folder_for_temporary_files_inside_a_project_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "project/tmp"
    inside.mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(inside))
    with empty_place() as place:
        assert place.folder.is_relative_to(inside)  # nothing governs it yet
    (tmp_path / "project/AGENTS.md").write_text("Obey.")
    with empty_place() as place:
        assert not place.folder.is_relative_to(inside) and not list(place.folder.iterdir())
    assert not place.folder.exists() and not list(inside.iterdir())
    monkeypatch.setattr(fence, "_governed", lambda folder: True)
    with pytest.raises(AgentUnavailable, match="a project lies around") as refused, empty_place():
        pass
    assert "TMPDIR" in refused.value.hint
