"""The keys at the foot of a screen: on more than one line where one is too short for them."""

from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.geometry import Size
from textual.layout import ArrangeResult, Layout
from textual.layouts.horizontal import HorizontalLayout
from textual.widget import Widget
from textual.widgets import Footer, Static

from undercroft.terminal.words import say

LEAST: Final = (60, 20)  # columns and lines for a table with its options


class _Lines(HorizontalLayout):
    """From left to right, and on to the next line."""

    name = "lines"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Fold what Textual lays out in one line."""
        line = start = 0
        placed = []
        for place in super().arrange(parent, children, size, greedy):
            if place.region.right - start > size.width and place.region.x > start:
                line, start = line + 1, place.region.x
            placed.append(place._replace(region=place.region.translate((-start, line))))
        return placed


_LINES: Final = _Lines()


class KeyBar(Footer):
    """The keys that are of use now."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        """The keys; in a window that is too small, a line that says so."""
        yield from super().compose()
        yield Static(Text(say("table.small", columns=LEAST[0], lines=LEAST[1])), id="small")

    @property
    def layout(self) -> Layout:
        """As many lines as are needed."""
        return _LINES
