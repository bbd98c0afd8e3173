"""For all tests: a crowded machine is slow, not wrong; the same examples each time.

What Hypothesis tries is the same in every run of a tree, so that a failure belongs to the change
that made it. `UNDERCROFT_EXAMPLES=new` tries others; nightly runs set it.
"""

import os

from hypothesis import settings

settings.register_profile(
    "crowded", deadline=None, derandomize=os.environ.get("UNDERCROFT_EXAMPLES") != "new"
)
settings.load_profile("crowded")
