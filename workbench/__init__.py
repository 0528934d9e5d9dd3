"""ctxbench: a workbench for the prompts that language models load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.notebook.prompt import Prompt as Prompt

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`from workbench import Prompt` works without `import workbench` paying for it.

    This is the prompt of the notebook face, with a method for each verb. Code of this package
    uses the core, `workbench.prompt.prompt.Prompt`, which `Prompt.core` gives.
    """
    if name == "Prompt":
        from workbench.notebook.prompt import Prompt

        return Prompt
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext workbench`: the cell magic `%%prompt`."""
    from workbench.notebook.magic import register

    register(shell)
