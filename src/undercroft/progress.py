"""A bar that shows how far a study has come."""

from typing import Any


class Bar:
    """A progress bar on standard error, for those who watch."""

    def __init__(self, total: int, *, shown: bool) -> None:
        self._bar: Any = None
        if shown:
            from rich.console import Console  # slow to import, and seldom needed
            from rich.progress import Progress

            console = Console(stderr=True)
            self._bar = Progress(console=console, auto_refresh=False, transient=True)
            self._bar.add_task("plays", total=total)

    def __enter__(self) -> "Bar":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, plays: int) -> None:
        """Count plays."""
        if self._bar:
            self._bar.advance(self._bar.task_ids[0], plays)
            self._bar.refresh()
