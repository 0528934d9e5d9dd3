"""Models of the test server that rewrite: they know nothing but the body of a request.

Each takes filler out as told by the text itself; the careless ones lose something as well.
"""

from __future__ import annotations

import json
import re
from typing import Any

from judges import quoted, read

#: Words that a good editor takes out of the parts of these tests.
FILLER = re.compile(
    r"(?i)\bplease,? |, please\b| please\b|make sure that you |\bvery (?=beginning)"
)


def careful(body: dict[str, Any]) -> str:
    """Scores as planted where that is asked; else the text without filler, and nothing more."""
    return _answer(body, lambda text: text)


def negation(body: dict[str, Any]) -> str:
    return _answer(body, lambda text: re.sub(r"(?i)\bnever approve", "Approve", text))


def number(body: dict[str, Any]) -> str:
    return _answer(body, lambda text: text.replace("200", "300"))


def exception(body: dict[str, Any]) -> str:
    return _answer(body, lambda text: re.sub(r", unless [^.]*", "", text))


def placeholder(body: dict[str, Any]) -> str:
    return _answer(body, lambda text: text.replace(" as {{author}}", ""))


def inventing(body: dict[str, Any]) -> str:
    return _answer(body, lambda text: text.replace("{{author}}", "{{author}} of {{brand}}"))


def growing(body: dict[str, Any]) -> str:
    more = "And mind that all of this matters a lot.\n" * 5
    return _answer(body, lambda text: f"{text.rstrip()}\n{more}")


def same(body: dict[str, Any]) -> str:
    return json.dumps({"id": asked(body), "text": text_of(body), "note": "Nothing could go."})


def copying(body: dict[str, Any]) -> str:
    """Puts the words of a query into the rule."""
    return _answer(
        body, lambda text: text.replace("whole change", "whole pull request of team blue")
    )


def driving(body: dict[str, Any]) -> str:
    """Tries to drive the terminal from the text, and from the note."""
    made = json.loads(careful(body))
    made["note"] = "Left out\x1b]0;owned\x07 words \u202eback to front\x1b[2J."
    return json.dumps(made)


def hiding(body: dict[str, Any]) -> str:
    return _answer(body, lambda text: text.replace("Always", "Al\u202eways\x1b[31m"))


def describer(body: dict[str, Any]) -> str:
    """The description without its praise."""
    return _described(body, lambda text: text)


def forgetful(body: dict[str, Any]) -> str:
    """Loses a trigger and an exclusion."""
    return _described(body, lambda text: re.sub(r' or "which loaf"| Do NOT .*', "", text))


def text_of(body: dict[str, Any]) -> str:
    return quoted(body["messages"][0]["content"][-1]["text"]) + "\n"


def asked(body: dict[str, Any]) -> str:
    found = re.search(r"Answer with \"id\": \"(\d+)\"", body["messages"][0]["content"][-1]["text"])
    assert found
    return found[1]


def _answer(body: dict[str, Any], lose: Any) -> str:
    question = body["messages"][0]["content"][-1]["text"]
    if "Score part" in question:
        number, score = read(body)
        words = f"Part {number} says so."
        return json.dumps({"id": number, "justification": words, "usage": "RARELY", "score": score})
    short = FILLER.sub("", text_of(body))
    short = re.sub(r"(?m)^([a-z])", lambda m: m[1].upper(), short)
    return json.dumps({"id": asked(body), "text": lose(short), "note": "Politeness."})


def _described(body: dict[str, Any], lose: Any) -> str:
    whole = quoted(body["messages"][0]["content"][-1]["text"]).split("\n", 1)[1]
    short = whole.replace("A really great helper that is loved by everybody. ", "")
    return json.dumps({"description": lose(short), "note": "Praise."})
