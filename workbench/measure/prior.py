"""What is known about positions before any run: families, kinds of content, their figures.

Numbers, dates and sources are in `data/position.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, log2
from typing import Any

from workbench.errors import UsageError

#: Below this many tokens no position effect has been shown for current models.
FLOOR_TOKENS = 1000
CONTENTS = ("instruction", "fact")
DEFAULT_FAMILY = "hosted2025"


@dataclass(frozen=True, slots=True)
class Shape:
    """One row of the prior: `primacy` and `recency` in logits with their spread between models,
    `start` and `end` widths as shares of the prompt, `growth` per doubling of the length."""

    primacy: float
    recency: float
    primacy_sd: float
    recency_sd: float
    start: float
    end: float
    growth: float
    family: str = "custom"
    label: str = "own figures"
    content: str = "instruction"
    source: str = "figures given by the caller"
    date: str = "undated"
    measured_on: str = ""  # what the tests were about; differs from `content` when borrowed


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Any]:
    """The packaged figures of `data/position.yaml`."""
    from importlib.resources import files

    import yaml

    text = (files("workbench.measure") / "data" / "position.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


@lru_cache(maxsize=64)
def shape_of(content: str = "instruction", family: str = DEFAULT_FAMILY) -> Shape:
    """The row of the prior for a kind of content and a family of models.

    Families without figures for instructions lend those for facts (with the wider spread that
    every use for instructions gets). Raises UsageError for an unknown name.
    """
    families: Mapping[str, Any] = figures()["families"]
    if content not in CONTENTS:
        raise UsageError(
            f"unknown kind of content {content!r}.", hint=f"Known: {', '.join(CONTENTS)}."
        )
    if family not in families:
        raise UsageError(f"unknown family of models {family!r}.", hint=f"Known: {[*families]}.")
    entry = families[family]
    rows = families[entry["like"]] if "like" in entry else entry
    measured_on = content if content in rows else "fact"
    row = rows[measured_on]
    widen = float(entry.get("widen", 1.0))
    return Shape(
        row["P"],
        row["R"],
        row["sP"] * widen,
        row["sR"] * widen,
        row["tp"],
        row["tr"],
        row["b"],
        family,
        entry["label"],
        content,
        row["source"],
        row["date"],
        measured_on,
    )


@dataclass(frozen=True, slots=True)
class Prior:
    """Mean and SD of level, primacy and recency (logits) for one length and window."""

    level: float
    primacy: float
    recency: float
    level_sd: float
    primacy_sd: float
    recency_sd: float
    growth: float  # G(T)


def prior(tokens: float, window: float, shape: Shape) -> Prior:
    """What is known before any run: `tokens` in context, `window` of the model, both tokens."""
    data = figures()
    level, length = data["level"][shape.content], data["length"]
    doublings = max(0.0, log2(max(tokens, 1.0) / 1000))
    over = min(1.0, max(0.0, (tokens / window - 0.5) / 0.5)) * data["over_half"]
    transfer = data["transfer"] if shape.content == "instruction" else 0.0
    size = min(max(tokens, FLOOR_TOKENS), length["cap"]) / length["pivot"]
    return Prior(
        level["start"] - level["per_doubling"] * doublings,
        shape.primacy * (1 - over),
        shape.recency,
        hypot(data["level_sd"], level["sd"] * doublings),
        hypot(shape.primacy_sd, transfer, over * shape.primacy),
        hypot(shape.recency_sd, transfer),
        max(0.0, 1 + shape.growth * log2(size)),
    )
