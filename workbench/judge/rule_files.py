"""The rules that are shipped: one module or one YAML file each, found by name.

A rule module in `workbench.judge.rules` defines `RULE = Rule(...)`; a YAML file there holds a rule
about wording (see `wording_rules`). `all_rules()` reads the package's own list of files, so adding
a rule is adding a file. Whoever does the I/O hands in rules of other packages and of the project.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import workbench.judge.rules as package
from workbench.judge.registry import Rule
from workbench.judge.wording_rules import shipped


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in order of its id."""
    found = [
        import_module(f"{package.__name__}.{module.name}").RULE
        for module in pkgutil.iter_modules(package.__path__)
        if not module.name.startswith("_")
    ]
    return tuple(sorted((*found, *shipped()), key=lambda rule: rule.id))
