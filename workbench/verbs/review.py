"""`review`: what is wrong with prompts, where, why, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from workbench.errors import CtxbenchError, UsageError
from workbench.hosts.project import Root
from workbench.judge.findings import SEVERITIES, Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.review import Looked, Settings, false_claims
from workbench.prompt.prompt import Prompt
from workbench.verbs.asked_facts import watched
from workbench.verbs.every_rule import every_rule
from workbench.verbs.facts import Seen, facts_for
from workbench.verbs.hosts import hosts_for
from workbench.verbs.inputs import Input, read_input
from workbench.verbs.kept import KeptReviews, Outcome
from workbench.verbs.looked_at import NOTHING, LookedAt, looked_at
from workbench.verbs.mark import with_marks
from workbench.verbs.measured import AUTO, Counting
from workbench.verbs.time_guard import RULE_SECONDS, TimeGuard

if TYPE_CHECKING:
    from workbench.change.proposals import Proposal
    from workbench.judge.facts import Facts
    from workbench.measure.host_profile import HostProfile

#: Texts above this many characters are counted roughly: a review must not wait for a count.
_COUNTED = 200_000


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One FILE with its findings, in the order of their places.

    `hidden` counts findings that only `all` shows, `muted` those that
    configuration or a baseline accepts. `answers`: for each finding the proposals that carry out
    what it asks for, the first choice first; nothing at all where nobody asked for them. `asked`:
    what a model was asked, as JSON, empty where none was; `error`: why it did not answer all.
    """

    path: str
    prompt: Prompt
    root: Root
    host: str
    findings: tuple[Finding, ...]
    hidden: int = 0
    muted: int = 0
    answers: tuple[tuple[Proposal, ...], ...] = ()
    #: What was read: standard input can be read only once.
    given: Input | None = None
    #: For each finding why there is no proposal, where that is known; nothing like `answers`.
    stays: tuple[str, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    looked_at: LookedAt = NOTHING
    #: How many claims `verify` would call false; None where that was not worked out.
    false_claims: int | None = None
    error: CtxbenchError | None = None
    #: Rules that did not end in time, so that nobody knows what they would find.
    stopped: tuple[str, ...] = ()
    rule_seconds: float = RULE_SECONDS
    #: By rule where it comes from, as far as that was kept.
    sources: Mapping[str, str] = field(default_factory=dict)

    def source_of(self, finding: Finding) -> str:
        """Where the rule of a finding comes from, and the day that was read: what one host demands
        is no part of a specification, and people must see which it is."""
        if finding.rule in self.sources:
            return self.sources[finding.rule]
        return next((source(rule) for rule in every_rule() if rule.id == finding.rule), "")

    @property
    def stopped_in_words(self) -> tuple[str, ...]:
        """Each rule that was stopped: `near-duplicate, stopped after 10 s`."""
        return tuple(f"{rule}, stopped after {self.rule_seconds:g} s" for rule in self.stopped)

    @property
    def not_looked_at(self) -> tuple[str, ...]:
        """All that nobody looked at, in words: rules that were stopped first."""
        return (*self.stopped_in_words, *self.looked_at.left)

    def open_at(self, level: str) -> bool:
        """Whether a rule that was stopped could have found something as loud as `level`: then a
        gate at that level was not passed, since nobody looked."""
        limit = SEVERITIES.index(level)
        louds = {rule.id: SEVERITIES.index(rule.severity) for rule in every_rule()}
        return any(louds[rule] <= limit for rule in self.stopped)

    def at_least(self, level: str) -> tuple[Finding, ...]:
        """Findings as loud as `level` or louder."""
        limit = SEVERITIES.index(level)
        return tuple(f for f in self.findings if SEVERITIES.index(f.severity) <= limit)

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "kind": self.prompt.kind,
            "host": self.host,
            "root": str(self.root.path) if self.root.path else None,
            "root_from": self.root.how,
            "findings": [
                f.to_dict()
                | {"source": self.source_of(f)}
                | _answer(self.answers[i] if self.answers else ())
                | {"no_proposal": self.stays[i] if self.stays else ""}
                for i, f in enumerate(self.findings)
            ],
            "proposals_made": bool(self.answers),
            "hidden": self.hidden,
            "muted": self.muted,
            "looked_at": list(self.looked_at.rules),
            "not_looked_at": list(self.not_looked_at),
            "false_claims": self.false_claims,
            "asked": dict(self.asked) or None,
        }


def source(rule: Rule) -> str:
    """Where a rule comes from, with the day."""
    return f"{rule.source} ({rule.dated})"


def _answer(proposals: Sequence[Proposal]) -> dict[str, Any]:
    """The first choice with its exact texts, and the ids of the others."""
    keys = ("id", "kind", "safe", "start_line", "end_line", "before", "after", "risk", "files")
    first = proposals[0].to_dict() if proposals else {}
    return {
        "proposal": {key: first[key] for key in keys} if first else None,
        "other_proposals": [proposal.id for proposal in proposals[1:]],
    }


@dataclass(frozen=True)
class Options:
    """How to review: `host` is a profile or nothing (told by the kind of file), `all` shows
    findings that are rarely worth a look too, `rules` limits the review to some rule ids."""

    host: str | None = None
    root: Path | None = None
    all: bool = False
    task: str = ""
    today: date | None = None
    rules: frozenset[str] = frozenset()
    severity: Mapping[str, str] = field(default_factory=dict)
    #: Keys of accepted findings, for every file and by file.
    muted: frozenset[str] = frozenset()
    baseline: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: What counts tokens; without it, rules estimate and say so.
    counting: Counting | None = None
    #: Whether proposals are made for the findings: exact, but it costs more than the review.
    proposals: bool = False
    #: Seconds that one rule may take on one file.
    rule_seconds: float = RULE_SECONDS

    def muted_in(self, spec: str) -> frozenset[str]:
        """Keys of the findings that are accepted in one FILE."""
        if not self.baseline:
            return self.muted
        from workbench.verbs.baseline import whole

        return self.muted | self.baseline.get(whole(spec), frozenset())

    def __post_init__(self) -> None:
        from workbench.config import nearest

        if self.host is not None:
            from workbench.hosts.registry import hosts

            hosts().get(self.host)  # an unknown one is an error before anything is read
        # Loading the rules takes longer than looking up what was kept, so only who names one does.
        named = (*self.rules, *self.severity)
        known = tuple(rule.id for rule in every_rule()) if named else ()
        for name in named:
            if name not in known:
                raise UsageError(f"Unknown rule {name!r}.", hint=nearest(name, known))


def reviewing(
    spec: str | Input,
    options: Options | None = None,
    seen: Seen | None = None,
    kept: KeptReviews | None = None,
) -> Generator[tuple[int, int], None, Reviewed]:
    """Review one FILE; yields (rules done, rules in all) and returns the result.

    `seen`: an empty table that is handed to each review of one run, so that files of one
    project share what is read of it. `kept`: reviews of earlier runs, used where nothing changed.
    """
    chosen = options or Options()
    given = read_input(spec) if isinstance(spec, str) else spec
    mark = with_marks if kept is None else kept.with_marks
    prompt = mark(given.prompt(), given.path)
    shared = {} if seen is None else seen
    facts, root = facts_for(given, chosen.root, chosen.today, shared)
    hosts = hosts_for(prompt.kind, chosen.host, prompt.path)
    slot = kept.slot(given, prompt, facts, root, chosen, shared) if kept is not None else None
    outcome = slot.found() if slot is not None else None
    if outcome is None:
        noted, asked = watched(facts) if slot is not None else (facts, None)
        outcome = yield from _worked_out(given, prompt, noted, hosts, chosen)
        if slot is not None and asked is not None:
            slot.keep(outcome, asked)
    result = Reviewed(
        given.spec,
        prompt,
        root,
        hosts[0].name,
        outcome.findings,
        outcome.hidden,
        outcome.muted,
        (),
        given,
        sources=outcome.sources,
        stopped=outcome.stopped,
        rule_seconds=chosen.rule_seconds,
        looked_at=outcome.looked_at,
        false_claims=outcome.false_claims,
    )
    if chosen.proposals and outcome.findings:
        result = yield from _answered(result, given, chosen)
    return result


def _worked_out(
    given: Input, prompt: Prompt, facts: Facts, hosts: tuple[HostProfile, ...], chosen: Options
) -> Generator[tuple[int, int], None, Outcome]:
    """What the rules find, as they run."""
    costs = LineTokens(prompt, chosen.counting) if chosen.counting is not None else ()
    context = Context(prompt, facts, hosts, costs, chosen.task)
    known = every_rule()
    rules = [rule for rule in known if not chosen.rules or rule.id in chosen.rules]
    muted = chosen.muted_in(given.spec)
    settings = Settings(chosen.severity, muted)
    found: list[Finding] = []
    accepted = hidden = 0
    stopped: list[str] = []
    ran: list[str] = []
    guard = TimeGuard(chosen.rule_seconds)
    if not chosen.rules and not prompt.is_data:
        # What all rules share is no rule's own time: one that was stopped in it would leave it to
        # the next, and so on.
        len(context.instructions)
    for done, (rule, findings, ended) in enumerate(_each(context, settings, rules, guard), 1):
        (stopped if ended else ran).append(rule.id)
        wanted = chosen.severity.get(rule.id)
        for finding in findings:
            if finding.key in muted:
                accepted += 1
            elif finding.quiet and not chosen.all:
                hidden += 1
            else:
                found.append(replace(finding, severity=wanted) if wanted else finding)
        yield done, len(rules)
    found.sort(key=lambda f: (f.start_line, SEVERITIES.index(f.severity), f.rule, f.start_column))
    named = {finding.rule for finding in found}
    return Outcome(
        tuple(found),
        hidden,
        accepted,
        looked_at(context, ran, len(known)),
        false_claims(context) if "stale-claim" in ran else None,
        tuple(stopped),
        {rule.id: source(rule) for rule in rules if rule.id in named},
    )


def _answered(
    reviewed: Reviewed, given: Input, chosen: Options
) -> Generator[tuple[int, int], None, Reviewed]:
    """With the proposals of `optimize` for the same text, with the same ids, by finding."""
    from workbench.change.answers import answers, stays
    from workbench.verbs.optimize import OptimizeRequest, optimize

    counting = _affordable(given.prompt(), chosen.counting or AUTO)
    wanted = OptimizeRequest(given, task=chosen.task or None, counting=counting)
    done = yield from optimize(wanted)
    found = tuple(answers(finding, done.result.proposals) for finding in reviewed.findings)
    why = ("" if a else stays(f) for f, a in zip(reviewed.findings, found, strict=True))
    return replace(reviewed, answers=found, stays=tuple(why))


def _each(
    context: Context, settings: Settings, rules: Sequence[Rule], guard: TimeGuard
) -> Iterator[Looked]:
    from workbench.judge.review import review_steps

    return review_steps(context, settings, rules, guard)


def review(
    spec: str | Input,
    options: Options | None = None,
    seen: Seen | None = None,
    kept: KeptReviews | None = None,
) -> Reviewed:
    """`reviewing` for those who do not show progress."""
    steps = reviewing(spec, options, seen, kept)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Reviewed = done.value
            return result


def sarif(reviewed: Iterable[Reviewed]) -> dict[str, Any]:
    """Several reviews as one log in SARIF 2.1.0."""
    from workbench.judge.sarif import sarif_log

    return sarif_log(((one.path, one.prompt, one.findings) for one in reviewed), every_rule())


def by_severity(findings: Iterable[Finding]) -> dict[str, int]:
    """How many there are of each severity, the loudest first."""
    count = Counter(finding.severity for finding in findings)
    return {severity: count[severity] for severity in SEVERITIES if count[severity]}


def expand(specs: Iterable[str]) -> list[str]:
    """FILEs with each folder replaced by the prompt files found in it.

    Raises UsageError for a folder that holds none.
    """
    from workbench.hosts.prompt_files import prompt_files

    out: list[str] = []
    for spec in specs:
        if spec == "-" or not _is_folder(spec):
            out.append(spec)
            continue
        found = prompt_files(Path(spec))
        if not found:
            raise UsageError(
                f"There is no prompt file in {spec}.",
                hint="Name the files themselves: ctxbench review FILE",
            )
        out += [str(path) for path in found]
    return list(dict.fromkeys(out))


def _is_folder(spec: str) -> bool:
    try:
        return Path(spec).is_dir()
    except (OSError, ValueError):
        return False


class LineTokens(Sequence[int]):
    """Tokens of each line; they are counted when a rule first asks for one."""

    def __init__(self, prompt: Prompt, counting: Counting = AUTO) -> None:
        self._prompt = prompt
        self._make: Callable[[], list[int]] = lambda: _costs(prompt, counting)

    @cached_property
    def _list(self) -> list[int]:
        return self._make()

    def __len__(self) -> int:
        return len(self._prompt.lines)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        return self._list[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self._list)


def _costs(prompt: Prompt, counting: Counting) -> list[int]:
    from workbench.measure.tokens import line_costs

    return line_costs(_affordable(prompt, counting).tokenizer(), prompt.lines)


def _affordable(prompt: Prompt, counting: Counting) -> Counting:
    """`counting`, or roughly where the text is long."""
    return counting if len(prompt.text) <= _COUNTED else Counting("chars")
