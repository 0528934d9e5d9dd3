"""Verbs are tried through the command line too."""

from tests.cli.conftest import here, run

__all__ = ["here", "run"]
