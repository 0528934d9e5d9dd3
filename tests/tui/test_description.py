"""The size of a description while somebody types: a host that cannot be read ends nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from workbench.hosts.registry import user_folder
from workbench.tui.description import DescriptionSize


def size() -> DescriptionSize:
    lines = ["---\n", "name: maps\n", "description: Draws maps.\n", "---\n", "Draw.\n"]
    live = SimpleNamespace(kind="skill", lines=lines, revision=1)
    return DescriptionSize(cast(Any, SimpleNamespace(live=live, known=True, settings=None)))


def test_the_limits_of_the_host_stand_beside_it() -> None:
    shown = size()
    shown.warm()
    assert shown.follow(2)
    assert "".join(piece.text for piece in shown.pieces()).count("below") == 2


def test_a_broken_file_of_a_host_only_leaves_the_limits_out() -> None:
    user_folder().mkdir(parents=True)
    (user_folder() / "tern.yaml").write_text("name: [\n")
    shown = size()
    shown.warm()
    assert shown.follow(2)
    assert "11 characters" in "".join(piece.text for piece in shown.pieces())
