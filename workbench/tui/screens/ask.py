"""Before a model is asked: who, what is sent, what it costs. Nothing leaves before the yes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench.prompt.numbers import finite_number
from workbench.prompt.visible import one_line, visible
from workbench.tui.ask_wants import AGENTS, KINDS, RUNS, Shown
from workbench.tui.safe import safe
from workbench.tui.screens.dialogs import AskScreen
from workbench.tui.wrap import break_line

if TYPE_CHECKING:
    from workbench.tui.ask_apart import Questioner
    from workbench.tui.ask_run import Run

_LABEL = 10
#: How a sentence names an option of the command line, which is none here.
_OPTION = re.compile(r" \(--[a-z-]+\)")
_INSTEAD = "Here c names a command such as claude -p, u a server, m its model. All else works."
#: A label, words beside it, and their style.
Line = tuple[str, str, str]
#: Rows of the dialog and around it that are no rows of the plan.
_AROUND = 7


class AskModelScreen(ModalScreen[bool]):
    """Gives true when the plan that is shown is to be sent."""

    DEFAULT_CSS = """
    AskModelScreen { align: center middle; background: $background 60%; }
    #asking {
        width: 76; max-width: 96%; height: auto; max-height: 96%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    #asking-plan { height: auto; scrollbar-size-vertical: 1; }
    #asking-title { text-style: bold; color: $accent; }
    #asking-hint { color: $foreground 60%; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(False)", "Cancel")]
    AUTO_FOCUS = "#asking-plan"

    def __init__(self, run: Run, data: bytes, process: Callable[[], Questioner]) -> None:
        super().__init__()
        self.run, self.data, self.process = run, data, process
        self._number = 0
        #: Why there is no plan, and what to do.
        self._refusal = ("", "")

    def compose(self) -> ComposeResult:
        with Vertical(id="asking"):
            yield Static(safe(KINDS[self.run.want.kind]), id="asking-title")
            with VerticalScroll(id="asking-plan"):
                yield Static("", id="asking-text")
            yield Static("", id="asking-hint")

    def on_mount(self) -> None:
        self._again()

    def on_resize(self) -> None:
        self._show()

    # -- the plan -------------------------------------------------------------------------

    def _again(self) -> None:
        """Work out what the wish costs as it is now; what was shown can no longer be sent."""
        self._number += 1
        self.run.plan, self._refusal = None, ("", "")
        if self.run.process is None or not self.run.process.alive:
            self.run.process = self.process()
        self.run.process.plan(self._number, self.run.want.to_dict(), self.data)
        self._show()

    def planned(self, plan: Shown) -> None:
        """The plan has come; one for an older wish is dropped."""
        if plan.number == self._number:
            self.run.plan = plan
            self._show()

    def refused(self, number: int, message: str, hint: str) -> None:
        """There is no plan: why, in words."""
        if number in (0, self._number):
            self.run.plan, self._refusal = None, (message, hint)
            self._show()

    @property
    def ready(self) -> bool:
        """Whether a yes would be obeyed."""
        plan = self.run.plan
        if plan is None or plan.blocked or plan.unavailable:
            return False
        return not plan.secrets or self.run.want.allow_secrets

    def _show(self) -> None:
        rows = [_laid_out(*line, self._width) for line in self._rows()]
        self.query_one("#asking-text", Static).update(Content("\n").join(rows))
        self.query_one("#asking-hint", Static).update(Content(self._keys()))
        plan = self.query_one("#asking-plan")
        plan.styles.max_height = max(3, self.app.size.height - _AROUND)

    @property
    def _width(self) -> int:
        """Cells for the words of the dialog; the last one is that of the scroll mark."""
        return max(20, min(76, self.app.size.width * 96 // 100) - 6)

    def _rows(self) -> list[Line]:
        want, plan = self.run.want, self.run.plan
        rows = []
        if self._refusal[0]:
            rows += [_row("", self._refusal[0], "$error"), _row("", self._refusal[1])]
        elif plan is None:
            rows.append(_row("", "Working out what it would cost …", "$foreground 60%"))
        if plan is not None:
            rows.append(_row("Asked", f"{plan.endpoint} {plan.model}".strip(), "bold"))
            rows += self._hindered(plan)
            rows.append(_row("Sent", plan.what + (f". {plan.note}" if plan.note else "")))
            rows += self._price(plan)
            rows += self._secrets(plan)
        if want.kind == "optimize":
            rows.append(_row("What", want.agents))
        if want.several:
            words = "once for each part" if want.runs == 1 else f"{want.runs} times, the median"
            rows.append(_row("Runs", words))
        rows.append(_row("Limits", _limits(want.max_cost, want.max_calls)))
        return rows

    def _hindered(self, plan: Shown) -> list[Line]:
        """Why this cannot be sent now."""
        why = plan.unavailable or plan.blocked
        if not why:
            return []
        words = _OPTION.sub("", why)
        words += f" {_INSTEAD}" if plan.unavailable else f" {plan.hint}"
        return [_row("Missing" if plan.unavailable else "Stopped", words, "$error")]

    def _price(self, plan: Shown) -> list[Line]:
        rows = []
        if plan.known:
            many = "answer is" if plan.known == 1 else "answers are"
            rows.append(_row("Stored", f"{plan.known:,} {many} here already and cost nothing"))
        if plan.nothing:
            return [*rows, _row("Costs", "nothing: nothing is sent", "bold")]
        if not plan.cases:
            return [*rows, _row("Costs", plan.money, "bold")]
        for i, (name, calls, tokens, money) in enumerate(plan.cases):
            words = f"{name:<9}{calls:>6} calls {tokens:>10} tokens  {money}"
            rows.append(_row("" if i else "Costs", words, "bold" if name == "expected" else ""))
        return rows

    def _secrets(self, plan: Shown) -> list[Line]:
        if not plan.secrets:
            return []
        allowed = self.run.want.allow_secrets
        words = "sent all the same, as you said" if allowed else "nothing is sent with them in it"
        many = f"{len(plan.secrets)} line{'s' if len(plan.secrets) != 1 else ''} with a key?"
        rows = [_row("Secrets", f"{many} {words}", "$warning")]
        folder = visible(str(Path(self.run.want.path).parent)) + os.sep
        return rows + [
            _row("", f"{place.removeprefix(folder)}: {words}", "$warning")
            for place, words in plan.secrets
        ]

    def _keys(self) -> str:
        want, plan = self.run.want, self.run.plan
        send = ("show the result" if plan is not None and plan.nothing else "send") + " · "
        keys = [f"s {send}Esc cancel" if self.ready else "Esc cancel, nothing is sent"]
        if want.several:
            keys.append("r runs")
        if want.kind == "optimize":
            keys.append("a what")
        keys.append("l limits")
        if plan is not None and plan.secrets:
            keys.append("k send all the same" if not want.allow_secrets else "k do not send keys")
        keys += ["j who: server or command", "m model"]
        keys += ["c command", "u address"]
        return _filled(keys, self._width)

    # -- keys -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        act: Callable[[], None] | None = {
            "s": self._send,
            "r": self._runs,
            "a": self._agents,
            "l": self._limit,
            "k": self._allow,
            "j": self._judge,
            "m": lambda: self._ask("judge_model", "Model", "Empty: the usual one"),
            "u": lambda: self._ask("base_url", "Address of a server", "Empty: Anthropic's"),
            "c": lambda: self._ask("runner", "Command", "Such as: claude -p. Empty: none"),
        }.get(event.character or "")
        if act is not None and self.is_current:
            event.stop()
            act()

    def _send(self) -> None:
        if self.ready:
            self.dismiss(True)

    def _change(self, **changes: object) -> None:
        self.run.want = self.run.want.but(**changes)
        self._again()

    def _runs(self) -> None:
        if self.run.want.several:
            at = RUNS.index(self.run.want.runs) if self.run.want.runs in RUNS else 0
            self._change(runs=RUNS[(at + 1) % len(RUNS)])

    def _agents(self) -> None:
        if self.run.want.kind == "optimize":
            at = AGENTS.index(self.run.want.agents)
            self._change(agents=AGENTS[(at + 1) % len(AGENTS)])

    def _allow(self) -> None:
        if self.run.plan is not None and self.run.plan.secrets:
            self._change(allow_secrets=not self.run.want.allow_secrets)

    def _judge(self) -> None:
        if self.run.want.judge == "command":
            self._change(judge="anthropic")
        elif self.run.want.runner:
            self._change(judge="command")
        else:
            self._ask("runner", "Command", "Such as: claude -p. Empty: none")

    def _ask(self, name: str, title: str, hint: str) -> None:
        def given(text: str | None) -> None:
            if text is None:
                return
            value = text.strip() or None
            judge = self.run.want.judge
            if name == "runner":
                judge = "command" if value else "anthropic"
            elif name == "base_url":
                judge = "anthropic"
            self._change(**{name: value, "judge": judge})

        now = getattr(self.run.want, name) or ""
        self.app.push_screen(
            AskScreen(title, now, f"{hint}. Enter: take it   Esc: leave it"), given
        )

    def _limit(self) -> None:
        def given(text: str | None) -> None:
            if text is not None:
                cost, calls = limits_of(text)
                self._change(max_cost=cost, max_calls=calls)

        want = self.run.want
        now = _limits(want.max_cost, want.max_calls, "")
        hint = "Such as: 0.05 USD, or 20 calls, or both. Empty: none"
        self.app.push_screen(AskScreen("Never more than", now, hint), given)


def _filled(items: list[str], width: int) -> str:
    """Items side by side, in lines of `width` cells; none is broken in two."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]} · {item}" if lines[-1] else item
        if len(longer) > width:
            lines.append(item)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def _row(label: str, words: str, style: str = "") -> tuple[str, str, str]:
    return label, words, style


def _laid_out(label: str, words: str, style: str, width: int) -> Content:
    """A label and words beside it, wrapped within their column."""
    text = visible(words)  # columns stay columns
    edges = [0, *break_line(text, max(10, width - _LABEL), 4), len(text)]
    lines = [text[a:b].rstrip() for a, b in pairwise(edges)] or [""]
    body = ("\n" + " " * _LABEL).join(lines)
    line = Content.styled(body, style) if style else Content(body)
    return Content.assemble((f"{label:<{_LABEL}}", "bold" if label else ""), line)


def _limits(cost: float | None, calls: int | None, none: str = "none set") -> str:
    said = [f"{cost:g} USD"] if cost is not None else []
    said += [f"{calls} calls"] if calls is not None else []
    return ", ".join(said) or none


def limits_of(text: str) -> tuple[float | None, int | None]:
    """US dollars and calls in what somebody typed, such as `0.05 USD, 20 calls`; a bare number is
    money."""
    cost, calls = None, None
    for written, word in re.findall(r"(\d+(?:[.,]\d+)?)\s*([A-Za-z$]*)", one_line(text)):
        number = finite_number(written.replace(",", "."))
        if number is None:
            continue
        if word.lower().startswith("call"):
            calls = max(1, int(number))
        else:
            cost = number
    return cost, calls
