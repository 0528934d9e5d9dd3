"""The words of a sentence as concepts, in English, Japanese and Chinese."""

from workbench.prompt.lexicon.book import Alternative, Role, Token, lexicon, opposed
from workbench.prompt.lexicon.tokens import tokens, words

__all__ = ["Alternative", "Role", "Token", "lexicon", "opposed", "tokens", "words"]
