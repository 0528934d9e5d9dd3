"""What a prompt of the notebook is made of: its bytes, counted once, and the user's settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from workbench.notebook.results import Shown
from workbench.verbs.steps import finished

if TYPE_CHECKING:
    from workbench.config import Settings
    from workbench.prompt.parts import Part
    from workbench.prompt.prompt import Prompt as Core
    from workbench.verbs.inputs import Input
    from workbench.verbs.measured import Counted, Counting, Measured
    from workbench.verbs.parts import PartsResult

T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Loaded(Shown):
    """Bytes and where they are from. `model` and `counter` choose how tokens are counted;
    without them the settings do."""

    input: Input
    counter: str | None = None
    model: str | None = None

    @property
    def path(self) -> str:
        """What was loaded, as it was written."""
        return self.input.spec

    @cached_property
    def core(self) -> Core:
        """The prompt as the library knows it: source, lines, outline, parts, edits."""
        return self._measured.prompt

    @property
    def text(self) -> str:
        return self.core.text

    @property
    def kind(self) -> str:
        """`claude-md`, `skill`, `system-prompt`, ..."""
        return self.core.kind

    @property
    def tokens(self) -> int:
        """Tokens of the whole prompt, by the counter that `to_dict()["counter"]` names."""
        return self._measured.total

    def parts(self) -> tuple[Part, ...]:
        """The parts in order; joined they are the text."""
        return self._measured.parts

    @cached_property
    def _settings(self) -> Settings:
        from workbench.config import load

        return load({"counter": self.counter, "model": self.model})

    @cached_property
    def _counting(self) -> Counting:
        from workbench.verbs.measured import Counting

        return Counting.of(self._settings)

    @cached_property
    def _parts(self) -> PartsResult:
        from workbench.verbs.parts import parts

        return finished(parts(self.input, counting=self._counting))

    @property
    def _measured(self) -> Measured:
        return self._parts.measured

    @cached_property
    def _counted(self) -> Counted:
        from workbench.verbs.measured import Counted

        return Counted.of(self._measured)

    def _file(self) -> Path:
        from workbench.errors import UsageError

        if self.input.origin != "file" or self.input.path is None:
            raise UsageError(
                f"{self.path} is not a file; versions are kept of files.",
                hint="Export it first: prompt.export('same', 'NAME.md')",
            )
        return self.input.path
