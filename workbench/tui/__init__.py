"""The terminal face."""

import gc

# Importing and building widgets makes many objects that stay. With the usual threshold the
# collector walks through them again and again: a tenth of the time to the first screen.
gc.set_threshold(200_000, 20, 50)
