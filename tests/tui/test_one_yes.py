"""What a newcomer meets in a review: one question for all rows, and scores for what is new."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.models.serving import serve
from tests.tui.benches import mark
from tests.tui.terminal import ROOT, Terminal

SAMPLE = ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md"

SENTENCES = (
    "The founder bought a boat in 1987.",
    "He painted it blue with his sister.",
    "The dog always slept on the deck.",
    "They must have sailed past every island in the bay.",
    "Grandmother baked bread for the crew.",
    "In the winter the harbour froze.",
    "The sails were sewn in the attic of an aunt.",
    "A storm once took the mast and a hat.",
    "There was a parrot with a green tail.",
    "The children fished from the quay all summer.",
    "An old lamp still hangs in the hall.",
    "The neighbours waved from the bridge.",
    "Nobody remembers the name of the cook.",
)
PROMPT = f"""# Billing ledger

You work on the ledger service: invoices, postings and the tables of the ledger.

## Postings

- Post each invoice to the ledger service before you answer.
- Run `make ledger-test` after each change of a ledger table.
- Never write to the production ledger without a ticket.

## How the company began

{" ".join(SENTENCES)}

## Tests

- Add a test in `tests/ledger/` for each posting rule.
- A migration of the ledger needs a way back.
"""


@pytest.fixture
def judge(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a workbench that asks a judge which calls the story useless."""
    folder = tmp_path / "server"
    folder.mkdir()
    asked = serve(folder, {"judge": "judges:severe", "judge_path": str(Path(__file__).parent)})
    yield {"CTXBENCH_BASE_URL": asked.url, "CTXBENCH_JUDGE_MODEL": "local-judge"}
    asked.end()


@pytest.mark.slow
@pytest.mark.loopback
def test_one_yes_takes_a_story_out_and_every_sentence_of_it_can_be_read(
    tmp_path: Path, judge: dict[str, str]
) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(PROMPT)
    with Terminal(str(path), columns=80, rows=26, env=judge) as bench:
        bench.until("Relevance")
        bench.press("alt+s")
        bench.until("Asked", "s send")
        bench.press("s")
        bench.until(matches=r"(?s)9●.*9●.*1●.*9●")
        bench.press("ctrl+o")
        bench.until("Proposal 1 of 1", "REMOVE", "decide yourself")
        bench.press("y")
        count = len(SENTENCES) + 1  # its heading goes too
        screen = bench.until(f"in {count} places", f"yes to all of these {count}", "PgDn PgUp")
        assert SENTENCES[0] in screen and SENTENCES[-1] not in screen
        bench.press("n")
        assert "accepted 0" in bench.until("y accept", gone="prompt demands")
        bench.press("y")
        bench.until(f"yes to all of these {count}", SENTENCES[0])
        bench.press("pagedown")
        seen = bench.until("yes to all of these", SENTENCES[-1], gone=SENTENCES[0])
        assert [one for one in SENTENCES if one not in screen + seen] == []
        bench.press("y")
        bench.until("accepted 1", gone="prompt demands")
        bench.press("q")
        bench.until("1 change applied")
        bench.press("ctrl+s")
        bench.until("Saved")
    assert not any(one in path.read_text() for one in SENTENCES)


@pytest.mark.slow
def test_a_part_that_a_proposal_makes_has_a_score_before_anything_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    shutil.copyfile(SAMPLE, path)
    mark(path, "Never run a migration")
    with Terminal(str(path), columns=120, rows=36) as bench:
        bench.until("Relevance")
        bench.press("ctrl+o")
        bench.until("Proposal 1 of 2", "Found")
        bench.press("s")
        bench.until("Proposal 2 of 2", "MOVE", "literals lost")
        bench.press("y")
        bench.until("accepted 1")
        bench.press("q")
        bench.until("applied", "2 Critical")
        bench.until(matches=r"2 Critical .* 1% +\d")
        assert "CLAUDE.md *" in bench.text
    assert path.read_bytes() == SAMPLE.read_bytes()
