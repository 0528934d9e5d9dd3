"""Titles that name no topic: what stands below "Rules" or "Important" holds everywhere."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.language.lists import caseless
from workbench.language.markup import plain

_NUMBER = re.compile(
    r"^(?:\d{1,3}(?:\.\d{1,3})+[.):、]?(?=\s)|[\dIVX]{1,4}[.):、](?!\d)|第[\d一二三四五六七八九十]+[章节節]"
    r"|[一二三四五六七八九十]、)\s*"
)
#: The name that frontmatter gives to a skill or an agent.
_FIELD = re.compile(r"^name:[ \t]*(\S.*)$", re.MULTILINE)
_SIGNS = re.compile(r"^[^\w(\[（「【]+|[^\w)\]）」】'’%+#]+$")


@lru_cache(maxsize=2048)
def bare_title(title: str) -> str:
    """A title without markup, leading number, icons and closing colon."""
    words = _SIGNS.sub("", plain(title, quotes=True).replace("`", ""))
    return _SIGNS.sub("", _NUMBER.sub("", words)).replace("’", "'")


def _is(kind: str, bare: str) -> bool:
    return caseless("titles", kind).fullmatch(bare) is not None


@lru_cache(maxsize=2048)
def is_reminder_title(title: str) -> bool:
    """Whether it heads rules that were said before."""
    return _is("reminders", bare_title(title))


@lru_cache(maxsize=2048)
def is_generic_title(title: str) -> bool:
    """Whether a heading, lead or tag name names no topic of its own."""
    bare = bare_title(title.replace("_", " ")) if "_" in title and " " not in title else ""
    return _is("generic", bare or bare_title(title)) or is_reminder_title(title)


@lru_cache(maxsize=2048)
def is_checklist_title(title: str) -> bool:
    """Whether it heads what is to be checked at the end of the work."""
    return _is("checklist", bare_title(title))


@lru_cache(maxsize=2048)
def is_foremost_title(title: str) -> bool:
    """Whether it heads the rules that come first, so that more rules may be put below it.

    Not the same as an author's word that what is below is critical (see `critical`): "Important"
    is such a place and no such word, and below "Never" stand only bans.
    """
    return _is("foremost", bare_title(title))


def is_input_title(title: str) -> bool:
    """Whether it heads what is put in at run time, or what stands behind all rules."""
    return _is("input", bare_title(title))


def is_named(text: str, title: str) -> bool:
    """Whether the frontmatter gives a text the name that a heading has."""
    if not text.startswith("---"):
        return False
    name = _FIELD.search(text, 0, 4000)
    return name is not None and _letters(name[1]) == _letters(title) != ""


def _letters(words: str) -> str:
    return "".join(ch for ch in words.casefold() if ch.isalnum())
