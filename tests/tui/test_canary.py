"""Textual is pinned exactly; this fails when a private name that we build on is gone."""

from __future__ import annotations

import inspect
from importlib.metadata import version

import textual.document._document as document
import textual.document._document_navigator as navigator
import textual.document._edit as edit
import textual.document._wrapped_document as wrapped
from textual.app import App
from textual.widgets import TextArea


def test_the_pin_is_the_version_that_was_read() -> None:
    assert version("textual") == "8.2.8"


def test_private_names_are_still_there() -> None:
    for owner, names in (
        (document, ("DocumentBase", "EditResult", "Location", "Newline")),
        (navigator, ("DocumentNavigator",)),
        (edit, ("Edit",)),
        (wrapped, ("WrappedDocument",)),
        (TextArea, ("_set_document", "_refresh_size", "_replace_via_keyboard", "_undo_batch")),
        (TextArea, ("_rewrap_and_refresh_virtual_size", "_scroll_update", "_on_key")),
        (TextArea, ("_get_component_classes", "_watch_selection", "_redo_batch")),
        (App, ("_handle_exception", "_fatal_error")),
    ):
        for name in names:
            assert hasattr(owner, name), f"{owner.__name__}.{name} is gone"
    fields = set(edit.Edit.__dataclass_fields__)
    assert {"_edit_result", "_updated_selection", "_original_selection"} <= fields


def test_alt_with_a_letter_is_read_as_one_key() -> None:
    """The table of sequences is private; two of them in one piece are two keys and no text."""
    from textual import events
    from textual._xterm_parser import XTermParser

    from workbench.tui.alt_keys import know_alt_keys

    know_alt_keys()
    keys = list(XTermParser().feed("\x1bj\x1bj\x1b[A\x1bex"))
    assert all(isinstance(key, events.Key) for key in keys)
    assert [key.key for key in keys] == ["alt+j", "alt+j", "up", "alt+e", "x"]  # type: ignore[attr-defined]


def test_a_wrapped_document_is_asked_for_what_ours_answers() -> None:
    """A new public method upstream would fall through to lists that we do not fill."""
    public = {
        name
        for name, member in inspect.getmembers(wrapped.WrappedDocument)
        if not name.startswith("_") and (callable(member) or isinstance(member, property))
    }
    assert public == {
        "get_offsets", "get_sections", "get_tab_widths", "get_target_document_column", "height",
        "lines", "location_to_offset", "offset_to_location", "wrap", "wrap_range", "wrapped",
    }  # fmt: skip
