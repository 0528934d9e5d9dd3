"""What nearly every verb starts with: a prompt, its parts, and what each line costs."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.measure.tokens import CounterInfo, LineCounter, Tokenizer, get_tokenizer
from workbench.prompt.parts import Part, section_ends
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import Source
from workbench.verbs.inputs import Input, read_input

if TYPE_CHECKING:
    from workbench.config import Settings

#: Texts above this many bytes are stored without a count: a save must not wait for it.
_COUNTED_BYTES = 1_000_000

#: Steps of long work: lines done, and lines in all.
Steps = Generator[tuple[int, int], None, "Measured"]


@dataclass(frozen=True, slots=True)
class Counting:
    """How tokens are counted: by the counter with this name, or (`auto`) by that of a model."""

    counter: str = "auto"
    model: str | None = None

    @classmethod
    def of(cls, settings: Settings) -> Counting:
        """As the user's settings want it."""
        return cls(settings.counter, settings.model)

    def tokenizer(self) -> Tokenizer:
        """Raises UsageError for a counter that is not known."""
        return get_tokenizer(self.counter, self.model)

    def tokens(self, data: bytes) -> dict[str, int]:
        """Tokens of `data` by the name of the counter, for the rows of the version store."""
        if len(data) > _COUNTED_BYTES:
            return {}
        tokenizer = self.tokenizer()
        return {tokenizer.info.name: tokenizer.count(Source.from_bytes(data).text)}


#: The counter that fits best, where nobody chose one.
AUTO = Counting()


@dataclass(frozen=True)
class Measured:
    """A prompt with counts. `before[i]` is the tokens before line i (0-based), last the total."""

    input: Input
    prompt: Prompt
    parts: tuple[Part, ...]
    counter: CounterInfo
    frame_tokens: int
    before: tuple[int, ...]

    @property
    def path(self) -> str:
        return self.input.spec

    @property
    def total(self) -> int:
        return self.before[-1]

    @property
    def costs(self) -> list[int]:
        """Tokens of each line; they add up to the total."""
        return [b - a for a, b in zip(self.before, self.before[1:], strict=False)]

    def part_tokens(self, part: Part) -> int:
        return self.before[part.end_line] - self.before[part.start_line - 1]

    @cached_property
    def _section_ends(self) -> list[int]:
        return section_ends(self.parts)

    def below(self, part: Part) -> int:
        """How many parts stand below the heading of this one."""
        return self._section_ends[part.index - 1] - part.index

    def section_tokens(self, part: Part) -> int:
        """Tokens of a part and of all that stands below its heading."""
        last = self.parts[self._section_ends[part.index - 1] - 1]
        return self.before[last.end_line] - self.before[part.start_line - 1]

    def share(self, part: Part) -> float:
        """The part's share of all tokens, 0 to 1."""
        return round(self.part_tokens(part) / self.total, 6) if self.total else 0.0


@dataclass(frozen=True, slots=True)
class Counted(Input):
    """Bytes that were split and counted before: a verb that is handed them counts nothing again.

    How they were split and counted holds; the verb's own options for that are not looked at.
    """

    measured: Measured | None = None

    @classmethod
    def of(cls, m: Measured) -> Counted:
        """`m` as an input of further verbs."""
        given = m.input
        return cls(given.spec, given.data, given.origin, given.path, given.version, given.time, m)

    def prompt(self) -> Prompt:
        assert self.measured is not None
        return self.measured.prompt


def measuring(spec: str | Input, *, granularity: str = "auto", counting: Counting = AUTO) -> Steps:
    """Read, split and count one FILE; yields progress and returns the result."""
    if isinstance(spec, Counted) and spec.measured is not None:
        return spec.measured
    given = read_input(spec)
    prompt = given.prompt()
    parts = prompt.parts(granularity)
    tokenizer = counting.tokenizer()
    lines = LineCounter(tokenizer)
    yield from lines.load(prompt.lines)
    before = tuple(lines.before(i) for i in range(len(prompt.lines) + 1))
    info = tokenizer.describe(prompt.text)
    return Measured(given, prompt, parts, info, tokenizer.frame_tokens, before)


def measure(spec: str | Input, *, granularity: str = "auto", counting: Counting = AUTO) -> Measured:
    """`measuring` for those who do not show progress."""
    steps = measuring(spec, granularity=granularity, counting=counting)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Measured = done.value
            return result
