"""`hosts`: what each host does with prompt files, and who says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.measure.host_profile import HostProfile


def hosts_for(kind: str, chosen: str | None = None, path: str = "") -> tuple[HostProfile, ...]:
    """The host to look at a file for (the chosen one, else what place and kind imply), and those
    whose limits are said as well, since they read the same file.

    A chosen host that reads no such file says nothing about it: then the one that does stands
    beside it, so that no check is lost by a choice that was meant for other files.
    """
    from workbench.hosts.registry import hosts

    known = hosts()
    host = known.for_kind(kind, chosen, path)
    found = [host, *known.beside(host, kind)]
    if kind not in host.kinds and kind not in host.frontmatter:
        other = known.for_kind(kind, None, path)
        found += [other, *known.beside(other, kind)]
    return tuple({one.name: one for one in found}.values())


def known(names: tuple[str, ...] = ()) -> tuple[HostProfile, ...]:
    """All hosts, or those named. Raises UsageError for an unknown name, and UnreadableInput for a
    file of a host that cannot be used."""
    from workbench.hosts.registry import hosts

    found = hosts()
    return tuple(found.get(name) for name in names) if names else found.all()


def to_dict(host: HostProfile) -> dict[str, Any]:
    """One host as JSON: every block with its source, its day and how sure it is."""
    made: dict[str, Any] = _plain(host)
    # `imports` and `origin` are other things in the output of other verbs.
    made["importing"] = made.pop("imports")
    made["read_from"] = made.pop("origin")
    for limit, written in zip(host.limits, made["limits"], strict=True):
        written["severity"] = limit.level
    return made


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def row(host: HostProfile) -> tuple[str, str, str, str]:
    """One line of the table: name, kinds of file, limits, day."""
    kinds = ", ".join(sorted(host.kinds)) or "-"
    limits = ", ".join(f"{limit.most:,} {limit.unit} ({limit.effect})" for limit in host.limits)
    return host.name, kinds, limits or "-", host.date


def sections(host: HostProfile) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Headings with their statements, each with who says it and when; empty ones are left out,
    but for what nobody says."""
    yield "Files", [(f"{', '.join(p.paths)}: {_file(p)}", _said(p)) for p in host.files]
    yield "Search order", [(host.search.does, _said(host.search))]
    yield "What wins", [(host.precedence.does, _said(host.precedence))]
    if (found := host.imports) is not None:
        depth = f"{found.depth} hops" if found.depth else "how far is not documented"
        kinds = f"in {', '.join(found.kinds)}"
        if found.attached:
            kinds += f"; attached on use in {', '.join(found.attached)}"
        if found.assumed:
            kinds += f"; nobody says it of {', '.join(found.assumed)}"
        rows = [f"{found.syntax}, {kinds}; {depth}; relative to {found.relative_to}"]
        rows.append(f"no import in {', '.join(found.not_in) or 'not documented'}")
        for name in ("blanks", "cycles", "missing", "outside", "cost"):
            rows.append(f"{name}: {getattr(found, name)}")
        yield "Imports", [(text, _said(found)) for text in rows]
    if host.strips:
        yield (
            "Taken out",
            [(f"{s.what} in {', '.join(s.kinds)}: {s.does}", _said(s)) for s in host.strips],
        )
    for kind, front in host.frontmatter.items():
        rows = [f"a field that is not known: {front.unknown}" if front.complete else ""]
        rows += [f"YAML that cannot be read: {front.broken}", f"none: {front.none}"]
        told = [(text, _said(front)) for text in rows if text]
        told += [(f"{a.loads}: {a.does}", _said(a)) for a in front.activations]
        told += [(f"{name} ({_type(one)}): {one.does}", _said(one)) for name, one in _each(front)]
        yield f"Fields of {kind}", told
    if host.limits:
        yield (
            "Limits",
            [
                (
                    f"{', '.join(one.kinds)}: {one.most:,} {one.unit}"
                    f"{' together' if one.together else ''}, {one.effect}: {one.does}",
                    _said(one),
                )
                for one in host.limits
            ],
        )
    for one in host.listings:
        each = f"{one.each:,} characters each ({one.each_beyond})" if one.each else ""
        whole = f"{one.share_pct:g} percent of the window, or {one.fallback:,} characters"
        text = "; ".join(filter(None, (each, whole, one.beyond)))
        yield "Listing", [(f"{', '.join(one.kinds)}: {text}", _said(one))]
    if (tools := host.tools) is not None:
        rows = [", ".join(tools.names), f"forms: {', '.join(tools.patterns) or '-'}"]
        if tools.scoped:
            rows.append(f"with a rule in brackets: {', '.join(tools.scoped)}")
        if tools.aliases:
            rows.append("also: " + ", ".join(f"{a} ({b})" for a, b in tools.aliases.items()))
        rows.append(f"a name that is not known: {tools.unknown}")
        yield "Tools", [(text, _said(tools)) for text in rows]
    if host.names:
        yield "Names", [(f"{kind}: {one.does}", _said(one)) for kind, one in host.names.items()]
    yield "Byte order mark", [(host.bom.does, _said(host.bom))]
    if host.dynamic:
        yield (
            "Filled in when used",
            [
                (
                    f"{one.syntax} in {', '.join(one.kinds)}"
                    f"{' (runs a command)' if one.runs else ''}: {one.does}",
                    _said(one),
                )
                for one in host.dynamic
            ],
        )
    if host.also:
        yield "Also", [(one.does, _said(one)) for one in host.also]


def explain(host: HostProfile) -> Iterator[str]:
    """One host in lines of text; a source is said once for the rows that share it."""
    other = f" (also: {', '.join(host.aliases)})" if host.aliases else ""
    yield f"{host.name}{other}: {host.title}"
    yield f"  From:    {'ctxbench itself' if host.origin == 'shipped' else host.origin}"
    yield f"  Source:  {host.source} ({host.date})"
    for heading, rows in sections(host):
        yield ""
        yield heading
        for at, (text, said) in enumerate(rows):
            yield f"  {text}"
            if said and (at + 1 == len(rows) or rows[at + 1][1] != said):
                yield f"    [{said}]"


def markdown() -> str:
    """The page `docs/hosts.md`, written from the files that ship, whatever people added."""
    from workbench.hosts.registry import shipped_hosts

    found = shipped_hosts().all()
    out = [
        "# What hosts do with prompt files",
        "",
        "This page is written by `ctxbench hosts --markdown`; a test compares the two.",
        "Each statement has its source and the day on which that was read.",
        "*not documented* means that nobody says it: it is no promise.",
        "`ctxbench hosts NAME` prints the same, your own hosts included;",
        "how to add one is in [extend.md](extend.md#a-host).",
        "",
        "| host | stands for | kinds of file |",
        "|---|---|---|",
    ]
    for host in found:
        name = f"[{host.name}](#{host.name})"
        out.append(f"| {name} | {_cell(host.about)} | {', '.join(sorted(host.kinds))} |")
    for host in found:
        out += ["", f"## {host.name}", "", f"{host.title}. Source: {host.source} ({host.date})."]
        if host.aliases:
            out[-1] += f" Other names: {', '.join(f'`{name}`' for name in host.aliases)}."
        for heading, rows in sections(host):
            out += ["", f"**{heading}**", "", "| what | who says it |", "|---|---|"]
            out += [f"| {_cell(text)} | {_cell(said)} |" for text, said in rows]
    return "\n".join(out) + "\n"


def _said(block: Any) -> str:
    """Who says a block, when, and how sure that is where it is not from the vendor."""
    if not block.source:
        return ""
    sure = "" if block.confidence == "high" else f", {block.confidence} confidence"
    return f"{block.source}, {block.date}{sure}"


def _file(place: Any) -> str:
    when = {"listed": "listed, loaded on use", "matching": "when a path matches"}
    loads = when.get(place.loads, place.loads)
    return f"{place.kind}, {place.scope}, {loads}{'. ' + place.does if place.does else ''}"


def _each(front: Any) -> Iterator[tuple[str, Any]]:
    yield from front.fields.items()


def _type(one: Any) -> str:
    words = [one.type, "required" if one.required else "", " | ".join(one.allowed)]
    words += [f"at most {one.longest:,} characters" if one.longest else ""]
    return ", ".join(filter(None, words))


def _cell(text: str) -> str:
    for sign, other in (("|", "\\|"), ("<", "&lt;"), ("\n", " ")):
        text = text.replace(sign, other)
    return text.replace("*", "\\*").replace("_", "\\_")
