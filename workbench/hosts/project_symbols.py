"""Words of the code of a project: whether a name occurs, and where. Bounded in bytes and time."""

from __future__ import annotations

import re
import time
from functools import cached_property
from pathlib import Path

from workbench.hosts.project_files import SKIPPED, OutOfTime, Patience, Tree, read_text

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
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
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
    """The code files of a tree, read when first asked for a word.

    Prose is left out: a prompt that names a function does not prove that there is one.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.complete = tree.complete
        self._patience = Patience(_MOST_SECONDS)
        self._places: dict[str, tuple[str, int]] = {}
        self._files: dict[Path, tuple[frozenset[str], bool]] = {}

    @cached_property
    def _texts(self) -> dict[str, str]:
        """The code files, each with its text."""
        until = time.monotonic() + _MOST_SECONDS
        texts: dict[str, str] = {}
        read = 0
        top = str(self._tree.root)
        for path in self._tree.files:
            if read > _MOST_BYTES or time.monotonic() > until:
                self.complete = False
                break
            if not is_code(path):
                continue
            data = path.rsplit(".", 1)[-1].lower() in _DATA
            text = read_text(f"{top}/{path}", _MOST_DATA if data else _MOST_EACH)
            if not text or (data and len(text) >= _MOST_DATA):
                continue
            read += len(text)
            if len(text) >= _MOST_EACH:
                self.complete = False
            texts[path] = text
        return texts

    @cached_property
    def _speaks(self) -> bool:
        """Whether there is enough code to say that a word is not in it."""
        words: set[str] = set()
        for text in self._texts.values():
            words.update(_WORD.findall(text))
            if len(words) >= _LEAST_WORDS:
                return True
        return False

    def _first(self, word: str) -> tuple[str, int]:
        """The first file that holds a word and where, or nothing. Raises OutOfTime.

        Few words are asked for, so that looking for each is quicker than listing all.
        """
        if word not in self._places:
            texts = self._texts  # reading has a limit of its own
            with self._patience.spent():
                whole = re.compile(rf"(?<![\w$])[^\W_A-Za-z]{{0,40}}{re.escape(word)}(?![\w$])")
                held = ((path, whole.search(text)) for path, text in texts.items() if word in text)
                place = next(((path, found.start()) for path, found in held if found), ("", 0))
            self._places[word] = place
        return self._places[word]

    def has(self, name: str) -> bool | None:
        """True, false, or None when there is no code or it was not read to the end."""
        words = _WORD.findall(name)
        if not words:
            return None
        try:
            if all(self._first(word)[0] for word in words):
                return True
        except OutOfTime:
            return None
        return False if self._speaks and self.complete else None

    def where(self, name: str) -> tuple[str, ...]:
        """`path:line` of the first place of the last word of `name`, or nothing."""
        words = _WORD.findall(name)
        try:
            path, at = self._first(words[-1]) if words else ("", 0)
        except OutOfTime:
            return ()
        if not path:
            return ()
        return (f"{path}:{self._texts[path].count(chr(10), 0, at) + 1}",)

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
