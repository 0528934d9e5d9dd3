"""The rules of the review, one file each; a file that starts with `_` is a helper."""
