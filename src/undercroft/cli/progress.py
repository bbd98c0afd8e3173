"""A bar that shows how far a study has come."""

import sys
from typing import Any

from undercroft.cli.words import say


class Bar:
    """A progress bar on standard error, for those who watch."""

    def __init__(
        self, total: int, *, quiet: bool = False, ticks: bool = False, title: str | None = None
    ) -> None:
        self._bar: Any = None
        self._ticks, self._done = ticks, 0
        if sys.stderr.isatty() and not quiet and not ticks:
            from rich.console import Console  # slow to import, and seldom needed
            from rich.progress import Progress

            console = Console(stderr=True)
            self._bar = Progress(console=console, auto_refresh=False, transient=True)
            self._bar.add_task(title or say("study.bar"), total=total)

    def __enter__(self) -> "Bar":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, plays: int) -> None:
        """Count plays; for a program that watches, in lines."""
        self._done += plays
        if self._ticks:
            print(self._done, file=sys.stderr, flush=True)
        if self._bar:
            self._bar.advance(self._bar.task_ids[0], plays)
            self._bar.refresh()
