"""A small model of what instructions are about: things, deeds, choices, places, amounts.

`words` finds the concepts of a sentence; the other modules hold the lists.
"""

from workbench.prompt.lexicon.stems import stem
from workbench.prompt.lexicon.words import Token, opposed, tokens

__all__ = ["Token", "opposed", "stem", "tokens"]
