"""One question to a model while it runs and when it has ended, and its words for people."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.tui.ask_apart import Questioner
from workbench.tui.ask_wants import KINDS, Shown, Want
from workbench.tui.inspector import Note
from workbench.tui.keymap import current

RUNNING = ("running", "stopping")


@dataclass
class Run:
    """One run. `state`: planning, running, stopping, then done, partial, stopped or failed."""

    number: int
    want: Want
    revision: int
    process: Questioner | None
    state: str = "planning"
    plan: Shown | None = None
    done: int = 0
    total: int = 0
    spent: float | None = None
    step: str = ""
    #: What is waited for, and until when (seconds of the monotonic clock).
    waiting: dict[str, Any] = field(default_factory=dict)
    until: float = 0.0
    failures: list[str] = field(default_factory=list)
    end: dict[str, Any] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self.state in RUNNING

    @property
    def who(self) -> str:
        if self.plan is None:
            return ""
        return self.plan.model or self.plan.endpoint

    def short(self) -> str:
        """For the window bar: `Scores 12/30 · 0.0134 USD`."""
        if self.state == "stopping":
            return f"◷ {self.want.words}: stopping"
        words = f"◷ {self.want.words}"
        if self.total:
            words += f" {self.done}/{self.total}"
        if left := self._left():
            return f"{words} · waits {left} s"
        return words + (f" · {self.spent:.4f} USD" if self.spent else "")

    def _left(self) -> int:
        """Seconds that are still waited, rounded up; 0 when nothing is waited for."""
        left = self.until - time.monotonic() if self.waiting else 0.0
        return int(left) + 1 if left > 0 else 0

    def wait_words(self) -> str:
        """`The server is busy (429). Waiting 12 s, then try 2 of 5.`"""
        left = self._left()
        if not left:
            return ""
        w = self.waiting
        return f"{w['why']} Waiting {left} s, then try {w['attempt']} of {w['attempts']}."


def notes_of(run: Run) -> list[Note]:
    """A run in the list of jobs."""
    action = f"job {run.number}"
    who = f"{run.want.words} by {run.who}: "
    if not run.running:
        style = "bad" if run.state == "failed" else ""
        notes = [Note(result(run), style, action, who)]
    else:
        stopping = " Stopping." if run.state == "stopping" else ""
        stop = current().sign("panes", "cancel_job")
        words = f"{run.done} of {run.total} {run.step or 'asked'}{_money(run)}.{stopping}"
        notes = [Note(f"{words} {stop} stops.", "", action, f"◷ {who}")]
        if wait := run.wait_words():
            notes.append(Note(wait, "warn", action))
    if run.failures:
        many = len(run.failures)
        notes.append(Note(f"{plural(many, 'question')} without an answer.", "warn", action))
    return notes


def _money(run: Run) -> str:
    money = run.plan.money if run.plan is not None else ""
    if run.spent is None or not money.endswith("USD"):
        return f", {money}" if money else ""
    return f", {run.spent:.4f} USD so far ({money} expected)"


def result(run: Run) -> str:
    """How a run ended, in one or two sentences."""
    end = run.end
    if end.get("words"):
        return str(end["words"])
    calls, stored = end.get("calls", 0), end.get("stored", 0)
    parts = [plural(calls, "call")] if calls else []
    if stored:
        parts.append(f"{plural(stored, 'answer')} stored before")
    cost = f", {end['money']}" if calls and end.get("money") else ""
    words = f"{end['state']}; {' and '.join(parts) or 'nothing was sent'}{cost}."
    if "found" in end:
        words += f" {plural(end['found'], 'contradiction')} more than the rules see."
    for more in (end.get("suspect"), end.get("error"), end.get("hint")):
        if more:
            words += f" {more}"
    return words


def details(run: Run, plan: Shown) -> list[str]:
    """A run in full."""
    lines = [f"{KINDS[run.want.kind]}, {run.state}", ""]
    lines += [f"Asked:    {plan.endpoint} {plan.model}".rstrip(), f"Sent:     {plan.what}"]
    lines += [
        f"{name.capitalize() + ':':<10}{calls} calls, {tokens} tokens, {money}"
        for name, calls, tokens, money in plan.cases
    ]
    if not run.running:
        lines += ["", result(run)]
    elif wait := run.wait_words():
        lines += ["", wait]
    lines += ["", *run.failures] if run.failures else []
    return [visible(line) for line in lines]
