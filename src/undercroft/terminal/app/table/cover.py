"""The cover that lies over the table while the screen passes from one person to the next."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle
from textual.screen import Screen
from textual.widgets import Static

from undercroft.terminal.telling import player
from undercroft.terminal.words import say


class Cover(Screen[bool]):
    """Hides everything until the one who is next is alone with it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "uncover(True)", say("bar.show")),
        Binding("s,q", "uncover(False)", say("bar.save-and-leave")),
    ]

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        """Nothing but a name."""
        with Middle(), Center():
            yield Static(Text(say("table.cover", name=player(self.seat))), id="cover")

    def action_uncover(self, goes_on: bool) -> None:
        """Show the table to the player who has sat down, or leave."""
        self.dismiss(goes_on)
