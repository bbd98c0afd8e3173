"""The full-screen table as a program."""

import os
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.forms.join import JoinScreen
from undercroft.terminal.app.forms.new_game import Chosen, FormScreen
from undercroft.terminal.app.forms.settings import SettingsScreen
from undercroft.terminal.app.key_bar import LEAST
from undercroft.terminal.app.puzzles import PuzzleScreen
from undercroft.terminal.app.replay import ReplayScreen
from undercroft.terminal.app.settings import keep_settings, load_settings
from undercroft.terminal.app.start import StartScreen
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.screen import TableScreen, table_of
from undercroft.terminal.app.themes import themes
from undercroft.terminal.client import Client, Parting
from undercroft.terminal.files import read_text, reason
from undercroft.terminal.local.client import LocalClient
from undercroft.terminal.local.journal_notes import Notes
from undercroft.terminal.local.journals import Loaded, load
from undercroft.terminal.local.open_game import begin_lesson, record_game, resume_game
from undercroft.terminal.local.saved_games import of_today, todays_seed
from undercroft.terminal.online.client import arrive
from undercroft.terminal.online.remembered import forget
from undercroft.terminal.online.server import TurnedDown
from undercroft.terminal.words import say

GONE: Final = 404  # says a server that knows nothing of a seat


class UndercroftApp(App[Parting]):
    """Starts at the list of games, or at a table that is already laid."""

    CSS_PATH = "app.tcss"
    TITLE = "Undercroft"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (118, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (32, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(self, home: Path, client: Client | None = None) -> None:
        no_colour = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if no_colour else None)
        self.home = home
        self._first = client
        self.settings = load_settings(home)
        for theme in themes():
            self.register_theme(theme)
        self.theme = "no-colour" if no_colour else self.settings.theme

    def on_mount(self) -> None:
        """Show the table, if one is laid, or the start."""
        self.set_class(self.settings.density == "compact", "-compact")
        if self._first is not None:
            self.sit(self._first)
        else:
            self.push_screen(StartScreen(self.home))

    def on_resize(self, event: events.Resize) -> None:
        """Say so, if the window is too small."""
        columns, lines = event.size
        self.set_class(columns < LEAST[0] or lines < LEAST[1], "-tiny")

    # -- from one screen to the next --------------------------------------------------------------

    def sit(self, client: Client | None) -> None:
        """Sit down at a table."""
        if client is not None:
            self.push_screen(table_of(client), self.left)

    def left(self, left: Parting | Client | None) -> None:
        """A table was left: for a rematch, for good if it was the first, or for the start."""
        if left is not None and not isinstance(left, Parting):
            self.sit(left)
        elif self._first is not None:
            self.exit(left)
        else:
            for screen in self.screen_stack:
                if left and isinstance(screen, StartScreen):
                    screen.say("  ".join(left.facts[-2:]))

    def refuse(self, error: Refused) -> None:
        """Say in a line what cannot be done."""
        if isinstance(self.screen, StartScreen):
            self.screen.say(f"{error}.")
        else:
            self.notify(f"{error}.", severity="error", markup=False)

    def on_start_screen_play(self, message: StartScreen.Play) -> None:
        """Ask how a game shall be played; today's deal is played as it is."""
        if message.today:
            self.play_today(message.game)
        else:
            self.push_screen(FormScreen(message.game), self.begin)

    def begin(self, chosen: Chosen | None) -> None:
        """Begin a play."""
        if chosen is None:
            return
        try:
            recorded = record_game(
                self.home,
                chosen.game,
                chosen.options,
                None,
                chosen.seats,
                chosen.seed,
                chosen.notes,
            )
        except Refused as error:
            self.refuse(error)
        else:
            self.sit(LocalClient(recorded))

    def play_today(self, game: Game[Any, Any]) -> None:
        """Begin today's deal, or go on with it."""
        seed = todays_seed(game.id, datetime.now(UTC))
        try:
            path = of_today(self.home, game.id, seed)
            if path is not None:
                self.sit(LocalClient.resume(resume_game(self.home, path)))
                return
            _, seats = game.read_options({})
            recorded = record_game(self.home, game, {}, None, seats, seed, Notes())
        except Refused as error:
            self.refuse(error)
        else:
            self.sit(LocalClient(recorded))

    def on_start_screen_learn(self, message: StartScreen.Learn) -> None:
        """Begin a lesson."""
        try:
            recorded = begin_lesson(self.home, message.game, message.lesson)
        except Refused as error:
            self.refuse(error)
        else:
            self.sit(LocalClient(recorded))

    def on_start_screen_solve(self, message: StartScreen.Solve) -> None:
        """Solve puzzles."""
        try:
            screen = PuzzleScreen(message.game, self.home)
        except Refused as error:
            self.refuse(error)
        else:
            self.push_screen(screen)

    def on_start_screen_go_on(self, message: StartScreen.GoOn) -> None:
        """Go on with a play."""
        try:
            resumed = resume_game(self.home, message.path)
        except Refused as error:
            self.refuse(error)
        else:
            self.sit(LocalClient.resume(resumed))

    def on_start_screen_go_back(self, message: StartScreen.GoBack) -> None:
        """Go back to an online table."""
        self.run_worker(self.go_back(message.url), exclusive=False)

    async def go_back(self, url: str) -> None:
        """Go there, beside the screen; a table that is no longer there is forgotten."""
        start = self.screen
        if not isinstance(start, StartScreen):
            return
        start.say(say("join.connecting"))
        try:
            arrived = await in_background(partial(arrive, self.home, url, ""))
        except Refused as error:
            if isinstance(error, TurnedDown) and error.status == GONE:
                forget(self.home, url)
            start.fill()
            start.say(f"{error}.")
        else:
            start.say("")
            if self.screen is start:  # nobody has gone elsewhere meanwhile
                self.sit(arrived)

    def on_table_screen_watch_again(self, message: TableScreen.WatchAgain) -> None:
        """Watch the play that has just ended."""
        self.watch_again(message.path)

    def on_table_screen_show_line(self, message: TableScreen.ShowLine) -> None:
        """Watch how a deal could have been played."""
        self.push_screen(ReplayScreen(Loaded(message.game, message.journal, Notes())))

    def on_start_screen_watch(self, message: StartScreen.Watch) -> None:
        """Watch a play."""
        self.watch_again(message.path)

    def watch_again(self, path: Path) -> None:
        """Watch a play again."""
        try:
            loaded = load(path, read_text(path), None)
        except Refused as error:
            self.refuse(error)
        else:
            self.push_screen(ReplayScreen(loaded))

    def on_start_screen_join(self, _: StartScreen.Join) -> None:
        """Ask which online table somebody wants to sit at."""
        self.push_screen(JoinScreen(self.home), self.sit)

    # -- settings ---------------------------------------------------------------------------------

    def action_settings(self) -> None:
        """Show the settings."""
        self.push_screen(SettingsScreen(self.settings))

    def on_settings_screen_set(self, message: SettingsScreen.Set) -> None:
        """Let what was set hold at once, and keep it."""
        self.settings = message.settings
        if not self.no_color:
            self.theme = self.settings.theme
        self.set_class(self.settings.density == "compact", "-compact")
        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.draw()
        try:
            keep_settings(self.home, self.settings)
        except OSError as error:
            self.notify(say("settings.not-saved", why=reason(error)), markup=False)

    async def action_quit(self) -> None:
        """Leave. Every answer is on the disk already."""
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.action_leave()
                if self._first is not None:
                    return
        self.exit(Parting([], []))


def run(home: Path, client: Client | None = None) -> Parting:
    """Run the program; give what there is to say after it."""
    app = UndercroftApp(home, client)
    parting = app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
    return parting or Parting([], [])
