"""The table on the full screen: a client, and the person who answers its questions."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.message import Message

from undercroft.core.errors import Refused
from undercroft.core.game import Game
from undercroft.core.records.journal import Journal
from undercroft.protocol import HintShown
from undercroft.terminal.app.pages import clause_page, help_page
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.cover import Cover
from undercroft.terminal.app.table.heading import Heading
from undercroft.terminal.app.table.keys import AFTER, BEFORE, FOR_PLAYERS, HERE, ONLINE
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.seats import SeatsScreen
from undercroft.terminal.app.table.showing import TableShown
from undercroft.terminal.client import Client
from undercroft.terminal.commands import command, hint_level
from undercroft.terminal.telling import hinted
from undercroft.terminal.words import say


class TableScreen(TableShown):
    """Does what the person at the screen does: answers, commands and keys."""

    BINDINGS: ClassVar[list[BindingType]] = HERE

    class ShowLine(Message):
        """Watch how a deal could have been played."""

        def __init__(self, game: Game[Any, Any], journal: Journal) -> None:
            super().__init__()
            self.game, self.journal = game, journal

    class WatchAgain(Message):
        """Watch a game again."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    # -- what is done -----------------------------------------------------------------------------

    def do(self, action: Callable[[], None]) -> None:
        """Change the game: here at once, online beside the screen. It is refused in a line."""
        if self.client.is_online:
            if not self.asking.has_class("-held"):
                self.beside(partial(self.send, action))
            return
        try:
            action()
        except Refused as error:
            self.asking.note(f"{error}.", "error")
        else:
            self._put = self._idle = None
            self.query_one(Heading).thinks(None)
            self.go_on()

    async def send(self, action: Callable[[], None]) -> None:
        """Send what changes the game."""
        self.asking.hold()
        done = await self.keep_trying(action)
        if self.is_attached:
            self.asking.release()
            if done is not None:
                self._put = None
                self.go_on()

    def on_asking_picked(self, event: Asking.Picked) -> None:
        """An option was picked."""
        if self.is_landing:
            self.land_all()
        elif self.asked is not None:
            self.do(partial(self.client.answer, self.asked.options[event.at].answer))

    def on_asking_typed(self, event: Asking.Typed) -> None:
        """A line was typed: something to say, a command or an answer."""
        said, self._saying = self._saying, False
        self.asking.close_line()
        self.open_for_fate()
        if said and event.text:
            self.beside(partial(self.speak, event.text))
        elif event.text:
            self.try_to(event.text)

    def try_to(self, typed: str) -> None:
        """Do what was typed, or say why not."""
        try:
            self.take(typed)
        except Refused as error:
            self.asking.note(f"{error}.", "error")

    def take(self, typed: str) -> None:
        """Do what was typed: a command, or an answer."""
        client = self.client
        name, rest = command(typed, online=client.is_online)
        client.check(name)
        match name:
            case "hint":
                self.action_hint(hint_level(rest))
            case "undo" | "redo" | "who" | "leave" | "help":
                getattr(self, f"action_{name}")()
            case "chances":
                self.turn_to("odds")
            case "odds" | "story" | "log":
                self.action_page(name)
            case "table":
                self.action_alone()
            case "rule" if rest and client.game is not None:
                self.app.push_screen(clause_page(client.game, rest.upper()))
            case "rule":
                self.action_help()
            case "agree" | "refuse":
                self.action_consent(name == "agree")
            case "say":
                self.beside(partial(self.speak, rest))
            case "talk":
                self.turn_to("talk")
            case "mute" | "unmute" if client.chat is not None:
                told = client.chat.mute(rest, client.shown.seats, on=name == "mute")
                self.show_page()
                self.asking.note(told)
            case "rematch":
                self.action_rematch(same=rest == "same")
            case _:
                deed = client.deed(typed.lower().split())
                self.do(deed or partial(client.answer, client.read(typed)))

    async def speak(self, text: str) -> None:
        """Say something to the table."""
        await self.keep_trying(partial(self.client.say, text))
        if self.is_attached:
            self.show_page()

    async def advise(self, think: Callable[[], HintShown]) -> None:
        """Wait for a hint, beside the screen."""
        question = self.asked
        self.asking.note(say("hint.thinking"))
        hint = await self.keep_trying(think)
        if hint is not None and self.is_attached and question == self.asked:
            at, told = hinted(hint[0], question)
            if at is not None:
                self.asking.point_at(at)
            self.asking.note(told)

    async def go_to_rematch(self, same: bool) -> None:
        """Begin a rematch, or go where another has."""
        client = await self.keep_trying(partial(self.client.rematch, same=same))
        if client is not None and self.is_attached:
            self.dismiss(client[0])

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is of use now: to spectators, those of players are not."""
        over = self.client.shown.outcome is not None
        if action in (BEFORE if over else AFTER) or (over and "odds" in parameters):
            return False
        if action == "rematch" and parameters and self.client.shown.sealed is None:
            return False  # nobody can deal real cards the same again
        if action == "win" and self.won is None:
            return False
        watches = self.client.kind == "watching"
        return not (watches and (action in FOR_PLAYERS or "odds" in parameters))

    def action_figure(self, figure: str) -> None:
        """A figure answers; while cards land, it shows the rest of them first."""
        if self.is_landing:
            self.land_all()
        elif self.asked is not None and self.asking.has_options:
            self.asking.press(figure)

    def action_land(self) -> None:
        """Show all cards now."""
        if self.is_landing:
            self.land_all()

    def action_undo(self) -> None:
        """Undo the last answer, or ask the others for it."""
        self.do(self.client.undo)

    def action_redo(self) -> None:
        """Redo what was undone."""
        self.do(self.client.redo)

    def action_consent(self, agrees: bool) -> None:
        """Agree that somebody undoes an answer, or refuse."""
        self.do(partial(self.client.consent, agrees))

    def action_hint(self, level: str = "") -> None:
        """Ask for a hint, of the level that is typed or set."""
        if self.is_landing:
            self.land_all()
            return
        try:
            think = self.client.hint(level or self.settings.hints.replace("thumb", ""))
        except Refused as error:
            self.asking.note(f"{error}.")
        else:
            self.beside(partial(self.advise, think), "hint")

    def action_page(self, page: str) -> None:
        """Show a page; the page that is shown gives way to the log."""
        self.turn_to("log" if page == self.aside.page else page)

    def action_next_page(self) -> None:
        """Go on from the log to the story, and to the talk."""
        after = {"log": "story", "story": "talk"}
        self.turn_to(after.get(self.aside.page, "log"))

    def action_say(self) -> None:
        """Open a line to say something on."""
        self.turn_to("talk")
        self._saying = True
        signals = [*self.client.chat.signals] if self.client.chat else []
        self.asking.open_line(say("table.say", signals=signals))

    def action_who(self) -> None:
        """Say who is at the table, and offer what can be done about them."""
        seats = SeatsScreen(self.client.company(), self.client.offers())
        self.app.push_screen(seats, lambda words: self.try_to(words) if words else None)

    def action_rematch(self, same: bool = False) -> None:
        """Play again, when the game is over."""
        self.beside(partial(self.go_to_rematch, same), "rematch")

    def action_watch(self) -> None:
        """Watch the game again, when it is over."""
        if self.client.journal is not None:
            self.post_message(self.WatchAgain(self.client.journal))

    def action_win(self) -> None:
        """Watch how the deal could have been won."""
        if self.won is not None and self.client.game is not None:
            self.post_message(self.ShowLine(self.client.game, self.won))

    def action_leaf(self, by: int) -> None:
        """Scroll what lies beside the table."""
        self.aside.leaf_through(by)

    def action_scroll_table(self, by: int) -> None:
        """Scroll the table, where it is larger than its room."""
        self.query_one(Board).scroll_relative(y=by, animate=False)

    def action_alone(self) -> None:
        """Give the table all the room, or take it back."""
        self.toggle_class("-alone")

    def action_type(self) -> None:
        """Open a line to type on."""
        if self.asked is not None or self.client.is_online:
            self._saying = False
            self.asking.open_line(say("table.type"))

    def action_escape(self) -> None:
        """Close the line, or show all cards."""
        if self.is_landing:
            self.land_all()
        else:
            self._saying = False
            self.asking.close_line()
            self.open_for_fate()

    def action_enter(self) -> None:
        """Go on: show the rest, pass the screen, let a bot try again, or close the game."""
        handover = self.client.handover
        if self.is_landing:
            self.land_all()
        elif handover is not None and handover.covered:
            self.app.push_screen(Cover(handover.seat), self.uncovered)
        elif handover is not None:
            self.client.hand_over()
            self.go_on()
        elif self.client.shown.outcome is not None:
            self.action_leave()
        elif not self.client.is_online:
            self.go_on()

    def uncovered(self, goes_on: bool | None) -> None:
        """Somebody sat down, or wants to leave."""
        if goes_on:
            self.client.hand_over()
            self.go_on()
        else:
            self.action_leave()

    def action_help(self) -> None:
        """Explain the question, the keys and the game."""
        if self.client.game is not None:
            clause = self.asked.clause if self.asked is not None else None
            kind = "here" if self.client.kind == "bots" else self.client.kind
            self.app.push_screen(help_page(self.client.game, clause, say(f"keys.{kind}")))

    def action_leave(self) -> None:
        """Leave: all is saved already, here or on the server."""
        self._stop_landing()
        self.dismiss(self.client.part())


class OnlineTableScreen(TableScreen, inherit_bindings=False):
    """The same table, with the keys that are of use online."""

    BINDINGS: ClassVar[list[BindingType]] = ONLINE


def table_of(client: Client) -> TableScreen:
    """Show a client's table."""
    return OnlineTableScreen(client) if client.is_online else TableScreen(client)
