"""A table on a server, line by line: what is shown of it, and what comes."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Final

from undercroft.core.errors import Refused
from undercroft.rulebook import clause_of
from undercroft.terminal.online.chat import Talking, spoken
from undercroft.terminal.online.client import (
    PAUSES,
    Arrived,
    asked_of,
    kept,
    log_of,
    outcome_of,
    pleaded,
    titled,
    waited_for,
)
from undercroft.terminal.online.listening import Called, Ears, Gone, Happening
from undercroft.terminal.online.remembered import remember
from undercroft.terminal.online.seats import called, doings, is_time_up, looks_on, state_of, told_of
from undercroft.terminal.online.server import Asked, LineLost, Shown, Talk
from undercroft.terminal.plain.console import Screen

LOOKING: Final = """\
You look on, and see what everybody may see. What you can type:
  c  the story so far              t  the table
  w  who is at the table           ?  the rule behind it (? T-31: that one)
  talk  what was said              mute Ann, unmute Ann, mute all
  s  leave"""


class FollowedTable:
    """Shows a play on a server as it goes on."""

    def __init__(self, arrived: Arrived, screen: Screen) -> None:
        self.screen = screen
        self.ears = Ears(arrived.server)
        self._prompted = False  # whether the cursor stands behind a prompt
        self._back = 0.0  # when the line was last found to be there
        self._gone = False
        self.go_to(arrived)

    def go_to(self, arrived: Arrived) -> None:
        """Turn to a table: the first, or one that was laid again after it."""
        self._arrived = arrived
        self._server, self._address, self.shown, self._game, home = arrived
        self.talking = Talking(self.shown, home)
        self._log: tuple[str, ...] = ()  # what was told
        self._table = ""  # what was shown
        self._put: Asked | None = None  # the question that stands on the screen
        self._waiting = ""  # who is waited for, as was told
        self._listens = False  # to the others
        self._over = False  # its end was told
        self._call: str | None = None  # where the others play again
        remember(arrived, self.shown)

    def begin(self) -> None:
        """Say where one is, show how it stands, and listen."""
        self.greet()
        self.ears.watch(self.shown.id, lambda: self.shown.at)
        if looks_on(self.shown):
            self.screen.show(self.shown.table)
            self.screen.say()
        self.show(self.shown)

    def take_in(self, happening: Happening) -> None:
        """Show what has happened."""
        match happening:
            case Shown() as shown:
                if self._gone:
                    self._gone = False
                    self.say("Back at the table.")
                self.show(shown)
            case Talk() as talk:
                self.hear(talk)
            case Called(play) if play != self._call:
                self._call = play
                self.say("Somebody wants to play again: `again` goes there.")
            case Gone(why, pause, when):
                if when > self._back:
                    self._gone = True
                    self.say(f"The line is gone ({why}); trying again in {pause} s.")
            case Refused() as error:
                raise error

    # -- what is shown ----------------------------------------------------------------------------

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
        self.screen.show(self.help)
        self.screen.say()

    @property
    def help(self) -> str:
        """What can be typed."""
        return LOOKING

    def who(self) -> None:
        """Say who is at the table."""
        for place in self.shown.seats:
            self.screen.say(f"{called(place)}: {state_of(place)}.")
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
        for line in told_of(before, shown):
            self.say(line)
        if shown.plea != before.plea:
            self.tell_plea(before)
        question = asked_of(shown)
        if shown.outcome is not None:
            if not self._over:
                self.end()
        elif question is None:
            self._put = None
            self.wait()
        elif question != self._put:
            self.put(question)
        if self._over != (shown.outcome is not None):
            self._over = not self._over
            remember(self._arrived, shown)

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
        up = " Time is up: hurry lets a bot answer." if is_time_up(self.shown) else ""
        waiting = f"{waited_for(self.shown)}{up}"
        if waiting != self._waiting:
            self.say(f"({waiting} Ctrl-C leaves.)")
            self._waiting = waiting

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
        """Show how it ended, and the story of it; from then on others may play again."""
        self._waiting = ""
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
        if ways := doings(self.shown):
            self.ears.await_call()
            self.screen.say()
            for way in ways:
                self.screen.say(f"{way.words}: {way.text}.")
        self.screen.say("Enter leaves.")

    def part(self) -> None:
        """Say how to come back, while there is something to come back to."""
        remember(self._arrived, self.shown)
        if self.shown.outcome is None:
            self.screen.show(kept(self._address))

    # -- what is asked for ------------------------------------------------------------------------

    def story(self) -> None:
        """Tell the story so far."""
        for paragraph in self._server.story(self.shown.id).paragraphs:
            self.screen.say()
            self.screen.say(paragraph)

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
