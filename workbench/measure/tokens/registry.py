"""Which counter to use: by name, by model, or the best one that works here."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING

from workbench.errors import UsageError
from workbench.measure.tokens.types import CounterUnavailable, Tokenizer
from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from workbench.measure.tokens.bpe import BpeTokenizer
    from workbench.measure.tokens.claude import ClaudeTokenizer
    from workbench.measure.tokens.estimates import RatioTokenizer

CLAUDE = ("claude-5", "claude-4.8", "claude-4.7", "claude-3")
OPENAI = ("o200k_base", "cl100k_base")
COUNTERS = ("auto", *CLAUDE, *OPENAI, "chars")
_ALIASES = {"o200k": "o200k_base", "cl100k": "cl100k_base", "claude": "claude-5"}
# The frame of one user message by family, for estimates where ctok is absent.
_FRAMES = {"claude-3": 7, "claude-4.7": 11, "claude-4.8": 6, "claude-5": 6}

# Loaded counters. Only successes are kept: a load that failed is tried again the next time.
_loaded: dict[str, Tokenizer] = {}
_lock = RLock()


def get_tokenizer(name: str = "auto", model: str | None = None) -> Tokenizer:
    """The counter `name`; "auto" chooses by `model`, and is claude-5 without one.

    A Claude family that cannot be loaded (no ctok on Python 3.11, damaged files) is replaced by an
    estimate whose note says why; an OpenAI encoding asked for by name is never replaced. Raises
    UsageError for an unknown name, CounterUnavailable when the counter cannot be loaded now.
    """
    name = _ALIASES.get(name, name)
    if name not in COUNTERS:
        near = difflib.get_close_matches(name, [*COUNTERS, *_ALIASES], n=1)
        raise UsageError(
            f"There is no counter named {one_line(repr(name), 60)}.",
            hint=(f"Did you mean {near[0]}? " if near else "")
            + f"Counters: {', '.join(COUNTERS)}.",
        )
    error: float | None = None
    family = name
    if name == "auto" and model:
        from workbench.measure.tokens.models import find_model

        found = find_model(model)
        family, error = found.family, found.error_pct
    elif name == "auto":
        family = "claude-5"
    if family in OPENAI:
        encoding = _openai(family)
        return encoding.for_model(model) if model else encoding
    if family == "chars":
        return _chars(model)
    if not family:
        return _ratio("", model or "", "")
    try:
        claude = _claude(family)
    except CounterUnavailable as unavailable:
        return _ratio(family, model or "", unavailable.message)
    if not model:
        return claude
    note = f"family inferred from the name, not verified for {model}" if error is not None else ""
    return claude.for_model(model, error, note)


def _openai(name: str) -> BpeTokenizer:
    from workbench.measure.tokens.bpe import BpeTokenizer
    from workbench.measure.tokens.vocabulary import load_encoding

    with _lock:
        found = _loaded.get(name)
        if not isinstance(found, BpeTokenizer):
            found = BpeTokenizer(load_encoding(name))
            _loaded[name] = found
        return found


def _claude(family: str) -> ClaudeTokenizer:
    from workbench.measure.tokens.claude import ClaudeTokenizer, load_claude

    with _lock:
        found = _loaded.get(family)
        if not isinstance(found, ClaudeTokenizer):
            found = load_claude(family)
            _loaded[family] = found
        return found


def _ratio(family: str, model: str, why: str) -> Tokenizer:
    from workbench.measure.tokens.estimates import CharsTokenizer, RatioTokenizer

    with _lock:
        key = f"{family or 'unknown'}-ratio {why}"
        found: RatioTokenizer | Tokenizer | None = _loaded.get(key)
        if not isinstance(found, RatioTokenizer):
            try:
                base = _openai("o200k_base")
            except CounterUnavailable as unavailable:
                reasons = " ".join(part for part in (why, unavailable.message) if part)
                return CharsTokenizer(family, model, reasons)
            found = RatioTokenizer(base, family, frame=_FRAMES.get(family, 0), note=why)
            _loaded[key] = found
        return found.for_model(model) if model else found


def _chars(model: str | None) -> Tokenizer:
    from workbench.measure.tokens.estimates import CharsTokenizer

    family = "claude-5"
    if model:
        from workbench.measure.tokens.models import find_model

        family = find_model(model).family
    return CharsTokenizer(family, model or "")


def rough_tokenizer(model: str | None = None) -> Tokenizer:
    """The counter that needs no vocabulary, to show something while one loads."""
    return _chars(model)


def forget(keep: str = "") -> None:
    """Release loaded counters except `keep`, so that one vocabulary at a time stays in memory."""
    import sys

    with _lock:
        for name in [n for n in _loaded if n != keep]:
            del _loaded[name]
        main = sys.modules.get("ctok.main")
        if main is not None and not keep.startswith("claude"):
            for cached in ("_model", "_document"):
                clear = getattr(getattr(main, cached, None), "cache_clear", None)
                if clear is not None:
                    clear()


@dataclass(frozen=True, slots=True)
class CounterStatus:
    """One counter and whether it works here; `why` says what is missing."""

    name: str
    works: bool
    why: str


def counter_statuses(load: bool = False) -> tuple[CounterStatus, ...]:
    """Every counter and whether it can be used, for `doctor`; `load` tries each one for real."""
    from importlib.util import find_spec

    found = []
    for name in COUNTERS[1:]:
        package = "ctok" if name in CLAUDE else "tiktoken" if name in OPENAI else ""
        why = ""
        if package and find_spec(package) is None:
            why = f"the package {package} is not installed"
        elif load and package:
            try:
                _claude(name) if name in CLAUDE else _openai(name)
            except CounterUnavailable as unavailable:
                why = unavailable.message
        found.append(CounterStatus(name, not why, why))
    return tuple(found)
