"""Data files: vocabularies with their licence notice, and dated figures about models and hosts."""
