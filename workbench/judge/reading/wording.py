"""The words of the questions: files beside this one, with places such as `$mark` to be filled."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from string import Template


@cache
def _template(name: str) -> Template:
    found = get_data(__package__, f"data/{name}.md")
    assert found is not None
    return Template(found.decode("utf-8"))


def wording(name: str, **values: object) -> str:
    """The text `name` with its places filled. Raises KeyError for a place without a value."""
    return _template(name).substitute({key: str(value) for key, value in values.items()}).rstrip()
