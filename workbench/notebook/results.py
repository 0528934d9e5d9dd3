"""What the methods of a prompt return: the verb's result, shown as HTML and as plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from workbench.verbs.pages.blocks import Block


class Result(Protocol):
    """What every verb returns."""

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        ...


T = TypeVar("T", bound=Result)
Row = dict[str, Any]


class Shown:
    """Anything with blocks and rows: its displays are made from the same blocks."""

    def _blocks(self) -> Sequence[Block]:
        raise NotImplementedError

    def rows(self) -> list[Row]:
        """Flat dictionaries, one per row: `pandas.DataFrame(x.rows())` works as it is."""
        raise NotImplementedError

    def _label(self) -> str:
        return type(self).__name__

    def _repr_html_(self) -> str:
        from workbench.verbs.pages.html import cell

        return str(cell(self._blocks(), self._label()))

    def __repr__(self) -> str:
        from workbench.notebook.text import text

        return text(self._blocks())


@dataclass(frozen=True, repr=False)
class Answer(Shown, Generic[T]):
    """What a verb returned. `result` is its own typed result, `verb` its name.

    `len()` and iteration go over `rows()`.
    """

    verb: str
    result: T
    show: Callable[[T], Sequence[Block]] = field(compare=False)
    table: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The same as `ctxbench VERB --json`."""
        return self.result.to_dict()

    def rows(self) -> list[Row]:
        found = self.to_dict()
        return [flat(row) for row in (found[self.table] if self.table else [found])]

    def __len__(self) -> int:
        return len(self.rows())

    def __bool__(self) -> bool:
        return True  # also where nothing was found

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows())

    def _blocks(self) -> Sequence[Block]:
        return self.show(self.result)

    def _label(self) -> str:
        return self.verb


def flat(record: Mapping[str, Any]) -> Row:
    """A record with plain values only: `{"a": {"b": 1}}` is `{"a_b": 1}`, lists become words."""
    out: Row = {}
    for name, value in record.items():
        if isinstance(value, Mapping):
            out |= {f"{name}_{inner}": v for inner, v in flat(value).items()}
        elif isinstance(value, list | tuple):
            out[name] = ", ".join(map(_word, value))
        else:
            out[name] = value
    return out


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        place = value.get("start_line")
        return f"line {place}" if place else str(dict(value))
    return str(value)
