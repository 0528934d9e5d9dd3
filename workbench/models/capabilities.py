"""What a server that speaks the Messages API can do, as far as anybody knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Capabilities:
    """What a server can do: True, False, or None where nobody has asked it yet. Learned while
    asking; whoever keeps it (the store, by endpoint and model) can hand it in again.
    """

    output_config: bool | None = None
    cache_control: bool | None = None
    count_tokens: bool | None = None

    def to_dict(self) -> dict[str, bool | None]:
        return {
            "output_config": self.output_config,
            "cache_control": self.cache_control,
            "count_tokens": self.count_tokens,
        }

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Capabilities:
        """Unknown keys and values of other kinds are left out."""
        known = {name: found.get(name) for name in cls().to_dict()}
        return cls(**{name: v for name, v in known.items() if isinstance(v, bool)})
