"""The line at the top: what is played, its sealed fate, and who thinks."""

from time import monotonic
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text
from textual.widget import Widget

from undercroft.core.fates import seal
from undercroft.terminal.app.table.side_pages import bar
from undercroft.terminal.local.recorded_game import Sitting
from undercroft.terminal.telling import what_is_played

LONG: Final = 1.0  # seconds from which on a bar shows how far a thought may be
SPINNER: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Heading(Widget):
    """One line."""

    def __init__(self, sitting: Sitting, **more: Any) -> None:
        super().__init__(**more)
        self._sitting = sitting
        self._thinker: str | None = None
        self._since = self._budget = 0.0

    @property
    def busy(self) -> bool:
        """Whether somebody thinks."""
        return self._thinker is not None

    def on_mount(self) -> None:
        """Move while somebody thinks, and only then."""
        self.set_interval(0.1, self._tick)

    def thinks(self, name: str | None, budget: float = 0) -> None:
        """Say who thinks, and for how many seconds at most; or nobody."""
        self._thinker, self._since, self._budget = name, monotonic(), budget
        self.refresh()

    def _tick(self) -> None:
        if self._thinker is not None:
            self.refresh()

    def render(self) -> Grid:
        """Write it."""
        grid = Grid.grid(expand=True)
        grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        grid.add_column(justify="right", no_wrap=True)
        grid.add_row(Text(self.what(), "bold"), Text(self.right()))
        return grid

    def what(self) -> str:
        """Say what is played."""
        play = self._sitting.play
        options = what_is_played(play.game, play.options.given(), play.seats)
        return " · ".join([play.game.title, *options])

    def right(self) -> str:
        """Say who thinks, or what seals the fate."""
        if self._thinker is not None:
            passed = monotonic() - self._since
            sign = SPINNER[int(passed * 10) % len(SPINNER)]
            share = min(1.0, passed / self._budget) if self._budget >= LONG else 0
            so_far = f"{bar(share, 8)} " if share else ""
            return f"{sign} {so_far}{self._thinker} thinks {passed:.0f} s"
        seed = self._sitting.seed
        return f"sealed {seal(seed)[:12]}" if seed is not None else "real cards"
