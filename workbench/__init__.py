"""ctxbench: a workbench for the prompts that language models load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt as Prompt

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`from workbench import Prompt` works without `import workbench` paying for it."""
    if name == "Prompt":
        from workbench.prompt.prompt import Prompt

        return Prompt
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
