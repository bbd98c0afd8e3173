"""A seat at an online table, line by line."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from undercroft.core.errors import Refused
from undercroft.terminal.online.chat import spoken
from undercroft.terminal.online.client import (
    NOTHING_ASKED,
    Arrived,
    asked_of,
    chosen,
    hinted,
    moved,
)
from undercroft.terminal.online.listening import Typed
from undercroft.terminal.online.seats import check_seated, deed, doings, looks_on
from undercroft.terminal.online.server import LineLost, Shown, TurnedDown
from undercroft.terminal.plain.console import Screen
from undercroft.terminal.plain.following import FollowedTable
from undercroft.terminal.plain.table import LEAVE
from undercroft.terminal.telling import odds_told

HELP: Final = """\
A number or the option's word answers. Besides:
  u  take the last answer back     r  give it back again
  h  a hint                        o  the odds
  c  the story so far              t  the table
  w  who is at the table           ?  the rule behind it (? T-31: that one)
  say hello  say something         talk  what was said
  mute Ann, unmute Ann, mute all   s  leave; your seat is kept
  bot  a bot plays for you, back: no longer; bot Ann: for whoever is away
  hurry  a bot answers once, when time is up
  give up  end a play that nobody else plays; again: play again after the end
Others are asked before you take back; whoever is asked types agree or refuse."""

ANY_TIME: Final = frozenset(  # what can be typed though nothing is asked
    {"u", "undo", "r", "redo", "c", "story", "chronicle", "t", "table", "w", "who", "help"}
    | {"say", "talk", "mute", "unmute", "bot", "back", "hurry", *LEAVE}
)


class OnlineTable(FollowedTable):
    """Somebody's seat: shows what happens there, and sends answers; whoever looks on sends none."""

    def __init__(self, arrived: Arrived, screen: Screen) -> None:
        super().__init__(arrived, screen)
        self._ahead: deque[str | None] = deque()  # typed, and not yet taken

    def sit(self) -> None:
        """Stay until somebody leaves."""
        if self.screen.handle is None:
            self._ahead.append(None)
        else:
            self.ears.type(self.screen.handle)
        self.begin()
        while True:
            if self.is_wanted and not self._prompted:
                self.screen.prompt("> ")
                self._prompted = True
            if self._ahead and self.is_due(self._ahead[0]):
                line = self._ahead.popleft()
                if self.is_parting(line):
                    self.screen.echo(line)
                    self.part()
                    return
                self.take(line or "")
            else:
                self.await_next()

    @property
    def help(self) -> str:
        """What can be typed."""
        return super().help if looks_on(self.shown) else HELP

    def is_due(self, line: str | None) -> bool:
        """Whether a line is to be taken now: a program may type ahead of what it will be asked."""
        if self.is_wanted or self.screen.is_live:
            return True
        if looks_on(self.shown):
            return line is not None  # there is no more: still read along to the end
        return bool(ANY_TIME.intersection((line or "").lower().split()[:1]))

    def is_parting(self, line: str | None) -> bool:
        """Whether somebody leaves: by a word, at the end of what is typed, or after the end."""
        return (not line and (line is None or self._over)) or (line or "").lower() in LEAVE

    @property
    def is_wanted(self) -> bool:
        """Whether something is to be typed: an answer, consent, or what is to be done now."""
        plea = self.shown.plea
        return self._over or asked_of(self.shown) is not None or bool(plea and plea.asked)

    def await_next(self) -> None:
        """Wait until something happens, is said, or typed."""
        self.screen.flush()
        match self.ears.next():
            case Typed(line):
                self._ahead.append(line)
            case happening:
                self.take_in(happening)

    # -- what is typed ----------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Do what was typed: a command, or an answer. What cannot be done is refused in a line."""
        self.screen.echo(line)
        self._prompted = False
        try:
            if not self.command(line):
                question = asked_of(self.shown)
                if question is None:
                    raise Refused(NOTHING_ASKED.removesuffix("."))
                self.send(partial(self._server.answer, answer=chosen(question, line)))
        except TurnedDown as error:
            self.screen.say(f"{error}.")
            if error.status != 422:  # the play has gone on, or the seat is another's now
                self.show(self.keep_trying(lambda: self._server.look(self.shown.id)))
        except LineLost as error:
            self.screen.say(f"The line is gone ({error}).")
        except Refused as error:
            self.screen.say(f"{error}.")

    def command(self, typed: str) -> bool:
        """Do what is no answer; False: it is one."""
        words = typed.lower().split()
        check_seated(words or LEAVE, self.shown)
        match words:
            case []:
                self.screen.say("Type a number or a word; `help` lists what else there is.")
            case ["u" | "undo"]:
                self.send(self._server.undo)
            case ["r" | "redo"]:
                self.send(self._server.redo)
            case ["agree" | "refuse" as said] if self.shown.plea:
                self.send(partial(self._server.consent, agrees=said == "agree"))
            case ["h" | "hint"]:
                hint = self._server.hint(self.shown.id)
                self.screen.say(hinted(hint, asked_of(self.shown))[1])
            case ["o" | "odds"]:
                self.odds()
            case ["c" | "story" | "chronicle"]:
                self.story()
            case ["t" | "table"]:
                self.screen.show(self.shown.table)
            case ["w" | "who"]:
                self.company()
            case ["say", *_]:
                self.speak(typed[3:].strip())
            case ["talk"]:
                self.recall()
            case ["mute" | "unmute" as how, *who]:
                self.screen.say(
                    self.talking.mute(" ".join(who), self.shown.seats, on=how == "mute")
                )
            case ["again"] | ["again", "same"]:
                self.play_again(same=len(words) > 1)
            case ["?" | "rule" | "rules", *clause]:
                self.rule(*clause)
            case ["help"]:
                self.screen.show(self.help)
            case _:
                action = deed(words, self.shown, self._server)
                if action is not None:
                    self.send(action)
                return action is not None
        return True

    def company(self) -> None:
        """Say who is at the table, and what can be done about them."""
        self.who()
        for way in doings(self.shown):
            self.screen.say(f"  {way.words}: {way.text}.", hang="    ")

    def odds(self) -> None:
        """Tell what each option can lead to."""
        if asked_of(self.shown) is None:
            raise Refused(NOTHING_ASKED.removesuffix("."))
        for line in odds_told(self._server.odds(self.shown.id).counts):
            self.screen.say(line, hang="  ")

    def speak(self, text: str) -> None:
        """Say something to the table; nothing: list what is said often."""
        if text:
            for line in self.talking.say(self._server, text):
                self.screen.say(f"[{spoken(line)}]", hang="  ")
        else:
            often = "; ".join(f"{id}: {said}" for id, said in self.talking.signals.items())
            self.screen.say(f"Say a line, or one of these words. {often}")

    def play_again(self, *, same: bool) -> None:
        """Lay the table again, or go where another has."""
        if not self._over:
            raise Refused("the play is not over; give up, or leave")
        if self._call is not None and not same:
            shown = self._server.look(self._call)
        else:
            shown = self._server.again(self.shown.id, same=same)
        self.go_to(moved(self._arrived, shown))
        self.begin()

    def send(self, action: Callable[[str, int], Shown]) -> None:
        """Send something that changes the play. It names its entry: sent twice, it counts once."""
        shown = self.shown
        after = self.keep_trying(lambda: action(shown.id, shown.at))
        self._put = None
        self.show(after)


def play_on(arrived: Arrived) -> None:
    """Play line by line."""
    screen = Screen()
    table = OnlineTable(arrived, screen)
    try:
        table.sit()
    except KeyboardInterrupt:
        screen.say()
        table.part()
        raise
