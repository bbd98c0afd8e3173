"""A seat at an online table, on the full screen."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, get_type_hints

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Footer, Static

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.games import catalogue
from undercroft.terminal.app.aside import Aside
from undercroft.terminal.app.asking import Asking
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.board import Board
from undercroft.terminal.app.pages import clause_page, help_page
from undercroft.terminal.online import PAUSES, Arrived, called, chosen, kept, outcome_of, waited_for
from undercroft.terminal.parting import Parting
from undercroft.terminal.plain import LEAVE
from undercroft.terminal.server import LineLost, Shown

HELP = """\
1-9        answer              Enter  answer what is marked
t          the table alone     /      type a word, or ? T-31
?          this page           ,      settings
PgUp PgDn  scroll the log      [ ]    scroll the table
s          leave; your seat is kept
Hints, odds, talk and taking back are in the browser, at the same address."""


class OnlineScreen(Screen[Parting]):
    """Shows what the server shows of a play, and sends answers there."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "figure('1')", "answer", key_display="1-9"),
        *(Binding(figure, f"figure('{figure}')", show=False) for figure in "234567890"),
        Binding("slash,colon", "type", "type", key_display="/"),
        Binding("t", "alone", "table"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("comma", "app.settings", "settings", key_display=","),
        Binding("pageup", "leaf(-1)", show=False, priority=True),
        Binding("pagedown", "leaf(1)", show=False, priority=True),
        Binding("left_square_bracket", "scroll_table(-3)", show=False),
        Binding("right_square_bracket", "scroll_table(3)", show=False),
        Binding("escape", "escape", "back", show=False),
        Binding("enter", "enter", show=False),
        Binding("s,q", "leave", "leave"),
    ]
    AUTO_FOCUS = ""

    def __init__(self, arrived: Arrived) -> None:
        super().__init__()
        self._server, self._address, self.shown = arrived
        self._game = catalogue().get(self.shown.game)
        self._put = -1  # the entry whose question stands on the screen
        self._fresh = 0  # lines of the log that were there before the last answer
        self._gone = ""  # how it stands with the line, when it is gone

    def compose(self) -> ComposeResult:
        """A heading, the table with the log beside it, the question, the keys."""
        yield Static(id="heading")
        with Container(id="middle"):
            yield Board(self._game, id="board")
            yield Aside(["log"], id="aside")
        yield Asking(id="asking")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show what is there, and follow what comes."""
        self.query_one(Aside).fill({"log": self.log_page})
        self.show(self.shown)
        self.run_worker(self.follow(), exclusive=False)

    # -- what comes -------------------------------------------------------------------------------

    async def follow(self) -> None:
        """Wait for news, again and again; the screen goes on."""
        while self.is_attached and self.shown.outcome is None:
            news = await self.keep_trying(partial(self._server.look, self.shown.id, self.shown.at))
            if news is not None:
                self.show(news)

    async def keep_trying(self, action: Callable[[], Shown]) -> Shown | None:
        """Do something beside the screen; while the line is gone, say so, and try again."""
        tried = 0
        while self.is_attached:
            try:
                shown = await in_background(action)
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                self.say_line(f"the line is gone ({error}); again in {pause} s")
                await asyncio.sleep(pause)
            except Refused as error:
                self.say_line("")
                self.query_one(Asking).note(f"{error}.", "error")
                return None
            else:
                self.say_line("")
                return shown
        return None

    def say_line(self, gone: str) -> None:
        """Say how it stands with the line."""
        if gone != self._gone:
            self._gone = gone
            self.head()

    def show(self, shown: Shown) -> None:
        """Show how the play stands now; what is older than that is not shown."""
        if shown.at < self.shown.at or not self.is_attached:
            return
        self.shown = shown
        self.head()
        view = view_of(self._game, shown)
        board = self.query_one(Board)
        if view is None:
            board.show_text(shown.table)
        else:
            board.show(view)
        self.query_one(Aside).draw()
        self.ask()

    def head(self) -> None:
        """Write the heading: what is played, who one is, and how the line is."""
        mine = next((called(place) for place in self.shown.seats if place.yours), "")
        title = self._game.title if self._game else self.shown.game
        sealed = f"sealed {self.shown.sealed[:12]}" if self.shown.sealed else ""
        parts = [title, mine, self._gone or sealed]
        self.query_one("#heading", Static).update(Text(" · ".join(filter(None, parts))))

    def log_page(self) -> Text:
        """The log; what is new in it stands out."""
        lines = self.shown.log[-150:]
        first = len(self.shown.log) - len(lines)
        return Text("\n").join(
            Text(line, "bold" if at >= self._fresh else "") for at, line in enumerate(lines, first)
        )

    # -- asking -----------------------------------------------------------------------------------

    @property
    def asked(self) -> Any:
        """The open question, if it is one's own."""
        question = self.shown.question
        return question if question and question.yours and not self.shown.waits else None

    def ask(self) -> None:
        """Put the question, or say who is waited for, or how it ended."""
        asking, question = self.query_one(Asking), self.asked
        if self.shown.outcome is not None:
            seed = f" Seed: {self.shown.seed}." if self.shown.seed else ""
            asking.wait(f"Outcome: {outcome_of(self.shown)}.{seed}\nEnter closes the table.")
        elif question is None:
            asking.wait(f"{waited_for(self.shown)}{self.links()}")
        elif self.shown.at != self._put:  # a line half typed is not to be lost to somebody's coming
            self._put = self.shown.at
            left = f"  {self.shown.due} s left" if self.shown.due is not None else ""
            prompt = Text.assemble(question.prompt, (f"  {question.clause}{left}", "dim"))
            asking.offer(prompt, [(option.text, option.answer) for option in question.options])
            if not question.options:
                asking.open_line("what your table shows")

    def links(self) -> str:
        """Write the links that are to be sent to somebody."""
        found = [place for place in self.shown.seats if place.link]
        server = self._address.server
        return "".join(f"\n{called(place)}: {server}{place.link}" for place in found)

    async def send(self, answer: str) -> None:
        """Send an answer. It names its entry: sent twice, it is taken once."""
        self.query_one(Asking).hold()
        self._fresh = len(self.shown.log)
        at = self.shown.at
        taken = await self.keep_trying(partial(self._server.answer, self.shown.id, at, answer))
        if taken is not None:
            self.show(taken)
        else:
            self.query_one(Asking).remove_class("-held")

    def on_asking_picked(self, event: Asking.Picked) -> None:
        """An option was picked."""
        if self.asked is not None and not self.query_one(Asking).has_class("-held"):
            self.run_worker(self.send(self.asked.options[event.at].answer), exclusive=False)

    def on_asking_typed(self, event: Asking.Typed) -> None:
        """A line was typed: a command or an answer."""
        if self.asked is not None and self.asked.options:
            self.query_one(Asking).close_line()
        match event.text.lower().split():
            case []:
                self.action_escape()
            case [word] if word in LEAVE:
                self.action_leave()
            case ["?" | "help"]:
                self.action_help()
            case ["?" | "rule" | "rules", clause] if self._game is not None:
                self.app.push_screen(clause_page(self._game, clause.upper()))
            case _ if self.asked is not None:
                try:
                    answer = chosen(self.asked, event.text)
                except Refused as error:
                    self.query_one(Asking).note(f"{error}.", "error")
                else:
                    self.run_worker(self.send(answer), exclusive=False)

    # -- keys -------------------------------------------------------------------------------------

    def action_figure(self, figure: str) -> None:
        """A figure answers."""
        if self.asked is not None and self.query_one(Asking).has_options:
            self.query_one(Asking).press(figure)

    def action_type(self) -> None:
        """Open a line to type on."""
        if self.asked is not None:
            self.query_one(Asking).open_line()

    def action_escape(self) -> None:
        """Close the line."""
        if self.asked is not None and self.asked.options:
            self.query_one(Asking).close_line()

    def action_alone(self) -> None:
        """Give the table all the room, or take it back."""
        self.toggle_class("-alone")

    def action_leaf(self, by: int) -> None:
        """Scroll the log."""
        self.query_one(Aside).leaf_through(by)

    def action_scroll_table(self, by: int) -> None:
        """Scroll the table, where it is larger than its room."""
        self.query_one(Board).scroll_relative(y=by, animate=False)

    def action_help(self) -> None:
        """Explain the question, the keys and the game."""
        if self._game is not None:
            clause = self.asked.clause if self.asked is not None else None
            self.app.push_screen(help_page(self._game, clause, HELP))

    def action_enter(self) -> None:
        """Close the table when the play is over."""
        if self.shown.outcome is not None:
            self.dismiss(Parting([], [f"Outcome: {outcome_of(self.shown)}."]))

    def action_leave(self) -> None:
        """Leave: the server keeps the play, and the seat."""
        over = self.shown.outcome is not None
        fact = f"Outcome: {outcome_of(self.shown)}." if over else kept(self._address)
        self.dismiss(Parting([], [fact]))


def view_of(game: Game[Any, Any] | None, shown: Shown) -> Any:
    """Read the view, to be drawn here; `None` unless this program means the same by it.

    The server may be of another version, or play a variant. So the view is drawn as text first: if
    that is what the server has drawn, rows and words are the same here.
    """
    if game is None:
        return None
    try:
        view = msgspec.convert(shown.view, get_type_hints(game.view)["return"])
        same = game.draw_table(game.rows, view, game.words) == shown.table
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return None
    return view if same else None
