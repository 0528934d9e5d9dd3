"""What the agents of `optimize` would cost, what came of them, and when none can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.asking import show_estimate
from workbench.cli.output import put
from workbench.prompt.plural import plural

if TYPE_CHECKING:
    from workbench.verbs.optimize import Optimized
    from workbench.verbs.optimize_by_model import Work


def show_dry(done: Work) -> None:
    from workbench.prompt.visible import visible

    dry = done.dry or {}
    model = f" ({dry['judge_model']})" if dry["judge_model"] else ""
    most = "at most " if dry["at_most"] else ""
    put(
        visible(
            f"Would send {most}{plural(dry['would_send'], 'call')} to {dry['endpoint']}{model}."
            " Nothing was sent."
        )
    )
    if done.estimate is not None and dry["would_send"]:
        show_estimate(done.estimate)
    for one in dry["unasked"]:
        put(visible(f"not sent: line {one['line']}, '{one['title']}': {one['why']}"))
    for secret in dry["secrets"]:
        put(visible(f"holds what looks like a key: {secret['place']}: {secret['words']}"))
    if dry["unavailable"]:
        put(visible(f"Not possible now: {dry['unavailable']}"))


def show_work(done: Optimized, given: Work | None) -> None:
    """What became of the rewrites that are no proposals."""
    from workbench.prompt.visible import one_line, visible

    for one in done.result.rejected:
        size = f" With it: {one.size}." if one.size else ""
        put(visible(f"✗ {one}{size}"))
    if given is None:
        return
    made = given.rewritten
    titles = {part.id: part for part in done.measured.parts}
    for part_id, why in (made.failed if made else {}).items():
        part = titles.get(part_id)
        where = f"line {part.start_line}, '{part.title}'" if part else "the description"
        put(visible(f"✗ {where}: no answer: {one_line(why, 200)}"))
    for left in made.unasked if made else ():
        put(visible(f"not sent: line {left.line}, '{left.title}': {left.why}"))
    scores = given.scores
    if scores is not None and "condense" not in given.agents:
        short = [part.title for part in scores.parts if part.recommendation == "CONDENSE"]
        if short:
            named = ", ".join(f"'{one_line(title, 40)}'" for title in short)
            put(visible(f"Advised to be shortened: {named}. Add: --agents prune,condense"))
    if scores is not None and scores.inconclusive:
        put(visible(scores.inconclusive))
