"""REMOVE: a part that a model scored below the threshold. Never safe: a person reads it first."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.change.scope import title_of
from workbench.judge.relevance import ScoreResult
from workbench.language.titles import is_foremost_title
from workbench.prompt.parts import Part
from workbench.prompt.plural import plural

_MANY = 3


def find(ground: Ground, scores: ScoreResult | None) -> Iterator[Draft]:
    if scores is None or scores.inconclusive or not scores.model:
        return  # likeness of words alone takes nothing out
    parts = {part.id: part for part in ground.parts}
    for score in scores.flagged:
        part = parts.get(score.id)
        if part is None or not part.scored or score.recommendation in ("KEEP", "OFFLOAD"):
            continue
        if ground.is_pinned(part.start_line - 1, part.end_line) or _stays(ground, part):
            continue
        rules = [rule for rule in ground.instructions if rule.part == part.id]
        hard = [rule for rule in rules if rule.strength == "hard"]
        named = ", ".join(f"line {rule.start_line}" for rule in hard[:_MANY])
        more = f" and {len(hard) - _MANY} more" if len(hard) > _MANY else ""
        loses = (
            f"Removing it loses {plural(len(hard), 'hard rule')}"
            f" ({named}{more}); each needs your yes."
            if hard
            else "It holds no hard rule that was found."
        )
        yield Draft(
            "REMOVE",
            False,
            ground.prompt.part_text(part).strip(),
            part.start_line,
            part.end_line,
            f"lines {part.start_line}-{part.end_line}: '{part.title}' scored {score.score:g}"
            f" of 10 for this task ({score.recommendation})",
            f"{score.justification} {loses} That is the opinion of {scores.model};"
            f" a score alone justifies no removal.",
            "high: what stands only here is gone from the prompt"
            if hard
            else "medium: read it before it goes",
            Change(cuts=((part.start_line - 1, part.end_line),)),
            "remove",
            by=scores.model,
        )


def _stays(ground: Ground, part: Part) -> bool:
    """The part with the title of the prompt, and its section of critical rules, stay."""
    title = title_of(ground.prompt)
    named = title is not None and part.start_line <= title.start_line + 1 <= part.end_line
    return named or is_foremost_title(part.title)
