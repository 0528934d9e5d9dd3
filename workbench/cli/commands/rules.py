"""`ctxbench rules`."""

from __future__ import annotations

import click

from workbench.cli.options import json_option
from workbench.cli.output import put, put_json, put_lines


@click.command()
@click.argument("names", nargs=-1, metavar="[RULE]...")
@click.option("--markdown", is_flag=True, help="Print the page docs/rules.md.")
@json_option
def command(names: tuple[str, ...], markdown: bool, as_json: bool) -> int:
    """List the rules of review, or explain the ones that are named.

    \b
    Examples:
      ctxbench rules
      ctxbench rules stale-claim
    """
    from workbench.cli.table import table
    from workbench.prompt.visible import visible
    from workbench.verbs import rules as verb

    if markdown:
        put(verb.markdown().rstrip("\n"))
        return 0
    found = verb.rules(names)
    if as_json:
        for rule in found:
            put_json(verb.to_dict(rule))
    elif names:
        for i, rule in enumerate(found):
            if i:
                put()
            put_lines(visible(line, lines=True) for line in verb.explain(rule))
    else:
        rows = [(rule.id, rule.severity, rule.origin, rule.title) for rule in found]
        put_lines(table(("rule", "severity", "origin", "finds"), rows, "<<<<"))
        put("Explain one: ctxbench rules RULE. Mute one: rules: {RULE: off} in .ctxbench.yaml")
    return 0
