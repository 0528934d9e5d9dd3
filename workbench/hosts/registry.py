"""The hosts that are known: those that ship with the program, and those that people add by a file.

    shipped   workbench/hosts/profiles/NAME.yaml
    user      hosts/NAME.yaml in the platform's configuration folder of ctxbench
    project   .ctxbench/hosts/NAME.yaml in the current folder or the nearest one above it

A file is read when somebody asks for its host. The later place wins; `extends: NAME` takes
over what another file says (its own name: what the place before says). Such a file is data: it
names no command, and its globs are matched without going back. Most runs ask for no host: what
reads the files is loaded when one does.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.config import nearest, up_to_the_top, user_file
from workbench.errors import UnreadableInput, UsageError
from workbench.prompt.visible import one_line
from workbench.reading import NotAFile, TooLarge, read_regular

if TYPE_CHECKING:
    from workbench.hosts.yaml_nodes import Node
    from workbench.measure.host_profile import HostProfile

PROJECT_FOLDER = (".ctxbench", "hosts")
#: The host of a file whose kind implies none.
DEFAULT = "claude-code"
#: A host in words is some 30 KB; more than this is no description of a host.
MOST_BYTES = 256_000
MOST_FILES = 50
_SHIPPED = Path(__file__).resolve().parent / "profiles"


@dataclass(frozen=True, slots=True)
class _File:
    """Where a host is described. `inside`: the folder that the file may not lead out of."""

    path: Path
    inside: Path | None = None
    shipped: bool = False

    @property
    def shown(self) -> str:
        return self.path.name if self.shipped else one_line(str(self.path), 200)


class Hosts:
    """The hosts of some folders, each read when it is first asked for."""

    def __init__(self, *layers: Mapping[str, _File]) -> None:
        self._layers = layers
        self._read: dict[tuple[str, int], Node] = {}
        self._made: dict[str, HostProfile] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of all hosts, in order of the alphabet."""
        return tuple(sorted({name for layer in self._layers for name in layer}))

    def all(self) -> tuple[HostProfile, ...]:
        """Every host. Raises UnreadableInput for the first file that cannot be used."""
        return tuple(self.get(name) for name in self.names)

    def added(self) -> tuple[HostProfile, ...]:
        """Those that people added or changed."""
        own = dict.fromkeys(
            name for layer in self._layers for name, file in layer.items() if not file.shipped
        )
        return tuple(self.get(name) for name in own)

    def get(self, name: str) -> HostProfile:
        """The host of that name, or of which that is another name. Raises UsageError, and
        UnreadableInput for a file that cannot be used."""
        if name not in self.names:
            name = self._by_alias(name)
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def for_kind(self, kind: str, chosen: str | None = None, path: str = "") -> HostProfile:
        """The host to look at a file of `kind` for: the chosen one, else the one whose hidden
        folder it lies in (`.github/agents/` is Copilot's), else what its kind implies."""
        if chosen:
            return self.get(chosen)
        implied = self._implied.get(kind)
        if implied is None and path:
            hidden = {part for part in path.replace("\\", "/").split("/")[:-1] if part[:1] == "."}
            if hidden - {".", "..", *self.get(DEFAULT).folders()}:
                for host in self.all():
                    place = host.place_of(path)
                    if place is not None and place.kind == kind and hidden & {*place.folders()}:
                        return host
        return self.get(implied or DEFAULT)

    def beside(self, host: HostProfile, kind: str) -> tuple[HostProfile, ...]:
        """Hosts that read the same kind of file and whose limits are worth knowing as well."""
        return tuple(self.get(name) for name in host.alongside.get(kind, ()))

    @cached_property
    def _implied(self) -> dict[str, str]:
        return {kind: name for name in self.names for kind in self._words(name, "implied_by")}

    def _by_alias(self, name: str) -> str:
        for known in self.names:
            if name in self._words(known, "aliases"):
                return known
        raise UsageError(
            f"Unknown host profile {one_line(name, 60)!r}.", hint=nearest(name, self.names)
        )

    def _words(self, name: str, key: str) -> tuple[str, ...]:
        """The words of a list in the head of a host. Files that ship have it in their first
        paragraph, so that not all of nine files are read to look at one prompt."""
        top = self._top(name)
        file = self._layers[top][name]
        if not file.shipped:
            return tuple(getattr(self.get(name), key))
        from workbench.hosts.yaml_nodes import Node, read_nodes

        head = read_nodes(_text(file).partition("\n\n")[0], file.shown).value
        found = head.get(key) if isinstance(head, Mapping) else None
        items = found.value if found is not None else ()
        return tuple(str(item.value) for item in items if isinstance(item, Node))

    def _top(self, name: str) -> int:
        return max(i for i, layer in enumerate(self._layers) if name in layer)

    def _make(self, name: str) -> HostProfile:
        from workbench.hosts.host_reader import read_profile

        top = self._top(name)
        file = self._layers[top][name]
        node = self._node(name, top, ())
        assert isinstance(node.value, Mapping)
        host = read_profile(node, "shipped" if file.shipped else str(file.path))
        if host.name != name:
            raise node.value["name"].trouble(
                f"the name is {one_line(host.name, 40)!r}, the file is {name}.yaml.",
                "They must be the same.",
            )
        for others in host.alongside.values():
            for other in others:
                if other not in self.names:
                    raise node.value["alongside"].trouble(
                        f"there is no host {one_line(other, 40)!r}.", nearest(other, self.names)
                    )
        return host

    def _node(self, name: str, layer: int, above: tuple[tuple[str, int], ...]) -> Node:
        """The table of a host with all that it extends. `above`: what led here."""
        from workbench.hosts.host_reader import EXTENDS, WITHOUT, leave_out, merge
        from workbench.hosts.yaml_nodes import Node

        key = (name, layer)
        if key in self._read:
            return self._read[key]
        node = _table(self._layers[layer][name])
        assert isinstance(node.value, Mapping)
        rest = dict(node.value)
        extends, without = rest.pop(EXTENDS, None), rest.pop(WITHOUT, None)
        own = Node(rest, node.line, node.file)
        if extends is not None:
            wanted = extends.value if isinstance(extends.value, str) else ""
            # Its own name means the host as it is without this file.
            limit = layer if wanted == name else len(self._layers)
            places = [i for i in range(limit) if wanted in self._layers[i]]
            if not places:
                raise extends.trouble(
                    f"there is no host {one_line(wanted, 40)!r} to extend.",
                    nearest(wanted, self.names),
                )
            base = (wanted, places[-1])
            if base == key or base in above:
                raise extends.trouble("these files extend one another in a circle.")
            found = self._node(*base, (*above, key))
            assert isinstance(found.value, Mapping)
            # Names, and for which kinds it stands, are not handed down.
            passed = {k: v for k, v in found.value.items() if wanted == name or k not in _OWN}
            start = Node(passed, found.line, found.file)
            own = merge(leave_out(start, without) if without is not None else start, own)
        elif without is not None:
            raise without.trouble("`without` goes with `extends`.")
        self._read[key] = own
        return own


_OWN = ("aliases", "implied_by")


def _table(file: _File) -> Node:
    from workbench.hosts.yaml_nodes import read_nodes

    return read_nodes(_text(file), file.shown)


def _text(file: _File) -> str:
    """The text of a regular file of bounded size, inside its project."""
    from workbench.hosts.yaml_nodes import broken

    try:
        if file.inside is not None and not file.path.resolve().is_relative_to(file.inside):
            raise broken(file.shown, 1, "it is a link that leads out of the project.")
        data = read_regular(file.path, MOST_BYTES)
    except NotAFile:
        raise broken(file.shown, 1, "it is no regular file.") from None
    except TooLarge:
        raise broken(file.shown, 1, f"it is larger than {MOST_BYTES:,} bytes.") from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be opened"
        raise broken(file.shown, 1, f"{reason}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise broken(file.shown, 1, "it is no UTF-8 text.") from None


def _listed(folder: Path, inside: Path | None = None, *, shipped: bool = False) -> dict[str, _File]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(e.name for e in entries if e.name.endswith(".yaml"))
    except (OSError, ValueError):
        return {}
    if len(names) > MOST_FILES:
        raise UnreadableInput(
            f"{one_line(str(folder), 200)} holds {len(names)} hosts, more than {MOST_FILES}.",
            hint="Move some of them away; nothing was done.",
        )
    return {name.removesuffix(".yaml"): _File(folder / name, inside, shipped) for name in names}


@cache
def _shipped_files() -> dict[str, _File]:
    return _listed(_SHIPPED, shipped=True)


def project_hosts(start: Path | None = None) -> tuple[Path, Path] | None:
    """The folder with the hosts of the project around `start`, and the top of that project.

    It is looked for as `.ctxbench.yaml` is: upwards, to the top of a git checkout or home.
    """
    for place in up_to_the_top(start):
        found = place.joinpath(*PROJECT_FOLDER)
        if found.is_dir():
            return found, place
    return None


def user_folder() -> Path:
    """Where the user's own hosts are, whether the folder exists or not."""
    return user_file().parent / "hosts"


@cache
def shipped_hosts() -> Hosts:
    """The hosts that come with the program, whatever people added."""
    return Hosts(_shipped_files())


def kind_of(path: str, start: Path | None = None) -> str:
    """The kind of a file that a host which people added looks for, or nothing.

    What hosts that ship look for is known without a file (`workbench.prompt.kinds`).
    """
    known = hosts(start)
    for host in known.added():
        place = host.place_of(path)
        if place is not None:
            return place.kind
    return ""


def hosts(start: Path | None = None) -> Hosts:
    """The hosts as seen from a folder (default: the current one).

    Files of the user are listed anew each time, those that ship are read once in a process.
    """
    layers = [_listed(user_folder())]
    project = project_hosts(start)
    if project is not None:
        layers.append(_listed(*project))
    own = tuple(layer for layer in layers if layer)
    return Hosts(_shipped_files(), *own) if own else shipped_hosts()
