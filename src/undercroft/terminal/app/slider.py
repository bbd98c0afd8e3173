"""A slider: where in a row of things one is."""

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Slider(Widget):
    """Draws a place between nothing and all; a click goes there."""

    at: reactive[int] = reactive(0)
    last: reactive[int] = reactive(0)

    class Moved(Message):
        """Somebody clicked a place."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def render(self) -> Text:
        """Draw it."""
        count = f" {self.at}/{self.last}"
        wide = max(2, self.size.width - len(count))
        here = round(self.at / self.last * (wide - 1)) if self.last else 0
        return Text.assemble(("━" * here, "bold"), "●", ("─" * (wide - 1 - here), "dim"), count)

    def on_click(self, event: events.Click) -> None:
        """Go where the mouse points."""
        wide = max(2, self.size.width - len(f" {self.at}/{self.last}"))
        share = min(1.0, event.x / (wide - 1))
        self.post_message(self.Moved(round(share * self.last)))
