"""One YAML file a host: what it does with prompt files, each statement with its source and day."""
