"""Full screens and dialogs, one per file."""
