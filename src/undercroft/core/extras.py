"""How to add what an extra brings: one command that works however Undercroft was installed."""

import shlex
import sys


def to_install(extra: str) -> str:
    """Give the command that adds an extra's packages to the environment that runs this.

    Undercroft is on no package index, but pip takes the one that is installed there, and adds what
    is missing. So the command names that environment's Python: a clone's, a wheel's or pipx's.
    """
    return f"{shlex.quote(sys.executable)} -m pip install 'undercroft[{extra}]'"
