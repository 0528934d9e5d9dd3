"""Asking through the unmodified SDK: what is sent, and what is made of the answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.models.asked import GOOD, Noted, of, requests, run, sdk
from tests.models.serving import Served
from workbench.models.batch import Answered, Asked

pytestmark = pytest.mark.loopback
Start = Callable[..., Served]


def test_three_questions_are_answered(server: Start) -> None:
    served, journal = server(answer=GOOD), Noted()
    events, result = run(sdk(served.url), requests(3), journal=journal)
    assert result.answers == {"score 1": 7, "score 2": 7, "score 3": 7}
    assert result.stopped is None and not result.failures and result.calls == 3
    assert [event.done for event in of(Answered, events)] == [1, 2, 3]
    assert len(of(Asked, events)) == 3
    assert journal.sent[0][1:3] == ("claude-sonnet-5-5", "score 1")
    # What the journal says was sent is what arrived.
    assert sorted(row[3] for row in journal.sent) == sorted(len(r.raw) for r in served.received())
