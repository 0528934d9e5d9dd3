"""CONDENSE: a shorter description of a skill, as a model wrote it. Never safe.

Quoted triggers, slash names, numbers, exclusions and the words on when to use it must all be in
it, nothing of the kind may be new, and it must fit the limit of the host; else it is no proposal
and `rejected` says what is wrong. It is written in the style of the old one and read back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from workbench.change.agents.describing import DESCRIPTION
from workbench.change.agents.rewriting import Rewrite
from workbench.change.candidate import copied_runs
from workbench.change.descriptions import KINDS, limit_of, lost_between, named_anew, words_anew
from workbench.change.ground import Change, Ground
from workbench.change.kinds.rejected import Rejected, hidden
from workbench.change.proposals import Draft
from workbench.measure.host_profile import limited_field
from workbench.prompt.edits import Splice
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.lines import body, line_at
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.scalars import scalar_of, with_value
from workbench.prompt.visible import one_line

_TITLE = "the description"
_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Described:
    """A description that may be asked about. `most`: characters that it may have, with `why`.
    `first`, `last`: its lines, 0-based and half-open."""

    name: str
    value: str
    most: int
    why: str
    first: int
    last: int


def described(ground: Ground) -> Described | str:
    """The description of `ground`, or why none is asked about."""
    prompt = ground.prompt
    if prompt.kind not in KINDS:
        return "only skills, sub-agents and commands have a description"
    front = find_frontmatter(prompt.text)
    scalar = scalar_of(front, DESCRIPTION) if front is not None else None
    if front is None or scalar is None or not scalar.value.strip():
        return "it has no description, or one that is written in a way that cannot be changed"
    first = front.field_lines[DESCRIPTION] - 1
    size = len(scalar.value.rstrip("\n"))
    last = line_at(prompt.starts, scalar.spans[size - 1][1] - 1) + 1
    if ground.is_pinned(first, last):
        return "it is pinned"
    if hidden(scalar.value):
        return "it holds hidden characters: take them out first (ctxbench review)"
    if prompt.kind == "skill":
        limit = limit_of(ground.hosts, front)
        most, why = (limit.most, limit.words) if limit else (size, "no host names a limit")
    else:
        field = limited_field(ground.hosts, "skill", DESCRIPTION)
        most = field.longest if field is not None else size
        why = "the limit for skills; its host names none"
    return Described(front.text("name"), scalar.value.strip(), most, why, first, last)


def find(
    ground: Ground, rewrites: Sequence[Rewrite], queries: Collection[str] = ()
) -> Iterator[Draft]:
    """A draft for each description that could take the place of the old one."""
    found = described(ground)
    if isinstance(found, str):
        return
    for rewrite in rewrites:
        new = _written(ground.prompt, rewrite)
        if rewrite.part != DESCRIPTION or new is None or _problems(ground, found, rewrite, queries):
            continue
        text, starts = ground.prompt.text, ground.prompt.starts
        start = starts[found.first]
        end = starts[found.last - 1] + len(body(ground.prompt.lines[found.last - 1]))
        before, after = len(found.value), len(rewrite.text)
        note = f" It says: {one_line(rewrite.note, 200)}" if rewrite.note else ""
        if new_words := words_anew(found.value, rewrite.text):
            note += f" Words that are new: {_list(new_words)}."
        yield Draft(
            "CONDENSE",
            False,
            f"{DESCRIPTION}: {found.value}\0{rewrite.text}",
            found.first + 1,
            found.last,
            f"lines {found.first + 1}-{found.last}: {_TITLE} in fewer words, by"
            f" {rewrite.by or 'a model'}",
            f"{plural(after, 'character')} instead of {before:,}, at most {found.most:,} fit"
            f" ({found.why}).{note} All quoted triggers, names, numbers and exclusions are there;"
            " see for which requests it is loaded with: ctxbench triggers.",
            "high: the words are a model's, and the description alone decides when this is read",
            Change(splices=(Splice(start, end, new[start : end - (len(text) - len(new))]),)),
            "condense",
            by=rewrite.by,
        )


def rejected(
    ground: Ground, rewrites: Sequence[Rewrite], queries: Collection[str] = ()
) -> Iterator[Rejected]:
    """The descriptions of which no proposal is made, with the reasons."""
    found = described(ground)
    if isinstance(found, str):
        return
    for rewrite in rewrites:
        if rewrite.part != DESCRIPTION:
            continue
        reasons = _problems(ground, found, rewrite, queries)
        if not reasons and _written(ground.prompt, rewrite) is None:
            reasons = ("YAML would not read these words in its field.",)
        if reasons:
            yield Rejected(DESCRIPTION, _TITLE, found.first + 1, rewrite.by, reasons)


def _problems(
    ground: Ground, found: Described, rewrite: Rewrite, queries: Collection[str]
) -> tuple[str, ...]:
    before, after = found.value, rewrite.text
    out = []
    if " ".join(after.split()) == " ".join(before.split()):
        return ("It is the text that is there now.",)
    if len(after) >= len(before):
        out.append(f"It was to be shorter and has {len(after):,} characters, not {len(before):,}.")
    if len(after) > found.most:
        out.append(
            f"It has {len(after):,} characters, {len(after) - found.most:,} above the limit."
        )
    if lost := lost_between(before, after):
        out.append(f"It loses {_list(lost)}.")
    if new := named_anew(before, after):
        out.append(f"It adds {_list([f'“{name}”' for name in new])}.")
    if hidden(after):
        out.append("It holds hidden characters.")
    runs = copied_runs(ground.prompt.text, Prompt.from_text(after, ""), tuple(queries))
    if runs:
        said = ", ".join(f"'{one_line(run.text, 60)}'" for run in runs[:3])
        out.append(f"{plural(len(runs), 'run')} of words come out of the queries: {said}.")
    return tuple(out)


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(one_line(name, 80) for name in names[:_MOST_NAMED]) + more


def _written(prompt: Prompt, rewrite: Rewrite) -> str | None:
    return with_value(prompt.text, DESCRIPTION, rewrite.text)
