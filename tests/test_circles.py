"""No module of the program imports another that, by whatever way, imports it again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: `from workbench import Prompt` names the notebook face and loads it when somebody asks for it.
DOOR = "workbench", "workbench.notebook"


def modules(root: Path, package: str) -> dict[str, Path]:
    """The modules of a package below `root`, by their names."""
    found = {}
    for path in sorted((root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that one imports, inside of functions too; not for the type checker alone."""
    ahead: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while ahead:
        node = ahead.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                ahead += orelse
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name in known)
            case ast.ImportFrom(module=str(module), names=names):
                for name in names:
                    inner = f"{module}.{name.name}"
                    if inner in known or module in known:
                        yield inner if inner in known else module
            case ast.Module() | ast.stmt() | ast.ExceptHandler() | ast.match_case():
                # An import is a statement: what stands in expressions is passed over.
                for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                    ahead += getattr(node, field, ())


def circles(root: Path, package: str) -> list[list[str]]:
    """The sets of modules that reach one another by their imports."""
    known = modules(root, package)
    graph = {
        name: {
            other
            for other in imported(path, known)
            if other != name and not (name == DOOR[0] and other.startswith(DOOR[1]))
        }
        for name, path in known.items()
    }
    while True:  # what imports nothing that is left is in no circle, nor what nothing left imports
        wanted = set().union(*graph.values()) if graph else set()
        loose = {name for name, others in graph.items() if not others or name not in wanted}
        if not loose:
            break
        graph = {name: others - loose for name, others in graph.items() if name not in loose}
    reach = {name: _reached(name, graph) for name in graph}
    sets = {frozenset(b for b in reach[a] if a in reach[b]) for a in graph if a in reach[a]}
    return sorted(sorted(one) for one in sets)


def _reached(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += graph[name]
    return found


def test_no_module_is_in_a_circle() -> None:
    assert circles(ROOT, "workbench") == []


def test_a_planted_circle_is_found(tmp_path: Path) -> None:
    sources = {
        "__init__": "",
        "a": "import p.b\nimport p.end",
        "b": "from p import c",
        "c": "def later():\n    from p.a import thing",
        "end": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.a import thing",
        "start": "import p.a",
    }
    (tmp_path / "p").mkdir()
    for name, source in sources.items():
        (tmp_path / "p" / f"{name}.py").write_text(source, "utf-8")
    assert circles(tmp_path, "p") == [["p.a", "p.b", "p.c"]]
