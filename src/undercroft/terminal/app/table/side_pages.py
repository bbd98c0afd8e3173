"""What lies beside the table: the log, the story, the odds."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from undercroft.core.events import Event
from undercroft.core.play import Play
from undercroft.protocol import PlayShown
from undercroft.terminal.client import Odds
from undercroft.terminal.telling import event_line, log_of
from undercroft.terminal.words import say

PAGES: Final = ("log", "story", "odds", "talk")
LOG_LINES: Final = 150
BAR: Final = 12


class Aside(Vertical):
    """Shows one of its pages; the others wait."""

    def __init__(self, pages: Iterable[str], **more: Any) -> None:
        super().__init__(**more)
        self.page = "log"
        self._pages = [*pages]
        self._makers: dict[str, Callable[[], RenderableType]] = {}
        self._marks: dict[str, str] = {}
        self._drawn: RenderableType = ""

    def compose(self) -> ComposeResult:
        """A line of names, and the page."""
        yield Static(id="names")
        with VerticalScroll(id="leaf", can_focus=False):
            yield Static(id="text")

    def turn_to(self, page: str) -> None:
        """Show a page; the page that is shown gives way to the log."""
        self.page = "log" if page == self.page else page
        self.draw()

    def fill(self, makers: Mapping[str, Callable[[], RenderableType]]) -> None:
        """Say how pages are made; only the one that is shown will be."""
        self._makers |= makers
        self.draw()

    def draw(self) -> None:
        """Make the page anew."""
        if not self.is_mounted:
            return
        names = Text("  ").join(
            Text(say(f"pages.{page}"), "bold underline" if page == self.page else "dim")
            + Text(self._marks.get(page, ""), "bold")
            for page in self._pages
        )
        self.query_one("#names", Static).update(names)
        make = self._makers.get(self.page)
        content = make() if make else ""
        if not isinstance(content, Text) or content != self._drawn:  # laying out anew is dear
            self.query_one("#text", Static).update(content)
        self._drawn = content
        leaf = self.query_one("#leaf", VerticalScroll)
        leaf.anchor(self.page != "odds")  # the newest line stays in sight
        if self.page == "odds":
            leaf.call_after_refresh(leaf.scroll_home, animate=False)

    def mark(self, page: str, news: str) -> None:
        """Say beside a page's name that there is something new on it."""
        self._marks[page] = news
        self.draw()

    def leaf_through(self, by: int) -> None:
        """Scroll by a page."""
        leaf = self.query_one("#leaf", VerticalScroll)
        leaf.scroll_relative(y=by * max(1, leaf.size.height - 1), animate=False)


def log(play: Play, events: Sequence[Event], fresh: int = 0) -> Text:
    """Write the log, a line each with its clause; from `fresh` on it is new."""
    words = play.game.words
    first = max(0, len(events) - LOG_LINES)
    told = [(event_line(play, event), words.clause(event)) for event in events[first:]]
    return log_lines(told, fresh - first)


def log_lines(told: Iterable[tuple[str, str]], fresh: int) -> Text:
    """Write lines, each with its clause; from `fresh` on they are new."""
    return Text("\n").join(
        Text.assemble((line, "bold" if at >= fresh else ""), (f"  {clause}", "dim"))
        for at, (line, clause) in enumerate(told)
        if line
    )


def log_of_table(shown: PlayShown, fresh: int) -> Text:
    """Write the log of a table, a line each with its clause; from `fresh` on it is new."""
    lines = [*zip_longest(log_of(shown), shown.clauses, fillvalue="")]
    first = max(0, len(lines) - LOG_LINES)
    return log_lines(lines[first:], fresh - first)


def story(play: Play, events: Sequence[Event], key: str) -> RenderableType:
    """Tell the story so far."""
    return in_paragraphs(play.game.chronicle(events, play.game.words, key))


def in_paragraphs(told: Iterable[str]) -> RenderableType:
    """Set paragraphs apart."""
    return Group(*(Padding(Text(paragraph), (0, 0, 1, 0)) for paragraph in told))


def bars(odds: Odds, inks: Mapping[str, str]) -> RenderableType:
    """Draw what was counted, a bar for each case."""
    if not odds:
        return Text(say("odds.no-luck"))
    parts: list[RenderableType] = []
    for option, cases in odds.items():
        total = sum(cases.values())
        parts.append(Text(say("odds.heading", option=option, total=total)))
        grid = Grid.grid(padding=(0, 1))
        for case, count in sorted(cases.items(), key=lambda pair: -pair[1]):
            share = count / total
            grid.add_row(
                Text(f"{share:.0%}", justify="right"),
                Text(bar(share), inks.get("primary", "")),
                Text(str(count), "dim", justify="right"),
                Text(case),
            )
        parts.append(grid)
    return Group(*parts)


def bar(share: float, width: int = BAR) -> str:
    """Draw a share as a bar, in eighths."""
    eighths = round(share * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")).ljust(width, "·")
