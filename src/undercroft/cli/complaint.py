"""One line for what went wrong."""

import sys


def complain(message: str, code: int) -> int:
    """Say in one line what went wrong."""
    if sys.stderr is not None:
        print(f"undercroft: {' '.join(message.split())}", file=sys.stderr)
    return code
