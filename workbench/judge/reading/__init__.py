"""The reading: a model reads a whole prompt once and says what a careful editor would.

`question` asks, `answer` reads and checks what comes back, `second_look` lets the model try to
refute it, `repair` asks for edits without a loss. Pure: nothing is sent here.
"""
