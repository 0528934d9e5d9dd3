"""Word lists that old readers still use; they go with those."""
