"""One module per kind of proposal; `find(ground)` yields drafts for one prompt."""
