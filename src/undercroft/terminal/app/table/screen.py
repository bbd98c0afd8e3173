"""The table on the full screen: a client, and the person who answers its questions."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, TypeVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.markup import escape
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer
from textual.worker import WorkType

from undercroft.core.errors import Refused
from undercroft.protocol import HintShown, QuestionShown
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.pages import clause_page, help_page
from undercroft.terminal.app.settings import Settings
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.cover import Cover
from undercroft.terminal.app.table.heading import Heading
from undercroft.terminal.app.table.keys import FOR_PLAYERS, HERE, ONLINE
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.seats import SeatsScreen
from undercroft.terminal.app.table.side_pages import (
    PAGES,
    Aside,
    bars,
    in_paragraphs,
    log_of_table,
)
from undercroft.terminal.app.themes import inks
from undercroft.terminal.client import PAUSES, Client, LineLost, Parting
from undercroft.terminal.commands import command
from undercroft.terminal.telling import asked_of, hinted, outcome_shown, player
from undercroft.terminal.words import say

T = TypeVar("T")


class TableScreen(Screen[Parting | Client]):
    """Shows what a client shows, at the pace that is set, and does there what is done here.

    It ends with what there is to say, or with the client of a rematch.
    """

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = HERE

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        self._put: QuestionShown | None = None  # the question that stands on the screen
        self._log: Sequence[str] = ()  # as it was then
        self._idle: str | None = None  # why none stands there
        self._listening: set[str] = set()  # what it is waiting for, by kind
        self._landing: Timer | None = None
        self._fetched: dict[str, RenderableType] = {}  # pages, as far as they were asked for
        self._saying = False  # what is typed is said, and no answer
        self._over = False  # its end was shown

    def compose(self) -> ComposeResult:
        """A heading, the table with what lies beside it, the question, the keys."""
        yield Heading(self.client)
        with Container(id="middle"):
            yield Board(self.client.game, id="board")
            yield Aside([page for page in PAGES if page != "talk" or self.client.chat], id="aside")
        yield Asking(id="asking")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        self.asking.wait("")
        self.aside.fill(
            {
                "log": self.log_page,
                "story": lambda: self._fetched.get("story", "…"),
                "odds": lambda: self._fetched.get("odds", "…"),
                "talk": self.talk_page,
            }
        )
        self.go_on()

    @property
    def asking(self) -> Asking:
        """Where the question stands."""
        return self.query_one(Asking)

    @property
    def aside(self) -> Aside:
        """What lies beside the table."""
        return self.query_one(Aside)

    @property
    def settings(self) -> Settings:
        """What the person has set."""
        settings: Settings = self.app.settings  # type: ignore[attr-defined]  # ours has them
        return settings

    @property
    def asked(self) -> QuestionShown | None:
        """The open question, if it stands on the screen before the person who is to answer it."""
        return None if self.is_landing else asked_of(self.client.shown)

    def beside(self, work: WorkType[None], kind: str = "") -> None:
        """Begin something beside the screen; what was begun of its kind before is dropped."""
        self.run_worker(work, exclusive=bool(kind), group=kind or "any")

    # -- what comes by itself ---------------------------------------------------------------------

    def listen(self) -> None:
        """Wait, beside the screen, for all that may come: a bot's choice, or a server's news."""
        for kind, wait in self.client.waits().items():
            if kind not in self._listening:
                self._listening.add(kind)
                self.beside(partial(self.await_one, kind, wait))

    async def await_one(self, kind: str, wait: Callable[[], object]) -> None:
        """Wait for one thing, and show it; what was refused once is not asked for again."""
        heading, thinker = self.query_one(Heading), self.client.thinker
        heading.thinks(thinker)
        found = await self.keep_trying(wait, aloud=kind != "talk" and kind != "call")
        if found is None or not self.is_attached:
            return
        self._listening.discard(kind)
        if self.client.thinker == thinker:
            heading.thinks(None)
        try:
            self.client.take(kind, found[0])
        except Refused as error:
            self.idle(say("table.refused", why=error))
            return
        if self.is_landing:  # what the person did is still on its way; this comes after it
            self.listen()
        else:
            self.go_on()

    async def keep_trying(self, action: Callable[[], T], *, aloud: bool = True) -> tuple[T] | None:
        """Do something beside the screen; while the connection is lost, say so, and try again."""
        heading, tried = self.query_one(Heading), 0
        while self.is_attached:
            try:
                result = await in_background(action)
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                if aloud:
                    heading.lost(say("table.lost-for-now", why=error, pause=pause))
                await asyncio.sleep(pause)
            except Refused as error:
                if aloud and self.is_attached:
                    heading.lost("")
                    self.asking.note(f"{error}.", "error")
                return None
            else:
                if aloud:
                    heading.lost("")
                return (result,)
        return None

    # -- what is shown ----------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show what is new, at its pace, while a bot may already think."""
        if not self.is_attached:
            return
        self._stop_landing()
        self.listen()
        if self.client.is_behind and self.settings.pace:
            self.asking.hold()
            self.land_one()
        else:
            self.land_all()

    def land_one(self) -> None:
        """Show the next card."""
        self._landing = None
        self.client.step()
        if self.client.is_behind:
            self.redraw()
            self._landing = self.set_timer(self.settings.pace, self.land_one)
        else:
            self.land_all()

    def land_all(self) -> None:
        """Show all there is, and put the question."""
        self._stop_landing()
        self.client.catch_up()
        self.client.settle()
        self.redraw()
        self.ask()

    @property
    def is_landing(self) -> bool:
        """Whether cards are still to be shown."""
        return self._landing is not None

    def _stop_landing(self) -> None:
        if self._landing is not None:
            self._landing.stop()
            self._landing = None

    def redraw(self) -> None:
        """Draw what is shown now."""
        view, board = self.client.view, self.query_one(Board)
        if view is None:
            board.show_text(self.client.table)
        else:
            board.show(view, self.client.words)
        self.call_after_refresh(self.point_below)
        self.show_page()
        self.query_one(Heading).refresh()

    def point_below(self) -> None:
        """Say where the table goes on, when it does."""
        more = self.query_one(Board).has_more
        self.aside.border_title = escape(say("table.more-below")) if more else ""

    def ask(self) -> None:
        """Put the question, or say why there is none; then what else is new."""
        shown, question = self.client.shown, asked_of(self.client.shown)
        typed = self.asking.half_typed if self._saying else None
        if question is None:
            self.idle(self.why_idle())
        elif question != self._put or shown.log != self._log:
            self.put(question)
        self._put, self._log = question, shown.log
        if typed is not None:  # a line half typed is not to be lost to what others do
            self.asking.open_line(*typed)
        if said := self.client.notices():
            self.asking.note(" ".join(said))
        if self._over != (shown.outcome is not None):
            self._over = not self._over
            self.refresh_bindings()
            if self._over and shown.options.get("chronicle") != "off":
                self.turn_to("story")

    def put(self, question: QuestionShown) -> None:
        """Put a question."""
        self._idle = None
        due = self.client.shown.due
        left = f"  {say('table.time-left', seconds=due)}" if due is not None else ""
        prompt = Text.assemble(question.prompt, (f"  {question.clause}{left}", "dim"))
        self.asking.offer(prompt, [(option.text, option.answer) for option in question.options])
        self.open_for_fate()

    def idle(self, text: str) -> None:
        """Say why there is no question, once: a note beside it stays."""
        if text != self._idle or self.asking.has_class("-held"):
            self._idle = text
            self.asking.wait(text)

    def why_idle(self) -> str:
        """Say who gets the screen, how the game ended, or whose turn it is."""
        client, shown, handover = self.client, self.client.shown, self.client.handover
        if handover is not None and handover.covered:
            return say("table.next", name=player(handover.seat))
        if handover is not None:
            return say("plain.pass-on")
        if shown.outcome is not None:
            seed = f" {say('outcome.seed', seed=shown.seed)}" if shown.seed else ""
            return f"{outcome_shown(client.words, shown)}{seed}\n{client.closing('a')}"
        links = [line for line in client.company() if line.startswith(" ")]
        return "\n".join([client.waiting, *links])

    def open_for_fate(self) -> None:
        """Keep the line open for what real cards show."""
        if self.asked is not None and not self.asked.options:
            self.asking.open_line(self.client.real_cards)

    # -- what lies beside the table ---------------------------------------------------------------

    def show_page(self) -> None:
        """Draw the page that is looked at; what only a server knows comes when it comes."""
        page, chat = self.aside.page, self.client.chat
        if page in ("story", "odds"):
            if self.client.is_online:
                self.beside(partial(self.fetch, page), "page")
            else:
                self._fetched[page] = self.page(page)
        if chat is not None:
            chat.unread = 0 if page == "talk" else chat.unread
            self.aside.mark(
                "talk", f" {say('pages.new', count=chat.unread)}" if chat.unread else ""
            )
        self.aside.draw()

    async def fetch(self, page: str) -> None:
        """Ask the server for a page."""
        made = await self.keep_trying(partial(self.page, page))
        if made is not None and self.is_attached:
            self._fetched[page] = made[0]
            self.aside.draw()

    def page(self, page: str) -> RenderableType:
        """Make a page: the story so far, or the odds."""
        try:
            if page == "story":
                return in_paragraphs(self.client.story())
            return bars(self.client.odds(), inks(self.app.theme))
        except Refused as error:
            return Text(f"{error}.")

    def log_page(self) -> Text:
        """The log, what is new in it set off."""
        return log_of_table(self.client.shown, self.client.fresh)

    def talk_page(self) -> Text:
        """What was said."""
        lines = self.client.chat.lines if self.client.chat else []
        said = [Text.assemble((line.name, "bold"), f"  {line.text}") for line in lines]
        return Text("\n").join(said or [Text(say("table.no-talk-here"))])

    def turn_to(self, page: str) -> None:
        """Show a page beside the table."""
        self.aside.page = page
        for name in PAGES:
            self.set_class(name == page, f"-{name}")
        self.remove_class("-alone")
        self.show_page()

    def on_resize(self, _: events.Resize) -> None:
        """Keep the newest line of the log in sight."""
        self.aside.draw()
        self.call_after_refresh(self.point_below)

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
            case "undo" | "redo" | "hint" | "who" | "leave" | "help":
                getattr(self, f"action_{name}")()
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
        if action == "rematch" and self.client.shown.outcome is None:
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

    def action_hint(self) -> None:
        """Ask for a hint."""
        if self.is_landing:
            self.land_all()
            return
        try:
            think = self.client.hint()
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

    def action_leaf(self, by: int) -> None:
        """Scroll what lies beside the table."""
        self.aside.leaf_through(by)

    def action_scroll_table(self, by: int) -> None:
        """Scroll the table, where it is larger than its room."""
        self.query_one(Board).scroll_relative(y=by, animate=False)
        self.call_after_refresh(self.point_below)

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
