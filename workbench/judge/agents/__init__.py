"""Questions to a model about what is wrong with a prompt, and what its answers mean.

Pure: these modules build `Request`s and read `Answer` texts; they never send anything.
"""
