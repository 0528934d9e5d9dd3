"""Symbols: functions, classes, constants and environment variables that a text names."""

from __future__ import annotations

import re

from workbench.judge.claims_context import Around
from workbench.judge.claims_paths import Verdict, words
from workbench.judge.facts import Facts
from workbench.language.lists import caseless
from workbench.prompt.caseless import Caseless

_NAME = r"[A-Za-z_$][\w$]*"
_CALL = re.compile(
    rf"@?(?P<name>{_NAME}(?:(?:\.|::|#|->){_NAME})*)\((?P<args>[^()]*)\)(?:\s*->.*)?$"
)
_DOTTED = re.compile(rf"@?(?P<name>{_NAME}(?:(?:\.|::|#){_NAME})+)$")
_SNAKE = re.compile(r"(?P<name>_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)+)$")
_CAMEL = re.compile(
    r"(?P<name>[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+)$"
)
_CONSTANT = re.compile(r"\$?(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S*)?$")
#: Of languages, browsers and test frameworks, not of a project.
_BUILT_IN = words(
    "JSON Math Object Array Map Set Promise Date String Number Boolean Symbol Error TypeError"
    " console window document process module exports require globalThis navigator localStorage"
    " sessionStorage Intl Temporal Reflect Proxy WeakMap BigInt URL Buffer React useState useEffect"
    " useMemo useCallback useRef useContext useReducer os sys re json math time datetime pathlib"
    " typing logging asyncio dataclass dataclasses pytest unittest np pd plt tf torch nn sns vi"
    " jest expect describe it test cy z self this super cls str int float bool list dict tuple set"
    " bytes None True False Path print len range open isinstance type Exception ValueError KeyError"
    " TypeError RuntimeError NotImplementedError AssertionError ImportError StopIteration fs path"
    " http crypto util events stream child_process fetch Request Response FormData setTimeout"
    " setInterval requestAnimationFrame querySelector getElementById addEventListener innerHTML"
    " className onClick onChange forwardRef createContext std fmt vec Vec Option Result Box Arc Rc"
    " Some Ok Err unwrap println System Collections Optional List Integer Long Objects NULL NaN"
    " undefined null void any unknown never string number boolean object async await import"
    " TypeScript JavaScript GitHub GitLab PostgreSQL MySQL SQLite MongoDB GraphQL OpenAPI CamelCase"
    " camelCase PascalCase snake_case kebab_case SCREAMING_SNAKE_CASE UPPER_CASE lower_case README"
    " JSDoc DevTools macOS iOS iPhone VSCode ESLint DataFrame Series"
)
_DEFINES = caseless("claims", "symbols-defines")
_NOUN_AFTER = caseless("claims", "symbols-noun-after")
_SET = Caseless(
    r"\b(?:set|sets|setting|export|define|configure|needs?|requires?|provide|put|pass)"
    r"(?: the| a| an)?(?: \w+)?\s*[\"'“(*]*$",
)
_USE = caseless("claims", "symbols-use")
_STATES = caseless("claims", "symbols-states")
_TOOLS = r"\btools?\b|\bapis?\b|\bfunctions?\b(?= you)|ツール|工具"


def symbol_in(span: str) -> str:
    """The name that a span of code holds, or nothing when it is none of a project."""
    text = span.strip()
    if not 3 <= len(text) <= 100 or text.startswith(("-", "--", ".", "#")):
        return ""
    for pattern in (_CALL, _DOTTED, _CONSTANT, _SNAKE, _CAMEL):
        match = pattern.match(text)
        if match:
            if "args" in pattern.groupindex and re.fullmatch(r"[\d,. *]+", match["args"]):
                return ""  # a type with its size
            return "" if _common(match["name"]) or match["name"].endswith("_") else match["name"]
    return ""


def plain_symbol(span: str, around: Around, path: str) -> str:
    """A name that is an everyday word, where the words around it say that it is a symbol."""
    text = span.strip()
    if not re.fullmatch(r"[A-Za-z_]\w{2,60}", text) or _common(text):
        return ""
    noun = _NOUN_AFTER.search(around.after) or _DEFINES.search(around.before)
    return text if noun or (path and _in_file(around, path)) else ""


def _common(name: str) -> bool:
    first = re.split(r"\.|::|#|->", name)[0]
    return first in _BUILT_IN or name in _BUILT_IN


def check_symbol(
    name: str, around: Around, facts: Facts, path: str, instruction: bool
) -> Verdict | None:
    """The verdict on a symbol. `path` is a file that the same sentence names, if it exists."""
    there = facts.symbol(name) if facts.known else None
    within = facts.mentions(name, path) if path else None
    if around.absent:
        return _absent(name, there, within, path, facts)
    if within:
        return ("VERIFIED", f"found in {path}", "HIGH")
    if there and not path:
        return ("VERIFIED", f"found in {_place(name, facts)}", "HIGH")
    if around.no_claim:
        return ("VERIFIED", f"found in {_place(name, facts)}", "MEDIUM") if there else None
    if there:
        if within is None or not _in_file(around, path):
            return ("VERIFIED", f"found in {_place(name, facts)}", "MEDIUM")
        return ("FALSE", f"not in {path}, but in {_place(name, facts)}", "MEDIUM")
    if within is False and there is False and _in_file(around, path):
        return ("FALSE", f"not in {path}, nor anywhere in the code", "HIGH")
    if there is None:
        return ("UNVERIFIABLE", "there is no code that could be searched", "LOW")
    foreign = _foreign(name, facts)
    if foreign:
        return ("UNVERIFIABLE", f"not in the code; {foreign}", "MEDIUM")
    if around.under(_TOOLS):
        return ("UNVERIFIABLE", "a tool that whoever sends the prompt provides", "MEDIUM")
    if around.elsewhere:
        return ("UNVERIFIABLE", "the sentence speaks of another place", "MEDIUM")
    said = bool(_STATES.search(around.after) or _DEFINES.search(around.before))
    said = said or (name.isupper() and bool(_SET.search(around.before)))
    if not said or (_USE.search(around.before) and instruction):
        return ("UNVERIFIABLE", "not in the code; it may be of a library", "LOW")
    return ("FALSE", "not in the code of the project", "MEDIUM")


def _absent(name: str, there: bool | None, within: bool | None, path: str, facts: Facts) -> Verdict:
    if path and within is not None:
        if within:
            return ("FALSE", f"said to be absent, but found in {path}", "HIGH")
        return ("VERIFIED", f"not in {path}, as the text says", "HIGH")
    if there is None:
        return ("UNVERIFIABLE", "there is no code that could be searched", "LOW")
    if there:
        return ("FALSE", f"said to be absent, but found in {_place(name, facts)}", "MEDIUM")
    return ("VERIFIED", "not in the code, as the text says", "HIGH")


def _place(name: str, facts: Facts) -> str:
    places = facts.defined(name)
    return places[0] if places else "the code"


def _in_file(around: Around, path: str) -> bool:
    """Whether the sentence puts the symbol into the file: `f` in `path`, `path` has `f`."""
    tail = re.escape(path)
    after = re.search(
        rf"^[^.;]{{0,60}}?\b(?:in|from|inside|of|at|lives? in|defined in|within)\s+[`*(]*{tail}",
        around.after,
    )
    before = re.search(
        rf"{tail}[`*)]*\s*(?:is where|defines?|exports?|has|holds?|contains?|provides?|implements?"
        r"|declares?|offers?|に(?:は)?|の|で|is the home of|keeps?|with|wraps?"
        r"|[:：–—-])[^.;]{0,60}$",
        around.before,
    )
    japanese = re.search(r"に(?:ある|定義|書|置)", around.after) and path in around.before
    return bool(after or before or japanese)


def _foreign(name: str, facts: Facts) -> str:
    """Why a symbol may belong to a library: its first word is one, or is not of this project."""
    parts = re.split(r"\.|::|#|->", name)
    if len(parts) > 1:
        first = parts[0]
        if facts.depends(first):
            return f"{first} is a dependency"
        if not facts.symbol(first):
            return f"{first} is not of this project"
        return ""
    if re.match(r"use[A-Z]", name) and facts.depends("react"):
        return "hooks may come from a library"
    return ""
