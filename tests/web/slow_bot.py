"""A bot of Labyrintheus that takes its time when it is asked in secret: as long as it is told to.

`THINKS` names a file that is there while it thinks; it answers when the file has gone.
"""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from undercroft.core.questions import Decision

THINKS = "UNDERCROFT_TEST_THINKS"


class Slow:
    """Answers at random, and in secret only when the test lets it."""

    def __init__(self, rows: Mapping[str, Any], random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        if decision.secret:
            thinks = Path(os.environ[THINKS])
            thinks.touch()
            while thinks.exists():
                time.sleep(0.01)
        return decision.options[int(self.random() * len(decision.options))]
