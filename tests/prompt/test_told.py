"""An instruction as data: who filters or compares instructions need not read prose."""

from __future__ import annotations

import json

import pytest

from workbench.prompt.told import told


def test_a_limit_has_its_number_unit_direction_and_place() -> None:
    found = told("Use at most 3 retries with a pause of 5 seconds in production.").to_dict()
    assert [(a["text"], a["dimension"], a["high"], a["bound"]) for a in found["amounts"]] == [
        ("3 retries", "times", 3.0, "at-most"),
        ("5 seconds", "time", 5.0, "at-most"),
    ]
    assert found["scope"] == {"environment": ["production"]}


def test_a_condition_an_exception_and_whom_to_ask_are_apart() -> None:
    found = told("Never deploy on Fridays unless the release manager agrees.")
    assert found.approval == "ask"
    assert "friday" in found.where and found.exception and found.when


def test_two_forms_of_a_word_are_one_concept() -> None:
    assert told("Deploy the service.").action == told("The service is deployed at night.").action


@pytest.mark.parametrize("text", ["", "…", "`", "Use more than 10 GB.", "不要超过 200 字。"])
def test_any_text_gives_plain_json(text: str) -> None:
    assert json.loads(json.dumps(told(text).to_dict(), allow_nan=False))
