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


def statements_of(body: dict[str, Any]) -> dict[int, str]:
    """The numbered statements of a question, as they are quoted."""
    found: dict[int, str] = {}
    number = 0
    for line in body["messages"][0]["content"][0]["text"].split("\n"):
        if line.startswith("| "):
            if number:
                found[number] = line[2:]
        else:
            said = re.search(r" statement (\d+)\]$", line)
            number = int(said[1]) if said else 0
    return found


def clashing(body: dict[str, Any]) -> str:
    """Two statements clash when both hold the same word `clash-NAME`."""
    question = body["messages"][0]["content"][-1]["text"]
    told = statements_of(body)
    names = {n: set(re.findall(r"clash-\w+", text)) for n, text in told.items()}
    if "Judge each of these pairs" in question:
        rows = re.findall(r"pair (\d+): statements (\d+) and (\d+)", question)
        verdicts = [
            {
                "pair": pair,
                "why": "Both speak of it.",
                "contradict": bool(names[int(a)] & names[int(b)]),
            }
            for pair, a, b in rows
        ]
        return json.dumps({"verdicts": verdicts})
    first, last = map(int, re.findall(r"statements (\d+) to (\d+)\?", question)[-1])
    pairs = [
        {"one": str(a), "other": str(b), "why": f"Both say {min(names[a] & names[b])}.\x1b[2J"}
        for a in range(first, last + 1)
        for b in told
        if a != b and names[a] & names[b]
    ]
    return json.dumps({"pairs": pairs})


def unknowing(body: dict[str, Any]) -> str:
    """Names a statement that does not exist."""
    return json.dumps({"pairs": [{"one": "1", "other": "999", "why": "It clashes."}]})


def binding(body: dict[str, Any]) -> str:
    """`must` is hard, `should` soft, money critical; nothing else binds."""
    question = body["messages"][0]["content"][-1]["text"]
    first, last = map(int, re.findall(r"the statements (\d+) to (\d+),", question)[0])
    told = statements_of(body)
    rows = [
        {
            "id": str(n),
            "why": "By its words.\u202e",
            "strength": "hard"
            if "must" in told[n]
            else "soft"
            if "should" in told[n] or "Mind" in told[n]
            else "none",
            "critical": "money" in told[n],
        }
        for n in range(first, last + 1)
    ]
    return json.dumps({"statements": rows})
