"""How many random examples a property is tried on: few each time, many by hand.

`CTXBENCH_TEST_TIMES=10 pytest ...` tries ten times as many; `benchmarks/full` does.
"""

import os

TIMES = int(os.environ.get("CTXBENCH_TEST_TIMES", "1"))
