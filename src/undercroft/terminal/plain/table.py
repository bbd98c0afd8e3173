"""The plain table: a play in lines of text, to be read, piped or heard."""

from typing import Any, Final

from undercroft.core.errors import Refused
from undercroft.core.questions import Decision, Question
from undercroft.terminal.local.recorded_game import NotKept, Sitting
from undercroft.terminal.local.shared_screen import Chair
from undercroft.terminal.plain.console import Screen
from undercroft.terminal.telling import Teller, taken_back
from undercroft.terminal.typed import read_typed

HELP: Final = """\
A number or the option's word answers. Besides:
  u  take the last answer back     r  give it back again
  h  a hint                        o  the odds
  c  the story so far              t  the table
  ?  the rule behind it (? T-31: that one)
  s  save and quit                 help  the game in short, and this list"""

LEAVE: Final = ("s", "q", "save", "quit", "exit")


class PlainTable:
    """One play, from the open question to its end or until somebody leaves."""

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting = sitting
        self.play = sitting.play
        self.party = sitting.party
        self.screen = screen
        self.chair = Chair(sitting.people)
        self.teller = Teller(sitting, screen, self.chair)
        self._put: Question[Any] | None = None  # the question that stands on the screen

    def sit(self) -> bool:
        """Play. True when the play was brought to its end, False when somebody left."""
        self.teller.tell()
        while True:
            question = self.play.question
            seat = self.chair.due(question)
            if seat is not None:
                self.teller.turn_to(seat)
                if not self.chair.is_up(question):
                    self.teller.pass_by()
                    self.teller.tell()
            elif question is None:
                if self.is_closed():
                    return True
            elif isinstance(question, Decision) and self.party.plays(question):
                if not self.let_bot_answer(question):
                    return False
            else:
                typed = self.ask(question)
                if typed is None:
                    return False
                self.act(question, typed)

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, question: Question[Any]) -> str | None:
        """Put the question, unless it stands; give what was typed, or `None` to leave."""
        if question is not self._put:
            self.teller.put(question)
            self._put = question
        while True:
            typed = self.screen.ask("> ")
            if typed is None or typed.lower() in LEAVE:
                return None
            if typed:
                return typed
            self.screen.say("Type a number or a word; `help` lists what else there is.")

    def act(self, question: Question[Any], typed: str) -> None:
        """Do what was typed; what cannot be done is refused in a line."""
        try:
            self.do(question, typed)
        except Refused as error:
            self.screen.say(f"{error}.")

    def do(self, question: Question[Any], typed: str) -> None:
        """Do what was typed: a command, or an answer."""
        match typed.lower().split():
            case ["u" | "undo"]:
                self.take_back()
            case ["r" | "redo"]:
                self.give_back()
            case ["h" | "hint"]:
                self.teller.hint(question)
            case ["o" | "odds"]:
                self.teller.odds(question)
            case ["c" | "story" | "chronicle"]:
                self.teller.story()
            case ["t" | "table"]:
                self.teller.table()
            case ["?" | "rule" | "rules"]:
                self.teller.rule(self.play.game.words.clause(question))
            case ["?" | "rule" | "rules", clause]:
                self.teller.rule(clause.upper())
            case ["help"]:
                self.teller.help()
                self.screen.show(HELP)
            case _:
                self.answer(read_typed(question, typed, self.play.game.words))

    def is_closed(self) -> bool:
        """Ask whether the end shall stand; a last answer can still be taken back."""
        self.teller.end()
        if self.sitting.is_unattended:
            return True
        typed = self.screen.ask("Enter closes the play, u takes the last answer back. > ")
        if typed is None or typed.lower() not in ("u", "undo"):
            return True
        try:
            self.take_back()
        except NotKept as error:
            self.screen.say(f"{error}.")
        return False

    # -- answering --------------------------------------------------------------------------------

    def answer(self, choice: object) -> None:
        """Answer the open question."""
        self.sitting.answer(choice)
        self.teller.tell()

    def let_bot_answer(self, question: Decision[Any]) -> bool:
        """Let a bot answer. False: its answer cannot be kept, and somebody wants to leave."""
        choice = self.party.decide(self.play, question)
        while True:
            try:
                self.answer(choice)
                return True
            except NotKept as error:
                self.screen.say(f"{error}.")
            typed = self.screen.ask("Enter tries again, s leaves. > ")
            if typed is None or typed.lower() in LEAVE:
                return False

    def take_back(self) -> None:
        """Undo, back to a question that a person answered."""
        undone = self.sitting.take_back()
        if undone is None:
            self.screen.say("There is nothing to take back.")
        else:
            self.chair.stop_round()
            self.teller.forget()
            self.screen.say(taken_back(self.sitting, undone, self.chair.here))

    def give_back(self) -> None:
        """Redo, forward to a question for a person."""
        if self.sitting.give_back():
            self.teller.tell()
        else:
            self.screen.say("There is nothing to give back.")
