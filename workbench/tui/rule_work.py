"""Background work about rules and findings: explain, mute, notes. Generators like `work.py`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.tui.flagged import Flagged
    from workbench.tui.jobs import Steps
    from workbench.verbs.mute import MutePlan


def explaining(finding: Flagged) -> Steps:
    """A finding with the text of its rule; returns (title, lines)."""
    yield 0, 1
    from workbench.verbs.rules import explain, rules

    place = f"line {finding.line}" + (
        f" to {finding.end_line}" if finding.end_line > finding.line else ""
    )
    lines = [finding.message, f"{finding.severity}, {finding.origin}, {place}", ""]
    if finding.text:
        lines += ["The text:", *(f"  {line}" for line in finding.text.splitlines()), ""]
    for other in finding.others:
        where = f"{other.path}, line {other.line}" if other.path else f"line {other.line}"
        lines += [f"Other end, {where}:", *(f"  {line}" for line in other.text.splitlines()), ""]
    if finding.fix:
        lines += ["What to do:", *(f"  {line}" for line in finding.fix.splitlines()), ""]
    lines += [
        "The rule:",
        *(line for row in explain(rules((finding.rule,))[0]) for line in row.split("\n")),
    ]
    lines.append(f"  Key:     {finding.key}, for `muted` in .ctxbench.yaml")
    return f"{finding.rule} · {place}", lines


def planning(path: Path, finding: Flagged) -> Steps:
    """How to mute a finding; returns (finding, MutePlan or None, why there is no plan)."""
    yield 0, 1
    from workbench.errors import CtxbenchError
    from workbench.verbs.mute import plan_mute

    try:
        return finding, plan_mute(path, finding.key, finding.rule), ""
    except CtxbenchError as error:
        return finding, None, str(error)


def muting(plan: MutePlan) -> Steps:
    """Write what was planned; returns the plan."""
    yield 0, 1
    from workbench.verbs.mute import carry_out

    carry_out(plan)
    return plan


def reading_notes(path: Path, data: bytes) -> Steps:
    """The rules of a text with their private notes; returns a tuple of NotedRule."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.notes import noted_rules

    with Store() as store:
        return noted_rules(path, store, data=data)


def marking(path: Path, data: bytes, line: int) -> Steps:
    """Mark the sentence on a line (from 1) as critical, or take that back; returns what to say."""
    yield 0, 1
    from workbench.errors import UsageError
    from workbench.store.store import Store
    from workbench.verbs.mark import mark, marks

    with Store() as store:
        critical = any(one.line == line and one.critical for one in marks(path, store, data))
        try:
            one = mark(path, str(line), store, critical=not critical, data=data)
        except UsageError as error:
            return str(error)
    return f"Line {one.line} is {'critical' if one.critical else 'not critical'} now."


def noting(path: Path, data: bytes, rule: str, note: str, since: str, verdict: str) -> Steps:
    """Keep a note on a rule of a text; returns all rules with their notes."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.notes import NoteRequest, note_rule, noted_rules

    with Store() as store:
        note_rule(path, rule, NoteRequest(note, since, verdict), store, data)
        return noted_rules(path, store, data=data)
