"""What a model is asked to write, and what becomes of its words. Pure: nothing is sent here."""
