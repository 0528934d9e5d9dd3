"""One text, several models: what each counts, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.measure.tokens.models import find_model
from workbench.measure.tokens.registry import get_tokenizer
from workbench.measure.tokens.types import CounterInfo


@dataclass(frozen=True, slots=True)
class ModelCount:
    """Tokens of one text for one model.

    tokens      of the text alone; frame_tokens: what one user message adds
    ratio       to the smallest count of the comparison, 1.0 for the smallest; None for no tokens
    window_pct  share of the model's window in percent, None when the window is not known
    input_usd   price of reading the text once, uncached, in US dollars; None when not known
    """

    model: str
    tokens: int
    frame_tokens: int
    ratio: float | None
    window_pct: float | None
    input_usd: float | None
    counter: CounterInfo

    def to_dict(self) -> dict[str, object]:
        """The row as data."""
        return {
            "model": self.model,
            "tokens": self.tokens,
            "frame_tokens": self.frame_tokens,
            "ratio": self.ratio,
            "window_pct": self.window_pct,
            "input_usd": self.input_usd,
            "counter": self.counter.to_dict(),
        }


def compare_models(text: str, models: Sequence[str]) -> list[ModelCount]:
    """Counts of `text` for each model, in the order given; each row says how it is known."""
    rows = []
    for model in models:
        tokenizer = get_tokenizer("auto", model)
        rows.append((find_model(model), tokenizer, tokenizer.count(text)))
    smallest = min((tokens for _, _, tokens in rows if tokens), default=0)
    return [
        ModelCount(
            model=model.id,
            tokens=tokens,
            frame_tokens=tokenizer.frame_tokens,
            ratio=round(tokens / smallest, 3) if smallest else None,
            window_pct=round(100 * tokens / model.window, 3) if model.window else None,
            input_usd=model.input_usd(tokens),
            counter=tokenizer.describe(text),
        )
        for model, tokenizer, tokens in rows
    ]
