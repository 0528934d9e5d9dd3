"""Names in code that a sentence forbids, and a sentence of the same section that asks for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from workbench.judge.registry import Context
from workbench.judge.rules._command_lines import conditional
from workbench.judge.rules._passages import Passage, said
from workbench.language.lists import patterns
from workbench.language.markup import plain

_FORBIDS = patterns("commands", "forbids-name")
_TELLS = patterns("commands", "tells-name")
_NAME = re.compile(r"`([^`]+)`")
_TOKEN = re.compile(r"[\w.-]+")
#: Longer sentences say more than one thing.
_LONGEST = 400


def asked_anyway(context: Context) -> Iterator[tuple[str, Passage, Passage]]:
    """(name, the passage that forbids it, the passage that asks for code that holds it).

    A ban without a condition holds under each condition of the other sentence too.
    """
    rows: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in said(context):
        if "`" in passage.text and passage.force and len(passage.text) <= _LONGEST:
            rows[passage.statement.path].append(passage)
    for same in rows.values():
        forbidden: dict[str, Passage] = {}
        for passage in same:
            bare = plain(passage.text)
            if conditional().within(_NAME.sub("", bare)):
                continue
            for found in _FORBIDS.finditer(bare):
                for name in _NAME.findall(found["what"]):
                    forbidden.setdefault(name, passage)
        if forbidden:
            yield from _asked(same, forbidden)


def _asked(
    same: list[Passage], forbidden: dict[str, Passage]
) -> Iterator[tuple[str, Passage, Passage]]:
    told: set[str] = set()
    for passage in same:
        if passage.force.polarity == "dont":
            continue
        for code in _TELLS.findall(plain(passage.text)):
            bare = code.strip("`")
            for name in {bare, *_TOKEN.findall(bare)} & forbidden.keys() - told:
                if forbidden[name].line != passage.line:
                    told.add(name)
                    yield name, forbidden[name], passage
