"""`rules`: what `review` looks for, for people, for programs and for the documentation."""

from __future__ import annotations

from typing import Any

from workbench.config import nearest
from workbench.errors import UsageError
from workbench.judge.registry import Rule
from workbench.judge.rule_files import all_rules
from workbench.verbs.every_rule import every_rule

#: Families in the order of the documentation, with their headings.
FAMILIES = {
    "meaning": "What the instructions mean together",
    "truth": "What is true",
    "relevance": "What belongs here",
    "size": "How much it is",
    "wording": "How it is said",
    "cost": "What it costs",
    "safety": "Safety",
    "structure": "Structure",
    "hosts": "What hosts take",
}


def rules(names: tuple[str, ...] = ()) -> tuple[Rule, ...]:
    """All rules, or those named. Raises UsageError for an unknown name."""
    known = {rule.id: rule for rule in every_rule()}
    for name in names:
        if name not in known:
            raise UsageError(f"There is no rule {name!r}.", hint=nearest(name, tuple(known)))
    return tuple(known[name] for name in names) if names else tuple(known.values())


def to_dict(rule: Rule) -> dict[str, Any]:
    """One rule as JSON."""
    return {
        "id": rule.id,
        "title": rule.title,
        "family": rule.family,
        "severity": rule.severity,
        "origin": rule.origin,
        "measured": rule.measured,
        "why": rule.why,
        "source": rule.source,
        "dated": rule.dated,
        "kinds": sorted(rule.kinds),
        "example": rule.example,
        "instead": rule.instead,
    }


def explain(rule: Rule) -> list[str]:
    """One rule in lines of text."""
    kinds = ", ".join(sorted(rule.kinds)) or "every kind of prompt"
    lines = [
        f"{rule.id} ({rule.severity}, {rule.origin})",
        f"  Finds:   {rule.title}",
        f"  Why:     {rule.why}",
        f"  In:      {kinds}",
    ]
    if rule.example:
        lines.append(f"  Example: {rule.example}")
    if rule.instead:
        lines.append(f"  Instead: {rule.instead}")
    lines.append(f"  Source:  {rule.source} ({rule.dated})")
    if rule.measured:
        lines.append(f"  True:    {rule.measured}")
    lines.append(f"  Mute:    rules: {{{rule.id}: off}} in .ctxbench.yaml")
    return lines


def markdown() -> str:
    """The page `docs/rules.md`: written from the registry, so that it cannot be out of date."""
    found = all_rules()
    out = [
        "# Rules of `ctxbench review`",
        "",
        "This page is written by `ctxbench rules --markdown`; a test compares the two.",
        "",
        "| rule | severity | origin | finds |",
        "|---|---|---|---|",
    ]
    for rule in found:
        out.append(
            f"| [{rule.id}](#{rule.id}) | {rule.severity} | {rule.origin} | {_cell(rule.title)} |"
        )
    out += [
        "",
        "An *error* breaks something, a *warning* costs something, a *note* may be worth a look.",
        "A *fact* is computed from the text, the project and what hosts document; a *reading* is",
        "what a model said, its quotes checked.",
        "",
        "Severities are set and findings are muted in `.ctxbench.yaml`, never in a prompt file:",
        "",
        "```yaml",
        "rules:",
        f"  {found[0].id if found else 'rule'}: off",
        f"  {found[-1].id if found else 'other'}: error",
        "muted: [1a2b3c4d5e6f]        # keys of findings, as in the JSON output",
        "baseline: .ctxbench-baseline.json",
        "```",
    ]
    families = dict.fromkeys([*FAMILIES, *(rule.family for rule in found)])
    for family in families:
        members = [rule for rule in found if rule.family == family]
        if members:
            out += ["", f"## {FAMILIES.get(family, family.capitalize())}"]
        for rule in members:
            out += ["", *_section(rule)]
    return "\n".join(out) + "\n"


def _section(rule: Rule) -> list[str]:
    kinds = ", ".join(f"`{kind}`" for kind in sorted(rule.kinds))
    out = [f"### {rule.id}", "", f"{_sentence(rule.title)} *{rule.severity}, "]
    out[-1] += f"{rule.origin}*"
    out += ["", _sentence(rule.why)]
    if kinds:
        out += ["", f"Looked for in: {kinds}."]
    for name, text in (("Found", rule.example), ("Instead", rule.instead)):
        if text:
            out += ["", f"{name}:", "", "```text", *text.replace("```", "'''").split("\n"), "```"]
    out += ["", f"Source: {rule.source} ({rule.dated})."]
    if rule.measured:
        out += ["", f"True when read: {rule.measured}."]
    return out


def _sentence(text: str) -> str:
    """With a capital and a full stop."""
    ended = text if text.endswith((".", "!", "?", "。")) else f"{text}."
    return ended[:1].upper() + ended[1:]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
