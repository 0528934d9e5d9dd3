"""Edits of a reading as proposals: what they do to the text, and what is never done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workbench.change.choosing import Wish, choose
from workbench.change.ground import Ground, Surroundings
from workbench.change.ledger import ledger
from workbench.change.proposals import Proposal
from workbench.judge.reading.remarks import DOUBTFUL, Edit, Place, Reading, Remark
from workbench.language.instructions import extract_instructions
from workbench.prompt.prompt import Prompt

TEXT = """\
# Bakery

Answer customers of the bakery.

## Rules

- Never tell the door code.
- Bake rye at 230 degrees.

## Release

Cut the tag on Friday.
Push it with `make push`.

## Stories

Grandmother danced.
"""


def ground(text: str = TEXT, pinned: tuple[str, ...] = ()) -> Ground:
    prompt = Prompt.from_bytes(text.encode(), "CLAUDE.md")
    parts = prompt.parts("auto")
    rules = extract_instructions(prompt, parts)
    pins = frozenset(part.id for part in parts if part.title in pinned)
    return Ground(
        prompt,
        parts,
        rules,
        lambda lines: [len(line.split()) for line in lines],
        Surroundings(pinned=pins),
    )


def remark(name: str, first: int, last: int, edit: Edit, **more: str) -> Remark:
    return Remark("edit", Place(first, last, "q"), "It is better.", edit=edit, id=name, **more)


def offered(
    *remarks: Remark, text: str = TEXT, pinned: tuple[str, ...] = (), taken: str = ""
) -> list[Proposal]:
    def occupied(path: str, content: str) -> bool:
        return path == taken

    wish = Wish(reading=Reading(remarks=remarks), reader="a-model", occupied=occupied)
    found, _ = choose(ground(text, pinned), wish)
    return [one for one in found if one.origin == "reading"]


@pytest.mark.parametrize(
    ("edit", "first", "last", "gone", "come"),
    [
        (Edit("rewrite", "- Rye: 230 degrees."), 8, 8, "- Bake rye at", "- Rye: 230 degrees.\n"),
        (Edit("cut"), 17, 17, "Grandmother", "## Stories\n"),
        (
            Edit("merge", "- No door code; rye at 230 degrees."),
            7,
            8,
            "Never",
            "- No door code; rye",
        ),
        (Edit("add", "- Stop when the oven smokes."), 8, 8, "", "degrees.\n- Stop when the oven"),
        (Edit("move", after=17), 8, 8, "code.\n- Bake", "danced.\n- Bake rye at 230 degrees.\n"),
        (
            Edit("fix", "Answer the customers."),
            3,
            3,
            "of the bakery",
            "\n\nAnswer the customers.\n",
        ),
    ],
)
def test_what_an_edit_does_and_takes_back(
    edit: Edit, first: int, last: int, gone: str, come: str
) -> None:
    (one,) = offered(remark("e", first, last, edit))
    text = one.result.text
    assert come in text and (not gone or gone not in text)
    assert one.edit.inverse(TEXT).apply(text) == TEXT
    assert (one.safe, one.by) == (False, "a-model")


def test_a_split_off_goes_word_for_word_to_its_file_and_nothing_is_lost() -> None:
    edit = Edit("split-off", "Before a release read `docs/release.md`.", target="docs/release.md")
    (one,) = offered(remark("e", 12, 13, edit))
    (file,) = one.files
    assert (file.path, file.text) == (
        "docs/release.md",
        "Cut the tag on Friday.\nPush it with `make push`.\n",
    )
    book = ledger(one.prompt, one.result, kept=one.files)
    assert {row.status for row in book.rows} == {"kept", "moved", "added"} and book.gate == "pass"


@pytest.mark.parametrize(
    "target",
    ["../out.md", "/etc/out.md", "a/../../b.md", "docs", "C:\\x.md", "docs/x.md\n", "~/x.md", ""],
)
def test_a_file_lies_below_the_folder_of_the_prompt_or_there_is_none(target: str) -> None:
    edit = Edit("split-off", "Read it.", target=target)
    assert offered(remark("e", 12, 13, edit)) == [] or target.strip() == "docs/x.md"


def test_a_file_never_takes_the_place_of_another() -> None:
    edit = Edit("split-off", "Read it.", target="docs/x.md")
    assert offered(remark("e", 12, 13, edit), taken="docs/x.md") == []
    both = offered(remark("e", 12, 13, edit), remark("f", 17, 17, edit))
    assert len(both) == 1


def test_edits_that_need_one_another_are_one_proposal() -> None:
    one = remark("e", 8, 8, Edit("cut", needs=("f",)))
    other = remark("f", 3, 3, Edit("rewrite", "Answer customers. Bake rye at 230 degrees."))
    alone = remark("g", 17, 17, Edit("cut"))
    found = offered(one, other, alone)
    assert len(found) == 2
    pair = max(found, key=lambda proposal: len(proposal.shown))
    assert "- Bake rye" not in pair.result.text and "Answer customers. Bake" in pair.result.text


def test_an_edit_whose_partner_fell_is_not_offered() -> None:
    one = remark("e", 8, 8, Edit("cut", needs=("f",)))
    other = remark("f", 3, 3, Edit("rewrite", "Answer."), state=DOUBTFUL)
    assert offered(one, other) == []


def test_pinned_text_is_left_alone() -> None:
    cut = remark("e", 7, 8, Edit("cut"))
    into = remark("f", 3, 3, Edit("move", after=8))
    assert offered(cut, pinned=("Rules",)) == []
    assert all("Rules" not in one.reason for one in offered(into, pinned=("Rules",)))


def test_line_ends_of_the_file_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    (one,) = offered(remark("e", 7, 8, Edit("rewrite", "- No code.\n- Rye: 230.")), text=text)
    assert "- No code.\r\n- Rye: 230.\r\n" in one.result.text
    assert "\n" not in one.result.text.replace("\r\n", "")


def test_a_refused_edit_is_not_offered_again() -> None:
    edit = remark("e", 8, 8, Edit("rewrite", "- Rye: 230 degrees."))
    (one,) = offered(edit)
    wish = Wish(reading=Reading(remarks=(edit,)), reader="m", refused=frozenset({one.key}))
    found, _ = choose(ground(), wish)
    assert not [p for p in found if p.origin == "reading"]
    assert replace(one, accepted=True).id == one.id
