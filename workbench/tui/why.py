"""Where the weights of the map come from, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.measure.window import Scenario


def why(total: int, scenario: Scenario) -> list[str]:
    """About a prompt of `total` tokens in `scenario`; one paragraph each."""
    from workbench.measure.position import weight_curve
    from workbench.measure.position_words import legend, tooltip
    from workbench.prompt.plural import plural

    curve = weight_curve(total, scenario.window)
    return [
        "In this prompt, at its middle:",
        tooltip(curve.at(0.5), curve),
        "",
        f"In the window ({scenario.title or scenario.name}):",
        f"{plural(scenario.before, 'token')} before, {scenario.after:,} after, window "
        f"{scenario.window:,}. {scenario.note[:1].upper()}{scenario.note[1:]}.",
        scenario.place(total).words,
        f"Source: {scenario.source}, {scenario.date}.",
        "",
        legend(),
        "The column of blocks beside the text shows the shape on this prompt's own scale.",
    ]
