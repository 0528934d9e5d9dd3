"""What kind of prompt file this is, by its name, its folder and its frontmatter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

#: Kinds that are data, not prose: their parts are records, and are never rearranged.
DATA_KINDS = frozenset({"json", "jsonl"})

KINDS = (
    "claude-md",
    "agents-md",
    "gemini-md",
    "skill",
    "command",
    "sub-agent",
    "rule",
    "cursor-rule",
    "copilot",
    "output-style",
    "memory",
    "system-prompt",
    "markdown",
    "json",
    "jsonl",
    "yaml",
    "toml",
    "text",
)

# What follows is also said by the files of hosts (`workbench/hosts/profiles/`), and a test holds
# the two equal: it stands here because every prompt asks for it, and no file is read for that.

#: Hidden folders of a project that hosts look into.
HOST_FOLDERS = frozenset(
    {
        *(".claude", ".cursor", ".github", ".codex", ".gemini", ".agents", ".agent"),
        *(".windsurf", ".devin"),
    }
)
#: Kinds in which some host follows `@path`, may follow it, or attaches the file that it names.
IMPORTING = frozenset({"claude-md", "agents-md", "gemini-md", "rule", "memory", "skill", "command"})
# Names that hosts look for; the part behind the last "__" or "-" of flattened names counts too.
_NAMES = {
    "claude.md": "claude-md",
    "claude.local.md": "claude-md",
    "agents.md": "agents-md",
    "agents.override.md": "agents-md",
    "agent.md": "agents-md",
    "gemini.md": "gemini-md",
    "skill.md": "skill",
    "memory.md": "memory",
    "copilot-instructions.md": "copilot",
    ".cursorrules": "cursor-rule",
    ".windsurfrules": "rule",
}
_SUFFIXES = {
    ".mdc": "cursor-rule",
    ".json": "json",
    ".traj": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".toml": "toml",
    ".md": "markdown",
    ".mdx": "markdown",
    ".markdown": "markdown",
}


def detect_kind(path: str, fields: Mapping[str, object] | None = None, text: str = "") -> str:
    """One of `KINDS` for a file at `path` whose frontmatter holds `fields`."""
    pure = PurePath(path.replace("\\", "/"))
    name = pure.name.lower()
    folders = [folder.lower() for folder in pure.parts[:-1]]
    if name in _NAMES:
        return _NAMES[name]
    if name.endswith(".instructions.md"):
        return "copilot"
    if pure.suffix.lower() in (".md", ".mdx", ""):
        for folder, kind in (
            ("agents", "sub-agent"),
            ("commands", "command"),
            ("rules", "rule"),
            ("output-styles", "output-style"),
            ("skills", "skill"),
        ):
            if folder in folders and (kind != "skill" or name == "skill.md"):
                return kind
    for known, kind in _NAMES.items():
        if re.search(rf"[-_.]{re.escape(known)}$", name):
            return kind
    by_suffix = _SUFFIXES.get(pure.suffix.lower(), "")
    if by_suffix and by_suffix != "markdown":
        return by_suffix
    if re.search(r"(^|[-_. ])system([-_. ]?prompt)?\.[a-z]+$", name):
        return "system-prompt"
    keys = {key.lower() for key in fields or {}}
    if {"name", "description"} <= keys:
        return "sub-agent" if keys & {"tools", "model", "color"} else "skill"
    if keys & {"argument-hint", "allowed-tools"}:
        return "command"
    if keys & {"globs", "alwaysapply"}:
        return "cursor-rule"
    if by_suffix:
        return by_suffix
    return "json" if text.lstrip()[:2] in ("{\n", '{"', "[{", "[\n") else "text"
