"""Counting tokens: exactly where a tokenizer is known, honestly where it is not.

Nothing here is imported before it is used: `import workbench` stays light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.measure.tokens.blocks import line_costs as line_costs
    from workbench.measure.tokens.counter import LineCounter as LineCounter
    from workbench.measure.tokens.models import Model as Model
    from workbench.measure.tokens.models import find_model as find_model
    from workbench.measure.tokens.models import model_ids as model_ids
    from workbench.measure.tokens.registry import COUNTERS as COUNTERS
    from workbench.measure.tokens.registry import counter_statuses as counter_statuses
    from workbench.measure.tokens.registry import forget as forget
    from workbench.measure.tokens.registry import get_tokenizer as get_tokenizer
    from workbench.measure.tokens.registry import rough_tokenizer as rough_tokenizer
    from workbench.measure.tokens.running import RunningCosts as RunningCosts
    from workbench.measure.tokens.types import CounterInfo as CounterInfo
    from workbench.measure.tokens.types import CounterUnavailable as CounterUnavailable
    from workbench.measure.tokens.types import Tokenizer as Tokenizer

_HOMES = {
    "line_costs": "blocks",
    "LineCounter": "counter",
    "Model": "models",
    "find_model": "models",
    "model_ids": "models",
    "COUNTERS": "registry",
    "counter_statuses": "registry",
    "forget": "registry",
    "get_tokenizer": "registry",
    "rough_tokenizer": "registry",
    "RunningCosts": "running",
    "CounterInfo": "types",
    "CounterUnavailable": "types",
    "Tokenizer": "types",
}


def __getattr__(name: str) -> Any:
    """Names come from their modules when they are first used."""
    from importlib import import_module

    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
