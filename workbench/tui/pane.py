"""The gate before every pane of the bench: keys go only to a pane that is seen and has the focus.

A key waits in the queue of the widget that had the focus when it was typed. By the time it is
read, another pane or screen may have the keys, the pane may be hidden, or what a person started
may still run. So each key and each paste asks here first, in the order in which they were typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events

if TYPE_CHECKING:
    from textual.widget import Widget

    Base = Widget
else:
    Base = object


class Pane(Base):
    """A widget whose keys pass the gate of its screen, where the screen has one."""

    #: Whether its bindings and those of the screen come before its own handler of keys.
    obeys = True

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, (events.Key, events.Paste)):
            gate = getattr(self.screen, "admits", None)
            if gate is not None and not gate(self, event):
                return
            if self.obeys and isinstance(event, events.Key) and await self._obey(event):
                return
        await super().on_event(event)

    async def _obey(self, event: events.Key) -> bool:
        """Do what a key of this pane, or of its screen, is for.

        Textual runs bindings only when a key has bubbled up to the application, through one queue
        after another: letters of the same burst were typed before them.
        """
        chain: tuple[Any, ...] = (self, self.screen)
        for node in chain:
            for binding in node._bindings.key_to_bindings.get(event.key, ()):
                if not binding.priority and await self.app.run_action(binding.action, node):
                    return True
        return False


def hand_on(event: events.Key | events.Paste, to: Widget) -> None:
    """Give a key or a paste to the widget that it is for now."""
    if isinstance(event, events.Key):
        to._forward_event(events.Key(event.key, event.character))
    else:
        to._forward_event(events.Paste(event.text))
