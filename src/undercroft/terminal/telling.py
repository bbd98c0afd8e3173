"""What the plain table says: events, questions, odds, hints, rules, the end."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from undercroft.core.errors import Refused
from undercroft.core.events import Event
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question
from undercroft.rulebook import clause_of
from undercroft.terminal.screen import Screen
from undercroft.terminal.sitting import Sitting

MUCH: Final = 6  # events, after which a person wants to see the table again


class Teller:
    """Tells a play to whoever sits at the screen, and to nobody what is not for them.

    Several people share one screen. An event that is not for the one who sits there now waits
    until somebody does for whom it is.
    """

    def __init__(self, sitting: Sitting, screen: Screen) -> None:
        self.sitting = sitting
        self.play = sitting.play
        self.words = self.play.game.words
        self.party = sitting.party
        self.screen = screen
        people = sitting.people
        self._here = people[0] if len(people) == 1 else None  # who sits at the screen
        self._heard = 0  # so many events were told or wait
        self._waiting: list[int] = []
        self._shown = ("", 0)  # before which question, after how many events the table was shown

    # -- events -----------------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell what has happened since."""
        events = self.play.events
        due = [*self._waiting, *range(self._heard, len(events))]
        self._heard = len(events)
        self._waiting = []
        for at in due:
            if self.sitting.is_unattended or events[at].is_for(self._here):
                self.screen.say(event_line(self.play, events[at]), hang="  ")
            else:
                self._waiting.append(at)

    def heard(self, events: int) -> None:
        """Take so many events as told."""
        self._heard = events

    def forget(self) -> None:
        """Events have been taken back; tell them again when they happen again."""
        self._heard = min(self._heard, len(self.play.events))
        self._waiting = [at for at in self._waiting if at < self._heard]
        self._shown = ("", 0)

    def turn_to(self, question: Question[Any]) -> None:
        """Turn the screen to the person who is asked; where there are secrets, wait for them."""
        if not isinstance(question, Decision) or question.seat == self._here:
            return
        if self._here is not None and self.sitting.has_secrets:
            self.screen.ask(
                f"{player(question.seat)} is next: once everybody else looks away, press Enter. > "
            )
            self.screen.clear()
        self._here = question.seat
        self.tell()

    # -- questions --------------------------------------------------------------------------------

    def put(self, question: Question[Any]) -> None:
        """Put a question: who is asked, by what rule, and what each option leads to."""
        self.screen.say()
        if isinstance(question, Decision) and self.is_news(question):
            self.table()
            self.screen.say()
        clause = self.words.clause(question)
        self.screen.say(f"{self.whose(question)}{self.words.prompt(question)} ({clause})")
        if isinstance(question, Decision):
            for number, option in enumerate(question.options, 1):
                text = self.words.option(question, option)
                self.screen.say(f"  {number}. {text} [{option}]", hang="     ")

    def is_news(self, question: Decision[Any]) -> bool:
        """Whether the table is due: another question than the last one, or much has happened."""
        shown, self._shown = self._shown, (question.label, self._heard)
        label, heard = shown
        return label != question.label or not heard <= self._heard <= heard + MUCH

    def whose(self, question: Question[Any]) -> str:
        """Say who is asked, where there are several."""
        if self.play.seats == 1 or not isinstance(question, Decision):
            return ""
        return f"{player(question.seat)}: "

    def table(self) -> None:
        """Show the table, as the one at the screen may see it."""
        view = self.play.view(self._here)
        game = self.play.game
        self.screen.show(game.draw_table(game.rows, view, self.words))

    def hint(self, question: Question[Any]) -> None:
        """Say what the adviser would do."""
        if not isinstance(question, Decision):
            self.screen.say("This is fate's to decide: type what your own table shows.")
            return
        option = self.party.advise(self.play, question)
        number = [*map(str, question.options)].index(str(option)) + 1
        self.screen.say(f"The bot {self.party.adviser!r} would take {number}, {option}.")

    def odds(self, question: Question[Any]) -> None:
        """Count what can come, as far as the one who is asked can know."""
        for line in odds_lines(self.play, question):
            self.screen.say(line, hang="  ")

    def help(self) -> None:
        """Explain the game in short."""
        text = str(self.words.tables.get("help", {}).get("text", ""))
        for paragraph in text.strip().split("\n\n"):
            self.screen.say(" ".join(paragraph.split()))
            self.screen.say()

    def rule(self, clause: str) -> None:
        """Show a clause of the rules of record."""
        try:
            for line in clause_of(self.play.game.id, clause).split("\n"):
                self.screen.say(line, hang="  " if line[0] != " " else "     ")
        except Refused as error:
            self.screen.say(f"{error}.")

    # -- the end ----------------------------------------------------------------------------------

    def end(self) -> None:
        """Show how it ended."""
        self.screen.say()
        self.table()
        self.screen.say()


def event_line(play: Play, event: Event) -> str:
    """Tell an event; where there are several players, tell whose it is."""
    text = play.game.words.event(event)
    seat = getattr(event, "seat", None)
    if play.seats == 1 or seat is None or text.startswith("Player"):
        return text
    return f"{player(seat)}: {text}"


def player(seat: int) -> str:
    """Call a seat what people call it."""
    return f"Player {seat + 1}"


def chronicle_of(play: Play, sealed: str | None) -> list[str]:
    """Tell the story of a play; its wording depends on the sealed seed, or on the cards alone."""
    return play.game.chronicle(play.events, play.game.words, sealed or "")


def outcome_of(play: Play) -> str:
    """Say how a play came out: `Won; score 68`."""
    outcome = play.outcome
    if outcome is None:
        return "the play is not over"
    name = play.game.words.title(outcome.name)
    if play.seats == 1:
        return f"{name}; score {outcome.scores[0]:g}"
    scores = ", ".join(
        f"{player(seat)} {score:g}{f' ({play.game.words.title(end)})' if end else ''}"
        for seat, (score, end) in enumerate(zip_longest(outcome.scores, outcome.ends))
    )
    winners = " and ".join(map(player, outcome.winners)) or "nobody"
    return f"{name}; won by {winners}; {scores}"


def odds_lines(play: Play, question: Question[Any]) -> Iterator[str]:
    """Write the odds, an option a line."""
    if isinstance(question, Fate):
        yield f"Each of the {len(question.outcomes)} that are left is equally likely."
        return
    assert isinstance(question, Decision)  # noqa: S101 (there is no third kind)
    odds = play.game.odds(play.game.rows, play.view(question.seat), question)
    named = play.game.words.tables.get("odds", {})
    if not odds:
        yield "No option here hangs on luck."
    for option, cases in odds.items():
        total = sum(cases.values())
        parts = (
            f"{named.get(case, case)} {count} ({count / total:.0%})"
            for case, count in sorted(cases.items(), key=lambda pair: -pair[1])
        )
        yield f"After {option}, of {total} equally likely cases: {'; '.join(parts)}."
