"""A play as it is shown on the screen: card by card, at the pace that is set."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer

from undercroft.core.events import Event
from undercroft.core.questions import Decision, Question
from undercroft.terminal.app.settings import Settings
from undercroft.terminal.app.table import side_pages as aside
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.heading import Heading
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.side_pages import Aside
from undercroft.terminal.app.themes import inks
from undercroft.terminal.local.pacing import Trail
from undercroft.terminal.local.parting import Parting
from undercroft.terminal.local.recorded_game import Sitting
from undercroft.terminal.local.shared_screen import Chair


class ShownPlay(Screen[Parting]):
    """The screen of a play, as far as it is looked at.

    The real play runs ahead: its answers are on the disk at once. What is shown follows it card by
    card, and any key shows the rest.
    """

    AUTO_FOCUS = ""

    def __init__(self, sitting: Sitting, *, fresh: bool, heard: int = 0) -> None:
        super().__init__()
        self.sitting = sitting
        self.play = sitting.play
        self.trail = Trail(sitting.play, from_start=fresh)
        self.chair = Chair(sitting.people)
        self.next_seat: int | None = None  # who is to sit down next, when the table is covered
        self.is_passing = False  # somebody sits here who is asked nothing, and passes the table on
        self._heard = heard  # events that were on the screen before the last answer
        self._landing: Timer | None = None

    def compose(self) -> ComposeResult:
        """A heading, the table with what lies beside it, the question, the keys."""
        yield Heading(self.sitting)
        with Container(id="middle"):
            yield Board(self.play.game, id="board")
            yield Aside(id="aside")
        yield Asking(id="asking")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def here(self) -> int | None:
        """Who sits at the screen."""
        return self.chair.here

    @property
    def asked(self) -> Question[Any] | None:
        """The open question, if it stands on the screen before the one who is to answer it."""
        question = self.play.question
        if self.is_landing or self.next_seat is not None or self.is_passing:
            return None
        if isinstance(question, Decision) and not self.chair.asks(question):
            return None
        return question

    def settle(self) -> None:
        """Go on when all is shown."""
        raise NotImplementedError  # each screen has its own way

    @property
    def settings(self) -> Settings:
        """What the person has set."""
        settings: Settings = self.app.settings  # type: ignore[attr-defined]  # ours has them
        return settings

    # -- landing ----------------------------------------------------------------------------------

    def land_one(self) -> None:
        """Show the next card, or the next few if nobody here may see them."""
        self._landing = None
        before = self.seen
        while self.trail.is_behind and self.seen == before:
            self.trail.step()
        self.redraw()
        if self.trail.is_behind:
            self._landing = self.set_timer(self.settings.pace, self.land_one)
        else:
            self.settle()

    def land_all(self) -> None:
        """Show all there is."""
        self._stop_landing()
        self.trail.catch_up()
        self.redraw()
        self.settle()

    @property
    def is_landing(self) -> bool:
        """Whether cards are still to be shown."""
        return self._landing is not None

    def _stop_landing(self) -> None:
        if self._landing is not None:
            self._landing.stop()
            self._landing = None

    @property
    def seen(self) -> int:
        """How many events the one at the screen has been shown."""
        return len(self.told)

    @property
    def told(self) -> list[Event]:
        """What the one at the screen may know has happened."""
        if self.sitting.is_unattended:
            return self.trail.shown.events
        return self.trail.shown.events_for(self.here)

    def redraw(self) -> None:
        """Draw what is shown now."""
        self.query_one(Board).show(self.trail.shown.view(self.here))
        self.call_after_refresh(self.point_below)
        self.query_one(Aside).draw()
        self.query_one(Heading).refresh()

    def point_below(self) -> None:
        """Say where the table goes on, when it does."""
        more = self.query_one(Board).has_more
        self.query_one(Aside).border_title = "▼ the table goes on: ]" if more else ""

    def log_page(self) -> Text:
        """The log, what is new in it set off."""
        return aside.log(self.play, self.told, self._heard)

    def story(self) -> RenderableType:
        """The story so far; at the end, the whole of it."""
        key = self.play.journal.sealed or ""
        told = self.trail.shown.events if self.play.outcome else self.told
        return aside.story(self.play, told, key)

    def odds(self) -> RenderableType:
        """What can come, as far as the one who is asked can know."""
        if self.asked is None and self.play.question is not None:
            return Text("…")
        return aside.odds(self.play, self.asked, inks(self.app.theme))

    def on_resize(self, _: events.Resize) -> None:
        """Keep the newest line of the log in sight."""
        self.query_one(Aside).draw()
        self.call_after_refresh(self.point_below)
