"""A folder as a runner: questions are files, answers are put beside them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.models.asked import requests, run
from workbench.errors import AgentFailed, AnswersWait
from workbench.models.folder import FolderRunner, is_folder


def questions(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.question.md"))


def put(question: Path, text: str | bytes) -> None:
    answer = question.with_name(question.name.replace(".question.", ".answer."))
    answer.write_bytes(text.encode() if isinstance(text, str) else text)


def test_a_question_waits_for_its_answer_and_the_next_run_takes_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "questions"
    _, result = run(FolderRunner(f"folder:{folder}"), requests(3))
    errors = list(result.failures.values())
    assert all(isinstance(error, AnswersWait) and error.exit_code == 4 for error in errors)
    assert "3 questions without an answer" in errors[-1].message
    names = [path.name for path in questions(folder)]
    assert len(names) == 3 and all(name.startswith("score-") for name in names)
    text = questions(folder)[0].read_text()
    assert all(part in text for part in requests(1)[0].texts)
    put(questions(folder)[0], '\ufeffHere: {"score": 4, "reason": "so so"}')
    _, result = run(FolderRunner(f"folder:{folder}"), requests(3))
    assert result.answers == {"score 1": 4} and len(result.failures) == 2
    assert result.cost is None


def test_a_question_that_changed_does_not_take_the_old_answer(tmp_path: Path) -> None:
    (request,) = requests(1)
    run(FolderRunner(f"folder:{tmp_path}"), [request])
    put(questions(tmp_path)[0], '{"score": 4, "reason": "so so"}')
    changed = replace(request, question=request.question + " Again.")
    for other in (changed, replace(request, repeat=2)):
        _, result = run(FolderRunner(f"folder:{tmp_path}"), [other])
        assert not result.answers
    assert len(questions(tmp_path)) == 3


def test_a_question_that_was_edited_by_hand_stays(tmp_path: Path) -> None:
    run(FolderRunner(f"folder:{tmp_path}"), requests(1))
    questions(tmp_path)[0].write_text("my own words")
    run(FolderRunner(f"folder:{tmp_path}"), requests(1))
    assert questions(tmp_path)[0].read_text() == "my own words"


def test_signs_that_clients_expand_are_escaped_there_and_back(tmp_path: Path) -> None:
    (request,) = requests(1)
    run(FolderRunner(f"folder:{tmp_path}"), [replace(request, prefix="see @.env")])
    text = questions(tmp_path)[0].read_text()
    assert "@.env" not in text and "[@].env" in text


@pytest.mark.parametrize("answer", ["", "  \n", b"\xff\xfe\x00"])
def test_an_empty_answer_is_none_and_a_broken_one_is_said(tmp_path: Path, answer: str) -> None:
    run(FolderRunner(f"folder:{tmp_path}"), requests(1))
    put(questions(tmp_path)[0], answer)
    _, result = run(FolderRunner(f"folder:{tmp_path}"), requests(1))
    assert not result.answers and len(result.failures) == 1


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_an_error_in_words(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    _, result = run(FolderRunner(f"folder:{tmp_path}/q"), requests(1))
    (error,) = result.failures.values()
    assert isinstance(error, AgentFailed) and "cannot be used" in error.message


def test_a_file_in_its_place_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "q").write_text("a file")
    _, result = run(FolderRunner(f"folder:{tmp_path}/q"), requests(1))
    (error,) = result.failures.values()
    assert isinstance(error, AgentFailed) and "cannot be used" in error.message


def test_what_is_a_folder() -> None:
    assert is_folder(" folder:questions") and not is_folder("claude -p folder:x")
