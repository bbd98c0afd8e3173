"""The plain table: a play in lines of text, to be read, piped or heard."""

from typing import Any, Final

from undercroft.core.errors import Refused
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Question
from undercroft.terminal.files import reason
from undercroft.terminal.notes import Notes, whole_file
from undercroft.terminal.party import Party
from undercroft.terminal.reading import read_typed
from undercroft.terminal.saves import Save
from undercroft.terminal.screen import Screen
from undercroft.terminal.telling import Teller

HELP: Final = """\
A number or the option's word answers. Besides:
  u  take the last answer back     r  give it back again
  h  a hint                        o  the odds
  t  the table                     ?  the rule behind the question (? T-31: that clause)
  s  save and quit                 help  the game in short, and this list"""


class PlainTable:
    """One play, from the open question to its end or until somebody leaves."""

    def __init__(
        self, play: Play, seed: str | None, save: Save, notes: Notes, party: Party, screen: Screen
    ) -> None:
        self.play = play
        self.seed = seed
        self.save = save
        self.notes = notes
        self.party = party
        self.screen = screen
        self.teller = Teller(play, party, screen)
        self._put: Question[Any] | None = None  # the question that stands on the screen

    def sit(self) -> bool:
        """Play. True when the play was brought to its end, False when somebody left."""
        self.teller.tell()
        while True:
            question = self.play.question
            if question is None:
                if self.is_closed():
                    return True
            elif isinstance(question, Decision) and self.party.plays(question):
                self.answer(self.party.decide(self.play, question))
            else:
                typed = self.ask(question)
                if typed is None:
                    return False
                self.act(question, typed)

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, question: Question[Any]) -> str | None:
        """Put the question, unless it stands; give what was typed, or `None` to leave."""
        if question is not self._put:
            self.teller.turn_to(question)
            self.teller.put(question)
            self._put = question
        while True:
            typed = self.screen.ask("> ")
            if typed is None or typed.lower() in ("s", "q", "save", "quit", "exit"):
                return None
            if typed:
                return typed
            self.screen.say("Type a number or a word; `help` lists what else there is.")

    def act(self, question: Question[Any], typed: str) -> None:
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
                try:
                    self.answer(read_typed(question, typed, self.play.game.words))
                except Refused as error:
                    self.screen.say(f"{error}.")

    def is_closed(self) -> bool:
        """Ask whether the end shall stand; a last answer can still be taken back."""
        self.teller.end()
        if self.teller.is_unattended:
            return True
        typed = self.screen.ask("Enter closes the play, u takes the last answer back. > ")
        if typed is None or typed.lower() not in ("u", "undo"):
            return True
        self.take_back()
        return False

    # -- answering: first to the disk, then to the screen -----------------------------------------

    def answer(self, choice: object) -> None:
        """Answer the open question."""
        written = self.play.number
        self.play.answer(choice)
        if self.keep(written):
            self.teller.tell()
        else:
            self.play.undo()

    def take_back(self) -> None:
        """Undo, back to a question that a person answered."""
        steps, first = 0, ""
        while undone := self.play.undo():
            steps += 1
            first = undone[0]
            if not self.party.plays(self.play.question):
                break
        else:
            self.redo(steps)
            self.screen.say("There is nothing to take back.")
            return
        try:
            self.save.rewrite(whole_file(self.play, self.seed, self.notes))
        except OSError as error:
            self.redo(steps)
            self.screen.say(f"Nothing is taken back: cannot write it down: {reason(error)}.")
            return
        self.teller.forget()
        self.screen.say(f"Taken back: {first}.")

    def give_back(self) -> None:
        """Redo, forward to a question for a person."""
        written = self.play.number
        steps = 0
        while (not steps or self.party.plays(self.play.question)) and self.play.redo():
            steps += 1
        if not steps:
            self.screen.say("There is nothing to give back.")
        elif self.keep(written):
            self.teller.tell()
        else:
            for _ in range(steps):
                self.play.undo()

    def redo(self, steps: int) -> None:
        """Redo so many answers."""
        for _ in range(steps):
            self.play.redo()

    def keep(self, written: int) -> bool:
        """Write down the answers since then. False: it cannot be done, and somebody was told."""
        try:
            self.save.append(self.play.lines[written:])
        except OSError as error:
            self.screen.say(
                f"The answer is not taken: cannot write it down: {reason(error)}. "
                "Try again when there is room."
            )
            return False
        return True
