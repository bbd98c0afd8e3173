"""A seat at an online table, line by line."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Final, NamedTuple

from undercroft.core.errors import IllegalAnswer, Refused
from undercroft.games import catalogue
from undercroft.rulebook import clause_of
from undercroft.terminal.plain import LEAVE
from undercroft.terminal.reading import bare
from undercroft.terminal.screen import Screen
from undercroft.terminal.server import (
    Address,
    Asked,
    LineLost,
    Place,
    Server,
    Shown,
    TurnedDown,
    read_address,
)

HELP: Final = """\
A number or the option's word answers. Besides:
  t  the table                     ?  the rule behind it (? T-31: that one)
  w  who is at the table           s  leave; your seat is kept
Hints, odds, talk and taking back are in the browser, at the same address."""
PAUSES: Final = (1, 2, 4, 8, 15)  # seconds between attempts, when the line is gone


class Arrived(NamedTuple):
    """Somebody at a table on a server, and what they see first."""

    server: Server
    address: Address
    shown: Shown


class OnlineTable:
    """Somebody's seat: shows what happens there, and sends answers."""

    def __init__(self, arrived: Arrived, screen: Screen) -> None:
        self._server, self._address, self._shown = arrived
        self.screen = screen
        self._log: tuple[str, ...] = ()  # what was told
        self._table = ""  # what was shown
        self._waiting = ""

    def sit(self) -> None:
        """Stay until the end, or until somebody leaves."""
        shown: Shown | None = self._shown
        self.greet(self._shown)
        while shown is not None:
            self.tell(shown)
            if shown.outcome is not None:
                self.end(shown)
                return
            if shown.question is not None and shown.question.yours and not shown.waits:
                shown = self.ask(shown, shown.question)
            else:
                self.wait_for(shown)
                shown = self.keep_trying(partial(self._server.look, shown.id, shown.at))
        self.screen.show(kept(self._address))

    # -- coming and going -------------------------------------------------------------------------

    def keep_trying(self, action: Callable[[], Shown]) -> Shown:
        """Do something; while the line is gone, say so, and try again."""
        tried = 0
        while True:
            try:
                shown = action()
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                self.screen.say(f"The line is gone ({error}); trying again in {pause} s.")
                self.screen.flush()
                sleep(pause)
            else:
                if tried:
                    self.screen.say("Back at the table.")
                return shown

    def greet(self, shown: Shown) -> None:
        """Say what is played, with whom, and how."""
        game = catalogue().get(shown.game)
        self.screen.say(game.title if game else shown.game)
        self.who(shown)
        if shown.sealed:
            self.screen.say(f"Sealed fate: {shown.sealed[:12]}; the seed is shown after the end.")
        self.screen.show(HELP)
        self.screen.say()

    def who(self, shown: Shown) -> None:
        """Say who is at the table."""
        for place in shown.seats:
            self.screen.say(f"{called(place)}: {'you' if place.yours else place.state}.")
            if place.link:
                self.screen.show(f"  to be sent to somebody: {self._address.server}{place.link}")

    # -- what happens -----------------------------------------------------------------------------

    def tell(self, shown: Shown) -> None:
        """Tell what has happened since; what was taken back is told, too."""
        same = 0
        for old, new in zip(self._log, shown.log, strict=False):
            if old != new:
                break
            same += 1
        if same < len(self._log):
            self.screen.say("Something was taken back.")
        for line in shown.log[same:]:
            self._waiting = ""
            self.screen.say(line, hang="  ")
        self._log = shown.log

    def wait_for(self, shown: Shown) -> None:
        """Say who is waited for, once."""
        waiting = waited_for(shown)
        if waiting != self._waiting:
            self.screen.say(f"({waiting} Ctrl-C leaves.)")
            self._waiting = waiting
        self.screen.flush()

    def end(self, shown: Shown) -> None:
        """Show how it ended."""
        self.screen.say()
        self.screen.show(shown.table)
        self.screen.say()
        self.screen.say(f"Outcome: {outcome_of(shown)}.")
        if shown.seed:
            self.screen.say(f"Seed: {shown.seed}.")

    # -- answering --------------------------------------------------------------------------------

    def ask(self, shown: Shown, question: Asked) -> Shown | None:
        """Put a question until it is answered, or gone; `None`: somebody leaves."""
        self._waiting = ""
        self.put(shown, question)
        with Ear(self._server, shown, self.screen) as ear:
            return self.until_answered(shown, question, ear)

    def until_answered(self, shown: Shown, question: Asked, ear: "Ear") -> Shown | None:
        """Read what is typed until it is an answer."""
        while True:
            typed = self.screen.ask("> ")
            if typed is None or typed.lower() in LEAVE:
                return None
            if ear.heard is not None:
                return ear.heard
            try:
                if not self.command(shown, question, typed):
                    answer = chosen(question, typed)
                    ear.close()
                    return self.answer(shown, answer)
            except TurnedDown as error:
                self.screen.say(f"{error}.")
                if error.status != 422:  # the play has gone on, or the seat is another's now
                    return self.keep_trying(lambda: self._server.look(shown.id))
            except Refused as error:
                self.screen.say(f"{error}.")

    def put(self, shown: Shown, question: Asked) -> None:
        """Put a question: what by, and what each option leads to."""
        self.screen.say()
        if shown.table != self._table:
            self.screen.show(shown.table)
            self.screen.say()
            self._table = shown.table
        left = f" [{shown.due} s left]" if shown.due is not None else ""
        self.screen.say(f"{question.prompt} ({question.clause}){left}")
        for number, option in enumerate(question.options, 1):
            self.screen.say(f"  {number}. {option.text} [{option.answer}]", hang="     ")

    def command(self, shown: Shown, question: Asked, typed: str) -> bool:
        """Do what is no answer; False: it is one."""
        match typed.lower().split():
            case []:
                self.screen.say("Type a number or a word; `help` lists what else there is.")
            case ["t" | "table"]:
                self.screen.show(shown.table)
            case ["w" | "who"]:
                self.who(shown)
            case ["?" | "rule" | "rules", *clause]:
                named = (clause or [question.clause])[0].upper()
                for line in clause_of(shown.game, named).split("\n"):
                    self.screen.say(line, hang="  ")
            case ["help"]:
                self.screen.show(HELP)
            case _:
                return False
        return True

    def answer(self, shown: Shown, answer: str) -> Shown:
        """Send an answer. It names its entry: sent twice, it is taken once."""
        return self.keep_trying(lambda: self._server.answer(shown.id, shown.at, answer))


class Ear:
    """Listens while somebody thinks: the others see that they are here, and time may run out."""

    def __init__(self, server: Server, shown: Shown, screen: Screen) -> None:
        self._server, self._shown, self._screen = server, shown, screen
        self._closed = Event()
        self.heard: Shown | None = None  # the play has gone on without them

    def __enter__(self) -> "Ear":
        Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Listen no more."""
        self._closed.set()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                shown = self._server.look(self._shown.id, self._shown.at)
            except (LineLost, Refused):
                self._closed.wait(PAUSES[-1])  # whoever answers will find out
                continue
            if not self._closed.is_set() and shown.at != self._shown.at:
                self.heard = shown
                self._screen.say("\n(The play has gone on without you: Enter shows it.)")
                self._screen.flush()
                return


def chosen(question: Asked, typed: str) -> str:
    """Find the answer that is meant: by its number, its word, or how that begins."""
    options = [option.answer for option in question.options]
    if question.fate and not options:
        return typed
    if typed.isdecimal() and options:
        number = int(typed[:9])
        if not 1 <= number <= len(options):
            raise IllegalAnswer(f"there is no option {number}: type 1 to {len(options)}")
        return options[number - 1]
    wanted = bare(typed)
    found = [answer for answer in options if bare(answer) == wanted]
    begun = [answer for answer in options if wanted and bare(answer).startswith(wanted)]
    if len(found or begun) != 1:
        raise IllegalAnswer(f"{typed[:40]!r} is not open; expected one of: {', '.join(options)}")
    return (found or begun)[0]


def called(place: Place) -> str:
    """Call a seat what people call it."""
    seat = f"Player {place.role[1:]}" if place.role.startswith("P") else place.role.capitalize()
    return f"{seat}, {place.name}" if place.name else seat


def waited_for(shown: Shown) -> str:
    """Say who is waited for, as far as that may be known."""
    if shown.waits:
        free = [called(place) for place in shown.seats if place.state == "free"]
        return f"The table waits until every seat is taken: {'; '.join(free)}."
    asked = [called(place) for place in shown.seats if place.asked]
    return f"{asked[0]} is asked." if asked else "Somebody is waited for."


def outcome_of(shown: Shown) -> str:
    """Say how it came out."""
    outcome = shown.outcome or {}
    game = catalogue().get(shown.game)
    name = str(outcome.get("name", ""))
    scores = [
        f"{called(place)} {score:g}"
        for place, score in zip(shown.seats, outcome.get("scores", ()), strict=False)
    ]
    winners = [called(shown.seats[seat]) for seat in outcome.get("winners", ())]
    won = f"won by {' and '.join(winners) or 'nobody'}"
    return "; ".join([game.words.title(name) if game else name, won, ", ".join(scores)])


def kept(address: Address) -> str:
    """Say how to come back."""
    return f"Your seat is kept: undercroft join {address.server}/{address.kind}/{address.id}"


def arrive(home: Path, url: str, name: str) -> Arrived:
    """Take the seat that a link is for, or come back to it. Who is not let in is told why."""
    address = read_address(url)
    server = Server(address.server, home)
    try:
        if address.kind == "join":
            return Arrived(server, address, server.sit(address.id, name))
        return Arrived(server, address, server.look(address.id))
    except LineLost as error:
        raise Refused(f"{address.server} cannot be reached: {error}") from None


def play_on(arrived: Arrived) -> None:
    """Play line by line."""
    screen = Screen()
    try:
        OnlineTable(arrived, screen).sit()
    except KeyboardInterrupt:
        screen.say()
        screen.show(kept(arrived.address))
        raise
