"""The rules of a review: those that ship, those of installed packages, those of the project.

    shipped    workbench/judge/rules
    packages   entry points of the group `ctxbench.rules`: a `Rule`, or a tuple of them
    project    .ctxbench/rules/*.yaml in the current folder or the nearest one above it

A file of the project is data: it says what is looked for, within bounds, and can start nothing.
Code comes from packages alone, which the user installed.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path

from workbench.config import up_to_the_top
from workbench.errors import UnreadableInput
from workbench.judge.registry import Rule
from workbench.judge.rule_files import all_rules
from workbench.judge.wording_rules import MOST_BYTES, RuleError, read_rules
from workbench.prompt.visible import one_line

ENTRY_POINTS = "ctxbench.rules"
PROJECT_FOLDER = (".ctxbench", "rules")
_MOST_FILES = 50


def every_rule(start: Path | None = None) -> tuple[Rule, ...]:
    """All rules as seen from a folder (default: the current one), in order of their ids.

    Raises UnreadableInput for a file or a package whose rules cannot be used; it names the place.
    """
    found = {rule.id: rule for rule in all_rules()}
    for where, rules in (*of_packages(), *_of_project(start)):
        for rule in rules:
            if rule.id in found:
                raise UnreadableInput(
                    f"{where}: there is a rule {rule.id} already.",
                    hint="Give it another id; to change a severity, set it in .ctxbench.yaml.",
                )
            found[rule.id] = rule
    return tuple(sorted(found.values(), key=lambda rule: rule.id))


@cache
def of_packages() -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """The rules of installed packages, each entry in words with its rules."""
    from importlib.metadata import entry_points

    out = []
    for point in entry_points(group=ENTRY_POINTS):
        where = one_line(f"the package entry {point.name} ({point.value})", 200)
        try:
            value = point.load()
        except Exception as error:  # noqa: BLE001  (code of others, which may fail in any way)
            raise UnreadableInput(
                f"{where} cannot be loaded: {one_line(str(error), 160)}.",
                hint="Mend or remove the package; nothing was done.",
            ) from None
        rules = value if isinstance(value, (tuple, list)) else (value,)
        if not all(isinstance(rule, Rule) for rule in rules):
            raise UnreadableInput(
                f"{where} is no rule.", hint="It must name a Rule or a tuple of them."
            )
        out.append((where, tuple(rules)))
    return tuple(out)


def project_folder(start: Path | None = None) -> tuple[Path, Path] | None:
    """The folder with the rules of the project around `start`, and the folder that holds it.

    It is looked for as `.ctxbench.yaml` is: upwards, to the top of a git checkout or home.
    """
    for place in up_to_the_top(start):
        found = place.joinpath(*PROJECT_FOLDER)
        if found.is_dir():
            return found, place
    return None


def _of_project(start: Path | None) -> list[tuple[str, tuple[Rule, ...]]]:
    known = project_folder(start)
    if known is None:
        return []
    folder, top = known
    try:
        with os.scandir(folder) as entries:
            stats = {
                e.name: (e.stat().st_mtime_ns, e.stat().st_size)
                for e in entries
                if e.name.endswith((".yaml", ".yml"))
            }
    except OSError:
        return []
    names = sorted(stats)
    if len(names) > _MOST_FILES:
        raise UnreadableInput(
            f"{one_line(str(folder), 200)} holds more than {_MOST_FILES} files of rules.",
            hint="Move some of them away; nothing was done.",
        )
    return [_read(folder / name, top, stats[name]) for name in names]


@lru_cache(maxsize=2 * _MOST_FILES)
def _read(path: Path, top: Path, stat: tuple[int, int]) -> tuple[str, tuple[Rule, ...]]:
    """The rules of one file; read again when its `stat` (time, size) is another."""
    from workbench.reading import read_regular

    shown = one_line("/".join((*PROJECT_FOLDER, path.name)), 200)
    try:
        if not path.resolve().is_relative_to(top):
            raise RuleError(f"{shown}: it is a link that leads out of the project")
        text = read_regular(path, MOST_BYTES).decode("utf-8-sig")
        return shown, read_rules(text, shown)
    except RuleError as error:
        words = one_line(str(error), 300)
    except (OSError, ValueError) as error:
        words = f"{shown}: {one_line(getattr(error, 'strerror', None) or str(error), 160)}"
    raise UnreadableInput(f"{words}.", hint="Mend the file or move it away; nothing was done.")
