"""The plain table: a game in lines of text, to be read, piped or heard."""

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic, sleep
from typing import Final

from undercroft.core.errors import Refused
from undercroft.protocol import QuestionShown
from undercroft.rulebook import clause_of
from undercroft.terminal.client import PAUSES, Client, LineLost, NotKept
from undercroft.terminal.commands import command, hint_level
from undercroft.terminal.plain.console import Console
from undercroft.terminal.plain.listening import Ears, Found, Gone, Typed
from undercroft.terminal.telling import (
    asked_of,
    chances_told,
    hinted,
    marked,
    odds_told,
    player,
    spoken,
)
from undercroft.terminal.words import say

MUCH: Final = 6  # lines of the log, after which a person wants to see the table again
ANY_TIME: Final = frozenset(  # what can be typed though nothing is asked
    {"undo", "redo", "story", "table", "who", "help", "say", "talk", "mute", "unmute", "leave"}
)
DEEDS: Final = ("bot", "back", "hurry")


class PlainTable:
    """Somebody at a table, until they leave."""

    def __init__(self, client: Client, console: Console) -> None:
        self.console = console
        self.ears = Ears()
        self._ahead: deque[str | None] = deque()  # typed, and not yet taken
        self._prompted = False  # whether the cursor stands behind a prompt
        self._back = 0.0  # when the line was last found to be there
        self._gone = False
        self._leaves = False
        self.go_to(client)

    def go_to(self, client: Client) -> None:
        """Turn to a table: the first, or that of a rematch."""
        self.client = client
        self._put: QuestionShown | None = None  # the question that stands on the screen
        self._drawn = ("", 0)  # before which question, after how many lines the table was shown
        self._waiting = ""  # whose turn it is, as was told
        self._over = False  # its end was told
        self._epilogue: list[str] = []

    def sit(self) -> None:
        """Stay until somebody leaves."""
        if self.client.is_online and self.console.handle is not None:
            self.ears.type(self.console.handle)
        elif self.client.is_online:
            self._ahead.append(None)
        self.begin()
        while not self._leaves:
            if self.client.handover is not None:
                self.hand_over()
            elif self._over and self.client.kind == "bots":
                break
            else:
                self.go_on()
        self.part()

    def go_on(self) -> None:
        """Take what was typed, if it is due; or wait for whatever comes next."""
        if self.is_wanted and not self._prompted:
            closing = self.client.closing("rematch") + " " if self._over else ""
            self.console.prompt(f"{closing}> ")
            self._prompted = True
        if not (self._ahead and self.is_due(self._ahead[0])):
            self.await_next()
            return
        line = self._ahead.popleft()
        self.console.echo(line)
        self._prompted = False
        if line is None or (not line and self._over) or self.meant(line) == "leave":
            self._leaves = True
        else:
            self.take(line)

    @property
    def is_wanted(self) -> bool:
        """Whether something is to be typed: an answer, consent, or what is to be done now."""
        shown = self.client.shown
        plea = shown.plea is not None and shown.plea.asked
        return self._over or plea or asked_of(shown) is not None

    def is_due(self, line: str | None) -> bool:
        """Whether a line is to be taken now: a program may type ahead of what it will be asked."""
        if self.is_wanted or self.console.is_live or not self.client.is_online:
            return True
        if self.client.kind == "watching":
            return line is not None  # there is no more: still read along to the end
        line = line or ""
        return self.meant(line) in ANY_TIME or line.lower().startswith(DEEDS)

    def meant(self, line: str) -> str:
        """Find the command that is meant, if it is one."""
        return command(line, online=self.client.is_online)[0]

    def await_next(self) -> None:
        """Wait until something happens, is said, or typed."""
        self.console.flush()
        if self.client.is_online:
            self.ears.listen(self.client)
            self.hear()
            return
        waits = self.client.waits()
        for kind, think in waits.items():
            try:
                self.client.take(kind, think())
            except NotKept as error:
                self.console.say(f"{error}.")
                typed = self.console.ask(f"{say('plain.try-again')} > ")
                self._leaves = typed is None or self.meant(typed) == "leave"
            else:
                self.show()
        if not waits:
            self._ahead.append(self.console.read())

    def hear(self) -> None:
        """Add what comes next from the server, or from the keyboard."""
        match self.ears.next(self.client):
            case Typed(line):
                self._ahead.append(line)
            case Found(_, kind, found):
                if kind == "game" and self._gone:
                    self._gone = False
                    self.say(say("table.back"))
                self.client.take(kind, found)
                self.show()
            case Gone(_, why, pause, when):
                if when > self._back:
                    self._gone = True
                    self.say(say("table.trying", why=why, pause=pause))
            case Refused() as error:
                raise error

    # -- what is shown ----------------------------------------------------------------------------

    def say(self, text: str = "", hang: str = "") -> None:
        """Say something; not on the line of a prompt."""
        if self._prompted:
            self._prompted = False
            self.console.say()
        self.console.say(text, hang)

    def begin(self) -> None:
        """Say what is played, with whom, and how; show how it stands."""
        title, *options = self.client.title
        self.console.say(title)
        self.console.say(say("table.options", options=options or say("table.standard")))
        self.tell(self.client.greeting())
        if self.client.kind != "bots":
            self.console.draw(say(f"help.{self.client.kind}"))
        self.console.say()
        if self.client.kind == "watching":
            self.table()
            self.console.say()
        self.show()

    def tell(self, lines: Iterable[str], hang: str = "") -> None:
        """Say several things; what is indented stays as it is."""
        for line in lines:
            if line.startswith(" "):
                self.console.show(line)
            else:
                self.console.say(line, hang)

    def show(self) -> None:
        """Tell what is new; put the question, say whose turn it is, or how it ended."""
        client = self.client
        client.catch_up()
        news = client.unheard()
        client.settle()
        news += client.unheard()
        for line in [*news, *client.notices()]:
            self.say(line, hang="  ")
        if news:
            self._put, self._waiting = None, ""
        shown, question = client.shown, asked_of(client.shown)
        over, self._over = self._over, shown.outcome is not None
        if client.handover is not None:
            return
        if self._over:
            if not over:
                self.end()
        elif question is None:
            self._put = None
            self.wait()
        elif question != self._put:
            self.put(question)

    def wait(self) -> None:
        """Say whose turn it is, once."""
        waiting = self.client.waiting
        if self.client.is_online and waiting != self._waiting:
            self.say(say("plain.waiting", waiting=waiting))
            self._waiting = waiting

    def put(self, question: QuestionShown) -> None:
        """Put a question: what by, and what each option leads to."""
        self._put, self._waiting = question, ""
        self.say()
        if not question.fate and self.is_table_due(question):
            self.table()
            self.console.say()
        advised = self.coach()
        due = self.client.shown.due
        left = f" {say('plain.time-left', seconds=due)}" if due is not None else ""
        self.console.say(f"{question.prompt} ({question.clause}){left}")
        for number, option in enumerate(marked(question, advised), 1):
            self.console.say(f"  {number}. {option.text} [{option.answer}]", hang="     ")

    def coach(self) -> str | None:
        """Let the coach of a lesson speak; give the answer that is advised."""
        lines, advised = self.client.coach() or ((), None)
        for line in lines:
            self.console.say(say("coach.label", text=line), hang="  ")
            self.console.say()
        return advised

    def is_table_due(self, question: QuestionShown) -> bool:
        """Whether it is another question than the last one, or much has happened."""
        (label, told), log = self._drawn, len(self.client.shown.log)
        self._drawn = (question.label, log)
        return label != question.label or not told <= log <= told + MUCH

    def table(self) -> None:
        """Show the table."""
        self.console.draw(self.client.table)

    def end(self) -> None:
        """Show how it ended."""
        self._waiting = ""
        self.say()
        self.table()
        self.console.say()
        self.coach()
        self._epilogue = self.client.epilogue()
        self.tell(self._epilogue)

    def hand_over(self) -> None:
        """Pass the screen to another person; where hands are hidden, wait until they are alone."""
        handover = self.client.handover
        if handover is not None and handover.covered:
            self.console.ask(f"{say('plain.pass', name=player(handover.seat))} > ")
            self.console.clear()
        else:
            self.console.say()
            self.console.ask(f"{say('plain.pass-on')} > ")
        self.client.hand_over()
        self.show()

    def part(self) -> None:
        """Say what there is to say at the end, or how to come back."""
        parting = self.client.part()
        for paragraph in parting.story:
            self.console.say()
            self.console.say(paragraph)
        if parting.story:
            self.console.say()
        for fact in parting.facts:
            if fact not in self._epilogue:
                self.console.show(fact)

    # -- what is typed ----------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Do what was typed. What cannot be done is refused in a line."""
        try:
            self.do(line)
        except LineLost as error:
            self.console.say(say("table.lost", why=error))
        except Refused as error:
            self.console.say(f"{error}.")
            if self.client.is_online:  # the game may have gone on
                self.keep_trying(self.client.refresh)
                self.show()

    def do(self, line: str) -> None:
        """Do what was typed: a command, or an answer."""
        client = self.client
        name, rest = command(line, online=client.is_online)
        if not line:
            self.console.say(say("plain.how-to"))
            return
        client.check(name)
        match name:
            case "undo" | "redo":
                self._drawn = ("", 0) if name == "undo" else self._drawn
                self.change(client.undo if name == "undo" else client.redo)
            case "agree" | "refuse":
                self.change(partial(client.consent, name == "agree"))
            case "hint":
                hint = client.hint(hint_level(rest))()
                self.console.say(hinted(hint, asked_of(client.shown))[1])
            case "odds":
                self.tell(odds_told(client.odds()), hang="  ")
            case "chances":
                if (found := client.chances(0)()) is None:
                    raise Refused(say("refused.nothing-asked"))
                self.tell(chances_told(found), hang="  ")
            case "story":
                for paragraph in client.story():
                    self.tell(["", paragraph])
            case "table":
                self.table()
            case "who":
                offers = [f"  {offer.words}: {offer.text}." for offer in client.offers()]
                self.tell([*client.company(), *offers])
            case "say":
                self.speak(rest)
            case "talk":
                self.recall()
            case "mute" | "unmute" if client.chat is not None:
                self.console.say(client.chat.mute(rest, client.shown.seats, on=name == "mute"))
            case "rematch":
                self.go_to(client.rematch(same=rest == "same"))
                self.begin()
            case "rule":
                self.rule(rest)
            case "help":
                self.help()
            case _:
                deed = client.deed(line.lower().split())
                self.change(deed or partial(client.answer, client.read(line)))

    def change(self, action: Callable[[], None]) -> None:
        """Do what changes the game, and show what came of it."""
        self.keep_trying(action)
        self._put = None
        self.show()

    def keep_trying(self, action: Callable[[], None]) -> None:
        """Do something; while the connection is lost, say so, and try again."""
        tried = 0
        while True:
            try:
                action()
            except LineLost as error:
                pause = PAUSES[min(tried, len(PAUSES) - 1)]
                tried += 1
                self.console.say(say("table.trying", why=error, pause=pause))
                self.console.flush()
                sleep(pause)
            else:
                if tried:
                    self._back = monotonic()
                    self.ears.retry()
                    self.console.say(say("table.back"))
                return

    # -- what is asked for ------------------------------------------------------------------------

    def rule(self, clause: str) -> None:
        """Show a clause of the rules: one that is named, or the one behind the question."""
        shown = self.client.shown
        behind = shown.question.clause if shown.question else ""
        for line in clause_of(shown.game, clause.upper() or behind).split("\n"):
            self.console.say(line, hang="     " if line.startswith(" ") else "  ")

    def help(self) -> None:
        """Explain the game in short, and list the commands."""
        game = self.client.game
        text = str(game.words.tables.get("help", {}).get("text", "")) if game else ""
        for paragraph in filter(None, text.strip().split("\n\n")):
            self.tell([" ".join(paragraph.split()), ""])
        self.console.draw(say(f"help.{self.client.kind}"))

    def speak(self, text: str) -> None:
        """Say something to the table; nothing: list the signals."""
        if text:
            for line in self.client.say(text):
                self.console.say(f"[{spoken(line)}]", hang="  ")
        elif self.client.chat is not None:
            often = "; ".join(f"{id}: {said}" for id, said in self.client.chat.signals.items())
            self.console.say(say("table.signals", signals=often))

    def recall(self) -> None:
        """Tell all that was said."""
        self.client.talk()
        lines = self.client.chat.lines if self.client.chat else []
        self.tell([f"[{spoken(line)}]" for line in lines] or [say("table.no-talk")], hang="  ")


def play(client: Client, notes: Iterable[str] = ()) -> None:
    """Play line by line, after some notes."""
    console = Console()
    table = PlainTable(client, console)
    table.tell(line for note in notes for line in note.split("\n"))
    try:
        table.sit()
    except KeyboardInterrupt:
        console.say()
        table.part()
        raise
