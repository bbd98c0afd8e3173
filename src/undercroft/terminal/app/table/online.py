"""A seat at an online table, on the full screen."""

from functools import partial
from typing import ClassVar

from textual.binding import BindingType

from undercroft.core.errors import Refused
from undercroft.terminal.app.background import in_background
from undercroft.terminal.app.pages import clause_page, help_page
from undercroft.terminal.app.table.board import Board
from undercroft.terminal.app.table.keys import COMMANDS, ONLINE
from undercroft.terminal.app.table.question import Asking
from undercroft.terminal.app.table.seats import SeatsScreen
from undercroft.terminal.app.table.side_pages import Aside
from undercroft.terminal.app.table.visiting import ShownOnline
from undercroft.terminal.local.parting import Parting
from undercroft.terminal.online.client import NOTHING_ASKED, chosen, hinted, kept, moved, outcome_of
from undercroft.terminal.online.remembered import remember
from undercroft.terminal.online.seats import Deed, check_seated, deed, looks_on
from undercroft.terminal.online.server import LineLost

SAY = "say something, or: "
HELP = """\
1-9        answer              Enter  answer what is marked
u          take back           r      give it back again
h          a hint              o      the odds
c          the story so far    l      log, story, talk
'          say something       w      who is there, and what helps
t          the table alone     /      type a word, ? T-31, mute Ann
?          this page           ,      settings
PgUp PgDn  scroll log, story   [ ]    scroll the table
s          leave; your seat    a      play again, after the end
           is kept
Others are asked before you take back: y agrees, x refuses.
w lets a bot play for you, or for somebody away, takes your seat
back, hurries whoever has used the time up, gives up. The words
for it, typed after /: bot, bot Ann, back, hurry, give up, again."""


LOOKING = """\
You look on, and see what everybody may see.
c          the story so far    l      log, story, talk
t          the table alone     w      who is at the table
?          this page           /      type ? T-31, mute Ann
PgUp PgDn  scroll log, story   [ ]    scroll the table
,          settings            s      leave"""
PLAYERS = ("figure", "take_back", "give_back", "hint", "say", "consent", "again")


class OnlineScreen(ShownOnline):
    """Shows what the server shows of a play, and sends there what is done."""

    BINDINGS: ClassVar[list[BindingType]] = ONLINE

    # -- what is done -----------------------------------------------------------------------------

    def do(self, action: Deed) -> None:
        """Change the play, beside the screen."""
        if not self.query_one(Asking).has_class("-held"):
            self.run_worker(self.send(action), exclusive=False)

    async def send(self, action: Deed) -> None:
        """Send what changes the play. It names its entry: sent twice, it is taken once."""
        asking = self.query_one(Asking)
        asking.hold()
        shown, fresh = self.shown, len(self.shown.log)
        taken = await self.keep_trying(partial(action, shown.id, shown.at))
        if taken is not None:
            self._put, self.beside.fresh = None, fresh
            self.show(taken)
        if self.is_attached:
            asking.remove_class("-held")

    def on_asking_picked(self, event: Asking.Picked) -> None:
        """An option was picked."""
        if self.asked is not None:
            answer = self.asked.options[event.at].answer
            self.do(partial(self._server.answer, answer=answer))

    def on_asking_typed(self, event: Asking.Typed) -> None:
        """A line was typed: something to say, a command or an answer."""
        said, self._saying = self._saying, False
        self.query_one(Asking).close_line()
        self.open_for_fate()
        if said and event.text:
            self.run_worker(self.speak(event.text), exclusive=False)
        elif event.text:
            self.try_to(event.text)

    def try_to(self, typed: str) -> None:
        """Do what was typed, or say why not."""
        try:
            self.take(typed)
        except Refused as error:
            self.query_one(Asking).note(f"{error}.", "error")

    def take(self, typed: str) -> None:
        """Do what was typed."""
        words = typed.lower().split()
        check_seated(words, self.shown)
        match words:
            case [word] if word in COMMANDS:
                COMMANDS[word](self)
            case ["?" | "rule" | "rules", clause] if self._game is not None:
                self.app.push_screen(clause_page(self._game, clause.upper()))
            case ["agree" | "refuse" as said]:
                self.action_consent(said == "agree")
            case ["say", *_]:
                self.run_worker(self.speak(typed[3:].strip()), exclusive=False)
            case ["talk"]:
                self.turn_to("talk")
            case ["w" | "who"]:
                self.action_who()
            case ["mute" | "unmute" as how, *who]:
                on, seats = how == "mute", self.shown.seats
                told = self.beside.talking.mute(" ".join(who), seats, on=on)
                self.show_talk()
                self.query_one(Asking).note(told)
            case ["again"] | ["again", "same"]:
                self.action_again(same=len(words) > 1)
            case _:
                self.do(deed(words, self.shown, self._server) or self.answer(typed))

    def answer(self, typed: str) -> Deed:
        """Find the answer that was typed."""
        if self.asked is None:
            raise Refused(NOTHING_ASKED.removesuffix("."))
        return partial(self._server.answer, answer=chosen(self.asked, typed))

    async def speak(self, text: str) -> None:
        """Say something to the table."""
        await self.keep_trying(partial(self.beside.talking.say, self._server, text))
        self.show_talk()

    async def advise(self) -> None:
        """Ask for a hint, beside the screen."""
        asking, question = self.query_one(Asking), self.asked
        asking.note("The adviser thinks …")
        hint = await self.keep_trying(partial(self._server.hint, self.shown.id))
        if hint is not None and self.is_attached and question == self.asked:
            at, told = hinted(hint, question)
            if at is not None:
                asking.point_at(at)
            asking.note(told)

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key is of use now: to whoever looks on, those of players are not."""
        if action == "again" and self.shown.outcome is None:
            return False
        return not (looks_on(self.shown) and (action in PLAYERS or "odds" in parameters))

    def action_figure(self, figure: str) -> None:
        """A figure answers."""
        if self.asked is not None and self.query_one(Asking).has_options:
            self.query_one(Asking).press(figure)

    def action_take_back(self) -> None:
        """Take the last answer back, or ask the others for it."""
        self.do(self._server.undo)

    def action_give_back(self) -> None:
        """Give back what was taken back."""
        self.do(self._server.redo)

    def action_consent(self, agrees: bool) -> None:
        """Agree that somebody takes an answer back, or refuse."""
        if self.shown.plea is not None:
            self.do(partial(self._server.consent, agrees=agrees))

    def action_hint(self) -> None:
        """Ask for a hint."""
        if self.asked is None:
            self.query_one(Asking).note(NOTHING_ASKED)
        else:
            self.do_beside("hint", self.advise)

    def action_page(self, page: str) -> None:
        """Show a page; the page that is shown gives way to the log."""
        self.turn_to("log" if page == self.query_one(Aside).page else page)

    def action_next_page(self) -> None:
        """Go on from the log to the story, and to the talk."""
        after = {"log": "story", "story": "talk"}
        self.turn_to(after.get(self.query_one(Aside).page, "log"))

    def action_say(self) -> None:
        """Open a line to say something on."""
        self.turn_to("talk")
        self._saying = True
        signals = ", ".join(self.beside.talking.signals)
        self.query_one(Asking).open_line(f"{SAY}{signals}")

    def action_who(self) -> None:
        """Say who is at the table, and offer what can be done about them."""
        self.app.push_screen(SeatsScreen(self.shown, self.links()), self.see_to)

    def see_to(self, words: str | None) -> None:
        """Do what was chosen there."""
        if words is not None:
            self.try_to(words)

    def action_again(self, same: bool = False) -> None:
        """Play again, when the play is over."""
        if self.shown.outcome is not None:
            self.do_beside("again", partial(self.play_again, same))
        else:
            self.query_one(Asking).note("The play is not over; s leaves it.", "error")

    async def play_again(self, same: bool) -> None:
        """Lay the table again, or go where another has."""
        if self._call is not None and not same:
            laying = partial(self._server.look, self._call)
        else:
            laying = partial(self._server.again, self.shown.id, same=same)
        try:
            shown = await in_background(laying)
        except LineLost as error:
            self.query_one(Asking).note(f"The line is gone ({error}).", "error")
        except Refused as error:
            self.query_one(Asking).note(f"{error}.", "error")
        else:
            if self.is_attached:
                self.dismiss(moved(self._arrived, shown))

    def action_type(self) -> None:
        """Open a line to type on."""
        self._saying = False
        self.query_one(Asking).open_line()

    def action_escape(self) -> None:
        """Close the line."""
        self._saying = False
        self.query_one(Asking).close_line()
        self.open_for_fate()

    def action_alone(self) -> None:
        """Give the table all the room, or take it back."""
        self.toggle_class("-alone")

    def action_leaf(self, by: int) -> None:
        """Scroll what lies beside the table."""
        self.query_one(Aside).leaf_through(by)

    def action_scroll_table(self, by: int) -> None:
        """Scroll the table, where it is larger than its room."""
        self.query_one(Board).scroll_relative(y=by, animate=False)
        self.call_after_refresh(self.point_below)

    def action_help(self) -> None:
        """Explain the question, the keys and the game."""
        if self._game is not None:
            clause = self.asked.clause if self.asked is not None else None
            keys = LOOKING if looks_on(self.shown) else HELP
            self.app.push_screen(help_page(self._game, clause, keys))

    def action_enter(self) -> None:
        """Close the table when the play is over."""
        if self.shown.outcome is not None:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave: the server keeps the play, and the seat."""
        remember(self._arrived, self.shown)
        over = self.shown.outcome is not None
        outcome = f"Outcome: {outcome_of(self._game, self.shown)}."
        self.dismiss(Parting([], [outcome if over else kept(self._address)]))
