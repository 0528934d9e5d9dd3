"""Every version, score and run in one SQLite file."""
