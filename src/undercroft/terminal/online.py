"""A seat at an online table, line by line."""

from collections import deque
from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import Final

from undercroft.core.errors import Refused
from undercroft.rulebook import clause_of
from undercroft.terminal.hearing import Ears, Gone, Typed
from undercroft.terminal.plain import LEAVE
from undercroft.terminal.remote import (
    NOTHING_ASKED,
    PAUSES,
    Arrived,
    asked_of,
    called,
    chosen,
    hinted,
    kept,
    log_of,
    outcome_of,
    own_roles,
    pleaded,
    titled,
    waited_for,
)
from undercroft.terminal.screen import Screen
from undercroft.terminal.server import Asked, LineLost, Shown, Talk, TurnedDown
from undercroft.terminal.talking import Talking, spoken
from undercroft.terminal.telling import odds_told

HELP: Final = """\
A number or the option's word answers. Besides:
  u  take the last answer back     r  give it back again
  h  a hint                        o  the odds
  c  the story so far              t  the table
  w  who is at the table           ?  the rule behind it (? T-31: that one)
  say hello  say something         talk  what was said
  mute Ann, unmute Ann, mute all   s  leave; your seat is kept
Others are asked before you take back; whoever is asked types agree or refuse."""

ANY_TIME: Final = frozenset(  # what can be typed though nothing is asked
    {"u", "undo", "r", "redo", "c", "story", "chronicle", "t", "table", "w", "who", "help"}
    | {"say", "talk", "mute", "unmute", *LEAVE}
)


class OnlineTable:
    """Somebody's seat: shows what happens there, and sends answers."""

    def __init__(self, arrived: Arrived, screen: Screen) -> None:
        self._server, self._address, self.shown, self._game, home = arrived
        self.screen = screen
        self.ears = Ears(self._server, self.shown.id)
        self.talking = Talking(self.shown.id, own_roles(self.shown), home)
        self._ahead: deque[str | None] = deque()  # typed, and not yet taken
        self._log: tuple[str, ...] = ()  # what was told
        self._table = ""  # what was shown
        self._put: Asked | None = None  # the question that stands on the screen
        self._waiting = ""  # who is waited for, as was told
        self._prompted = False  # whether the cursor stands behind a prompt
        self._listens = False  # to the others
        self._back = 0.0  # when the line was last found to be there
        self._gone = False

    def sit(self) -> None:
        """Stay until the end, or until somebody leaves."""
        self.greet()
        self.ears.watch(lambda: self.shown.at)
        if self.screen.handle is None:
            self._ahead.append(None)
        else:
            self.ears.type(self.screen.handle)
        self.show(self.shown)
        while self.shown.outcome is None:
            if self.is_wanted and not self._prompted:
                self.screen.prompt("> ")
                self._prompted = True
            if self._ahead and self.is_due(self._ahead[0]):
                line = self._ahead.popleft()
                if line is None or line.lower() in LEAVE:
                    self.screen.echo(line)
                    self.screen.show(kept(self._address))
                    return
                self.take(line)
            else:
                self.await_next()
        self.end()

    def is_due(self, line: str | None) -> bool:
        """Whether a line is to be taken now: a program may type ahead of what it will be asked."""
        word = (line or "").lower().split()[:1]
        return self.is_wanted or self.screen.is_live or bool(ANY_TIME.intersection(word))

    @property
    def is_wanted(self) -> bool:
        """Whether something is to be typed: an answer, or consent."""
        plea = self.shown.plea
        return asked_of(self.shown) is not None or bool(plea and plea.asked)

    def await_next(self) -> None:
        """Wait until something happens, is said, or typed."""
        self.screen.flush()
        match self.ears.next():
            case Typed(line):
                self._ahead.append(line)
            case Shown() as shown:
                if self._gone:
                    self._gone = False
                    self.say("Back at the table.")
                self.show(shown)
            case Talk() as talk:
                self.hear(talk)
            case Gone(why, pause, when):
                if when > self._back:
                    self._gone = True
                    self.say(f"The line is gone ({why}); trying again in {pause} s.")
            case Refused() as error:
                raise error

    # -- what happens -----------------------------------------------------------------------------

    def say(self, text: str = "", hang: str = "") -> None:
        """Say something; not on the line of a prompt."""
        if self._prompted:
            self._prompted = False
            self.screen.say()
        self.screen.say(text, hang)

    def greet(self) -> None:
        """Say what is played, with whom, and how."""
        title, *options = titled(self._game, self.shown)
        self.screen.say(title)
        self.screen.say(f"Options: {', '.join(options) or 'standard'}.")
        self.who()
        if self.shown.sealed:
            sealed = self.shown.sealed[:12]
            self.screen.say(f"Sealed fate: {sealed}; the seed is shown after the end.")
        self.screen.show(HELP)
        self.screen.say()

    def who(self) -> None:
        """Say who is at the table."""
        for place in self.shown.seats:
            self.screen.say(f"{called(place)}: {'you' if place.yours else place.state}.")
            if place.link:
                self.screen.show(f"  to be sent to somebody: {self._address.server}{place.link}")

    def show(self, shown: Shown) -> None:
        """Show how the play stands; what is older than that is not shown."""
        before, known = self.shown, self.shown.at
        if shown.at < known:
            return
        self.shown = shown
        if shown.talks and not self._listens:
            self._listens = True
            self.ears.talk()
        self.tell(log_of(shown))
        if shown.plea != before.plea:
            self.tell_plea(before)
        if shown.outcome is not None:
            return
        question = asked_of(shown)
        if question is None:
            self._put = None
            self.wait()
        elif question != self._put:
            self.put(question)

    def tell(self, log: tuple[str, ...]) -> None:
        """Tell what has happened since; what was taken back is told, too."""
        same = 0
        for old, new in zip(self._log, log, strict=False):
            if old != new:
                break
            same += 1
        if same < len(self._log):
            self.say("Something was taken back.")
        if same < max(len(self._log), len(log)):
            self._put, self._waiting = None, ""
        for line in log[same:]:
            self.say(line, hang="  ")
        self._log = log

    def tell_plea(self, before: Shown) -> None:
        """Tell that somebody wants to take an answer back, or what came of it."""
        plea, was = self.shown.plea, before.plea
        if plea is not None and (was is None or plea.asked):
            self.say(pleaded(plea) + (" Type agree, or refuse." if plea.asked else ""))
        elif plea is None and self.shown.question == before.question:
            self.say("Somebody has refused: the answer stays.")

    def wait(self) -> None:
        """Say who is waited for, once."""
        waiting = waited_for(self.shown)
        if waiting != self._waiting:
            self.say(f"({waiting} Ctrl-C leaves.)")
            self._waiting = waiting

    def hear(self, talk: Talk) -> None:
        """Tell what was said; of what was said before one came, only that there is something."""
        fresh = bool(self.talking.signals)
        new = self.talking.hear(talk)
        if fresh:
            for line in new:
                self.say(f"[{spoken(line)}]", hang="  ")
        elif new:
            self.say(f"[Lines of talk: {len(new)}. `talk` shows them.]")

    def end(self) -> None:
        """Show how it ended, and the story of it."""
        self.say()
        self.screen.show(self.shown.table)
        self.screen.say()
        self.screen.say(f"Outcome: {outcome_of(self._game, self.shown)}.")
        if self.shown.seed:
            self.screen.say(f"Seed: {self.shown.seed}.")
        try:
            self.story()
        except (LineLost, Refused):
            self.screen.say("The story cannot be had now.")

    # -- asking -----------------------------------------------------------------------------------

    def put(self, question: Asked) -> None:
        """Put a question: what by, and what each option leads to."""
        self._put, self._waiting = question, ""
        self.say()
        if self.shown.table != self._table:
            self.screen.show(self.shown.table)
            self.screen.say()
            self._table = self.shown.table
        left = f" [{self.shown.due} s left]" if self.shown.due is not None else ""
        self.screen.say(f"{question.prompt} ({question.clause}){left}")
        for number, option in enumerate(question.options, 1):
            self.screen.say(f"  {number}. {option.text} [{option.answer}]", hang="     ")

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
        match typed.lower().split():
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
                self.who()
            case ["say", *_]:
                self.speak(typed[3:].strip())
            case ["talk"]:
                self.recall()
            case ["mute" | "unmute" as how, *who]:
                self.screen.say(
                    self.talking.mute(" ".join(who), self.shown.seats, on=how == "mute")
                )
            case ["?" | "rule" | "rules", *clause]:
                self.rule(*clause)
            case ["help"]:
                self.screen.show(HELP)
            case _:
                return False
        return True

    def odds(self) -> None:
        """Tell what each option can lead to."""
        if asked_of(self.shown) is None:
            raise Refused(NOTHING_ASKED.removesuffix("."))
        for line in odds_told(self._server.odds(self.shown.id).counts):
            self.screen.say(line, hang="  ")

    def story(self) -> None:
        """Tell the story so far."""
        for paragraph in self._server.story(self.shown.id).paragraphs:
            self.screen.say()
            self.screen.say(paragraph)

    def speak(self, text: str) -> None:
        """Say something to the table; nothing: list what is said often."""
        if text:
            for line in self.talking.say(self._server, text):
                self.screen.say(f"[{spoken(line)}]", hang="  ")
        else:
            often = "; ".join(f"{id}: {said}" for id, said in self.talking.signals.items())
            self.screen.say(f"Say a line, or one of these words. {often}")

    def recall(self) -> None:
        """Tell all that was said."""
        self.talking.hear(self._server.talk(self.shown.id))
        for line in self.talking.lines:
            self.screen.say(f"[{spoken(line)}]", hang="  ")
        if not self.talking.lines:
            self.screen.say("Nobody has said anything.")

    def rule(self, clause: str = "") -> None:
        """Show a clause of the rules: one that is named, or the one behind the question."""
        question = self.shown.question
        named = clause.upper() or (question.clause if question else "")
        for line in clause_of(self.shown.game, named).split("\n"):
            self.screen.say(line, hang="  ")

    # -- sending ----------------------------------------------------------------------------------

    def send(self, action: Callable[[str, int], Shown]) -> None:
        """Send something that changes the play. It names its entry: sent twice, it counts once."""
        shown = self.shown
        after = self.keep_trying(lambda: action(shown.id, shown.at))
        self._put = None
        self.show(after)

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
                    self._back = monotonic()
                    self.ears.retry()
                    self.screen.say("Back at the table.")
                return shown


def play_on(arrived: Arrived) -> None:
    """Play line by line."""
    screen = Screen()
    try:
        OnlineTable(arrived, screen).sit()
    except KeyboardInterrupt:
        screen.say()
        screen.show(kept(arrived.address))
        raise
