"""`python -m workbench` is `ctxbench`."""

import sys

from workbench.cli import main

sys.exit(main())
