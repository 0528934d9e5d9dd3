"""The dated figures of hosts, read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any


@cache
def limits() -> Mapping[str, Any]:
    """The content of `data/limits.yaml`."""
    from importlib.resources import files

    import yaml

    text = (files("workbench.judge") / "data" / "limits.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded
