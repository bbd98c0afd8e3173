"""The line at the top: what is played, its sealed fate, and who thinks."""

from time import monotonic
from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text
from textual.widget import Widget

from undercroft.terminal.app.table.side_pages import bar
from undercroft.terminal.client import Client, Thinker
from undercroft.terminal.words import say

LONG: Final = 1.0  # seconds from which on a bar shows how far a thought may be
SPINNER: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Heading(Widget):
    """One line."""

    def __init__(self, client: Client, **more: Any) -> None:
        super().__init__(**more)
        self._client = client
        self._thinker: Thinker | None = None
        self._since = 0.0
        self._lost = ""  # how it stands with the connection, when it is lost

    def on_mount(self) -> None:
        """Move while somebody thinks, and only then."""
        self.set_interval(0.1, self._tick)

    def thinks(self, thinker: Thinker | None) -> None:
        """Say who thinks, or that nobody does."""
        self._thinker, self._since = thinker, monotonic()
        self.refresh()

    def lost(self, lost: str) -> None:
        """Say that the connection is lost, or nothing."""
        if lost != self._lost:
            self._lost = lost
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
        """Say what is played, and who plays here."""
        return " · ".join(filter(None, [*self._client.title, self._client.you]))

    def right(self) -> str:
        """Say who thinks, that the connection is lost, or what seals the fate."""
        if self._thinker is not None:
            name, budget = self._thinker
            passed = monotonic() - self._since
            sign = SPINNER[int(passed * 10) % len(SPINNER)]
            share = min(1.0, passed / budget) if budget >= LONG else 0
            so_far = f"{bar(share, 8)} " if share else ""
            thinks = say("table.thinks", name=name, seconds=f"{passed:.0f}")
            return f"{sign} {so_far}{thinks}"
        sealed = self._client.shown.sealed
        if self._lost or sealed is not None or self._client.is_online:
            return self._lost or (say("table.sealed", sealed=sealed[:12]) if sealed else "")
        return say("form.lesson" if self._client.is_lesson else "form.real")
