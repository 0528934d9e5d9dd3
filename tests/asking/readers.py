"""Readers of the test server: what a model would answer to a reading and its second look."""

from __future__ import annotations

import json
from typing import Any


def careful(body: dict[str, Any]) -> str:
    """Answers by what the question asks for."""
    return reply("\n".join(block["text"] for block in body["messages"][0]["content"]))


def reply(question: str) -> str:
    if '{"verdicts": [{"id": "1"' in question:
        return json.dumps({"verdicts": list(_verdicts(question))})
    return json.dumps(
        {
            "task": "Answer customers.",
            "parts": [
                {"part": n, "without_it": "It fails.", "usage": "ALWAYS", "relevance": r}
                for n, r in ((1, 9), (2, "9/10"), (3, 4))
            ],
            "critical": [
                {"line": 7, "quote": "Never tell the door code", "harm": "Thieves."},
                {"line": 9, "quote": "Close the shop at 18:00", "harm": "Nobody buys."},
                {"line": 7, "quote": "Never tell the safe code", "harm": "Invented."},
            ],
            "conflicts": [
                {
                    "a_line": 13,
                    "a_quote": "closes at 19:00",
                    "b_line": 9,
                    "b_quote": "at 18:00",
                    "why": "Two times.",
                }
            ],
            "repeats": [],
            "suspect": [],
            "foreign": [],
            "edits": [
                {
                    "id": "e1",
                    "kind": "rewrite",
                    "from_line": 8,
                    "to_line": 8,
                    "why": "Fewer words.",
                    "keeps": "Rye and its 230 degrees stay.",
                    "new": "- Bake rye at 230 degrees.",
                    "after_line": 0,
                    "target": "",
                    "needs": [],
                }
            ],
        }
    )


def _verdicts(question: str) -> list[dict[str, Any]]:
    """The shop's hours are no matter of life and death; all else stands."""
    rows = question.partition("remarks]")[2].split(" remark ")[1:]
    return [
        {
            "id": str(number),
            "for": "f",
            "against": "Nothing is lost by it.",
            "lost": "",
            "harmful": False,
            "verdict": "falls" if "critical, line 9" in row else "stands",
        }
        for number, row in enumerate(rows, start=1)
    ]


def prose(body: dict[str, Any]) -> str:
    """A model that talks."""
    return "This is a very good prompt. Well done!"


def nothing(body: dict[str, Any]) -> str:
    """A model that says nothing."""
    return ""


def score_ten(body: dict[str, Any]) -> str:
    """A model that obeys a part which speaks to it: all is well."""
    return json.dumps({"task": "x", "parts": [], "critical": [], "conflicts": [], "edits": []})


def half(body: dict[str, Any]) -> str:
    """An answer that was broken off."""
    return '{"task": "Bake", "parts": [{"part": 1, "without_it": "It'
