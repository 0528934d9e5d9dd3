# ruff: noqa: E501  (a list of words is one expression)
"""Rules on how to answer and how to work, which long sessions wear out first."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import costs, said
from workbench.prompt.caseless import Caseless

#: Shorter files are read as a whole again and again.
_LEAST_TOKENS = 400
_MOST = 8
_STYLE = Caseless(
    r"\b(?:answers?|repl(?:y|ies)|respon(?:d|ses?)|sentences?|summar(?:y|ies|i[sz]e\w*)|tone|brief(?:ly)?|concise(?:ly)?|terse|verbose|wordy|emojis?|apologi[sz]e|preambles?|flattery|bullet points?"
    r"|(?:in|speak|write) (?:english|german|french|spanish|dutch|japanese|chinese)|one step at a time|think aloud|step by step)\b"
    r"|簡潔|要約|敬語|口調|絵文字|日本語で|一文で|简洁|总结|语气|表情符号|用中文"
)
_PROCESS = Caseless(
    r"\b(?:(?:ask|wait|confirm|plan|check|stop|show|explain|list|read|run \w+(?: \w+)?) (?:\w+ ){0,4}?(?:before|first)|before (?:you |each |every |any )?(?:\w+ )?(?:edit|change|commit|push|write|writing|step|start)\w*"
    r"|after (?:each|every) (?:\w+ )?(?:change|edit|step|task|commit|file)|one \w+ (?:per|at a) \w+|always (?:start|begin|end|finish) (?:by|with))\b"
    r"|する前に|してから|の前に必ず|之前先|每次.{1,8}(?:之后|后|前)"
)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding with the rules that a long session may wear out, and a line to repeat."""
    if context.prompt.is_data or sum(costs(context)) < _LEAST_TOKENS:
        return
    meant = {passage.statement.start for passage in said(context)}
    found = [
        (i, "style" if _STYLE.search(i.text[:300]) else "process")
        for i in context.instructions
        if i.start in meant and (_STYLE.search(i.text[:300]) or _PROCESS.search(i.text[:300]))
    ]
    if not found:
        return
    first = found[0][0]
    kinds = " and ".join(sorted({kind for _, kind in found}, reverse=True))
    rules = "rules" if len(found) > 1 else "rule"
    yield rule.finding(
        first.start_line,
        f"{len(found)} {rules} of {kinds} may fade in a long session: each answer and each tool "
        "result stands between them and the next turn.",
        text=first.text[:200],
        fix=f'Consider a reminder at the end of the context ("Still holds: {first.text[:80]}"), or '
        "a hook where a tool can check it. Both help often, neither is certain.",
        related=[Related(i.start_line, f"{kind}: {i.text[:120]}") for i, kind in found[:_MOST]],
        confidence="low",
    )


RULE = Rule(
    id="may-fade",
    title="may fade in a long session",
    severity="note",
    confidence="low",
    why="Nothing in the text shows when a rule of style or process is broken, so that it slips "
    "after some turns, far from any limit; a rule about one file comes up with that file.",
    source="reports of users of coding agents (2026); how fast it happens is not measured",
    dated="2026-11-29",
    check=check,
    example="- One sentence per step, nothing more. (line 3 of 400)",
    instead="the same line, and once more in a reminder or a hook",
    family="position",
)
