"""`@path` imports of memory files: found and listed as written, not followed and not counted.

Claude Code reads `@rel/path`, `@/abs/path` and `@~/path` after white space or at a line start,
outside code spans and fences; white space ends the path unless a backslash stands before it
(code.claude.com/docs/en/memory, 2026-08). An import that cannot be found stays in the prompt
as literal text and costs its own characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from workbench.prompt.codespans import Span, code_spans, in_spans


@dataclass(frozen=True, slots=True)
class Import:
    """One import as written.

    `raw` is what stands in the text from the `@` on (`start` to `end`, half-open offsets), `path`
    what a host would look for (escapes undone, end of a sentence and `#heading` taken off).
    `kind` is `path`, or `unsure` for what may as well be a person, a package or a decorator.
    `note` says in words what will go wrong, if it is plain to see.
    """

    raw: str
    path: str
    start: int
    end: int
    line: int
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Imports sorted by what `exists` said. `mentions` were unsure and name no file: plain text."""

    found: tuple[Import, ...]
    unresolved: tuple[Import, ...]
    mentions: tuple[Import, ...]


_AT = re.compile(r"@(?<!\S@)(?P<path>(?:\\[ ]|[^\s@])(?:\\[ ]|\S){0,500})")
_END_OF_SENTENCE = ".,;:!?)]}'\">。、，；：！？）」』"
_REFUSED = re.compile(r"[(){}<>=\"'`|,;!$]|^[\W_]+$")
_ANCHORED = re.compile(r"~[/\\]|\.{1,2}[/\\]|/\S|[A-Za-z]:[\\/]|\\\\")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_FILE_ENDINGS = frozenset(
    {
        *("md", "mdx", "mdc", "markdown", "txt", "rst", "adoc", "json", "jsonl", "json5", "yaml"),
        *("yml", "toml", "ini", "cfg", "conf", "env", "xml", "csv", "tsv", "html", "css", "scss"),
        *("py", "pyi", "ipynb", "js", "jsx", "mjs", "cjs", "ts", "tsx", "vue", "svelte", "go"),
        *("rs", "rb", "php", "java", "kt", "swift", "c", "h", "cpp", "hpp", "cs", "sh", "bash"),
        *("zsh", "ps1", "sql", "graphql", "proto", "tf", "lock", "log", "pdf", "png", "svg"),
    }
)
_PACKAGE = re.compile(r"[a-z0-9][\w.-]*/[a-z0-9][\w.-]*(?:@\S+)?$")
_REST = re.compile(r"[ \t]+(?P<rest>\S[^\r\n@`]{0,300}?)[ \t]*(?=[\r\n]|\Z)")


def find_imports(text: str, spans: Sequence[Span] | None = None) -> tuple[Import, ...]:
    """The imports of `text` in order. `spans` are its code spans, worked out when not given."""
    if "@" not in text:
        return ()
    found: list[Import] = []
    line, counted = 1, 0
    for match in _AT.finditer(text):
        if spans is None:
            spans = code_spans(text)
        if in_spans(spans, match.start()):
            continue
        line += _line_ends(text, counted, match.start())
        counted = match.start()
        written = match["path"]
        trimmed = written.rstrip(_END_OF_SENTENCE)
        if not trimmed or _REFUSED.search(trimmed):
            continue
        end = match.start() + 1 + len(trimmed)
        path = trimmed.split("#", 1)[0].replace("\\ ", " ")
        if not path:
            continue
        kind = "path" if _is_path(path) else "unsure"
        note = ""
        longer = _with_blanks(text, match.start(), end, trimmed) if kind == "path" else 0
        if longer:
            end = longer
            note = f"a blank ends the path: the host looks for `{path}`"
        elif _DRIVE.match(path):
            note = "a path of one Windows machine"
        raw = text[match.start() : end]
        found.append(Import(raw, path, match.start(), end, line, kind, note))
    return tuple(found)


def resolve_imports(imports: Iterable[Import], exists: Callable[[str], bool]) -> Resolved:
    """Sort imports by `exists(path)`, which gets the path as the host would look for it.

    Nothing is guessed: a path that does not exist is unresolved, and says so.
    """
    found: list[Import] = []
    unresolved: list[Import] = []
    mentions: list[Import] = []
    for one in imports:
        if exists(one.path):
            found.append(one)
        elif one.kind == "path":
            unresolved.append(one)
        else:
            mentions.append(one)
    return Resolved(tuple(found), tuple(unresolved), tuple(mentions))


def _line_ends(text: str, start: int, end: int) -> int:
    piece = text[start:end]
    return piece.count("\n") + piece.count("\r") - piece.count("\r\n")


def _is_path(path: str) -> bool:
    if "*" in path:
        return False
    if _ANCHORED.match(path):
        return True
    last = re.split(r"[/\\]", path)[-1]
    known = "." in last and last.rsplit(".", 1)[1].lower() in _FILE_ENDINGS
    return known or ("/" in path and not _PACKAGE.match(path))


def _with_blanks(text: str, start: int, end: int, written: str) -> int:
    """Where a path with unescaped blanks ends, if the line is plainly one such path, else 0.

    Plainly: the line starts with the `@`, what the host reads has no file ending, and the rest
    of the line continues it (it holds a separator, or is one word) up to a known file ending.
    """
    before = text[max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1 : start]
    if before.strip(" \t-*+"):
        return 0
    if "." in re.split(r"[/\\]", written)[-1]:
        return 0
    match = _REST.match(text, end)
    if match is None:
        return 0
    rest = match["rest"]
    ending = rest.rsplit(".", 1)[-1].lower()
    joined = "/" in rest or "\\" in rest or not re.search(r"\s", rest)
    return match.end("rest") if joined and "." in rest and ending in _FILE_ENDINGS else 0
