"""`%load_ext workbench`: the cell magic `%%prompt`, whose text is a prompt."""

from __future__ import annotations

from typing import Any

from workbench.errors import UsageError
from workbench.notebook.prompt import Prompt


def register(shell: Any) -> None:
    """Add `%%prompt` to an IPython shell."""
    shell.register_magic_function(
        lambda line, cell: prompt_cell(line, cell, shell.user_ns), "cell", "prompt"
    )


def prompt_cell(line: str, cell: str, names: dict[str, Any]) -> Prompt:
    """`%%prompt [NAME] [FILE]`: the text of the cell as a prompt.

    NAME is the variable that it is put into; FILE, such as `SKILL.md`, tells its kind, and
    nothing is written. Without NAME the prompt is only shown (and is `_`). A word that can be no
    variable is taken for FILE.
    """
    words = line.split()
    name = words.pop(0) if words and words[0].isidentifier() else ""
    file = words.pop(0) if words else ""
    if words:
        raise UsageError(
            f"%%prompt takes a variable and a file name; {' '.join(words)} is left over.",
            hint="Example: %%prompt draft SKILL.md",
        )
    made = Prompt.from_text(cell, file or name or "prompt")
    if name:
        names[name] = made
    return made
