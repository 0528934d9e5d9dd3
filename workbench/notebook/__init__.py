"""The face for notebooks: a prompt and what the verbs find, shown as HTML and as plain text.

    prompt   Prompt: what `from workbench import Prompt` gives
    loaded   its bytes, counted once, and the settings
    results  what its methods return: typed, with `to_dict()` and `rows()`
    text     blocks as plain text
    given    the types of what is given to a method, told in two lines
    magic    `%load_ext workbench`, then `%%prompt`

Nothing is computed here: each method calls one verb, and the pages package of the verbs says what
is shown.
"""
