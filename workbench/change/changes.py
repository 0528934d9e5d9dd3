"""What to do to a text, as data: lines out, entries and sections in, words replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from workbench.prompt.edits import Splice
from workbench.prompt.lines import line_at, split_lines
from workbench.prompt.prompt import Prompt

#: An entry: the line it comes from (0-based), its words, its list mark.
Entry = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that a change needs: `path` relative to the folder of the prompt, with forward
    slashes and no way up; `text`: all that it holds."""

    path: str
    text: str

    def to_dict(self) -> dict[str, str]:
        return {"path": self.path, "text": self.text}


@dataclass(frozen=True)
class Change:
    """What to do, in lines of the text now (0-based, spans half-open).

    `cuts`: lines to take out. `start`, `end`: entries to put into the section of critical rules
    and into that of reminders. `check`: entries of a closing checklist. `splices`: words to
    replace; they may touch no other change. `files`: what is kept in files of their own.
    """

    cuts: tuple[tuple[int, int], ...] = ()
    start: tuple[Entry, ...] = ()
    end: tuple[Entry, ...] = ()
    check: tuple[Entry, ...] = ()
    splices: tuple[Splice, ...] = ()
    files: tuple[NewFile, ...] = ()

    def ordered(self) -> Change:
        """The same change in one order, whatever it was put together from."""
        return Change(
            tuple(sorted(set(self.cuts))),
            tuple(sorted(set(self.start))),
            tuple(sorted(set(self.end))),
            tuple(sorted(set(self.check))),
            tuple(sorted(set(self.splices))),
            tuple(sorted(set(self.files), key=lambda file: file.path)),
        )

    def __add__(self, other: Change) -> Change:
        return Change(
            **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        )


def kept_lines(prompt: Prompt, files: Iterable[NewFile]) -> dict[int, tuple[str, int]]:
    """For each line (from 1) of `prompt` that stands in a file: the file's path, the line there.

    Only what stands in the prompt word for word and in one run counts.
    """
    found: dict[int, tuple[str, int]] = {}
    for file in files:
        at = prompt.text.find(file.text)
        if at < 0:  # the last line of a text may have no ending
            at = prompt.text.find(file.text.rstrip("\r\n"))
        if at < 0 or at not in (0, prompt.starts[line_at(prompt.starts, at)]):
            continue
        first = line_at(prompt.starts, at) + 1
        for n in range(len(split_lines(file.text))):
            found[first + n] = (file.path, n + 1)
    return found
