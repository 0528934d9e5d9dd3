"""Judges of the test server for the workbench: they know nothing but the body of a request."""

from __future__ import annotations

import json
import re
from typing import Any

#: What no model may do to a terminal.
HOSTILE = "\x1b[2J\x1b]52;c;ZXZpbA==\x07\u202e[bold red]x[/] \x9b31m"


def kind(body: dict[str, Any]) -> str:
    """Answers every question that the workbench asks."""
    question = body["messages"][0]["content"][-1]["text"]
    if found := re.search(r"Score part (\d+) of", question):
        number = found[1]
        words = f"Part {number} is what counts here."
        return json.dumps(
            {"id": number, "justification": words, "usage": "OFTEN", "score": int(number) + 2}
        )
    if found := re.search(r"Shorten this part. Answer with \"id\": \"(\d+)\"", question):
        return shortened(found[1], "## Rules\n\n- Never push to main without a review.\n")
    if "pair 1:" in question:
        return json.dumps({"verdicts": []})
    return json.dumps({"pairs": [{"one": "1", "other": "3", "why": "Only one can be obeyed."}]})


def severe(body: dict[str, Any]) -> str:
    """Scores only: part 3 is of no use, the others are."""
    answer = json.loads(kind(body))
    useless = answer["id"] == "3"
    answer |= {"usage": "NEVER", "score": 1} if useless else {"score": 9}
    return json.dumps(answer)


def shortened(number: str, text: str) -> str:
    return json.dumps({"id": number, "text": text, "note": "Said once."})


def hostile(body: dict[str, Any]) -> str:
    """Scores, with words that want to drive the terminal."""
    answer = json.loads(kind(body))
    if "justification" in answer:
        answer["justification"] += HOSTILE
    return json.dumps(answer)
