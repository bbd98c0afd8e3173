"""A play watched again: the slider goes back and forth through its answers."""

from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from undercroft.core.events import Event
from undercroft.core.play import Play
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.app.pages import help_page
from undercroft.terminal.app.slider import Slider
from undercroft.terminal.app.table import side_pages as aside
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.side_pages import Aside
from undercroft.terminal.local.frames import Frame, frames
from undercroft.terminal.local.journals import Loaded
from undercroft.terminal.telling import outcome_of
from undercroft.terminal.words import say


class ReplayScreen(Screen[None]):
    """Shows a journal's play after each of its answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", say("bar.back"), key_display="←"),
        Binding("right", "move(1)", say("bar.forth"), key_display="→"),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("home", "move(-1000000)", say("bar.first"), key_display="Home"),
        Binding("end", "move(1000000)", say("bar.last"), key_display="End"),
        Binding("up", "decision(-1)", show=False),
        Binding("down", "decision(1)", show=False),
        Binding("space", "run", say("bar.run"), key_display="Space"),
        Binding("e", "eyes", say("bar.eyes")),
        Binding("c", "page('story')", say("bar.story")),
        Binding("l", "page('log')", show=False),
        Binding("question_mark", "help", say("bar.help"), key_display="?"),
        Binding("comma", "app.settings", show=False),
        Binding("escape,q,s", "back", say("bar.back"), key_display="Esc"),
    ]
    AUTO_FOCUS = ""

    def __init__(self, loaded: Loaded) -> None:
        super().__init__()
        self._loaded = loaded
        self._game = loaded.game
        self._play = Play(loaded.game, loaded.journal.options, loaded.journal.seats)
        self._frames: list[Frame] = []
        self._seat = 0  # the seat that was asked last
        self._eyes = 0  # 0: of the seat that is asked; then each seat; then a spectator
        self._clock: Timer | None = None

    def compose(self) -> ComposeResult:
        """The table with what lies beside it, and the slider below."""
        yield Static(Text(self._game.title), id="heading")
        with Container(id="middle"):
            yield Board(self._game, id="board")
            yield Aside(("log", "story"), id="aside")
        with Container(id="watching"):
            yield Static(id="step")
            yield Slider()
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the play, beside the screen."""
        self.query_one(Aside).fill({"log": self.log_page, "story": self.story})
        self.run_worker(self.read())

    async def read(self) -> None:
        """Replay it once, and keep every frame; a long play shows how far it is."""
        ticking = self.set_interval(0.1, self.show_progress)
        try:
            await in_background(self.read_frames)
        finally:
            ticking.stop()
        slider = self.query_one(Slider)
        slider.last = len(self._frames) - 1
        self.go_to(0)

    def read_frames(self) -> None:
        """Fill the list of frames."""
        for frame in frames(self._loaded, self._play):
            self._frames.append(frame)

    def show_progress(self) -> None:
        """Say how far the reading is."""
        done, total = len(self._frames), len(self._loaded.journal.entries)
        reading = say("replay.reading", done=done, total=total)
        self.query_one("#step", Static).update(Text(reading))

    # -- showing ----------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """After how many answers."""
        return self.query_one(Slider).at

    @property
    def _is_read(self) -> bool:
        return len(self._frames) == len(self._loaded.journal.entries) + 1

    def go_to(self, at: int) -> None:
        """Show the table after so many answers."""
        if not self._is_read:
            return
        at = min(max(at, 0), len(self._frames) - 1)
        self.query_one(Slider).at = at
        self.query_one(Board).show(self._game.view(self._frames[at].state, self.eyes()))
        self.query_one("#step", Static).update(self.step(at))
        self.query_one(Aside).draw()

    def eyes(self) -> int | None:
        """With whose eyes the table is seen; `None`: a spectator's."""
        if self._eyes == 0:
            asked = (frame.asked for frame in self._frames[self.at :: -1])
            return next((seat for seat in asked if seat is not None), 0)
        return self._eyes - 1 if self._eyes <= self._loaded.journal.seats else None

    def step(self, at: int) -> Text:
        """Say which answer it is, and at the end how the play came out."""
        seat = self.eyes()
        seen = say("replay.spectator") if seat is None else say("replay.seen", number=seat + 1)
        answer = f"{at}. {self._frames[at].answer}" if at else say("replay.start")
        if at == len(self._frames) - 1:
            answer += f"   {say('outcome.sentence', outcome=outcome_of(self._play))}"
        return Text.assemble((answer, "bold"), (f"   {seen}", "dim"))

    def told(self) -> list[Event]:
        """What has happened up to here."""
        if not self._is_read:
            return []
        return self._play.events[: self._frames[self.at].events]

    def log_page(self) -> Text:
        """The log up to here; what the last answer led to is set off."""
        before = self._frames[self.at - 1].events if self._is_read and self.at else 0
        return aside.log(self._play, self.told(), before)

    def story(self) -> Any:
        """The story up to here."""
        return aside.story(self._play, self.told(), self._loaded.journal.sealed or "")

    # -- keys -------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Go so many answers back or forth."""
        self.stop()
        self.go_to(self.at + by)

    def action_decision(self, by: int) -> None:
        """Go to the decision before or after."""
        self.stop()
        at = self.at + by
        while 0 < at < len(self._frames) - 1 and not self._frames[at].is_decision:
            at += by
        self.go_to(at)

    def action_run(self) -> None:
        """Go on by itself, or stop."""
        if self._clock is not None:
            self.stop()
            return
        if self.at == len(self._frames) - 1:
            self.go_to(0)
        pace = self.app.settings.pace or 0.35  # type: ignore[attr-defined]  # ours has them
        self._clock = self.set_interval(pace, self.run_on)

    def run_on(self) -> None:
        """Go on by an answer; stop at the end."""
        self.go_to(self.at + 1)
        if self.at == len(self._frames) - 1:
            self.stop()

    def stop(self) -> None:
        """Stop going on by itself."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def action_eyes(self) -> None:
        """See it with another one's eyes."""
        self._eyes = (self._eyes + 1) % (self._loaded.journal.seats + 2)
        self.go_to(self.at)

    def action_page(self, page: str) -> None:
        """Show the log or the story."""
        self.query_one(Aside).turn_to(page)
        for name in aside.PAGES:
            self.set_class(self.query_one(Aside).page == name, f"-{name}")

    def action_help(self) -> None:
        """Explain the keys and the game."""
        self.app.push_screen(help_page(self._game, None, say("keys.replay")))

    def action_back(self) -> None:
        """Leave."""
        self.stop()
        self.dismiss()

    def on_slider_moved(self, event: Slider.Moved) -> None:
        """Somebody clicked a place."""
        self.stop()
        self.go_to(event.at)
