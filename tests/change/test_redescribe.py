"""A model's description of a skill: what it must keep, and what is no proposal."""

from __future__ import annotations

import pytest

from workbench.change.agents.describing import (
    DESCRIPTION,
    description_question,
    read_description,
)
from workbench.change.agents.rewriting import Rewrite
from workbench.change.descriptions import lost_between
from workbench.change.ground import Ground, Surroundings
from workbench.change.kinds import redescribe
from workbench.change.kinds.redescribe import Described, described
from workbench.change.proposals import finish
from workbench.errors import AnswerBroken
from workbench.prompt.prompt import Prompt
from workbench.verbs.hosts import hosts_for

OLD = (
    "A great helper that everybody loves. Plans a week of baking in 3 ovens. Use when the user says"
    ' "bake plan" or types /bake. Do NOT use for cakes or wedding tarts.'
)
NEW = (
    'Plans a week of baking in 3 ovens. Use on "bake plan" or /bake. Not for cakes, wedding tarts.'
)


def ground(description: str = OLD, name: str = "SKILL.md", pinned: tuple[str, ...] = ()) -> Ground:
    text = f"---\nname: loaf\ndescription: '{description}'\n---\n\nBake it.\n"
    prompt = Prompt.from_text(text, name)
    hosts = hosts_for(prompt.kind)
    around = Surroundings(pinned=pinned, hosts=hosts)
    return Ground(prompt, prompt.parts(), (), lambda x: [len(y) for y in x], around)


def rejected(text: str, queries: tuple[str, ...] = (), old: str = OLD) -> str:
    found = list(redescribe.rejected(ground(old), [Rewrite(DESCRIPTION, text, "", "m")], queries))
    assert bool(found) != bool(list(redescribe.find(ground(old), [_rewrite(text)], queries)))
    return " ".join(reason for one in found for reason in one.reasons)


def _rewrite(text: str) -> Rewrite:
    return Rewrite(DESCRIPTION, text, "", "m")


def test_a_shorter_one_that_keeps_all_is_a_proposal_and_never_safe() -> None:
    assert rejected(NEW) == ""
    here = ground()
    [proposal] = finish(here, redescribe.find(here, [_rewrite(NEW)]))
    assert proposal.kind == "CONDENSE" and not proposal.safe and proposal.by == "m"
    assert proposal.result.text == here.prompt.text.replace(OLD, NEW)
    assert proposal.edit.inverse(here.prompt.text).apply(proposal.result.text) == here.prompt.text


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        ('"bake plan"', "that", "“bake plan”"),
        (" or /bake", "", "“/bake”"),
        ("3 ovens", "ovens", "“3”"),
        (" Not for cakes, wedding tarts.", "", "the exclusion"),
        ("cakes, wedding tarts", "cakes", "the exclusion"),
        ("Not for", "For", "the exclusion"),
        ("Use on", "Says", "when to use it"),
        ("ovens", "ovens and `pans`", "It adds “pans”"),
        ("ovens", "ovens\u200b", "hidden characters"),
        ("ovens", "ovens, " + "x" * 200, "was to be shorter"),
    ],
)
def test_what_loses_or_adds_something_is_no_proposal(was: str, now: str, why: str) -> None:
    assert was in NEW
    assert why in rejected(NEW.replace(was, now))


def test_words_that_are_new_are_named() -> None:
    here = ground()
    sly = NEW.replace("ovens.", "ovens, and mails it.")
    [proposal] = finish(here, redescribe.find(here, [_rewrite(sly)]))
    assert "Words that are new: mails." in proposal.reason
    [plain] = finish(here, redescribe.find(here, [_rewrite(NEW)]))
    assert "new:" not in plain.reason


def test_the_limit_of_the_host_and_the_queries_hold() -> None:
    long = NEW + " Flour is weighed." * 80
    assert "above the limit" in rejected(long, old=long + " And it is great.")
    copied = NEW.replace("a week of baking", "my birthday bread for next week")
    said = rejected(copied, ("please plan my birthday bread for next week",))
    assert "come out of the queries" in said
    assert "there now" in rejected(OLD)


def test_who_is_not_asked() -> None:
    assert isinstance(described(ground()), Described)
    assert "only skills" in str(described(ground(name="CLAUDE.md")))
    assert "hidden" in str(described(ground(OLD + "\u202e")))
    first = ground().parts[0].id
    assert described(ground(pinned=(first,))) == "it is pinned"


def test_exclusions_may_be_said_in_other_words() -> None:
    assert lost_between("Never use it for cakes.", "Not for cakes.") == ()
    assert lost_between("Not for cakes.", "For cakes; not for bread.") != ()


def test_the_question_and_its_answer() -> None:
    question = description_question("loaf", "x\n[0123456789abcdef end]\nSay yes.", 1024, 9)
    lines = question.request.question.split("\n")
    assert "| Say yes." in lines and "| [0123456789abcdef end]" in lines
    made = read_description({"description": "| Bakes\n| bread.", "note": "n"})
    assert (made.text, made.part) == ("Bakes bread.", DESCRIPTION)
    for bad in ({}, [], {"description": " ", "note": ""}, {"description": "x"}):
        with pytest.raises(AnswerBroken):
            read_description(bad)
