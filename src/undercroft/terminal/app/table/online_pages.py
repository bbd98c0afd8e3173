"""What lies beside a table on a server: the log, the story, the odds, the talk."""

from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Final, TypeAlias

from rich.console import RenderableType
from rich.text import Text

from undercroft.terminal.app.table.side_pages import LOG_LINES, bars, in_paragraphs, log_lines
from undercroft.terminal.online.chat import Talking
from undercroft.terminal.online.client import NOTHING_ASKED, Arrived, asked_of, log_of
from undercroft.terminal.online.server import Odds, Server, Shown, Story

WAITING: Final = Text("…")

Makers: TypeAlias = Mapping[str, Callable[[], RenderableType]]
"""How each page is made, by its name."""


class Beside:
    """Pages that the server fills: fetched when they are looked at, and again when it goes on."""

    def __init__(self, arrived: Arrived) -> None:
        self._server: Server = arrived.server
        self.shown: Shown = arrived.shown
        self.talking = Talking(self.shown, arrived.home)
        self.unread = 0  # lines that others have said, since the talk was looked at
        self.fresh = 0  # lines of the log that were there before the last answer
        self._story: Story | None = None
        self._odds: Odds | None = None

    def fetch(self, page: str) -> None:
        """Ask the server for what a page shows; this may take its time."""
        if page == "story":
            self._story = self._server.story(self.shown.id)
        elif page == "odds" and asked_of(self.shown) is not None:
            self._odds = self._server.odds(self.shown.id)

    def go_on(self, shown: Shown) -> None:
        """The play has gone on: what was counted counts no longer."""
        if shown.question != self.shown.question or shown.log != self.shown.log:
            self._odds = None
        self.shown = shown

    # -- pages ------------------------------------------------------------------------------------

    def pages(
        self, inks: Callable[[], Mapping[str, str]]
    ) -> dict[str, Callable[[], RenderableType]]:
        """Say how each page is made."""
        return {
            "log": self.log,
            "story": self.story,
            "odds": lambda: self.odds(inks()),
            "talk": self.talk,
        }

    def log(self) -> Text:
        """The log, with clauses; what is new in it stands out."""
        lines, clauses = log_of(self.shown), self.shown.clauses
        first = max(0, len(lines) - LOG_LINES)
        told = [*zip_longest(lines, clauses, fillvalue="")][first:]
        return log_lines(told, self.fresh - first)

    def story(self) -> RenderableType:
        """The story so far."""
        return in_paragraphs(self._story.paragraphs) if self._story else WAITING

    def odds(self, inks: Mapping[str, str]) -> RenderableType:
        """What each option can lead to, as bars."""
        if asked_of(self.shown) is None:
            return Text(NOTHING_ASKED)
        return bars(self._odds.counts, inks) if self._odds else WAITING

    def talk(self) -> Text:
        """What was said."""
        self.unread = 0
        said = [Text.assemble((line.name, "bold"), f"  {line.text}") for line in self.talking.lines]
        return Text("\n").join(said or [Text("' says something. Nobody has yet.")])
