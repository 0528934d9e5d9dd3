"""A command that the prompt asks for in one form, and shows in another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from workbench.judge.claims_fences import shell_lines
from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import code, line_text, said, shown_title, title_above
from workbench.language.lists import patterns
from workbench.prompt.lines import line_at

_SPAN = re.compile(r"`(?P<words>[a-z][\w.-]*(?: [a-z][\w.-]*){1,3})(?: (?:\.{3}|…|<[^<>`]*>))?`")
#: What makes a form the only one: it is asked for, and the bare command is ruled out.
_ASKED = re.compile(
    r"\b(?:always|must|only|exclusively|prefix(?:ed)?|through|via)\b|必ず|のみ|必须|一律|只能",
    re.IGNORECASE,
)
_USE = re.compile(r"\b(?:use|run|prefix|invoke|execute|call|go)\w*\b|使|実行|运行", re.IGNORECASE)
#: A form that holds for one case or one place only.
_PART = patterns("rules", "command-form-part", re.IGNORECASE)
_SHOWN = re.compile(
    r"\b(?:wrong|bad|don['’]t|do not|never|avoid|instead of|not this|before|old|incorrect|fails?)\b"
    r"|❌|✗|🚫",
    re.IGNORECASE,
)
_JOINT = re.compile(r"\s*(?:&&|\|\||;)\s*")
_MOST = 20


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for each form, with the lines that break it."""
    if context.prompt.is_data or "`" not in context.prompt.text:
        return
    asked = dict(_asked(context))
    if not asked:
        return
    bare = {form.rpartition(" ")[2]: form for form in reversed(asked)}
    broken: dict[str, list[tuple[int, str]]] = {}
    for number, line in _commands(context):
        form = bare.get(line.split(None, 1)[0]) if line.strip() else None
        if form is not None and number != asked[form]:
            broken.setdefault(form, []).append((number, line))
    for form, places in broken.items():
        number, line = places[0]
        yield rule.finding(
            number,
            f"Line {asked[form]} asks for `{form}`; here `{line[:80]}` runs it bare.",
            text=line[:200],
            fix=f"Write `{form}{line[len(form.rpartition(' ')[2]) :][:80]}`, or allow both forms.",
            related=[
                Related(asked[form], line_text(context, asked[form]).strip()[:200]),
                *(Related(*place) for place in places[1:_MOST]),
            ],
        )


def _asked(context: Context) -> Iterator[tuple[str, int]]:
    """The forms that a rule asks for, each with its line (from 1)."""
    for passage in said(context):
        text = passage.text
        if "`" not in text or not _USE.search(text):
            continue
        forms = _SPAN.findall(text)
        if len(forms) != 1 or _PART.search(re.sub(r"`[^`]*`", "", text)):
            continue
        bare = re.escape(forms[0].rpartition(" ")[2])
        ruled_out = re.search(
            rf"\b(?:not|never|instead of|rather than|no)\b[^`]{{0,20}}`{bare}(?: [^`]*)?`",
            text,
            re.I,
        )
        if ruled_out or _ASKED.search(text):
            yield forms[0], passage.line


def _commands(context: Context) -> Iterator[tuple[int, str]]:
    """The command lines of fenced blocks that are not shown as wrong."""
    text, starts = context.prompt.text, context.prompt.starts
    for span in code(context):
        inner = text[span.start : span.end]
        if not inner.startswith(("```", "~~~")):
            continue
        first = line_at(starts, span.start) + 1
        lead = _above(context, first)
        leads_in = lead.rstrip("*_ ").endswith((":", "：")) or len(lead) < 20
        if (leads_in and _SHOWN.search(lead)) or shown_title(title_above(context, first)):
            continue
        for line, at, _ in shell_lines(span.start, inner):
            number = line_at(starts, at) + 1
            above = line_text(context, number - 1)
            if not (above.lstrip().startswith("#") and _SHOWN.search(above)):
                yield from ((number, one) for one in _JOINT.split(line))


def _above(context: Context, line: int) -> str:
    """The words right above a line, a blank line or two between them."""
    rows = (line_text(context, n) for n in range(line - 1, max(0, line - 4), -1))
    return next((row for row in rows if row.strip()), "")


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
    measured="no finding (about 5,000 files of 10 public repositories, 2026-11-30)",
)
