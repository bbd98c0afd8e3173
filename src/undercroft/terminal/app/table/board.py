"""The table as a part of the screen: it is drawn for the room it has, whenever that changes."""

from typing import Any

from rich.console import RenderableType
from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.message import Message
from textual.widgets import Static

from undercroft.core.game import Game
from undercroft.core.language.words import Words
from undercroft.terminal.app.table.drawing import fitted, picture, tinted
from undercroft.terminal.app.themes import inks


class Board(ScrollableContainer, can_focus=False):
    """Shows what a view shows."""

    class Moved(Message):
        """Another part of it is seen, or more, or less."""

    def __init__(self, game: Game[Any, Any] | None, **more: Any) -> None:
        super().__init__(**more)
        self._game = game
        self._view: Any = None
        self._words: Words | None = None
        self._text = ""

    def compose(self) -> ComposeResult:
        """Hold one picture."""
        yield Static(id="picture")

    def on_mount(self) -> None:
        """Tell when another part of it is seen."""
        for what in ("virtual_size", "scroll_y"):
            self.watch(self, what, self._tell)

    def show(self, view: Any, words: Words | None = None) -> None:
        """Show another view, in the game's words, or as they are at this table."""
        self._view, self._text, self._words = view, "", words
        self.draw()

    def show_text(self, table: str) -> None:
        """Show a table that somebody else has drawn."""
        self._view, self._text = None, table
        self.draw()

    @property
    def spare(self) -> int:
        """How many lines stand empty below the picture."""
        return max(
            0, self.scrollable_content_region.height - self.query_one("#picture").size.height
        )

    @property
    def has_more(self) -> bool:
        """Whether some of it lies below what is seen."""
        return self.max_scroll_y > self.scroll_y

    def draw(self) -> None:
        """Draw, for the room there is."""
        if (self._view is None and not self._text) or not self.is_mounted:
            return
        room, colours = self.scrollable_content_region, inks(self.app.theme)
        if self._game is None or self._view is None:
            drawn: RenderableType = tinted(fitted(self._text, room.width), colours)
        else:
            size = (room.width, room.height)
            drawn = picture(self._game, self._view, size, colours, self._words)
        self.query_one("#picture", Static).update(drawn)

    def on_resize(self, _: events.Resize) -> None:
        """Draw anew."""
        self.draw()
        self._tell()

    def _tell(self) -> None:
        self.post_message(self.Moved())
