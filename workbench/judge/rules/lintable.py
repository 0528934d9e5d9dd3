# ruff: noqa: E501  (a list of words is one expression)
"""Style rules that a tool enforces for nothing."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import said
from workbench.prompt.caseless import Caseless

#: What it is about, the tools that do it, and how the rule is worded.
_RULES: tuple[tuple[str, str, Caseless], ...] = tuple(
    (what, tools, Caseless(pattern))
    for what, tools, pattern in (
        (
            "line length",
            "ruff E501, prettier printWidth, .editorconfig",
            r"\blines? (?:are |is |stay |must be |should be |shorter |no longer |longer |at most |under |below |to |of |length[^.]{0,20}|max\w* )[^.]{0,24}\b\d{2,3}\b|\b(?:max(?:imum)?|wrap)[^.]{0,20}\b\d{2,3} (?:characters|chars|columns)|行は?\d{2,3}(?:文字|桁)|每行(?:不超过|最多)\d{2,3}",
        ),
        (
            "indentation",
            ".editorconfig, prettier, ruff format, gofmt",
            r"\b(?:indent\w*|use)\b[^.]{0,24}\b(?:(?:\d|two|four|eight)[- ](?:spaces?|blanks?)|tabs?)\b|\b(?:tabs|spaces),? (?:not|over|instead of) (?:tabs|spaces)\b|インデントは?.{0,8}(?:スペース|タブ)|缩进.{0,8}(?:空格|制表符)",
        ),
        (
            "quotes",
            "prettier singleQuote, ruff Q000",
            r"\b(?:single|double)[- ]quot(?:es?|ed)\b(?! (?:mark|from|in the))",
        ),
        (
            "semicolons",
            "prettier semi, eslint semi",
            r"\b(?:no|use|always|omit|without|add) (?:\w+ )?semi-?colons?\b|セミコロン(?:を|は)(?:付け|省|使)",
        ),
        ("trailing commas", "prettier trailingComma, ruff COM812", r"\btrailing commas?\b"),
        (
            "trailing blanks and final newlines",
            ".editorconfig",
            r"\btrailing (?:white ?space|spaces|blanks)\b|\b(?:final|ending|trailing) newline\b|\bends? with (?:a|one) newline\b",
        ),
        (
            "the order of imports",
            "ruff I001, isort, eslint import/order",
            r"\b(?:sort|order|group|alphabeti[sz]e)\w*\b[^.]{0,20}\bimports?\b|\bimports? (?:are|is|must be|should be) (?:sorted|ordered|grouped|alphabeti\w+)",
        ),
        (
            "unused imports and variables",
            "ruff F401, eslint no-unused-vars",
            r"\bunused (?:imports?|variables?|code|parameters?)\b",
        ),
        (
            "console output left in",
            "eslint no-console, ruff T201",
            r"\b(?:no|remove|avoid|leave no) [^.]{0,16}(?:console\.log|print statements?|debugger statements?)",
        ),
        (
            "type annotations",
            "mypy --strict, ruff ANN",
            r"^(?:type hints|type annotations)\b[^.]{0,24}\b(?:every|all|everywhere|required|mandatory)\b|\b(?:add|use|write) type (?:hints|annotations) (?:to|on|for|everywhere)",
        ),
        (
            "any",
            "eslint no-explicit-any",
            r"\b(?:no|avoid|never use|do not use|don't use) (?:the )?(?:¤ type|any type)\b",
        ),
        (
            "var",
            "eslint no-var, prefer-const",
            r"\b(?:const|let) (?:over|instead of|not|rather than) (?:let|var)\b",
        ),
        ("equality", "eslint eqeqeq", r"\b(?:strict|triple) equal(?:ity|s)\b"),
        (
            "braces",
            "eslint curly, prettier",
            r"\b(?:braces|curly brackets)\b[^.]{0,20}\b(?:same line|new line|always|every)\b",
        ),
    )
)
#: One of these stands in every such rule; most sentences hold none.
_HINT = Caseless(
    "line|max|wrap|行|space|blank|tab|インデント|缩进|quot|semi|セミコロン|trailing|newline|import"
    "|unused|console|print|debugger|type|const |let |equal|brace|bracket"
)
_FEWEST = 4


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding from four kinds of such rules on; a single one may be the author's reminder."""
    if context.prompt.kind in ("skill", "system-prompt") and not context.instructions:
        return
    found: list[tuple[int, str, str, str]] = []
    for passage in said(context):
        words = passage.words
        if passage.statement.kind == "cell" or len(words) > 200 or not _HINT.search(words):
            continue
        for what, tools, pattern in _RULES:
            if pattern.search(words):
                found.append((passage.line, what, tools, passage.text))
                break
    if not found:
        return
    kinds = list(dict.fromkeys((what, tools) for _, what, tools, _ in found))
    enough = len(kinds) >= _FEWEST
    listed = "; ".join(f"{what}: {tools}" for what, tools in kinds[:6])
    line, _, _, text = found[0]
    rules = "rules that tools enforce" if len(found) > 1 else "rule that a tool enforces"
    yield rule.finding(
        line,
        f"{len(found)} {rules} ({listed}).",
        text=text[:200],
        fix="Set it in the tool, run the tool in a hook, and keep one line here that says so.",
        related=[Related(at, words[:120]) for at, _, _, words in found[1:20]],
        confidence="medium" if enough else "low",
    )


RULE = Rule(
    id="lintable",
    title="a tool does this better",
    severity="note",
    confidence="medium",
    why="A formatter never forgets and costs no tokens; a rule in the prompt does both.",
    source="Anthropic, Claude Code best practices: never send a model to do a linter's job; hooks "
    "for what must happen",
    dated="2026-08-22",
    check=check,
    example="- Two spaces, single quotes, no semicolons, sorted imports.",
    instead="- `npm run format` settles style.",
    family="relevance",
)
