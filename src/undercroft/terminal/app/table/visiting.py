"""A play on a server, as it is shown on the screen: the table, and what lies beside it."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, get_type_hints

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import WorkType

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.online_pages import Beside
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.side_pages import PAGES, Aside
from undercroft.terminal.app.themes import inks
from undercroft.terminal.local.parting import Parting
from undercroft.terminal.online.chat import spoken
from undercroft.terminal.online.client import (
    PAUSES,
    Arrived,
    asked_of,
    outcome_of,
    pleaded,
    titled,
    waited_for,
    words_at,
)
from undercroft.terminal.online.remembered import remember
from undercroft.terminal.online.seats import called, doings, is_time_up, own_seats, told_of
from undercroft.terminal.online.server import Asked, LineLost, Shown

T = TypeVar("T")


class ShownOnline(Screen[Parting | Arrived]):
    """The screen of a play on a server, as far as it is looked at."""

    AUTO_FOCUS = ""

    def __init__(self, arrived: Arrived) -> None:
        super().__init__()
        self._arrived = arrived
        self._server, self._address, self.shown, self._game, _ = arrived
        self.beside = Beside(arrived)
        self._put: Asked | None = None  # the question that stands on the screen
        self._gone = ""  # how it stands with the line, when it is gone
        self._saying = False  # what is typed is said, and no answer
        self._listens = False
        self._over = False  # its end was shown
        self._call: str | None = None  # where the others play again

    def compose(self) -> ComposeResult:
        """A heading, the table with what lies beside it, the question, the keys."""
        yield Static(id="heading")
        with Container(id="middle"):
            yield Board(self._game, id="board")
            yield Aside(PAGES, id="aside")
        yield Asking(id="asking")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show what is there, and follow what comes."""
        remember(self._arrived, self.shown)
        self.query_one(Aside).fill(self.beside.pages(lambda: inks(self.app.theme)))
        self.show(self.shown)
        self.run_worker(self.follow(), exclusive=False)

    # -- what comes -------------------------------------------------------------------------------

    async def follow(self) -> None:
        """Wait for news, again and again; the screen goes on."""
        while self.is_attached:
            news = await self.keep_trying(partial(self._server.look, self.shown.id, self.shown.at))
            if news is None:
                return
            self.show(news)

    async def listen(self) -> None:
        """Hear what is said, again and again."""
        talking = self.beside.talking
        first: int | None = None
        while self.is_attached:
            try:
                talk = await in_background(partial(self._server.talk, self.shown.id, first))
            except LineLost:
                await asyncio.sleep(PAUSES[2])  # whoever follows the play says so
                continue
            except Refused:
                return
            new = [line for line in talking.hear(talk) if not talking.is_own(line)]
            if first is not None and new and self.is_attached:
                self.beside.unread += len(new)
                self.query_one(Asking).note(spoken(new[-1]))
            first = talking.next
            self.show_talk()

    async def await_call(self) -> None:
        """Hear whether the others play again."""
        while self.is_attached and self._call is None:
            try:
                call = await in_background(partial(self._server.call, self.shown.id))
            except LineLost:
                await asyncio.sleep(PAUSES[2])
            except Refused:  # the server is of another version
                return
            else:
                self._call = call.play
        if self.is_attached:
            self.ask()

    async def keep_trying(self, action: Callable[[], T]) -> T | None:
        """Do something beside the screen; while the line is gone, say so, and try again."""
        tried = 0
        while self.is_attached:
            try:
                result = await in_background(action)
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
                return result
        return None

    def do_beside(self, kind: str, work: WorkType[None]) -> None:
        """Begin something beside the screen; what was begun of its kind before is dropped."""
        self.run_worker(work, exclusive=True, group=kind)

    def say_line(self, gone: str) -> None:
        """Say how it stands with the line."""
        if gone != self._gone:
            self._gone = gone
            self.head()

    # -- what is shown ----------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show how the play stands now; what is older than that is not shown."""
        if shown.at < self.shown.at or not self.is_attached:
            return
        before, self.shown = self.shown, shown
        self.beside.go_on(shown)
        if shown.talks and not self._listens:
            self._listens = True
            self.run_worker(self.listen(), exclusive=False)
        if shown.log != before.log:
            self._put = None
        self.head()
        view = view_of(self._game, shown)
        board = self.query_one(Board)
        if view is None or self._game is None:
            board.show_text(shown.table)
        else:
            board.show(view, words_at(self._game, shown))
        self.call_after_refresh(self.point_below)
        self.ask()
        if told := told_of(before, shown):
            self.query_one(Asking).note(" ".join(told))
        self.show_plea(before)
        self.show_page()
        if shown.outcome is not None and not self._over:
            self.turn_to("story")
            if doings(shown):
                self.do_beside("call", self.await_call)
        if self._over != (shown.outcome is not None):
            self._over = not self._over
            self.refresh_bindings()
            remember(self._arrived, shown)

    def head(self) -> None:
        """Write the heading: what is played, who one is, and how the line is."""
        mine = next(map(called, own_seats(self.shown)), "you look on")
        sealed = f"sealed {self.shown.sealed[:12]}" if self.shown.sealed else ""
        parts = [*titled(self._game, self.shown), mine, self._gone or sealed]
        self.query_one("#heading", Static).update(Text(" · ".join(filter(None, parts))))

    def point_below(self) -> None:
        """Say where the table goes on, when it does."""
        more = self.query_one(Board).has_more
        self.query_one(Aside).border_title = "▼ the table goes on: ]" if more else ""

    def show_plea(self, before: Shown) -> None:
        """Say that somebody wants to take an answer back, or what came of it."""
        plea, asking = self.shown.plea, self.query_one(Asking)
        if plea is not None:
            asking.note(pleaded(plea) + (" y agrees, x refuses." if plea.asked else ""))
        elif before.plea is not None:
            stays = self.shown.question == before.question
            asking.note("Somebody has refused: the answer stays." if stays else "")

    def show_page(self) -> None:
        """Draw what lies beside the table; what only the server knows comes when it comes."""
        self.query_one(Aside).draw()
        if self.query_one(Aside).page in ("story", "odds"):
            self.do_beside("page", self.fetch_page)

    async def fetch_page(self) -> None:
        """Ask the server for the page that is looked at."""
        await self.keep_trying(partial(self.beside.fetch, self.query_one(Aside).page))
        if self.is_attached:
            self.query_one(Aside).draw()

    def show_talk(self) -> None:
        """Show what was said, or that something was."""
        if self.is_attached:
            self.query_one(Aside).draw()
            unread = self.beside.unread
            self.query_one(Aside).mark("talk", f" ({unread} new)" if unread else "")

    def turn_to(self, page: str) -> None:
        """Show a page beside the table."""
        aside = self.query_one(Aside)
        aside.page = page
        for name in PAGES:
            self.set_class(name == page, f"-{name}")
        self.remove_class("-alone")
        self.show_page()
        self.show_talk()

    def ask(self) -> None:
        """Put the question, or say who is waited for, or how it ended."""
        asking, question = self.query_one(Asking), self.asked
        if question is not None and question == self._put:
            return
        self._put, typed = question, asking.half_typed if self._saying else None
        if self.shown.outcome is not None:
            seed = f" Seed: {self.shown.seed}." if self.shown.seed else ""
            said = f"Outcome: {outcome_of(self._game, self.shown)}.{seed}"
            asking.wait(f"{said}\n{self.what_now()}")
        elif question is None:
            asking.wait(f"{waited_for(self.shown)}{self.what_helps()}{self.links()}")
        else:
            left = f"  {self.shown.due} s left" if self.shown.due is not None else ""
            prompt = Text.assemble(question.prompt, (f"  {question.clause}{left}", "dim"))
            asking.offer(prompt, [(option.text, option.answer) for option in question.options])
        if typed is not None:  # a line half typed is not to be lost to what others do
            asking.open_line(*typed)
        else:
            self.open_for_fate()

    def what_now(self) -> str:
        """Say what can be done after the end."""
        if self._call is not None:
            return "Somebody wants to play again: a goes there. Enter closes the table."
        again = "a plays again" if self.shown.alone else "a plays again, with the same people"
        return f"{again}. Enter closes the table." if doings(self.shown) else "Enter closes it."

    def what_helps(self) -> str:
        """Say what can be done about whoever is waited for."""
        relieved = any(place.stands_in for place in own_seats(self.shown))
        up = " Time is up: w lets a bot answer." if is_time_up(self.shown) else ""
        return up + ("\nA bot plays for you: w takes your seat back." if relieved else "")

    def open_for_fate(self) -> None:
        """Keep the line open for what real cards show."""
        if self.asked is not None and not self.asked.options:
            self.query_one(Asking).open_line("what your table shows")

    @property
    def asked(self) -> Asked | None:
        """The open question, if it is one's own."""
        return asked_of(self.shown)

    def links(self) -> str:
        """Write the links that are to be sent to somebody."""
        found = [place for place in self.shown.seats if place.link]
        server = self._address.server
        return "".join(f"\n{called(place)}: {server}{place.link}" for place in found)


def view_of(game: Game[Any, Any] | None, shown: Shown) -> Any:
    """Read the view, to be drawn here; `None` unless this program means the same by it.

    The server may be of another version. So the view is drawn as text first: if that is what the
    server has drawn, rows and words are the same here.
    """
    if game is None or game.variant != shown.variant:
        return None
    try:
        view = msgspec.convert(shown.view, get_type_hints(game.view)["return"])
        same = game.draw_table(game.rows, view, words_at(game, shown)) == shown.table
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return None
    return view if same else None
