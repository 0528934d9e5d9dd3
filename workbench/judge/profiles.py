"""Hosts whose limits and habits a review can assume, and which one a kind of file implies."""

from __future__ import annotations

#: Name of a profile -> what it stands for.
PROFILES = {
    "claude-code": "Claude Code: memory files, rules, skills, commands, sub-agents",
    "skills-api": "claude.ai and the Skills API, strict about frontmatter",
    "codex": "Codex: AGENTS.md and skills",
    "gemini-cli": "Gemini CLI: GEMINI.md",
    "cursor": "Cursor: rules (.mdc) and AGENTS.md",
    "copilot": "GitHub Copilot: instructions files",
    "api": "a system prompt sent through an API",
}
_BY_KIND = {
    "gemini-md": "gemini-cli",
    "cursor-rule": "cursor",
    "copilot": "copilot",
    "system-prompt": "api",
}
DEFAULT = "claude-code"


def profile_for(kind: str, chosen: str | None = None) -> str:
    """The profile to review a file of `kind` with: the chosen one, else what its kind implies."""
    return chosen or _BY_KIND.get(kind, DEFAULT)
