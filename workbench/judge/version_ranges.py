"""Versions as numbers, and the ranges of them that manifests ask for."""

from __future__ import annotations

import re

from workbench.prompt.numbers import whole_number

Version = tuple[int, ...]
#: Half-open range of versions, three places each.
Span = tuple[Version, Version]

TOP: Version = (10**9, 0, 0)
BOTTOM: Version = (0, 0, 0)


def parse_version(version: str) -> Version:
    """The first three places of a version written with points; a place of more digits than any
    version has is beyond all of them."""
    return tuple(_place(part) for part in version.split(".", 3)[:3])


def _place(part: str) -> int:
    number = whole_number(part)
    return TOP[0] if number is None else min(number, TOP[0])


def pad(version: Version) -> Version:
    """Three places, those that are not written as zeros."""
    return (*version, 0, 0, 0)[:3]


def first_after(version: Version) -> Version:
    """The first version that no longer begins with these places."""
    return pad((*version[:-1], version[-1] + 1))


def meet(a: Span, b: Span) -> bool:
    """Whether two ranges have a version in common."""
    return a[0] < b[1] and b[0] < a[1]


_COMPARATOR = re.compile(r"(?P<op>>=|<=|===|==|~=|!=|~>|>|<|=|\^|~)?\s*v?(?P<v>\d+(?:\.\d+){0,3})")
_HYPHEN = re.compile(r"^\s*v?(\d+(?:\.\d+)*)\s+-\s+v?(\d+(?:\.\d+)*)\s*$")


def parse_range(text: str) -> list[Span]:
    """Ranges that npm, Python, Cargo, Go, Ruby and images write; empty when not understood."""
    spans: list[Span] = []
    for choice in re.split(r"\|\|?", text):
        hyphen = _HYPHEN.match(choice)
        if hyphen:
            spans.append((pad(parse_version(hyphen[1])), first_after(parse_version(hyphen[2]))))
            continue
        low, high = BOTTOM, TOP
        any_found = False
        for match in _COMPARATOR.finditer(re.sub(r"\.[x*X]\b|-[\w.]+|\+[\w.]+", "", choice)):
            places = parse_version(match["v"])
            op = match["op"] or ""
            any_found = True
            a, b = _bounds(op, places)
            low, high = max(low, a), min(high, b)
        if any_found and low < high:
            spans.append((low, high))
    return spans


def _bounds(op: str, places: Version) -> Span:
    whole = pad(places)
    if op == ">=":
        return whole, TOP
    if op == ">":
        return first_after(places), TOP
    if op == "<":
        return BOTTOM, whole
    if op == "<=":
        return BOTTOM, first_after(places)
    if op == "^":
        head = next((i for i, n in enumerate(places) if n), len(places) - 1)
        return whole, first_after(places[: head + 1])
    if op in ("~=", "~>"):
        return whole, first_after(places[:-1]) if len(places) > 1 else TOP
    if op == "~":
        return whole, first_after(places[:2])
    if op == "!=":
        return BOTTOM, TOP
    return whole, first_after(places)
