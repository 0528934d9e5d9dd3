"""How long the description of a skill or sub-agent is, as hosts count it, beside their limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.measure.host_profile import HostProfile, cut_listing, limited_field
from workbench.prompt.frontmatter import find_frontmatter

#: Kinds of prompt whose description decides whether they are used.
KINDS = frozenset({"skill", "sub-agent", "command"})


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` characters may be used of the `size` that are; `what` says who draws the line."""

    size: int
    most: int
    what: str
    source: str

    @property
    def over(self) -> int:
        """Characters above the limit, 0 for none."""
        return max(0, self.size - self.most)


@dataclass(frozen=True, slots=True)
class Described:
    """The parsed description: `size` in characters, its lines (from 1, inclusive) and the limits
    that are published for this kind of prompt and host, the smallest first."""

    size: int
    start_line: int
    end_line: int
    limits: tuple[Limit, ...] = ()


def described(text: str, kind: str, hosts: Sequence[HostProfile]) -> Described | None:
    """The description in the frontmatter that opens `text`; None where there is none.

    `text` may end after the frontmatter. Folded and literal blocks count as the text they stand
    for. `hosts`: whose limits count, the first that has one.
    """
    front = find_frontmatter(text) if kind in KINDS else None
    if front is None or "description" not in front.field_lines:
        return None
    lines = front.field_lines
    start = lines["description"]
    end = min((line for line in lines.values() if line > start), default=front.end_line) - 1
    words = front.text("description").strip()
    size = len(words)
    found: list[Limit] = []
    if spec := limited_field(hosts, kind, "description"):
        found.append(Limit(size, spec.longest, "specification", spec.source))
    if listing := cut_listing(hosts, kind):
        extra = front.text("when_to_use").strip()
        together = f"{words} {extra}" if extra else words
        host = next(host for host in hosts if host.listing_for(kind) is listing)
        what = f"{host.title} listing" + (", with when_to_use" if extra else "")
        found.append(Limit(len(together), listing.each, what, listing.source))
    return Described(size, start, end, tuple(found))
