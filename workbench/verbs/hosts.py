"""`hosts`: what each host does with prompt files, and who says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.measure.host_profile import HostProfile


def hosts_for(kind: str, chosen: str | None = None) -> tuple[HostProfile, ...]:
    """The host to look at a file of `kind` for (the chosen one, else what its kind implies), and
    those whose limits are said as well, since they read the same file.

    A chosen host that reads no such file says nothing about it: then the one that does stands
    beside it, so that no check is lost by a choice that was meant for other files.
    """
    from workbench.hosts.registry import hosts

    known = hosts()
    host = known.for_kind(kind, chosen)
    found = [host, *known.beside(host, kind)]
    if kind not in host.kinds and kind not in host.frontmatter:
        other = known.for_kind(kind)
        found += [other, *known.beside(other, kind)]
    return tuple({one.name: one for one in found}.values())
