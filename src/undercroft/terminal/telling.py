"""What the plain table says: events, questions, odds, hints, rules, the end."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from undercroft.core.errors import Refused
from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question
from undercroft.rulebook import clause_of
from undercroft.terminal.local.recorded_game import Sitting
from undercroft.terminal.local.shared_screen import Chair
from undercroft.terminal.plain.console import Screen

MUCH: Final = 6  # events, after which a person wants to see the table again
NO_LUCK: Final = "No option here hangs on luck."

Odds: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each option what can come, and in how many of equally likely cases."""


class Teller:
    """Tells a play to whoever sits at the screen, and to nobody what is not for them.

    Several people may share one screen. As long as nothing is hidden they read it together; where
    hands are hidden, each is told what has happened since they last sat there.
    """

    def __init__(self, sitting: Sitting, screen: Screen, chair: Chair) -> None:
        self.sitting = sitting
        self.play = sitting.play
        self.words = self.play.game.words
        self.party = sitting.party
        self.screen = screen
        self.chair = chair
        seats: list[int | None] = [None, *range(self.play.seats)]
        self._heard = dict.fromkeys(seats, 0)  # so many events each was told
        self._end = 0  # so many can be told
        self._shown = ("", 0)  # before which question, after how many events the table was shown

    # -- events -----------------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell what has happened since; while the screen goes round, nothing happens to be seen."""
        hidden = self.sitting.has_secrets
        self.chair.mind(hidden=hidden)
        if not self.chair.goes_round:
            self._end = len(self.play.events)
        if self.chair.here is None and self.chair.is_shared:
            return  # nobody sits here yet
        here = self.chair.here
        for event in self.play.events[self._heard[here] : self._end]:
            if self.sitting.is_unattended or event.is_for(here):
                self.screen.say(event_line(self.play, event), hang="  ")
        for seat in [here] if hidden else self._heard:
            self._heard[seat] = self._end

    def heard(self, events: int) -> None:
        """Take so many events as told."""
        self._heard = dict.fromkeys(self._heard, events)

    def forget(self) -> None:
        """Events have been taken back; tell them again when they happen again."""
        self._end = min(self._end, len(self.play.events))
        self._heard = {seat: min(heard, self._end) for seat, heard in self._heard.items()}
        self._shown = ("", 0)

    def turn_to(self, seat: int) -> None:
        """Turn the screen to another person; where hands are hidden, wait until they are alone."""
        hidden = self.sitting.has_secrets
        if hidden:
            self.screen.ask(
                f"{player(seat)} is next: once everybody else looks away, press Enter. > "
            )
            self.screen.clear()
        self.chair.sit_down(seat, alone=hidden)
        self.tell()

    def pass_by(self) -> None:
        """Somebody sits here only because nobody shall know who is asked."""
        self.screen.say()
        self.screen.ask("Nothing is asked of you now. Enter passes the table on. > ")

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
        label, heard = self._shown
        self._shown = (question.label, self._end)
        return label != question.label or not heard <= self._end <= heard + MUCH

    def whose(self, question: Question[Any]) -> str:
        """Say who is asked, where there are several."""
        if self.play.seats == 1 or not isinstance(question, Decision):
            return ""
        return f"{player(question.seat)}: "

    def table(self) -> None:
        """Show the table, as the one at the screen may see it."""
        view = self.play.view(self.chair.here)
        self.screen.show(self.play.game.draw_table(self.play.game.rows, view, self.words))

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

    def story(self) -> None:
        """Tell the story so far, as the one at the screen knows it."""
        events = self.play.events_for(self.chair.here)
        sealed = self.play.journal.sealed or ""
        for paragraph in self.play.game.chronicle(events, self.words, sealed):
            self.screen.say()
            self.screen.say(paragraph)

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
    return of_seat(play.game.words.event(event), getattr(event, "seat", None), play.seats)


def of_seat(text: str, seat: int | None, seats: int, names: Sequence[str] = ()) -> str:
    """Say whose a line is, where there are several players and it does not say so itself."""
    if seats == 1 or seat is None:
        return text
    names = names or [*map(player, range(seats))]
    if text.startswith(tuple(names)) or names[seat] in text:
        return text
    return f"{names[seat]}: {text}"


def taken_back(sitting: Sitting, undone: str, here: int | None) -> str:
    """Say what was taken back; to others not what it was, where hands are hidden."""
    own = here is not None and undone.startswith(f"P{here + 1} ")
    if own or not sitting.has_secrets or not sitting.people[1:]:
        return f"Taken back: {undone}."
    return "Taken back: an answer."


def player(seat: int) -> str:
    """Call a seat what people call it."""
    return f"Player {seat + 1}"


def chronicle_of(play: Play, sealed: str | None) -> list[str]:
    """Tell the story of a play; its wording depends on the sealed seed, or on the cards alone."""
    return play.game.chronicle(play.events, play.game.words, sealed or "")


def what_is_played(game: Game[Any, Any], options: Mapping[str, Any], seats: int) -> list[str]:
    """List what is not as usual: options, and a variant."""
    usual, _ = game.read_options({}, seats)
    given = sorted(options.items() - usual.given().items())
    told = [f"{name} {value}" for name, value in given]
    return told + ([f"variant {game.variant}"] if game.variant else [])


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
    yield from odds_told(named_odds(play, question))


def named_odds(play: Play, question: Decision[Any]) -> Odds:
    """Count what each option can lead to, in words."""
    odds = play.game.odds(play.game.rows, play.view(question.seat), question)
    named = play.game.words.tables.get("odds", {})
    return {
        option: {str(named.get(case, case)): count for case, count in cases.items()}
        for option, cases in odds.items()
    }


def odds_told(odds: Odds) -> Iterator[str]:
    """Write what was counted, an option a line."""
    if not odds:
        yield NO_LUCK
    for option, cases in odds.items():
        total = sum(cases.values())
        parts = (
            f"{case} {count} ({count / total:.0%})"
            for case, count in sorted(cases.items(), key=lambda pair: -pair[1])
        )
        yield f"After {option}, of {total} equally likely cases: {'; '.join(parts)}."
