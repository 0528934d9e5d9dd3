"""What a rule is, and what it is given: one prompt with all that rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.judge.facts import NO_FACTS, Facts
from workbench.judge.findings import Finding, Related
from workbench.language.instructions import Instruction, extract_instructions
from workbench.prompt.lines import body
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt

if TYPE_CHECKING:
    from workbench.measure.host_profile import HostProfile


@dataclass(frozen=True)
class Context:
    """One prompt under review and everything that rules share, worked out once.

    `hosts`: the host for which it is reviewed, then those whose limits are said as well; none
    when no host is meant. `line_tokens`: tokens of each line (they add up to the prompt's), empty
    when nobody counted.
    """

    prompt: Prompt
    facts: Facts = NO_FACTS
    hosts: tuple[HostProfile, ...] = ()
    line_tokens: Sequence[int] = ()
    task: str = ""

    @property
    def host(self) -> HostProfile | None:
        """The host for which it is reviewed."""
        return self.hosts[0] if self.hosts else None

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """The lines without their endings."""
        return tuple(map(body, self.prompt.lines))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return self.prompt.parts()

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        return extract_instructions(self.prompt, self.parts)


@dataclass(frozen=True)
class Rule:
    """One rule. `check` yields findings made with `Rule.finding`.

    `title`: what it finds, in five words. `why`: what that costs. `source`: where the claim comes
    from, with `dated` the day it was read. `kinds`: the kinds of file it applies to (all when
    empty). `example`: a line that it finds, and `instead` what to write. `origin`: how its
    findings are known (see `findings.ORIGINS`). `quiet`: its findings are shown with `--all`
    only. `measured`: how many of its findings a reader called true, on which files and when;
    empty where nobody has looked yet.
    """

    id: str
    title: str
    severity: str
    why: str
    source: str
    dated: str
    check: Callable[[Rule, Context], Iterable[Finding]]
    kinds: frozenset[str] = frozenset()
    example: str = ""
    instead: str = ""
    family: str = field(default="wording")
    origin: str = "fact"
    measured: str = ""
    quiet: bool = False

    def applies(self, context: Context) -> bool:
        return not self.kinds or context.prompt.kind in self.kinds

    def finding(
        self,
        start_line: int,
        message: str,
        *,
        end_line: int = 0,
        text: str = "",
        fix: str = "",
        related: Iterable[Related] = (),
    ) -> Finding:
        """A finding as most of this rule are; `Finding.but` says what is different about one."""
        return Finding(
            self.id,
            self.severity,
            self.origin,
            start_line,
            end_line or start_line,
            message,
            self.why,
            text,
            fix,
            tuple(related),
            quiet=self.quiet,
        )
