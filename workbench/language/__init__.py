"""How the sentences of a prompt are read: once, by one tokeniser, for every package above."""
