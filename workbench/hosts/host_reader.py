"""A table of YAML as a `HostProfile`: known keys, values of their kind, dated statements.

The dataclasses of `workbench.measure.host_profile` are the form: a new field there is a new key
here. A block without a `source` has that of the block around it.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from workbench.config import nearest
from workbench.hosts.yaml_nodes import Node
from workbench.measure.host_profile import HostProfile
from workbench.prompt.kinds import KINDS
from workbench.prompt.visible import one_line

T = TypeVar("T")

#: Keys that say how a file is put together; they are gone when it is read.
EXTENDS, WITHOUT = "extends", "without"
_INHERITED = ("source", "date", "confidence")
#: Fields that name kinds of file, and tables whose keys do.
_KINDS = frozenset({"kind", "kinds", "implied_by", "attached", "assumed"})
_BY_KIND = frozenset({"alongside", "frontmatter", "names"})
_LARGEST = 2**53


def read_profile(node: Node, origin: str) -> HostProfile:
    """The profile that a table describes. Raises UnreadableInput with file and line."""
    return _table(HostProfile, node, {"origin": origin})


def merge(base: Node, own: Node) -> Node:
    """`own` over `base`: tables key by key, lists of blocks by their `id`, all else replaced."""
    if isinstance(base.value, Mapping) and isinstance(own.value, Mapping):
        made = dict(base.value)
        for key, value in own.value.items():
            made[key] = merge(made[key], value) if key in made else value
        return Node(made, own.line, own.file)
    if _named(base) and _named(own):
        blocks = {_id(item): item for item in _items(base)}
        for item in _items(own):
            name = _id(item)
            blocks[name] = merge(blocks[name], item) if name in blocks else item
        return Node(tuple(blocks.values()), own.line, own.file)
    return own


def leave_out(node: Node, names: Node) -> Node:
    """The table without the blocks whose `id` is in `names`."""
    assert isinstance(node.value, Mapping)
    wanted = {str(one) for one in _value(tuple[str, ...], names, WITHOUT, {})}
    known = tuple(
        _id(item) for part in node.value.values() if _named(part) for item in _items(part)
    )
    for name in wanted:
        if name not in known:
            raise names.trouble(f"there is no block {one_line(name, 40)!r}.", nearest(name, known))
    kept = {
        key: Node(tuple(i for i in _items(part) if _id(i) not in wanted), part.line, part.file)
        if _named(part)
        else part
        for key, part in node.value.items()
    }
    return Node(kept, node.line, node.file)


def _items(node: Node) -> Sequence[Node]:
    return node.value if isinstance(node.value, tuple) else ()


def _named(node: Node) -> bool:
    """Whether it is a list of blocks that all have an `id`."""
    return bool(_items(node)) and all(_id(item) for item in _items(node))


def _id(node: Node) -> str:
    found = node.value.get("id") if isinstance(node.value, Mapping) else None
    return found.value if found is not None and isinstance(found.value, str) else ""


@cache
def _form(cls: Any) -> tuple[tuple[Field[Any], Any], ...]:
    hints = get_type_hints(cls)
    return tuple((one, hints[one.name]) for one in fields(cls))


def _table(cls: type[T], node: Node, given: Mapping[str, Any]) -> T:
    """One block. `given`: source, date and confidence of the block around it."""
    known: Any = cls
    if not isinstance(node.value, Mapping):
        raise node.trouble(f"a table is wanted here, such as `{_form(known)[0][0].name}: ...`.")
    form = {one.name: (one, hint) for one, hint in _form(known) if one.name != "origin"}
    for key, value in node.value.items():
        if key not in form:
            raise value.trouble(f"unknown key {one_line(key, 40)!r}.", nearest(key, tuple(form)))
    if "source" in form and ("source" in node.value) != ("date" in node.value):
        lone = "source" if "source" in node.value else "date"
        raise node.value[lone].trouble("`source` and `date` stand together: who says it, and when.")
    passed = {name: given[name] for name in _INHERITED if name in given}
    if "source" in node.value:
        passed = {}
    made: dict[str, Any] = {}
    for name in _INHERITED:
        if name in form and name in node.value:
            made[name] = passed[name] = _value(form[name][1], node.value[name], name, passed)
        elif name in form and name in passed:
            made[name] = passed[name]
    for name, (one, hint) in form.items():
        if name in _INHERITED:
            continue
        if name in node.value:
            made[name] = _value(hint, node.value[name], name, passed)
        elif one.default is MISSING and one.default_factory is MISSING:
            raise node.trouble(f"the key `{name}` is missing.")
    if "source" in form and not made.get("source"):
        raise node.trouble("`source` and `date` are missing: who says it, and on which day.")
    if "origin" in given:
        made["origin"] = given["origin"]
    return cls(**made)


def _value(hint: Any, node: Node, name: str, given: Mapping[str, Any]) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    what = f"`{name}`" if name else "it"
    if origin in (Union, types.UnionType):  # a block or None
        return _value(args[0], node, name, given)
    if is_dataclass(hint) and isinstance(hint, type):
        return _table(hint, node, given)
    if origin is tuple:
        if isinstance(node.value, str):
            raise node.trouble(f"{what} is a list, such as [a, b].")
        if isinstance(node.value, Mapping):
            raise node.trouble(f"{what} is a list.")
        return tuple(_value(args[0], item, name, given) for item in node.value)
    if origin is not None and origin is not Literal:
        if not isinstance(node.value, Mapping):
            raise node.trouble(f"{what} is a table of `key: value`.")
        if name in _BY_KIND:
            for key, value in node.value.items():
                _one_of(key, KINDS, value, "kind of file")
        # The name of the table stands for its keys: what it holds is checked by its own type.
        return {key: _value(args[1], value, "", given) for key, value in node.value.items()}
    if not isinstance(node.value, str):
        raise node.trouble(f"{what} is one word or sentence.")
    word = node.value.strip()
    if not word and name != "severity":
        raise node.trouble(f"{what} has no value.")
    if origin is Literal:
        return _one_of(word, args, node, what)
    if name in _KINDS:
        return _one_of(word, KINDS, node, "kind of file")
    return _scalar(hint, word, node, name)


def _scalar(hint: Any, word: str, node: Node, name: str) -> Any:
    if hint is bool:
        if word not in ("true", "false"):
            raise node.trouble(f"`{name}` is true or false, not {one_line(word, 40)!r}.")
        return word == "true"
    if hint in (int, float):
        digits = word.replace("_", "").replace(",", "")
        plain = digits.replace(".", "", 1) if hint is float else digits
        if not (plain.isascii() and plain.isdigit()) or len(digits) > 16:
            raise node.trouble(f"`{name}` is a number, not {one_line(word, 40)!r}.")
        return min(hint(digits), hint(_LARGEST))
    if name == "date":
        try:
            if len(word) != 10:
                raise ValueError
            return date.fromisoformat(word).isoformat()
        except ValueError:
            raise node.trouble(
                f"`date` is a day such as 2026-11-30, not {one_line(word, 40)!r}."
            ) from None
    return word


def _one_of(word: str, allowed: Sequence[str], node: Node, what: str) -> str:
    if word not in allowed:
        raise node.trouble(
            f"{what} cannot be {one_line(word, 40)!r}.", nearest(word, tuple(allowed))
        )
    return word
