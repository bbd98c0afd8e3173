"""What is seen of a play, moment by moment, by each seat with its own eyes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.play import Play
from undercroft.core.questions import Decision, Fate, Question
from undercroft.core.records.entries import Answered
from undercroft.core.seats import Eyes
from undercroft.storage.journals import Record
from undercroft.storage.seats import Said


class Moment(NamedTuple):
    """What the table looked like once."""

    views: Mapping[Eyes, Any]  # to those who look
    told: int  # events so far
    answers: int  # answers so far
    question: Question[Any] | None = None  # none while cards are still being turned


class Watcher:
    """Listens to a play and keeps the moments at which there is something to see."""

    keeps_decisions = False  # a replay stops at each, for those who would have answered otherwise

    def __init__(
        self, play: Play, beats: frozenset[type[Event]], eyes: Collection[Eyes] = ()
    ) -> None:
        self.play = play
        self.beats = beats
        self.eyes = eyes
        self.moments: list[Moment] = []
        web = play.game.web
        self._draws_events = web is not None and web.recent is not None
        play.state.listener = self

    def append(self, event: Event, /) -> None:
        """Hear an event."""
        play = self.play
        play.events.append(event)
        if type(event) in self.beats:
            self._keep(Moment(self._views(), len(play.events), play.number))

    def settle(self) -> None:
        """Keep the moment at which an answer has had all its effects."""
        play = self.play
        question = play.question
        if isinstance(question, Fate):  # its outcomes are the pile itself, which will change
            question = Fate(question.id, tuple(question.outcomes), question.verb)
        self._keep(Moment(self._views(), len(play.events), play.number, question))

    def _views(self) -> dict[Eyes, Any]:
        return {seat: self.play.view(seat) for seat in self.eyes}

    def _keep(self, moment: Moment) -> None:
        """Add a moment; one that looks like the last takes its place.

        Where a game draws what has just been told, as the dice of a fight, that differs, too.
        """
        last = self.moments[-1] if self.moments else None
        heard = last is None or last.told == moment.told or not self._draws_events
        asked = self.keeps_decisions and last is not None and isinstance(last.question, Decision)
        if last is not None and heard and not asked and last.views == moment.views:
            self.moments[-1] = moment
        else:
            self.moments.append(moment)


class Viewer(Protocol):
    """A viewer of a live play, as it goes on."""

    live: Any  # the play

    @property
    def seat(self) -> Eyes:
        """Whose eyes it looks through."""

    @property
    def roles(self) -> Sequence[str]:
        """What it is in the play."""

    def show(self, moments: Sequence[Moment] | None) -> None:
        """See what happened; `None`: something was undone, look again."""

    def greet(self) -> None:
        """See that somebody has come to the table, or gone."""

    def hear(self, said: Sequence[Said]) -> None:
        """Read what was said at the table, as far as it is new."""

    def call(self, play: str, name: str) -> None:
        """Hear who wants a rematch, and where."""

    def dismiss(self, *, for_good: bool) -> None:
        """Go: the table is no more, or has to be found anew."""


def watch(
    game: Game[Any, Any],
    record: Record,
    answers: Iterable[Answered],
    beats: frozenset[type[Event]],
    *eyes: Eyes,
) -> Watcher:
    """Play lines again from the beginning, watching."""
    watcher = Watcher(Play(game, record.options, record.seats), beats, eyes)
    watcher.settle()
    for given in answers:
        watcher.play.answer(given.answer)
        watcher.settle()
    return watcher
