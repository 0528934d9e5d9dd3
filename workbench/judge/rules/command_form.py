"""A command that the prompt asks for in one form, and shows in another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._banned_commands import run_anyway
from workbench.judge.rules._command_lines import ROW, Layer, Run, conditional, layers, runs
from workbench.judge.rules._passages import Passage, line_text, said
from workbench.language.lists import group, load, patterns
from workbench.language.markup import plain
from workbench.language.words import words
from workbench.prompt.placeholders import ANY_SYNTAX

_CODE = re.compile(r"`([^`]{2,80})`")
#: What is filled in at the end of a command: the form holds for whatever stands there.
_OPEN = re.compile(rf"(?:\s*(?:\.\.\.|…|<[^<>`]{{1,40}}>|{ANY_SYNTAX}|\[[^\[\]`]{{1,40}}\]))+$")
_USES = patterns("commands", "asks-verb", re.IGNORECASE)
_ONLY = patterns("commands", "only-form", re.IGNORECASE)
#: A form that holds for one case or one place only.
_PART = patterns("rules", "command-form-part", re.IGNORECASE)
_WHOLE = patterns("commands", "all-commands", re.IGNORECASE)
_THROUGH = tuple(map(re.compile, load("commands")["asks-through"]))
_MANAGERS = re.compile(
    "|".join(sorted(load("commands")["node-manager"] + load("commands")["python-manager"]))
)
_MANAGER = tuple(map(re.compile, load("commands")["asks-manager"]))
#: Where what is asked for ends, and what is denied begins.
_DENIAL = r"(?:not|never|no|don't|do not|avoid|instead of|rather than|over)"
_CLAUSE = re.compile(rf"[;.]\s|\s[—–-]{{1,2}}\s|,?\s(?={_DENIAL}\b)|,\s(?=use\b)", re.IGNORECASE)
_DENIED = re.compile(rf"\W{{0,3}}{_DENIAL}\b", re.IGNORECASE)
_RULED_OUT = re.compile(rf"\b{_DENIAL}\b[^`]{{0,20}}`", re.IGNORECASE)
_MOST = 20


@dataclass(frozen=True, slots=True)
class _Form:
    """What is asked for: `by` (the first words of what starts it, `uv`), `tools` that are started
    by it, `written` as it stands there. `only`: the text says that no other form will do."""

    by: str
    tools: frozenset[str]
    written: str
    line: int
    only: bool


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for each form, with the lines that break it."""
    if context.prompt.is_data or "`" not in context.prompt.text:
        return
    # The same form asked for again tells nothing new.
    forms = list(
        {(one.by, one.tools, one.only): one for one in reversed(list(_asked(context)))}.values()
    )
    forms.sort(key=lambda one: one.line)
    if not forms:
        return
    started: dict[str, list[Run]] = {}
    for run in runs(context):
        for name in {layer.words[0] for layer in run.layers}:
            started.setdefault(name, []).append(run)
    # A form that its own sentence bans the rest of is told as a contradiction.
    told = {(ban.passage.line, ban.command[0]) for ban, _ in run_anyway(context)}
    tools_told: set[str] = set()
    for form in sorted(forms, key=lambda one: not one.only):
        near = {id(run): run for name in form.tools for run in started.get(name, ())}
        places = [run for run in near.values() if _breaks(run, form, forms)]
        places.sort(key=lambda run: run.line)
        tool = _tool(places[0], form) if places else ""
        if not places or tool in tools_told or (form.line, tool) in told:
            continue
        tools_told.add(tool)
        run = places[0]
        yield rule.finding(
            run.line,
            f"Line {form.line} asks for `{form.written}`; here `{' '.join(run.words)[:80]}` "
            f"runs {tool} without it.",
            text=run.text[:200],
            fix=f"Write it with `{form.by}` as line {form.line} says, or allow both forms there.",
            related=[
                Related(form.line, line_text(context, form.line).strip()[:200]),
                *(Related(place.line, place.text[:200]) for place in places[1:_MOST]),
            ],
        ).but(quiet=not form.only)


def _breaks(run: Run, form: _Form, forms: list[_Form]) -> bool:
    """Whether a line runs one of the tools without what is asked for."""
    if run.line == form.line or not _tool(run, form):
        return False
    started = {_family(name) for layer in run.layers for name in (*layer.through, layer.words[0])}
    if form.by in started or any(layer.place for layer in run.layers):
        return False
    # Another form of the same tool that the text asks for as well: two ways, and no slip.
    others = {one.by for one in forms if one is not form and _tool(run, one)}
    return not others & started


def _tool(run: Run, form: _Form) -> str:
    """The tool of a form that a line runs, or nothing."""
    for layer in run.layers:
        name = layer.words[0]
        if form.by in _managers() and form.tools <= _managers():
            if name in form.tools and _of_project(layer):
                return name
        elif name in form.tools:
            return name
    return ""


def _of_project(layer: Layer) -> bool:
    """Whether a package manager does something with the project's own packages or scripts."""
    kind = "node" if layer.words[0] in group("commands", "node-manager") else "python"
    rest = layer.words[1:]
    own = rest[:1] and rest[0] in group("commands", f"{kind}-manager-command")
    return bool(own) and not any(word in ("-g", "--global") for word in rest)


@cache
def _managers() -> frozenset[str]:
    return group("commands", "node-manager") | group("commands", "python-manager")


def _family(name: str) -> str:
    """By which program a runner goes: `pnpm exec` and `pnpm` are one, `uvx` belongs to `uv`."""
    first = name.split()[0]
    return {"uvx": "uv", "bunx": "bun", "pnpx": "pnpm", "npx": "npm"}.get(first, first)


# -- what is asked for ----------------------------------------------------------------------


def _asked(context: Context) -> Iterator[_Form]:
    for passage in said(context):
        led = passage.force.form == "lead" and passage.force.polarity == "dont"
        if led or len(passage.text) > 300 or "?" in passage.text:
            continue
        if "`" not in passage.text and not _MANAGERS.search(passage.text):
            continue
        bare = plain(passage.text)
        if _MANAGERS.search(bare.lower()):
            for manager in filter(None, (form.match(bare) for form in _MANAGER)):
                yield from _manager(manager["name"], passage)
        if "`" not in bare:
            continue
        outside = _CODE.sub("", bare)
        if not (_USES.search(outside) or _WHOLE.search(outside) or ROW.match(bare)):
            continue
        if _PART.search(outside) or conditional().within(outside) or _in_part(passage):
            continue
        only = bool(_ONLY.search(outside))
        for clause in _CLAUSE.split(bare):
            if "`" in clause and not _DENIED.match(clause):
                yield from _forms(clause, only or bool(_RULED_OUT.search(bare)), passage)


def _in_part(passage: Passage) -> bool:
    around = (*passage.statement.path[1:], passage.statement.lead)
    return any(conditional().within(words) for words in around if words)


def _forms(bare: str, only: bool, passage: Passage) -> Iterator[_Form]:
    outside = _CODE.sub("", bare)
    two = bare.count("`") > 3
    for found in filter(None, (form.search(bare) for form in _THROUGH)) if two else ():
        by, tool = found["by"], found["tool"]
        if tool != by.split()[0]:
            yield _Form(_family(by), frozenset({tool}), f"{by} {tool}", passage.line, True)
        return
    for code in _CODE.findall(bare):
        stem = _OPEN.sub("", code)
        found_layers = layers(tuple(stem.split()))
        if len(found_layers) > 1:
            last = found_layers[-1]
            by = _family(found_layers[0].words[0])
            named = last.words[0] in _words(outside) or last.words[0] in _tools()
            if len(last.words) == 1 or named:
                yield _Form(by, frozenset({last.words[0]}), code, passage.line, only)
            if by == _family(last.words[0]) or not only:
                continue
        if _starts_all(stem) and (stem != code or _WHOLE.search(outside)):
            tools = _tools_of(stem.split()[0])
            if tools:
                yield _Form(_family(stem), tools, code, passage.line, only or stem != code)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower for word in words(text))


@cache
def _tools() -> frozenset[str]:
    return frozenset().union(*(group("commands", f"{k}-tool") for k in ("python", "node", "ruby")))


def _starts_all(stem: str) -> bool:
    return stem in group("commands", "runner") or stem in group("commands", "runner-by-name")


def _tools_of(runner: str) -> frozenset[str]:
    for kind in ("python", "node", "ruby"):
        if runner in group("commands", f"{kind}-runner"):
            return group("commands", f"{kind}-tool")
    return frozenset()


def _manager(name: str, passage: Passage) -> Iterator[_Form]:
    name = name.lower()
    for kind in ("node", "python"):
        every = group("commands", f"{kind}-manager")
        if name in every and name not in ("pip", "pip3"):
            yield _Form(name, every - {name}, name, passage.line, True)


RULE = Rule(
    id="command-form",
    title="a command in the form not asked for",
    severity="warning",
    why="A model copies the command that is shown: the rule and the example cannot both be "
    "followed.",
    source="read in the text: a required form beside a command line of the same file",
    dated="2026-11-30",
    check=check,
    example="Always use `pnpm nx`. … nx build web",
    instead="Always use `pnpm nx`. … pnpm nx build web",
    family="truth",
    measured="no finding, so none false (1,522 files of 27 public repositories and 61 of ten "
    "others, open gold and corpus, 2026-11-30)",
)
