"""Words of the code of a project: whether a name occurs, and where. Bounded in bytes and time."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from workbench.hosts.project_files import SKIPPED, OutOfTime, Patience, Tree, read_text
from workbench.reading import read_start

_CODE = frozenset(
    {
        *("py", "pyi", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "vue", "svelte", "go", "rs"),
        *("rb", "php", "java", "kt", "kts", "scala", "swift", "c", "h", "cc", "cpp", "hpp", "cs"),
        *("m", "mm", "sh", "bash", "zsh", "fish", "ps1", "sql", "graphql", "proto", "tf", "ex"),
        *("exs", "erl", "clj", "dart", "lua", "r", "jl", "zig", "nim", "hs", "ml", "fs", "html"),
        *("css", "scss", "json", "json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "env"),
        *("xml", "gradle", "properties", "ipynb", "prisma", "j2", "jinja", "erb", "hbs", "mk"),
    }
)
_NAMES = frozenset({"makefile", "justfile", "dockerfile", "procfile", "gemfile", "rakefile"})
_WORD = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_IN_WORDS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$"
_DIGITS = b"0123456789"
#: Makes a blank of every byte that stands in no word.
_BLANKED = bytes(byte if byte in _IN_WORDS else 32 for byte in range(256))
_MOST_BYTES = 40_000_000
_MOST_EACH = 1_000_000
_MOST_SECONDS = 3.0
#: Files that hold data more often than settings, and from what size on they do.
_DATA = frozenset({"json", "json5", "yaml", "yml", "xml", "html", "css", "ipynb", "sql"})
_MOST_DATA = 100_000
_MOST_ONE = 5_000_000
_DECLARES = re.compile(
    r"\b(?:def|class|function|const|let|var|interface|type|enum|struct|fn|func|trait|impl|module"
    r"|sub|create|void|public|fun|val|object|namespace|macro|table)\s+\w"
    r"|^[ \t]*[\w.\"'-]+[ \t]*[:=]",
    re.IGNORECASE | re.MULTILINE,
)
_PASSES_ON = re.compile(r"\bexport\s*\*|\bimport\s+\*|^[ \t]*(?:pub )?use .*::\*", re.MULTILINE)
#: A tree with fewer different words has no code to speak of.
_LEAST_WORDS = 25
_LOCKS = re.compile(r"(?:^|[-./])(?:package-lock\.json|pnpm-lock\.yaml|\w+\.lock|.*\.min\.\w+)$")


class Words:
    """The words of all code files of a tree, read when first asked for.

    Prose is left out: a prompt that names a function does not prove that there is one.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.complete = tree.complete
        self._patience = Patience(_MOST_SECONDS)
        self._lines: dict[str, tuple[str, ...]] = {}
        self._files: dict[Path, tuple[frozenset[str], bool]] = {}

    @cached_property
    def _table(self) -> dict[bytes, str]:
        """Word -> the first file that holds it."""
        until = time.monotonic() + _MOST_SECONDS
        table: dict[bytes, str] = {}
        read = 0
        top = str(self._tree.root)
        for path in self._tree.files:
            if read > _MOST_BYTES or time.monotonic() > until:
                self.complete = False
                break
            if not is_code(path):
                continue
            data = path.rsplit(".", 1)[-1].lower() in _DATA
            try:
                text = read_start(f"{top}/{path}", _MOST_DATA if data else _MOST_EACH)
            except (OSError, ValueError):
                continue
            if data and len(text) >= _MOST_DATA:
                continue
            read += len(text)
            if len(text) >= _MOST_EACH:
                self.complete = False
            for word in set(text.translate(_BLANKED).split()) - table.keys():
                if name := word.lstrip(_DIGITS):
                    table.setdefault(name, path)
        return table

    def has(self, name: str) -> bool | None:
        """True, false, or None when there is no code or it was not read to the end."""
        words = _WORD.findall(name)
        table = self._table
        if not words:
            return None
        if all(word.encode() in table for word in words):
            return True
        return False if self.complete and len(table) >= _LEAST_WORDS else None

    def where(self, name: str) -> tuple[str, ...]:
        """`path:line` of the first place of the last word of `name`, or nothing."""
        words = _WORD.findall(name)
        path = self._table.get(words[-1].encode(), "") if words else ""
        if not path:
            return ()
        if words[-1] not in self._lines:
            self._lines[words[-1]] = self._line(words[-1], path)
        return self._lines[words[-1]]

    def _line(self, word: str, path: str) -> tuple[str, ...]:
        """The place of a word in a file; the file alone when the time for looking is used up."""
        with suppress(OutOfTime), self._patience.spent():
            text = read_text(self._tree.root / path, _MOST_EACH) or ""
            for found in re.finditer(rf"(?<![\w$]){re.escape(word)}(?![\w$])", text):
                return (f"{path}:{text.count(chr(10), 0, found.start()) + 1}",)
        return (path,)

    def mentions(self, path: Path | None, name: str) -> bool | None:
        """Whether every word of `name` stands in the one file.

        None for no file, for one that declares nothing, and, where the word is not in it, for one
        that passes on whatever another file has; and when the time for looking is used up.
        """
        words = _WORD.findall(name)
        if path is None or not words:
            return None
        if path not in self._files:
            try:
                with self._patience.spent():
                    self._files[path] = _in_file(path)
            except OutOfTime:
                return None
        there, all_told = self._files[path]
        if all(word in there for word in words):
            return True
        return False if all_told else None


def is_code(path: str) -> bool:
    """Whether a file holds code or settings that a symbol may stand in."""
    parts = path.split("/")
    if any(part in SKIPPED for part in parts[:-1]) or _LOCKS.search(parts[-1]):
        return False
    name = parts[-1].lower()
    return name.rsplit(".", 1)[-1] in _CODE or name in _NAMES or name.startswith(".env")


def _in_file(path: Path) -> tuple[frozenset[str], bool]:
    """The words of one file, and whether it declares things and has all that it passes on."""
    text = read_text(path, _MOST_ONE)
    if not text or len(text) >= _MOST_ONE:
        return frozenset(), False
    told = bool(_DECLARES.search(text)) and not _PASSES_ON.search(text)
    return frozenset(_WORD.findall(text)), told
