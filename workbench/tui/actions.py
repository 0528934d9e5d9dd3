"""Every action of the workbench by place: what it calls, and what people read about it.

The keys are not here but in `layouts/keymap.yaml`. Key row, help and palette are made from both.
"""

from __future__ import annotations

from typing import NamedTuple


class Act(NamedTuple):
    """`call` is a Textual action; `label` stands in help and palette, `short` in the key row."""

    call: str
    label: str
    short: str = ""


_BENCH = {
    "save": Act("screen.save", "Save: store a version, then write the file", "save"),
    "review": Act("screen.review", "Optimise: review the proposals one at a time", "optimise"),
    "diff": Act("screen.diff", "Diff and ledger: what changed since the last version", "diff"),
    "versions": Act("screen.versions", "Versions: open, compare, restore, label", "versions"),
    "export": Act("screen.export", "Export to another form", "export"),
    "palette": Act("app.command_palette", "Command palette: every action by name", "palette"),
    "quit": Act("screen.leave", "Quit (asks when something is not saved)"),
    "help": Act("app.keys", "Show the keys", "keys"),
    "next_pane": Act("screen.next_pane", "Go to the next pane: text, parts, inspector", "pane"),
    "edit_task": Act("screen.edit_task", "Edit the task that parts are scored against"),
    "find": Act("screen.find", "Find text", "find"),
    "find_next": Act("screen.find_next", "Find the next place without the box"),
    "find_previous": Act("screen.find_previous", "Find the previous place without the box"),
    "why": Act("screen.why", "Where the position weights come from", "why"),
    "scenario": Act("screen.scenario", "Next scenario of the window (fresh, half, full, ...)"),
    "disk": Act("screen.disk", "The file changed on disk: reload, keep mine or compare"),
    "layout": Act("screen.layout", "Switch between the layouts"),
    "findings": Act("screen.findings", "Findings: what the review sees in this text", "findings"),
    "next_finding": Act("screen.next_finding", "Finding: go to the next", "next finding"),
    "previous_finding": Act("screen.previous_finding", "Finding: go to the previous"),
    "other_end": Act("screen.other_end", "Finding: go to the other end of a pair", "other end"),
    "explain": Act("screen.explain", "Finding: explain its rule, with the source", "explain"),
    "mute": Act("screen.mute", "Finding: mute it (asks where)", "mute"),
    "mark": Act("screen.mark", "Mark the sentence at the cursor as critical; or not", "mark"),
    "ask_score": Act("screen.ask('score')", "Score by a model: price first", "score by model"),
    "ask_optimize": Act(
        "screen.ask('optimize')", "Prune or shorten by a model: price first", "shorten by model"
    ),
    "ask_review": Act("screen.ask('review')", "Review contradictions by a model: price first"),
    "ask_count": Act("screen.ask('count')", "Count exactly: the provider counts, price first"),
    "jobs": Act("screen.jobs", "Jobs: what runs, how far it is, what it cost", "jobs"),
    "rule_notes": Act("screen.rule_notes", "Rules: private notes, why each is there", "rules"),
}

_MOVES = {
    "up": Act("up", "Up"),
    "down": Act("down", "Down"),
    "page_up": Act("page_up", "One page up"),
    "page_down": Act("page_down", "One page down"),
    "first": Act("first", "To the first"),
    "last": Act("last", "To the last"),
}

_CLOSING = {
    "close": Act("screen.close", "Back to the text", "back"),
    "help": Act("app.keys", "Show the keys", "keys"),
}

ACTIONS: dict[str, dict[str, Act]] = {
    "bench": _BENCH,
    "panes": {
        "help": _BENCH["help"],
        "edit_task": _BENCH["edit_task"],
        "score": Act("screen.score", "Score the parts again", "score"),
        "finer": Act("screen.granularity(1)", "Cut into more parts", "finer"),
        "coarser": Act("screen.granularity(-1)", "Cut into fewer parts"),
        "scenario": _BENCH["scenario"],
        "cancel_job": Act(
            "screen.cancel_jobs", "Stop the background work: the marked job, else all", "stop"
        ),
        "next_pane": _BENCH["next_pane"],
        "previous_pane": Act("screen.previous_pane", "Go to the previous pane"),
        "to_editor": Act("screen.to_editor", "Back to the text", "to the text"),
        "why": _BENCH["why"],
        "open": Act("screen.open", "Open another prompt"),
        "layout": _BENCH["layout"],
        "theme": Act("app.change_theme", "Choose a theme"),
        "inspect": Act("screen.inspect", "Show the next view of the inspector"),
    },
    "parts": {
        **_MOVES,
        "pin": Act("screen.pin", "Pin the part, so that no proposal touches it; or unpin", "pin"),
        "split": Act("screen.split", "Split: a part opens at the cursor of the text", "split"),
        "merge": Act("screen.merge", "Merge: the part joins the one before it", "merge"),
        "go": Act("go", "Show the part in the text; again: the text gets the keys", "show it"),
    },
    "inspector": {
        **_MOVES,
        "go": Act(
            "go", "Show where the line points (again: the text), or do what it offers", "open"
        ),
        "next_view": Act("view(1)", "Next view", "next view"),
        "previous_view": Act("view(-1)", "Previous view"),
        "other_end": _BENCH["other_end"],
        "explain": _BENCH["explain"],
        "mute": _BENCH["mute"],
        "note": Act("screen.note", "Rules: write a private note on the marked one", "note"),
        "filter": Act(
            "screen.filter",
            "Filter: findings that are hidden, or only rules without evidence",
            "filter",
        ),
    },
    "editor": {
        "unselect": Act("unselect", "Drop the selection; the text keeps the keys"),
        "cursor_up": Act("cursor_up", "Cursor up"),
        "cursor_down": Act("cursor_down", "Cursor down"),
        "cursor_left": Act("cursor_left", "Cursor left"),
        "cursor_right": Act("cursor_right", "Cursor right"),
        "cursor_word_left": Act("cursor_word_left", "One word left"),
        "cursor_word_right": Act("cursor_word_right", "One word right"),
        "cursor_line_start": Act("cursor_line_start", "Start of the line"),
        "cursor_line_end": Act("cursor_line_end", "End of the line"),
        "cursor_page_up": Act("cursor_page_up", "One page up"),
        "cursor_page_down": Act("cursor_page_down", "One page down"),
        "cursor_start": Act("text_start", "Start of the prompt"),
        "cursor_end": Act("text_end", "End of the prompt"),
        "select_up": Act("cursor_up(True)", "Select up"),
        "select_down": Act("cursor_down(True)", "Select down"),
        "select_left": Act("cursor_left(True)", "Select left"),
        "select_right": Act("cursor_right(True)", "Select right"),
        "select_line_start": Act("cursor_line_start(True)", "Select to the line start"),
        "select_line_end": Act("cursor_line_end(True)", "Select to the line end"),
        "select_all": Act("select_all", "Select everything"),
        "delete_left": Act("delete_left", "Delete to the left"),
        "delete_right": Act("delete_right", "Delete to the right"),
        "delete_word_left": Act("delete_word_left", "Delete a word to the left"),
        "delete_word_right": Act("delete_word_right", "Delete a word to the right"),
        "delete_to_line_start": Act("delete_to_start_of_line", "Delete to the line start"),
        "delete_to_line_end": Act("delete_to_end_of_line_or_delete_line", "Delete to the line end"),
        "cut": Act("cut", "Cut"),
        "copy": Act("copy", "Copy"),
        "paste": Act("paste", "Paste"),
        "undo": Act("undo", "Undo"),
        "redo": Act("redo", "Redo"),
    },
    "review": {
        "accept": Act("screen.accept", "Accept this proposal", "accept"),
        "refuse": Act("screen.refuse", "Refuse it; remembered for this text", "refuse"),
        "edit": Act("screen.edit", "Reword it before accepting it", "edit"),
        "skip": Act("screen.skip", "Skip to the next", "skip"),
        "back": Act("screen.back", "Back to the one before"),
        "undo": Act("screen.undo", "Take back the last decision", "undo"),
        "whole_diff": Act("screen.whole_diff", "Diff of what is accepted, or of this one", "diff"),
        "filter": Act("screen.filter", "Show one kind of proposal only", "filter"),
        "accept_safe": Act("screen.accept_safe", "Accept all that are safe"),
        "close": Act("screen.close", "Done; your place is kept", "done"),
        "help": _BENCH["help"],
        "up": _MOVES["up"],
        "down": _MOVES["down"],
        "page_up": _MOVES["page_up"],
        "page_down": _MOVES["page_down"],
    },
    "diff": {
        "next_change": Act("screen.next_change", "Next change", "next"),
        "previous_change": Act("screen.previous_change", "Previous change", "previous"),
        "other": Act(
            "screen.other", "Compare with another text: version before, git HEAD", "other"
        ),
        "context": Act("screen.context", "More or less of what is equal", "context"),
        **_MOVES,
        **_CLOSING,
    },
    "versions": {
        **_MOVES,
        "compare": Act("screen.compare", "Compare with the text in the editor", "compare"),
        "view": Act("screen.view", "Read the version", "view"),
        "restore": Act("screen.restore", "Restore it as a new version", "restore"),
        "label": Act("screen.label", "Name it", "label"),
        **_CLOSING,
    },
}
