"""What one host does with prompt files: which it loads, when, what it cuts, which fields it knows.

A `HostProfile` is data from a YAML file of `workbench/hosts/profiles/` or of the user; the loader
is `workbench.hosts.profiles`. Rules and counts get it handed in and read no file themselves.
Every statement has a source and the day it was read. What nobody says is `not documented`: an
empty place never means "no".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from workbench.prompt.globs import BadGlob, parse_glob

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt

NOT_DOCUMENTED = "not documented"

#: How sure a statement is: read from the vendor or its code; seen through one other text; doubtful.
Confidence = Literal["high", "medium", "low"]
#: When a host puts a file in front of its model. `listed`: name and description always, the text
#: when it is used; `matching`: when a path filter matches; `nearby`: when a file of its folder is
#: read; `invoked`: when a person calls it; `chosen`: when it is switched on in the settings;
#: `by its fields`: as the `activations` of its frontmatter say.
Loads = Literal[
    "always", "listed", "matching", "nearby", "invoked", "chosen", "by its fields", "not documented"
]
#: What happens at a limit. `advised`: nothing happens, the vendor only advises.
Effect = Literal[
    "cut", "skipped", "refused", "dropped", "shortened", "warned", "advised", "not documented"
]
Unit = Literal["chars", "lines", "bytes", "tokens"]


@dataclass(frozen=True)
class Statement:
    """One thing that a host does, in words, and who says so on which day (ISO)."""

    does: str = NOT_DOCUMENTED
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Place:
    """Files that a host looks for.

    `paths` are globs from the top of a project, or absolute, or below `~`; `**` stands for any
    folders, `*` for anything within a name. `order`: of two files the one with the higher number
    comes later in the context. `plain`: fields at its top are not read.
    """

    id: str
    kind: str
    paths: tuple[str, ...]
    scope: Literal["organisation", "user", "project", "local", "plugin"]
    loads: Loads
    does: str = ""
    order: int = 0
    plain: bool = False
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"

    def folders(self) -> Iterator[str]:
        """Hidden folders of a project that its paths name."""
        for path in self.paths:
            parts = () if path[:1] in ("~", "/") else path.split("/")[:-1]
            yield from (part for part in parts if part.startswith(".") and "*" not in part)


@dataclass(frozen=True)
class Imports:
    """How one file brings another along. `depth`: hops that are followed, 0 when nobody says.

    `kinds` are those for which it is documented; in files of `attached` the named file is attached
    when they are used; for `assumed` kinds nobody says it, and what looks like an import is shown.
    """

    syntax: str
    kinds: tuple[str, ...]
    attached: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    depth: int = 0
    relative_to: str = NOT_DOCUMENTED
    not_in: tuple[str, ...] = ()
    blanks: str = NOT_DOCUMENTED
    cycles: str = NOT_DOCUMENTED
    missing: str = NOT_DOCUMENTED
    outside: str = NOT_DOCUMENTED
    cost: str = NOT_DOCUMENTED
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Stripped:
    """What a host takes out before the model sees the text, in which kinds of file."""

    what: str
    kinds: tuple[str, ...]
    does: str
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Field:
    """One field of a frontmatter.

    `role`: `listed` fields stand in the list that a model chooses from, `filter` fields hold the
    path globs, `tools` names of tools. `longest`: characters of the parsed value, 0 for no limit;
    `beyond` is what happens above it. `no_tags`: it may hold no angle brackets. `unquoted`: globs
    may stand without quotes, which strict YAML readers refuse. `as_text`: what happens to a truth
    value in quotes, `missing` to a file without the field.
    """

    type: Literal[
        "text", "boolean", "number", "list", "text or list", "map", "any", "not documented"
    ] = "text"
    required: bool = False
    role: Literal["", "listed", "filter", "tools"] = ""
    allowed: tuple[str, ...] = ()
    longest: int = 0
    beyond: Effect = "not documented"
    no_tags: bool = False
    unquoted: bool = False
    as_text: str = ""
    missing: str = ""
    does: str = ""
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Activation:
    """When a file loads whose frontmatter has these fields.

    It holds when all of `true` are the truth value true, all of `set` hold something, all of
    `unset` hold nothing, and those of `equal` have that value. The first that holds counts.
    """

    loads: Loads
    does: str
    true: tuple[str, ...] = ()
    set: tuple[str, ...] = ()
    unset: tuple[str, ...] = ()
    equal: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"

    def holds(self, fields: Mapping[str, object]) -> bool:
        return (
            all(fields.get(name) is True for name in self.true)
            and all(fields.get(name) for name in self.set)
            and not any(fields.get(name) for name in self.unset)
            and all(fields.get(name) == value for name, value in self.equal.items())
        )


@dataclass(frozen=True)
class Frontmatter:
    """What a host reads in the frontmatter of one kind of file.

    `complete`: `fields` are all that it knows, so that any other is `unknown`.
    """

    fields: Mapping[str, Field] = field(default_factory=dict)
    complete: bool = False
    unknown: Literal["ignored", "refused", "not documented"] = "not documented"
    broken: str = NOT_DOCUMENTED
    none: str = NOT_DOCUMENTED
    activations: tuple[Activation, ...] = ()
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"

    def with_role(self, role: str) -> tuple[str, ...]:
        """Names of the fields that have `role`, in the order of the file."""
        return tuple(name for name, one in self.fields.items() if one.role == role)


@dataclass(frozen=True)
class Limit:
    """A size from which on a host behaves otherwise, or from which on its vendor advises against.

    `together`: the limit is for all files of these kinds in one session, not for each. `body`:
    without the frontmatter. `severity` of a finding follows from the effect unless it is given.
    """

    id: str
    kinds: tuple[str, ...]
    unit: Unit
    most: int
    effect: Effect
    does: str
    together: bool = False
    body: bool = False
    severity: Literal["", "error", "warning", "note"] = ""
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"

    @property
    def level(self) -> str:
        """The severity of a finding about it."""
        usual = {"advised": "note", "warned": "warning", "not documented": "note"}
        return self.severity or usual.get(self.effect, "error")

    @property
    def cuts(self) -> bool:
        """Whether what stands behind the limit is lost while the rest is read."""
        return self.effect == "cut"


@dataclass(frozen=True)
class Listing:
    """The list of descriptions that a model chooses from.

    `each`: characters of one entry (the values of `fields` together), `each_beyond` what happens
    above. `share_pct`: percent of the context window for the whole list, `fallback` characters
    where the window is not known; `beyond` in words what happens to a list that is longer.
    """

    kinds: tuple[str, ...]
    fields: tuple[str, ...]
    each: int = 0
    each_beyond: Effect = "not documented"
    share_pct: float = 0.0
    fallback: int = 0
    beyond: str = NOT_DOCUMENTED
    setting: str = ""
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Tools:
    """Tools that a field may name.

    `names` are built in, `aliases` other words for them. `patterns` are the forms that name
    several or others, such as `mcp__*`; `scoped` are tools that take a rule in brackets, such as
    `Bash(git *)`. `unasked` are commands of the shell that run without a question, because they
    only read.
    """

    names: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    patterns: tuple[str, ...] = ()
    scoped: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    ignore_case: bool = False
    unknown: str = NOT_DOCUMENTED
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"

    def known(self, written: str) -> bool:
        """Whether `written`, one entry of a list of tools, names something that there can be."""
        name, bracket, rest = written.strip().partition("(")
        if bracket:
            return rest.endswith(")") and self._in(name, self.scoped)
        known = (*self.names, *self.aliases)
        return self._in(name, known) or any(_fits(one, name) for one in self.patterns)

    def _in(self, name: str, names: Iterable[str]) -> bool:
        if self.ignore_case:
            return name.lower() in {one.lower() for one in names}
        return name in names


@dataclass(frozen=True)
class NameRule:
    """What the name of a skill or agent may be. `of`: the field that holds it.

    `letters` are the signs that it may have; a hyphen neither begins nor ends it, and two never
    stand together when `single_hyphens`. `same_as`: it must be the name of its `folder` or `file`.
    """

    of: str = "name"
    longest: int = 0
    letters: tuple[Literal["lowercase", "uppercase", "digit", "hyphen", "underscore"], ...] = ()
    single_hyphens: bool = False
    not_holding: str = ""
    reserved: tuple[str, ...] = ()
    same_as: Literal["", "folder", "file"] = ""
    unique: bool = False
    does: str = ""
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"

    def written_well(self, name: str) -> bool:
        """Whether `name` has only signs that are allowed, hyphens in their places."""
        if not name or any(sign in name for sign in self.not_holding):
            return False
        if self.letters and not all(self._may(sign) for sign in name):
            return False
        return not (self.single_hyphens and ("" in name.split("-")))

    def reserved_in(self, name: str) -> str:
        """The reserved word that `name` holds, or nothing."""
        return next((word for word in self.reserved if word in name), "")

    def _may(self, sign: str) -> bool:
        sorts = {
            "lowercase": "a" <= sign <= "z",
            "uppercase": "A" <= sign <= "Z",
            "digit": "0" <= sign <= "9",
            "hyphen": sign == "-",
            "underscore": sign == "_",
        }
        return any(sorts[sort] for sort in self.letters)


@dataclass(frozen=True)
class Dynamic:
    """Something in the text that the host puts another text for: `runs` starts a command."""

    kinds: tuple[str, ...]
    syntax: str
    what: Literal["command", "argument", "variable", "file"]
    does: str
    runs: bool = False
    source: str = ""
    date: str = ""
    confidence: Confidence = "high"


@dataclass(frozen=True)
class HostProfile:
    """One host. `date` is the day its facts were looked at last.

    `implied_by`: kinds of file that are reviewed for this host when nobody names one.
    `alongside`: kind of file -> hosts whose limits are said as well, since they read the same
    file. `origin` is `shipped` or the path of the user's file.
    """

    name: str
    title: str
    about: str
    source: str
    date: str
    confidence: Confidence = "high"
    aliases: tuple[str, ...] = ()
    implied_by: tuple[str, ...] = ()
    alongside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: tuple[Place, ...] = ()
    search: Statement = Statement()
    precedence: Statement = Statement()
    imports: Imports | None = None
    strips: tuple[Stripped, ...] = ()
    frontmatter: Mapping[str, Frontmatter] = field(default_factory=dict)
    limits: tuple[Limit, ...] = ()
    listings: tuple[Listing, ...] = ()
    tools: Tools | None = None
    names: Mapping[str, NameRule] = field(default_factory=dict)
    bom: Statement = Statement()
    dynamic: tuple[Dynamic, ...] = ()
    also: tuple[Statement, ...] = ()
    origin: str = "shipped"

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Kinds of file that it loads."""
        return frozenset(place.kind for place in self.files)

    def limits_for(self, kind: str) -> tuple[Limit, ...]:
        return tuple(limit for limit in self.limits if kind in limit.kinds)

    def refuses(self, kind: str) -> bool:
        """Whether it refuses a file of `kind` for what others ignore."""
        front = self.frontmatter.get(kind)
        return front is not None and front.unknown == "refused"

    def listing_for(self, kind: str) -> Listing | None:
        return next((one for one in self.listings if kind in one.kinds), None)

    def fields_of(self, kind: str) -> Mapping[str, Field]:
        """The fields that are known for a kind of file, none where nobody says."""
        front = self.frontmatter.get(kind)
        return front.fields if front is not None else {}

    def loads(self, kind: str, fields: Mapping[str, object], path: str = "") -> str:
        """When a file of `kind` with this frontmatter is put before the model (see `Loads`)."""
        place = self.place_of(path) if path else None
        if place is not None and place.plain:
            return place.loads
        front = self.frontmatter.get(kind)
        for activation in front.activations if front is not None else ():
            if activation.holds(fields):
                return activation.loads
        found = {place.loads for place in self.files if place.kind == kind}
        return "always" if not found or "always" in found else min(found)

    def imports_in(self, kind: str) -> bool:
        """Whether `@path` in a file of `kind` is an import, or may be one."""
        found = self.imports
        return found is not None and kind in (*found.kinds, *found.assumed)

    def place_of(self, path: str) -> Place | None:
        """The place of a project that `path` lies in, wherever the project lies."""
        parts = path.replace("\\", "/")
        for place in self.files:
            for one in place.paths:
                inside = one if one.startswith("**/") else f"**/{one}"
                if one[:1] not in ("~", "/") and _fits(inside, parts):
                    return place
        return None

    def folders(self) -> Iterator[str]:
        """Hidden folders of a project that it looks into, such as `.claude`."""
        for place in self.files:
            yield from place.folders()


def limited_field(hosts: Iterable[HostProfile], kind: str, name: str) -> Field | None:
    """The field `name` of a kind of file, as the first of `hosts` has it that limits its length."""
    found = (host.fields_of(kind).get(name) for host in hosts)
    return next((one for one in found if one is not None and one.longest), None)


def cut_listing(hosts: Iterable[HostProfile], kind: str) -> Listing | None:
    """The listing of the first of `hosts` that limits the entry of one file."""
    found = (host.listing_for(kind) for host in hosts)
    return next((one for one in found if one is not None and one.each), None)


def cut_line(host: HostProfile, prompt: Prompt) -> int:
    """The first line (from 1) that a host no longer reads of a prompt; 0 when it reads all."""
    found = []
    for limit in host.limits_for(prompt.kind):
        if not limit.cuts or limit.unit == "tokens":
            continue
        left = limit.most
        for number, line in enumerate(prompt.lines, 1):
            left -= 1 if limit.unit == "lines" else _size(line, limit.unit)
            if left < 0:
                found.append(number)
                break
    return min(found, default=0)


def _size(line: str, unit: Unit) -> int:
    return len(line.encode("utf-8", "surrogatepass")) if unit == "bytes" else len(line)


def _fits(pattern: str, path: str) -> bool:
    try:
        return parse_glob(pattern).matches(path.lstrip("/"))
    except BadGlob:
        return False
