"""Judges of the test server: they know nothing but the body of a request."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from typing import Any


def planted(body: dict[str, Any]) -> str:
    """Scores a part as its own text says: `Worth N points`."""
    number, score = read(body)
    return json.dumps(
        {"id": number, "justification": f"Part {number} says so.", "usage": "Often", "score": score}
    )


_SEEN: Counter[str] = Counter()


def noisy(body: dict[str, Any]) -> str:
    """One answer in five is wrong by five points; which one depends on the part and the run."""
    number, score = read(body)
    _SEEN[number] += 1
    if hashlib.sha256(f"{number} {_SEEN[number]}".encode()).digest()[0] < 51:
        score = (score + 5) % 11
    return json.dumps(
        {"id": number, "justification": f"Part {number}.", "usage": "RARELY", "score": score}
    )


def same(body: dict[str, Any]) -> str:
    """A judge that does not read."""
    number, _ = read(body)
    return json.dumps(
        {"id": number, "justification": "It is relevant.", "usage": "OFTEN", "score": 0}
    )


def flat(body: dict[str, Any]) -> str:
    """Always the same score, in other words each time."""
    number, _ = read(body)
    return json.dumps(
        {"id": number, "justification": f"About {number}.", "usage": "OFTEN", "score": 0}
    )


def read(body: dict[str, Any]) -> tuple[str, float]:
    prefix, question = (block["text"] for block in body["messages"][0]["content"])
    asked = re.search(r"Score part (\d+) of", question)
    assert asked
    number, inside = asked[1], False
    for line in prefix.split("\n"):
        if line.startswith("| "):
            if inside and (worth := re.search(r"Worth ([\d.]+) points", line)):
                return number, round(float(worth[1]))
        else:
            inside = f" part {number} of" in line and "end of" not in line
    return number, 0


def loader(body: dict[str, Any]) -> str:
    """Loads a skill when the request shares a longer word with its name or description."""
    prefix, question = (block["text"] for block in body["messages"][0]["content"])
    words = {
        word for word in re.findall(r"\w{4,}", quoted(prefix).lower()) if word != "description"
    }
    loads = bool(words & set(re.findall(r"\w{4,}", quoted(question).lower())))
    return json.dumps({"why": "It shares a word." if loads else "It shares none.", "loads": loads})


def never(body: dict[str, Any]) -> str:
    """The check that looks for the wrong name: nothing is ever loaded."""
    return json.dumps({"why": "No.", "loads": False})


def quoted(text: str) -> str:
    return "\n".join(line[2:] for line in text.split("\n") if line.startswith("| "))
