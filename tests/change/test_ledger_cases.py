"""Each kind of change to a sentence, one table: what the ledger calls it and what the gate says."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.change.ledger import Ledger, ledger
from workbench.prompt.prompt import Prompt

_LINES = (Path(__file__).parent / "ledger_cases.tsv").read_text("utf-8").splitlines()
CASES = [line.split("\t") for line in _LINES if line and not line.startswith("#")]
FRAME = "# Yard\n\n- The yard is open in winter.\n- {}\n- Lorries park behind the fence.\n"


def compare(old: str, new: str) -> Ledger:
    texts = [FRAME.format(x) if x != "-" else FRAME.replace("- {}\n", "") for x in (old, new)]
    return ledger(*(Prompt.from_text(text, "CLAUDE.md") for text in texts))


@pytest.mark.parametrize(("gate", "status", "old", "new", "differs"), CASES)
def test_what_became_of_a_sentence(
    gate: str, status: str, old: str, new: str, differs: str
) -> None:
    found = compare(old, new)
    rows = [row for row in found.rows if row.a_line == 4]
    assert [row.status for row in rows] == status.split(","), [row.to_dict() for row in rows]
    assert found.gate == gate, (found.objections, found.lost_literals)
    said = "; ".join(word for row in rows for word in row.differs)
    assert differs in said
    assert bool(said) == any(s not in ("kept", "reworded", "lost") for s in status.split(","))


def test_the_frame_around_a_case_is_kept() -> None:
    found = compare("Label every crate.", "Label each crate.")
    assert [row.status for row in found.rows if row.a_line in (1, 3, 5)] == ["kept"] * 3
