"""Prompts that the tests of proposals share."""

from __future__ import annotations

LINE = (
    "The {n}. report lists the orders of the day, the open ones first, and is read by the desk.\n"
)


def filler(words: int, start: int = 1) -> str:
    """Prose of about so many tokens that tells nobody to do anything."""
    return "".join(LINE.format(n=n) for n in range(start, start + words // 20))


def project(rules: str, before: int = 700, after: int = 700, title: str = "Rules") -> str:
    """A project file with `rules` in its middle; reports behind them tell to be kept."""
    return (
        "# Order desk\n\nThe service takes orders.\n\n## Layout\n\nKeep this layout.\n\n"
        f"{filler(before)}\n## {title}\n\n{rules}\n## Reports\n\nKeep each report.\n\n"
        f"{filler(after, 500)}"
    )


RULE = "Never commit passwords or API keys to the repository."
RULES = f"- Name branches after the ticket.\n- {RULE}\n- Keep commits small.\n"
