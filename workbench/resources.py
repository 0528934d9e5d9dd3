"""Where the shipped layouts and sample prompts are, in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped(kind: str) -> Path:
    """The folder of `layouts` or `sample_prompts`.

    A checkout (or an editable installation) has them beside the package, where they are edited;
    a wheel carries them inside. Raises FileNotFoundError when the installation is broken.
    """
    beside = _PACKAGE.parent
    if (beside / "pyproject.toml").is_file() and (beside / kind).is_dir():
        return beside / kind
    inside = _PACKAGE / "_shipped" / kind
    if inside.is_dir():
        return inside
    raise FileNotFoundError(f"{kind} is missing from this installation of ctxbench")


def layouts() -> Path:
    """Pane layouts (YAML), TCSS, themes and keymaps."""
    return shipped("layouts")


def sample_prompts() -> Path:
    """Small prompts to try things on, one per feature."""
    return shipped("sample_prompts")
