"""The published schemas: one for each verb with --json, valid, described, and true."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.schemas import FOLDER, closed, fault
from workbench.cli.app import VERBS, cli

ROOT = Path(__file__).resolve().parent.parent
WORDS = yaml.safe_load((FOLDER / "words.yaml").read_text("utf-8"))


def schema(verb: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{verb}.json").read_text("utf-8"))
    return found


def with_json() -> list[str]:
    """The verbs that know --json."""
    found = []
    for verb in VERBS:
        command = cli.get_command(click.Context(cli), verb)
        assert command is not None
        if any("--json" in param.opts for param in command.params):
            found.append(verb)
    return found


def test_every_verb_with_json_has_a_schema_and_no_other_has() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(with_json())


@pytest.mark.parametrize("verb", with_json())
def test_a_schema_is_valid_names_its_version_and_describes_every_key(verb: str) -> None:
    found = schema(verb)
    Draft202012Validator.check_schema(found)
    assert found["$id"] == f"urn:ctxbench:{verb}:{WORDS['version']}"
    assert found["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    for place, inner in places(found, verb):
        assert inner.get("description"), f"{place} has no words"
        assert "type" in inner, f"{place} has no type"


def places(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every property of a schema, with its path."""
    if isinstance(value, list):
        for one in value:
            yield from places(one, name)
    if isinstance(value, dict):
        if isinstance(value.get("properties"), dict):
            for key, inner in value["properties"].items():
                yield f"{name}.{key}", inner
        for key, inner in value.items():
            yield from places(inner, f"{name}.{key}")


def test_the_schema_notices_a_key_too_much_a_key_too_few_and_another_word() -> None:
    good = {"old": "a", "new": "b", "versions": 3}
    assert not fault("relink", good)
    assert "Additional properties" in fault("relink", good | {"more": 1})
    assert "required" in fault("relink", {"old": "a", "new": "b"})
    assert "3" in fault("relink", good | {"versions": "3"})
    status = closed(schema("ledger"))["$defs"]["row"]["properties"]["status"]
    assert "lost" in status["enum"] and "gone" not in status["enum"]


def test_what_is_published_leaves_room_for_keys_of_a_later_version() -> None:
    later = {"old": "a", "new": "b", "versions": 3, "more": 1}
    assert Draft202012Validator(schema("relink")).is_valid(later)


def test_fixed_sets_are_those_of_the_program() -> None:
    from workbench.judge.claims import KINDS as CLAIMS
    from workbench.judge.claims import STATUSES
    from workbench.judge.relevance.result import RECOMMENDATIONS
    from workbench.language.literals import KINDS as LITERALS
    from workbench.prompt.kinds import KINDS
    from workbench.store.runs import STATES
    from workbench.store.values import KINDS as VERSIONS
    from workbench.verbs.export import NAMES
    from workbench.verbs.notes import VERDICTS

    sets = {name: set(found) for name, found in WORDS["sets"].items()}
    assert sets["literal.kind"] >= set(LITERALS)
    assert sets["claims.kind"] == set(CLAIMS) and sets["claims.status"] == set(STATUSES)
    assert sets["claims.sub"] == {sub for subs in CLAIMS.values() for sub in subs}
    assert sets["recommendation"] == set(RECOMMENDATIONS)
    assert sets["kinds"] == set(KINDS)
    assert sets["runs.state"] == set(STATES)
    assert sets["version.kind"] == set(VERSIONS)
    assert sets["to"] >= set(NAMES)
    assert sets["notes.rules.verdict"] == {"", *VERDICTS}


FEW = (
    "empty.md",
    "bytes.md",
    "wide.md",
    "key.md",
    "release-notes/SKILL.md",
    "duplicates/AGENTS.md",
)


@pytest.mark.slow
def test_every_verb_prints_what_its_schema_says() -> None:
    faults, seen = over(only=FEW)
    assert not faults, faults[0]
    assert seen == set(with_json())


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_every_verb_prints_what_its_schema_says_over_real_prompts(shared: Path) -> None:
    faults, _ = over(only=None)
    assert not faults, faults[0]


def over(only: tuple[str, ...] | None) -> tuple[list[str], set[str]]:
    """Every verb over the files: what broke a schema, and the verbs that printed something."""
    script = runpy.run_path(str(ROOT / "scripts" / "schema_runs.py"))
    faults: list[str] = []
    seen: set[str] = set()

    def keep(verb: str, record: Any) -> None:
        seen.add(verb)
        faults.extend(filter(None, [fault(verb, record)]))

    with script["watched"](keep) as last:
        script["run_all"](last, many=only is None, only=only, limit=0)
    return faults, seen
