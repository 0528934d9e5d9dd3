"""ctxbench: a workbench for the prompts that language models load."""

__version__ = "0.1.0"
