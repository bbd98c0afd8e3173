"""Puzzles on the full screen: the day's, then those that suit the player."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.games import catalogue
from undercroft.puzzles.bank import next_for, of_day, shipped
from undercroft.puzzles.puzzle import Puzzle
from undercroft.terminal.app.key_bar import KeyBar
from undercroft.terminal.app.table.drawing import picture
from undercroft.terminal.app.themes import inks
from undercroft.terminal.solving import asked_in, before, keep_try, stands, tries_at, verdict
from undercroft.terminal.words import say


class PuzzleScreen(Screen[None]):
    """A table, a question and its options; then what each of them is worth."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "figure(1)", say("bar.answer"), key_display="1-9"),
        *(Binding(f"{figure}", f"figure({figure})", show=False) for figure in range(2, 10)),
        Binding("n,enter", "next", say("bar.next-puzzle"), key_display="Enter"),
        Binding("g", "game", say("bar.another-game")),
        Binding("q,escape", "close", say("bar.back"), key_display="q"),
    ]

    def __init__(self, game: Game[Any, Any], home: Path) -> None:
        super().__init__()
        self._game, self._home = game, home
        self._given: str | None = None  # what was answered
        self._puzzle: Puzzle = self._first()
        self._play: Play = self._puzzle.play(game)

    def _first(self) -> Puzzle:
        """Give today's, or if that was tried, the one that suits the player."""
        today = of_day(self._game, f"{datetime.now(UTC):%Y-%m-%d}")
        tried = {one.puzzle for one in tries_at(self._game, self._home)}
        return self._chosen() or today if today.id in tried else today

    def _chosen(self) -> Puzzle | None:
        tries = tries_at(self._game, self._home)
        return next_for(self._game, stands(tries).rating, {one.puzzle for one in tries})

    def compose(self) -> ComposeResult:
        """The table, what happened, the options or what they are worth."""
        yield Static(id="title")
        with VerticalScroll(id="puzzle", can_focus=False):
            yield Static(id="picture")
        yield Static(id="told")
        yield OptionList(id="answers", compact=True, markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Put the first one."""
        self._put()

    def on_resize(self) -> None:
        """Draw it as large as there is room."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        room = self.query_one("#puzzle").scrollable_content_region
        view, colours = self._play.view(self._puzzle.seat), inks(self.app.theme)
        drawn = picture(self._game, view, (room.width, room.height), colours)
        self.query_one("#picture", Static).update(drawn)

    def _put(self) -> None:
        game, puzzle = self._game, self._puzzle
        self._given, self._play = None, puzzle.play(game)
        question = asked_in(self._play)
        title = say("puzzles.title", game=game.title, rating=puzzle.rating)
        self.query_one("#title", Static).update(Text(title))
        last = before(game, puzzle, self._play)[-2:]
        self._tell([*last, game.words.prompt(question)])
        answers = self.query_one(OptionList)
        answers.clear_options()
        for number, option in enumerate(question.options, 1):
            answers.add_option(Option(f"{number:>2}  {game.words.option(question, option)}"))
        answers.display, answers.highlighted = True, 0
        answers.focus()
        self.refresh_bindings()
        self.call_after_refresh(self._draw)

    def _tell(self, lines: list[str]) -> None:
        self.query_one("#told", Static).update(Text("\n".join(lines)))

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is of use: you answer once, then the next puzzle follows."""
        return {"figure": self._given is None, "next": self._given is not None}.get(action, True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        self.action_figure(event.option_index + 1)

    def action_figure(self, number: int) -> None:
        """Answer by number."""
        options = asked_in(self._play).options
        if self._given is not None or number > len(options):
            return
        self._given = str(options[number - 1])
        tries = keep_try(self._game, self._puzzle, self._given, self._home)
        self.query_one(OptionList).display = False
        self.set_focus(None)
        self._tell(verdict(self._game, self._puzzle, self._play, self._given, tries))
        self.refresh_bindings()
        self.call_after_refresh(self._draw)

    def action_next(self) -> None:
        """Put the next puzzle."""
        following = self._chosen()
        if following is None:
            self._tell([say("puzzles.none-left")])
        else:
            self._puzzle = following
            self._put()

    def action_game(self) -> None:
        """Go on with the next game that has puzzles."""
        games = [game for game in catalogue().values() if shipped(game)]
        at = [game.id for game in games].index(self._game.id)
        self._game = games[(at + 1) % len(games)]
        self._puzzle = self._first()
        self._put()

    def action_close(self) -> None:
        """Go back to the start."""
        self.dismiss()
